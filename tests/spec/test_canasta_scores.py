"""Ordinary Canasta: what a deal is worth and who wins the match, and under which reading."""

from __future__ import annotations

from typing import Any

import pytest

from meldspec.table.table import MATCH, TOTALS

from .ordinary import CANASTA, KINGS, QUEENS, Acts, ordinary, played, set_out
from .positions import DRAW, PASS, Action, discard, meld, play, scores, take

ACES = "AC AC AD AD AH AH AS"
SEVENTY = 500 + 7 * 10


@pytest.mark.parametrize(
    ("question", "reading", "melds", "threes", "points"),
    [
        ("score.red-threes.deserving", "any-meld", ["5C 5D 5H", "KC KC KD KD"], "3D 3H", 55 + 200),
        ("score.red-threes.deserving", "canasta", ["5C 5D 5H", "KC KC KD KD"], "3D 3H", 55 - 200),
        ("score.red-threes.all-four", "doubled", [], "3D 3D 3H 3H", -800),
        ("score.red-threes.all-four", "plain", [], "3D 3D 3H 3H", -400),
        ("score.red-threes.all-four", "plain", [KINGS], "3D 3D 3H 3H", 30 + 800),
        ("score.canastas", "", [CANASTA], "", SEVENTY),
        ("score.canastas", "", ["KC KC KD KD KH KH JK"], "", 300 + 60 + 50),
        ("score.canastas", "", ["KC KC KD KD KH KH KS 2C"], "", 300 + 70 + 20),
    ],
)
def test_what_lies_on_the_table(question: str, reading: str, melds: list[str], threes: str, points: int) -> None:
    """Canastas, melded cards and red threes, where nobody went out."""
    rulebook = ordinary(question, reading) if reading else ordinary()
    start = set_out(rulebook, "4C 4D", melds=melds, red_threes=(threes, ""), stock="", pile="3C")
    assert scores(played(rulebook, start, [(0, DRAW)])[1]) == (points - 10, 0)


@pytest.mark.parametrize(("reading", "points"), [("cost", -200), ("free", 0)])
def test_red_threes_of_two_players(reading: str, points: int) -> None:
    """Where two play, red threes cost a player without a meld as much as where four play, or nothing."""
    rulebook = ordinary("score.red-threes.two-players", reading, players=2)
    start = set_out(rulebook, "4C 4D", red_threes=("3D 3H", ""), stock="", pile="3C")
    assert scores(played(rulebook, start, [(0, DRAW)])[1]) == (points - 10, 0)


@pytest.mark.parametrize(("reading", "points"), [("worth", 20), ("five-hundred", 500)])
def test_four_black_threes(reading: str, points: int) -> None:
    """Four black threes bring what they are worth, or 500."""
    rulebook = ordinary("score.melds.four-black-threes", reading)
    start = set_out(rulebook, "3C 3C 3S 3S 9C", melds=[CANASTA], phase="play", has_melded=True)
    acts: Acts = [(0, meld(play("new", "3C 3C 3S 3S"))), (0, discard("9C"))]
    assert scores(played(rulebook, start, acts)[1])[0] == SEVENTY + 100 + points


LAID = [meld(play("new", ACES)), meld(play("new", QUEENS))]
"""A whole hand but for one card, in two acts."""


def concealed(reading: dict[str, str], acts: list[Action], hand: str, **position: Any) -> int:
    """The bonus of the player who goes out by these acts: 100 or 200."""
    question, name = next(iter(reading.items()), ("", ""))
    rulebook = ordinary(question, name)
    start = set_out(rulebook, hand, phase="play" if acts[0]["type"] == "meld" else "draw", **position)
    _, now = played(rulebook, start, [(0, act) for act in acts])
    on_table: int = sum(rulebook.faces.worth[c] for m in now.cells[rulebook.layout["melds"].first] for c in m)
    canastas: int = sum(500 if len(m) >= 7 else 0 for m in now.cells[rulebook.layout["melds"].first])
    return scores(now)[0] - on_table - canastas


READ = ordinary().faces.read
OLD_KINGS = (tuple(sorted(READ(KINGS.split()))),)
OLD_CANASTA = (tuple(sorted(READ(CANASTA.split()))),)
OWN, SIDE = {"score.concealed.whose": "the-player"}, {"score.concealed.whose": "the-side"}


@pytest.mark.parametrize(
    ("reading", "acts", "hand", "position", "bonus"),
    [
        ({}, [*LAID, discard("5C")], f"{ACES} {QUEENS} 5C", {}, 200),
        ({}, [*LAID, PASS], f"{ACES} {QUEENS}", {}, 200),
        ({}, [*LAID, discard("5C")], f"{ACES} {QUEENS} 5C", {"has_melded": True}, 100),
        (OWN, [*LAID, discard("5C")], f"{ACES} {QUEENS} 5C", {"melds": [KINGS], "melds_before": OLD_KINGS}, 200),
        (SIDE, [*LAID, discard("5C")], f"{ACES} {QUEENS} 5C", {"melds": [KINGS], "melds_before": OLD_KINGS}, 100),
        (OWN, [*LAID, meld(play(0, "KS")), PASS], f"{ACES} {QUEENS} KS", {"melds": [KINGS], "melds_before": OLD_KINGS}, 100),
        (OWN, [*LAID, meld(play(2, "QS")), PASS], f"{ACES} {QUEENS} QS", {"melds": [KINGS], "melds_before": OLD_KINGS}, 200),
        (
            {"score.concealed.canasta": "own"},
            [LAID[1], discard("5C")],
            f"{QUEENS} 5C",
            {"melds": [CANASTA], "melds_before": OLD_CANASTA},
            100,
        ),
        (
            {"score.concealed.canasta": "partners-will-do"},
            [LAID[1], discard("5C")],
            f"{QUEENS} 5C",
            {"melds": [CANASTA], "melds_before": OLD_CANASTA},
            200,
        ),
        ({}, [take(play("new", ACES)), LAID[1], PASS], f"AC AC AD AD AH AH {QUEENS}", {"pile": "AS"}, 200),
        (
            {"score.concealed.taking": "spoilt"},
            [take(play("new", ACES)), LAID[1], PASS],
            f"AC AC AD AD AH AH {QUEENS}",
            {"pile": "AS"},
            100,
        ),
    ],
)
def test_going_out_concealed(reading: dict[str, str], acts: list[Action], hand: str, position: dict[str, Any], bonus: int) -> None:
    """200 for a whole hand that leaves in one turn with a canasta and adds nothing to what lay there; else 100."""
    assert concealed(reading, acts, hand, **position) == bonus


GAINED = 2 * 500 + 100 + 7 * 10 + 7 * 20 + 8 * 10
"""Two natural canastas of kings and aces, four queens and four jacks, and going out."""


@pytest.mark.parametrize(
    ("question", "reading", "totals", "winner"),
    [
        ("match.target.exact", "enough", (5000, 4000), (0,)),
        ("match.target.exact", "exceeded", (5000, 4000), None),
        ("match.target.exact", "exceeded", (5005, 4000), (0,)),
        ("match.target.exact", "enough", (4995, 4000), None),
        ("match.target.exact", "enough", (5190, 5300), (1,)),
        ("match.tie.tie", "another-deal", (5190, 5190), None),
        ("match.tie.tie", "drawn", (5190, 5190), (None,)),
        ("match.tie.tie", "who-went-out", (5190, 5190), (0,)),
    ],
)
def test_who_wins_the_match(question: str, reading: str, totals: tuple[int, int], winner: Any) -> None:
    """The higher total of at least 5000 wins; at a tie nobody does, or the match is drawn, or who went out wins."""
    rulebook = ordinary(question, reading)
    hand, before = "5C QC QD QH QS JC JD JH JS", (totals[0] - GAINED, totals[1])
    start = set_out(rulebook, hand, before, melds=[CANASTA, ACES], phase="play", has_melded=True)
    laid = meld(play("new", "QC QD QH QS"), play("new", "JC JD JH JS"))
    _, now = played(rulebook, start, [(0, laid), (0, discard("5C"))])
    assert (now.cells[TOTALS], now.cells[MATCH]) == (totals, winner)
