"""What lies before the sides, asked for where the file tells of no melds there and an act is refused that would be legal with some.

A side of which a file tells no melds is taken to have none, and so not to have opened. Somebody at a table may only not have told
them. So a refused act is tried once with a small meld before the side of whoever acts, which opens for it and has to do with no
card of the act, once with as much as can lie there of other ranks, and once with as much of any rank before every side of which
nothing is told.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

from meldspec.book.reach import of_act
from meldspec.engine.never import unreached
from meldspec.language import lines
from meldspec.position.marked import PositionError
from meldspec.position.memory import memories
from meldspec.position.position import Position, set_up
from meldspec.protocol.observe import shown_ranges
from meldspec.ruling.open_memory import DecidingMemory, spoken_of
from meldspec.ruling.score_bounds import cards_in
from meldspec.table.table import Bag

MELDS = "melds"
SMALL, RICH, ALL = "small", "rich", "all"
"""The melds that are tried: one, all of other ranks than the cards of the act have, all."""
NOT_TOLD = "No melds are told to lie there."
Outcome = TypeVar("Outcome")
Tried = Callable[[Position], Outcome | None]


def deciding_melds(
    position: Position, seat: int, cards: Collection[int], acts: Iterable[str], tried: Tried[Outcome], rich: bool = True
) -> Iterator[DecidingMemory[Outcome]]:
    """The melds of a side of which the file tells none, where with some there is another outcome: the first found of the three.

    It is asked for a `seat` that names some `cards` in some `acts`; without `rich` a small meld of its own side alone is tried.
    """
    mine, places = position.rulebook.layout.side_of(seat), shown_ranges(position.rulebook, MELDS)
    untold = [side for side in range(position.rulebook.layout.sides) if not told(position, side)]
    if not untold or not places or places[0].owner != "side":
        return
    spare = SpareCards(position, cards)
    for way, sides in _ways(untold, mine, rich):
        other = _with_melds(position, spare.melds(way, sides))
        found = None if other is None else tried(other)
        if other is not None and found is not None:
            side = mine if mine in sides else sides[0]
            asks = _opened(position, other, acts, side) if way == SMALL else f"Side {side}: What melds lie there?"
            taken, value = ("no", "yes") if way == SMALL else ("none", "enough of them")
            name = f"sides[{side}].{MELDS}"
            yield DecidingMemory((places[0].first + side,), name, f"{asks} {NOT_TOLD}", taken, value, found)
            return


def _ways(untold: list[int], mine: int, rich: bool) -> Iterator[tuple[str, list[int]]]:
    """What melds are tried, and before which sides."""
    if mine in untold:
        yield SMALL, [mine]
    if rich and mine in untold:
        yield RICH, [mine]
    if rich:
        yield ALL, untold


def melds_as_taken(position: Position, seat: int) -> Iterator[str]:
    """That nothing is taken to lie before the side of whoever acts, where the file tells nothing of it."""
    side = position.rulebook.layout.side_of(seat)
    if shown_ranges(position.rulebook, MELDS) and not told(position, side):
        yield f"What melds lie before side {side}: taken to be none."


def told(position: Position, side: int) -> bool:
    """Whether a file tells which melds lie before a side, be it that there are none."""
    sides = position.marked.value.get("sides") or []
    one = (sides[side] if side < len(sides) else None) or {}
    return one.get(MELDS) is not None


class SpareCards:
    """The cards of which nobody has told where they lie, as melds that may lie before a side.

    Of a rank that is `touched`, by cards of the act, a meld may be in the way of the act, or be what it takes.
    """

    def __init__(self, position: Position, cards: Collection[int]) -> None:
        self.position, self.faces = position, position.rulebook.faces
        self.touched = {self.faces.ranks[card] for card in cards}

    @cached_property
    def unseen(self) -> Counter[int]:
        """All of them."""
        made_up = Counter(card for cards in self.position.made_up.values() for card in cards)
        places, given = self.position.rulebook.layout.places(), self.position.given
        lying = Counter(card for place in places for held in place.values(given) for card in cards_in(place.form, held))
        return Counter({card: count - lying[card] + made_up[card] for card, count in enumerate(self.faces.counts)})

    @cached_property
    def by_rank(self) -> Mapping[str, list[int]]:
        """Those of which melds may lie, rank by rank."""
        found: dict[str, list[int]] = {}
        for card in self.unseen.elements():
            found.setdefault(self.faces.ranks[card], []).append(card)
        never = self._never_lying(found)
        return {rank: cards for rank, cards in found.items() if rank not in never}

    def _never_lying(self, by_rank: Mapping[str, list[int]]) -> set[str]:
        """The ranks of which no meld lies before a side at this moment, as black threes before a deal is over."""
        said = {rank: self._said(bag) for rank, cards in by_rank.items() if (bag := self._smallest(cards))}
        usual = set[tuple[int, Any]].intersection(*said.values()) if said else set[tuple[int, Any]]()
        return {rank for rank, told in said.items() if told - usual}

    def _said(self, bag: Bag) -> set[tuple[int, Any]]:
        """All that is said by `never` against a table with one meld before each side: what holds of any is no matter, for what is
        remembered of it is not told here."""
        cells = list(self.position.table.cells)
        for cell in shown_ranges(self.position.rulebook, MELDS)[0].cells:
            cells[cell] = (bag,)
        return {(id(line), element) for line, element in unreached(self.position.rulebook, tuple(cells))}

    @cached_property
    def most(self) -> int:
        """How large a meld may be, found out with one rank: rules may close melds of some size."""
        cards = max(self.by_rank.values(), key=len, default=[])
        usual = self._said(self._smallest(cards) or ())
        sizes = range(len(cards), 0, -1)
        return next((n for n in sizes if self._is_meld(tuple(cards[:n])) and self._said(tuple(cards[:n])) <= usual), 0)

    def melds(self, way: str, sides: list[int]) -> dict[int, list[Bag]]:
        """Melds for each of some sides: a small one, or as many large ones as there are cards for."""
        if way == SMALL:
            small = next(self._small(), None)
            return {side: [small] for side in sides if small}
        found: dict[int, list[Bag]] = {side: [] for side in sides}
        rest = ("stock",) if self.position.takes_stock else None
        open_cards = sum(len(cards) for path, cards in self.position.made_up.items() if path != rest)
        left, pool = self.unseen.total() - open_cards, Counter(self.unseen)
        # What the act is about comes first: there may be no cards for all.
        for number, rank in enumerate(sorted(self.by_rank, key=lambda rank: rank not in self.touched)):
            cards = [card for card in pool.elements() if self.faces.ranks[card] == rank]
            share = 0 if way == RICH and rank in self.touched else len(cards) // len(sides)
            for at, side in enumerate(sides):
                meld = self._large(tuple(cards[at * share : (at + 1) * share]), pool if number % 2 else Counter())
                if meld and len(meld) <= left:
                    found[side].append(meld)
                    left -= len(meld)
                    pool -= Counter(meld)
        return found

    def _small(self) -> Iterator[Bag]:
        """The smallest meld of each rank that the act does not touch."""
        for cards in (cards for rank, cards in self.by_rank.items() if rank not in self.touched):
            if bag := self._smallest(cards):
                yield bag

    def _smallest(self, cards: list[int]) -> Bag | None:
        """The smallest meld of some cards."""
        return next((bag for size in range(1, len(cards) + 1) if self._is_meld(bag := tuple(cards[:size]))), None)

    def _large(self, cards: Bag, mixed: Counter[int]) -> Bag | None:
        """The largest meld of some cards, with one that is `mixed` in, of another rank, if any can stand there."""
        sizes = range(min(len(cards), self.most), 0, -1)
        whole = next((cards[:size] for size in sizes if self._is_meld(cards[:size])), None)
        others = [card for card in mixed if whole and self.faces.ranks[card] != self.faces.ranks[whole[0]]]
        return next((bag for other in others if whole and self._is_meld(bag := (*whole[1:], other))), whole)

    def _is_meld(self, cards: Bag) -> bool:
        return self.position.rulebook.kind_of(tuple(sorted(cards))) is not None


def _with_melds(position: Position, melds: Mapping[int, list[Bag]]) -> Position | None:
    """The same file with melds before some sides; none where it would be no position, or none that a game comes to."""
    if not any(melds.values()):
        return None
    value, count = position.marked.value, position.rulebook.layout.sides
    sides: list[dict[str, Any]] = [dict(side or {}) for side in value.get("sides") or [{}] * count]
    for side, bags in melds.items():
        sides[side][MELDS] = [" ".join(position.rulebook.faces.spell(bag)) for bag in bags]
    try:
        other = set_up(replace(position.marked, value={**value, "sides": sides}), position.rulebook)
    except PositionError:
        return None
    return None if any(unreached(other.rulebook, other.table.cells)) else other


def _opened(position: Position, other: Position, acts: Iterable[str], side: int) -> str:
    """What is asked where any meld at all turns it: in the words of the book, where acts hang on what a meld shows of a side."""
    rulebook, was, then = position.rulebook, position.table.cells, other.table.cells
    read = spoken_of(rulebook, [*rulebook.selection.reach.always(), *(group for name in acts for group in of_act(name))])
    asking = {node.name: node.asking for node, _ in rulebook.selection.declared(lines.Keep)}
    owned = (range_ for range_ in memories(rulebook) if (range_.form, range_.owner) == ("truth", "side") and range_.name in read)
    turned = (range_.name for range_ in owned if was[range_.first + side] != then[range_.first + side])
    return f"Side {side}: {next(filter(None, map(asking.get, turned)), 'Does any meld lie there?')}"
