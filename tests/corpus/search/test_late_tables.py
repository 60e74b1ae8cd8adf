"""A game is played so that it comes to a late table: canastas complete, feet taken up, few cards in the hand."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import pairwise

import pytest
from tests.corpus.search.test_witness import names, position as set_out
from tests.engine.variants import shelf

from meldspec.corpus.expect import trace
from meldspec.corpus.search.late_tables import LateStaging, LateWay, late_ways
from meldspec.corpus.search.rehearsal import CannotBe, Rehearsal
from meldspec.engine.referee import Referee
from meldspec.protocol.actions import act_request
from meldspec.protocol.case import LONGEST_WITNESS
from meldspec.protocol.messages import CaseRequest, Legal, PositionRequest
from meldspec.protocol.observe import shown_ranges
from meldspec.table.table import NEW

KINGS, JACKS = ["KC", "KC", "KD", "KD", "KH", "KH", "KS"], ["JC", "JC", "JD", "JD", "JH", "2C", "2C"]
WILD, SEVENS = ["2D", "2D", "2H", "2H", "2S", "2S", "JK"], ["7C", "7C", "7D", "7D", "7H", "7H", "7S"]
HAND = ["QC", "QD", "QH", "5D"]
FEET = ["4C", "4D", "4H", "4S", "5C", "5H"]
"""A card of each foot that lies."""


def wanted(game: str, taken: tuple[int, ...]) -> PositionRequest:
    """A table on which the side of seat 0 has a canasta of each type, and some players have taken up their feet."""
    rulebook = shelf().rulebook(game)
    seats, sides = rulebook.layout.seats, rulebook.layout.sides
    melds = [{"cards": cards} for cards in (KINGS, JACKS, WILD, SEVENS)]
    return set_out(
        game,
        hands=[HAND, *([card] for card in ("9C", "9D", "9H", "9S", "8D")[: seats - 1])],
        feet=[[] if seat in taken else [FEET[seat]] for seat in range(seats)],
        sides=[{"melds": melds, "red_threes": 0}, *[{"melds": [], "red_threes": 0}] * (sides - 1)],
        turn=0,
        phase="play",
    )


def come_to(game: str, position: PositionRequest) -> tuple[Rehearsal, LateStaging, LateWay]:
    """The first game that comes to a table."""
    rulebook = shelf().rulebook(game)
    for way in late_ways(rulebook, position, tries=60):
        with suppress(CannotBe):
            staging = LateStaging(rulebook, position, way)
            return staging.play(), staging, way
    raise AssertionError("no game was found")


@pytest.mark.parametrize(("game", "taken"), [("bain", (0, 2)), ("pennies", (0,))])
def test_a_game_comes_to_a_table_with_every_canasta(game: str, taken: tuple[int, ...]) -> None:
    """Four canastas lie there, the hand is as it was set out, the feet of those who were to take theirs up are gone, and every act
    of the way was legal."""
    deal, staging, way = come_to(game, wanted(game, taken))
    melds = shown_ranges(deal.rulebook, "melds")[0]
    lying = [names(deal, cards) for cards in deal.cells[melds.first]]
    assert [lying[staging.melds[0].numbers[n]] for n in range(4)] == [Counter(cards) for cards in (KINGS, JACKS, WILD, SEVENS)]
    assert names(deal, deal.hand(0)) == Counter(HAND)
    assert not any(deal.foot(seat) for seat in way.feet)
    requests: tuple[CaseRequest, ...] = (deal.request(), *(act_request(deal.rulebook, act) for act in deal.acts))
    assert len(requests) <= LONGEST_WITNESS
    assert all(isinstance(step.said, Legal) for step in trace(Referee(deal.rulebook), requests)[1:])


def test_the_ways_are_the_same_in_every_run() -> None:
    """Whoever looks for a way twice tries the same ones in the same order."""
    rulebook, position = shelf().rulebook("bain"), wanted("bain", (0, 2))
    assert list(late_ways(rulebook, position)) == list(late_ways(rulebook, position))


def test_nobody_takes_up_a_foot_that_is_to_lie() -> None:
    """Where the feet were set out as still lying there is no way on which they are taken up on purpose."""
    position = wanted("bain", ())
    assert {way.feet for way in late_ways(shelf().rulebook("bain"), position)} == {frozenset()}


def test_a_foot_is_taken_up_amid_the_turn_where_a_game_has_an_act_for_it() -> None:
    """In Bain's game the opener, who has completed a canasta, draws the foot in the midst of the turn and goes on laying."""
    deal, _, _ = come_to("bain", wanted("bain", (0, 2)))
    amid = [(before.name, after.name) for before, after in pairwise(deal.acts) if before.seat == after.seat == 0]
    assert ("meld", "draw") in amid


def test_feet_that_nobody_takes_up_hold_what_was_set_out() -> None:
    """Each foot that lies holds the card that it was set out with, whatever the other feet were loaded with after it."""
    position = wanted("pennies", ())
    rulebook = shelf().rulebook("pennies")
    laden = [way for way in late_ways(rulebook, position) if way.laden]
    assert laden
    for way in laden[:5]:
        deal = LateStaging(rulebook, position, way).deal
        assert all(names(deal, deal.foot(seat))[card] for seat, card in enumerate(FEET))


def test_an_act_that_is_not_settled_within_the_bound_is_not_done() -> None:
    """Three queens whose laying has to be thought through are laid by whoever may think, and not by whoever may try no act."""
    deal, _, _ = come_to("pennies", wanted("pennies", (0,)))
    face = deal.rulebook.faces.by_name
    queens = [face[card] for card in HAND[:3]]
    deal.bound = 0
    with pytest.raises(CannotBe):
        deal.lay(0, [(NEW, queens)])
    deal.bound = None
    deal.lay(0, [(NEW, queens)])
    assert names(deal, deal.hand(0)) == Counter(HAND[3:])
