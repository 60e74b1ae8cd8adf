"""Worlds in which something was once held against the reference, or nothing was learnt: it breaks no rule there either."""

from collections.abc import Iterator

import pytest
from tests.judge.spoilt import answers_under, cases_of, held_to, rules
from tests.judge.worlds import Readings, as_far_as_named, oracle_in

from meldspec.judge.judgement import AGREEING, Judgement, Verdict, judge
from meldspec.protocol.fields import to_json
from meldspec.protocol.messages import Legal


@pytest.fixture(autouse=True, scope="module")
def forgotten() -> Iterator[None]:
    """What the rules were asked of is forgotten when all is judged: it would lie in the memory of the tests that follow."""
    yield
    for kept in (held_to, cases_of, rules):
        kept.cache_clear()


def judged_about(game: str, readings: Readings, *questions: str) -> Judgement:
    """The judgement on the reference in a world, by the cases that tell readings of some questions apart."""
    oracle = oracle_in(game)
    about = [case for case in cases_of(game) if oracle.asked(case) & {*readings, *questions}]
    played = [as_far_as_named(answers_under(case, readings)) for case in about]
    return judge(oracle, [one for one in played if one.answers])


def departing(judgement: Judgement) -> list[str]:
    """The cases that are held against the reference."""
    return [one.transcript.case.id for one in judgement.cases if one.verdict is Verdict.DEPARTS]


@pytest.mark.thorough
def test_what_looks_like_one_reading_may_be_five_others() -> None:
    """Who takes the pile in stricter ways is refused in the cases of five questions, each of which looks as if too short a hand
    might not take it at all; only when that is read as it is can the five be."""
    readings = {
        "pile.beside-the-pair.wilds": "bare",
        "pile.match.in-a-sequence": "does",
        "pile.one-card.single": "never",
        "pile.other-melds.opened": "top-only",
        "turn.draw.single": "ends",
    }
    judgement = judged_about("dollars", readings, "pile.take.short")
    assert departing(judgement) == []
    assert "pile.take.short" not in dict(judgement.learnt.assignment)


@pytest.mark.thorough
def test_what_nobody_sees_hides_nothing_beside_a_reading_that_is_learnt() -> None:
    """Two questions of the deal, one of which nobody can see, show in it together; once the other is known from a case of its own,
    what follows the deal tells as much as ever."""
    readings = {"deal.upcard.order": "in-rotation", "deal.replace-threes.first": "from-the-dealer", "turn.draw.single": "ends"}
    judgement = judged_about("dollars", readings)
    assert {one.verdict for one in judgement.cases} <= AGREEING


def test_a_meld_is_called_as_whoever_lays_it_reads() -> None:
    """Two sevens with a joker are a mixed meld to one and a meld of sevens to another; the same cards on the same table do not have
    for the second the name that they had for the first."""
    (case,) = [case for case in cases_of("pennies") if case.id == "pennies/meld.sevens.mixed/limit-as-sevens-3"]
    expectations = held_to("pennies").expectations
    assert expectations is not None
    for reading, name in (("as-mixed", "mixed"), ("as-sevens", "sevens")):
        *_, laid = expectations(case, {"meld.sevens.mixed": reading})
        assert isinstance(laid, Legal)
        *before, last = to_json(laid.observation)["sides"][0]["melds"]
        assert {meld["kind"] for meld in before} == {"natural"}
        assert last["kind"] == name


@pytest.mark.thorough
def test_a_limit_that_another_question_hides_is_not_missed() -> None:
    """Whoever never replaces red threes, and may keep the last card, leaves a table in a case for the limit of the first reading
    that without the second would be that of somebody who replaces them there."""
    readings = {"deal.replace-threes.ever": "never", "out.pass.last-card": "may-keep"}
    judgement = judged_about("pennies", readings)
    assert departing(judgement) == []
    assert readings.items() <= dict(judgement.learnt.assignment).items()


def test_what_a_question_showed_at_first_sight_is_not_forgotten() -> None:
    """Where a red three counts as having opened, what is bare beside the pair shows in cases that are not known to tell of the red
    three; it is taken so as long as the cases that are known to tell of it admit that."""
    readings = {"opening.red-threes.opens": "opened-by-it", "pile.beside-the-pair.wilds": "bare"}
    judgement = judged_about("pennies", readings)
    assert {one.verdict for one in judgement.cases} <= AGREEING
    assert judgement.learnt.assignment == set(readings.items())
