"""Chapter 6: the discard pile."""

from __future__ import annotations

from collections.abc import Sequence

from .acts import Play, Take
from .cards import Card, is_natural, is_red_three, is_wild
from .errors import Illegal
from .melds import naturals_of
from .table import Table


def is_frozen(pile: Sequence[Card]) -> bool:
    """``pile.frozen``: for both sides by a wild card or a red three in it, until it is taken.

    Reading: a black three does not freeze it.
    """
    return any(is_wild(card) or is_red_three(card) for card in pile)


def is_frozen_against(table: Table, side: int) -> bool:
    """``pile.frozen``: against a side that has not opened it is frozen besides."""
    return is_frozen(table.pile) or not table.opened[side]


def check_stopped(pile: Sequence[Card]) -> None:
    """``pile.stopped``: a wild card or a three on top keeps everybody off, and so does no pile."""
    if not pile:
        raise Illegal("pile.take: there is no pile")
    if not is_natural(pile[-1]):
        raise Illegal(f"pile.stopped: a pile with {pile[-1]} on top cannot be taken")


def check_one_card(hand: Sequence[Card], pile: Sequence[Card]) -> None:
    """``pile.one-card``: whoever holds a single card may not take a pile of a single card."""
    if len(hand) == 1 and len(pile) == 1:
        raise Illegal("pile.one-card: one card may not be taken with one card")


def top_play(take: Take) -> Play:
    """``pile.top-melded``: the play that lays the top card, which there must be."""
    if take.top is None:
        raise Illegal("pile.top-melded: the top card must be laid")
    if not 0 <= take.top < len(take.plays):
        raise Illegal("protocol: top names no play")
    return take.plays[take.top]


def cards_beside_top(pile: Sequence[Card], play: Play) -> list[Card]:
    """The cards of the hand that are laid in one meld with the top card."""
    beside = list(play.cards)
    if pile[-1] not in beside:
        raise Illegal("pile.top-melded: the play does not hold the top card")
    beside.remove(pile[-1])
    return beside


def check_gives_pile(table: Table, side: int, take: Take) -> None:
    """Whether what is laid with the top card gives the pile.

    One of these is needed, and neither cards below the top nor what else is
    laid in the same act helps (``pile.take``):

    * ``pile.pair``: a natural pair of the hand, frozen or not;
    * ``pile.match``: a meld of the side, the pile not being frozen against it;
    * ``pile.wild``: one matching natural card and a wild one, likewise.
    """
    play = top_play(take)
    beside = cards_beside_top(table.pile, play)
    if gives_with_pair(table, beside):
        return
    if is_frozen_against(table, side):
        raise Illegal("pile.frozen: a frozen pile is taken with a natural pair only")
    if gives_with_meld(table, side, play) or gives_with_wild(table, beside):
        return
    raise Illegal("pile.wild: a natural card and a wild one are needed, or a pair, or a meld")


def gives_with_pair(table: Table, beside: Sequence[Card]) -> bool:
    """``pile.pair``; ``pile.beside-the-pair``: more may be laid with it."""
    return naturals_of(beside, table.pile[-1][0]) >= 2


def gives_with_wild(table: Table, beside: Sequence[Card]) -> bool:
    """``pile.wild``: one natural card of the rank and one wild card; two wild ones never do."""
    return naturals_of(beside, table.pile[-1][0]) >= 1 and any(map(is_wild, beside))


def gives_with_meld(table: Table, side: int, play: Play) -> bool:
    """``pile.match``: the top card is added to a meld of the side, a canasta too; it needs no other card."""
    melds = table.melds[side]
    return isinstance(play.to, int) and 0 <= play.to < len(melds) and melds[play.to].rank == table.pile[-1][0]


def fits_meld(table: Table, side: int) -> int | None:
    """The number of the meld of the side that the top card fits, if there is one."""
    for number, meld in enumerate(table.melds[side]):
        if table.pile and is_natural(table.pile[-1]) and meld.rank == table.pile[-1][0]:
            return number
    return None


def take_up(table: Table, seat: int) -> None:
    """``pile.take``: all below the top card go to the hand at once.

    ``pile.buried-three``: red threes among them are laid and not replaced.
    """
    for card in table.pile[:-1]:
        if is_red_three(card):
            table.red_threes[table.side(seat)] += 1
        else:
            table.hands[seat].append(card)
    table.pile = []


def hand_with_pile(hand: Sequence[Card], pile: Sequence[Card]) -> list[Card]:
    """The hand as it would be with what lies below the top card."""
    return list(hand) + [card for card in pile[:-1] if not is_red_three(card)]
