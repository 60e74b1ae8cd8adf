"""Cases begin in deals that a match has: no points before the first, none that cards do not come to, no deal after its end."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from tests.engine.variants import compiled, games

from meldspec.corpus.plan import Script
from meldspec.corpus.search.initial_states import random_deal, random_position
from meldspec.corpus.search.matches import begun_in, matches_like, no_match
from meldspec.engine.rulebook import Rulebook
from meldspec.protocol.messages import DealOf, DealRequest
from meldspec.protocol.observe import deal_request

GAMES = ("bain", "canasta", "dollars", "kadner", "manzana", "pennies", "railroad")


@cache
def rules(game: str) -> Rulebook:
    """The rulebook of a game for the first number of players that it is told for."""
    return compiled(game, next(players for name, players in games() if name == game), {})


def dealt(game: str, deal: int, totals: tuple[int, ...]) -> DealRequest:
    """A deal of a match."""
    rulebook = rules(game)
    cards, dealer, _, _ = random_deal(rulebook, Random(1), 0.0)
    return deal_request(rulebook, cards, dealer, deal, totals)


@pytest.mark.parametrize(
    ("deal", "totals", "told"),
    [
        (1, (0, 0), ""),
        (2, (0, 0), ""),
        (2, (-5, 9995), ""),
        (2, (10000, 10000), ""),
        (1, (5, 0), "there are points before the first deal"),
        (2, (14, 65), "no cards come to 14 points, which is no multiple of 5"),
        (3, (10000, 9000), "the match was over before this deal"),
        (3, (10005, 10000), "the match was over before this deal"),
    ],
)
def test_what_no_match_has_is_told(deal: int, totals: tuple[int, int], told: str) -> None:
    """In Manzana all cards are worth fives, and ten thousand points end the match unless both sides have as many."""
    assert no_match(rules("manzana"), dealt("manzana", deal, totals)) == told


@pytest.mark.parametrize(
    ("match", "first"),
    [
        (DealOf(deal=1, totals=(14, 63)), DealOf(deal=2, totals=(15, 65))),
        (DealOf(deal=3, totals=(-1, 12)), DealOf(deal=3, totals=(0, 10))),
        (DealOf(deal=1, totals=(1, 2)), DealOf(deal=1, totals=(0, 0))),
    ],
)
def test_the_match_most_like_it_comes_first(match: DealOf, first: DealOf) -> None:
    """Totals go to the nearest five; who has points has played a deal."""
    likes = list(matches_like(rules("manzana"), match))
    assert likes[0] == first
    assert likes[-1] == DealOf(deal=1, totals=(0, 0))
    assert all(not no_match(rules("manzana"), dealt("manzana", one.deal, one.totals)) for one in likes)


def test_a_witness_is_played_in_the_deal_of_its_position() -> None:
    """Both the deal and the position after it say which deal of the match it is."""
    first = dealt("manzana", 1, (0, 0))
    again = dealt("manzana", 2, (15, 65))
    assert begun_in(Script((first,), (first,)), again.match) == Script((again,), (again,))


@pytest.mark.parametrize("game", GAMES)
def test_a_search_begins_in_deals_that_a_match_has(game: str) -> None:
    """Deals and positions drawn by chance have totals of fives, and none before the first deal."""
    rulebook, random = rules(game), Random(7)
    deals = [deal_request(rulebook, *random_deal(rulebook, random, 0.5)).match for _ in range(40)]
    found = [random_position(rulebook, random) for _ in range(40)]
    for match in (*deals, *(one[0].match for one in found if one is not None)):
        assert all(total % 5 == 0 for total in match.totals), match
        assert match.deal > 1 or not any(match.totals), match
    assert any(any(match.totals) for match in deals)
