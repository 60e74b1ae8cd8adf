"""Whole matches: the deal passes, totals are carried on, and the match ends when the rules say so."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, pairwise
from random import Random

import pytest
from tests.engine.playing import referee, step
from tests.engine.variants import compiled, games
from tests.sampling import first_of_each
from tests.spec.ordinary import set_out
from tests.spec.positions import discard

from meldspec.corpus.search.random_player import Style, choose
from meldspec.definition.interpreter import Interpreter
from meldspec.engine.deal import Deal, PlayError, deals_of_match, next_deal, next_dealer, play_deal
from meldspec.engine.rulebook import Rulebook
from meldspec.protocol.actions import act_from_action
from meldspec.table.faults import EngineDefect
from meldspec.table.table import DEAL_NUMBER, DEALER, MATCH, SCORES, TOTALS, Act, Table

EAGER = Style({"meld": 20.0, "ask": 0.02}, plays=4, eager=0.9)
"""Players who meld whenever they can: their matches are soon over."""
TARGETS = {"canasta": 5000, "manzana": 10_000, "pennies": 20_000, "railroad": 20_000, "bain": 20_000}
"""The points that end a match."""
DEALS = {"dollars": 4, "kadner": 5}
"""How many deals a match has, where their number ends it."""
ACES = "AC AC AD AD AH AH AS"


def at_random(rulebook: Rulebook, random: Random) -> Callable[[Table], Act | None]:
    """Players who do something legal at random."""

    def chosen(table: Table) -> Act | None:
        found = choose(referee(rulebook), table.cells, random, EAGER)
        return None if found is None else found[0]

    return chosen


def test_every_game_has_its_length() -> None:
    """Of every game it is known how long a match lasts."""
    assert {variant for variant, _ in games()} <= TARGETS.keys() | DEALS.keys()


@pytest.mark.parametrize(("variant", "players"), first_of_each(games(), lambda game: game[0]))
def test_a_whole_match(variant: str, players: int) -> None:
    """A match goes from deal to deal until a side has come to the target, or all deals are played; who stands highest has won."""
    rulebook, random = compiled(variant, players, {}), Random(4)
    target, deals = TARGETS.get(variant), DEALS.get(variant)
    start = (max(target - 2500, 0) if target else 0,) * rulebook.layout.sides
    match = list(deals_of_match(rulebook, random, at_random(rulebook, random), totals=start))
    assert [deal.begun.cells[DEAL_NUMBER] for deal in match] == list(range(1, len(match) + 1))
    for before, after in pairwise(match):
        totals = before.ended.cells[TOTALS]
        assert target is None or max(totals) < target or highest_are_equal(totals)
        assert after.begun.cells[DEALER] == (before.begun.cells[DEALER] + 1) % players
        assert after.begun.cells[TOTALS] == totals
    last = match[-1].ended.cells[TOTALS]
    assert last == tuple(map(sum, zip(start, *(deal.ended.cells[SCORES] for deal in match), strict=True)))
    assert match[-1].ended.cells[MATCH] == (None if highest_are_equal(last) else last.index(max(last)),)
    assert max(last) >= target if target else len(match) == deals


def highest_are_equal(totals: tuple[int, ...]) -> bool:
    """Whether more than one side stands highest."""
    return totals.count(max(totals)) > 1


def test_the_acts_of_a_deal_play_it_again() -> None:
    """The acts of a deal, played one after another from its beginning, lead to its end."""
    rulebook, random = compiled("manzana", 2, {}), Random(5)
    deal = next(deals_of_match(rulebook, random, at_random(rulebook, random), dealer=1))
    now = deal.begun
    for act in deal.acts:
        verdict, now = step(rulebook, now, act)
        assert verdict.legal
    assert now == deal.ended and deal.begun.cells[DEALER] == 1


def test_the_deal_passes_by_the_rules_text() -> None:
    """After a deal the player on the dealer's left deals, in the compiled rulebook as in the plain reading of the text."""
    rulebook, random = compiled("canasta", 4, {}), Random(6)
    definition = Interpreter(rulebook.selection, rulebook.faces, rulebook.layout)
    for deal in islice(deals_of_match(rulebook, random, at_random(rulebook, random), dealer=3), 2):
        assert (
            next_dealer(rulebook, deal.ended) == (deal.begun.cells[DEALER] + 1) % 4 == definition.passed(deal.ended.cells)[DEALER]
        )


def tied(reading: str) -> tuple[Rulebook, Table]:
    """A deal just ended: seven aces (500 + 140) and going out (100) brought seat 0 from 4400 to the 5140 of the others."""
    rulebook = compiled("canasta", 4, {"match.tie.tie": reading})
    before = set_out(rulebook, "5C", (4400, 5140), melds=[ACES], phase="play", has_melded=True)
    _, ended = step(rulebook, before, act_from_action(rulebook, 0, discard("5C")))
    assert ended.over() and ended.cells[TOTALS] == (5140, 5140)
    return rulebook, ended


def test_a_tie_is_played_on() -> None:
    """With both sides equal beyond 5000 another deal is played, with the totals as they stand."""
    rulebook, ended = tied("another-deal")
    begun = next_deal(rulebook, ended, Random(7)).cells
    assert (begun[MATCH], begun[TOTALS], begun[DEAL_NUMBER]) == (None, (5140, 5140), ended.cells[DEAL_NUMBER] + 1)


@pytest.mark.parametrize(("reading", "winner"), [("drawn", None), ("who-went-out", 0)])
def test_a_tie_that_ends_the_match(reading: str, winner: int | None) -> None:
    """Where a tie is drawn, or won by the side that went out, no deal follows."""
    rulebook, ended = tied(reading)
    assert ended.cells[MATCH] == (winner,)
    with pytest.raises(EngineDefect):
        next_deal(rulebook, ended, Random(7))


def test_no_deal_follows_one_that_goes_on() -> None:
    """Another deal cannot begin before the one at hand has ended."""
    rulebook, random = compiled("manzana", 2, {}), Random(8)
    deal = next(deals_of_match(rulebook, random, at_random(rulebook, random)))
    with pytest.raises(EngineDefect):
        next_deal(rulebook, deal.begun, random)


def begun_deal() -> tuple[Rulebook, Deal]:
    """A deal of Manzana played at random."""
    rulebook, random = compiled("manzana", 2, {}), Random(9)
    return rulebook, next(deals_of_match(rulebook, random, at_random(rulebook, random)))


def test_a_refused_act_is_told() -> None:
    """Whoever plays out of turn learns which lines of the rules refuse it."""
    rulebook, deal = begun_deal()
    with pytest.raises(PlayError, match=r"after 0 acts .* turn\.whose:1"):
        play_deal(rulebook, deal.begun, lambda table: Act("draw", deal.begun.cells[DEALER]))


def test_nobody_acting_is_told() -> None:
    """A deal in which nobody does anything has not ended, and that is told."""
    rulebook, deal = begun_deal()
    with pytest.raises(PlayError, match="nobody acts"):
        play_deal(rulebook, deal.begun, lambda table: None)
