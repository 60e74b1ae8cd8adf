"""Whether an altered term means something else at a table: until it does, nothing that hangs on it can come out otherwise.

In the field's words the altered line is reached at every table, and infects those at which the term comes to another value; whether
that shows in what is allowed is a further question. A search that never came to such a table has shown nothing.
"""

from collections.abc import Callable
from itertools import product
from typing import Any

from meldspec.engine.rulebook import Rulebook
from meldspec.table.faults import RulesFault
from meldspec.table.table import Cells

Values = Callable[[Cells], list[Any]]
OWNERS = ("player", "side")
"""The types of variables whose values are known at any table."""
UNKNOWN = (RulesFault, LookupError, TypeError, AttributeError)
"""What comes of asking for what hangs on a look-ahead, or on what an act names."""


def values_of(rulebook: Rulebook, name: str) -> Values | None:
    """What a term comes to at a table, for each player or side that it can be asked of; none where it is about anything else."""
    free, term = rulebook.sheet.term_free.get(name), rulebook.selection.terms.get(name)
    if term is None or free is None or any(kind not in OWNERS for kind in free.values()):
        return None
    number = {"player": rulebook.layout.seats, "side": rulebook.layout.sides}
    names = [one for one in free if one != "player"]
    ask = rulebook.function(term.body, *names)
    asked = [dict(zip(free, owners, strict=True)) for owners in product(*(range(number[kind]) for kind in free.values()))]

    def values(cells: Cells) -> list[Any]:
        return [ask(cells, one.get("player", 0), *(one[name] for name in names)) for one in asked]

    return values


class Infection:
    """Where a term of an altered rulebook comes to something else than that of the true one."""

    def __init__(self, true: Rulebook, other: Rulebook, name: str) -> None:
        self.values: list[Values | None] = [values_of(rulebook, name) for rulebook in (true, other)]

    @property
    def known(self) -> bool:
        """Whether it can be told: of a term about cards or melds that an act names it cannot, nor of one that once could not be
        told at a table."""
        return None not in self.values

    def at(self, cells: Cells) -> bool:
        """Whether it comes to something else at a table."""
        mine, theirs = self._both(cells)
        return mine != theirs

    def numbers(self, cells: Cells) -> set[int]:
        """The numbers that it comes to at a table where it comes to something else, by the true rules and by the others."""
        mine, theirs = self._both(cells)
        differing = (pair for pair in zip(mine, theirs, strict=True) if pair[0] != pair[1])
        return {value for pair in differing for value in pair if isinstance(value, int) and not isinstance(value, bool)}

    def _both(self, cells: Cells) -> tuple[list[Any], list[Any]]:
        """What it comes to by both rules; nothing where that cannot be told."""
        mine, theirs = self.values
        if mine is None or theirs is None:
            return [], []
        try:
            return mine(cells), theirs(cells)
        except UNKNOWN:
            self.values = [None, None]
            return [], []
