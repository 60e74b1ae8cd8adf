"""What can be laid of some cards by single plays, told by the classes of the cards: what a search for covers draws on."""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from meldspec.engine.candidates import single_plays
from meldspec.engine.compile.record import CompiledField
from meldspec.engine.lookahead.exclusion import Laid
from meldspec.engine.lookahead.packed_multiset import guard, packed
from meldspec.engine.lookahead.pruner import Pruner
from meldspec.engine.play import RefereeLike
from meldspec.engine.runtime import joined
from meldspec.table.table import NEW, Bag, Cells


class ClassPlay(NamedTuple):
    """A play told by the classes of its cards: where to, the classes, and these packed."""

    to: int | str
    classes: Bag
    packed: int


class Offer:
    """The plays that there are of some cards, as far as a pruner sees anything in them.

    Whoever searches for covers several times, with more cards left over or fewer, has them worked out once.
    """

    def __init__(self, referee: RefereeLike, field: CompiledField, cells: Cells, seat: int, cards: Bag, pruner: Pruner) -> None:
        self.referee, self.field, self.cells, self.seat = referee, field, cells, seat
        self.cards, self.pruner = cards, pruner
        self.classes = referee.rulebook.faces.classes
        self.hand = Counter([self.classes[card] for card in cards])
        # For all classes: plays may hold cards that are at hand but not among those to be laid.
        self.free = guard(max(self.classes) + 1)
        self.lying = cells[field.melds_cell(seat)]

    @cached_property
    def _made(self) -> list[tuple[ClassPlay, Laid]]:
        """All that can be laid on one meld, by one play or by several, with what it makes; what the pruner rules out, too."""
        found = []
        for to, cards in single_plays(self.referee, self.field, self.cells, self.seat):
            if isinstance(to, int):
                classes = tuple(sorted([self.classes[card] for card in cards]))
                found.append((ClassPlay(to, classes, packed(classes)), Laid(to, () if to == NEW else self.lying[to], cards)))
        return found

    @cached_property
    def melds(self) -> dict[ClassPlay, Laid]:
        """The plays that begin a meld or add to one, with what each makes."""
        return {play: laid for play, laid in self._made if self.pruner.may_make(*laid)}

    @cached_property
    def bits(self) -> dict[ClassPlay, int]:
        """All plays, single cards for other places among them, a bit each."""
        return {play: 1 << number for number, play in enumerate(dict.fromkeys((*self.melds, *self._beside())))}

    @cached_property
    def plays(self) -> dict[int, list[ClassPlay]]:
        """For each class the plays that hold a card of it."""
        found: dict[int, list[ClassPlay]] = {}
        for play in self.bits:
            for one in set(play.classes):
                found.setdefault(one, []).append(play)
        return found

    @cached_property
    def order(self) -> list[int]:
        """The classes of the cards, that which fewest plays hold first."""
        return sorted(self.hand, key=lambda one: len(self.plays.get(one, ())))

    def _beside(self) -> Iterator[ClassPlay]:
        """Single cards for other places than melds."""
        if not self.field.beside:
            return
        source = self.field.offered(self.referee, self.cells, self.seat)
        melds = (*self.lying, *(joined(laid.base, laid.cards) for _, laid in self._made))
        for place in self.field.beside:
            now = self.field.limits[place](self.referee, self.cells, self.seat) if place in self.field.limits else source
            may = self.pruner.may_go(self.field, place, now, melds)
            there = {self.classes[card] for card in (source if may is None else may)}
            # Many cards at a place come to the same as one after another: they are put together again when plays are dealt.
            yield from (ClassPlay(place, (one,), packed((one,))) for one in sorted(there & self.hand.keys()))
