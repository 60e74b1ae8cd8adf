"""Expressions of the rules asked of one table: what a position is to have, what it shows, and why a line refuses."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from meldspec.book.core import Core, free_variables
from meldspec.engine.play import bound, later
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.table.table import Act, Cells


def known_of(referee: Referee, cells: Cells, act: Act) -> dict[str, Any]:
    """What the lines about an act know by name: its fields, whose act it is, and the cells after it, on demand."""
    line, values = referee.rulebook.acts[act.name], bound(referee.rulebook, cells, act)
    names = {field.name: value for field, value in zip(line.fields, values, strict=True)}
    names |= {"player": act.seat, "side": referee.rulebook.layout.side_of(act.seat)}
    return names | {"afterwards": later(referee, cells, act, values)}


def taken_by_lines(referee: Referee, cells: Cells, act: Act) -> tuple[Any, ...]:
    """What the functions of lines about an act take: who looks ahead, the cells, whose act it is, its fields, and what gives the
    cells after it."""
    values = bound(referee.rulebook, cells, act)
    return referee, cells, act.seat, *values, later(referee, cells, act, values)


class Asked:
    """The expressions that were asked under one rulebook, each compiled when it is first asked for."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        # By identity, since expressions are long to compare; each is kept, so that no other comes to have its number.
        self._made: dict[int, tuple[Core, Callable[..., Any], list[str]]] = {}

    def value(self, core: Core, referee: Referee, cells: Sequence[Any], names: Mapping[str, Any]) -> Any:
        """The value of an expression on a table; `names` are the variables known there, as `player` and `side`."""
        known = self._made.get(id(core))
        if known is None:
            read = sorted(free_variables(core).keys() - {"player"})
            known = self._made[id(core)] = core, self.rulebook.function(core, *read), read
        _, function, read = known
        # Most speak of nobody but the player, and a ruling asks thousands.
        if not read:
            return function(cells, names.get("player"), rt=referee)
        return function(cells, names.get("player"), *[names.get(name) for name in read], rt=referee)
