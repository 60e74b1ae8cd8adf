"""Bain Hand and Foot: what whole deals come to, reckoned by hand, and under which reading."""

from __future__ import annotations

from typing import Any

import pytest

from meldspec.engine.rulebook import Rulebook
from meldspec.table.table import ENDED, MATCH, SCORES, Table

from .bain import ALL, BLACK, FOOT, RED, SEVENS, WILD, bain, on_foot, set_out
from .ordinary import Acts, played
from .positions import DRAW, PASS, discard, ended, meld, play, scores

NINES = "9C 9D 9H"
FOUR_KINDS = 70 + 120 + 200 + 35 + 500 + 300 + 1000 + 1500
"""The cards of ALL (70 queens, 50 jacks with 70 of wild cards, 200 wild cards, 35 sevens) and the four bonuses: 3725."""


def stock_gone(rulebook: Rulebook, hand: str, **more: Any) -> tuple[int, ...]:
    """The scores after somebody has wished to draw from an empty stock."""
    fine, now = played(rulebook, set_out(rulebook, hand, stock="", **more), [(0, DRAW)])
    assert fine and ended(now) == ("stock", None)
    return scores(now)


def test_going_out() -> None:
    """Going out: 3725 for the four kinds, 40 for nines, 200 for going out, 200 for two red threes, in all 4165.

    The other side: 30 for eights, 25 lost in hand, 160 for a foot, 100 for a red three laid, in all 255 lost.
    """
    rulebook = bain()
    start = on_foot(
        rulebook,
        "9S 5C",
        melds=[*ALL, NINES],
        feet=["", FOOT],
        others=["AC 5D"],
        other_melds=["8C 8D 8H"],
        red_threes=("3D 3H", "3D"),
    )
    _, now = played(rulebook, start, [(0, meld(play(4, "9S"))), (0, discard("5C"))])
    assert ended(now) == ("out", 0)
    assert scores(now) == (3725 + 40 + 200 + 200, 30 - 25 - 160 - 100) == (4165, -255)


def test_the_garbage_pile_counts() -> None:
    """Queens and a deuce on the garbage pile are worth 20 + 20 beside 3725; 200 for going out, 15 lost with the partner: 3950."""
    rulebook = bain()
    start = on_foot(rulebook, "QC QD 2C 5C", melds=ALL, others=["", "KC 5D"])
    _, now = played(rulebook, start, [(0, meld(play("garbage", "QC QD 2C"))), (0, discard("5C"))])
    assert scores(now) == (3725 + 40 + 200 - 15, 0) == (3950, 0)


@pytest.mark.parametrize(
    ("melds", "points"),
    [
        ([RED], 500 + 70),
        ([BLACK], 300 + 120),
        ([WILD], 1000 + 200),
        ([SEVENS], 1500 + 35),
        ([SEVENS, "7C 7D 7H"], 1500 + 35 + 15),
        ([RED, RED, BLACK], 500 + 70 + 500 + 70 + 300 + 120),
        (["QC QC QD QD QH QH"], 60),
    ],
)
def test_canastas(melds: list[str], points: int) -> None:
    """A red canasta brings 500, a black one 300, one of wild cards 1000, one of sevens 1500; what is not complete, its cards."""
    assert stock_gone(bain(), "KC", melds=melds) == (points - 10, 0)


@pytest.mark.parametrize(
    ("melds", "threes", "readings", "points"),
    [
        ([SEVENS], "3D", {}, 100),
        ([RED], "3D", {}, -100),
        ([], "3D 3D 3H", {}, -300),
        ([SEVENS], "3D 3D 3D 3D 3H 3H 3H 3H", {}, 800),
        ([RED], "3D 3D 3D 3D 3H 3H 3H 3H", {}, -800),
        ([SEVENS], "3D 3D 3D 3D 3H 3H 3H 3H", {"score__red_threes__all_eight": "thousand"}, 1000),
        ([RED], "3D 3D 3D 3D 3H 3H 3H 3H", {"score__red_threes__all_eight": "thousand"}, -1000),
    ],
)
def test_red_threes_on_the_table(melds: list[str], threes: str, readings: dict[str, str], points: int) -> None:
    """Red threes bring 100 each with a canasta of sevens and cost as much without one; eight count 800, or 1000."""
    cards = {SEVENS: 1535, RED: 570}
    worth = sum(cards[one] for one in melds)
    assert stock_gone(bain(**readings), "KC", melds=melds, red_threes=(threes, "")) == (worth - 10 + points, 0)


@pytest.mark.parametrize(
    ("melds", "reading", "points"),
    [
        ([SEVENS], "against", -100),
        ([SEVENS], "nothing", 0),
        ([SEVENS], "as-others", 100),
        ([RED], "against", -100),
        ([RED], "nothing", 0),
        ([RED], "as-others", -100),
    ],
)
def test_a_red_three_in_a_foot(melds: list[str], reading: str, points: int) -> None:
    """A red three in a foot never taken up costs 100 whatever the side has; or nothing; or counts as the others do."""
    worth = {SEVENS: 1535, RED: 570}[melds[0]]
    rulebook = bain(score__red_threes__foot=reading)
    assert stock_gone(rulebook, "KC", melds=melds, feet=["", "", "3D AC"]) == (worth - 10 - 20 + points, 0)


@pytest.mark.parametrize(("reading", "points"), [("against", (-90, -245)), ("ignored", (0, 0))])
def test_what_is_left_over(reading: str, points: tuple[int, int]) -> None:
    """A joker, an ace and two kings left in hand cost 90, a hand of 85 with a foot of 160 costs 245; or nothing is lost."""
    rulebook = bain(score__hands__left_over=reading)
    others = ["JK AC KD 5C", "KC", ""]
    assert stock_gone(rulebook, "JK AC KC", others=others, feet=["", FOOT]) == points


def test_a_dead_end_pays_nobody_for_going_out() -> None:
    """Three sevens in hand end play: 3725 less 15, with two red threes 200 more, and no 200 for going out: 3910."""
    rulebook = bain()
    start = on_foot(rulebook, "7S", melds=ALL, phase="draw", stock="7C 7D KC", red_threes=("3D 3H", ""))
    _, now = played(rulebook, start, [(0, DRAW)])
    assert ended(now) == ("stuck", 0)
    assert scores(now) == (3725 - 15 + 200, 0) == (3910, 0)


def test_the_last_sevens_may_be_laid_first() -> None:
    """Two of three sevens join three on the table, five of them count 25 there and one costs 5."""
    rulebook = bain(end__sevens__laying="laid-first")
    start = set_out(rulebook, "7S", stock="7C 7D KC", melds=["7C 7D 7H"])
    _, now = played(rulebook, start, [(0, DRAW), (0, meld(play(0, "7C 7D"))), (0, PASS)])
    assert ended(now) == ("stuck", 0)
    assert scores(now) == (25 - 5, 0)


OUT: Acts = [(0, discard("5C"))]
"""Going out with 3725 for the four kinds and 200 for going out: 3925."""


def went_out(rulebook: Rulebook, totals: tuple[int, int]) -> Table:
    """The table when seat 0 has gone out for 3925, the other side having nothing."""
    _, now = played(rulebook, on_foot(rulebook, "5C", melds=ALL, totals=totals), OUT)
    assert now.cells[ENDED] == ("out", 0) and now.cells[SCORES] == (3925, 0)
    return now


@pytest.mark.parametrize(
    ("totals", "reading", "match"),
    [
        ((16075, 0), "higher", (0,)),
        ((16070, 0), "higher", None),
        ((16500, 21000), "higher", (1,)),
        ((16500, 21000), "who-went-out", (0,)),
        ((16500, 21000), "both-win", (None,)),
        ((16375, 20300), "higher", None),
        ((16375, 20300), "both-win", (None,)),
        ((0, 20000), "who-went-out", (1,)),
    ],
)
def test_the_end_of_the_match(totals: tuple[int, int], reading: str, match: object) -> None:
    """20000 are enough; of two sides that have them the one with more wins, or that went out, or both; equal ones play on."""
    assert went_out(bain(match__target__both=reading), totals).cells[MATCH] == match


@pytest.mark.parametrize(("reading", "over"), [("deal-only", False), ("match", True)])
def test_a_dead_end_and_the_match(reading: str, over: bool) -> None:
    """A deal that sevens have ended goes on to the next one, or ends the match."""
    rulebook = bain(match__target__dead_end=reading)
    start = set_out(rulebook, "7S", stock="7C 7D KC", melds=[NINES], totals=(4000, 6000))
    _, now = played(rulebook, start, [(0, DRAW)])
    assert (now.cells[MATCH] is not None) == over
