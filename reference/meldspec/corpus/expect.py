"""What the rules expect of a list of requests: the answers that the reference itself would give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meldspec.engine.acts import ActError, act_from_action, action_from_act
from meldspec.engine.candidates import legal_acts
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.step import Verdict, step
from meldspec.position.request import table_from_position
from meldspec.protocol.observe import begin_from_request, observation
from meldspec.table.table import Table

Request = Mapping[str, Any]
Expect = dict[str, Any]
BEGIN = {"deal": begin_from_request, "position": table_from_position}
"""How the requests that begin anew make a table."""


def answer(rulebook: Rulebook, table: Table | None, request: Request) -> tuple[Expect, Table | None, Verdict | None]:
    """What the rules expect of one request, the table after it, and for an act the verdict with its lines."""
    if request["cmd"] in BEGIN:
        table = BEGIN[request["cmd"]](rulebook, request)
        return {"observation": observation(rulebook, table)}, table, None
    assert table is not None, "an act before any deal"
    if request["cmd"] == "legal":
        return {"actions": actions(rulebook, table, request["seat"])}, table, None
    try:
        act = act_from_action(rulebook, request["seat"], request["action"])
    except ActError as error:
        said = "unsupported" if error.unknown else "illegal"
        return {"verdict": said}, table, Verdict(False, (), (), str(error))
    verdict, table = step(rulebook, table, act)
    if not verdict.legal:
        return {"verdict": "illegal"}, table, verdict
    return {"verdict": "legal", "observation": observation(rulebook, table)}, table, verdict


def actions(rulebook: Rulebook, table: Table, seat: int) -> list[dict[str, Any]]:
    """Every legal action of a seat with at most one play, cards told apart by their looks; none for a seat that is not there."""
    if seat >= rulebook.layout.seats:
        return []
    return [action_from_act(rulebook, act) for act, _ in legal_acts(rulebook, table.cells, seat)]


def expectations(rulebook: Rulebook, requests: Sequence[Request]) -> list[Expect]:
    """What the rules expect of a deal and the acts that follow it, one answer a request."""
    table: Table | None = None
    found = []
    for request in requests:
        expect, table, _ = answer(rulebook, table, request)
        found.append(expect)
    return found


def first_difference(rulebook: Rulebook, requests: Sequence[Request], expect: Sequence[Expect]) -> tuple[int, Expect] | None:
    """The first request that a rulebook answers otherwise than expected, and its answer; none where they agree throughout."""
    table: Table | None = None
    for number, request in enumerate(requests):
        mine, table, _ = answer(rulebook, table, request)
        if mine != expect[number]:
            return number, mine
    return None


def lines_behind(rulebook: Rulebook, requests: Sequence[Request]) -> list[list[str]]:
    """For every request the ids of the lines that refuse or permit it."""
    table: Table | None = None
    found = []
    for request in requests:
        _, table, verdict = answer(rulebook, table, request)
        found.append([] if verdict is None else [tag.line for tag in verdict.lines])
    return found
