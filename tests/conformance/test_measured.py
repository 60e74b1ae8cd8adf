"""What is counted as a goal that was judged."""

from tests.conformance.measured import Goals, goals_of
from tests.conformance.pages_bugs import corpus

from meldspec.runner.outcome import Kind, Outcome
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


def test_where_nothing_can_be_expressed_there_is_no_share() -> None:
    """Who supports no case is judged on nothing."""
    assert goals([]).share == 0 and not goals([]).expressed
