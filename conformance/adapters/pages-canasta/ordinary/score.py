"""Chapter 9: the score of a deal.  Every function gives the points of one clause for one side."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import worth_of
from .melds import LaidMeld, canastas
from .table import Table

GOING_OUT = 100
CONCEALED = 100
NATURAL_CANASTA = 500
MIXED_CANASTA = 300
RED_THREE = 100
ALL_RED_THREES = 4
ALL_RED_THREES_MORE = 400


def scores(table: Table) -> list[int]:
    """``score.sides``: both sides score in every deal, however it ended."""
    return [score(table, side) for side in range(2)]


def score(table: Table, side: int) -> int:
    """All points of a side; they may be below zero."""
    return (
        for_going_out(table, side)
        + for_concealed(table, side)
        + for_canastas(table.melds[side])
        + for_red_threes(table, side)
        + for_melds(table.melds[side])
        - for_hands(table, side)
    )


def goer(table: Table, side: int) -> int | None:
    """The seat of the side that went out, if one did."""
    if table.ended and table.ended.how == "out" and table.side(table.ended.seat) == side:
        return table.ended.seat
    return None


def for_going_out(table: Table, side: int) -> int:
    """``score.out``: the side that went out has 100."""
    return 0 if goer(table, side) is None else GOING_OUT


def for_concealed(table: Table, side: int) -> int:
    """``score.concealed``: 100 more for a player whose whole hand leaves in one turn.

    Nothing melded by the player in an earlier turn, the partner's melds left as
    they were, and a canasta among the melds of this turn.  Taking the pile does
    not spoil it.
    """
    seat = goer(table, side)
    if seat is None or table.has_melded[seat]:
        return 0
    before = table.now.melds_before
    old, new = table.melds[side][: len(before)], table.melds[side][len(before) :]
    untouched = all(sorted(a.cards) == sorted(b.cards) for a, b in zip(old, before, strict=False))
    return CONCEALED if untouched and canastas(new) else 0


def for_canastas(melds: Sequence[LaidMeld]) -> int:
    """``score.canastas``: 500 for a natural one, 300 for a mixed one, once."""
    return sum(MIXED_CANASTA if meld.wilds else NATURAL_CANASTA for meld in melds if meld.is_canasta)


def for_red_threes(table: Table, side: int) -> int:
    """``score.red-threes``: 100 each, 400 more for all four; a side without a meld loses as much."""
    laid = table.red_threes[side]
    points = laid * RED_THREE + (ALL_RED_THREES_MORE if laid >= ALL_RED_THREES else 0)
    return points if table.melds[side] else -points


def for_melds(melds: Sequence[LaidMeld]) -> int:
    """``score.melds``: all cards of the melds, those of canastas included."""
    return sum(worth_of(meld.cards) for meld in melds)


def for_hands(table: Table, side: int) -> int:
    """``score.hands``: what is left in the hands of a side counts against it."""
    return sum(worth_of(table.hands[seat]) for seat in table.seats_of(side))
