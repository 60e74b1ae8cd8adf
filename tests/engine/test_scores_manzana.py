"""Manzana: deals that have ended, added up by hand, clause by clause.

A joker is 50, a deuce or an ace 20, king to eight 10, seven to four and a black three 5.
"""

from __future__ import annotations

import pytest
from tests.engine.worked import Sides, ended, sheets, totals
from tests.spec.positions import DRAW, PASS, discard, manzana, meld, play

ACES = "AC AD AH AS"


def test_going_out() -> None:
    """Out 100, natural kings 500, a red three 100, cards 4x10 + (2x10 + 20) = 80, in all 780; the other player has a mixed canasta
    of sevens 300 + 3x5 + 50, a red three 100, and -(20 + 5) = -25 in hand, in all 440."""
    sides = Sides(("5C", "AC 3S"), (("KC KD KH KS", "9C 9D 2C"), ("7C 7D 7H JK",)), ("3D", "3H"))
    rulebook = manzana()
    now = ended(rulebook, sides, [discard("5C")], phase="play", has_melded=True)
    ours = {"score.out": 100, "score.canastas": 500, "score.red-threes": 100, "score.melds": 80}
    theirs = {"score.canastas": 300, "score.red-threes": 100, "score.melds": 65, "score.hands": -25}
    assert sheets(rulebook, now) == (ours, theirs)
    assert totals(now) == (780, 440)


@pytest.mark.parametrize(("reading", "both"), [("in-all", 400), ("besides", 600)])
def test_both_red_threes(reading: str, both: int) -> None:
    """Two red threes bring 400, or 600; with jacks 3x10 on the table and -(10 + 5) in hand that is 15 more; the other player, with
    no meld, has 4x5 and a joker in hand, -70."""
    sides = Sides(("QC 6S", "4C 4D 4H 4S JK"), (("JC JD JH",), ()), ("3D 3H", ""))
    rulebook = manzana(score__red_threes__both=reading)
    now = ended(rulebook, sides, [DRAW], stock="", pile="3C")
    assert sheets(rulebook, now) == ({"score.red-threes": both, "score.melds": 30, "score.hands": -15}, {"score.hands": -70})
    assert totals(now) == (both + 15, -70)


@pytest.mark.parametrize(("reading", "both"), [("in-all", -400), ("besides", -600)])
def test_both_red_threes_without_a_meld(reading: str, both: int) -> None:
    """Without a meld two red threes cost 400, or 600, and a deuce and a black three in hand 20 + 5 = 25; the other player, with
    eights 2x10 and a joker 50 on the table, gains 70; 300 and 9000 before the deal."""
    sides = Sides(("2C 3S", ""), ((), ("8C 8D JK",)), ("3D 3H", ""), (300, 9000))
    rulebook = manzana(score__red_threes__both=reading)
    now = ended(rulebook, sides, [DRAW], stock="", pile="3C")
    assert sheets(rulebook, now) == ({"score.red-threes": both, "score.hands": -25}, {"score.melds": 70})
    assert totals(now) == (300 + both - 25, 9070)


@pytest.mark.parametrize(
    ("readings", "last", "bonus"),
    [
        ({}, discard("TC"), 100),
        ({}, PASS, 100),
        ({"score__concealed__bonus": "besides"}, discard("TC"), 200),
        ({"score__concealed__spoiling": "discard"}, discard("TC"), 0),
        ({"score__concealed__spoiling": "discard"}, PASS, 100),
    ],
)
def test_going_out_concealed(readings: dict[str, str], last: dict[str, str], bonus: int) -> None:
    """Out 100, natural aces 500, cards 4x20 + 3x5 = 95, in all 695, and for the concealed hand 100 more, or 200, or nothing after a
    last discard; the other player, without a meld, has a red three -100 and queens -20."""
    sides = Sides((f"{ACES} 6C 6D 6H" + (" TC" if last != PASS else ""), "QC QD"), ((), ()), ("", "3D"))
    rulebook = manzana(**readings)
    acts = [meld(play("new", ACES), play("new", "6C 6D 6H")), last]
    now = ended(rulebook, sides, acts, phase="play")
    ours = {"score.out": 100, "score.canastas": 500, "score.melds": 95} | ({"score.concealed": bonus} if bonus else {})
    assert sheets(rulebook, now) == (ours, {"score.red-threes": -100, "score.hands": -20})
    assert totals(now) == (695 + bonus, -120)


@pytest.mark.parametrize(("reading", "back"), [("mixed", 0), ("natural-still", 200)])
def test_a_natural_canasta_that_is_given_a_wild_card(reading: str, back: int) -> None:
    """Out 100, nines with a deuce are mixed 300 (and 200 more where they stay natural), cards 4x10 + 20 = 60, in all 460; the other
    player's fours 3x5 and a five in hand -5 come to 10."""
    sides = Sides(("2C KC", "5D"), (("9C 9D 9H 9S",), ("4C 4D 4H",)))
    rulebook = manzana(meld__spoiled_canasta__wild_joins=reading)
    now = ended(rulebook, sides, [meld(play(0, "2C")), discard("KC")], phase="play", has_melded=True)
    ours = {"score.out": 100, "score.canastas": 300, "score.melds": 60} | ({"meld.spoiled-canasta": 200} if back else {})
    assert sheets(rulebook, now) == (ours, {"score.melds": 15, "score.hands": -5})
    assert totals(now) == (460 + back, 10)


@pytest.mark.parametrize(("reading", "red_three"), [("nobodys", 0), ("first-players", 100)])
def test_a_red_three_in_a_pile_that_nobody_took(reading: str, red_three: int) -> None:
    """Natural sixes 500 + 4x5 and an ace in hand -20 are 500, and 100 more where the red three turned up at the start is the first
    player's; the other player has tens 2x10 + 20, a red three 100 and a black three -5 in hand, in all 135."""
    sides = Sides(("AC", "3S"), (("6C 6D 6H 6S",), ("TC TD 2D",)), ("", "3H"))
    rulebook = manzana(score__red_threes__start_card=reading)
    now = ended(rulebook, sides, [DRAW], stock="", pile="3D KC QC")
    ours = {"score.canastas": 500, "score.melds": 20, "score.hands": -20} | ({"score.red-threes": 100} if red_three else {})
    assert sheets(rulebook, now) == (ours, {"score.red-threes": 100, "score.melds": 40, "score.hands": -5})
    assert totals(now) == (500 + red_three, 135)


def test_a_long_mixed_canasta() -> None:
    """Queens 3x10 with four deuces 4x20 and two jokers 2x50 are 210, one mixed canasta 300, and out 100: 610; the other
    player's whole hand of seven cards -(20 + 3x10 + 3x5) = -65 brings 20 before the deal below zero."""
    sides = Sides(("7C", "AC KC KD KH 5C 5D 5H"), (("QC QD QH 2C 2D 2H 2S JK JK",), ()), totals=(0, 20))
    rulebook = manzana()
    now = ended(rulebook, sides, [discard("7C")], phase="play", has_melded=True)
    assert sheets(rulebook, now) == ({"score.out": 100, "score.canastas": 300, "score.melds": 210}, {"score.hands": -65})
    assert totals(now) == (610, -45)
