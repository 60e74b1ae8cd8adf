"""Positions of Pennies from Heaven, set out by hand: seats 0, 2 and 4 are a side, seat 0 is to act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meldspec.data import folder
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.position.profiles import chosen
from meldspec.sources.profile_file import read_profiles
from meldspec.table.table import TOTALS, Table

from .ordinary import Acts, played
from .positions import by_question, dealt_with_feet, sheet_of, table

Doubt = tuple[str, dict[str, bool], dict[str, Any], Acts]
"""A question, whether the last of the acts is legal by each of its readings, the position, and the acts."""

NATURAL = "QC QC QD QD QH QH QS"
MIXED = "KC KD KH KS 2C 2D JK"
WILD = "2C 2D 2H 2S JK JK JK"
SEVENS = "7C 7C 7D 7D 7H 7H 7S"
ALL = [NATURAL, MIXED, WILD, SEVENS]
"""One canasta of each type: 70, 130, 230 and 35 points in cards, 500, 300, 1000 and 1500 in bonuses."""
FOUR_TYPES = 70 + 130 + 230 + 35 + 500 + 300 + 1000 + 1500
"""What they come to: the cards (70 queens, 130 kings with three wild cards, 230 wild cards, 35 sevens) and the bonuses, 3765."""
NINES = "9C 9D 9H"
FOOT = "AC AD AH AS KC KD KH KS QC QD 5C"
"""Eleven cards, worth 145."""


def pennies(**readings: str) -> Rulebook:
    """The rulebook of Pennies; a reading is named by its question, dots and hyphens written as `__` and `_`."""
    return make_rulebook(sheet_of("pennies"), {}, by_question(readings))


def read_so(question: str, reading: str) -> Rulebook:
    """The rulebook of Pennies with one question read so."""
    return make_rulebook(sheet_of("pennies"), {}, {question: reading})


def blog() -> Rulebook:
    """The rulebook of Pennies as the blog tells it."""
    profiles = read_profiles(folder("spec") / "profiles.yaml")
    return make_rulebook(sheet_of("pennies"), {}, chosen(profiles, "pennies/blog", sheet_of("pennies").book))


def set_out(
    rulebook: Rulebook,
    hand: str,
    feet: Sequence[str] = (),
    others: Sequence[str] = (),
    totals: Sequence[int] = (0, 0),
    **more: Any,
) -> Table:
    """A position: the feet of the seats from 0 on, the hands of those from 1 on, and the rest as in `table`."""
    cells = list(table(rulebook, hand, **more).cells)
    cells[TOTALS] = tuple(totals)
    for place, first, bags in (("hand", 1, others), ("foot", 0, feet)):
        for seat, bag in enumerate(bags, first):
            cells[rulebook.layout[place].first + seat] = tuple(sorted(rulebook.faces.read(bag.split())))
    return Table(tuple(cells))


def dealt(rulebook: Rulebook, hands: Sequence[str], stock: str, feet: Sequence[str] = ()) -> Table:
    """A deal begun from the hands of the first seats and this stock, in the order of drawing; seat 5 is the dealer."""
    return dealt_with_feet(rulebook, hands, stock, feet)


def parted(question: str, position: dict[str, Any], acts: Acts, readings: Sequence[str]) -> dict[str, bool]:
    """By each reading, whether the last of the acts is legal and all that lead to it are."""
    found = {}
    for reading in readings:
        rulebook, legal = read_so(question, reading), True
        for number in range(1, len(acts) + 1):
            if legal:
                legal, _ = played(rulebook, set_out(rulebook, **position), acts[:number])
        found[reading] = legal
    return found
