"""Where a malformed line goes wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from meldspec.language.grammar import parser

RUN = re.compile(r"""\"[^"\n]*"?|\w(?:[\w'’.-]*\w)?|[<>=!+*/&|%^~#-]+|\S""")
"""Runs of a line as a reader takes them: a quotation, a word whatever it is written with, a sign, anything else."""


@dataclass(frozen=True, slots=True)
class Fault:
    """The first place where a line cannot go on.

    `start` and `end` are offsets in its text, of the run that does not fit; at the end of the line it is empty.
    `accepts` are the names of the terminals that could stand there.
    """

    start: int
    end: int
    word: str
    accepts: frozenset[str]


def find_fault(text: str) -> Fault | None:
    """Where the text of one logical line goes wrong; none where it is well formed."""
    try:
        parser().parse(text)
    except UnexpectedInput as error:
        return fault_of(error, text)
    return None


def fault_of(error: UnexpectedInput, text: str) -> Fault:
    """The fault that Lark's error tells of."""
    match error:
        case UnexpectedToken(token=token) if token.type != "$END" and token.start_pos is not None:
            begins = token.start_pos
        case UnexpectedCharacters(pos_in_stream=int(position)):
            begins = position
        case _:
            # The line breaks off: what is missed belongs behind its last word, not behind the spaces after it.
            end = len(text.rstrip())
            return Fault(end, end, "", accepted(text))
    start, end = run_at(text, begins)
    return Fault(start, end, text[start:end], accepted(text[:begins]))


def accepted(prefix: str) -> frozenset[str]:
    """The terminals that can go on with the beginning of a line.

    Lark's error does not tell: by then the word that does not fit has made the parser give up what it had open.
    """
    # This parses the beginning of the line a second time, which only malformed lines have to pay for.
    stuck = parser().parse_interactive(prefix)
    stuck.exhaust_lexer()
    accepts: Callable[[], set[str]] = stuck.accepts
    return frozenset(accepts())


def run_at(text: str, offset: int) -> tuple[int, int]:
    """Start and end of the run that covers an offset."""
    spans = (found.span() for found in RUN.finditer(text))
    return next((span for span in spans if span[0] <= offset < span[1]), (offset, offset + 1))
