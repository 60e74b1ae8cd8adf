"""Positions of Bain Hand and Foot, set out by hand: seats 0 and 2 are partners, seat 0 is to act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.table.table import TOTALS, Table

from .ordinary import Acts, played
from .positions import by_question, dealt_with_feet, sheet_of, table

Doubt = tuple[str, dict[str, bool], dict[str, Any], Acts]
"""A question, whether the last of the acts is legal by each of its readings, the position, and the acts."""

RED, BLACK = "QC QC QD QD QH QH QS", "JC JC JD JD JH 2C JK"
WILD, SEVENS = "2C 2D 2H 2S 2C JK JK", "7C 7C 7D 7D 7H 7H 7S"
ALL = [RED, BLACK, WILD, SEVENS]
"""A canasta of each kind: 70, 50 + 70, 200 and 35 points in cards, 500, 300, 1000 and 1500 in bonuses."""
LARGE = "AC AD AD AH AS KC KH KS QC QC QD JC JC JS TC TC 9S 8S 6C 6D 6S 6S 5C 5C 4C 4H 2C 2D JK 3C"
"""Thirty cards, many of which only the garbage pile takes, and the melds that they are held beside."""
LARGE_MELDS = [*ALL, "9C 9D 9H", "TD TH 2H", "5D 5H 5S 5S 5D", "8C 8C 8D 8D 8H 8H"]
KINGS = "KC KC KD KD KH KH"
EIGHTS = "8C 8C 8D 8D 8H 8H 8S"
FOOT = "AC AD AH AS KC KD QC QD 9C 9D 9H 5C 4C"
"""Thirteen cards, worth 80 + 70 + 10 = 160."""


def bain(**readings: str) -> Rulebook:
    """The rulebook of Bain; a reading is named by its question, dots and hyphens written as `__` and `_`."""
    return make_rulebook(sheet_of("bain"), {}, by_question(readings))


def read_so(question: str, reading: str, also: dict[str, str] | None = None) -> Rulebook:
    """The rulebook of Bain with one question read so, and others where it only then arises."""
    return make_rulebook(sheet_of("bain"), {}, {question: reading, **(also or {})})


def set_out(
    rulebook: Rulebook,
    hand: str,
    feet: Sequence[str] = (),
    others: Sequence[str] = (),
    totals: Sequence[int] = (0, 0),
    earned: Sequence[bool] = (),
    opener: int | None = None,
    garbage: str = "",
    **more: Any,
) -> Table:
    """A position: the feet of the seats from 0 on, the hands of those from 1 on, who has completed a canasta, the opener and the
    garbage of side 0; the rest as in `table`. In the phase of play cards have been obtained."""
    start = table(rulebook, hand, **{"obtained": more.get("phase") == "play", **more})
    cells, read = list(start.cells), rulebook.faces.read
    cells[TOTALS] = tuple(totals)
    bags = {"hand": (1, others), "foot": (0, feet), "garbage": (0, [garbage])}
    for place, (first, held) in bags.items():
        for owner, bag in enumerate(held, first):
            cells[rulebook.layout[place].first + owner] = tuple(sorted(read(bag.split())))
    for seat, has in enumerate(earned):
        cells[rulebook.layout["earned"].first + seat] = has
    if opener is not None:
        cells[rulebook.layout["opener"].first] = opener
    return Table(tuple(cells))


def on_foot(rulebook: Rulebook, hand: str, **more: Any) -> Table:
    """A position in which both partners have completed a canasta and taken up their feet; seat 0 has opened."""
    return set_out(rulebook, hand, **{"earned": (True, False, True, False), "opener": 0, "phase": "play", **more})


def dealt(rulebook: Rulebook, hands: Sequence[str], stock: str, feet: Sequence[str] = ()) -> Table:
    """A deal begun from the hands of the first seats and this stock, in the order of drawing; seat 3 is the dealer."""
    return dealt_with_feet(rulebook, hands, stock, feet)


def parted(question: str, position: dict[str, Any], acts: Acts, readings: Sequence[str]) -> dict[str, bool]:
    """By each reading, whether the last of the acts is legal and all that lead to it are; `also` are other questions' readings."""
    found = {}
    also = position.get("also")
    set_by = {name: value for name, value in position.items() if name != "also"}
    for reading in readings:
        rulebook, legal = read_so(question, reading, also), True
        for number in range(1, len(acts) + 1):
            if legal:
                legal, _ = played(rulebook, set_out(rulebook, **set_by), acts[:number])
        found[reading] = legal
    return found
