"""Pass "plays": which plays some act may make, by what each act asks of each play by itself.

Over-approximates: of what is asked of a play only that part is held against it which nothing that may follow can change, and what
several plays must be together is left aside. A meld that grows in several plays may pass through states that one play could not.
Sound since every condition asked is one that each legal act must meet (`ActSummary.of_plays`), at any time before all is laid.
Cost: one call of each condition for each class of plays, and for each way to split a play that is refused as it is; kept for the
query. Without it hands of wild cards and few ranks have too many covers that are not legal.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product

from meldspec.engine.lookahead.weakening import Requirement
from meldspec.engine.runtime import joined
from meldspec.table.table import Bag, Cells


class PlayFilter:
    """What acts ask of each play by itself: `asked` for each act, what of it can be told in a position."""

    def __init__(
        self,
        asked: Sequence[Sequence[Requirement]],
        cells: Cells,
        seat: int,
        is_meld: Callable[[Bag], bool],
        classes: tuple[int, ...],
    ) -> None:
        self.asked, self.cells, self.seat, self.is_meld = asked, cells, seat, is_meld
        self.alike = tuple(classes.index(number) for number in classes)
        self.known: dict[tuple[int, Bag, Bag], bool] = {}

    def may_make(self, to: int, base: Bag, cards: Bag) -> bool:
        """Whether cards may come onto a meld, or begin one, in one play or in several."""
        return self._may_make(min(to, 0), self.plain(base), self.plain(cards))

    def plain(self, cards: Bag) -> Bag:
        """Cards with one of them for all that the rules cannot tell apart."""
        return tuple(sorted([self.alike[card] for card in cards]))

    def states(self, to: int, base: Bag, cards: Bag) -> Iterator[Bag]:
        """How a meld may lie that holds some cards and more in the end, from when it is begun; its end is the last."""
        if base:
            yield base
        for some, rest in splits(cards):
            between = joined(base, some)
            if self._may_make(to, base, some) and self._may_make(0, between, rest):
                yield between
        if cards:
            yield joined(base, cards)

    def _may_make(self, to: int, base: Bag, cards: Bag) -> bool:
        known = (to, base, cards)
        if known not in self.known:
            # The base may have come there by plays of its own, which are not asked about: they have been made.
            self.known[known] = self.is_meld(joined(base, cards)) and (
                self._borne(to, cards, base) or any(self._in_two(to, base, some, rest) for some, rest in splits(cards))
            )
        return self.known[known]

    def _in_two(self, to: int, base: Bag, some: Bag, rest: Bag) -> bool:
        """Whether some cards may come there, in one play or in several, and the rest in one play after them."""
        between = joined(base, some)
        return self.is_meld(between) and self._borne(0, rest, between) and self._may_make(to, base, some)

    def _borne(self, to: int, cards: Bag, base: Bag) -> bool:
        return any(all(one.holds(self.cells, self.seat, (to, cards, base)) for one in told) for told in self.asked)


def splits(cards: Bag) -> Iterator[tuple[Bag, Bag]]:
    """Every choice of some of the cards, but not all, with the others."""
    counts = Counter(cards)
    for numbers in product(*(range(many + 1) for many in counts.values())):
        some = tuple(card for card, number in zip(counts, numbers, strict=True) for _ in range(number))
        if 0 < len(some) < len(cards):
            yield some, tuple(card for card, number in zip(counts, numbers, strict=True) for _ in range(counts[card] - number))
