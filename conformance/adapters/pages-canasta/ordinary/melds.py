"""Chapter 4: melds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .acts import NEW, Play
from .cards import Card, is_black_three, is_natural, is_red_three, is_wild
from .errors import Illegal

SMALLEST_MELD = 3
FEWEST_NATURALS = 2
MOST_WILDS = 3
CANASTA_SIZE = 7
FEWEST_BLACK_THREES = 3
MOST_BLACK_THREES = 4

BLACK_THREE = "3"
"""What stands for the rank in a meld of black threes."""


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A meld on the table: its rank (``3`` for black threes) and its cards."""

    rank: str
    cards: tuple[Card, ...]

    @property
    def wilds(self) -> int:
        """How many of the cards are wild."""
        return sum(map(is_wild, self.cards))

    @property
    def is_canasta(self) -> bool:
        """``meld.canasta``: seven cards or more."""
        return len(self.cards) >= CANASTA_SIZE

    @property
    def kind(self) -> str:
        """``meld.canasta``, ``meld.spoiled-canasta``: natural without a wild card, mixed with one."""
        if self.rank == BLACK_THREE:
            return "black-threes"
        return "mixed" if self.wilds else "natural"


def rank_of(cards: Sequence[Card]) -> str:
    """The one rank of which the cards of a meld are, wild ones left aside (``meld.set``)."""
    if any(map(is_red_three, cards)):
        raise Illegal("cards.threes: a red three is never melded")
    ranks = {card[0] for card in cards if not is_wild(card)}
    if len(ranks) != 1:
        raise Illegal("meld.set: a meld is of one natural rank")
    return ranks.pop()


def check_meld(meld: LaidMeld) -> None:
    """Whether a meld is right as it lies after the act (``meld.stays``: as soon as it is laid)."""
    if meld.rank == BLACK_THREE:
        check_black_threes(meld)
    else:
        check_set(meld)


def check_set(meld: LaidMeld) -> None:
    """``meld.set``: three cards or more, two natural ones; ``meld.wilds``: three wild ones at most."""
    wilds = meld.wilds
    if len(meld.cards) < SMALLEST_MELD:
        raise Illegal("meld.set: a meld has three cards at least")
    if len(meld.cards) - wilds < FEWEST_NATURALS:
        raise Illegal("meld.set: a meld has two natural cards at least")
    if wilds > MOST_WILDS:
        raise Illegal("meld.wilds: a meld has three wild cards at most")


def check_black_threes(meld: LaidMeld) -> None:
    """``meld.black-threes``: three or four, without a wild card.

    That their player goes out is seen to by ``out.held-to-it``.
    """
    if not all(map(is_black_three, meld.cards)):
        raise Illegal("meld.black-threes: black threes are laid without wild cards")
    if not FEWEST_BLACK_THREES <= len(meld.cards) <= MOST_BLACK_THREES:
        raise Illegal("meld.black-threes: three or four black threes are laid")


def grown(meld: LaidMeld, cards: Sequence[Card]) -> LaidMeld:
    """``meld.laying``: a meld of the side with further cards of its rank, or wild ones."""
    for card in cards:
        if not is_wild(card) and (is_red_three(card) or card[0] != meld.rank):
            raise Illegal(f"meld.set: {card} does not belong to a meld of {meld.rank}")
    return LaidMeld(meld.rank, meld.cards + tuple(cards))


def lay(melds: Sequence[LaidMeld], plays: Sequence[Play]) -> list[LaidMeld]:
    """The melds of a side after all plays of an act, which are judged at once.

    ``meld.one-a-rank``: no second meld of a rank.  New melds are numbered as
    the act lists them, and no two plays go to one meld.
    """
    after = list(melds)
    named: set[int] = set()
    for play in plays:
        if not play.cards:
            raise Illegal("protocol: a play has a card at least")
        if play.to == NEW:
            meld = LaidMeld(rank_of(play.cards), tuple(play.cards))
            if any(other.rank == meld.rank for other in after):
                raise Illegal(f"meld.one-a-rank: there is a meld of {meld.rank} already")
            check_meld(meld)
            after.append(meld)
            continue
        if not isinstance(play.to, int) or not 0 <= play.to < len(melds):
            raise Illegal(f"protocol: there is no meld {play.to}")
        if play.to in named:
            raise Illegal(f"protocol: two plays go to meld {play.to}")
        named.add(play.to)
        meld = grown(melds[play.to], play.cards)
        check_meld(meld)
        after[play.to] = meld
    return after


def has_black_threes(melds: Sequence[LaidMeld]) -> bool:
    """Whether black threes lie among the melds."""
    return any(meld.rank == BLACK_THREE for meld in melds)


def canastas(melds: Sequence[LaidMeld]) -> int:
    """How many of the melds are canastas."""
    return sum(meld.is_canasta for meld in melds)


def naturals_of(cards: Sequence[Card], rank: str) -> int:
    """How many of the cards are natural ones of a rank."""
    return sum(is_natural(card) and card[0] == rank for card in cards)
