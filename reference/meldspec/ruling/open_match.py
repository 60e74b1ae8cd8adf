"""What stands on the score sheet and not on the table: which deal of the match it is, and what the side had before it.

It is asked for where the file does not tell it and the verdict turns on it.
"""

from collections.abc import Callable, Collection, Iterator
from typing import Any, TypeVar

from meldspec.engine.never import unreached
from meldspec.position.at_rest import at_rest
from meldspec.position.position import Position
from meldspec.ruling.match_taken import DEAL, TOTAL
from meldspec.ruling.open_memory import DecidingMemory, deciding_number, replaced
from meldspec.table.table import DEAL_NUMBER, TOTALS, Act, Table

FAR, STEP, UP_TO = 1_000_000, 500, 20_000
"""Points that are many for any match: only where these turn a verdict, or as many below nought, others are tried in such steps."""
DEALS = (1, 2, 3, 4, 5, 6, 50)
"""The numbers of deals that are tried: the first few, and one late in a match."""
Outcome = TypeVar("Outcome")
Tried = Callable[[Table], Outcome | None]


def deciding_match(position: Position, act: Act, read: Collection[str], tried: Tried[Outcome]) -> Iterator[DecidingMemory[Outcome]]:
    """The points that the side of who acts had before the deal, and the number of the deal, where the file tells neither and with
    another one there is another outcome; `read` is what the lines about the act look at."""
    value = position.marked.value
    if TOTAL in read and "totals" not in value:
        yield from _total(position, position.rulebook.layout.side_of(act.seat), tried)
    if DEAL in read and "deal" not in value:
        asks, taken = "Which deal of the match is it?", position.table.cells[DEAL_NUMBER]
        # Before the first deal nobody has points: where the file tells of some, another one is taken, and none before that.
        deals = [number for number in DEALS if number >= taken]
        yield from _deciding(DEAL_NUMBER, "deal", asks, taken, deals, lambda number: _at(position, DEAL_NUMBER, number, tried))


def _total(position: Position, side: int, tried: Tried[Outcome]) -> Iterator[DecidingMemory[Outcome]]:
    """The points of a side before the deal."""
    before: tuple[int, ...] = position.table.cells[TOTALS]

    def with_total(points: int) -> Outcome | None:
        return _at(position, TOTALS, (*before[:side], points, *before[side + 1 :]), tried)

    if with_total(FAR) is None and with_total(-FAR) is None:
        return
    points = (-FAR, -STEP, *range(0, UP_TO + 1, STEP), FAR)
    yield from _deciding(TOTALS, "totals", f"How many points had side {side} before this deal?", before[side], points, with_total)


def _deciding(
    cell: int, name: str, asks: str, taken: int, numbers: Collection[int], tried: Callable[[int], Outcome | None]
) -> Iterator[DecidingMemory[Outcome]]:
    """A number of the score sheet with which there is another outcome."""
    found = deciding_number(taken, numbers, tried)
    if found is not None:
        value, outcome, bound = found
        yield DecidingMemory((cell,), name, asks, str(taken), str(value), outcome, bound)


def _at(position: Position, cell: int, value: Any, tried: Tried[Outcome]) -> Outcome | None:
    """What comes of another value of a cell; none where no game comes to it."""
    table = replaced(position.table, {cell: value})
    possible = at_rest(position.rulebook, table.cells) and not any(unreached(position.rulebook, table.cells))
    return tried(table) if possible else None
