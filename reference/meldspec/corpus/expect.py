"""What the rules expect of a list of requests: the answers that the reference itself would give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from meldspec.corpus.observe import begin_from_request, observation
from meldspec.engine.acts import ActError, act_from_action
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.step import Table, Verdict, step

Request = Mapping[str, Any]
Expect = dict[str, Any]


def answer(rulebook: Rulebook, table: Table | None, request: Request) -> tuple[Expect, Table | None, Verdict | None]:
    """What the rules expect of one request, the table after it, and for an act the verdict with its lines."""
    if request["cmd"] == "deal":
        table = begin_from_request(rulebook, request)
        return {"observation": observation(rulebook, table)}, table, None
    assert table is not None, "an act before any deal"
    try:
        act = act_from_action(rulebook, request["seat"], request["action"])
    except ActError as error:
        said = "unsupported" if error.unknown else "illegal"
        return {"verdict": said}, table, Verdict(False, (), (), str(error))
    verdict, table = step(rulebook, table, act)
    if not verdict.legal:
        return {"verdict": "illegal"}, table, verdict
    return {"verdict": "legal", "observation": observation(rulebook, table)}, table, verdict


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
