"""Cases played once under the rules as they are, and where another rulebook first answers them differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meldspec.corpus.expect import answer
from meldspec.corpus.mutation.footprint import Difference
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered, determined
from meldspec.position.request import NoPosition
from meldspec.protocol.actions import ActError, act_from_action
from meldspec.protocol.messages import ActRequest, CaseRequest, Expected
from meldspec.table.act import Act
from meldspec.table.faults import RulesFault
from meldspec.table.table import Cells, Table

BUDGET = 3_000
"""How many acts the look-ahead of another rulebook may try over one script: where it is not enough, nothing is known of it."""


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


def trace(referee: Referee, requests: Sequence[CaseRequest]) -> Trace:
    """Play requests once."""
    table: Table | None = None
    expect, acts = [], []
    for number, request in enumerate(requests):
        before = table
        said, table, verdict = answer(referee, table, request)
        expect.append(said)
        if before is not None and verdict is not None and isinstance(request, ActRequest):
            try:
                act = act_from_action(referee.rulebook, request.seat, request.action)
            except ActError:
                continue
            acts.append(Judged(number, before.cells, act, verdict.legal))
    return Trace(tuple(requests), tuple(expect), tuple(acts))


@dataclass(frozen=True)
class Divergence:
    """The first request that another rulebook answers differently, and its answer; none where its rules break there."""

    number: int
    answer: Expected | None = None


def first_divergence(
    rulebook: Rulebook, played: Trace, difference: Difference | None = None, budget: int = BUDGET
) -> Divergence | None:
    """Where a trace tells another rulebook from the true one; none where that agrees, comes to no answer, or has no such position.

    Where their difference says that the two keep the same table only the acts that they judge differently are tried, each where the
    true rules have led to. A referee of its own judges, so that the answer does not hang on what was played before.
    """
    near = difference is not None and difference.same_table
    suspects = [one for one in played.judged if difference is None or one.act.name in difference.judges_otherwise]
    if near and not suspects:
        return None
    referee = Referee(rulebook, budget)
    try:
        # The true table is at hand for each act: without it every act before would be carried out again.
        return _first_verdict(referee, played, suspects) if near else _first_answer(referee, played)
    except (Unanswered, NoPosition):
        return None


def _first_verdict(referee: Referee, played: Trace, suspects: Sequence[Judged]) -> Divergence | None:
    """The first act that is judged differently, where nothing else can differ."""
    for one in suspects:
        try:
            if (determined(referee.after(one.cells, one.act)) is not None) is one.legal:
                continue
            said, _, _ = answer(referee, Table(one.cells), played.requests[one.number])
        except RulesFault:
            return Divergence(one.number)
        return Divergence(one.number, said)
    return None


def _first_answer(referee: Referee, played: Trace) -> Divergence | None:
    """The first answer that differs, every request being put to the other rulebook."""
    table: Table | None = None
    for number, request in enumerate(played.requests):
        try:
            said, table, _ = answer(referee, table, request)
        except RulesFault:
            return Divergence(number)
        if said != played.expect[number]:
            return Divergence(number, said)
    return None
