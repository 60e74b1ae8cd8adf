"""Kadner's Hand and Foot: deals that have ended, added up by hand, clause by clause.

A joker is 50, a deuce or an ace 20, king to eight 10, seven to four and a black three 5; a red three is worth nothing as a card.
ALL is a wild book 5x20 + 2x50 = 200, sevens 7x5 = 35, three red books of court cards 3x70 = 210, nines 6x10 + 20 = 80 and tens
5x10 + 2x20 = 90: 615 as cards.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.worked import sheets, totals

from .kadner import ALL, BLACK_NINES, KINGS, QUEENS, SEVENS, WILD, kadner, set_out
from .positions import DRAW, PASS, after, meld, play

OUT: dict[str, Any] = {"phase": "play", "obtained": True, "granted": True, "pile": "6C"}
END: dict[str, Any] = {"stock": "", "pile": "3C"}
EVERYBODY = [True] * 4


def test_going_out_with_all_seven_books() -> None:
    """Out 100; books 1500 + 1000 + 3x500 + 2x300 = 4600; two red threes 200; cards 615 and two kings 20 more, 635: in all 5535;
    the others, in their feet, have laid queens 3x10 and hold an ace and a joker, -70, and a six, -5: -45."""
    start = set_out(
        kadner(),
        "KC KD",
        in_foot=EVERYBODY,
        melds=ALL,
        other_melds=["QC QD QH"],
        hands=["AC JK", "", "6D"],
        red_threes=("3D 3H", ""),
        **OUT,
    )
    rulebook = kadner()
    now = after(rulebook, start, meld(play(2, "KC KD")), PASS)
    ours = {"score.out": 100, "score.canastas": 4600, "score.red-threes": 200, "score.melds": 635}
    assert sheets(rulebook, now) == (ours, {"score.melds": 30, "score.hands": -75})
    assert totals(now) == (5535, -45)


@pytest.mark.parametrize(
    ("reading", "others"), [("a-card", -1500), ("a-player", -1000), ("a-side", -500)], ids=["each", "a player", "a side"]
)
def test_red_threes_in_feet_that_were_not_taken_up(reading: str, others: int) -> None:
    """We have a natural book of kings 500 + 70 and three red threes 300, but a red three in a foot, -500; hands 2x10 + 5 = -25,
    the partner's three cards -20, feet 2x20 = -40: 285; they have laid a red three, 100, and have two and one in their feet,
    -1500 (or -500 for each of the two, or -500 in all); hands -20 each, feet 5 + 5: -50, and -100 before."""
    rulebook = kadner(score__red_threes__price=reading)
    start = set_out(
        rulebook,
        "QC QD 6C",
        melds=[KINGS],
        hands=["5H 6D 8D", "5H 6D 8D", "5H 6D 8D"],
        feet=["3D AC", "3D 3H 4C", "AD", "3H 5C"],
        red_threes=("3D 3D 3H", "3H"),
        totals=(1000, -100),
        **END,
    )
    now = after(rulebook, start, DRAW)
    ours = {"score.canastas": 500, "score.red-threes": 300 - 500, "score.melds": 70, "score.hands": -25 - 20 - 20 - 20}
    theirs = {"score.red-threes": 100 + others, "score.hands": -20 - 20 - 5 - 5}
    assert sheets(rulebook, now) == (ours, theirs)
    assert totals(now) == (1285, -150 + 100 + others)


@pytest.mark.parametrize(
    ("reading", "laid", "points"),
    [
        ("in-place", 6, 600),
        ("in-place", 7, 1000),
        ("in-place", 8, 1100),
        ("on-top", 6, 600),
        ("on-top", 7, 1700),
        ("on-top", 8, 1800),
    ],
)
def test_seven_red_threes(reading: str, laid: int, points: int) -> None:
    """Six are 600, seven 1000 and eight 1100; or 1700 and 1800 where the 1000 come on top."""
    rulebook = kadner(score__red_threes__seven=reading)
    start = set_out(rulebook, "6C", in_foot=EVERYBODY, red_threes=(" ".join(["3D", "3H"] * 4)[: 3 * laid].strip(), ""), **END)
    now = after(rulebook, start, DRAW)
    assert sheets(rulebook, now)[0] == {"score.red-threes": points, "score.hands": -5 - 20}


@pytest.mark.parametrize(("reading", "sign"), [("for-it", 1), ("against-it", -1)])
def test_red_threes_of_a_side_that_never_opened(reading: str, sign: int) -> None:
    """Three of them bring 300, or cost as much; hands 5 + 20 and a foot of 2x10 lie beside, -45."""
    rulebook = kadner(score__red_threes__unopened=reading)
    start = set_out(
        rulebook, "6C", in_foot=[True, True, False, True], feet=["", "", "KC KD", ""], red_threes=("3D 3D 3H", ""), **END
    )
    now = after(rulebook, start, DRAW)
    assert sheets(rulebook, now)[0] == {"score.red-threes": 300 * sign, "score.hands": -45}


@pytest.mark.parametrize(("reading", "ours"), [("of-the-foot", 200), ("laid-too", -1000)])
def test_laid_red_threes_of_who_stayed_in_the_hand(reading: str, ours: int) -> None:
    """Two red threes that a player laid bring 200 although the foot was not taken up, or cost 500 each."""
    rulebook = kadner(score__red_threes__which=reading)
    start = set_out(rulebook, "6C 8C", melds=["QC QD QH"], stock="3D 3H 9C TC", pile="3C")
    now = after(rulebook, start, DRAW, {"type": "discard", "card": "6C"})
    cells = list(now.cells)
    cells[rulebook.layout["stock"].first] = ()
    over = after(rulebook, type(now)(tuple(cells)), DRAW, seat=1)
    assert sheets(rulebook, over)[0]["score.red-threes"] == ours


@pytest.mark.parametrize(
    ("melds", "books", "worth"),
    [
        ([WILD], 1500, 200),
        ([WILD, WILD], 2000, 400),
        ([SEVENS], 1000, 35),
        ([SEVENS, SEVENS], 1500, 70),
        ([SEVENS, "7C 7C 7D 7D 7H 2H 2S"], 1300, 35 + 65),
        (["7C 7C 7D 7D 7H 2H 2S"], 300, 65),
        ([f"{KINGS} KS KS", BLACK_NINES + " 9S"], 800, 90 + 90),
        ([KINGS[:-3]], 0, 60),
    ],
)
def test_what_books_bring(melds: list[str], books: int, worth: int) -> None:
    """The first wild book 1500 and the next 500; sevens 1000, then 500 or 300; red 500, black 300, tuckers their worth; six kings
    are no book."""
    rulebook = kadner()
    now = after(rulebook, set_out(rulebook, "6C", in_foot=EVERYBODY, melds=melds, **END), DRAW)
    assert sheets(rulebook, now)[0] == {"score.melds": worth, "score.hands": -25} | ({"score.canastas": books} if books else {})


@pytest.mark.parametrize(("reading", "books"), [("thousand", 1300), ("five-hundred", 800)])
def test_a_natural_book_of_sevens_after_a_black_one(reading: str, books: int) -> None:
    """300 for the black one, and 1000 for the natural one all the same, or 500."""
    rulebook = kadner(score__canastas__first_sevens=reading)
    memory: dict[str, Any] = {"black_came_first": [True, False]} if reading == "five-hundred" else {}
    start = set_out(
        rulebook,
        "6C",
        in_foot=EVERYBODY,
        melds=["7C 7C 7D 7D 7H 2H 2S", SEVENS],
        **END,
        **memory,
    )
    assert sheets(rulebook, after(rulebook, start, DRAW))[0]["score.canastas"] == books


@pytest.mark.parametrize(("reading", "left"), [("against", -230), ("nothing-at-all", 0), ("for-it", 230)])
def test_what_was_not_laid(reading: str, left: int) -> None:
    """A hand of 120 (two jokers, an ace) and a foot of 110 (two jokers, a king) cost 230, count nothing, or count for the side."""
    rulebook = kadner(score__hands__left=reading)
    start = set_out(rulebook, "", in_foot=[False, True, True, True], feet=["JK JK KC"], hands=["6C", "", "6C"], **END)
    cells = list(start.cells)
    cells[rulebook.layout["hand"].first] = tuple(sorted(rulebook.faces.read(["JK", "JK", "AC"])))
    now = after(rulebook, type(start)(tuple(cells)), DRAW)
    assert sheets(rulebook, now)[0] == ({"score.hands": left} if left else {})


def test_three_players() -> None:
    """Out 100, books 4600, cards 615 + 20, in all 5335; the second has an ace in hand and kings in the foot, -40, and lost red
    threes of the foot, -1000; the third only a six, -5, and a red three, 100."""
    rulebook = kadner(3)
    start = set_out(
        rulebook,
        "KC KD",
        in_foot=[True, False, True],
        melds=ALL,
        hands=["AC", "6D"],
        feet=["", "3D 3H KC KD"],
        red_threes=("", "", "3D"),
        **OUT,
    )
    now = after(rulebook, start, meld(play(2, "KC KD")), PASS)
    assert now.cells[rulebook.layout["goer"].first] == 0
    assert sheets(rulebook, now) == (
        {"score.out": 100, "score.canastas": 4600, "score.melds": 635},
        {"score.red-threes": -1000, "score.hands": -40},
        {"score.red-threes": 100, "score.hands": -5},
    )


def test_only_queens() -> None:
    """A red book 500 + 70, hands of 5 and 20 and a foot of 20: 525."""
    rulebook = kadner()
    now = after(rulebook, set_out(rulebook, "6C", in_foot=[True, True, False, True], melds=[QUEENS], **END), DRAW)
    assert totals(now)[0] == 500 + 70 - 5 - 20 - 20
