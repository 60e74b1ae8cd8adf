"""The cards of a pack that lie nowhere yet, and what can be drawn from them: melds, cards of one sort, cards that fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from functools import lru_cache
from random import Random

from meldspec.corpus.search.scale import scale_of
from meldspec.engine.rulebook import Rulebook

Meld = tuple[int, ...]
TRIES = 1500
"""How often long melds are tried for, once for a rulebook."""
MELD_TRIES = 12
"""How many bags of cards are tried until one is a meld."""
SET_CHANCE = 0.05
"""How often all cards of a set come to one hand."""


@lru_cache(maxsize=16)
def long_melds(rulebook: Rulebook) -> dict[str, list[Meld]]:
    """Long melds of every kind, as many as were met in some tries; always the same for the same rulebook."""
    pool, scale = CardPool(rulebook, Random(0)), scale_of(rulebook)
    found: dict[str, list[Meld]] = {}
    # Most bags of cards are no meld, and a rulebook tells only whether a bag is one: so they are met by trying, and kept.
    for _ in range(TRIES):
        cards = pool.meld(scale.long_meld(pool.random))
        kind = rulebook.kind_of(cards) if len(cards) >= min(scale.complete) - 1 else None
        if kind is not None:
            found.setdefault(kind, []).append(cards)
    return dict(sorted(found.items()))


class CardPool:
    """The cards that lie nowhere yet. `aside` are faces that are in no hand, since their owner lays them at once."""

    def __init__(self, rulebook: Rulebook, random: Random, aside: Collection[int] = ()) -> None:
        self.rulebook, self.random, self.aside = rulebook, random, aside
        self.scale = scale_of(rulebook)
        self.sets = sorted(rulebook.faces.sets.items())
        self.pool = Counter(dict(enumerate(rulebook.faces.counts)))

    def has(self, cards: Iterable[int]) -> bool:
        """Whether all these cards are there still."""
        return not Counter(cards) - self.pool

    def draw(self, cards: Iterable[int]) -> tuple[int, ...]:
        """Cards taken out of the pool."""
        taken = tuple(sorted(cards))
        self.pool.subtract(taken)
        return taken

    def all(self) -> list[int]:
        """All cards that lie nowhere yet."""
        return list((+self.pool).elements())

    def left(self) -> list[int]:
        """Those of them that may come to a hand."""
        return [card for card in self.pool.elements() if card not in self.aside]

    def of(self, members: Collection[int]) -> list[int]:
        """Those of them that are of some faces."""
        return [card for card in self.left() if card in members]

    def some(self, cards: list[int], count: int) -> tuple[int, ...]:
        """So many of some cards, drawn at random, or all of them."""
        return self.draw(self.random.sample(cards, min(count, len(cards))))

    def shuffled(self, cards: list[int], count: int | None = None) -> tuple[int, ...]:
        """The same in a random order."""
        drawn = list(self.some(cards, len(cards) if count is None else count))
        self.random.shuffle(drawn)
        return tuple(drawn)

    def some_set(self) -> Collection[int]:
        """The faces of a set that the rules speak of."""
        return self.random.choice(self.sets)[1]

    def of_rank(self, cards: list[int]) -> list[int]:
        """Those of some cards that have the rank of one of them."""
        ranks = self.rulebook.faces.ranks
        rank = ranks[self.random.choice(cards)] if cards else ""
        return [card for card in cards if ranks[card] == rank]

    def of_one_sort(self, cards: list[int]) -> list[int]:
        """The cards of one rank, or of one set, among some."""
        if self.random.random() < 0.5:
            members = self.some_set()
            return [card for card in cards if card in members] or cards
        return self.of_rank(cards)

    def meld(self, size: int) -> Meld:
        """Cards that may be a meld, not drawn yet: of one rank, with some of a set beside, of a set, or neighbours in the order of
        the pack."""
        random, left = self.random, self.left()
        if not left:
            return ()
        first, others, way = self.of_rank(left), self.of(self.some_set()), random.random()
        if way < 0.35:
            cards = first
        elif way < 0.6:
            few = random.sample(others, min(len(others), random.choice((1, 2, 3)), size))
            cards = [*few, *random.sample(first, min(len(first), size - len(few)))]
            return tuple(sorted(cards)) if self.has(cards) else ()
        elif way < 0.85:
            cards = others
        else:
            cards = neighbours(self.rulebook, random, left, size)
        return tuple(sorted(random.sample(cards, min(size, len(cards)))))

    def in_melds(self, size: int, loose: float) -> tuple[int, ...]:
        """So many cards that make melds, drawn, loose ones among them as often as is said."""
        chosen: list[int] = []
        while len(chosen) < size and (left := self.left()):
            room = size - len(chosen)
            cards: Meld = () if self.random.random() < loose else self._whole_meld(room)
            members = self.of(self.some_set()) if self.random.random() < SET_CHANCE else []
            if 0 < len(members) <= min(room, self.scale.least * 2):
                cards = tuple(members)
            chosen += self.draw(cards or (self.random.choice(left),))
        return tuple(sorted(chosen))

    def _whole_meld(self, room: int) -> Meld:
        """A meld of some kind with at most so many cards, where one is met."""
        for _ in range(MELD_TRIES):
            cards = self.meld(self.scale.meld(self.random))
            if len(cards) <= room and self.rulebook.kind_of(cards) is not None:
                return cards
        return ()

    def waited_for(self, melds: list[Meld]) -> list[int]:
        """The cards that could lie on one of some melds."""
        left = self.left()
        # Each face once, since its cards make the same melds.
        could = {card for meld in melds for card in set(left) if self.rulebook.kind_of(tuple(sorted((*meld, card)))) is not None}
        return [card for card in left if card in could]


def neighbours(rulebook: Rulebook, random: Random, left: list[int], size: int) -> list[int]:
    """So many cards of one suit, out of those left, that follow one another in the order of the pack."""
    suits = rulebook.faces.suits
    first = random.choice(left)
    row = [card for card in sorted(set(left)) if card >= first and suits[card] == suits[first]]
    return row[:size]
