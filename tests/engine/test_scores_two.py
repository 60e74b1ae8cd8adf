"""Ordinary Canasta for two: deals that have ended, added up by hand, clause by clause.

A joker is 50, a deuce or an ace 20, king to eight 10, seven to four and a black three 5.
"""

from __future__ import annotations

import pytest
from tests.engine.worked import Sides, ended, sheets, totals
from tests.spec.ordinary import CANASTA, ordinary
from tests.spec.positions import DRAW, PASS, discard, meld, play, take

ACES = "AC AC AD AD AH AH AS"
FIVES = "5C 5C 5D 5D 5H 5S 2C"


def test_going_out_with_two_canastas() -> None:
    """Out 100, natural kings 500, mixed tens 300, two red threes 200, cards 7x10 + (4x10 + 2x20 + 50) = 200, in all 1300; the other
    player: a red three 100, sevens with a deuce 3x5 + 20 = 35, and -(2x20 + 20 + 50 + 5) = -115 in hand, in all 20."""
    melds = ((CANASTA, "TC TC TD TH 2C 2D JK"), ("7C 7D 7S 2S",))
    sides = Sides(("6D", "AC AD 2H JK 5C"), melds, ("3D 3H", "3D"))
    rulebook = ordinary(players=2)
    now = ended(rulebook, sides, [discard("6D")], phase="play", has_melded=True)
    ours = {"score.out": 100, "score.canastas": 800, "score.red-threes": 200, "score.melds": 200}
    assert sheets(rulebook, now) == (ours, {"score.red-threes": 100, "score.melds": 35, "score.hands": -115})
    assert totals(now) == (1300, 20)


@pytest.mark.parametrize(("reading", "threes"), [("cost", -200), ("free", 0)])
def test_red_threes_without_a_meld(reading: str, threes: int) -> None:
    """Nobody out: two red threes cost 200, or nothing, and a king, a nine and a black three in hand 10 + 10 + 5 = 25; the other has
    queens 4x10 and a deuce 20 on the table, a red three 100, and -(20 + 5) = -25 in hand, in all 135."""
    sides = Sides(("KC 9C 3S", "AH 4S"), ((), ("QC QC QD QS 2H",)), ("3D 3H", "3H"))
    rulebook = ordinary("score.red-threes.two-players", reading, players=2)
    now = ended(rulebook, sides, [DRAW], stock="", pile="3C")
    ours = {"score.hands": -25} | ({"score.red-threes": threes} if threes else {})
    assert sheets(rulebook, now) == (ours, {"score.red-threes": 100, "score.melds": 60, "score.hands": -25})
    assert totals(now) == (threes - 25, 135)


@pytest.mark.parametrize(("question", "reading", "threes"), [("all-four", "doubled", -800), ("all-four", "plain", -400)])
def test_all_red_threes_without_a_meld(question: str, reading: str, threes: int) -> None:
    """Four red threes without a meld cost 800, or 400, and a joker in hand 50; 15 before the deal leave the player below zero; the
    other, with a meld of eights 3x10 and a nine in hand -10, gains 20."""
    sides = Sides(("JK", "9C"), ((), ("8C 8D 8H",)), ("3D 3D 3H 3H", ""), (15, 0))
    rulebook = ordinary(f"score.red-threes.{question}", reading, players=2)
    now = ended(rulebook, sides, [DRAW], stock="", pile="3C")
    assert sheets(rulebook, now) == ({"score.red-threes": threes, "score.hands": -50}, {"score.melds": 30, "score.hands": -10})
    assert totals(now) == (15 + threes - 50, 20)


def test_going_out_concealed() -> None:
    """Out 100, concealed 100, natural kings 500, fives with a deuce 300, cards 7x10 + (6x5 + 20) = 120, in all 1120; three black
    threes in the other hand cost 15."""
    sides = Sides((f"{CANASTA} {FIVES} 9C", "3C 3S 3C"), ((), ()))
    rulebook = ordinary(players=2)
    now = ended(rulebook, sides, [meld(play("new", CANASTA)), meld(play("new", FIVES)), discard("9C")], phase="play")
    ours = {"score.out": 100, "score.concealed": 100, "score.canastas": 800, "score.melds": 120}
    assert sheets(rulebook, now) == (ours, {"score.hands": -15})
    assert totals(now) == (1120, -15)


@pytest.mark.parametrize(("reading", "concealed"), [("allowed", 100), ("spoilt", 0)])
def test_going_out_concealed_with_the_pile(reading: str, concealed: int) -> None:
    """Out 100, natural aces 500 with the top card of the pile, fives with a deuce 300, cards 7x20 + (6x5 + 20) = 190, in all 1090,
    and 100 more where taking the pile does not spoil a concealed hand; the other player holds a four, -5."""
    sides = Sides((f"AC AC AD AD AH AH {FIVES} 9H", "4C"), ((), ()))
    rulebook = ordinary("score.concealed.taking", reading, players=2)
    acts = [take(play("new", ACES)), meld(play("new", FIVES)), discard("9H")]
    now = ended(rulebook, sides, acts, pile="AS")
    ours = {"score.out": 100, "score.canastas": 800, "score.melds": 190} | ({"score.concealed": 100} if concealed else {})
    assert sheets(rulebook, now) == (ours, {"score.hands": -5})
    assert totals(now) == (1090 + concealed, -5)


def test_going_out_by_melding_everything() -> None:
    """Out 100 by a last meld, aces 500 and sixes with three wild cards 300, a red three 100, cards 7x20 + (4x5 + 2x20 + 50) + 3x10
    = 280, in all 1280; the other player, without a meld, has a red three -100 and a jack -10; 1400 each before."""
    sides = Sides(("KC KD KH", "JC"), ((ACES, "6C 6C 6D 6H 2C 2D JK"), ()), ("3D", "3H"), (1400, 1400))
    rulebook = ordinary(players=2)
    now = ended(rulebook, sides, [meld(play("new", "KC KD KH")), PASS], phase="play", has_melded=True)
    ours = {"score.out": 100, "score.canastas": 800, "score.red-threes": 100, "score.melds": 280}
    assert sheets(rulebook, now) == (ours, {"score.red-threes": -100, "score.hands": -10})
    assert totals(now) == (2680, 1290)


def test_nobody_out_with_canastas_on_both_sides() -> None:
    """Nobody has the 100 for going out: natural queens of eight cards 500 + 80, the one red three 100, -(3x5) in hand, in all 665;
    mixed jacks 300 + 4x10 + 3x20 and -(50 + 20) in hand, in all 330."""
    melds = (("QC QC QD QD QH QH QS QS",), ("JC JC JD JH 2C 2D 2H",))
    sides = Sides(("4C 6D 7S", "JK AC"), melds, ("3H", ""))
    rulebook = ordinary(players=2)
    now = ended(rulebook, sides, [DRAW], stock="", pile="3C")
    ours = {"score.canastas": 500, "score.red-threes": 100, "score.melds": 80, "score.hands": -15}
    assert sheets(rulebook, now) == (ours, {"score.canastas": 300, "score.melds": 100, "score.hands": -70})
    assert totals(now) == (665, 330)
