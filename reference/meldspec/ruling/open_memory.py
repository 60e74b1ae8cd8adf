"""What a ruling turns on and nobody has told: memory of which neither the file speaks nor the table shows anything.

Such memory is taken to be as is likely, or as at the start of a deal. Every other value that it could have is tried, each memory by
itself, those that answer yes or no two by two besides, and where nothing of this turns a verdict, two by two with all their values
those of whoever acts that the lines about the act speak of. What gives another outcome is told as a question to the players, in
the book's words, and of a number it is asked whether it is within the bounds between which there is that outcome. Values that no
game comes to (`never`), or that a standing rule would change at once, are no such values.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from typing import Any, Generic, NamedTuple, TypeVar

from meldspec.book.reach import Name
from meldspec.engine.compile.kept import Kept
from meldspec.engine.never import unreached
from meldspec.engine.rulebook import Rulebook
from meldspec.language import lines
from meldspec.language.immutable import Immutable
from meldspec.position.at_rest import at_rest
from meldspec.position.memory import memories, named, word
from meldspec.position.position import Position
from meldspec.table.table import Act, CellRange, Cells, Table

MANY = 999
"""A number that stands for late in a deal, or for many points, where something is counted."""
PAIRED = 8
"""So many memories are tried two by two; of more, each by itself alone."""
TOGETHER = 40
"""So many pairs of values are tried where no memory turns the verdict by itself."""
Outcome = TypeVar("Outcome")
Tried = Callable[[Mapping[int, Any]], Outcome | None]
"""What comes of other values in some cells of memory; none where nothing else does."""


class DecidingMemory(Immutable, Generic[Outcome]):
    """A memory that the file does not speak of, and on which a ruling or a score turns: its cells, its name in a file, what to ask
    the players (nothing where the book has no words for it), the value it was taken to have, a value with which the outcome would
    be another (of a number the one next to what was taken), and that outcome; `bound` tells of a number all the values with which
    there is another, as `50 or more`. Of two memories that turn it together all but the outcome are joined by `and`."""

    cells: tuple[int, ...]
    name: str
    asks: str
    taken: str
    value: str
    outcome: Outcome
    bound: str = ""

    @property
    def question(self) -> str:
        """What to ask the players: of a number whether it is within the bounds, which who cannot tell the number may know."""
        return f"{self.asks.removesuffix('?')}: {self.bound}?" if self.asks and self.bound else self.asks


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
    """The memories that lines of some groups, and what these lead to, speak of; kept for the next run, since to tell it takes going
    through most of the book."""
    names, kept = sorted(groups), rulebook.sheet.derived(Kept).between_runs
    chosen = (*map(str, rulebook.options.values()), *rulebook.readings.values())
    what = " ".join(("memories", *chosen, *(word for name in names for word in name)))
    told = kept.recalled(what)
    if told is None:
        reach = rulebook.selection.reach
        told = sorted(frozenset().union(*(reach.looked_at(line).cells for line in reach.lines(names))))
        kept.note(what, told)
    return frozenset(told)


def deciding_memory(position: Position, read: frozenset[str] | None, tried: Tried[Outcome]) -> Iterator[DecidingMemory[Outcome]]:
    """The memory that the file does not speak of and with another value of which there is another outcome.

    `read` are the memories that the lines in question speak of; others cannot turn anything (none: all are tried).
    """
    rulebook, cells = position.rulebook, position.table.cells
    left: list[OpenMemory] = []
    for one in open_memory(position, read):
        found = _numbers(rulebook, cells, one, tried) if one.range.form == "number" else _turning(rulebook, cells, one, tried)
        if found is not None:
            value, outcome, bound = found
            yield DecidingMemory((one.cell,), one.name, one.asks, one.taken(cells), word(one.range.form, value), outcome, bound)
        elif one.range.form == "truth":
            left.append(one)
    for pair in combinations(left, 2) if len(left) <= PAIRED else ():
        values = [not cells[one.cell] for one in pair]
        outcome_of_both = tried(_set(pair, values))
        if outcome_of_both is not None:
            yield _of_both(pair, cells, values, outcome_of_both)


def deciding_together(position: Position, act: Act, tried: Tried[Outcome]) -> Iterator[DecidingMemory[Outcome]]:
    """The first two memories of whoever acts, or of the side or the table, that give another outcome together: of those that the
    lines about the act speak of, with all values that they could have, and in a number of tries."""
    reach, layout, cells = position.rulebook.selection.reach, position.rulebook.layout, position.table.cells
    looked = [reach.looked_at(line) for line in position.rulebook.acts[act.name].judges]
    read = frozenset[str]().union(*(one.cells for one in looked if not one.ahead))
    owners = {"": 0, "player": act.seat, "side": layout.side_of(act.seat)}
    own = [one for one in open_memory(position, read) if one.cell - one.range.first == owners.get(one.range.owner)]
    pairs = ((pair, values) for pair in combinations(own, 2) for values in product(*(_other_values(position, one) for one in pair)))
    for pair, values in islice(pairs, TOGETHER):
        found = tried(_set(pair, values))
        if found is not None:
            yield _of_both(pair, cells, values, found)
            return


def _other_values(position: Position, one: OpenMemory) -> list[Any]:
    """The values that a memory could have besides the one that it is taken to have."""
    cells, number = position.table.cells, one.cell - one.range.first
    return [value for value in candidate_values(position.rulebook, cells, one.range, number) if value != cells[one.cell]]


def _set(pair: Sequence[OpenMemory], values: Sequence[Any]) -> dict[int, Any]:
    """Values by the cells of the memories that have them."""
    return {one.cell: value for one, value in zip(pair, values, strict=True)}


def _of_both(pair: Sequence[OpenMemory], cells: Cells, values: Sequence[Any], outcome: Outcome) -> DecidingMemory[Outcome]:
    """Two memories that turn it together, each being another than it was taken to be."""
    words = [word(one.range.form, value) for one, value in zip(pair, values, strict=True)]
    told = ([one.name for one in pair], [one.taken(cells) for one in pair], words)
    name, taken, value = map(" and ".join, told)
    asks = " ".join(one.asks for one in pair)
    return DecidingMemory(tuple(one.cell for one in pair), name, asks, taken, value, outcome)


def open_memory(position: Position, read: frozenset[str] | None) -> Iterator[OpenMemory]:
    """The memory that is neither told nor seen."""
    rulebook, cells = position.rulebook, position.table.cells
    settled = position.told | position.follows.keys()
    asked = {node.name: node.asking for node, _ in rulebook.selection.declared(lines.Keep)}
    for range_, number, name in named(memories(rulebook), set(range(len(cells))) - settled):
        if read is None or range_.name in read:
            whose = f"{range_.owner.replace('player', 'seat')} {number}: " if range_.owner else ""
            yield OpenMemory(range_, range_.first + number, name, asked[range_.name] and whose + asked[range_.name])


def _turning(rulebook: Rulebook, cells: Cells, one: OpenMemory, tried: Tried[Outcome]) -> tuple[Any, Outcome, str] | None:
    """The first other value of a memory that gives another outcome, and that outcome."""
    for value in candidate_values(rulebook, cells, one.range, one.cell - one.range.first):
        if value != cells[one.cell] and (outcome := tried({one.cell: value})) is not None:
            return value, outcome, ""
    return None


def _numbers(rulebook: Rulebook, cells: Cells, one: OpenMemory, tried: Tried[Outcome]) -> tuple[int, Outcome, str] | None:
    """The number next to what is taken that gives another outcome, upwards before downwards, that outcome, and all such numbers in
    words."""
    values = candidate_values(rulebook, cells, one.range)
    return deciding_number(cells[one.cell], values, lambda value: tried({one.cell: value}))


def deciding_number(taken: int, values: Iterable[int], tried: Callable[[int], Outcome | None]) -> tuple[int, Outcome, str] | None:
    """The same of any number, of which some `values` are tried first."""
    values = sorted(values)
    ways = ([v for v in values if v > taken], [v for v in reversed(values) if v < taken])
    found = [stretch for way in ways if (stretch := _stretch(taken, way, tried)) is not None]
    if not found:
        return None
    first, _, outcome = found[0]
    return first, outcome, " or ".join(_bound_words(near, far, taken) for near, far, _ in found)


def _stretch(taken: int, way: Iterable[int], tried: Callable[[int], Outcome | None]) -> tuple[int, int | None, Outcome] | None:
    """The numbers on one way from what is taken that give another outcome: the nearest, the farthest (none where they do not end),
    and the outcome with the nearest."""
    last, near, outcome = taken, None, None
    for value in way:
        found = tried(value)
        if near is None and found is not None:
            near, outcome = _border(last, value, found, tried)
        elif near is not None and found is None:
            return None if outcome is None else (near, _last(last, value, tried), outcome)
        last = value
    return None if near is None or outcome is None else (near, None, outcome)


def _border(same: int, other: int, outcome: Outcome, tried: Callable[[int], Outcome | None]) -> tuple[int, Outcome]:
    """Between a number with which there is the same outcome and one with which there is another: the first with another, and it."""
    while abs(other - same) > 1:
        middle = (same + other) // 2
        found = tried(middle)
        if found is None:
            same = middle
        else:
            other, outcome = middle, found
    return other, outcome


def _last(other: int, same: int, tried: Callable[[int], object | None]) -> int:
    """Between a number with which there is another outcome and one beyond with which there is none: the last with another."""
    while abs(other - same) > 1:
        middle = (same + other) // 2
        other, same = (other, middle) if tried(middle) is None else (middle, same)
    return other


def _bound_words(near: int, far: int | None, taken: int) -> str:
    """`50 or more`"""
    if far is None:
        return f"{near} or more" if near > taken else f"{near} or fewer" if near else "none"
    return str(near) if near == far else f"from {min(near, far)} to {max(near, far)}"


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
        case "kept cards" if range_.owner:
            # Nothing, or all that lies in the melds of the side: what a player laid or completed is among them.
            layout = rulebook.layout
            side = layout.side_of(number) if range_.owner == "player" else number
            places = (r for r in layout.places() if (r.form, r.owner) == ("groups", "side"))
            return ((), *(tuple(sorted(card for meld in cells[r.first + side] for card in meld)) for r in places))
        case "kept cards" | "kept groups":
            # Every bag of cards would be a value; that nothing was kept is the one that turns rulings.
            return ((),)
        case _:
            # Numbers count turns or rounds: the first, the second, when each player has had one, and long after.
            return tuple(sorted({0, 1, 2, seats, MANY}))


def with_memory(position: Position, values: Mapping[int, Any]) -> Table | None:
    """The table with other memory; none where a standing rule would act on it at once."""
    table = replaced(position.table, values)
    # Standing rules are obeyed before anybody acts, so a memory that one would change at once is none that there can be.
    return table if at_rest(position.rulebook, table.cells) else None


def possible(position: Position, cells: Cells) -> bool:
    """Whether a game may come to other cells of memory as well as to those of the position: no line `never` holds on them alone."""
    was = position.table.cells
    # A line that looks at no memory that is otherwise holds on both or on none.
    changed = frozenset(one.name for one in memories(position.rulebook) if one.values(was) != one.values(cells))
    mine: set[tuple[int, Any]] | None = None
    for line, element in unreached(position.rulebook, cells, by=changed):
        if mine is None:
            mine = {(id(other), one) for other, one in unreached(position.rulebook, was, by=changed)}
        if (id(line), element) not in mine:
            return False
    return True


def replaced(table: Table, values: Mapping[int, Any]) -> Table:
    """The table with other values in some cells."""
    return Table(tuple(values.get(cell, value) for cell, value in enumerate(table.cells)))
