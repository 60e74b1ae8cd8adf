"""A reading that has an act of its own is followed by whoever says so: no case could tell it from a rule that is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from io import StringIO

import pytest
from rich.console import Console
from tests.conformance.by_hand import shelf
from tests.conformance.test_company import InProcess
from tests.conformance.test_reference import QUIET
from tests.judge.spoilt import cases_of

from meldspec.judge.judgement import Judgement
from meldspec.judge.oracle import Oracle
from meldspec.protocol.case import Case, Readings
from meldspec.runner.held_to import HeldTo
from meldspec.runner.judged import tell
from meldspec.runner.outcome import Kind
from meldspec.runner.play import Recording
from meldspec.runner.print import print_report
from meldspec.runner.print_findings import to_claim
from meldspec.runner.report import ExitCode, Report
from meldspec.runner.run import run
from meldspec.site.report_page import report_page

DUTY = "foot.pick-up.duty"
LEFT = f'{{"{DUTY}": "may"}}'
"""A foot comes to whoever says so by the act `fetch`, which no case has; so it never comes."""


@cache
def rules() -> HeldTo:
    """The rules of Pennies from Heaven."""
    return HeldTo.of(shelf(), "pennies", localise=False)


@pytest.fixture(autouse=True)
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reference in the test's own process."""
    monkeypatch.setattr("meldspec.runner.run.Child", InProcess)


def feet() -> list[Case]:
    """The cases about taking up the foot, and about that question."""
    return [case for case in cases_of("pennies") if case.subject in ("foot.pick-up", DUTY)]


def held(readings: str, claims: str, cases: Sequence[Case]) -> Report:
    """The reference under some readings, of which it says nothing or which it claims."""
    return run(cases, [*QUIET, "pennies", readings, claims], variant="pennies", timeout=60, rules=rules())


def test_only_one_reading_of_all_has_an_act_of_its_own() -> None:
    """In Pennies from Heaven a player may say that the foot is taken up, by one reading."""
    assert shelf().own_acts("pennies") == {(DUTY, "may")}
    assert shelf().own_acts("canasta") == frozenset()


def test_who_never_gives_a_foot_is_wrong_unless_that_reading_is_claimed() -> None:
    """The foot is taken up after the discard; who gives none, and does not say that players ask for it, is found out."""
    assert feet()
    quiet, claimed = held(LEFT, "nothing", feet()), held(LEFT, "claims", feet())
    assert Kind.FAILED in {one.kind for one in quiet.outcomes}
    assert quiet.exit_code is ExitCode.DIFFERS
    assert Kind.FAILED not in {one.kind for one in claimed.outcomes}
    assert {one.question: one.claim for one in claimed.readings}[DUTY] == "may"


def test_causes_are_looked_for_among_the_same_readings(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a single wrong line explains is held against nobody's reading either: else a second mistake would hide the first."""
    asked: list[Oracle] = []

    def told(report: Report, judgement: Judgement, recordings: Mapping[str, Recording], oracle: Oracle, claims: Readings) -> None:
        asked.append(oracle)
        tell(report, judgement, recordings, oracle, claims)

    monkeypatch.setattr("meldspec.runner.run.tell", told)
    held(LEFT, "nothing", feet())
    held(LEFT, "claims", feet())
    assert ["may" in oracle.readings[DUTY] for oracle in asked] == [False, True]
    assert ["may" in oracle.of_anybody().readings[DUTY] for oracle in asked] == [True, True]


def test_the_report_says_what_to_claim() -> None:
    """Whoever plays by that reading learns from the finding, on screen as on a page, that it is to be claimed."""
    report = held(LEFT, "nothing", feet())
    (finding,) = report.findings
    told = f"Whoever reads {DUTY} as may, which has an act of its own, claims that in the answer to hello."
    assert list(to_claim(finding, rules())) == [told]
    print_report(report, Console(file=(screen := StringIO()), width=200))
    assert told in screen.getvalue()
    assert told in report_page(report)


def test_who_gives_the_foot_need_claim_nothing() -> None:
    """The default reading has no act of its own, and is found out from the answers as any other."""
    assert {one.kind for one in held("{}", "nothing", feet()).outcomes} == {Kind.PASSED}


def test_a_claim_leaves_all_other_readings_open() -> None:
    """Of the readings only those with an act of their own that nobody claims are set aside."""
    oracle = Oracle({"one": ("a", "b", "c"), "two": ("a", "b")}, None, own_acts=frozenset({("one", "c"), ("two", "b")}))
    assert oracle.of_claims({}).readings == {"one": ["a", "b"], "two": ["a"]}
    assert oracle.of_claims({"one": "c"}).readings == {"one": ["a", "b", "c"], "two": ["a"]}
    assert oracle.of_claims({"two": "a"}).readings == {"one": ["a", "b"], "two": ["a"]}
    assert oracle.of_claims({"one": "c", "two": "b"}).readings == oracle.readings
