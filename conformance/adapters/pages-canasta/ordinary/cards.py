"""Chapter 1: cards.  A card is a string, as ``7H``, ``TC`` or ``JK``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .errors import Illegal

Card = str

JOKER: Card = "JK"
SUITS = "CDHS"
NATURAL_RANKS = "AKQJT987654"
"""``cards.natural``: ace down to four."""
ALL_RANKS = NATURAL_RANKS + "32"
ALL_CARDS = frozenset({JOKER} | {rank + suit for rank in ALL_RANKS for suit in SUITS})
RED_THREES = frozenset({"3D", "3H"})
BLACK_THREES = frozenset({"3C", "3S"})

WORTH_OF_RANK = {
    "A": 20, "2": 20,
    "K": 10, "Q": 10, "J": 10, "T": 10, "9": 10, "8": 10,
    "7": 5, "6": 5, "5": 5, "4": 5,
}  # fmt: skip
WORTH_OF_JOKER = 50
WORTH_OF_BLACK_THREE = 5


def pack() -> list[Card]:
    """``cards.pack``: two packs and their four jokers, 108 cards."""
    return 2 * [rank + suit for rank in ALL_RANKS for suit in SUITS] + 4 * [JOKER]


def is_wild(card: Card) -> bool:
    """``cards.wild``: jokers and deuces."""
    return card == JOKER or card[0] == "2"


def is_natural(card: Card) -> bool:
    """``cards.natural``: the ace down to the four."""
    return card != JOKER and card[0] in NATURAL_RANKS


def is_red_three(card: Card) -> bool:
    """``cards.threes``: a red three, which brings a bonus."""
    return card in RED_THREES


def is_black_three(card: Card) -> bool:
    """``cards.threes``: a black three, which stops the pile."""
    return card in BLACK_THREES


def worth(card: Card) -> int:
    """``cards.worth``: a red three has a bonus and no worth as a card."""
    if card == JOKER:
        return WORTH_OF_JOKER
    if is_red_three(card):
        return 0
    if is_black_three(card):
        return WORTH_OF_BLACK_THREE
    return WORTH_OF_RANK[card[0]]


def worth_of(cards: Iterable[Card]) -> int:
    """The worth of several cards together."""
    return sum(map(worth, cards))


def without(hand: Iterable[Card], cards: Iterable[Card]) -> list[Card]:
    """The hand without some of its cards; it is illegal to use a card that it lacks."""
    gone = Counter(cards)
    rest = []
    for card in hand:
        if gone[card]:
            gone[card] -= 1
        else:
            rest.append(card)
    lacking = sorted(gone.elements())
    if lacking:
        raise Illegal(f"protocol: the hand lacks {' '.join(lacking)}")
    return rest
