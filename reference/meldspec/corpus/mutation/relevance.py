"""Which lines about an act have something to say of it: those without a condition, and those whose `when` holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from meldspec.engine.play import bound, carried_out
from meldspec.engine.rulebook import Rulebook
from meldspec.table.act import Act


class Relevance:
    """Tells, for one rulebook, the clauses that have a duty to check in an act."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.checks: dict[str, list[tuple[str, Callable[..., bool] | None]]] = {}

    def of_act(self, name: str) -> list[tuple[str, Callable[..., bool] | None]]:
        """The clause of every duty about an act, with its condition where it has one."""
        if name not in self.checks:
            act = self.rulebook.acts[name]
            self.checks[name] = []
            for line in act.judges:
                if line.mode == "allow":
                    continue
                check = None
                if line.mode == "require" and line.when is not None:
                    check = self.rulebook.about(act, line.when)
                self.checks[name].append((line.tag.clause, check))
        return self.checks[name]

    def clauses(self, cells: tuple[Any, ...], act: Act) -> set[str]:
        """The clauses with a duty to check in an act that is legal."""
        values = bound(self.rulebook, cells, act)

        def afterwards() -> tuple[Any, ...]:
            return carried_out(self.rulebook, cells, act, values)

        checks = self.of_act(act.name)
        return {
            clause for clause, check in checks if check is None or check(self.rulebook.search, cells, act.seat, *values, afterwards)
        }
