"""A game is played so that it comes to a table that somebody has set out: a few cards here, a few there, all else as it may be."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.engine.variants import shelf

from meldspec.corpus.expect import trace
from meldspec.corpus.search.rehearsal import CannotBe, Rehearsal
from meldspec.corpus.search.witness import Staging, Way, plain_faces
from meldspec.engine.referee import Referee
from meldspec.protocol.actions import act_request
from meldspec.protocol.fields import record
from meldspec.protocol.messages import Legal, PositionRequest
from meldspec.protocol.observe import shown_ranges

GAMES = ("canasta", "pennies", "railroad")


def position(game: str, **told: object) -> PositionRequest:
    """A table for four on which seat 1 is to draw; told is what lies there."""
    rulebook = shelf().rulebook(game, {"players": 4}) if game != "pennies" else shelf().rulebook(game)
    seats = rulebook.layout.seats
    fields = {
        "cmd": "position",
        "variant": game,
        "seats": seats,
        "dealer": 0,
        "options": dict(rulebook.options),
        "match": {"deal": 1, "totals": [0] * rulebook.layout.sides},
        "stock": [],
        "pile": [],
        "hands": [["4C"]] * seats,
        "feet": [[]] * seats,
        "sides": [{"melds": [], "red_threes": 0}] * rulebook.layout.sides,
        "turn": 1,
        "phase": "draw",
    }
    return record(PositionRequest)({**fields, **told}, "position")


def played(game: str, wanted: PositionRequest, way: Way) -> tuple[Rehearsal, Staging]:
    """The game that comes to a table."""
    rulebook = shelf().rulebook(game, {"players": 4}) if game != "pennies" else shelf().rulebook(game)
    staging = Staging(rulebook, wanted, way)
    return staging.play(), staging


def names(deal: Rehearsal, cards: tuple[int, ...]) -> Counter[str]:
    """Cards as they are spelt."""
    return Counter(deal.rulebook.faces.names[card] for card in cards)


@pytest.mark.parametrize("game", GAMES)
def test_hands_hold_what_they_are_to_hold(game: str) -> None:
    """After a round of turns the hands, the pile and the stock have the cards that were set out, and every act was legal."""
    hands = [["4C"], ["KC", "KD", "KH"], ["5D", "5S"], ["6H"], ["4C"], ["4C"]][: position(game).seats]
    wanted = position(game, hands=hands, pile=["9C", "KS"], stock=["QD", "QH"])
    deal, _ = played(game, wanted, Way(turns=position(game).seats, thin=False))
    for seat, hand in enumerate(wanted.hands):
        assert not Counter(hand) - names(deal, deal.hand(seat))
    stock, pile = shown_ranges(deal.rulebook, "stock")[0], shown_ranges(deal.rulebook, "pile")[0]
    spelt = deal.rulebook.faces.names
    assert [spelt[card] for card in deal.cells[pile.first][-2:]] == ["9C", "KS"]
    assert [spelt[card] for card in deal.cells[stock.first][::-1][:1]] == ["QD"]
    again = trace(Referee(deal.rulebook), (deal.request(), *(act_request(deal.rulebook, act) for act in deal.acts)))
    assert all(isinstance(step.said, Legal) for step in again[1:])
    assert again[-1].table is not None and again[-1].table.cells == tuple(deal.cells)


def test_a_hand_is_thin_only_by_laying_cards() -> None:
    """Who is to hold a single king, with a canasta of queens on the table, has laid the rest, and the canasta is among it."""
    sides = [{"melds": [], "red_threes": 0}, {"melds": [{"cards": ["QC", "QC", "QD", "QD", "QH", "QH", "QS"]}], "red_threes": 0}]
    wanted = position("canasta", hands=[["4C"], ["KC"], ["4D"], ["4H"]], sides=sides)
    deal, staging = played("canasta", wanted, Way(turns=8, thin=True))
    assert names(deal, deal.hand(1)) == Counter(["KC"])
    melds = deal.cells[shown_ranges(deal.rulebook, "melds")[0].first + 1]
    assert names(deal, melds[staging.melds[1].numbers[0]]) == Counter(["QC", "QC", "QD", "QD", "QH", "QH", "QS"])


def test_a_turn_later_nobody_holds_twenty_cards() -> None:
    """What no game comes to is refused: no player of Canasta has twenty kings and queens after one turn."""
    wanted = position(
        "canasta",
        hands=[
            ["4C"],
            ["KC", "KC", "KD", "KD", "KH", "KH", "KS", "KS", "QC", "QC", "QD", "QD", "QH", "QH", "QS", "QS"],
            ["4D"],
            ["4H"],
        ],
    )
    with pytest.raises(CannotBe):
        played("canasta", wanted, Way(turns=4, thin=False))


def test_plain_cards_stay_and_make_the_commonest_melds() -> None:
    """Of ordinary Canasta neither twos, threes nor jokers are plain, and all other ranks are."""
    rulebook = shelf().rulebook("canasta")
    ranks = {rulebook.faces.ranks[card] for card in plain_faces(rulebook)}
    assert ranks == set("AKQJT987654")
