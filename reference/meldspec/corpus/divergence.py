"""Cases played once under the rules as they are, and held against rulebooks that are otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from meldspec.corpus.expect import answer
from meldspec.corpus.mutation.footprint import Difference
from meldspec.engine.lookahead.search import OutOfBudget
from meldspec.engine.play import legal
from meldspec.engine.rulebook import Rulebook
from meldspec.position.request import NoPosition
from meldspec.protocol.actions import ActError, act_from_action
from meldspec.protocol.messages import ActRequest, CaseRequest, Expected
from meldspec.table.act import Act
from meldspec.table.faults import EngineDefect
from meldspec.table.table import Cells, Table

BUDGET = 3_000
"""How many acts the look-ahead of another rulebook may try in one game: where it is not enough, the game tells nothing of that
rulebook."""
GAME_BUDGET = 60_000
"""How many acts the look-ahead of the true rules may try in one game of a search; where it is not enough, the game ends there."""
SCENE_BUDGET = 3_000
"""The same for a game that begins with a position: there are many more of them."""
GAME_SECONDS = 15.0
"""How many seconds of the processor a game of a search may take; then it is left where it is."""
BREAKS = (EngineDefect, ValueError, TypeError, IndexError, KeyError, RecursionError)
"""What a rulebook with a spoilt line may do instead of answering."""


@dataclass(frozen=True)
class Judged:
    """One act of a trace: its request's number, the cells it was proposed in, and whether it was legal."""

    number: int
    cells: Cells
    act: Act
    legal: bool


@dataclass(frozen=True)
class Trace:
    """Requests, what the rules expect of each, and every act in the position that it was proposed in."""

    requests: tuple[CaseRequest, ...]
    expect: tuple[Expected, ...]
    judged: tuple[Judged, ...]

    @property
    def acts(self) -> frozenset[str]:
        """The sorts of acts in it."""
        return frozenset(one.act.name for one in self.judged)


def trace(rulebook: Rulebook, requests: Sequence[CaseRequest]) -> Trace:
    """Play requests once."""
    table: Table | None = None
    expect, acts = [], []
    for number, request in enumerate(requests):
        before = table
        said, table, verdict = answer(rulebook, table, request)
        expect.append(said)
        if before is not None and verdict is not None and isinstance(request, ActRequest):
            try:
                act = act_from_action(rulebook, request.seat, request.action)
            except ActError:
                continue
            acts.append(Judged(number, before.cells, act, verdict.legal))
    return Trace(tuple(requests), tuple(expect), tuple(acts))


def told_at(rulebook: Rulebook, played: Trace, kin: Difference | None = None) -> int | None:
    """The first request that a rulebook answers otherwise, or breaks at; none where it agrees, or looks ahead too far.

    What it found out before is forgotten, so that the answer does not hang on what was played before.
    """
    if kin is not None and kin.same_table and not played.acts & kin.judges_otherwise:
        return None
    rulebook.search.forget()
    rulebook.search.budget = BUDGET
    try:
        if kin is not None and kin.same_table:
            return _judged_otherwise(rulebook, played.judged, kin.judges_otherwise)
        return _answered_otherwise(rulebook, played)
    except OutOfBudget:
        return None
    finally:
        rulebook.search.budget = None


def _judged_otherwise(rulebook: Rulebook, acts: Iterable[Judged], names: frozenset[str]) -> int | None:
    """The first act that is judged otherwise, where nothing else can be otherwise."""
    for one in acts:
        if one.act.name in names:
            try:
                if (legal(rulebook, one.cells, one.act) is not None) is not one.legal:
                    return one.number
            except OutOfBudget:
                raise
            except BREAKS:
                return one.number
    return None


def _answered_otherwise(rulebook: Rulebook, played: Trace) -> int | None:
    """The first request that is answered otherwise, or not at all; none where the rulebook knows no such position."""
    table: Table | None = None
    for number, request in enumerate(played.requests):
        try:
            said, table, _ = answer(rulebook, table, request)
        except OutOfBudget:
            raise
        except NoPosition:
            return None
        except BREAKS:
            return number
        if said != played.expect[number]:
            return number
    return None
