"""Dollars from Heaven: sequences, five cards of the pile that rest, canastas of five sorts, and what may not be discarded."""

from __future__ import annotations

from typing import Any

import pytest

from meldspec.table.table import Table

from .dollars import ALL, MIXED, NATURAL, SEQUENCE, dollars, set_out
from .ordinary import Acts, played
from .positions import cards, discard, legal, meld, play, take

NINES, RUN = "9C 9D 9H", "4S 5S 6S"
OPEN: dict[str, Any] = {"melds": [NATURAL], "phase": "play"}


@pytest.mark.parametrize(
    ("laid", "may"),
    [
        ("5H 6H 7H", True),
        ("5H 6H 7D", False),
        ("5H 6H 8H", False),
        ("5H 5H 6H", False),
        ("QH KH AH", True),
        ("AH 4H 5H", False),
        ("5H 6H 2H", False),
        ("3S 4S 5S", False),
        ("4H 5H 6H 7H 8H 9H TH", True),
        ("4H 5H 6H 7H 8H 9H TH JH", False),
        ("7C 7D 7H", True),
        ("7C 7D 2C", False),
        ("2C 2D JK", True),
        ("KC KD 2C JK", True),
        ("KC KD 2C 2D JK", False),
        ("KC KD KH KS 2C 2D JK", True),
        ("KC KD KH 2C 2D 2H JK", False),
        ("KC KC KD KD KH KH KS KS", False),
    ],
)
def test_what_is_a_meld(laid: str, may: bool) -> None:
    """Runs of one suit, sevens and wild cards are melds of their own; mixed ones have two wild cards, and three when complete."""
    rulebook = dollars()
    assert legal(rulebook, set_out(rulebook, f"{laid} TC TD", **OPEN), meld(play("new", laid))) == may


@pytest.mark.parametrize(
    ("lies", "added", "may"),
    [
        (RUN, "7S", True),
        (RUN, "8S", False),
        (RUN, "7S 8S", True),
        ("5S 6S 7S", "4S", True),
        ("5S 6S 7S", "4S 8S", True),
        (SEQUENCE, "JS", False),
        ("9C 9D 9H 9S 2C 2D", "JK", True),
        ("9C 9D 9H 2C 2D", "JK", False),
        ("2C 2D 2H", "9C 9D 9H 9S", False),
        ("9C 9D 9H", "2C", True),
        (NATURAL, "9S", False),
    ],
)
def test_what_a_meld_may_grow_by(lies: str, added: str, may: bool) -> None:
    """A sequence grows at either end, wild cards join natural melds, and nothing joins seven cards."""
    rulebook = dollars()
    start = set_out(rulebook, f"{added} TC TD", melds=[MIXED, lies], phase="play")
    assert legal(rulebook, start, meld(play(1, added))) == may


@pytest.mark.parametrize(
    ("hand", "pile", "melds", "plays", "may"),
    [
        ("9C 9D 4C 5C", "2H 5D 9H", [MIXED], [play("new", "9C 9D 9H")], True),
        ("9C 2D 4C 5C", "5D 9H", [MIXED], [play("new", "9C 2D 9H")], False),
        ("4C 5C TC", "5D 9H", [NINES], [play(0, "9H")], True),
        ("4C 5C TC", "2H 5D 9H", [NINES], [play(0, "9H")], False),
        ("4C 5C TC", "3H 5D 9H", [NINES], [play(0, "9H")], False),
        ("4C 5C TC", "3C 5D 9H", [NINES], [play(0, "9H")], True),
        ("9S 9D 4C 5C", "2H 9H", ["9C 9D 9H 9S 9C"], [play(0, "9S 9D 9H")], False),
        ("9S 9D 4C 5C", "2H 9H", ["9C 9D 9H 9S"], [play(0, "9S 9D 9H")], True),
        ("9S 9D 4C 5C", "5D 9H", [NATURAL], [play("new", "9S 9D 9H")], True),
        ("TC 4C 5C", "5D 9H", [NATURAL], [play("new", "9H TC 4C")], False),
        ("4C 5C TC", "5D 7S", [RUN], [play(0, "7S")], True),
        ("4C 5C TC", "2H 7S", [RUN], [play(0, "7S")], False),
        ("4C 5C 9S", "5D 8S", [RUN], [play(0, "8S 9S")], False),
        ("7S 5C 9C", "5D 8S", [RUN], [play(0, "7S 8S")], False),
        ("8S 5C 9C", "5D 7S", [RUN], [play(0, "7S 8S")], True),
        ("6S 7S 9C TC", "5D 8S", [MIXED], [play("new", "6S 7S 8S")], False),
        ("9S TS 4C 5C", "5D JS", [MIXED], [play("new", "9S TS JS")], False),
        ("2C 2D 4C 5C", "5D 2H", [MIXED], [play("new", "2C 2D 2H")], False),
        ("3C 3C 4C 5C", "5D 3S", [MIXED], [play("new", "3C 3C 3S")], False),
    ],
)
def test_what_takes_the_pile(hand: str, pile: str, melds: list[str], plays: list[dict[str, Any]], may: bool) -> None:
    """A natural pair takes any pile; a meld or a sequence only an open one; the top card begins no sequence and bridges no
    gap."""
    rulebook = dollars()
    assert legal(rulebook, set_out(rulebook, hand, pile=pile, melds=melds), take(*plays)) == may


LONG = "4D 2H 6D 8C 9C JD QS"
"""A pile with a deuce below its five uppermost cards."""


def taken(rest: str = "5C TC") -> Table:
    """The five uppermost cards have been taken with a pair of queens."""
    rulebook = dollars()
    start = set_out(rulebook, f"QC QD {rest}", pile=LONG, melds=[NINES])
    lawful, now = played(rulebook, start, [(0, take(play("new", "QC QD QS")))])
    assert lawful
    return now


def test_five_cards_are_taken() -> None:
    """The top card is melded, four come with it, and the two below stay, frozen by the deuce."""
    rulebook, now = dollars(), taken()
    assert cards(rulebook, now, "pile") == ["4D", "2H"]
    assert sorted(cards(rulebook, now, "resting")) == ["6D", "8C", "9C", "JD"]
    assert sorted(cards(rulebook, now, "hand")) == ["5C", "TC"]


@pytest.mark.parametrize(
    ("rest", "act", "may"),
    [
        ("5C TC", meld(play(0, "9C")), False),
        ("9C TC", meld(play(0, "9C")), True),
        ("5C TC", discard("8C"), False),
        ("8C TC", discard("8C"), True),
        ("5C TC", discard("5C"), True),
    ],
)
def test_cards_just_taken_rest(rest: str, act: dict[str, Any], may: bool) -> None:
    """What came with the top card can be neither melded nor discarded, but an equal card that was in the hand before can."""
    assert legal(dollars(), taken(rest), act) == may


def test_what_rested_is_of_use_in_the_next_turn() -> None:
    """After the discard the cards are in the hand."""
    rulebook = dollars()
    _, now = played(rulebook, taken(), [(0, discard("5C"))])
    assert sorted(cards(rulebook, now, "hand")) == ["6D", "8C", "9C", "JD", "TC"]


@pytest.mark.parametrize(("pile", "may"), [("4D 2H 6D 8C 9C JD QS", False), ("4D 2H 6C 8C JD QS", True)])
def test_a_deuce_that_stays_behind_freezes(pile: str, may: bool) -> None:
    """The next player may not add the top card to a meld while the deuce still lies in the pile."""
    rulebook = dollars()
    hands = ["8H 8D 4C"]
    start = set_out(rulebook, "QC QD 5C TC", pile=pile, others=hands, melds=[NINES], other_melds=["5D 5H 5S"])
    acts: Acts = [(0, take(play("new", "QC QD QS"))), (0, discard("5C")), (1, take(play(0, "5C")))]
    assert played(rulebook, start, acts)[0] == may


FIVES = play("new", "5C 5D 5H")
LAID = {
    45: [play("new", "KC KD KH"), FIVES],
    50: [play("new", "KC KD KH KS KC")],
    85: [play("new", "KC KD KH KS KC KC KD"), FIVES],
    90: [play("new", "AC AD AH"), play("new", "KC KD KH")],
    115: [play("new", "AC AD AH AS"), play("new", "5C 5D 5H 2C")],
    120: [play("new", "AC AD AH"), play("new", "2C 2D 2H")],
    145: [play("new", "2C 2D 2H 2S JK"), FIVES],
    150: [play("new", "JK JK JK")],
}
"""What is laid, by its worth."""


@pytest.mark.parametrize(("deal", "worth"), [(1, 50), (2, 90), (3, 120), (4, 150)])
@pytest.mark.parametrize("short", [0, 5])
def test_the_minimum_follows_the_number_of_the_deal(deal: int, worth: int, short: int) -> None:
    """50, 90, 120 and 150 are asked for in the first, second, third and fourth deal, and five points less are too little."""
    rulebook = dollars()
    laid = LAID[worth - short]
    hand = " ".join(" ".join(p["cards"]) for p in laid) + " 8C TC"
    assert legal(rulebook, set_out(rulebook, hand, phase="play", deal=deal), meld(*laid)) == (short == 0)


@pytest.mark.parametrize(
    ("hand", "melds", "act", "may"),
    [
        ("7C 8C", [NATURAL], discard("7C"), False),
        ("7C 8C", ALL, discard("7C"), False),
        ("7C", ALL, discard("7C"), True),
        ("7C", [NATURAL], discard("7C"), False),
        ("JK 8C", [NATURAL], discard("JK"), False),
        ("JK", ALL, discard("JK"), False),
        ("2C 8C", [NATURAL], discard("2C"), True),
        ("3C 8C", [NATURAL], discard("3C"), True),
    ],
)
def test_what_may_be_discarded(hand: str, melds: list[str], act: dict[str, Any], may: bool) -> None:
    """A seven goes as the last card of a player going out, a joker never, deuces and black threes at any time."""
    rulebook = dollars()
    assert legal(rulebook, set_out(rulebook, hand, melds=melds, phase="play"), act) == may


@pytest.mark.parametrize("lacking", range(5))
def test_all_five_sorts_are_needed(lacking: int) -> None:
    """Nobody goes out unless the side has a canasta of each sort."""
    rulebook = dollars()
    some = [canasta for number, canasta in enumerate(ALL) if number != lacking]
    assert legal(rulebook, set_out(rulebook, "8C", melds=ALL, phase="play"), discard("8C"))
    assert not legal(rulebook, set_out(rulebook, "8C", melds=some, phase="play"), discard("8C"))
