"""Whose red threes are replaced first nobody at a table can see, and nobody is failed for it, whatever the order."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.conformance.by_hand import shelf
from tests.conformance.quiet import Quiet
from tests.conformance.test_company import InProcess
from tests.conformance.test_reference import QUIET
from tests.judge.spoilt import cases_of

from meldspec.book.library import read_library
from meldspec.data import folder
from meldspec.engine.rulebook import Library
from meldspec.judge.judgement import Verdict, judge
from meldspec.judge.oracle import Oracle, Transcript, agrees
from meldspec.protocol.agreement import dealt_unseen
from meldspec.protocol.case import Case
from meldspec.protocol.fields import ABSENT
from meldspec.protocol.messages import DealRequest, Dealt, Observation, Side
from meldspec.runner.held_to import HeldTo
from meldspec.runner.outcome import AGREED, Kind
from meldspec.runner.recomputed import Recomputed
from meldspec.runner.report import ExitCode, Report
from meldspec.runner.run import run

FIRST = "deal.replace-threes.first"
SERVED = "define a player is served-now: yes"
BACKWARDS = """define a player is served-now:
        no other in seats
          has (other is due-to-draw and other is next-in-line and the seat of other is above the seat of player)"""
"""The highest seat first: an order that no reading names."""


@pytest.fixture(scope="module")
def backwards(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The rules, but red threes are replaced from the highest seat down."""
    place = tmp_path_factory.mktemp("backwards") / "spec"
    shutil.copytree(folder("spec"), place)
    told: Path = place / "canasta" / "20-deal.rules"
    text = told.read_text(encoding="utf-8")
    assert text.count(SERVED) == 1
    told.write_text(text.replace(SERVED, BACKWARDS), encoding="utf-8")
    return Library(read_library(place))


@pytest.fixture(scope="module")
def apart(backwards: Library) -> list[Case]:
    """The cases of ordinary Canasta that are dealt otherwise so."""
    dealt = (case for case in cases_of("canasta") if isinstance(case.requests[0], DealRequest))
    return [case for case in dealt if not agrees(case.expect[0], next(iter(Recomputed(backwards)(case, {}))))]


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch, backwards: Library) -> Iterator[None]:
    """An implementation that deals so, in the test's own process."""

    class Backwards(InProcess):
        """The reference with that one line otherwise."""

        def __init__(self, command: Sequence[str], household: object) -> None:
            self.server = Quiet.of(backwards, *command[-3:])

    monkeypatch.setattr("meldspec.runner.run.Child", Backwards)
    yield


def held(cases: Sequence[Case], rules: HeldTo) -> Report:
    """An implementation, held against some cases."""
    return run(cases, [*QUIET, "canasta", "{}", "claims"], variant="canasta", timeout=60, rules=rules)


@pytest.fixture(scope="module")
def rules() -> HeldTo:
    """The rules of ordinary Canasta."""
    return HeldTo.of(shelf(), "canasta", localise=False)


def test_the_books_say_of_what_nobody_can_see_that_it_is_so() -> None:
    """The order of red threes is such a question where no source names one; Kadner's sheet names it, and there it is a rule."""
    assert shelf().unseen("canasta") == shelf().unseen("railroad") == {FIRST}
    assert shelf().unseen("manzana") == {"deal.upcard.first"}
    assert shelf().unseen("kadner") == frozenset()


@pytest.mark.usefixtures("in_process")
def test_an_order_that_no_reading_names_fails_nobody(apart: list[Case], rules: HeldTo) -> None:
    """Who serves the highest seat first conforms: what hangs on who holds which card is left aside, and that is said."""
    report = held(apart, rules)
    left = [one for one in report.outcomes if one.kind is Kind.UNDECIDED]
    assert {one.kind for one in report.outcomes} - AGREED == {Kind.UNDECIDED}
    assert {one.questions for one in left} == {(FIRST,)}
    assert report.findings == ()
    assert [one.question for one in report.readings if one.failed] == []
    assert report.exit_code is ExitCode.CONFORMS


@pytest.mark.usefixtures("in_process")
def test_where_an_order_is_a_rule_another_one_is_a_failure(apart: list[Case], rules: HeldTo) -> None:
    """The same implementation is failed where nothing says that nobody can see it."""
    assert Kind.FAILED in {one.kind for one in held(apart, replace(rules, unseen=frozenset())).outcomes}


def test_the_judge_leaves_it_aside_too(backwards: Library, apart: list[Case]) -> None:
    """It is held against nobody by the judge either, nor that somebody deals now so and now otherwise."""
    readings = [{}, {FIRST: "from-the-dealer"}, {FIRST: "by-seats"}]
    same = [Transcript(case, tuple(Recomputed(backwards)(case, {}))) for case in apart]
    mixed = [Transcript(case, tuple(Recomputed(shelf())(case, readings[n % 3]))) for n, case in enumerate(apart)]
    oracle = Oracle(shelf().readings("canasta"), Recomputed(shelf()), shelf().unseen("canasta"))
    for transcripts in (same, mixed):
        judged = judge(oracle, transcripts).cases
        assert [one.transcript.case.id for one in judged if one.verdict is Verdict.DEPARTS] == []


def seen(hands: str, threes: tuple[int, int] = (1, 1), stock: int = 1) -> Dealt:
    """What is seen after the deal, hand by hand."""
    sides = tuple(Side(melds=(), red_threes=n) for n in threes)
    return Dealt(Observation(hands=tuple(tuple(hand.split()) for hand in hands.split("/")), sides=sides, stock=stock))


@pytest.mark.parametrize(
    ("found", "unseen"),
    [
        (seen("KC 5C/QC 4C"), True),
        (seen("KC 4C/QC 5C"), False),
        (seen("KC 5C/QC 6C"), False),
        (seen("KC/QC 4C 5C"), False),
        (seen("QC 5C/KC 4C"), False),
        (seen("KC 5C/QC 4C", (2, 0)), True),
        (seen("KC 5C/QC 4C", (1, 0)), False),
        (seen("KC 5C/QC 4C", stock=2), False),
    ],
)
def test_what_nobody_can_see(found: Dealt, unseen: bool) -> None:
    """Two players with a red three each may get the two cards in either order; other cards, more of them, cards of the deal that
    change hands, a red three that is lost and a stock of another size can be seen."""
    raw = cases_of("canasta")[0].requests[0]
    assert isinstance(raw, DealRequest)
    request = replace(raw, hands=(("KC", "3D"), ("QC", "3H")), stock=("4C", "5C", "6C"))
    assert dealt_unseen(request, seen("KC 4C/QC 5C"), found) == unseen


def test_what_is_left_out_is_not_compared() -> None:
    """Who does not tell how many red threes lie, or nothing of the sides, has dealt no otherwise for that."""
    raw = cases_of("canasta")[0].requests[0]
    assert isinstance(raw, DealRequest)
    request = replace(raw, hands=(("KC", "3D"), ("QC", "3H")), stock=("4C", "5C", "6C"))
    found = seen("KC 5C/QC 4C").observation
    untold = (replace(found, sides=ABSENT), replace(found, sides=(Side(melds=()), Side(melds=()))))
    assert all(dealt_unseen(request, seen("KC 4C/QC 5C"), Dealt(one)) for one in untold)
