"""What a side is to lay so that the melds of a table come about: the melds that are wanted, and others that do not matter."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from meldspec.engine.rulebook import Rulebook

LEAST, LONGEST = 3, 6
"""A meld that does not matter has so many cards, one that opens richly one more than the most."""
SIZES, RICH_SIZES = (4, 5, 3, 6), (7, 6, 5, 4, 3)
"""Of how many cards such melds are, the likeliest first."""


@dataclass
class Wanted:
    """A meld that is to lie on the table: the cards of it that are not laid yet and its number once it is begun; which one of the
    position it is, or of which rank it is, if it does not matter, and how many cards it may still have."""

    rest: list[int]
    which: int | None = None
    rank: str = ""
    room: int = 0
    number: int | None = None


Laid = list[tuple[Wanted, list[int]]]
"""Cards by the meld that they are laid on."""


class SideMelds:
    """What one side has still to lay. `spare` are the cards that nothing else is wanted of, shared by all sides; `ranks` those of
    which melds that do not matter may be, the highest first, shared too."""

    def __init__(
        self,
        rulebook: Rulebook,
        melds: Sequence[list[int]],
        spare: Counter[int],
        ranks: list[str],
        plain: Sequence[int],
        rich: bool,
    ) -> None:
        self.rulebook, self.spare, self.ranks, self.plain, self.rich = rulebook, spare, ranks, frozenset(plain), rich
        self.todo = [Wanted(list(cards), which) for which, cards in enumerate(melds)]

    @property
    def rest(self) -> int:
        """How many wanted cards are not laid yet."""
        return sum(len(one.rest) for one in self.todo)

    @property
    def opened(self) -> bool:
        """Whether the side has melded."""
        return any(one.number is not None for one in self.todo)

    @property
    def numbers(self) -> dict[int, int]:
        """The numbers that the melds of the position have come to have."""
        return {one.which: one.number for one in self.todo if one.which is not None and one.number is not None}

    def offers(self, budget: int, exact: bool) -> Iterator[Laid]:
        """What may be laid in one act, at most so many cards, the most wanted first; where it is to be just so many also what does
        not matter."""
        whole, parts = self._wanted(budget), self._wanted(budget, LONGEST)
        filled = [self._filled(laid, budget) for laid in (whole, parts)] if exact else []
        single = ([one] for one in chain(whole, parts))
        rich = [] if self.opened else [*self._richly(whole, budget), *self._richly([], budget)]
        alone = [self._filled([], many) for many in range(budget, LEAST - 1, -1)] if exact else []
        yield from (laid for laid in chain(filled, [whole, parts], rich, single, alone) if laid)

    def count(self, laid: Laid, first: int) -> None:
        """Note what was laid; melds that are begun are numbered from `first` on."""
        for one, cards in laid:
            if one.number is None:
                one.number, first = first, first + 1
                if one.rank:
                    # Of one rank two may be laid at once.
                    if one.rank in self.ranks:
                        self.ranks.remove(one.rank)
                    self.todo.append(one)
            for card in cards:
                if card in one.rest:
                    one.rest.remove(card)
                else:
                    self.spare[card] -= 1
                    one.room -= 1

    def taken(self, top: int, pair: Sequence[int], number: int) -> None:
        """Note a meld that was begun with the top card of the pile and two others."""
        rank = self.rulebook.faces.ranks[top]
        for card in pair:
            self.spare[card] -= 1
        if rank in self.ranks:
            self.ranks.remove(rank)
        self.todo.append(Wanted([], rank=rank, room=LONGEST - LEAST, number=number))

    def _wanted(self, budget: int, longest: int | None = None) -> Laid:
        """Wanted cards, at most so many, and no more of one meld than it may have."""
        laid: Laid = []
        for one in self.todo:
            many = min(len(one.rest), budget)
            if longest is not None:
                many = min(many, longest)
            cards = self.begun_with(one, many) if one.number is None else one.rest[:many]
            if cards:
                laid.append((one, cards))
                budget -= len(cards)
        return laid

    def begun_with(self, one: Wanted, many: int) -> list[int]:
        """The first cards of a meld, as many as can be of so many."""
        natural = sorted(one.rest, key=lambda card: card not in self.plain)
        ways = (natural[:size] for size in range(many, LEAST - 1, -1))
        return next((cards for cards in ways if self.rulebook.kind_of(tuple(sorted(cards))) is not None), [])

    def _filled(self, laid: Laid, budget: int) -> Laid:
        """The same and as many cards that do not matter as are still to be laid; nothing where that cannot be."""
        many = budget - sum(len(cards) for _, cards in laid)
        more: Laid = []
        for one in self.todo:
            # Never so many that those which are left are no meld.
            fits = [n for n in range(min(one.room, many), 0, -1) if many - n not in range(1, LEAST)]
            if one.rank and fits:
                more.append((one, self.of_rank(one.rank, fits[0])))
                many -= fits[0]
        for rank in list(self.ranks) if many else ():
            sizes = RICH_SIZES if self.rich else SIZES
            size = next((n for n in sizes if n <= many and many - n not in range(1, LEAST)), 0)
            cards = self.of_rank(rank, size)
            if cards:
                more.append((Wanted([], rank=rank, room=LONGEST), cards))
                many -= size
            if not many:
                break
        return [] if many or any(not cards for _, cards in more) else [*laid, *more]

    def _richly(self, laid: Laid, budget: int) -> Iterator[Laid]:
        """The same with a meld of high cards, to come to what is needed to open."""
        left = budget - sum(len(cards) for _, cards in laid)
        for size in range(LEAST, min(left, LONGEST + 1) + 1):
            for rank in self.ranks[:1]:
                if cards := self.of_rank(rank, size):
                    yield [*laid, (Wanted([], rank=rank, room=LONGEST), cards)]

    def of_rank(self, rank: str, many: int) -> list[int]:
        """So many spare cards of a rank; none where there are not so many."""
        faces = self.rulebook.faces
        every = [card for card in sorted(self.plain) if faces.ranks[card] == rank for _ in range(self.spare[card])]
        return every[:many] if len(every) >= many else []
