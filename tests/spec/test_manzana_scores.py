"""Manzana: what a deal is worth, and under which reading."""

from __future__ import annotations

import pytest

from .positions import DRAW, PASS, Action, after, discard, manzana, meld, play, scores, table

CANASTA = 500 + 4 * 20
"""Four aces."""


def concealed(reading: dict[str, str], last: Action, took: bool = False) -> int:
    """The score of a player who lays four aces and three sixes in one turn, having melded nothing before, and goes out."""
    rulebook = manzana(**reading)
    hand = "AC AD AH AS 6C 6D 6H" + (" TC" if last != PASS else "")
    start = table(rulebook, hand, phase="play", took=took)
    laid = meld(play("new", "AC AD AH AS"), play("new", "6C 6D 6H"))
    return scores(after(rulebook, start, laid, last))[0] - CANASTA - 15


@pytest.mark.parametrize(
    ("reading", "last", "took", "bonus"),
    [
        ({}, discard("TC"), False, 200),
        ({}, PASS, False, 200),
        ({}, discard("TC"), True, 200),
        ({"score__concealed__bonus": "besides"}, discard("TC"), False, 300),
        ({"score__concealed__spoiling": "discard"}, discard("TC"), False, 100),
        ({"score__concealed__spoiling": "discard"}, PASS, False, 200),
        ({"score__concealed__spoiling": "taking"}, discard("TC"), True, 100),
        ({"score__concealed__spoiling": "taking"}, discard("TC"), False, 200),
    ],
)
def test_going_out_concealed(reading: dict[str, str], last: Action, took: bool, bonus: int) -> None:
    """A whole hand that leaves in one turn brings 200 instead of 100, or besides, or only without a discard or a take."""
    assert concealed(reading, last, took) == bonus


@pytest.mark.parametrize(
    ("melds", "threes", "reading", "points"),
    [
        (["KC KD KH"], "3D", "in-all", 100),
        (["KC KD KH"], "3D 3H", "in-all", 400),
        (["KC KD KH"], "3D 3H", "besides", 600),
        ([], "3D", "in-all", -100),
        ([], "3D 3H", "in-all", -400),
        ([], "3D 3H", "besides", -600),
    ],
)
def test_red_threes(melds: list[str], threes: str, reading: str, points: int) -> None:
    """One red three brings 100 and two 400, or 600; without a meld they cost as much."""
    rulebook = manzana(score__red_threes__both=reading)
    start = table(rulebook, "4C", "9C", melds, stock="", red_threes=(threes, ""))
    assert scores(after(rulebook, start, DRAW))[0] == points - 5 + 30 * len(melds)


@pytest.mark.parametrize(("reading", "points"), [("nobodys", (20, 130)), ("first-players", (120, 130))])
def test_a_red_three_that_nobody_took(reading: str, points: tuple[int, int]) -> None:
    """A red three turned up at the start and never taken counts for nobody, or for the player who played first."""
    rulebook = manzana(score__red_threes__start_card=reading)
    start = table(rulebook, "4C 5C", "3D TC QC", ["9C 9D 9H"], "", other_melds=["8C 8D 8H"], red_threes=("", "3H"))
    assert scores(after(rulebook, start, DRAW)) == points


@pytest.mark.parametrize(("reading", "points"), [("at-the-end", 100), ("beforehand", -100)])
def test_a_red_three_before_the_first_meld(reading: str, points: int) -> None:
    """A red three laid before its owner's first meld counts for or against, as the reading has it."""
    rulebook = manzana(score__red_threes__tested=reading)
    start = table(rulebook, "KC KD KH 9C", "8C", stock="3D 4C")
    turn = (DRAW, meld(play("new", "KC KD KH")), discard("9C"))
    assert scores(after(rulebook, after(rulebook, start, *turn), DRAW, seat=1))[0] == points + 30 - 5


@pytest.mark.parametrize(("reading", "bonus"), [("mixed", 300), ("natural-still", 500)])
def test_a_natural_canasta_with_a_wild_card(reading: str, bonus: int) -> None:
    """A wild card on a natural canasta makes it a mixed one, or leaves its bonus as it was."""
    rulebook = manzana(meld__spoiled_canasta__wild_joins=reading)
    start = table(rulebook, "2C KC", melds=["9C 9D 9H 9S"], phase="play", has_melded=True)
    assert scores(after(rulebook, start, meld(play(0, "2C")), discard("KC")))[0] == bonus + 40 + 20 + 100


def test_a_mixed_canasta_stays_mixed() -> None:
    """A canasta that was never natural is worth 300, whatever becomes of other wild cards."""
    rulebook = manzana(meld__spoiled_canasta__wild_joins="natural-still")
    start = table(rulebook, "9S KC", melds=["9C 9D 9H 2C"], phase="play", has_melded=True)
    assert scores(after(rulebook, start, meld(play(0, "9S")), discard("KC")))[0] == 300 + 40 + 20 + 100
