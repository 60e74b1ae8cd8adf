"""Dollars from Heaven: deals that have ended, added up by hand, clause by clause.

A joker is 50, a deuce or an ace 20, king to eight 10, seven to four and a black three 5. The canastas of `dollars.py` are worth
as cards: nines 7x10 = 70; kings 4x10 + 2x20 + 50 = 130; wild cards 4x20 + 3x50 = 230; sevens 7x5 = 35; four to ten of spades
4x5 + 3x10 = 50; all five together 515.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.worked import Sheet, sheets

from .dollars import ALL, NATURAL, SEVENS, WILD, dollars, set_out
from .ordinary import Acts, played
from .positions import DRAW, PASS, discard, meld, play, take

FIVE = 500 + 300 + 1000 + 1500
"""The bonuses of the canastas that are no sequence."""
FOOT = "AC 4C 4D 5C 5D 6C 6D 8C 8D TC"
"""A foot of 20 + 6x5 + 3x10 = 80 points, to which red threes add nothing."""
QUEENS = "QC QD QH"


def scored(acts: Acts, question: str = "", reading: str = "", players: int = 4, **position: Any) -> tuple[Sheet, ...]:
    """The score sheets of both sides after the last of some acts, which ends the deal."""
    rulebook = dollars(question, reading, players)
    legal, now = played(rulebook, set_out(rulebook, **position), acts)
    assert legal and now.over()
    return sheets(rulebook, now)


def test_going_out_with_a_seven() -> None:
    """Out 100, canastas 3300, a sequence 2000, three red threes 300 less 100 for one in the partner's foot, cards 515, in the
    partner's hand -(10 + 5), in that foot -80: 6020; the others queens 30, two red threes laid and one in a foot -300, in hand
    -(20 + 50 + 5) - 2x5 = -85, in the foot -(20 + 10 + 10) = -40: -395."""
    ours, theirs = scored(
        [(0, discard("7C"))],
        hand="7C",
        others=["AC JK 3S", "KC 5D", "7C 7D"],
        feet=["", "2C KC KD 3H", f"{FOOT} 3D"],
        melds=ALL,
        other_melds=[QUEENS],
        red_threes=["3D 3H 3H", "3D 3D"],
        phase="play",
    )
    assert ours == {
        "score.out": 100,
        "score.canastas": FIVE,
        "score.sequences": 2000,
        "score.red-threes": 200,
        "score.melds": 515,
        "score.hands": -15,
        "score.feet": -80,
    }
    assert theirs == {"score.red-threes": -300, "score.melds": 30, "score.hands": -85, "score.feet": -40}
    assert (sum(ours.values()), sum(theirs.values())) == (6020, -395)


EIGHT = "3D 3D 3D 3D 3H 3H 3H 3H"


@pytest.mark.parametrize(("reading", "red"), [("cost", {"score.red-threes": -1000}), ("free", {})])
def test_the_stock_is_gone(reading: str, red: Sheet) -> None:
    """Nobody goes out and we have no sevens: all eight red threes cost 1000, or nothing; canastas 500 + 1000, cards 70 + 230,
    kings in hand -20, the partner's foot -80; the others have melded nothing: a joker and two sevens in hand -60, a foot -(20 +
    5)."""
    ours, theirs = scored(
        [(0, DRAW)],
        "score.red-threes.ending",
        reading,
        hand="KC",
        others=["JK 7C", "KD", "7D"],
        feet=["", "", FOOT, "2C 3S"],
        melds=[NATURAL, WILD],
        red_threes=[EIGHT, ""],
        stock="",
    )
    assert ours == {"score.canastas": 1500, "score.melds": 300, "score.hands": -20, "score.feet": -80} | red
    assert theirs == {"score.hands": -60, "score.feet": -25}


@pytest.mark.parametrize(
    ("melds", "reading", "red"),
    [
        ([SEVENS], "laid-only", 700 - 100),
        ([SEVENS], "feet-too", 1000 - 100),
        ([NATURAL], "laid-only", -700 - 100),
        ([NATURAL], "feet-too", -1000),
    ],
)
def test_seven_red_threes_laid_and_one_in_a_foot(melds: list[str], reading: str, red: int) -> None:
    """With sevens the seven bring 700 and the eighth, which nobody picked up, costs 100; where it helps to make all of them
    they bring 1000; without sevens it is 800 or 1000 against the side, and the foot itself costs 80."""
    position: dict[str, Any] = {"hand": "", "feet": ["", "", f"{FOOT} 3H"], "stock": "", "red_threes": [EIGHT[:-3], ""]}
    ours, _ = scored([(0, DRAW)], "score.red-threes.in-feet", reading, melds=melds, **position)
    assert (ours["score.red-threes"], ours["score.feet"]) == (red, -80)


@pytest.mark.parametrize(
    ("threes", "reading", "red"),
    [
        (8, "ten", 800),
        (8, "eight", 1000),
        (8, "none-of-it", 800),
        (10, "ten", 1200),
        (10, "eight", 1200),
        (10, "none-of-it", 1000),
    ],
)
@pytest.mark.parametrize("sign", [1, -1])
def test_ten_red_threes_where_six_play(threes: int, reading: str, red: int, sign: int) -> None:
    """In the large pack ten red threes bring 200 more, or eight do, or none; and against a side without sevens all this counts
    too."""
    laid = " ".join(["3D"] * 5 + ["3H"] * (threes - 5))
    melds = [SEVENS] if sign == 1 else [NATURAL]
    position: dict[str, Any] = {"hand": "", "stock": "", "red_threes": [laid, ""], "players": 6}
    ours, _ = scored([(0, DRAW)], "score.red-threes.how-many", reading, melds=melds, **position)
    assert ours["score.red-threes"] == sign * red


@pytest.mark.parametrize(
    ("reading", "red", "hands"),
    [
        ("any-number", 100 - 100, {"score.hands": -5, "score.feet": -80}),
        ("foot-taken", 100 + 100, {"score.hands": -5 - 80 - 10}),
    ],
)
def test_a_hand_of_sevens_alone(reading: str, red: int, hands: Sheet) -> None:
    """A third and a fourth seven are drawn to a single one, two complete the sevens, 1500 + 35, and one is kept, -5; a red
    three on the table brings 100, one in the foot costs as much and the foot 80; where the foot is taken it is laid, and the
    ten that replaces it counts against the side, and nobody has the 100 for going out."""
    ours, theirs = scored(
        [(0, DRAW), (0, meld(play(0, "7C 7D"))), (0, PASS)],
        "end.sevens.details",
        reading,
        hand="7C",
        feet=[f"{FOOT} 3D"],
        melds=["7C 7C 7D 7D 7H"],
        red_threes=["3H", ""],
        stock="7D 7H TH",
    )
    assert ours == {"score.canastas": 1500, "score.melds": 35} | hands | ({"score.red-threes": red} if red else {})
    assert theirs == {}


def test_cards_that_came_with_the_top_card_count_against_their_holder() -> None:
    """Five cards are taken with two queens, 30 on the table and two deuces, a king and an ace to the hand, -(40 + 10 + 20) with
    a ten of before that -80; the last player's wish to draw ends the deal, and sevens and a run that are not complete bring what
    their cards are worth, 30 + 15, and no penalty."""
    ours, theirs = scored(
        [(0, take(play("new", "QC QD QS"))), (0, discard("4C")), (1, DRAW)],
        hand="QC QD 4C TC",
        pile="2C 2D KC AC QS",
        others=["8C"],
        melds=["7C 7C 7D 7D 7H 7H", "4S 5S 6S"],
        stock="",
    )
    assert ours == {"score.melds": 30 + 30 + 15, "score.hands": -80}
    assert theirs == {"score.hands": -10}


def test_seven_black_threes() -> None:
    """Seven black threes laid in going out are worth 35 and are no canasta; out 100, canastas 3300, a sequence 2000, cards 515
    + 35."""
    threes = "3C 3C 3C 3C 3S 3S 3S"
    ours, _ = scored([(0, meld(play("new", threes))), (0, PASS)], hand=threes, melds=ALL, phase="play")
    assert ours == {"score.out": 100, "score.canastas": FIVE, "score.sequences": 2000, "score.melds": 550}


@pytest.mark.parametrize(("reading", "bonus"), [("own-sort", 3000), ("further-less", 2000)])
def test_two_canastas_of_sevens(reading: str, bonus: int) -> None:
    """Each canasta of sevens brings 1500, or the second one 500 as a natural one does."""
    ours, _ = scored([(0, DRAW)], "out.canasta.sevens", reading, hand="", melds=[SEVENS, SEVENS], stock="")
    assert sum(ours.values()) == bonus + 2 * 35
