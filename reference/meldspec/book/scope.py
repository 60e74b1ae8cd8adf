"""What can be named at a place in a text: the variables in force there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from meldspec.book.core import Core, Op, Var


@dataclass(frozen=True, slots=True)
class Scope:
    """Variables in force, with their types. In an open scope (the body of a definition) `player`, `side` and the fields of
    acts may be read besides: whoever uses the term provides them. `passing` tells that the lines stand between two deals."""

    variables: dict[str, str]
    open: bool = False
    after: bool = False
    passing: bool = False

    def with_variable(self, name: str, type_: str) -> Scope:
        """This scope with one more variable; a new `player` takes the old side with it."""
        mine = dict(self.variables)
        mine[name] = type_
        if name == "player":
            # The side that was known before is that of another player.
            mine.pop("side", None)
        if name == "side":
            mine.pop("player", None)
        return replace(self, variables=mine)

    def owner(self, sort: str) -> Core | None:
        """The player or side meant where none is named; none where nobody is known."""
        # Where a player is known his side is, so rules need not say `the side of player` everywhere.
        if sort == "side" and "side" not in self.variables and "player" in self.variables:
            return Op("side", (Var("player", "player"),), "side")
        return Var(sort, sort) if sort in self.variables or self.open else None

    def known(self, name: str) -> Core | None:
        """What a name stands for as a variable, or as the player or side meant; none where it is neither."""
        if name in self.variables:
            return Var(name, self.variables[name])
        return self.owner(name) if name in ("player", "side") else None
