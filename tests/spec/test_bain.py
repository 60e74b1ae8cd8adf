"""Bain Hand and Foot: what its rules mean at the table."""

from __future__ import annotations

from time import monotonic
from typing import Any

import pytest

from .bain import ALL, BLACK, EIGHTS, FOOT, KINGS, LARGE, LARGE_MELDS, RED, SEVENS, WILD, bain, dealt, on_foot, set_out
from .ordinary import NO, YES, ask, played
from .positions import DRAW, PASS, cards, discard, ended, legal, lines_of, meld, play, scores, take

NINES = "9C 9D 9H"


@pytest.mark.parametrize(
    ("laid", "may"),
    [
        ("8C 8D 2C", True),
        ("8C 8D 2C 2D", False),
        ("8C 8D 8H 2C", True),
        ("8C 8D 8H 2C 2D", True),
        ("8C 8D 8H 8S 2C 2D", True),
        ("8C 8D 8H 2C 2D JK", False),
        ("2C 2D JK", True),
        ("7C 7D 7H", True),
        ("7C 7D 2C", False),
        ("3C 3C 3S", False),
    ],
)
def test_what_may_be_laid(laid: str, may: bool) -> None:
    """Natural cards always outnumber wild ones; wild cards and sevens are melded among themselves, black threes as a rule not."""
    rulebook = bain()
    assert legal(rulebook, set_out(rulebook, f"{laid} KC KD", melds=[NINES], phase="play"), meld(play("new", laid))) == may


@pytest.mark.parametrize(
    ("total", "laid", "may"),
    [
        (-5, "4C 4D 4H", True),
        (0, "4C 4D 4H", False),
        (4995, "AC AD AH", True),
        (5000, "AC AD AH", False),
        (5000, "2C 2D JK", True),
        (10000, "2C 2D JK", False),
        (10000, "2C JK JK", True),
        (15000, "2C JK JK", False),
        (15000, "JK JK JK", True),
    ],
)
def test_the_minimum(total: int, laid: str, may: bool) -> None:
    """A side below zero opens with anything, others with 50, 90, 120 and 150."""
    rulebook = bain()
    start = set_out(rulebook, f"{laid} KC KD", totals=(total, 0), phase="play")
    assert legal(rulebook, start, meld(play("new", laid))) == may


def test_the_opener_waits_for_the_partner() -> None:
    """The opener may not lay the seventh king before the partner has completed a canasta, and may when she has."""
    rulebook = bain()
    position: dict[str, Any] = {"hand": "KS 4C 5C", "melds": [KINGS, EIGHTS], "phase": "play", "opener": 0, "feet": [FOOT, "", ""]}
    waiting = set_out(rulebook, **position)
    assert lines_of(rulebook, waiting, meld(play(0, "KS"))) == {"foot.waiting"}
    assert legal(rulebook, set_out(rulebook, **position, earned=(False, False, True)), meld(play(0, "KS")))


def test_the_partner_takes_up_the_foot_at_once() -> None:
    """Seat 0 completes the kings that its partner opened with, and the thirteen cards are in the hand in the same turn."""
    rulebook = bain()
    start = set_out(rulebook, "KS 4C 5C", melds=[KINGS], phase="play", opener=2, feet=[FOOT])
    fine, now = played(rulebook, start, [(0, meld(play(0, "KS"))), (0, meld(play("new", NINES)))])
    assert fine and cards(rulebook, now, "foot") == []
    assert len(cards(rulebook, now, "hand")) == 2 + 13 - 3


def test_the_opener_may_take_up_the_foot_or_leave_it() -> None:
    """The opener who has completed a canasta draws the foot in the midst of a turn, this one or a later one, or leaves it."""
    rulebook = bain()
    start = set_out(
        rulebook, "KS 4C 5C", melds=[KINGS, EIGHTS], phase="play", opener=0, feet=[FOOT], earned=(False, False, True, False)
    )
    done, now = played(rulebook, start, [(0, meld(play(0, "KS")))])
    assert done and len(cards(rulebook, now, "foot")) == 13
    assert legal(rulebook, now, discard("4C"))
    taken, up = played(rulebook, now, [(0, DRAW)])
    assert taken and cards(rulebook, up, "foot") == [] and len(cards(rulebook, up, "hand")) == 15
    assert len(cards(rulebook, up, "stock")) == len(cards(rulebook, now, "stock"))
    assert not legal(rulebook, up, DRAW)


@pytest.mark.parametrize(
    ("more", "may"),
    [
        ({"opener": 2, "feet": [FOOT]}, False),
        ({"opener": 0, "feet": [FOOT]}, False),
        ({"opener": 0, "feet": [FOOT], "earned": (True, False, False, False)}, True),
        ({"opener": 0, "feet": [""], "earned": (True, False, True, False)}, False),
    ],
)
def test_who_may_draw_in_the_midst_of_a_turn(more: dict[str, Any], may: bool) -> None:
    """Only the opener draws a foot, who has completed a canasta and has not taken it up yet."""
    rulebook = bain()
    assert legal(rulebook, set_out(rulebook, "4C 5C", melds=[EIGHTS], phase="play", **more), DRAW) == may


def test_no_second_canasta_before_both_are_on_their_feet() -> None:
    """Whoever has completed one canasta waits with the next until both partners have theirs and have taken up their feet."""
    rulebook = bain()
    position: dict[str, Any] = {"hand": "KS 4C 5C", "melds": [KINGS, EIGHTS], "phase": "play", "opener": 2}
    waiting = set_out(rulebook, **position, earned=(True, False, False, False))
    assert lines_of(rulebook, waiting, meld(play(0, "KS"))) == {"foot.one-each"}
    left = set_out(rulebook, **position, earned=(True, False, True, False), feet=["", "", FOOT])
    assert not legal(rulebook, left, meld(play(0, "KS")))
    assert legal(rulebook, set_out(rulebook, **position, earned=(True, False, True, False)), meld(play(0, "KS")))


@pytest.mark.parametrize(
    ("pile", "taken", "left"),
    [
        ("5H JK QC 2D KC 9H", "9H KC 2D", "5H JK QC"),
        ("5H QC KC 9H", "9H KC QC 5H", ""),
        ("JK 9H", "9H JK", ""),
        ("5H 2D 9H", "9H 2D", "5H"),
    ],
)
def test_how_far_down_a_take_reaches(pile: str, taken: str, left: str) -> None:
    """A take reaches down to the next wild card and brings it along; the cards below it stay as the pile."""
    rulebook = bain()
    start = set_out(rulebook, "9C 9D 4C 4D", pile=pile, melds=[EIGHTS])
    fine, now = played(rulebook, start, [(0, take(play("new", "9C 9D 9H")))])
    assert fine and cards(rulebook, now, "pile") == left.split()
    assert sorted(cards(rulebook, now, "hand")) == sorted(["4C", "4D", *taken.split()[1:]])


@pytest.mark.parametrize(
    ("hand", "pile", "plays", "may"),
    [
        ("9C 4C 5C", "5H 9H", [play(0, "9H")], False),
        ("9C 2C 4C 5C", "5H 9H", [play("new", "9C 2C 9H")], False),
        ("9C 9D 4C 5C", "5H 9H", [play(0, "9C 9D 9H")], True),
        ("2C 2D JK 4C", "5H 2H", [play("new", "2C 2D 2H")], False),
        ("3C 3C 4C 5C", "5H 3S", [play("new", "3C 3C 3S")], False),
    ],
)
def test_what_takes_the_pile(hand: str, pile: str, plays: list[dict[str, Any]], may: bool) -> None:
    """Two natural cards of the hand that match the top give the pile, and nothing else does."""
    rulebook = bain()
    assert legal(rulebook, set_out(rulebook, hand, pile=pile, melds=[NINES]), take(*plays)) == may


@pytest.mark.parametrize(
    ("melds", "laid", "may"),
    [
        ([RED, SEVENS], "QC", True),
        ([RED, SEVENS], "QC QD", True),
        ([RED, SEVENS], "KC", False),
        ([RED], "QC", False),
        ([RED, SEVENS], "7C", False),
        ([RED, SEVENS], "2C", False),
        ([SEVENS, WILD], "2C", True),
        ([SEVENS, BLACK], "JC", True),
        ([SEVENS, BLACK], "2C", False),
    ],
)
def test_what_goes_to_the_garbage_pile(melds: list[str], laid: str, may: bool) -> None:
    """With a canasta of sevens, cards of ranks that have theirs go to the garbage pile, wild cards too, and sevens never."""
    rulebook = bain()
    start = on_foot(rulebook, f"{laid} KC KD 4C", melds=melds)
    assert legal(rulebook, start, meld(play("garbage", laid))) == may


def test_the_pile_is_taken_for_the_garbage_pile() -> None:
    """Two queens take a queen where queens and sevens are complete, all three go to the garbage pile, and no other card helps."""
    rulebook = bain()
    start = on_foot(rulebook, "QC QD 4C 5C", phase="draw", pile="KC QH", melds=[RED, SEVENS])
    fine, now = played(rulebook, start, [(0, take(play("garbage", "QC QD QH")))])
    assert fine and sorted(cards(rulebook, now, "garbage")) == ["QC", "QD", "QH"]
    lone = on_foot(rulebook, "QC JC 4C 5C", phase="draw", pile="KC QH", melds=[RED, BLACK, SEVENS])
    assert not legal(rulebook, lone, take(play("garbage", "QC JC QH")))


def test_a_seven_is_never_discarded() -> None:
    """Even where both sides have their canastas of sevens a seven stays, and it keeps its owner from going out."""
    rulebook = bain()
    start = on_foot(rulebook, "7S 4C", melds=ALL, other_melds=[SEVENS])
    assert lines_of(rulebook, start, discard("7S")) == {"discard.sevens"}
    assert legal(rulebook, start, discard("4C"))
    assert not legal(rulebook, on_foot(rulebook, "QC 7S", melds=ALL), meld(play("garbage", "QC")))


def test_sevens_upon_a_seven_end_play() -> None:
    """One seven in hand and two drawn: the deal ends by itself, nobody has gone out, and 15 points count against the side."""
    rulebook = bain()
    fine, now = played(rulebook, set_out(rulebook, "7S", stock="7C 7D KC", melds=[NINES]), [(0, DRAW)])
    assert fine and ended(now) == ("stuck", 0)
    assert scores(now) == (30 - 15, 0)


def test_sevens_that_bring_a_foot_do_not_end_play() -> None:
    """Where the sevens complete the first canasta of the opener's partner, the foot brings a discard, and play goes on."""
    rulebook = bain()
    start = set_out(rulebook, "7S", stock="7C 7D KC", melds=["7C 7D 7H 7H"], opener=2, feet=[FOOT])
    acts = [(0, DRAW), (0, meld(play(0, "7C 7D 7S"))), (0, discard("AC"))]
    assert played(rulebook, start, acts)[0]


def test_nobody_melds_down_to_sevens() -> None:
    """Three kings and a seven: the kings are not laid, since only the seven would be left."""
    rulebook = bain()
    start = set_out(rulebook, "7C KC KD KH", melds=[NINES], phase="play")
    assert lines_of(rulebook, start, meld(play("new", "KC KD KH"))) == {"out.able-to-end"}


@pytest.mark.parametrize("missing", range(4))
def test_going_out_needs_a_canasta_of_each_kind(missing: int) -> None:
    """The last card is not discarded while one of the four kinds is missing."""
    rulebook = bain()
    start = on_foot(rulebook, "4C", melds=[one for n, one in enumerate(ALL) if n != missing])
    assert not legal(rulebook, start, discard("4C"))
    assert legal(rulebook, on_foot(rulebook, "4C", melds=ALL), discard("4C"))


def test_going_out_needs_a_discard() -> None:
    """Whoever has melded all cards is not out: a card must be left to discard."""
    rulebook = bain()
    start = on_foot(rulebook, "8S 4C", melds=[*ALL, "8C 8D 8H"])
    assert not legal(rulebook, on_foot(rulebook, "8S", melds=[*ALL, "8C 8D 8H"]), meld(play(4, "8S")))
    _, now = played(rulebook, start, [(0, meld(play(4, "8S"))), (0, discard("4C"))])
    assert ended(now) == ("out", 0)
    assert not legal(rulebook, start, PASS)


def test_leave_is_asked_by_who_could_go_out() -> None:
    """Who could lay all cards but one, some of them on the garbage pile, may ask; a no keeps a card, a yes must be used."""
    rulebook = bain()
    able = on_foot(rulebook, "8S QC QD 4C", melds=[*ALL, "8C 8D 8H"])
    unable = on_foot(rulebook, "8S KC QD 4C", melds=[*ALL, "8C 8D 8H"])
    assert legal(rulebook, able, ask()) and not legal(rulebook, unable, ask())
    laid = [(0, meld(play(4, "8S"), play("garbage", "QC QD")))]
    refused, _ = played(rulebook, able, [(0, ask()), (2, NO), *laid])
    assert not refused
    _, now = played(rulebook, able, [(0, ask()), (2, YES), *laid, (0, discard("4C"))])
    assert ended(now) == ("out", 0)
    kept, _ = played(rulebook, able, [(0, ask()), (2, YES), (0, discard("4C"))])
    assert not kept


def test_large_hands_are_judged_soon() -> None:
    """Whether a hand of thirty cards could be laid, many of them on the garbage pile, is told within seconds."""
    rulebook = bain()
    began = monotonic()
    assert legal(rulebook, on_foot(rulebook, LARGE, melds=LARGE_MELDS), ask())
    assert not legal(rulebook, on_foot(rulebook, f"{LARGE} 3S", melds=LARGE_MELDS), ask())
    assert monotonic() - began < 10


def test_the_first_player_may_take_the_upcard() -> None:
    """The player on the dealer's left begins, and two aces take an ace turned up, which is 60."""
    rulebook = bain()
    start = dealt(rulebook, ["AC AD 4C 5C"], "AH KC QC")
    assert legal(rulebook, start, take(play("new", "AC AD AH")))
