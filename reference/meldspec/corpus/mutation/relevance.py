"""Which clauses have a duty to check in an act: those whose lines about it have no condition, and those whose `when` holds."""

from __future__ import annotations

from collections.abc import Callable

from meldspec.engine.play import bound, later
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.table.act import Act
from meldspec.table.table import Cells


class Relevance:
    """Tells, for one rulebook, the clauses that have a duty to check in an act."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.conditions: dict[str, list[tuple[str, Callable[..., bool] | None]]] = {}

    def of_act(self, name: str) -> list[tuple[str, Callable[..., bool] | None]]:
        """The clause of every duty about an act, with its condition where it has one; a bar is a duty whenever it is looked at."""
        if name not in self.conditions:
            act = self.rulebook.acts[name]
            self.conditions[name] = [
                (line.tag.clause, self.rulebook.about(act, line.when) if line.mode == "require" and line.when is not None else None)
                for line in act.judges
                if line.mode != "allow"
            ]
        return self.conditions[name]

    def clauses(self, cells: Cells, act: Act) -> set[str]:
        """The clauses with a duty to check in an act that is legal."""
        referee, values = Referee(self.rulebook), bound(self.rulebook, cells, act)
        known = (referee, cells, act.seat, *values, later(referee, cells, act, values))
        return {clause for clause, holds in self.of_act(act.name) if holds is None or holds(*known)}
