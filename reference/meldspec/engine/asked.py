"""Expressions of the rules asked of one table: what a position is to have, what it shows, and why a line refuses."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from meldspec.book.core import Core, free_variables
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook


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
