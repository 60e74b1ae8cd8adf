"""Whether a table has what no table has between two acts, by the lines of the book that say so."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from meldspec.book.nevers import NeverLine, Nevers
from meldspec.book.reach import Names
from meldspec.engine.asked import Asked
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.table.table import Cells


class Unreached(NamedTuple):
    """A line of what never is that holds on a table, of the `element` of its list (none where it speaks of the table)."""

    line: NeverLine
    element: Any


class _InForce:
    """The lines of one rulebook, each with what it looks at."""

    def __init__(self, rulebook: Rulebook) -> None:
        reads, readings = rulebook.selection.reach.reads, rulebook.readings
        lines = rulebook.sheet.derived(Nevers).lines
        held = (line for line in lines if not line.question or readings[line.question] == line.reading)
        self.lines = [(line, reads(line.source, line.condition)) for line in held]


def unreached(rulebook: Rulebook, cells: Cells, by: Names | None = None) -> Iterator[Unreached]:
    """Everything on a table that no game comes to, as far as the rules tell; the table is at rest. Where it is asked what comes
    `by` other values of some memories, lines that look at none of them are left out."""
    asked, referee = rulebook.derived(Asked), Referee(rulebook)
    for line, read in rulebook.derived(_InForce).lines:
        if by is not None and not (read.ahead or read.cells & by):
            continue
        elements = [None] if line.source is None else asked.value(line.source, referee, cells, {})
        for element in elements:
            if _holds(line, asked, referee, cells, {} if line.source is None else {line.node.each: element}):
                yield Unreached(line, element)


def _holds(line: NeverLine, asked: Asked, referee: Referee, cells: Cells, names: dict[str, Any]) -> bool:
    """Whether a line holds; where it looks ahead and that comes to no answer, nothing is said against the table."""
    try:
        return bool(asked.value(line.condition, referee, cells, names))
    except Unanswered:
        return False
