"""Whether a table has what no table has between two acts, by the lines of the book that say so."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from meldspec.book.nevers import NeverLine, Nevers
from meldspec.engine.asked import Asked
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.table.table import Cells


class Unreached(NamedTuple):
    """A line of what never is that holds on a table, of the `element` of its list (none where it speaks of the table)."""

    line: NeverLine
    element: Any


def unreached(rulebook: Rulebook, cells: Cells) -> Iterator[Unreached]:
    """Everything on a table that no game comes to, as far as the rules tell; the table is at rest."""
    asked, referee = rulebook.derived(Asked), Referee(rulebook)
    for line in rulebook.sheet.derived(Nevers).lines:
        if line.question and rulebook.readings[line.question] != line.reading:
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
