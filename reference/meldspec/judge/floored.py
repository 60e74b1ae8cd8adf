"""Points that are wrong since a score below zero counts as none, told once.

Whatever cost a side more than it had, each line that takes points away would be told by itself.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from meldspec.book.core import Tag, clause_of_line
from meldspec.engine.referee import Referee
from meldspec.judge.booking import Booked, Sort
from meldspec.judge.findings import Cause, Finding, merged
from meldspec.judge.oracle import Transcript
from meldspec.protocol.fields import ABSENT
from meldspec.protocol.messages import Answer, Dealt, Expected, Legal

FLOORED = "no score below zero"
"""What is told of the line that takes most points away."""


def by_floor(found: Sequence[Finding], agreeing: Iterable[Transcript]) -> Sequence[Finding]:
    """Findings, of which those about points are one where in all of their cases each side has its points, or none where it ought to
    have fewer. Nobody is told so who has fewer than none in a case that agrees, nor of a single finding that a line explains."""
    same = [one for one in found if one.sort is Sort.POINTS and all(map(_floored, one.booked))]
    plain = len(same) == 1 and (same[0].cause is not None or len(same[0].booked) < 2)
    if not same or plain or any(_owing(scores_of(answer)) for one in agreeing for answer in one.answers):
        return found
    whole = merged(sorted(same, key=lambda one: -len(one.booked)))
    tag = _costliest(whole.booked)
    if tag is None:
        return found
    cause, lines = Cause(tag.line, FLOORED), dict.fromkeys((tag.line, *whole.lines))
    told = replace(whole, cause=cause, clause=clause_of_line(tag.line), lines=tuple(lines))
    return [told if one is same[0] else one for one in found if one not in same[1:]]


def scores_of(answer: Expected | Answer | None) -> tuple[int, ...]:
    """The points of the sides in the deal that has ended with an answer; none where it goes on, or nothing is told of them."""
    if not isinstance(answer, Dealt | Legal) or answer.observation.scores is ABSENT:
        return ()
    return answer.observation.scores


def _owing(scores: Iterable[int]) -> bool:
    """Whether some side has fewer points than none."""
    return any(score < 0 for score in scores)


def _floored(booked: Booked) -> bool:
    """Whether each side has its points where a case departs, or none where it ought to have fewer, as one ought to."""
    judged = booked.judged
    expected, found = scores_of(judged.expected), scores_of(judged.transcript.answers[judged.departure])
    return _owing(expected) and found == tuple(max(score, 0) for score in expected)


def _costliest(booked: Iterable[Booked]) -> Tag | None:
    """The line that takes the most points away from the sides that ought to have fewer than none; none where it cannot be told."""
    costs: Counter[str] = Counter()
    tags: dict[str, Tag] = {}
    for one in booked:
        if one.rulebook is None or one.step is None or one.step.table is None:
            continue
        below = [side for side, score in enumerate(scores_of(one.judged.expected)) if score < 0]
        for points in Referee(one.rulebook).points(one.step.table):
            if points.side in below:
                tags[points.tag.line] = points.tag
                costs[points.tag.line] -= sum(points.points)
    line, cost = next(iter(costs.most_common(1)), ("", 0))
    return tags[line] if cost > 0 else None
