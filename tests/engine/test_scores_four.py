"""Ordinary Canasta for four: deals that have ended, added up by hand, clause by clause.

A joker is 50, a deuce or an ace 20, king to eight 10, seven to four and a black three 5.
"""

from __future__ import annotations

import pytest
from tests.engine.worked import Sides, ended, sheets, totals
from tests.spec.ordinary import CANASTA, ordinary
from tests.spec.positions import DRAW, discard, meld, play

ACES = "AC AC AD AD AH AH AS"
QUEENS = "QC QC QD QD QH QH QS"


def test_going_out() -> None:
    """North-south: out 100, kings 500, one red three 100, cards 7x10 + 3x10 + 3x20 = 160, the partner's two aces and joker
    -(2x20 + 50) = -90, in all 770; east-west: red threes 200, sevens 3x5 + 50 = 65, hands -(10 + 10 + 5 + 5) = -30, in all 235."""
    hands = ("5C", "KS QH", "AC AH JK", "3C 4D")
    sides = Sides(hands, ((CANASTA, "QC QD QS", "AS AD 2C"), ("7C 7D 7H JK",)), ("3D", "3H 3D"))
    rulebook = ordinary()
    now = ended(rulebook, sides, [discard("5C")], phase="play", has_melded=True)
    ours = {"score.out": 100, "score.canastas": 500, "score.red-threes": 100, "score.melds": 160, "score.hands": -90}
    assert sheets(rulebook, now) == (ours, {"score.red-threes": 200, "score.melds": 65, "score.hands": -30})
    assert totals(now) == (770, 235)


def test_going_out_concealed_with_all_red_threes() -> None:
    """Out 100, concealed 100, aces 500, four red threes 4x100 + 400 = 800, cards 7x20 + 3x10 = 170, the partner's joker and two
    deuces -90, in all 1580; against them one card of each rank: -(50 + 20 + 20 + 6x10 + 4x5 + 5) = -175."""
    every = "JK 2S AS KC QH JC TC 9D 8C 7C 6C 5C 4C 3S"
    sides = Sides((f"{ACES} QC QD QS 9C", every, "JK 2C 2D", ""), ((), ()), ("3D 3D 3H 3H", ""))
    rulebook = ordinary()
    now = ended(rulebook, sides, [meld(play("new", ACES)), meld(play("new", "QC QD QS")), discard("9C")], phase="play")
    ours = {
        "score.out": 100,
        "score.concealed": 100,
        "score.canastas": 500,
        "score.red-threes": 800,
        "score.melds": 170,
        "score.hands": -90,
    }
    assert sheets(rulebook, now) == (ours, {"score.hands": -175})
    assert totals(now) == (1580, -175)


@pytest.mark.parametrize(("reading", "threes"), [("doubled", -800), ("plain", -400)])
def test_all_red_threes_without_a_meld(reading: str, threes: int) -> None:
    """Nobody out and no meld: -800 for four red threes (or -400) and -(10 + 5 + 20) = -35 in hand; the others have a mixed canasta
    of eight cards 300 + 5x10 + 2x20 + 50 = 440 and -5 in hand; 100 and 2000 before the deal."""
    sides = Sides(("KC 4C", "5D", "2H", ""), ((), ("TC TC TD TD TH 2C 2D JK",)), ("3D 3D 3H 3H", ""), (100, 2000))
    rulebook = ordinary("score.red-threes.all-four", reading)
    now = ended(rulebook, sides, [DRAW], stock="", pile="3C")
    theirs = {"score.canastas": 300, "score.melds": 140, "score.hands": -5}
    assert sheets(rulebook, now) == ({"score.red-threes": threes, "score.hands": -35}, theirs)
    assert totals(now) == (100 + threes - 35, 2435)


@pytest.mark.parametrize(("reading", "threes", "score"), [("any-meld", 200, 240), ("canasta", -200, -160)])
def test_what_makes_red_threes_count(reading: str, threes: int, score: int) -> None:
    """Melds of 3x5 + 4x10 = 55 without a canasta, two red threes 200 for or against, -(10 + 5) = -15 in hand; the others have
    nines 500 + 70, a red three 100 either way, and -(5 + 5 + 50) = -60 in hand, in all 610."""
    melds = (("5C 5D 5H", "KC KD KH KS"), ("9C 9C 9D 9D 9H 9S 9S",))
    sides = Sides(("8H", "6D 6S", "3S", "JK"), melds, ("3D 3H", "3D"))
    rulebook = ordinary("score.red-threes.deserving", reading)
    now = ended(rulebook, sides, [DRAW], stock="", pile="3C")
    theirs = {"score.canastas": 500, "score.red-threes": 100, "score.melds": 70, "score.hands": -60}
    assert sheets(rulebook, now) == ({"score.red-threes": threes, "score.melds": 55, "score.hands": -15}, theirs)
    assert totals(now) == (score, 610)


@pytest.mark.parametrize(("reading", "cards", "score"), [("worth", 140, 530), ("five-hundred", 620, 1010)])
def test_four_black_threes(reading: str, cards: int, score: int) -> None:
    """Out 100, mixed canasta 300, jacks 5x10 + 20 + 50 = 120 with four black threes 4x5 = 20 (or 500), the partner's queen -10:
    530 (or 1010); the others, without a meld, lose 100 for a red three and 2x5 in hand."""
    sides = Sides(("3C 3C 3S 3S 9H", "4D 4H", "QC", ""), (("JC JC JD JD JH 2C JK",), ()), ("", "3H"))
    rulebook = ordinary("score.melds.four-black-threes", reading)
    acts = [meld(play("new", "3C 3C 3S 3S")), discard("9H")]
    now = ended(rulebook, sides, acts, phase="play", has_melded=True)
    ours = {"score.out": 100, "score.canastas": 300, "score.melds": cards, "score.hands": -10}
    assert sheets(rulebook, now) == (ours, {"score.red-threes": -100, "score.hands": -10})
    assert totals(now) == (score, -110)


def test_a_natural_canasta_that_is_given_a_wild_card() -> None:
    """Out 100, kings with a deuce are a mixed canasta 300, eight eights a natural one 500 and once only, cards 7x10 + 20 + 8x10 =
    170, the partner's ace -20, in all 1050; the others' fours 3x5 = 15 and hands -(2x5 + 5) = -15 come to nothing."""
    eights = "8C 8C 8D 8D 8H 8H 8S 8S"
    sides = Sides(("2D 6C", "5S 5D", "AS", "3C"), ((CANASTA, eights), ("4C 4D 4H",)))
    rulebook = ordinary()
    now = ended(rulebook, sides, [meld(play(0, "2D")), discard("6C")], phase="play", has_melded=True)
    ours = {"score.out": 100, "score.canastas": 800, "score.melds": 170, "score.hands": -20}
    assert sheets(rulebook, now) == (ours, {"score.melds": 15, "score.hands": -15})
    assert totals(now) == (1050, 0)


@pytest.mark.parametrize(("reading", "concealed"), [("own", 0), ("partners-will-do", 100)])
def test_a_concealed_hand_without_a_canasta(reading: str, concealed: int) -> None:
    """Out 100 and the partner's queens 500; cards 7x10 + 4x20 + 3x10 + 4x10 = 220; a whole hand melded in one turn, with no canasta
    of its own, brings 100 more only where the partner's will do; the others hold a joker and a four, -55."""
    rulebook = ordinary("score.concealed.canasta", reading)
    before = (tuple(sorted(rulebook.faces.read(QUEENS.split()))),)
    sides = Sides(("AC AD AH AS 9C 9D 9H 8C 8D 8H 8S 5C", "JK", "", "4C"), ((QUEENS,), ()))
    acts = [meld(play("new", "AC AD AH AS"), play("new", "9C 9D 9H"), play("new", "8C 8D 8H 8S")), discard("5C")]
    now = ended(rulebook, sides, acts, phase="play", melds_before=before)
    ours = {"score.out": 100, "score.canastas": 500, "score.melds": 220} | ({"score.concealed": 100} if concealed else {})
    assert sheets(rulebook, now) == (ours, {"score.hands": -55})
    assert totals(now) == (820 + concealed, -55)


@pytest.mark.parametrize(("reading", "concealed"), [("the-player", 100), ("the-side", 0)])
def test_a_concealed_hand_beside_the_partners_melds(reading: str, concealed: int) -> None:
    """Out 100, aces 500, cards 7x20 + 3x10 and the partner's kings 3x10 = 200; 100 more where only the player's own record counts;
    the others' three sixes and a deuce 3x5 + 20 = 35 against an eight and a deuce in hand -30."""
    rulebook = ordinary("score.concealed.whose", reading)
    before = (tuple(sorted(rulebook.faces.read(["KC", "KD", "KH"]))),)
    sides = Sides((f"{ACES} QC QD QS 5C", "8C", "", "2S"), (("KC KD KH",), ("6C 6D 6H 2H",)))
    acts = [meld(play("new", ACES)), meld(play("new", "QC QD QS")), discard("5C")]
    now = ended(rulebook, sides, acts, phase="play", melds_before=before)
    ours = {"score.out": 100, "score.canastas": 500, "score.melds": 200} | ({"score.concealed": 100} if concealed else {})
    assert sheets(rulebook, now) == (ours, {"score.melds": 35, "score.hands": -30})
    assert totals(now) == (800 + concealed, 5)
