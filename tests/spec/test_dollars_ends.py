"""Dollars from Heaven: the first card, the foot, how much of the pile is taken, and how deals and matches end."""

from __future__ import annotations

from typing import Any

import pytest

from meldspec.table.table import MATCH

from .dollars import ALL, NATURAL, dealt, dollars, set_out
from .ordinary import played
from .positions import DRAW, PASS, cards, discard, ended, legal, meld, play, take

LONG = "4D 2H 6D 8C 9C JD QS"
"""A pile with a deuce below its five uppermost cards."""
FOOT = "AC AD 4C 4D 6C 6D 8C 8D TC TD 4H"


def test_the_foot_follows_the_discard() -> None:
    """Whoever lays the seventh card has the foot after the discard, and plays from it in the next turn."""
    rulebook = dollars()
    start = set_out(rulebook, "9S KC 5C", feet=[FOOT], melds=["9C 9C 9D 9D 9H 9H"], phase="play")
    lawful, now = played(rulebook, start, [(0, meld(play(0, "9S")))])
    assert lawful and len(cards(rulebook, now, "foot")) == 11
    lawful, now = played(rulebook, now, [(0, discard("5C"))])
    assert lawful and len(cards(rulebook, now, "hand")) == 12 and cards(rulebook, now, "foot") == []


def test_a_partner_who_completes_a_canasta_earns_his_own_foot_only() -> None:
    """The six cards that others laid earn nothing: only who lays the seventh takes up a foot."""
    rulebook = dollars()
    start = set_out(rulebook, "9S KC 5C", feet=[FOOT, "", FOOT], melds=["9C 9C 9D 9D 9H 9H"], phase="play")
    _, now = played(rulebook, start, [(0, meld(play(0, "9S"))), (0, discard("5C"))])
    assert len(cards(rulebook, now, "foot", 2)) == 11


@pytest.mark.parametrize(
    ("hand", "laid", "last", "may"),
    [("9C 9S KC", "9C 9S", discard("KC"), True), ("9C 9S", "9C 9S", PASS, False), ("9C 9S 7C", "9C 9S", discard("7C"), False)],
)
def test_the_last_card_where_the_foot_is_earned(hand: str, laid: str, last: dict[str, Any], may: bool) -> None:
    """The last card may be discarded where the foot follows, but no seven; and without a discard nobody comes to the foot."""
    rulebook = dollars()
    start = set_out(rulebook, hand, feet=[FOOT], melds=["9C 9D 9D 9H 9H"], phase="play")
    lawful, now = played(rulebook, start, [(0, meld(play(0, laid)))])
    assert lawful == may
    if may:
        assert len(cards(rulebook, played(rulebook, now, [(0, last)])[1], "hand")) == 11


def test_going_out_leaves_the_foot_behind() -> None:
    """With all five sorts the last discard goes out, though the foot was never earned."""
    rulebook = dollars()
    _, now = played(rulebook, set_out(rulebook, "8C", feet=[FOOT], melds=ALL, phase="play"), [(0, discard("8C"))])
    assert ended(now) == ("out", 0)


@pytest.mark.parametrize(("melds", "last", "may"), [(ALL, "8C", True), (ALL[:4], "8C", False)])
def test_black_threes_are_laid_by_who_goes_out(melds: list[str], last: str, may: bool) -> None:
    """Three black threes are melded in going out and at no other time."""
    rulebook = dollars()
    start = set_out(rulebook, f"3C 3C 3S {last}", melds=melds, phase="play")
    assert legal(rulebook, start, meld(play("new", "3C 3C 3S"))) == may


@pytest.mark.parametrize(
    ("hand", "stock", "how"),
    [("7C", "7D 7H", ("stuck", 0)), ("7C", "JK 7H", ("stuck", 0)), ("JK", "JK JK", ("stuck", 0))],
)
def test_a_hand_that_cannot_discard_ends_the_deal(hand: str, stock: str, how: object) -> None:
    """Sevens and jokers drawn to a hand of such leave no discard, and the turn ends the deal."""
    rulebook = dollars()
    start = set_out(rulebook, hand, melds=[NATURAL], stock=f"{stock} 4C")
    lawful, now = played(rulebook, start, [(0, DRAW), (0, PASS)])
    assert lawful and ended(now) == how


@pytest.mark.parametrize(("hand", "may"), [("KC KD KH 7C 7D", False), ("KC KD KH 7C JK", False), ("KC KD KH 7C 5C", True)])
def test_nobody_melds_down_to_sevens_and_jokers(hand: str, may: bool) -> None:
    """A card that may be discarded is kept."""
    rulebook = dollars()
    assert legal(rulebook, set_out(rulebook, hand, melds=[NATURAL], phase="play"), meld(play("new", "KC KD KH"))) == may


def test_discarding_the_last_card_that_is_no_seven() -> None:
    """What is forbidden is to meld the others away; the last of them may be discarded."""
    rulebook = dollars()
    assert legal(rulebook, set_out(rulebook, "7C 7D 5C", melds=[NATURAL], phase="play"), discard("5C"))


@pytest.mark.parametrize(
    ("reading", "laid", "hand"),
    [
        ("laid-by-taker", ["3H"], ["5C", "5D", "6D", "TC"]),
        ("replaced-for-taker", ["3H"], ["4C", "5C", "5D", "6D", "TC"]),
        ("rests", [], ["3H", "5C", "5D", "6D", "TC"]),
    ],
)
def test_a_red_three_among_the_five(reading: str, laid: list[str], hand: list[str]) -> None:
    """A red three that was turned up first is laid by whoever takes it and not replaced, or replaced, or rests with the
    others."""
    rulebook = dollars("deal.covers.red-three", reading)
    start = set_out(rulebook, "QC QD 5C TC", pile="3H 5D 6D QS", melds=[NATURAL], stock="4C 6H")
    _, now = played(rulebook, start, [(0, take(play("new", "QC QD QS")))])
    assert cards(rulebook, now, "laid-threes") == laid
    assert sorted(cards(rulebook, now, "hand") + cards(rulebook, now, "resting")) == hand


@pytest.mark.parametrize(
    ("question", "reading", "stock", "pile"),
    [
        ("deal.covers.wild", "covered", "2C 9C KC", ["2C", "9C"]),
        ("deal.covers.wild", "left", "2C 9C KC", ["2C"]),
        ("deal.covers.wild", "returned", "2C 9C KC", ["9C"]),
        ("deal.covers.red-three", "laid-by-taker", "3H 9C KC", ["3H", "9C"]),
        ("deal.covers.red-three", "left", "3H 9C KC", ["3H"]),
        ("deal.covers.others", "stay", "3C 9C KC", ["3C"]),
        ("deal.covers.others", "black-covered", "3C 9C KC", ["3C", "9C"]),
    ],
)
def test_what_is_turned_up_first(question: str, reading: str, stock: str, pile: list[str]) -> None:
    """Wild cards and red threes are covered, black threes are not, unless they are read otherwise."""
    rulebook = dollars(question, reading)
    assert cards(rulebook, dealt(rulebook, ["4C", "4D", "4H", "4S"], stock), "pile") == pile


@pytest.mark.parametrize(("reading", "may"), [("stay", True), ("black-covered", True), ("seven-barred", False)])
def test_a_seven_turned_up_first(reading: str, may: bool) -> None:
    """Two sevens take a seven that was turned up first, 15 points with three aces for 60, unless sevens are barred."""
    rulebook = dollars("deal.covers.others", reading)
    start = set_out(rulebook, "7C 7D AC AD AH KC 4C", pile="7H")
    assert legal(rulebook, start, take(play("new", "7C 7D 7H"), play("new", "AC AD AH"))) == may


@pytest.mark.parametrize(
    ("reading", "question", "pile"),
    [
        ("five", "pile.take.amount", ["4D", "2H"]),
        ("whole-with-pair", "pile.take.amount", []),
        ("besides", "pile.take.melded-card", ["4D"]),
    ],
)
def test_how_much_of_the_pile_is_taken(reading: str, question: str, pile: list[str]) -> None:
    """Of seven cards two stay behind, or none where a pair takes everything, or one where five come besides the top card."""
    rulebook = dollars(question, reading)
    start = set_out(rulebook, "QC QD 5C TC", pile=LONG, melds=[NATURAL])
    _, now = played(rulebook, start, [(0, take(play("new", "QC QD QS")))])
    assert cards(rulebook, now, "pile") == pile


def test_a_take_may_name_its_number_where_that_is_free() -> None:
    """Where any number may be taken, three cards leave the deuce where it is."""
    rulebook = dollars("pile.take.choice", "any-number")
    start = set_out(rulebook, "QC QD 5C TC", pile="4D 6D 2H 8C JD QS", melds=[NATURAL])
    _, now = played(rulebook, start, [(0, take(play("new", "QC QD QS")) | {"count": 3})])
    assert cards(rulebook, now, "pile") == ["4D", "6D", "2H"]


@pytest.mark.parametrize(
    ("deal", "totals", "reading", "match"),
    [
        (3, (500, 100), "until-decided", None),
        (4, (500, 100), "until-decided", 0),
        (4, (100, 100), "until-decided", None),
        (5, (100, 100), "until-decided", None),
        (5, (100, 100), "once", "drawn"),
    ],
)
def test_the_match_is_four_deals(deal: int, totals: tuple[int, int], reading: str, match: int | str | None) -> None:
    """After four deals the higher total wins; equal totals call for another deal, or for one and no more."""
    rulebook = dollars("match.tie.again", reading)
    start = set_out(rulebook, "", stock="", deal=deal, totals=totals)
    _, now = played(rulebook, start, [(0, DRAW)])
    assert now.cells[MATCH] == {None: None, 0: (0,), "drawn": (None,)}[match]
