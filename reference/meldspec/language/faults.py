"""Where a malformed line goes wrong, and what could stand there, in a reader's words rather than the grammar's terminals."""

import re
from collections.abc import Callable, Iterable
from contextlib import suppress

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from meldspec.language.grammar import keywords, parser
from meldspec.language.immutable import Immutable
from meldspec.language.vocabulary import openings

RUN = re.compile(r"""\"[^"\n]*"?|\w(?:[\w'’.-]*\w)?|[<>=!+*/&|%^~#-]+|\S""")
"""Runs of a line as a reader takes them: a quotation, a word whatever it is written with, a sign, anything else."""


class Fault(Immutable):
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
    except UnexpectedToken as error:
        begins = None if error.token.type == "$END" else error.token.start_pos
    except UnexpectedCharacters as error:
        begins = error.pos_in_stream
    else:
        return None
    if begins is None:
        # The line breaks off: what is missed belongs behind its last word, not behind the spaces after it.
        end = len(text.rstrip())
        return Fault(end, end, "", accepted(text))
    spans = (found.span() for found in RUN.finditer(text))
    start, end = next((span for span in spans if span[0] <= begins < span[1]), (begins, begins + 1))
    return Fault(start, end, text[start:end], accepted(text[:begins]))


def accepted(prefix: str) -> frozenset[str]:
    """The terminals that can go on with the beginning of a line.

    Lark's error does not tell: by then the word that does not fit has made the parser give up what it had open.
    """
    # This parses the beginning of the line a second time, which only malformed lines have to pay for.
    stuck = parser().parse_interactive(prefix)
    # A beginning that was cut in the middle of a word may itself go wrong: then it is told what could stand there.
    with suppress(UnexpectedInput):
        stuck.exhaust_lexer()
    accepts: Callable[[], set[str]] = stuck.accepts
    return frozenset(accepts())


# ── what may stand at a place ───────────────────────────────────────────────────────────────────────────────────────────────────

PHRASES = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotation marks",
    "DOTTED": "an id with a dot, such as chapter.clause",
    "FACT": "an id such as AB-12",
    "CARD": "a card",
    "$END": "the end of the line",
}
"""What a terminal is called."""


def terminals(words: Iterable[str]) -> set[str]:
    """The names of the terminals of some fixed words: Lark makes them so."""
    return {word.upper() for word in words}


FIRST = {"CLAUSE", "TO", "THEN", "DEFINE"}
"""Some terminals that only the beginning of a line accepts together."""
THINGS = {"THE", "NO", "SUM", "CARD"} | terminals(openings(infix=False, conditions=False))
CONDITIONS = THINGS | {"AFTERWARDS", "SUPPOSING", "COULD"} | terminals(openings(infix=False, conditions=True))
VERBS = THINGS | {"LAY", "RAISE", "END", "INT", "LPAR"}

GROUPS: tuple[tuple[set[str], set[str], str], ...] = (
    ({"DRAW", "MOVE", "SETTLE", "NAME"}, VERBS, "an effect: draw, move, lay, join, raise, settle, end, or NAME becomes …"),
    ({"CHOOSE", "NOT", "NAME", "INT", "LPAR"}, CONDITIONS, "a value, a condition, or 'choose'"),
    ({"NOT", "NAME", "INT", "LPAR"}, CONDITIONS, "a condition"),
    ({"NAME", "INT", "LPAR"}, THINGS, "a name or a number"),
    ({"CARD", "INT", "NAME"}, set(), "a card, rank, suit or set"),
    ({"IS", "FITS", "SHARE"}, terminals(openings(infix=True, conditions=True)), "a comparison such as 'is'"),
    ({"PLUS", "TIMES", "WITH"}, terminals(openings(infix=True, conditions=False)), "an operation such as 'with'"),
)
"""Terminals that stand together, the first that fits first, what else goes with them, and what they mean as a whole."""


def in_words(accepts: Iterable[str]) -> str:
    """The terminals as one phrase: `a comparison such as 'is', 'when', or the end of the line`."""
    left = set(accepts)
    # At the beginning of a line all first words fit: naming a few says more than a list of thirty.
    if left >= FIRST:
        return "the first word of a line, such as clause, to, require or define"
    said: list[str] = []
    for group, more, phrase in GROUPS:
        if group <= left:
            said.append(phrase)
            left -= group | more
    said += sorted((word(terminal) for terminal in left if terminal != "$END"), key=lambda w: (w.startswith("'"), w))
    if "$END" in left:
        said.append(PHRASES["$END"])
    return either(said)


def word(terminal: str) -> str:
    """What one terminal is called: keywords stand in quotation marks."""
    return PHRASES.get(terminal) or f"'{keywords().get(terminal, terminal)}'"


def either(words: list[str]) -> str:
    """`a, b, or c`."""
    if len(words) < 2:
        return "".join(words)
    *most, last = words
    comma = "," if len(most) > 1 or " or " in most[0] + last else ""
    return f"{', '.join(most)}{comma} or {last}"
