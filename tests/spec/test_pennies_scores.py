"""Pennies from Heaven: what whole deals come to, reckoned by hand, and under which reading."""

from __future__ import annotations

import pytest

from meldspec.table.table import MATCH, TOTALS

from .ordinary import Acts, played
from .pennies import ALL, FOOT, FOUR_TYPES, MIXED, NATURAL, NINES, SEVENS, WILD, blog, pennies, read_so, set_out
from .positions import DRAW, PASS, discard, ended, meld, play, scores

WENT_OUT: Acts = [(0, meld(play(4, "9S"))), (0, discard("5C"))]
"""A fourth nine onto NINES, and out."""


def test_going_out_with_everything_the_other_side_can_lose() -> None:
    """The side that goes out: 3765 for the four types, 40 for nines, 100 for going out, 200 for two red threes, in all 4105.

    The other side: 30 for three eights, 25 lost in hand, 145 for a foot never taken up, 100 for a red three, in all 240 lost.
    """
    rulebook = pennies()
    start = set_out(
        rulebook,
        "9S 5C",
        feet=["", FOOT],
        others=["AC 5D"],
        melds=[*ALL, NINES],
        other_melds=["8C 8D 8H"],
        red_threes=("3D 3H", "3D"),
        phase="play",
    )
    legal, now = played(rulebook, start, WENT_OUT)
    assert legal and scores(now) == (3765 + 40 + 100 + 200, 30 - 25 - 145 - 100) == (4105, -240)


def test_going_out_over_feet_of_the_own_side() -> None:
    """Feet of the own side count against it: 3765 + 40 + 100, less 145 for the player's own and 45 for a partner's, 3715."""
    rulebook = pennies()
    start = set_out(rulebook, "9S 5C", feet=[FOOT, "", "AC AD 5C"], melds=[*ALL, NINES], phase="play")
    _, now = played(rulebook, start, WENT_OUT)
    assert scores(now) == (3765 + 40 + 100 - 145 - 45, 0) == (3715, 0)


def test_red_threes_in_a_foot_cost_with_a_canasta_of_sevens_too() -> None:
    """Three red threes laid bring 300, two in a foot cost 200, and its ace 20: 3765 + 40 + 100 + 300 - 200 - 20 = 3985."""
    rulebook = pennies()
    start = set_out(rulebook, "9S 5C", feet=["", "", "3D 3H AC"], melds=[*ALL, NINES], red_threes=("3D 3D 3H", ""), phase="play")
    _, now = played(rulebook, start, WENT_OUT)
    assert scores(now) == (3985, 0)


@pytest.mark.parametrize(
    ("melds", "threes", "points"),
    [
        ([SEVENS], "3D", 100),
        ([SEVENS], "3D 3D 3D 3D 3H 3H 3H", 700),
        ([SEVENS], "3D 3D 3D 3D 3H 3H 3H 3H", 1000),
        ([NATURAL], "3D", -100),
        ([NATURAL], "3D 3D 3D 3D 3H 3H 3H", -700),
        ([NATURAL], "3D 3D 3D 3D 3H 3H 3H 3H", -1000),
        ([], "3D 3H", -200),
    ],
)
def test_red_threes_when_the_stock_is_gone(melds: list[str], threes: str, points: int) -> None:
    """The wish to draw ends the deal, nobody has 100, and the canasta of sevens decides for which side red threes count."""
    rulebook = pennies()
    start = set_out(rulebook, "4C", pile="8C", melds=melds, stock="", red_threes=(threes, ""))
    _, now = played(rulebook, start, [(0, DRAW)])
    laid = {SEVENS: 1535, NATURAL: 570}.get("".join(melds), 0)
    assert scores(now) == (laid + points - 5, 0)


def test_a_hand_of_sevens_is_scored_in_the_usual_way() -> None:
    """Three sevens laid of four: 570 for queens and 15 for sevens, less 5 for the seven kept, 300 for red threes, 145 for the foot.

    The other side has 1535 for its own canasta of sevens and 100 for a red three; neither has 100 for going out.
    """
    rulebook = pennies()
    start = set_out(
        rulebook,
        "7C 7D",
        feet=[FOOT],
        melds=[NATURAL],
        other_melds=[SEVENS],
        stock="7H 7S 4C",
        red_threes=("3D 3D 3H", "3H"),
    )
    legal, now = played(rulebook, start, [(0, DRAW), (0, meld(play("new", "7C 7D 7H"))), (0, PASS)])
    assert legal and ended(now) == ("stuck", 0)
    assert scores(now) == (570 + 15 - 5 - 300 - 145, 1535 + 100) == (135, 1635)


def test_two_canastas_of_a_type_both_count() -> None:
    """A second canasta of queens brings its 70 and 500 again, and a canasta short of one card nothing but its cards: 60 kings."""
    rulebook = pennies()
    start = set_out(rulebook, "4C", pile="8C", melds=[NATURAL, NATURAL, "KC KC KD KD KH KH"], stock="")
    _, now = played(rulebook, start, [(0, DRAW)])
    assert scores(now) == (2 * 570 + 60 - 5, 0) == (1195, 0)


def test_the_foot_that_is_earned_by_going_out() -> None:
    """The seventh queen makes the fourth type, and the king goes with it: out, 3765 + 100, and the foot costs 145: 3720."""
    rulebook = pennies()
    hand, melds = "QS KC", [MIXED, WILD, SEVENS, "QC QC QD QD QH QH"]
    acts: Acts = [(0, meld(play(3, "QS"))), (0, discard("KC"))]
    _, now = played(rulebook, set_out(rulebook, hand, feet=[FOOT], melds=melds, phase="play"), acts)
    assert scores(now) == (FOUR_TYPES + 100 - 145, 0) == (3720, 0)
    other = read_so("foot.last-card.out", "foot")
    _, now = played(other, set_out(other, hand, feet=[FOOT], melds=melds, phase="play"), acts)
    assert ended(now) is None


def test_a_deal_by_the_blog() -> None:
    """By the blog the four sevens all go, and make no canasta with three that lie there short of it: seven of them do.

    1500, each of the seven 100, red threes nothing (they are not eight), 570 for queens, no 100: 2770.
    """
    rulebook = blog()
    start = set_out(rulebook, "7C 7D", melds=[NATURAL, "7C 7D 7H"], stock="7H 7S 4C", red_threes=("3D 3D", ""))
    legal, now = played(rulebook, start, [(0, DRAW), (0, meld(play(1, "7C 7D 7H 7S"))), (0, PASS)])
    assert legal and ended(now)[0] == "stuck"
    assert scores(now) == (1500 + 700 + 570, 0) == (2770, 0)


SHORT_OF_OUT = 570 + 1535
"""A canasta of queens and one of sevens."""


@pytest.mark.parametrize(
    ("reading", "melds", "laid", "foot", "points"),
    [
        ("eight=laid", [], "3D 3D 3D 3H 3H 3H", "3D 3H", -800),
        ("eight=anywhere", [], "3D 3D 3D 3H 3H 3H", "3D 3H", -1000),
        ("twice=once", [], "", "3D", -100),
        ("twice=twice", [], "", "3D", -200),
        ("twice=twice", [SEVENS], "", "3D", -100),
        ("together=own", [SEVENS], "3D 3D 3H 3H", "3D 3H", 200),
        ("together=spoils", [SEVENS], "3D 3D 3H 3H", "3D 3H", -600),
        ("hundred=red-threes", [SEVENS], "3D 3D 3H", "", 300),
        ("hundred=sevens", [SEVENS], "3D 3D 3H", "", 665),
        ("hundred=both", [SEVENS], "3D 3D 3H", "", 965),
        ("hundred=sevens-besides", [SEVENS], "3D 3D 3H", "", 700),
        ("hundred=sevens", [SEVENS], "3D 3D 3D 3D 3H 3H 3H 3H", "", 665 + 1000),
        ("hundred=sevens", [SEVENS, "7C 7D 7S"], "", "", 7 * 95 + 3 * 95),
        ("hundred=sevens which-sevens=of-canastas", [SEVENS, "7C 7D 7S"], "", "", 665),
    ],
)
def test_doubts_about_red_threes(reading: str, melds: list[str], laid: str, foot: str, points: int) -> None:
    """What red threes, or by the blog sevens, bring besides the cards of the melds and 1500 for the canasta of sevens."""
    chosen = dict(one.split("=") for one in reading.split())
    rulebook = pennies(**{f"score__red_threes__{name.replace('-', '_')}": value for name, value in chosen.items()})
    start = set_out(rulebook, "4C", feet=[foot], pile="8C", melds=melds, stock="", red_threes=(laid, ""))
    _, now = played(rulebook, start, [(0, DRAW)])
    besides = sum({SEVENS: 1535}.get(one, 15) for one in melds)
    assert scores(now)[0] == besides + points - 5


@pytest.mark.parametrize(("reading", "points"), [("always", -300), ("two-endings", 0)])
def test_red_threes_after_a_hand_of_sevens(reading: str, points: int) -> None:
    """A hand of sevens ends the deal, and three red threes of a side without their canasta cost 300 or nothing."""
    rulebook = read_so("score.red-threes.ending", reading)
    start = set_out(rulebook, "7C", stock="7D 7H 4C", red_threes=("3D 3D 3H", ""))
    _, now = played(rulebook, start, [(0, DRAW), (0, PASS)])
    assert scores(now)[0] == points - 15


@pytest.mark.parametrize(("reading", "bonus"), [("none", 0), ("natural", 500)])
def test_seven_black_threes(reading: str, bonus: int) -> None:
    """Seven black threes laid in going out are worth 35, and no canasta unless read so."""
    rulebook = read_so("score.canastas.black-threes", reading)
    start = set_out(rulebook, "3C 3C 3C 3C 3S 3S 3S 4C", melds=ALL, phase="play")
    _, now = played(rulebook, start, [(0, meld(play("new", "3C 3C 3C 3C 3S 3S 3S"))), (0, discard("4C"))])
    assert scores(now)[0] == FOUR_TYPES + 100 + 35 + bonus


@pytest.mark.parametrize(("reading", "bonus"), [("none", 100), ("hundred", 200)])
def test_going_out_without_having_melded_before(reading: str, bonus: int) -> None:
    """A player who melds for the first time, a canasta in it, and goes out brings 100; in ordinary Canasta it would be 200."""
    rulebook = read_so("score.concealed.extra", reading)
    start = set_out(rulebook, "9C 9C 9D 9D 9H 9H 9S 4C", melds=ALL, phase="play")
    _, now = played(rulebook, start, [(0, meld(play("new", "9C 9C 9D 9D 9H 9H 9S"))), (0, discard("4C"))])
    assert scores(now)[0] == FOUR_TYPES + 570 + bonus


@pytest.mark.parametrize(
    ("totals", "threes", "reading", "after", "match"),
    [
        ((19900, 0), ("", ""), "more-points", (19895, 0), None),
        ((20005, 0), ("", ""), "more-points", (20000, 0), (0,)),
        ((20005, 20000), ("", ""), "more-points", (20000, 20000), None),
        ((20005, 20100), ("", ""), "more-points", (20000, 20100), (1,)),
        ((20300, 20300), ("3D 3D 3H 3H", "3D 3D 3H 3H 3H 3D"), "more-points", (19895, 19700), (0,)),
        ((20300, 20300), ("3D 3D 3H 3H", "3D 3D 3H 3H 3H 3D"), "target-again", (19895, 19700), None),
    ],
)
def test_the_end_of_a_match(
    totals: tuple[int, int], threes: tuple[str, str], reading: str, after: tuple[int, int], match: tuple[int] | None
) -> None:
    """20000 points are enough, the higher total wins, and after a tie more points decide, or 20000 once more."""
    rulebook = read_so("match.tie.after", reading)
    start = set_out(rulebook, "4C", pile="8C", stock="", totals=totals, red_threes=threes)
    _, now = played(rulebook, start, [(0, DRAW)])
    assert (now.cells[TOTALS], now.cells[MATCH]) == (after, match)
