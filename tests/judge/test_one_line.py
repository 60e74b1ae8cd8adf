"""Who has a single line of Manzana wrong is told that line, however many readings and other mistakes it looks like."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.judge.spoilt import answers_spoilt, answers_under, cases_of, held_to, mutant_called, oracle_of, rules

from meldspec.judge.findings import Finding
from meldspec.judge.judgement import Judgement, judge
from meldspec.judge.oracle import Transcript
from meldspec.judge.resting import Resting
from meldspec.protocol.case import Readings
from meldspec.runner.judged import with_causes

GAME = "manzana"
TWO_MELDS = "meld.one-a-rank:1: require for meld left out"
"""A side may have two melds of a rank."""


def spoilt(name: str) -> list[Transcript]:
    """What an implementation answers that has a line wrong, and reads every question by default."""
    return answers_spoilt(GAME, mutant_called(GAME, name))


def told(transcripts: Sequence[Transcript], claims: Readings | None = None) -> tuple[Judgement, tuple[Finding, ...]]:
    """What an implementation is told."""
    oracle = oracle_of(GAME).of_claims(claims or {})
    return with_causes(judge(oracle, transcripts, claims or {}, company=False), oracle, held_to(GAME))


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (TWO_MELDS, "meld.one-a-rank:1"),
        ("meld.canasta:1: 4 made 5", "meld.canasta:1"),
        ("out.able-to-end:2: require for meld turned round", "out.able-to-end:2"),
        ("turn.forced-take:1: forbid for draw turned round", "turn.forced-take:1"),
    ],
)
def test_a_wrong_line_that_looks_like_readings_is_told_as_itself(name: str, line: str) -> None:
    """A second meld of a rank, a canasta of five natural cards, a duty turned round: each is one finding, and no reading."""
    transcripts = spoilt(name)
    assert judge(oracle_of(GAME), transcripts, company=False).learnt.assignment, "it looks like some reading"
    judgement, found = told(transcripts)
    assert judgement.learnt.assignment == frozenset()
    assert [one.cause.line for one in found if one.cause] == [line] and len(found) == 1
    # What departs is no evidence of a reading: the line is to blame.
    departing = set(found[0].cases)
    assert all(departing.isdisjoint(one.evidence) for one in judgement.learnt.questions.values())


def test_who_says_how_he_reads_is_held_to_that_by_the_line_that_he_has_wrong() -> None:
    """A second meld of a rank looks like the reading that a wild card may begin one; who says that it may not has a line wrong."""
    claims = {"meld.one-a-rank.second": "refused"}
    judgement, found = told(spoilt(TWO_MELDS), claims)
    assert [one.cause.line for one in found if one.cause] == ["meld.one-a-rank:1"]
    assert judgement.learnt.assignment == oracle_of(GAME).with_all(frozenset(), claims)


def test_who_reads_a_question_otherwise_and_is_right_still_does() -> None:
    """Where nothing is found no line is looked for: never having to take the pile is a reading, and stays one."""
    readings = {"turn.forced-take.duty": "free"}
    judgement, found = told([answers_under(case, readings) for case in cases_of(GAME)])
    assert not found and judgement.learnt.assignment == frozenset(readings.items())


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("meld.canasta:4: 1 made 2", "meld.canasta:4"),
        ("out.goes-out:2: left out", "out.goes-out:2"),
        ("cards.threes:2: without its first", "cards.threes:2"),
    ],
)
def test_what_is_no_more_than_looked_at_is_found(name: str, line: str) -> None:
    """What a canasta is, who has gone out and which cards are threes show in points alone, in cases about other things."""
    _, found = told(spoilt(name))
    assert [one.cause.line for one in found if one.cause] == [line]


def test_what_a_line_rests_on_begins_with_what_it_speaks_of() -> None:
    """Points for canastas rest on what a canasta is, and that on what wild cards are."""
    clauses = Resting(rules().rulebook(GAME)).clauses(["score.canastas:2"])
    assert clauses.index("meld.canasta") < clauses.index("cards.wild")
    assert len(clauses) == len(set(clauses))
