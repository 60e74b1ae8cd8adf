"""Hunting for cases that tell a spoilt line from the true one: the games, the acts that are tried, and what is kept."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest

from meldspec.book.library import library_of, read_library
from meldspec.book.make_sheet import make_sheet
from meldspec.book.sheet import Sheet
from meldspec.corpus.case import Goal
from meldspec.corpus.corpus import Corpus
from meldspec.corpus.divergence import told_at, trace
from meldspec.corpus.family import Arena, make_arena
from meldspec.corpus.mutation.operators import least_points
from meldspec.corpus.mutation.score import every_choice, score
from meldspec.corpus.plan import company_of
from meldspec.corpus.search.campaign import catch, catch_beside
from meldspec.corpus.search.candidate_acts import trials
from meldspec.corpus.search.deal_generator import rich_recipe, stacked
from meldspec.corpus.search.missing_goals import missing_companies, missing_goals, seek
from meldspec.corpus.search.mutant_search import Quarry, hunt
from meldspec.engine.deal import begin
from meldspec.engine.play import legal
from meldspec.language.parse import parse

SNAP = Path(__file__).parents[2] / "books" / "snap.rules"
FOUR = (("players", 4),)


def snap() -> Sheet:
    """The toy game."""
    return make_sheet(library_of([parse(SNAP.read_text(encoding="utf-8"))]).book("snap"), [])


@cache
def canasta() -> Arena:
    """Ordinary Canasta for four, with all that it is compared with."""
    return make_arena(make_sheet(read_library().book("canasta"), []), dict(FOUR))


def test_a_minimum_is_spoilt_by_the_least_step_of_points() -> None:
    """All cards are worth a multiple of five, so fifty is made forty-five and fifty-five; a number of cards goes one up or down."""
    told = {str(one.mutant) for one in canasta().spoilt(["opening.minimum", "meld.canasta"])}
    assert least_points(canasta().rulebook.sheet) == 5
    assert {"opening.minimum:1: 50 made 45", "opening.minimum:1: 50 made 55"} <= told
    assert {"meld.canasta:1: 7 made 6", "meld.canasta:1: 7 made 8"} <= told


def test_a_spoilt_line_that_is_the_true_one_over_again_is_none() -> None:
    """What nobody may do is not spoilt by saying that it is never so."""
    told = {str(one.mutant) for one in canasta().spoilt(["opening.minimum"])}
    assert "opening.minimum:4: always so" in told
    assert "opening.minimum:4: never so" not in told


@pytest.mark.parametrize("seed", range(4))
def test_hands_that_are_soon_melded_are_cards_of_the_pack(seed: int) -> None:
    """Such hands have as many cards as any, and no card that the pack does not have."""
    rulebook, random = canasta().rulebook, Random(seed)
    dealt = stacked(rulebook, random, rich_recipe(rulebook, random, (0,)))
    assert [len(hand) for hand in dealt["hand"]] == [11, 11, 11, 11]
    assert Counter(card for bags in dealt.values() for bag in bags for card in bag) <= Counter(
        dict(enumerate(rulebook.faces.counts))
    )


def test_what_is_tried_is_allowed_here_and_refused_there() -> None:
    """Among the acts tried in the first position of a deal are some of either sort."""
    rulebook, random = canasta().rulebook, Random(7)
    table = begin(rulebook, stacked(rulebook, random, rich_recipe(rulebook, random, (0,))))
    verdicts = {legal(rulebook, table.cells, act) is not None for act in trials(rulebook, table.cells, random)}
    assert verdicts == {True, False}


def test_a_hunt_finds_who_forgets_whose_turn_it_is() -> None:
    """Whoever lets anybody draw at any time is found out by the last request of what a game brings home, and not before."""
    arena = canasta()
    spoilt = next(one for one in arena.spoilt(["turn.whose"]) if "for draw left out" in one.mutant.what)
    quarry = Quarry(str(spoilt.mutant), None, spoilt.rulebook, spoilt.kin)
    found = []
    for seed in range(5):
        hunt(arena, [quarry], lambda quarry, script: found.append(script), seed)
    assert found
    assert all(told_at(spoilt.rulebook, trace(arena.rulebook, s.requests)) == len(s.requests) - 1 for s in found)


def test_a_first_corpus_is_found_for_a_game_without_any() -> None:
    """For a game without cases some are found; they show its goals and tell its lines, and another hunt adds nothing to them."""
    corpus = Corpus(snap())
    options = tuple(sorted(every_choice(corpus.sheet)[0].items()))
    before = len(missing_goals(corpus))
    assert seek(corpus, options, range(20)) > 0
    assert len(missing_goals(corpus)) < before
    none = score(corpus.sheet, [], corpus.arenas)
    catch(corpus, options, range(20))
    found = score(corpus.sheet, corpus.ordered(), corpus.arenas)
    assert not none.told and found.total == none.total
    assert len(found.told) > found.total / 2
    assert not corpus.lost
    assert catch(corpus, options, range(20)) == 0


def test_a_reading_that_matters_in_company_is_hunted_there() -> None:
    """Whether a deal ends for want of an upcard is asked only where the upcard comes last: a hunt with that reading in force finds
    a deal, one without it has nothing to look for."""
    corpus = Corpus(make_sheet(read_library().book("canasta"), []))
    goal, company = Goal("reading", "deal.upcard.nothing-left", "ends"), (("deal.upcard.order", "replacements-first"),)
    assert company_of(corpus.sheet, goal) == company
    assert missing_companies(corpus, {goal.of}) == [company] and goal not in missing_goals(corpus)
    assert catch_beside(corpus, FOUR, company, range(40), frozenset(), positions=False) == 1
    assert missing_companies(corpus, {goal.of}) == [] and catch_beside(corpus, FOUR, company, range(9), frozenset(), False) == 0
    (case,) = corpus.ordered()
    assert case.title.endswith("Told apart from the reading 'ends', where deal.upcard.order is replacements-first.")
    assert case.worlds[-1].readings == {**dict(company), goal.of: goal.reading}
