"""The cards of a pack that lie nowhere yet, and what can be drawn from them: melds, cards of one sort, cards that fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random

from meldspec.engine.rulebook import Rulebook

Meld = tuple[int, ...]
SIZES = (3, 3, 4, 5, 6, 6, 7, 7, 7, 7, 8)
"""How many cards a meld is meant to have."""
LONG = (6, 7, 7, 7, 7)
"""How many a long one has."""
TRIES = 1500
"""How often long melds are tried for, once for a rulebook."""
FINISHED = 0.5
"""How often a side has long melds of nearly every kind, so that its players may go out."""
TWICE = 0.3
"""How often there is one more of some kind, and how often a part of a meld of the theme."""
LATE = 0.35
"""How often it is late in the deal: many long melds, and all feet taken up and earned."""
DEVOTED = 0.25
"""How often nearly everything is about the theme."""
FEW_FACES = 8
"""A set with more faces is no theme."""


@lru_cache(maxsize=16)
def long_melds(rulebook: Rulebook) -> dict[str, list[Meld]]:
    """Long melds of every kind, as many as were met in some tries; always the same for the same rulebook."""
    pool = Pool(rulebook, Random(0))
    found: dict[str, list[Meld]] = {}
    for _ in range(TRIES):
        cards = pool.meld(pool.random.choice(LONG))
        kind = rulebook.kind_of(cards) if len(cards) in LONG else None
        if kind is not None:
            found.setdefault(kind, []).append(cards)
    return dict(sorted(found.items()))


def neighbours(rulebook: Rulebook, random: Random, left: list[int], size: int) -> list[int]:
    """So many cards of one suit, out of those left, that follow one another in the order of the pack."""
    suits = rulebook.faces.suits
    first = random.choice(left)
    row = [card for card in sorted(set(left)) if card >= first and suits[card] == suits[first]]
    return row[:size]


@dataclass
class Pool:
    """The cards that lie nowhere yet. `theme` are the faces that much is about this time, or, where it is `devoted`,
    nearly everything: those of a small set, or of a rank; `late` tells whether players are near to going out."""

    rulebook: Rulebook
    random: Random
    pool: Counter[int] = field(init=False)
    theme: frozenset[int] = field(init=False)

    def __post_init__(self) -> None:
        faces = self.rulebook.faces
        self.pool = Counter(dict(enumerate(faces.counts)))
        names = (range_.shown.replace("_", "-") for range_ in self.rulebook.layout.places())
        self.aside = {face for name in names if name in faces.sets for face in faces.sets[name]}
        """Cards that are laid before their owner at once: they are in no hand."""
        small = [members for _, members in sorted(faces.sets.items()) if len(members) <= FEW_FACES]
        rank = faces.ranks[self.random.choice(self.left())]
        of_rank = frozenset(face for face, other in enumerate(faces.ranks) if other == rank)
        self.theme = frozenset(self.random.choice(small)) if small and self.random.random() < 0.5 else of_rank
        self.devoted = self.random.random() < DEVOTED
        self.late = self.random.random() < LATE

    def draw(self, cards: Iterable[int]) -> tuple[int, ...]:
        """Cards taken out of the pool."""
        taken = tuple(sorted(cards))
        self.pool.subtract(taken)
        return taken

    def left(self, among: Iterable[int] | None = None) -> list[int]:
        """The cards that lie nowhere yet; none that would be laid before their owner, unless they are asked for."""
        if among is None:
            return [card for card in self.pool.elements() if card not in self.aside]
        members = set(among)
        return [card for card in self.pool.elements() if card in members]

    def themed(self) -> list[int]:
        """The cards of the theme that are left."""
        return [card for card in self.left() if card in self.theme]

    def some(self, cards: list[int], count: int) -> tuple[int, ...]:
        """So many of some cards, drawn at random, or all of them."""
        return self.draw(self.random.sample(cards, min(count, len(cards))))

    def melds(self, count: int) -> list[Meld]:
        """Melds of different kinds and ranks; often a long one of nearly every kind."""
        random = self.random
        drawn: list[Meld] = []
        if self.late or random.random() < FINISHED:
            share = random.choice((0.7, 0.9, 1.0))
            times = random.choice((1, 1, 2, 4) if not self.late else (1, 5, 5))
            every = [many for many in long_melds(self.rulebook).values() for _ in range(random.randint(1, times))]
            drawn = [random.choice(many) for many in every if random.random() < share]
            drawn += [self.of_theme(random.choice(LONG))] if times > 1 else []
        if random.random() < TWICE:
            drawn.append(random.choice(random.choice(list(long_melds(self.rulebook).values()))))
        drawn += [self.meld(random.choice(SIZES)) for _ in range(count)]
        random.shuffle(drawn)
        if random.random() < (0.8 if self.devoted else TWICE):
            drawn.insert(0, self.of_theme(random.choice(SIZES)))
        melds: list[Meld] = []
        seen: set[tuple[str, frozenset[str]]] = set()
        for cards in drawn:
            kind = self.rulebook.kind_of(cards) if cards and not Counter(cards) - self.pool else None
            sort = (str(kind), frozenset(self.rulebook.faces.ranks[card] for card in cards))
            if kind is not None and (sort not in seen or len(cards) in LONG):
                seen.add(sort)
                melds.append(self.draw(cards))
        return melds

    def of_theme(self, size: int) -> Meld:
        """So many cards of the theme."""
        cards = self.themed()
        return tuple(sorted(self.random.sample(cards, min(size, len(cards)))))

    def meld(self, size: int) -> tuple[int, ...]:
        """Cards that may be a meld: of one rank, with some of a set beside, of a set, or neighbours in the order of the pack."""
        random, ranks, left = self.random, self.rulebook.faces.ranks, self.left()
        if not left:
            return ()
        rank = ranks[random.choice(left)]
        first = [card for card in left if ranks[card] == rank]
        members = random.choice(sorted(self.rulebook.faces.sets.items()))[1]
        others = [card for card in left if card in members]
        way = random.random()
        if way < 0.35:
            cards = first
        elif way < 0.6:
            few = random.sample(others, min(len(others), random.choice((1, 2, 3)), size))
            cards = [*few, *random.sample(first, min(len(first), size - len(few)))]
            return tuple(sorted(cards)) if not Counter(cards) - self.pool else ()
        elif way < 0.85:
            cards = others
        else:
            cards = neighbours(self.rulebook, random, left, size)
        return tuple(sorted(random.sample(cards, min(size, len(cards)))))

    def of_one_sort(self, left: list[int]) -> list[int]:
        """The cards of one rank, or of one set, that are left."""
        ranks = self.rulebook.faces.ranks
        if self.random.random() < 0.5:
            members = self.random.choice(sorted(self.rulebook.faces.sets.items()))[1]
            return [card for card in left if card in members] or left
        rank = ranks[self.random.choice(left)]
        return [card for card in left if ranks[card] == rank]

    def waited_for(self, left: list[int], melds: list[tuple[int, ...]]) -> list[int]:
        """The cards that could lie on one of some melds."""
        could = {card for meld in melds for card in set(left) if self.rulebook.kind_of(tuple(sorted((*meld, card)))) is not None}
        return [card for card in left if card in could]
