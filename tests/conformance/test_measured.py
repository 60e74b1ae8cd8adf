"""What is counted as a goal that was judged."""

from collections import Counter

from tests.conformance.measured import Goals, fields_of, goals_of
from tests.conformance.pages_bugs import corpus

from meldspec.runner.outcome import Kind, Outcome, Share
from meldspec.runner.readings import Seen
from meldspec.runner.report import Report


def goals(kinds: list[Kind]) -> Goals:
    """The goals of the cases of one chapter, of which these came to so much and all others were not supported."""
    cases = [case for case in corpus("manzana") if case.id.startswith("manzana/turn.")]
    every = [*kinds, *[Kind.UNSUPPORTED] * (len(cases) - len(kinds))]
    outcomes = [Outcome(case, kind, shows=kind is Kind.PASSED) for case, kind in zip(cases, every, strict=True)]
    return goals_of(Report("manzana", (), None, tuple(outcomes)))


def test_a_goal_is_judged_by_the_case_that_goes_right() -> None:
    """A goal is judged where one of its cases goes right to its end."""
    found = goals([Kind.PASSED])
    assert len(found.judged) == len(found.expressed) == 1 and found.judged < found.every and found.share == 100


def test_a_goal_that_does_not_arise_is_none_of_those_to_be_judged() -> None:
    """Where every case of a goal goes another way, as the questions are read, it counts neither as judged nor as missed."""
    found = goals([Kind.ELSEWHERE])
    assert len(found.expressed) == 1 and not found.arising and not found.judged


def test_what_departs_for_another_reason_is_not_judged() -> None:
    """A case that departs, and no finding is booked on what it is about, judges nothing."""
    found = goals([Kind.FAILED])
    assert not found.judged and len(found.expressed) == 1 and found.share == 0


def test_the_limit_of_a_reading_that_is_not_followed_does_not_arise() -> None:
    """Who is seen to read a question otherwise is not asked how far the other reading goes."""
    (case,) = (one for one in corpus("canasta") if one.id == "canasta/opening.going-out.minimum/limit-either-way-1")
    for left, arises in (({"nobody-may"}, False), ({"either-way"}, True), ({"nobody-may", "either-way"}, True)):
        seen = Seen("opening.going-out.minimum", frozenset(left), {})
        found = goals_of(Report("canasta", (), None, (Outcome(case, Kind.FAILED),), (seen,)))
        assert bool(found.arising) is arises and found.expressed and not found.judged


def test_where_nothing_can_be_expressed_there_is_no_share() -> None:
    """Who supports no case is judged on nothing."""
    assert goals([]).share == 0 and not goals([]).expressed


def test_what_lies_in_fields_that_are_never_told_cannot_be_expressed() -> None:
    """Who never tells whether the match is over cannot show when it ends, though it departs in such a case before."""
    (case,) = (one for one in corpus("canasta") if one.id == "canasta/match.target/effect-1")
    assert fields_of(case) == {"match"}
    never = Share(Counter({"match": 1, "totals": 1}), Counter({"totals": 1}))
    report = Report("canasta", (), None, (Outcome(case, Kind.FAILED, share=never),))
    assert len(goals_of(report).every) == 1 and not goals_of(report).expressed


def test_what_shows_in_a_verdict_or_in_the_totals_as_well_can_be_expressed() -> None:
    """A limit that shows in what is allowed, and a score that shows in the totals, too, need no one field."""
    cases = {one.id: one for one in corpus("canasta")}
    assert fields_of(cases["canasta/meld.black-threes.moment/limit-last-2"]) == set()
    assert fields_of(cases["canasta/score.out/effect-1"]) == {"scores", "totals"}
