"""What the search for cases is made of: mutants, stacked packs, random play, shorter scripts."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random

import pytest
from tests.engine.playing import referee
from tests.engine.variants import shelf

from meldspec.book.library import library_of
from meldspec.book.make_sheet import make_sheet
from meldspec.book.sheet import Sheet
from meldspec.corpus.mutation.operators import mutants
from meldspec.corpus.plan import Script
from meldspec.corpus.search.initial_states import Stacking, random_stacking, stacked
from meldspec.corpus.search.playout import playout
from meldspec.corpus.search.random_player import PlayGenerator, RandomPlayer, Style, random_style
from meldspec.corpus.search.shrink import shrunk_acts
from meldspec.engine.deal import begin
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.language.parse import parse
from meldspec.language.problems import Diagnostic
from meldspec.protocol.messages import LegalRequest
from meldspec.table.table import NEW

SNAP = Path(__file__).parents[2] / "books" / "snap.rules"


@cache
def snap() -> Sheet:
    """The toy game."""
    problems: list[Diagnostic] = []
    made = make_sheet(library_of([parse(SNAP.read_text(encoding="utf-8"))]).book("snap"), problems)
    assert not problems
    return made


@cache
def canasta() -> Rulebook:
    """Ordinary Canasta with its default readings."""
    return shelf().rulebook("canasta")


def test_a_mutated_line_is_left_out_or_altered() -> None:
    """The toy game without its award scores nothing, and with a number altered takes another number of cards."""
    made = list(mutants(make_rulebook(snap()).selection))
    told = {(m.tag.clause, m.what) for m in made}
    assert ("snap.calling", "left out") in told
    assert ("snap.calling", "1 made 2") in told
    assert all(m.sheet is not snap() for m in made)


@pytest.mark.parametrize("seed", range(5))
def test_a_stacked_pack_is_a_whole_pack_unless_the_stock_is_short(seed: int) -> None:
    """Stacking moves cards about; none is made up, and none is lost but from the stock that is cut short."""
    rulebook, random = canasta(), Random(seed)
    stacking = random_stacking(rulebook, random)
    dealt = stacked(rulebook, random, stacking)
    cards = Counter(card for bags in dealt.values() for bag in bags for card in bag)
    pack = Counter(dict(enumerate(rulebook.faces.counts)))
    assert cards <= pack
    assert (cards == pack) == (stacking.stock is None)
    assert [len(hand) for hand in dealt["hand"]] == [11, 11, 11, 11]


def test_buried_ranks_are_not_met_early() -> None:
    """Ranks that are buried are in no hand while others are left, and lie at the bottom of the stock."""
    rulebook = canasta()
    dealt = stacked(rulebook, Random(1), Stacking(0.5, ("3",), None, ()))
    threes = {face for face, rank in enumerate(rulebook.faces.ranks) if rank == "3"}
    assert not any(threes.intersection(hand) for hand in dealt["hand"])
    assert threes.issuperset(dealt["stock"][0][:8])


def test_a_set_is_dealt_about() -> None:
    """Where a set is dealt about, more than one hand holds of it, and no card is made up by it, and hands stay as large as they
    are."""
    rulebook = canasta()
    red = rulebook.faces.sets["red-threes"]
    held = []
    for seed in range(20):
        dealt = stacked(rulebook, Random(seed), Stacking(0.5, ("3",), None, (), "red-threes"))
        assert Counter(card for bags in dealt.values() for bag in bags for card in bag) == Counter(
            dict(enumerate(rulebook.faces.counts))
        )
        assert [len(hand) for hand in dealt["hand"]] == [11, 11, 11, 11]
        held.append(sum(not red.isdisjoint(hand) for hand in dealt["hand"]))
    assert max(held) >= 3 and sum(held) >= 30


def test_random_players_only_do_what_is_legal_and_every_deal_ends() -> None:
    """In whatever style they play, some act is found until the deal has ended."""
    rulebook, random = canasta(), Random(3)
    for _ in range(4):
        dealt = stacked(rulebook, random, random_stacking(rulebook, random))
        style = random_style(rulebook, random)
        turns = list(playout(referee(rulebook), begin(rulebook, dealt), RandomPlayer(referee(rulebook), random, [style]), 3000))
        assert turns[-1].after.over() or len(turns) == 3000
        assert all(turn.act is not None for turn in turns)
        assert style.plays in (1, 2, 4, 6)


@pytest.mark.parametrize("seed", range(5))
def test_what_is_laid_without_care_is_at_hand(seed: int) -> None:
    """Whoever lays cards without care lays cards that are in the hand, and no two plays go to the same meld."""
    rulebook, random = canasta(), Random(seed)
    cells = begin(rulebook, stacked(rulebook, random, random_stacking(rulebook, random))).cells
    field = rulebook.acts["meld"].plays
    assert field is not None
    generator = PlayGenerator(referee(rulebook), field, cells, 0, random)
    for _ in range(40):
        plays = generator.careless()
        assert not Counter(card for _, cards in plays for card in cards) - Counter(generator.source)
        assert all(to == NEW for to, _ in plays), "there are no melds yet"


def test_a_script_keeps_only_what_it_needs() -> None:
    """Acts that are not needed are left out; the deal and the last act stay."""
    requests = tuple(LegalRequest(seat=number) for number in range(9))
    shorter = shrunk_acts(Script(requests), lambda script: all(requests[n] in script.requests for n in (0, 4, 8)))
    assert shorter.requests == (requests[0], requests[4], requests[8])
    assert Style().weights == {}
