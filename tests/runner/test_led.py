"""An implementation that takes no positions is led to the tables of such cases, and is held only to what comes after."""

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from meldspec.cli._run import held_to
from meldspec.cli._shared import Rules
from meldspec.data import folder
from meldspec.engine.rulebook import Library
from meldspec.protocol.case import Case, load_cases
from meldspec.protocol.fields import ABSENT
from meldspec.protocol.messages import DealRequest, Dealt, Legal, PositionRequest
from meldspec.runner.held_to import HeldTo
from meldspec.runner.led import as_played, led
from meldspec.runner.log import Log
from meldspec.runner.outcome import Kind
from meldspec.runner.report import Report
from meldspec.runner.run import run

PROXY = """
import json, subprocess, sys
right = subprocess.Popen([sys.executable, "-m", "meldspec", "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
refused, acts = int(sys.argv[1]), 0
for line in sys.stdin:
    request = json.loads(line)
    assert request["cmd"] != "position", "it was asked for a position"
    acts = 0 if request["cmd"] == "deal" else acts + (request["cmd"] == "act")
    right.stdin.write(line)
    right.stdin.flush()
    answer = json.loads(right.stdout.readline())
    if request["cmd"] == "hello":
        answer["ok"]["features"] = []
    if request["cmd"] == "act" and acts == refused:
        answer["ok"] = {"verdict": "illegal"}
    print(json.dumps(answer), flush=True)
"""
"""The rules as an engine that takes no positions, and that refuses one act of every deal, the first, the second, …, or none (0)."""


@pytest.fixture(scope="module")
def rules() -> HeldTo:
    """The rules of ordinary Canasta."""
    return HeldTo.of(Library.read(), "canasta")


def witnessed() -> list[Case]:
    """A few cases of ordinary Canasta whose position some acts lead to, the shortest first."""
    cases = load_cases(folder("conformance") / "corpus", "canasta")
    some = [case for case in cases if case.witness is not ABSENT and len(case.witness.requests) > 2]
    return sorted(some, key=lambda case: (len(case.witness.requests) if case.witness else 0, case.id))[:6]


def held(tmp_path: Path, rules: HeldTo, refused: int, cases: Sequence[Case]) -> Report:
    """Cases put to the engine."""
    (tmp_path / "engine.py").write_text(PROXY)
    command = [sys.executable, str(tmp_path / "engine.py"), str(refused)]
    return run(cases, command, variant="canasta", rules=rules, timeout=30)


def test_whoever_is_right_passes(tmp_path: Path, rules: HeldTo) -> None:
    """Led to the tables by deals and acts the reference passes all of the cases, and no position is asked for."""
    assert {one.kind for one in held(tmp_path, rules, 0, witnessed()).outcomes} == {Kind.PASSED}


def test_whoever_goes_wrong_on_the_way_is_not_accused(tmp_path: Path, rules: HeldTo) -> None:
    """Who refuses the first draw never comes to the tables: nothing is found there, and it is said."""
    report = held(tmp_path, rules, 1, witnessed())
    assert {one.kind for one in report.outcomes} == {Kind.UNREACHED}
    assert not report.findings


def test_whoever_goes_wrong_at_the_table_is(tmp_path: Path, rules: HeldTo) -> None:
    """Who refuses the first act at the table, a draw, is found out there and not before."""
    draws = next(case for case in witnessed() if isinstance(case.expect[1], Legal))
    assert draws.witness is not ABSENT
    report = held(tmp_path, rules, len(draws.witness.requests), [draws])
    assert [(one.kind, one.step) for one in report.outcomes] == [(Kind.FAILED, len(draws.witness.requests))]
    assert report.findings


def test_a_case_is_led_to_its_own_table(rules: HeldTo) -> None:
    """What is expected of the last act on the way is the table that the position sets out, and after it all is as it was."""
    for case in witnessed():
        longer = led(case, rules.expectations, rules.readings)
        before = longer.led
        assert isinstance(case.requests[0], PositionRequest) and isinstance(longer.requests[0], DealRequest)
        assert longer.requests[before:] == case.requests[1:] and longer.expect[before:] == case.expect[1:]
        last, table = longer.expect[before - 1], case.expect[0]
        assert isinstance(last, Legal) and isinstance(table, Dealt) and last.observation == table.observation


def test_without_the_rules_it_stays_a_position() -> None:
    """Where no rules are at hand nobody knows what to expect on the way."""
    case = witnessed()[0]
    assert led(case, None, {}) is case


def test_a_run_that_leads_goes_on_from_its_log(tmp_path: Path, rules: HeldTo) -> None:
    """The log of a run against who takes no positions has the longer cases: it goes on where it was cut off."""
    (tmp_path / "engine.py").write_text(PROXY)
    command, cases, log = [sys.executable, str(tmp_path / "engine.py"), "0"], witnessed()[:2], tmp_path / "run.jsonl"
    with closing(Log.begun(log, {})) as begun:
        whole = run(cases, command, variant="canasta", rules=rules, timeout=30, log=begun)
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:-2]))
    with closing(Log.resumed(log, {}, lambda hello: as_played(cases, hello, rules.expectations, rules.readings))) as resumed:
        again = run(cases, command, variant="canasta", rules=rules, timeout=30, log=resumed)
    assert again.outcomes == whole.outcomes and len(log.read_bytes().splitlines()) == len(lines)


def test_the_rules_are_read_whatever_the_cases_are() -> None:
    """A case that tells no readings apart is led to as well, and its clause is told; of a game without rules nothing is known."""
    assert held_to("canasta", Rules())[0].expectations is not None
    assert held_to("mini", Rules()) == (HeldTo(), None)
