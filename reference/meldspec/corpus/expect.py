"""What the rules expect of a list of requests: the answers that the reference itself would give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Verdict, determined
from meldspec.position.request import table_from_position
from meldspec.protocol.actions import ActError, act_from_action, action_from_act
from meldspec.protocol.messages import (
    Action,
    Beginning,
    CaseRequest,
    DealRequest,
    Dealt,
    Enumerated,
    Expected,
    Illegal,
    Legal,
    LegalRequest,
    PositionRequest,
    Unsupported,
)
from meldspec.protocol.observe import begin_from_request, observation
from meldspec.table.table import Table


def begun(rulebook: Rulebook, request: Beginning) -> Table:
    """The table that a request which begins anew makes."""
    return begin_from_request(rulebook, request) if isinstance(request, DealRequest) else table_from_position(rulebook, request)


def answer(referee: Referee, table: Table | None, request: CaseRequest) -> tuple[Expected, Table | None, Verdict | None]:
    """What the rules expect of one request, the table after it, and for an act the verdict with its lines.

    Raises Unanswered where the verdict, or whether an act is legal, is undetermined.
    """
    rulebook = referee.rulebook
    if isinstance(request, DealRequest | PositionRequest):
        table = begun(rulebook, request)
        return Dealt(observation(rulebook, table)), table, None
    assert table is not None, "an act before any deal"
    if isinstance(request, LegalRequest):
        return Enumerated(actions(referee, table, request.seat)), table, None
    try:
        act = act_from_action(rulebook, request.seat, request.action)
    except ActError as error:
        said = Unsupported(verdict="unsupported") if error.unknown else Illegal()
        return said, table, Verdict(False, (), (), str(error))
    answered, table = referee.play(table, act)
    verdict = determined(answered)
    return Legal(observation(rulebook, table)) if verdict.legal else Illegal(), table, verdict


def actions(referee: Referee, table: Table, seat: int) -> tuple[Action, ...]:
    """Every legal action of a seat with at most one play, cards told apart by their looks; none for a seat that is not there."""
    if seat >= referee.rulebook.layout.seats:
        return ()
    found = referee.legal_acts(table.cells, seat)
    return tuple(action_from_act(referee.rulebook, act) for act, after in found if determined(after))


def answers(referee: Referee, requests: Sequence[CaseRequest]) -> Iterator[tuple[Expected, Table | None, Verdict | None]]:
    """What the rules expect of a deal and the acts that follow it, request by request."""
    table: Table | None = None
    for request in requests:
        said, table, verdict = answer(referee, table, request)
        yield said, table, verdict


def expectations(referee: Referee, requests: Sequence[CaseRequest]) -> tuple[Expected, ...]:
    """What the rules expect of a deal and the acts that follow it, one answer a request."""
    return tuple(said for said, _, _ in answers(referee, requests))


def first_difference(referee: Referee, requests: Sequence[CaseRequest], expect: Sequence[Expected]) -> tuple[int, Expected] | None:
    """The first request that a rulebook answers otherwise than expected, and its answer; none where they agree throughout."""
    mine = enumerate(said for said, _, _ in answers(referee, requests))
    return next(((number, said) for number, said in mine if said != expect[number]), None)


def lines_behind(referee: Referee, requests: Sequence[CaseRequest]) -> tuple[tuple[str, ...], ...]:
    """For every request the ids of the lines that refuse or permit it."""
    found = (verdict for _, _, verdict in answers(referee, requests))
    return tuple(() if verdict is None else tuple(tag.line for tag in verdict.lines) for verdict in found)
