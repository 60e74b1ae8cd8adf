"""Who has a single line of Manzana wrong is told that line, however many readings and other mistakes it looks like."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

import pytest
from tests.judge.mutants import ALIKE, LOCALISED, ON_ITS_LINE, judged, named, otherwise
from tests.judge.spoilt import answers_spoilt, answers_under, cases_of, held_to, mutant_called, mutants_of, oracle_of, rules
from tests.sampling import sampled

from meldspec.judge.findings import Finding
from meldspec.judge.judgement import Judgement, judge
from meldspec.judge.localise import Localiser
from meldspec.judge.one_line import AnswersOfOneLine
from meldspec.judge.oracle import Transcript
from meldspec.judge.resting import Resting
from meldspec.protocol.case import Readings
from meldspec.runner.judged import with_causes

GAME = "manzana"
TWO_MELDS = "meld.one-a-rank:1: require for meld left out"
"""A side may have two melds of a rank."""


def spoilt(name: str, readings: Readings = MappingProxyType({})) -> list[Transcript]:
    """What an implementation answers that has a line wrong, and reads every other question by default."""
    return answers_spoilt(GAME, mutant_called(GAME, name), readings=readings)


def told(transcripts: Sequence[Transcript], claims: Readings | None = None) -> tuple[Judgement, tuple[Finding, ...]]:
    """What an implementation is told."""
    oracle = oracle_of(GAME).of_claims(claims or {})
    return with_causes(judge(oracle, transcripts, claims or {}, company=False), oracle, held_to(GAME))


LIKE_READINGS = [
    (TWO_MELDS, "meld.one-a-rank:1"),
    ("meld.canasta:1: 4 made 5", "meld.canasta:1"),
    ("out.able-to-end:2: require for meld turned round", "out.able-to-end:2"),
    ("turn.forced-take:1: forbid for draw turned round", "turn.forced-take:1"),
]
"""Mistakes that look like readings, each with its line."""


@pytest.mark.parametrize(("name", "line"), sampled(LIKE_READINGS, lambda one: one in LIKE_READINGS[:2]))
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


@pytest.mark.parametrize(
    ("claims", "readings"),
    [
        ({"meld.one-a-rank.second": "refused"}, {}),
        ({"turn.forced-take.hopeless": "stands"}, {"turn.forced-take.hopeless": "stands"}),
        ({"meld.canasta.either-sort": "one-sort"}, {}),
    ],
    ids=["by-default", "otherwise", "untruly"],
)
def test_what_is_claimed_is_taken_for_true_as_far_as_the_answers_bear_it_out(claims: Readings, readings: Readings) -> None:
    """A second meld of a rank is one wrong line, whether its owner says truly how he reads a question, or untruly."""
    judgement, found = told(spoilt(TWO_MELDS, readings), claims)
    assert [one.cause.line for one in found if one.cause] == ["meld.one-a-rank:1"]
    assert dict(judgement.learnt.assignment) == readings


def test_what_a_wrong_line_hides_stays_open() -> None:
    """Who holds it against nobody that a turn could not be ended, as far as that hangs on a canasta, may keep a card or not: with
    that line wrong nothing shows which of the two he reads."""
    readings = {"out.pass.last-card": "may-keep", "out.pass.after-taking": "must-discard"}
    judgement, found = told(spoilt("out.able-to-end:2: require for meld without part 2 of its 'or'", readings))
    assert found[0].cause and not judgement.learnt.assignment, "it is told that line, and no reading"
    assert "may-keep" in judgement.learnt.questions["out.pass.last-card"].admitted


COUNTED = "score.concealed:2: without part 1 of its 'and'"
"""A line wrong that looks like readings of how red threes and spoiled canastas count."""


@pytest.mark.parametrize(
    "name", sampled([COUNTED, "cards.worth:3: 10 made 11", "pile.pair:3: left out"], lambda one: one == COUNTED)
)
def test_readings_are_learnt_beside_a_line_that_is_wrong(name: str) -> None:
    """Who reads a third of the questions otherwise, says so of none, and has a line wrong is told one thing, and of no question
    that it is read as it is not."""
    came = judged(GAME, dict(named(mutants_of(GAME)))[name], otherwise(GAME, name))
    assert came.what in (ON_ITS_LINE, LOCALISED, ALIKE) and ";" not in came.how
    assert came.belied == ()


def test_who_reads_a_question_otherwise_and_is_right_still_does() -> None:
    """Where nothing is found no line is looked for: never having to take the pile is a reading, and stays one."""
    readings = {"turn.forced-take.duty": "free"}
    judgement, found = told([answers_under(case, readings) for case in cases_of(GAME)])
    assert not found and judgement.learnt.assignment == frozenset(readings.items())


LOOKED_AT = [
    ("meld.canasta:4: 1 made 2", "meld.canasta:4"),
    ("out.goes-out:2: left out", "out.goes-out:2"),
    ("cards.threes:2: without its first", "cards.threes:2"),
    ("cards.threes:2: without its last", "cards.threes:2"),
]
"""Mistakes in what other lines look at, each with its line."""


@pytest.mark.parametrize(("name", "line"), sampled(LOOKED_AT, lambda one: one in LOOKED_AT[:3]))
def test_what_is_no_more_than_looked_at_is_found(name: str, line: str) -> None:
    """What a canasta is, who has gone out and which cards are threes show in points alone, in cases about other things."""
    _, found = told(spoilt(name))
    assert [one.cause.line for one in found if one.cause] == [line]


def test_where_nothing_departs_there_is_no_line_to_look_for() -> None:
    """Who is led to all tables at which he differs may differ on the way alone: that is no finding, and none is made of it."""
    judgement, families = judge(oracle_of(GAME), spoilt(TWO_MELDS), company=False), held_to(GAME).families(frozenset())
    assert families is not None
    assert AnswersOfOneLine(Localiser(judgement, families, oracle_of(GAME))).finding(()) is None


def test_what_a_line_rests_on_begins_with_what_it_speaks_of() -> None:
    """Points for canastas rest on what a canasta is, and that on what wild cards are; who has won rests on all that is counted."""
    resting = Resting(rules().rulebook(GAME))
    clauses = resting.clauses(["score.canastas:2"])
    assert clauses.index("meld.canasta") < clauses.index("cards.wild")
    assert len(clauses) == len(set(clauses))
    assert {"score.out", "score.canastas"} <= set(resting.clauses(["match.target:2"]))
