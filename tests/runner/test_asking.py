"""What is asked first, and which cases come before others for it."""

import sys
from collections.abc import Callable, Sequence
from io import StringIO
from random import Random
from typing import Any

from rich.console import Console
from tests.runner.conftest import DEALT, DRAW, DRAWN, ILLEGAL, ILLEGAL_DISCARD, raw_case

from meldspec.protocol.case import Case, case_from_json
from meldspec.runner.asking import Pool
from meldspec.runner.print import print_report
from meldspec.runner.report_files import report_to_json
from meldspec.runner.run import run
from meldspec.runner.traits import Asked

MakeCommand = Callable[..., list[str]]
FOUR_ONLY = """
import json, os, sys
print(os.getpid(), file=open(os.environ["FAKE_PIDS"], "a"), flush=True)
who = {"implementation": {"name": "Four", "version": "1", "language": "Python"}, "variants": ["mini"]}
for line in sys.stdin:
    request = json.loads(line)
    said = {"hello": who, "bye": {}}.get(request["cmd"], {"observation": {"turn": 0, "stock": 4, "hands": [["7C", "8D"]]}})
    reply = {"unsupported": {"why": "four only"}} if request.get("seats") == 2 else {"ok": said}
    print(json.dumps({"seq": request["seq"], **reply}), flush=True)
"""
"""An engine that deals to four alone."""


def dealt(name: str, seats: int = 4, **fields: Any) -> Case:
    """A case of one deal for so many players."""
    raw = raw_case(name, [], [DEALT])
    raw["requests"][0] |= {"seats": seats, **fields}
    return case_from_json(raw)


def at_two(clauses: int = 9) -> list[Case]:
    """Cases of some clauses, of which the first two can be shown at two and at four; at two it is shorter."""
    plain = [dealt(f"clause-{number}/effect-1") for number in range(clauses)]
    long = []
    for number in (0, 1):
        raw = raw_case(f"clause-{number}/effect-2", [DRAW, ILLEGAL_DISCARD], [DEALT, DRAWN, ILLEGAL])
        raw["requests"][0]["seats"] = 4
        long.append(case_from_json(raw))
    return [*(dealt(f"clause-{number}/effect-1", 2) for number in (0, 1)), *long, *plain[2:]]


def order(pool: Pool, asked: Sequence[Asked] = ()) -> list[str]:
    """In which order the cases are played that are not played first."""
    return [case.id.removeprefix("mini/") for case in pool.in_order(asked)]


def test_what_a_choice_hangs_on_is_asked() -> None:
    """Where a clause can be shown at two or at four that is asked, by the plainest case; where no choice hangs on it nothing is."""
    pool = Pool(at_two())
    assert {what: case.id for what, case in pool.probes}["2 players"] == "mini/clause-0/effect-1"
    assert Pool([dealt(f"clause-{number}/effect-1", number) for number in (2, 4, 6)]).probes == ()


def test_what_cannot_be_expressed_comes_last() -> None:
    """Of the cases of a clause the plainest comes first, but not if it is about what is not taken."""
    asked = (Asked("2 players", False),)
    assert order(Pool(at_two()), asked).index("clause-1/effect-2") < order(Pool(at_two()), asked).index("clause-2/effect-1")
    pool = Pool(at_two())
    assert order(pool, asked)[-1] == "clause-1/effect-1"
    assert order(pool, (Asked("2 players", True),))[0] == "clause-1/effect-1"


def test_the_order_of_the_corpus_decides_nothing_else() -> None:
    """Which case is the plainest of its clause, and which are played first, is the same in whatever order they come."""
    cases = at_two()
    first = {what: case.id for what, case in Pool(cases).probes}
    Random(3).shuffle(cases)
    assert {what: case.id for what, case in Pool(cases).probes} == first
    told = order(Pool(cases))
    assert told.index("clause-1/effect-1") < told.index("clause-1/effect-2")


def test_the_report_tells_what_was_learnt() -> None:
    """Who plays at four alone is told so, it is no finding, and as many processes as there are come to the same."""
    cases = [one for one in at_two() if len(one.requests) == 1]
    cases += [dealt(f"clause-{number}/effect-3") for number in (0, 1)]
    command = [sys.executable, "-S", "-E", "-c", FOUR_ONLY]
    report = run(cases, command, variant="mini", timeout=60)
    assert report.asked == (Asked("2 players", False, "mini/clause-0/effect-1"),)
    assert report.findings == ()
    assert report.exit_code == 0
    console = Console(file=StringIO(), width=100)
    print_report(report, console)
    assert isinstance(console.file, StringIO)
    assert "it does not take: 2 players" in console.file.getvalue()
    assert report_to_json(report)["asked"] == [{"what": "2 players", "takes": False, "case": "mini/clause-0/effect-1"}]
    beside = run(cases, command, variant="mini", timeout=60, jobs=2)
    assert {**report_to_json(beside), "seconds": 0} == {**report_to_json(report), "seconds": 0}


def test_a_feature_is_told_by_hello() -> None:
    """Who does not claim lists of legal acts is not asked for one."""
    lists = case_from_json(raw_case("a/effect-1", [], [DEALT]))
    raw = raw_case("a/effect-2", [], [DEALT, {"actions": []}])
    raw["requests"].append({"cmd": "legal", "seat": 0})
    pool = Pool([lists, case_from_json(raw), *(dealt(f"b-{number}/effect-1") for number in range(9))])
    assert [what for what, _ in pool.probes] == []
    assert Asked("lists of legal acts", False) in pool.asked({})
    claiming = Pool(pool.cases, ["enumerate"])
    assert "lists of legal acts" in dict(claiming.probes)
