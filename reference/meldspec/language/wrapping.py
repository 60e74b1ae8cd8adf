"""Long formal lines broken where the layout lets a line go on, at the loosest words first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from meldspec.language.layout import JOINING, OPEN_ENDS, STEP

WIDTH = 110
"""Columns of a line of rules text."""

LOOSENESS: tuple[frozenset[str], ...] = (
    frozenset({":"}),
    frozenset({","}),
    frozenset({"when", "for", "otherwise"}),
    frozenset({"or"}),
    frozenset({"and"}),
    frozenset({"where", "has", "so"}),
    frozenset({"is"}),
    frozenset({"plus", "minus", "with", "without"}),
    frozenset({"times"}),
)
"""Where to break, loosest first: behind a colon or comma, in front of a word."""

LISTS = frozenset(("cites", "facts", "covers", "cards", "worth", "deck", "phases", "to"))
"""Lines whose commas part short things: as many as go on a line."""

TOKEN = re.compile(r'"[^"\n]*"|[()]|[^\s()"]+')


def wrap(line: str, indent: int, deeper: int = STEP) -> str:
    """The line, indented, on as many physical lines as it needs, those below `deeper` spaces further in."""
    pieces = broken(line, indent, indent + deeper)
    return "\n".join(" " * margin + piece for margin, piece in pieces)


def broken(line: str, indent: int, below: int) -> list[tuple[int, str]]:
    """The pieces of a line with their indentations: the first at `indent`, the others at `below`."""
    cuts = [] if indent + len(line) <= WIDTH else best_cuts(line)
    if not cuts:
        return [(indent, line)]
    first, *others = split(line, cuts)
    if line.split(" ", 1)[0] in LISTS:
        first, *others = filled([first, *others], below)
    pieces = broken(first, indent, below + STEP)
    for piece in others:
        pieces += broken(piece, below, below + STEP)
    return pieces


def best_cuts(line: str) -> list[int]:
    """Where to cut: all the places of the loosest kind within the fewest parentheses."""
    kinds: dict[tuple[int, int], list[int]] = {}
    for depth, looseness, position in places(line):
        kinds.setdefault((depth, looseness), []).append(position)
    return kinds[min(kinds)] if kinds else []


def places(line: str) -> Iterator[tuple[int, int, int]]:
    """Every place to cut: how deep within parentheses, how loose (0 is loosest), the position."""
    depth = 0
    tokens = list(TOKEN.finditer(line))
    for index, token in enumerate(tokens):
        depth += {"(": 1, ")": -1}.get(token.group(), 0)
        if token.group().endswith(OPEN_ENDS) and token.end() < len(line):
            yield depth, loose(token.group()[-1]), token.end()
        # Not in front of the second word: the first alone would say nothing.
        elif index > 1 and token.group() in JOINING and line[token.start() - 1] == " ":
            yield depth, loose(token.group()), token.start() - 1


def loose(word: str) -> int:
    """How loosely a word joins; 0 is loosest."""
    return next(rank for rank, words in enumerate(LOOSENESS) if word in words)


def split(line: str, cuts: Sequence[int]) -> list[str]:
    """The line's pieces between the cuts, which stand on spaces."""
    edges = zip([0, *cuts], [*cuts, len(line)], strict=True)
    return [line[start:end].strip(" ") for start, end in edges]


def filled(pieces: Sequence[str], indent: int) -> list[str]:
    """The pieces again, as many on a line as fit."""
    lines = [pieces[0]]
    for piece in pieces[1:]:
        if indent + len(lines[-1]) + 1 + len(piece) <= WIDTH:
            lines[-1] += f" {piece}"
        else:
            lines.append(piece)
    return lines
