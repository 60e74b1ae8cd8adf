"""What becomes of single spoilt lines of Manzana, and how the cases tell them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

import pytest
from tests.judge.spoilt import cases_of, held_to, rules

from meldspec.corpus.mutation.outcomes import Outcome, Result
from meldspec.judge.mutants import FEW, MutantJudge
from meldspec.protocol.case import Case

GAME = "manzana"


@cache
def judge() -> MutantJudge:
    """Who judges the mutants of Manzana."""
    return judge_of(cases_of(GAME))


def judge_of(cases: Sequence[Case], few: Sequence[int] = FEW, game: str = GAME) -> MutantJudge:
    """Who judges them by some cases, of those that are otherwise shown a few first."""
    held = held_to(game)
    assert held.expectations is not None
    return MutantJudge(held.oracle(held.readings).of_claims({}), cases, partial(rules().rulebook, game), few)


def result(name: str) -> Result:
    """What a mutant of Manzana comes to."""
    return judge().result(name)


@pytest.mark.parametrize(
    ("name", "outcome"),
    [
        ("turn.order:5: require for discard left out", Outcome.KILLED),
        ("cards.worth:3: without J", Outcome.STILLBORN),
        ("deal.begin:2: after deal.begin:3", Outcome.PROVED),
        ("deal.covers:2: left out", Outcome.BREAKS),
        ("score.hands:1: for the first alone", Outcome.ALIVE),
    ],
)
def test_a_spoilt_line_comes_to_one_thing(name: str, outcome: Outcome) -> None:
    """A discard before the draw is found; a draw of covers that never happens is no game; one player a side is the first of it."""
    assert result(name).outcome == outcome


def test_who_answered_all_other_cases_right_is_asked_for_the_new_ones_alone() -> None:
    """Where the case that tells is among the new ones it is found as ever; where not, it is taken to have been answered right,
    as it is said to have been."""
    name = "out.pass:2: 0 made 5"
    (told,) = result(name).how.split(", ")
    others = [case.id for case in cases_of(GAME)[:9] if case.id != told]

    def beside(added: Sequence[str]) -> tuple[Outcome, str]:
        found = judge().result(name, added)
        return found.outcome, found.how

    assert beside([told, *others]) == (Outcome.KILLED, told)
    assert beside(others) == beside([]) == (Outcome.ALIVE, "")


def test_a_line_that_only_a_reading_has_otherwise_is_no_finding() -> None:
    """Who is never made to take the pile reads an open question so, and the reading is named."""
    found = result("turn.forced-take:2: never so")
    assert (found.outcome, found.how) == (Outcome.READING, "turn.forced-take.duty = free")


def test_a_line_that_a_reading_has_so_is_no_finding_where_a_table_cannot_be_by_it() -> None:
    """Who wants fewer wild cards than natural ones in a row reads an open question of Kadner's so; that a case begins with a row of
    three and three, which there can be none of then, changes nothing."""
    ids = {"kadner/meld.wilds.limit/reading-fewer-1", "kadner/foot.pick-up/effect-2"}
    cases = [case for case in cases_of("kadner") if case.id in ids]
    assert len(cases) == len(ids)
    found = judge_of(cases, game="kadner").result("meld.wilds:2: 'lt' instead of 'le'")
    assert (found.outcome, found.how) == (Outcome.READING, "meld.wilds.limit = fewer")


def test_a_line_that_goes_further_than_a_reading_does_not_pass_for_it() -> None:
    """Who may end the turn with five cards is answered like who reads that one may be kept, as long as no case shows how far that
    goes; the case in which a joker is left to discard shows it."""
    name, limit = "out.pass:2: 0 made 5", "manzana/out.pass/refuses-3"
    found = judge_of([case for case in cases_of(GAME) if case.id != limit]).result(name)
    assert found.outcome == Outcome.UNDETERMINED
    assert found.how == "answers as out.pass.last-card = may-keep, of which no case shows the limit"
    assert (result(name).outcome, result(name).how) == (Outcome.KILLED, limit)


def test_a_few_of_the_cases_that_differ_are_enough() -> None:
    """Shown a few of the cases that are answered otherwise the judge finds what he finds shown all of them."""
    name = "turn.order:5: require for discard left out"
    assert result(name).outcome == judge_of(cases_of(GAME), ()).result(name).outcome == Outcome.KILLED


def test_without_cases_nothing_is_killed() -> None:
    """Nobody is held to a line that no case is about."""
    assert judge_of(()).result("turn.order:5: require for discard left out").outcome == Outcome.ALIVE
