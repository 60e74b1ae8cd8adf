"""A position that the rules say no game comes to between two acts."""

from collections.abc import Iterator
from typing import Any

from meldspec.book.core import Cell
from meldspec.book.nevers import NeverLine
from meldspec.book.sheet import below
from meldspec.engine.never import unreached
from meldspec.language.problems import Diagnostic
from meldspec.language.spelling import format_line
from meldspec.position.marked import Path
from meldspec.position.position import Position


def unreachable(position: Position) -> list[Diagnostic]:
    """Everything about a position that no game comes to, at the side or the seat that it is about.

    It is asked of what people write down, not of the protocol's positions: cases set out tables to show one line alone.
    """
    return list(dict.fromkeys(_problems(position)))


def _problems(position: Position) -> Iterator[Diagnostic]:
    """The same, where a field that is not there is told as often as somebody lacks it."""
    for line, element in unreached(position.rulebook, position.table.cells):
        path, clause = _path(position, line, element), line.entry.clause
        missing = len(path) == 1
        expected = f"a table between two acts of a game: {' '.join(clause.prose)} ({clause.title}, {clause.id})"
        mend = f"write {path[0]}: for each seat its cards, or how many there are" if missing else ""
        yield position.marked.problem("no-game", path, _words(line), expected, mend)


def _path(position: Position, line: NeverLine, element: Any) -> Path:
    """What such a line speaks of: a side, the cards of a seat, or the field itself where the file has none."""
    of = "" if line.source is None else line.source.type
    if of != "players":
        return ("sides", element) if of == "sides" else ()
    layout = position.rulebook.layout
    places = (layout[core.name] for core in below(line.condition) if isinstance(core, Cell) and layout.has(core.name))
    shown = next((place.shown for place in places if place.shown in ("hands", "feet")), "hands")
    return (shown, element) if shown in position.marked.value else (shown,)


def _words(line: NeverLine) -> str:
    """What is on the table: in the book's own sentence, or else in the words of the line."""
    return line.node.sentence.rstrip(".") or f"what no game comes to: {format_line(line.node).removeprefix('never ')}"
