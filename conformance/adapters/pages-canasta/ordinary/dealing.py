"""Chapter 2: the deal."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import Card, is_red_three, is_wild
from .table import Table

HAND_SIZE = {4: 11, 2: 15}
"""``deal.hands``: everybody is dealt eleven cards; where two play, fifteen.

The wire deals the hands, so only ``match.shuffled`` needs this.
"""


def begin(seats: int, dealer: int, totals: Sequence[int], hands: Sequence[Sequence[Card]], stock: Sequence[Card]) -> Table:
    """A deal from the cards as they were dealt up to the first turn.

    Readings: the upcard with its covers comes first, then the red threes of one
    player after the other from the dealer's left, all before the first turn.
    """
    table = Table(seats, dealer, list(totals), list(stock), [list(hand) for hand in hands])
    turn_up(table)
    seat = dealer
    for _ in range(seats):
        seat = table.left_of(seat)
        serve_red_threes(table, seat)
    table.begin_turn(first_player(table))
    return table


def turn_up(table: Table) -> None:
    """``deal.upcard``, ``deal.covers``: a card is turned up; red threes and wild cards are covered.

    Readings: a black three stays; a wild card stays in the pile; where no card
    is left to turn up, play begins beside an empty pile.
    """
    while table.stock:
        table.pile.append(table.stock.pop(0))
        if not must_be_covered(table.pile[-1]):
            return


def must_be_covered(card: Card) -> bool:
    """``deal.covers``: what may not lie on top at the start."""
    return is_red_three(card) or is_wild(card)


def lay_red_threes(table: Table, seat: int) -> int:
    """``deal.lay-threes``: red threes in the hand are laid before the side; says how many."""
    hand = table.hands[seat]
    found = sum(map(is_red_three, hand))
    table.hands[seat] = [card for card in hand if not is_red_three(card)]
    table.red_threes[table.side(seat)] += found
    return found


def serve_red_threes(table: Table, seat: int) -> None:
    """``deal.replace-threes``: a card is drawn for every red three laid, and so on in turn.

    Without a stock the hand stays short (reading: play begins all the same).
    """
    owed = lay_red_threes(table, seat)
    while owed and table.stock:
        table.hands[seat].append(table.stock.pop(0))
        owed += lay_red_threes(table, seat) - 1


def first_player(table: Table) -> int:
    """``deal.begin``: the player on the dealer's left has the first turn."""
    return table.left_of(table.dealer)
