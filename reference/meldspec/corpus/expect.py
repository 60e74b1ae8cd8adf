"""What the rules expect of requests, as the reference itself would answer, and where another rulebook first answers otherwise."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import assert_never

from meldspec.corpus.mutation.footprint import Difference
from meldspec.engine.lookahead.hints import Hints
from meldspec.engine.play import legal
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered, Verdict, determined
from meldspec.position.request import NoPosition, table_from_position
from meldspec.protocol.actions import ActError, act_from_action, action_from_act
from meldspec.protocol.messages import (
    Action,
    ActRequest,
    CaseRequest,
    DealRequest,
    Dealt,
    Enumerated,
    Expected,
    Illegal,
    Legal,
    LegalRequest,
    Observation,
    PositionRequest,
    Unsupported,
)
from meldspec.protocol.observe import begin_from_request, observation
from meldspec.table.faults import RulesFault
from meldspec.table.table import Act, Table


@dataclass(frozen=True)
class Step:
    """One request put to the rules: what they expect, the tables before and after it, and for an act that is known the verdict with
    its lines; one that is not known at all, or not of that shape, has a verdict that says why, and is no act."""

    request: CaseRequest
    before: Table | None
    said: Expected
    table: Table | None
    verdict: Verdict | None = None
    act: Act | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """The ids of the lines that refuse or permit an act."""
        return () if self.verdict is None else tuple(tag.line for tag in self.verdict.lines)


Observe = Callable[[Rulebook, Table], Observation]
"""How a table is shown."""
Trace = tuple[Step, ...]
"""Requests that were put to the rules one after another, each to the table that the one before has led to."""


def set_out(rulebook: Rulebook, before: Table | None, request: CaseRequest, begun: Table, observe: Observe = observation) -> Step:
    """The step of a request that sets out a table, be it a deal or a position."""
    return Step(request, before, Dealt(observe(rulebook, begun)), begun)


def answer(referee: Referee, table: Table | None, request: CaseRequest, observe: Observe = observation) -> Step:
    """What the rules expect of one request.

    Raises Unanswered where the verdict, or whether an act is legal, is undetermined.
    """
    rulebook = referee.rulebook
    match request:
        case DealRequest():
            return set_out(rulebook, table, request, begin_from_request(rulebook, request), observe)
        case PositionRequest():
            return set_out(rulebook, table, request, table_from_position(rulebook, request), observe)
        case LegalRequest():
            assert table is not None, "a question before any deal"
            return Step(request, table, Enumerated(actions(referee, table, request.seat)), table)
        case ActRequest():
            assert table is not None, "an act before any deal"
            return _judged(referee, table, request, observe)
        case _:
            assert_never(request)


def _judged(referee: Referee, table: Table, request: ActRequest, observe: Observe) -> Step:
    """The answer to an act."""
    try:
        act = act_from_action(referee.rulebook, request.seat, request.action)
    except ActError as error:
        said = Unsupported(verdict="unsupported") if error.unknown else Illegal()
        return Step(request, table, said, table, Verdict(False, (), (), str(error)))
    answered, after = referee.play(table, act)
    verdict = determined(answered)
    legal = Legal(observe(referee.rulebook, after)) if verdict.legal else Illegal()
    return Step(request, table, legal, after, verdict, act)


def quick_answer(referee: Referee, table: Table | None, request: CaseRequest, observe: Observe = observation) -> Step:
    """The same without reasons, for who needs none: the step of an act has no verdict, and no more was looked at than decides.

    Raises Unanswered where `answer` does.
    """
    if not isinstance(request, ActRequest) or table is None:
        return answer(referee, table, request, observe)
    try:
        act = act_from_action(referee.rulebook, request.seat, request.action)
        after = legal(referee, table.cells, act)
    except (ActError, Unanswered):
        # What looks ahead is asked last; where that comes to no answer, another line that looks ahead may refuse all the same.
        return answer(referee, table, request, observe)
    if after is None:
        return Step(request, table, Illegal(), table, act=act)
    led_to = Table(after)
    return Step(request, table, Legal(observe(referee.rulebook, led_to)), led_to, act=act)


def actions(referee: Referee, table: Table, seat: int) -> tuple[Action, ...]:
    """Every legal action of a seat with at most one play, cards told apart by their looks; none for a seat that is not there."""
    if seat >= referee.rulebook.layout.seats:
        return ()
    found = referee.legal_acts(table.cells, seat)
    return tuple(action_from_act(referee.rulebook, act) for act, after in found if determined(after))


def steps(referee: Referee, requests: Sequence[CaseRequest], observe: Observe = observation) -> Iterator[Step]:
    """A deal or a position and what follows it, request by request; what comes after is not worked out before it is asked for."""
    table: Table | None = None
    for request in requests:
        step = answer(referee, table, request, observe)
        table = step.table
        yield step


def trace(referee: Referee, requests: Sequence[CaseRequest]) -> Trace:
    """The same played once to the end."""
    return tuple(steps(referee, requests))


def expectations(referee: Referee, requests: Sequence[CaseRequest]) -> tuple[Expected, ...]:
    """What the rules expect of a deal and the acts that follow it, one answer a request."""
    return tuple(step.said for step in steps(referee, requests))


def until_broken(rulebook: Rulebook, requests: Sequence[CaseRequest]) -> tuple[Expected, ...]:
    """The same of another rulebook, up to where its rules break."""
    found: list[Expected] = []
    with suppress(RulesFault):
        for step in steps(Referee(rulebook), requests):
            found.append(step.said)
    return tuple(found)


def first_difference(referee: Referee, requests: Sequence[CaseRequest], expect: Sequence[Expected]) -> tuple[int, Expected] | None:
    """The first request that a rulebook answers otherwise than expected, and its answer; none where they agree throughout."""
    mine = enumerate(step.said for step in steps(referee, requests))
    return next(((number, said) for number, said in mine if said != expect[number]), None)


# ── where another rulebook answers otherwise ────────────────────────────────────────────────────────────────────────────────

BUDGET = 3_000
"""How many acts the look-ahead of another rulebook may try over one script: where it is not enough, nothing is known of it."""


@dataclass(frozen=True)
class Divergence:
    """The first request that another rulebook answers differently, and its answer; none where its rules break there, with the
    fault that they have."""

    number: int
    answer: Expected | None = None
    fault: str = ""


def first_divergence(
    rulebook: Rulebook,
    played: Trace,
    difference: Difference | None = None,
    budget: int = BUDGET,
    observe: Observe = observation,
    hints: Hints | None = None,
) -> Divergence | None:
    """Where a trace tells another rulebook from the true one; none where that agrees, comes to no answer, or has no such position.

    Where their difference says that the two keep the same table only the acts that they judge differently are tried, each where the
    true rules have led to. A referee of its own judges, so that the answer does not hang on what was played before; what could be
    done by the true rules may be told it (`hints`).
    """
    referee, table = Referee(rulebook, budget, hints), None
    for number, step in enumerate(played):
        try:
            if difference is not None and difference.same_table:
                if _judged_alike(referee, difference, step):
                    continue
                # The true table is at hand for each act: without it every act before would be carried out again.
                table = step.before
            other = quick_answer(referee, table, step.request, observe)
        except RulesFault as fault:
            return Divergence(number, fault=str(fault))
        except (Unanswered, NoPosition):
            return None
        if other.said != step.said:
            return Divergence(number, other.said)
        table = other.table
    return None


def _judged_alike(referee: Referee, difference: Difference, step: Step) -> bool:
    """Whether rules that keep the same table judge a step as the true ones have; found out without reasons and observations."""
    if isinstance(step.request, LegalRequest):
        # Any act may be in the list.
        return not difference.judges_otherwise
    if step.act is None or step.before is None or step.act.name not in difference.judges_otherwise:
        return True
    return (determined(referee.after(step.before.cells, step.act)) is not None) is isinstance(step.said, Legal)
