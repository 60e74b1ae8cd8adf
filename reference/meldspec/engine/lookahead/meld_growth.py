"""How a meld may grow, told by what is asked of each play by itself: which cards come onto it in one play, or in several.

Cards that the rules cannot tell apart are not told apart, and what was found out is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product

from meldspec.engine.runtime import joined
from meldspec.table.values import Bag, BasedPlay


class Growing:
    """Tells whether and how cards may come onto a meld; `bears` is what is asked of each play by itself."""

    def __init__(self, bears: Callable[[BasedPlay], bool], is_meld: Callable[[Bag], bool], classes: tuple[int, ...]) -> None:
        self.bears, self.is_meld = bears, is_meld
        self.same = tuple(classes.index(number) for number in classes)
        self.known: dict[tuple[int, Bag, Bag], bool] = {}
        self.ways: dict[tuple[int, Bag, Bag], tuple[Bag, ...]] = {}

    def plain(self, cards: Bag) -> Bag:
        """Cards with one of them for all that are alike."""
        return tuple(sorted([self.same[card] for card in cards]))

    def grows(self, to: int, base: Bag, cards: Bag) -> bool:
        """Whether cards may be laid on a meld, or begin one, in one play or in several."""
        return self._grows(min(to, 0), self.plain(base), self.plain(cards))

    def states(self, to: int, base: Bag, cards: Bag) -> tuple[Bag, ...]:
        """How a meld may lie on the way, from the first of the plays on; nothing where the cards may not be laid."""
        return self._states(min(to, 0), self.plain(base), self.plain(cards))

    def _grows(self, to: int, base: Bag, cards: Bag) -> bool:
        known = (to, base, cards)
        if known not in self.known:
            self.known[known] = self.is_meld(joined(base, cards)) and (
                self.bears((to, cards, base)) or any(True for _ in self._steps(to, base, cards))
            )
        return self.known[known]

    def _steps(self, to: int, base: Bag, cards: Bag) -> Iterator[Bag]:
        """The cards that may lie there before the last of several plays."""
        for some, rest in parts(cards):
            between = joined(base, some)
            if self.is_meld(between) and self.bears((0, rest, between)) and self._grows(to, base, some):
                yield some

    def _states(self, to: int, base: Bag, cards: Bag) -> tuple[Bag, ...]:
        known = (to, base, cards)
        if known not in self.ways:
            found: dict[Bag, None] = {}
            if self._grows(to, base, cards):
                found = {state: None for some in self._steps(to, base, cards) for state in self._states(to, base, some)}
                found[joined(base, cards)] = None
            self.ways[known] = tuple(found)
        return self.ways[known]


def parts(cards: Bag) -> Iterator[tuple[Bag, Bag]]:
    """Every choice of some of the cards, but not all, with the others."""
    counts = Counter(cards)
    for numbers in product(*(range(many + 1) for many in counts.values())):
        some = tuple([card for card, n in zip(counts, numbers, strict=True) for _ in range(n)])
        if 0 < len(some) < len(cards):
            rest = tuple([card for (card, many), n in zip(counts.items(), numbers, strict=True) for _ in range(many - n)])
            yield some, rest
