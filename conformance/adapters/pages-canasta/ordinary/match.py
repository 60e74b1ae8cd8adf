"""Chapter 10: the match, from one deal to the next."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from . import dealing
from .cards import pack
from .score import scores
from .table import Table

TARGET = 5000


def totals(table: Table) -> list[int]:
    """The totals of the sides; a deal that has ended is counted in."""
    if table.ended is None:
        return list(table.totals)
    return [before + points for before, points in zip(table.totals, scores(table), strict=True)]


def winner(reached: Sequence[int]) -> int | None:
    """``match.target``: looked at after a deal; the higher total wins, if one has come to 5000.

    ``match.tie``: where both are equal, another deal is played.
    """
    if max(reached) < TARGET or reached[0] == reached[1]:
        return None
    return 0 if reached[0] > reached[1] else 1


def next_dealer(dealer: int, seats: int) -> int:
    """``match.deal-passes``: the player on the dealer's left deals the next one."""
    return (dealer + 1) % seats


@dataclass(slots=True)
class Match:
    """A whole match with shuffled packs; the wire does not need it, it sends every deal."""

    seats: int
    rng: random.Random
    dealer: int = 0
    totals: list[int] = field(default_factory=lambda: [0, 0])
    deals: int = 0

    @property
    def winner(self) -> int | None:
        """The side that has won, or None while the match goes on."""
        return winner(self.totals)

    def deal(self) -> Table:
        """``deal.hands``: shuffles the pack and deals it."""
        cards = pack()
        self.rng.shuffle(cards)
        size = dealing.HAND_SIZE[self.seats]
        hands = [cards[size * seat : size * (seat + 1)] for seat in range(self.seats)]
        return dealing.begin(self.seats, self.dealer, self.totals, hands, cards[size * self.seats :])

    def count(self, table: Table) -> None:
        """Counts a deal that has ended, and passes the deal on."""
        assert table.ended
        self.totals = totals(table)
        self.deals += 1
        self.dealer = next_dealer(self.dealer, self.seats)
