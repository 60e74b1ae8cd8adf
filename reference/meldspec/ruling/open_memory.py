"""What a ruling turns on and nobody has told: memory of which neither the file speaks nor the table shows anything.

Such memory is taken to be as at the start of a deal. Every other value that it could have is tried, each memory by itself and those
that answer yes or no two by two besides; what gives another outcome is told as a question to the players, in the book's words.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Generic, NamedTuple, TypeVar

from meldspec.book.reach import Name
from meldspec.engine.rulebook import Rulebook
from meldspec.language import lines
from meldspec.position.at_rest import at_rest
from meldspec.position.memory import memories, named, word
from meldspec.position.position import Position
from meldspec.table.table import CellRange, Cells, Table

MANY = 99
"""A number that stands for late in a deal, where something is counted."""
PAIRED = 8
"""So many memories are tried two by two; of more, each by itself alone."""
Outcome = TypeVar("Outcome")
Tried = Callable[[Mapping[int, Any]], Outcome | None]
"""What comes of other values in some cells of memory; none where nothing else does."""


@dataclass(frozen=True)
class DecidingMemory(Generic[Outcome]):
    """A memory that the file does not speak of, and on which a ruling or a score turns: its name in a file, what to ask the players
    (nothing where the book has no words for it), the value it was taken to have, the value with which the outcome would be another
    (of a number the one from which on it is), and that outcome. Of two memories that turn it together all but the outcome are
    joined by `and`."""

    name: str
    asks: str
    taken: str
    value: str
    outcome: Outcome


class OpenMemory(NamedTuple):
    """One cell of memory that is neither told nor seen: its range, its number, and its name in a file."""

    range: CellRange
    cell: int
    name: str
    asks: str

    def taken(self, cells: Cells) -> str:
        """The value that it is taken to have."""
        return word(self.range.form, cells[self.cell])


def spoken_of(rulebook: Rulebook, groups: Iterable[Name]) -> frozenset[str]:
    """The memories that lines of some groups, and what these lead to, speak of."""
    reach = rulebook.selection.reach
    return frozenset().union(*(reach.looked_at(line).cells for line in reach.lines(groups)))


def deciding_memory(position: Position, read: frozenset[str] | None, tried: Tried[Outcome]) -> Iterator[DecidingMemory[Outcome]]:
    """The memory that the file does not speak of and with another value of which there is another outcome.

    `read` are the memories that the lines in question speak of; others cannot turn anything (none: all are tried).
    """
    rulebook, cells = position.rulebook, position.table.cells
    left: list[OpenMemory] = []
    for one in open_memory(position, read):
        found = _turning(rulebook, cells, one, tried)
        if found is not None:
            yield DecidingMemory(one.name, one.asks, one.taken(cells), word(one.range.form, found[0]), found[1])
        elif one.range.form == "truth":
            left.append(one)
    for pair in combinations(left, 2) if len(left) <= PAIRED else ():
        outcome = tried({one.cell: not cells[one.cell] for one in pair})
        if outcome is not None:
            taken, value = [one.taken(cells) for one in pair], [word("truth", not cells[one.cell]) for one in pair]
            asks = " ".join(one.asks for one in pair)
            yield DecidingMemory(" and ".join(one.name for one in pair), asks, " and ".join(taken), " and ".join(value), outcome)


def open_memory(position: Position, read: frozenset[str] | None) -> Iterator[OpenMemory]:
    """The memory that is neither told nor seen."""
    rulebook, cells = position.rulebook, position.table.cells
    settled = position.told | position.follows.keys()
    asked = {node.name: node.asking for node, _ in rulebook.selection.declared(lines.Keep)}
    for range_, number, name in named(memories(rulebook), set(range(len(cells))) - settled):
        if read is None or range_.name in read:
            whose = f"{range_.owner.replace('player', 'seat')} {number}: " if range_.owner else ""
            yield OpenMemory(range_, range_.first + number, name, asked[range_.name] and whose + asked[range_.name])


def _turning(rulebook: Rulebook, cells: Cells, one: OpenMemory, tried: Tried[Outcome]) -> tuple[Any, Outcome] | None:
    """The first other value of a memory that gives another outcome, and that outcome; of numbers the least such value."""
    same = cells[one.cell]
    for value in candidate_values(rulebook, cells, one.range, one.cell - one.range.first):
        if value == cells[one.cell]:
            continue
        outcome = tried({one.cell: value})
        if outcome is not None:
            return _bound(one, same, value, outcome, tried) if one.range.form == "number" else (value, outcome)
        same = value
    return None


def _bound(one: OpenMemory, low: int, high: int, outcome: Outcome, tried: Tried[Outcome]) -> tuple[int, Outcome]:
    """The least number from which on there is another outcome, between one with which there is not and one with which there is."""
    while high - low > 1:
        middle = (low + high) // 2
        found = tried({one.cell: middle})
        if found is None:
            low = middle
        else:
            high, outcome = middle, found
    return high, outcome


def candidate_values(rulebook: Rulebook, cells: Sequence[Any], range_: CellRange, number: int = 0) -> tuple[Any, ...]:
    """Values that a memory could have, a few for a number."""
    seats, sides = rulebook.layout.seats, rulebook.layout.sides
    match range_.form:
        case "truth":
            return (False, True)
        case "player":
            return (None, *range(seats))
        case "side":
            return (None, *range(sides))
        case "kept groups" if range_.owner == "side":
            # As nothing was there, or all that is there now: what lay there at some time was one, the other, or in between.
            places = (r for r in rulebook.layout.places() if (r.form, r.owner) == ("groups", "side"))
            return ((), *(cells[r.first + number] for r in places))
        case "kept cards" | "kept groups":
            # Every bag of cards would be a value; that nothing was kept is the one that turns rulings.
            return ((),)
        case _:
            # Numbers count turns or rounds: the first, the second, when each player has had one, and long after.
            return (0, 1, seats, MANY)


def with_memory(position: Position, values: Mapping[int, Any]) -> Table | None:
    """The table with other memory; none where a standing rule would act on it at once."""
    table = replaced(position.table, values)
    # Standing rules are obeyed before anybody acts, so a memory that one would change at once is none that there can be.
    return table if at_rest(position.rulebook, table.cells) else None


def replaced(table: Table, values: Mapping[int, Any]) -> Table:
    """The table with other values in some cells."""
    return Table(tuple(values.get(cell, value) for cell, value in enumerate(table.cells)))
