"""Positions of Dollars from Heaven, set out by hand: seat 0 and seat 2 are partners, seat 0 is to act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meldspec.engine.deal import begin
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.table.table import TOTALS, Table

from .positions import sheet_of, table

NATURAL = "9C 9C 9D 9D 9H 9H 9S"
MIXED = "KC KD KH KS 2C 2D JK"
WILD = "2C 2D 2H 2S JK JK JK"
SEVENS = "7C 7C 7D 7D 7H 7H 7S"
SEQUENCE = "4S 5S 6S 7S 8S 9S TS"
ALL = [NATURAL, MIXED, WILD, SEVENS, SEQUENCE]
"""One canasta of each sort."""


def dollars(question: str = "", reading: str = "", players: int = 4) -> Rulebook:
    """The rulebook of Dollars from Heaven, one question read otherwise than by default."""
    return make_rulebook(sheet_of("dollars"), {"players": players}, {question: reading} if question else {})


def set_out(
    rulebook: Rulebook,
    hand: str,
    feet: Sequence[str] = (),
    resting: str = "",
    others: Sequence[str] = (),
    totals: Sequence[int] = (0, 0),
    barren: bool = False,
    **more: Any,
) -> Table:
    """A position: the feet of the seats from 0 on, the hands of those from 1 on, and the rest as in `table`. Whether seat 0 had
    nothing left to discard when its last turn ended (`barren`) is kept by two readings alone."""
    if barren and rulebook.layout.has("barren"):
        more["barren"] = True
    cells = list(table(rulebook, hand, **more).cells)
    cells[TOTALS] = tuple(totals)
    places = {"hand": (1, others), "foot": (0, feet), "resting": (0, (resting,))}
    for place, (first, bags) in places.items():
        for seat, bag in enumerate(bags, first):
            cells[rulebook.layout[place].first + seat] = tuple(sorted(rulebook.faces.read(bag.split())))
    return Table(tuple(cells))


def dealt(rulebook: Rulebook, hands: Sequence[str], stock: str, feet: Sequence[str] = (), **besides: Any) -> Table:
    """A deal begun from these hands, these feet and this stock, in the order of drawing; the last seat is the dealer."""
    read = rulebook.faces.read
    cards = {
        "hand": [read(hand.split()) for hand in hands],
        "foot": [read(foot.split()) for foot in feet or [""] * len(hands)],
        "stock": [read(stock.split()[::-1])],
    }
    return begin(rulebook, cards, dealer=len(hands) - 1, **besides)
