"""Whether a table has what no table has between two acts, by the lines of the book that say so."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from meldspec.book.core import Core, free_variables
from meldspec.book.nevers import NeverLine, Nevers
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.table.table import Cells


class Unreached(NamedTuple):
    """A line of what never is that holds on a table, of the `element` of its list (none where it speaks of the table)."""

    line: NeverLine
    element: Any


def unreached(rulebook: Rulebook, cells: Cells) -> Iterator[Unreached]:
    """Everything on a table that no game comes to, as far as the rules tell; the table is at rest."""
    for line in rulebook.sheet.derived(Nevers).lines:
        if line.question and rulebook.readings[line.question] != line.reading:
            continue
        if line.source is None:
            if _value(rulebook, line.condition, cells, {}):
                yield Unreached(line, None)
            continue
        for element in _value(rulebook, line.source, cells, {}):
            if _value(rulebook, line.condition, cells, {line.node.each: element}):
                yield Unreached(line, element)


def _value(rulebook: Rulebook, core: Core, cells: Cells, names: dict[str, Any]) -> Any:
    """The value of an expression on a table, with what a loop has named."""
    read = sorted(free_variables(core).keys() - {"player"})
    function = rulebook.derived(_Compiled).of(core, read)
    return function(cells, names.get("player"), *(names.get(name) for name in read), rt=Referee(rulebook))


class _Compiled:
    """The expressions of those lines, compiled when they are first asked for."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.made: dict[int, Any] = {}

    def of(self, core: Core, names: list[str]) -> Any:
        """An expression as a function of the cells, a player and its other variables."""
        # By identity: expressions are long to compare, and those of a sheet stay where they are.
        if id(core) not in self.made:
            self.made[id(core)] = self.rulebook.function(core, *names)
        return self.made[id(core)]
