"""A case counts for what it is about only where it comes to that, and the implementation tells it."""

from dataclasses import replace

from tests.judge.spoilt import answers_under, cases_of, oracle_of

from meldspec.judge.judgement import Judged, Verdict, judge
from meldspec.judge.oracle import Transcript
from meldspec.protocol.case import Case
from meldspec.protocol.fields import ABSENT
from meldspec.protocol.messages import Answer, Dealt, Legal


def case(id: str) -> Case:
    """A case of the corpus by its id."""
    (found,) = [one for one in cases_of(id.partition("/")[0]) if one.id == id]
    return found


def held(id: str, transcript: Transcript) -> Judged:
    """What a case comes to that somebody answered who reads as the rest of the game is answered by default."""
    variant = id.partition("/")[0]
    others = [answers_under(one, {}) for one in cases_of(variant) if one.id != id]
    (found,) = [one for one in judge(oracle_of(variant), [*others, transcript]).cases if one.transcript.case.id == id]
    return found


def without_points(answer: Answer) -> Answer:
    """An answer of somebody who tells neither scores nor totals."""
    if not isinstance(answer, Dealt | Legal):
        return answer
    return replace(answer, observation=replace(answer.observation, scores=ABSENT, totals=ABSENT))


def test_what_is_told_counts() -> None:
    """Who answers a case about the points for going out rightly, and tells them, has them right."""
    id = "canasta/score.out/effect-1"
    found = held(id, answers_under(case(id), {}))
    assert found.verdict is Verdict.AGREES and found.shows


def test_points_that_are_not_told_are_not_right() -> None:
    """Who goes out and never tells what that counts is not said to count it rightly: no point was seen."""
    id = "canasta/score.out/effect-1"
    told = answers_under(case(id), {})
    found = held(id, Transcript(told.case, tuple(map(without_points, told.answers))))
    assert (found.verdict, found.fields, found.shows) == (Verdict.UNTOLD, ("scores", "totals"), False)


def test_what_a_reading_takes_away_does_not_arise() -> None:
    """Where nobody may open without the minimum, even who goes out by it, a case in which somebody does comes to nothing."""
    id, readings = "canasta/opening.going-out/effect-1", {"opening.going-out.minimum": "nobody-may"}
    transcripts = [answers_under(one, readings) for one in cases_of("canasta")]
    (found,) = [one for one in judge(oracle_of("canasta"), transcripts).cases if one.transcript.case.id == id]
    assert (found.verdict, found.shows) == (Verdict.ELSEWHERE, False)
