"""Kadner's Hand and Foot: red threes round the table, picking five cards, and opening without the top card."""

from __future__ import annotations

from typing import Any

import pytest

from meldspec.engine.deal import begin
from meldspec.table.table import DEALER, PHASE, TURN

from .kadner import ALL, FOOT, JACKS, KINGS, kadner, set_out
from .ordinary import Acts, played
from .positions import PASS, Action, after, cards, discard, legal, meld, play, take

EVERYBODY = [True] * 4
OUT: dict[str, Any] = {"in_foot": EVERYBODY, "melds": ALL, "phase": "play", "obtained": True}
TENS = "TC TD TH"


def taking(*plays: dict[str, Any]) -> Action:
    """The pile picked, its top card going to the hand."""
    return {"type": "take", "plays": list(plays)}


# ── the deal ────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_dealer_comes_last_for_red_threes_and_first_to_play() -> None:
    """The player on the dealer's left replaces first, a red three that comes is replaced at once, and the dealer begins."""
    rulebook = kadner()
    read = rulebook.faces.read
    hands = [read(h.split()) for h in ("3H KC", "3D KD", "5C 6C", "3D 3H KH")]
    stock = read(["3D", "4S", "8S", "9S", "TS", "JS", "QS"][::-1])
    now = begin(rulebook, {"hand": hands, "foot": [read(FOOT.split())] * 4, "stock": [stock]}, dealer=3)
    assert (now.cells[DEALER], now.cells[TURN], now.cells[PHASE]) == (3, 3, "draw")
    held = [cards(rulebook, now, "hand", seat) for seat in range(4)]
    assert [set(h) for h in held] == [{"4S", "KC"}, {"8S", "KD"}, {"5C", "6C"}, {"9S", "TS", "KH"}]
    assert cards(rulebook, now, "pile") == ["JS"]


@pytest.mark.parametrize(
    ("stock", "pile"),
    [("3D 3H 9C 4C", "3D 3H 9C"), ("2C 9C", "2C"), ("JK 9C", "JK"), ("3S 9C", "3S"), ("9C 4C", "9C")],
)
def test_only_a_red_three_is_covered(stock: str, pile: str) -> None:
    """A wild card or a black three that is turned up stays on top."""
    rulebook = kadner()
    read = rulebook.faces.read
    now = begin(rulebook, {"hand": [read(["KC"])] * 4, "stock": [read(stock.split()[::-1])]}, dealer=0)
    assert cards(rulebook, now, "pile") == pile.split()


# ── picking from the pile ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("pile", "taken", "left"),
    [
        ("4H 5H 6H 8H 9C JH QC TS", "TS QC JH 9C 8H", "4H 5H 6H"),
        ("9C JH TS", "TS JH 9C", ""),
        ("4H 3S 9C 9D KC TS", "TS KC 9D 9C 3S", "4H"),
    ],
)
def test_five_cards_are_picked_or_what_there_is(pile: str, taken: str, left: str) -> None:
    """Two tens are laid with the top ten; five cards in all leave the pile, buried black threes among them."""
    rulebook = kadner()
    start = set_out(rulebook, "TC TD 6C", pile=pile, melds=[KINGS])
    now = after(rulebook, start, take(play("new", "TC TD TS")))
    assert sorted(cards(rulebook, now, "hand")) == sorted([*taken.split()[1:], "6C"])
    assert cards(rulebook, now, "pile") == left.split()
    assert not legal(rulebook, now, discard("6C")) and legal(rulebook, now, PASS)


def test_a_red_three_of_the_pile_is_laid_and_not_replaced() -> None:
    """It brings its 100 and no card."""
    rulebook = kadner()
    now = after(rulebook, set_out(rulebook, "TC TD 6C", pile="3D 9C TS", melds=[KINGS]), take(play("new", "TC TD TS")))
    assert cards(rulebook, now, "laid-threes") == ["3D"] and sorted(cards(rulebook, now, "hand")) == ["6C", "9C"]
    assert len(cards(rulebook, now, "stock")) == 4


@pytest.mark.parametrize(
    ("hand", "pile", "act", "may"),
    [
        ("TC TD 6C", "TS", take(play("new", "TC TD TS")), True),
        ("TC 2C 6C", "TS", take(play("new", "TC 2C TS")), False),
        ("TC TD TH 6C", "TS", taking(play("new", TENS)), True),
        ("TC TD 6C", "TS", taking(), False),
        ("JK JK 6C", "JK", take(play("new", "JK JK JK")), True),
        ("2C 2D JK 6C", "JK", take(play("new", "2C 2D JK")), False),
        ("2C 2D 6C", "2H", take(play("new", "2C 2D 2H")), True),
        ("3C 3C 6C", "3S", take(play("new", "3C 3C 3S")), False),
        ("TC TD 6C", "3D TS", take(play("new", "TC TD TS")), True),
    ],
)
def test_two_in_hand(hand: str, pile: str, act: Action, may: bool) -> None:
    """Two of the top card's rank are laid, for a wild card two of the same sort; a red three below stops nobody who has them."""
    rulebook = kadner()
    assert legal(rulebook, set_out(rulebook, hand, pile=pile, melds=[KINGS]), act) == may


def test_what_is_left_of_the_pile_may_be_picked_by_the_next_player() -> None:
    """After five cards the sixth is on top, though nobody discarded; where none is left the next player draws."""
    rulebook = kadner()
    start = set_out(rulebook, "TC TD 6C", pile="QC 4C 5C 6C 8C TS", melds=[KINGS], other_melds=[JACKS], hands=["QD QH 6D"])
    acts: Acts = [(0, take(play("new", "TC TD TS"))), (0, PASS), (1, take(play("new", "QD QH QC")))]
    assert played(rulebook, start, acts)[0]


# ── opening ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("hand", "act", "may"),
    [
        ("TC TD TH KC KD KH 6C", taking(play("new", TENS), play("new", "KC KD KH")), True),
        ("TC TD KC KD KH 6C", take(play("new", "TC TD TS"), play("new", "KC KD KH")), False),
        ("TC TD AC AD AH 6C", take(play("new", "TC TD TS"), play("new", "AC AD AH")), False),
        ("TC TD 2C AC AD AH 6C", take(play("new", "TC TD 2C TS"), play("new", "AC AD AH")), True),
        ("TC TD TH QC QD 2C 6C", take(play("new", "TC TD TH TS"), play("new", "QC QD 2C")), True),
        ("TC TD TH 6C", take(play("new", "TC TD TH TS")), False),
        ("AC AD AH 6C", taking(play("new", "AC AD AH")), False),
    ],
)
def test_the_top_card_never_helps_to_open(hand: str, act: Action, may: bool) -> None:
    """Rows that need the top card count nothing towards the 50 of the first round, and two of its rank lie in one that does not."""
    rulebook = kadner()
    assert legal(rulebook, set_out(rulebook, hand, pile="9C TS"), act) == may


@pytest.mark.parametrize(
    ("round_", "laid", "may"),
    [
        (1, "AC AD 2C", True),
        (1, "KC KD KH", False),
        (2, "AC AD JK", True),
        (2, "AC AD AH 2C", False),
        (3, "AC AD JK JK", True),
        (3, "AC AD JK 2C", False),
        (4, "AC AD JK JK 2C", False),
        (4, "2C 2D JK JK 2H", True),
        (5, "AC AD JK JK AH AS", False),
        (5, "4C 4C 4D 4D 4H 4H 4S", True),
        (5, "4C 4C 4D 4D 2H 2H 2S", True),
        (5, "7C 7C 7D 7D 7H 7H 7S", True),
        (5, "2C 2D 2H 2S JK JK JK", True),
    ],
)
def test_the_round_decides_what_opens(round_: int, laid: str, may: bool) -> None:
    """50, 90, 120 and 150 points, and in the fifth round a complete book, whatever it is worth."""
    rulebook = kadner()
    start = set_out(rulebook, f"{laid} 6C 8C", phase="play", obtained=True, deal=round_)
    assert legal(rulebook, start, meld(play("new", laid))) == may


def test_a_book_that_the_top_card_completes_does_not_open_the_fifth_round() -> None:
    """All seven come from the hand, and six kings are no book."""
    rulebook = kadner()
    start = set_out(rulebook, "KC KC KD KD KH KH 6C", pile="9C KS", deal=5)
    assert not legal(rulebook, start, take(play("new", KINGS)))
