"""Where another rulebook first answers requests differently that were played once under the rules as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from meldspec.corpus.expect import Trace, answer
from meldspec.corpus.mutation.footprint import Difference
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered, determined
from meldspec.position.request import NoPosition
from meldspec.protocol.messages import Expected, Legal
from meldspec.table.faults import RulesFault
from meldspec.table.table import Table

BUDGET = 3_000
"""How many acts the look-ahead of another rulebook may try over one script: where it is not enough, nothing is known of it."""


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
    suspects: list[int] | None = None
    if difference is not None and difference.same_table:
        otherwise = difference.judges_otherwise
        suspects = [number for number, step in enumerate(played) if step.act is not None and step.act.name in otherwise]
        if not suspects:
            return None
    referee = Referee(rulebook, budget)
    try:
        # The true table is at hand for each act: without it every act before would be carried out again.
        return _first_answer(referee, played) if suspects is None else _first_verdict(referee, played, suspects)
    except (Unanswered, NoPosition):
        return None


def _first_verdict(referee: Referee, played: Trace, suspects: Sequence[int]) -> Divergence | None:
    """The first act that is judged differently, where nothing else can differ."""
    for number in suspects:
        step = played[number]
        assert step.before is not None and step.act is not None
        try:
            if (determined(referee.after(step.before.cells, step.act)) is not None) is isinstance(step.said, Legal):
                continue
            return Divergence(number, answer(referee, Table(step.before.cells), step.request).said)
        except RulesFault:
            return Divergence(number)
    return None


def _first_answer(referee: Referee, played: Trace) -> Divergence | None:
    """The first answer that differs, every request being put to the other rulebook."""
    table: Table | None = None
    for number, step in enumerate(played):
        try:
            other = answer(referee, table, step.request)
        except RulesFault:
            return Divergence(number)
        if other.said != step.said:
            return Divergence(number, other.said)
        table = other.table
    return None
