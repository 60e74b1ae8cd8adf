"""A position that the rules say no game comes to between two acts."""

from meldspec.engine.never import unreached
from meldspec.language.problems import Diagnostic
from meldspec.language.spelling import format_line
from meldspec.position.marked import Path
from meldspec.position.position import Position


def unreachable(position: Position) -> list[Diagnostic]:
    """Everything about a position that no game comes to, at the side or the seat that it is about.

    It is asked of what people write down, not of the protocol's positions: cases set out tables to show one line alone.
    """
    found = []
    for line, element in unreached(position.rulebook, position.table.cells):
        of = "" if line.source is None else line.source.type
        path: Path = {"sides": ("sides", element), "players": ("hands", element)}.get(of, ())
        clause, words = line.entry.clause, format_line(line.node).removeprefix("never ")
        expected = f"a table between two acts of a game: {' '.join(clause.prose)} ({clause.title}, {clause.id})"
        found.append(position.marked.problem("no-game", path, f"what no game comes to: {words}", expected))
    return found
