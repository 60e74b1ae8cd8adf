"""Chapter 5: the initial meld."""

from __future__ import annotations

from collections.abc import Sequence

from .acts import Play
from .cards import worth_of
from .errors import Illegal
from .table import Table

MINIMA = ((0, 15), (1500, 50), (3000, 90))
"""``opening.minimum``: below this total, that many; for totals above all see below."""
HIGHEST_MINIMUM = 120


def minimum(total: int) -> int:
    """``opening.minimum``: 15 below zero, then 50, from 1500 on 90, from 3000 on 120.

    ``opening.standing``: the total is that of the side before the deal.
    """
    for bound, points in MINIMA:
        if total < bound:
            return points
    return HIGHEST_MINIMUM


def laid_worth(plays: Sequence[Play]) -> int:
    """``opening.together``: all melds of the act with all their cards, and no bonus.

    ``opening.top-card``: the top card of the pile counts, being among the
    cards of its play, and no other card of the pile can be.
    """
    return sum(worth_of(play.cards) for play in plays)


def opens_below_minimum(table: Table, side: int, plays: Sequence[Play], by_taking: bool) -> bool:
    """Whether an act opens below the minimum, which holds its player to going out.

    ``opening.going-out``: that is open to whoever drew from the stock, and to
    nobody who takes the pile.  A side that has opened needs no minimum any more
    (``opening.opened``).
    """
    if table.opened[side]:
        return False
    needed, laid = minimum(table.totals[side]), laid_worth(plays)
    if laid >= needed:
        return False
    if by_taking:
        raise Illegal(f"opening.minimum: the minimum is {needed}, this lays {laid}")
    return True
