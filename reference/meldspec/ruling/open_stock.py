"""How many cards the stock has, asked for where the file does not tell it and the verdict turns on it.

A stock that is not told of is taken to be all cards that lie nowhere else. That few are left, or none, is what may turn a verdict.
"""

from collections.abc import Callable, Iterator
from typing import TypeVar

from meldspec.engine.never import unreached
from meldspec.position.at_rest import at_rest
from meldspec.position.position import Position
from meldspec.protocol.observe import STOCK, shown_ranges
from meldspec.ruling.open_memory import DecidingMemory, deciding_number
from meldspec.table.table import Table

ASKS = "How many cards are left in the stock?"
FEW = (0, 1, 2, 3)
"""So few cards of the stock are tried."""
Outcome = TypeVar("Outcome")


def deciding_stock(position: Position, tried: Callable[[Table], Outcome | None]) -> Iterator[DecidingMemory[Outcome]]:
    """The number of cards in the stock, where the file leaves it out and with few of them there is another outcome."""
    if not position.takes_stock:
        return
    cell = shown_ranges(position.rulebook, STOCK)[0].first
    taken = len(position.table.cells[cell])

    def outcome(count: int) -> Outcome | None:
        table = _with_stock(position, cell, count)
        return None if table is None else tried(table)

    found = deciding_number(taken, FEW, outcome)
    if found is not None:
        value, other, bound = found
        yield DecidingMemory((cell,), STOCK, ASKS, str(taken), str(value), other, bound)


def _with_stock(position: Position, cell: int, count: int) -> Table | None:
    """The table with so many cards in the stock; none where no game comes to it."""
    cells = list(position.table.cells)
    cells[cell] = cells[cell][len(cells[cell]) - count :]
    table = Table(tuple(cells))
    possible = at_rest(position.rulebook, table.cells) and not any(unreached(position.rulebook, table.cells))
    return table if possible else None
