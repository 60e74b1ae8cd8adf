"""A rules text as logical lines: physical lines joined where one goes on with the line above it."""

from __future__ import annotations

import re
from dataclasses import dataclass

CONNECTIVES = ("and", "or", "when", "otherwise", "where", "for", "has", "so", "is")
JOINING = frozenset((*CONNECTIVES, "plus", "minus", "times", "with", "without", ","))
"""A line that begins with one of these goes on with the line above it."""

OPEN_ENDS = (",", ":")
"""After a line that ends so, a line that stands further in goes on with it."""

STEP = 2
"""Spaces of one level of indentation."""

UNSEEN = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
"""Control characters, tabs among them: they are reported, and otherwise read as spaces."""


@dataclass(frozen=True, slots=True)
class LogicalLine:
    """One formal line: its raw text, margin included, the number of its first physical line, its indentation.

    Indentation is in spaces, a tab counting as one level; in the text a tab is one space, so that columns are
    those of the file.
    """

    text: str
    number: int
    indent: int

    @property
    def first_word(self) -> str:
        """The word that tells what kind of line this is."""
        return "|" if self.prose else self.text.split(None, 1)[0]

    @property
    def prose(self) -> bool:
        """Whether it is a sentence for people, `| …`."""
        return self.text.lstrip(" ").startswith("|")

    @property
    def open_end(self) -> bool:
        """Whether its last character says that something must follow."""
        return self.text.endswith(OPEN_ENDS)


def physical_lines(text: str) -> list[str]:
    """The lines of a text, whatever the system that wrote it; a byte order mark is no part of the first."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def joins(stripped: str) -> bool:
    """Whether a physical line begins with a joining word."""
    return stripped.startswith(",") or stripped.split(None, 1)[0] in JOINING


def continues(last: LogicalLine, raw: str, indent: int) -> bool:
    """Whether a physical line goes on with the logical line above it; prose does neither."""
    # Prose is for people: a sentence that happens to begin with `and` must not be read as rules, nor go on with some.
    stripped = raw.strip()
    if last.prose or stripped.startswith("|"):
        return False
    return joins(stripped) or (last.open_end and indent > last.indent)


def logical_lines(text: str) -> list[LogicalLine]:
    """The logical lines of a text, blank ones left out."""
    lines: list[LogicalLine] = []
    for number, raw in enumerate(physical_lines(text), 1):
        if not raw.strip():
            continue
        margin = raw[: len(raw) - len(raw.lstrip(" \t"))]
        indent = len(margin) + margin.count("\t") * (STEP - 1)
        # `margins` reports these characters; read as spaces they hide no other fault of the line.
        spaced = UNSEEN.sub(" ", raw).rstrip()
        if lines and continues(lines[-1], spaced, indent):
            last = lines[-1]
            # Blank lines between are kept as line ends, so that the parse counts lines as the file does.
            gap = number - last.number - last.text.count("\n")
            lines[-1] = LogicalLine(last.text + "\n" * gap + spaced, last.number, last.indent)
        else:
            lines.append(LogicalLine(spaced, number, indent))
    return lines
