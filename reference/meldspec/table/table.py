"""What lies on a table at one moment, and what a player proposes to do there: all of it values, compared by what they hold.

A card is the number of its face; cards of equal looks are equal.
"""

from dataclasses import dataclass
from typing import Any

from meldspec.table.layout import ENDED

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
