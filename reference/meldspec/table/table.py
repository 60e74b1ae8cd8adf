"""What lies on a table at one moment, what a player proposes to do there, and where a table keeps what: all of it values.

A card is the number of its face; cards of equal looks are equal. Every place and memory has its cells, one for the table, for each
seat or for each side.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from meldspec.language.immutable import Immutable

# By number, and the same in every layout: whoever looks these up does it for every table of a search.
PHASE, TURN, ENDED, DEALER, DEAL_NUMBER, TOTALS, SCORES, MATCH = range(8)
"""The cells that every table begins with. ENDED: none, or (how, seat or none). TOTALS: points of each side before the deal,
and once it is scored, after it. SCORES: points of each side in the deal once scored. MATCH: none, or (winning side or none,)."""
TABLE_CELLS = {"phase": PHASE, "turn": TURN, "dealer": DEALER, "deal-number": DEAL_NUMBER}
Bag = tuple[int, ...]
Row = tuple[int, ...]
Groups = tuple[Bag, ...]
Play = tuple[int | str, Bag]
"""Where to (the number of a meld, NEW, or the name of a place) and the cards."""
BasedPlay = tuple[int | str, Bag, Bag]
"""A play within an act that is judged: where to, the cards, and the cards that lay there before the act."""
# No meld has this number, and a place has a name: all three are told apart by one comparison.
NEW = -1
NO_CARDS: Bag = ()
Cells = tuple[Any, ...]
"""What a table holds, cell by cell; which cell is what is told by a layout."""


@dataclass(frozen=True, slots=True)
class Table:
    """An immutable position: the cells of a layout. What a cell means is told by the rulebook's layout."""

    cells: Cells

    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.cells[ENDED] is not None


@dataclass(frozen=True, slots=True)
class Act:
    """One proposed act: its name, who acts, and in `values` a value for each of its fields, in their order.

    Plays are (to, cards) with `to` a meld's number, -1 for a new meld, or a place's name; a `play` field holds the index of one
    of the plays, or none.
    """

    name: str
    seat: int
    values: tuple[Any, ...] = ()


class CellRange(Immutable):
    """One place or memory: its name, its owner's sort, its form (row, cards, groups, or the type of a memory), what it starts as,
    the field it is shown as, how many cells it has and the number of the first where they are numbered, its first cell, and as what
    (cards, count) it is told under its own name.

    Before it is laid out it has no cells of its own yet, and how many it is to have is known only of a numbered one.
    """

    name: str
    owner: str
    form: str
    start: Any
    shown: str = ""
    count: int = 1
    low: int = 0
    first: int = 0
    told: str = ""

    @property
    def cells(self) -> range:
        """All its cells."""
        return range(self.first, self.first + self.count)

    def values(self, cells: Sequence[Any]) -> Sequence[Any]:
        """What its cells hold."""
        return cells[self.first : self.first + self.count]


class Layout(Immutable):
    """All cells of a table for so many seats and sides, and who sits where: the sides take their seats in turn.

    `absent` is what only other readings remember: it has cells, so that all else is in the same ones under every reading, but
    they hold what they start as, and nothing ever changes that."""

    seats: int
    sides: int
    ranges: tuple[CellRange, ...]
    absent: tuple[CellRange, ...] = ()

    @cached_property
    def _by_name(self) -> dict[str, CellRange]:
        return {range_.name: range_ for range_ in self.ranges}

    def __getitem__(self, name: str) -> CellRange:
        return self._by_name[name]

    def has(self, name: str) -> bool:
        """Whether there is a place or memory of this name."""
        return name in self._by_name

    def side_of(self, seat: int) -> int:
        """The side of a seat."""
        # The protocol's seating, not a rule of any game: the sides take their seats in turn.
        return seat % self.sides

    def players_of(self, side: int) -> tuple[int, ...]:
        """The seats of a side."""
        return tuple(range(side, self.seats, self.sides))

    def partners_of(self, seat: int) -> tuple[int, ...]:
        """The other seats of a seat's side."""
        return tuple(other for other in self.players_of(self.side_of(seat)) if other != seat)

    def left_of(self, seat: int) -> int:
        """The seat that plays after another one."""
        return (seat + 1) % self.seats

    def own(self, name: str, seat: int) -> int:
        """The cell of a place or memory of a seat's own, of its side or of the table."""
        range_ = self[name]
        return range_.first + {"player": seat, "side": self.side_of(seat)}.get(range_.owner, 0)

    def places(self) -> tuple[CellRange, ...]:
        """The places, which hold cards."""
        return self._places

    @cached_property
    def _places(self) -> tuple[CellRange, ...]:
        return tuple(r for r in self.ranges if r.form in ("row", "cards", "groups"))

    @cached_property
    def bare_places(self) -> tuple[CellRange, ...]:
        """The places as they are wherever their cells are."""
        return tuple(replace(r, first=0) for r in self.places())

    def blank(self) -> list[Any]:
        """The cells of a table before anything has happened."""
        cells: list[Any] = [None] * max((r.first + r.count for r in (*self.ranges, *self.absent)), default=MATCH + 1)
        cells[TOTALS] = (0,) * self.sides
        # A table on which nothing that some reading remembers has come about is the same one under all readings.
        for range_ in (*self.ranges, *self.absent):
            cells[range_.first : range_.first + range_.count] = [range_.start] * range_.count
        return cells


def lay_out(seats: int, sides: int, wanted: Iterable[CellRange], absent: Collection[str] = ()) -> Layout:
    """A layout for what is wanted, in the order given: each gets its cells, behind those of the one before; so does what is
    `absent`, by its names, but is not there."""
    ranges: list[CellRange] = []
    first = MATCH + 1
    for one in wanted:
        ranges.append(replace(one, first=first, count={"player": seats, "side": sides}.get(one.owner, one.count)))
        first += ranges[-1].count
    there, other = (tuple(r for r in ranges if (r.name in absent) is away) for away in (False, True))
    return Layout(seats, sides, there, other)
