"""Who counts a score below zero as none is told so once, whatever it was that cost a side more than it had."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.judge.spoilt import cases_of, found, oracle_of
from tests.sampling import sampled

from meldspec.judge.findings import Finding
from meldspec.judge.floored import FLOORED, scores_of
from meldspec.judge.judgement import judge
from meldspec.judge.oracle import Transcript
from meldspec.protocol.fields import ABSENT
from meldspec.protocol.messages import Answer, Dealt, Legal
from meldspec.runner.told_finding import cause_words, headline

Counted = Callable[[int], int]
"""What a side's points are counted as."""


def told(counted: Counted) -> tuple[Finding, ...]:
    """What is found of an implementation of Manzana that is right in all but in what it counts the points of a deal as."""
    transcripts = [Transcript(case, answered(case.expect, counted)) for case in cases_of("manzana")]
    return found("manzana", judge(oracle_of("manzana"), transcripts))


def answered(expect: tuple[Answer, ...], counted: Counted) -> tuple[Answer, ...]:
    """The answers to a case, up to the first deal that has ended: what comes after may hang on what it was counted as."""
    for step, said in enumerate(expect):
        scores = scores_of(said)
        if scores and isinstance(said, Dealt | Legal):
            mine, seen = tuple(map(counted, scores)), said.observation
            assert seen.totals is not ABSENT
            totals = tuple(total + got - score for total, got, score in zip(seen.totals, mine, scores, strict=True))
            return (*expect[:step], replace(said, observation=replace(seen, scores=mine, totals=totals)))
    return expect


def five_more(score: int) -> int:
    """Wrong above zero, too."""
    return score + 5


def owing_twenty(score: int) -> int:
    """Below zero as well, but never far."""
    return max(score, -20)


def test_a_score_that_is_never_below_zero_is_one_finding() -> None:
    """What a hand costs, and a red three, and the last card: whoever has no side owe anything has one thing wrong."""
    (finding,) = told(lambda score: max(score, 0))
    assert finding.cause is not None and (finding.cause.line, finding.cause.what) == ("score.hands:1", FLOORED)
    assert finding.clause == "score.hands" and len(finding.cases) > 10
    assert cause_words(finding).endswith("took away no more than a side has, so that no score is below zero.")
    told_of = re.search(r"the points of the deal: side (\d) has 0, and by the rules (-\d+)", headline(finding))
    assert told_of is not None, "points are told side by side, and not as cards that are lacking"


@pytest.mark.parametrize("wrong", sampled([five_more, owing_twenty], lambda wrong: wrong is owing_twenty))
def test_points_that_are_wrong_above_zero_too_are_told_otherwise(wrong: Counted) -> None:
    """Five points more for everybody are no score that is never below zero, and nobody is told so who has sides owe points."""
    assert all(one.cause is None or one.cause.what != FLOORED for one in told(wrong))
