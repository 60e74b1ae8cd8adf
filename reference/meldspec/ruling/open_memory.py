"""What a ruling turns on and nobody has told: memory of which neither the file speaks nor the table shows anything.

Such memory is taken to be as is likely, or as at the start of a deal. Every other value that it could have is tried, each memory by
itself, those that answer yes or no two by two besides, and where nothing of this turns a verdict, two by two with all their values
those of whoever acts that the lines about the act speak of. What gives another outcome is told as a question to the players, in
the book's words, and of a number it is asked whether it is within the bounds between which there is that outcome. Values that no
game comes to (`never`), or that a standing rule would change at once, are no such values.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product
from typing import Any, Generic, NamedTuple, TypeVar

from meldspec.book.core import Cell, Op, Tag
from meldspec.book.reach import Name
from meldspec.book.sheet import EffectLine, all_lines
from meldspec.engine.compile.kept import Kept
from meldspec.engine.never import unreached
from meldspec.engine.rulebook import Rulebook
from meldspec.language import lines
from meldspec.language.immutable import Immutable
from meldspec.position.at_rest import at_rest
from meldspec.position.memory import memories, named, word
from meldspec.position.position import Position
from meldspec.ruling.open_numbers import SpokenNumbers
from meldspec.table.table import Act, CellRange, Cells, Table

NAMED = 2
"""So many melds that somebody may remember are named by their cards; more are counted."""
PAIRED = 8
"""So many memories are tried two by two; of more, each by itself alone."""
TOGETHER = 80
"""So many pairs of values are tried where no memory turns the verdict by itself."""
EMPTY = "no_cards"
"""The operation that comes to no cards."""
Outcome = TypeVar("Outcome")
Tried = Callable[[Mapping[int, Any]], Outcome | None]
"""What comes of other values in some cells of memory; none where nothing else does."""


class DecidingMemory(Immutable, Generic[Outcome]):
    """A memory that the file does not speak of, and on which a ruling or a score turns: its cells, its name in a file, what to ask
    the players (nothing where the book has no words for it), the value it was taken to have, a value with which the outcome would
    be another (of a number the one next to what was taken), and that outcome; `bound` tells of a number all the values with which
    there is another, as `50 or more`. Of memories that turn it together all but the outcome are joined by `and`; `values` are those
    of the cells with that outcome."""

    cells: tuple[int, ...]
    name: str
    asks: str
    taken: str
    value: str
    outcome: Outcome
    bound: str = ""
    values: tuple[Any, ...] = ()

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

    @property
    def owner_number(self) -> int:
        """The number of the seat or the side whose memory it is; 0 of the table's own."""
        return self.cell - self.range.first

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
            told = value_words(rulebook, one.range.form, value)
            yield DecidingMemory((one.cell,), one.name, one.asks, one.taken(cells), told, outcome, bound, (value,))
        elif one.range.form == "truth":
            left.append(one)
    for pair in combinations(left, 2) if len(left) <= PAIRED else ():
        values = [not cells[one.cell] for one in pair]
        outcome_of_both = tried(_set(pair, values))
        if outcome_of_both is not None:
            yield _of_both(rulebook, pair, cells, values, outcome_of_both)


def deciding_together(
    position: Position, act: Act, read: frozenset[str], refusing: Collection[Tag], tried: Tried[Outcome]
) -> Iterator[DecidingMemory[Outcome]]:
    """The first two memories of whoever acts, of the side and its other players, or of the table, that give another outcome
    together, with all values that they could have, and in a number of tries.

    They are of those that the lines about the act speak of; where a line that refuses it asks what could be done then, of all that
    were `read` for it.
    """
    reach, cells, judges = position.rulebook.selection.reach, position.table.cells, position.rulebook.acts[act.name].judges
    looked = {judge.tag: reach.looked_at(judge) for judge in judges}
    if not any(one.ahead and tag in refusing for tag, one in looked.items()):
        read = frozenset[str]().union(*(one.cells for one in looked.values() if not one.ahead))
    # What answers yes or no comes first: one try each, and it is what players remember of each other.
    pairs = sorted(_near_pairs(position, act, read), key=lambda pair: sum(one.range.form != "truth" for one in pair))
    values = ((pair, values) for pair in pairs for values in product(*_values_of(position, pair)))
    for pair, chosen in islice(values, TOGETHER):
        found = tried(_set(pair, chosen))
        if found is not None:
            yield _of_both(position.rulebook, pair, cells, chosen, found)
            return


def value_words(rulebook: Rulebook, form: str, value: Any) -> str:
    """A value of memory that is another than it was taken to be, a few melds by their cards."""
    if form != "kept groups" or not 0 < len(value) <= NAMED:
        return word(form, value)
    return ", ".join(" ".join(rulebook.faces.spell(meld)) for meld in value)


def _near_pairs(position: Position, act: Act, read: frozenset[str]) -> Iterator[tuple[OpenMemory, OpenMemory]]:
    """Two memories each: first of those of whoever acts, of the side and of the table, then one of these with one of a partner."""
    layout = position.rulebook.layout
    side = layout.side_of(act.seat)
    owners = {"": (0,), "side": (side,), "player": (act.seat,)}
    partners = [seat for seat in layout.players_of(side) if seat != act.seat]
    opened = list(open_memory(position, read))
    own = [one for one in opened if one.owner_number in owners.get(one.range.owner, ())]
    yield from combinations(own, 2)
    yield from product(own, (one for one in opened if one.range.owner == "player" and one.owner_number in partners))


def _values_of(position: Position, pair: Iterable[OpenMemory]) -> list[list[Any]]:
    """Of each memory the values that it could have besides the one that it is taken to have."""
    return [_other_values(position, one) for one in pair]


def _other_values(position: Position, one: OpenMemory) -> list[Any]:
    """The values that a memory could have besides the one that it is taken to have."""
    cells = position.table.cells
    return [value for value in candidate_values(position.rulebook, cells, one.range, one.owner_number) if value != cells[one.cell]]


def _set(pair: Sequence[OpenMemory], values: Sequence[Any]) -> dict[int, Any]:
    """Values by the cells of the memories that have them."""
    return {one.cell: value for one, value in zip(pair, values, strict=True)}


def _of_both(
    rulebook: Rulebook, pair: Sequence[OpenMemory], cells: Cells, values: Sequence[Any], outcome: Outcome
) -> DecidingMemory[Outcome]:
    """Two memories that turn it together, each being another than it was taken to be."""
    words = [value_words(rulebook, one.range.form, value) for one, value in zip(pair, values, strict=True)]
    told = ([one.name for one in pair], [one.taken(cells) for one in pair], words)
    name, taken, value = map(" and ".join, told)
    asks = " ".join(one.asks for one in pair)
    return DecidingMemory(tuple(one.cell for one in pair), name, asks, taken, value, outcome, values=tuple(values))


def resting_on_likely(
    position: Position, memory: DecidingMemory[Outcome], turned: Callable[[Mapping[int, Any]], bool]
) -> DecidingMemory[Outcome]:
    """A memory with which an outcome is another, joined with one that is taken as is likely where with some other value of that the
    outcome would not be (`turned` tells whether it is): to tell the one alone would take the other for granted."""
    rulebook, cells = position.rulebook, position.table.cells
    for one in open_memory(position, None) if memory.values and not memory.bound else ():
        if one.cell not in position.assumed or one.cell in memory.cells:
            continue
        for value in candidate_values(rulebook, cells, one.range, one.owner_number):
            if value != cells[one.cell] and not turned({**dict(zip(memory.cells, memory.values, strict=True)), one.cell: value}):
                told = one.taken(cells)
                name, asks = f"{memory.name} and {one.name}", f"{memory.asks} {one.asks}"
                taken, both = f"{memory.taken} and {told}", f"{memory.value} and {told}"
                values = (*memory.values, cells[one.cell])
                return DecidingMemory((*memory.cells, one.cell), name, asks, taken, both, memory.outcome, values=values)
    return memory


def untried_memory(position: Position, read: frozenset[str] | None = None) -> Iterator[OpenMemory]:
    """The memory that is neither told nor seen and of which no other value is tried: cards and melds that might be any; with
    `read`, of that which lines speak of."""
    for one in open_memory(position, read):
        held = one.range.form in ("kept cards", "kept groups") and one.range.name in position.rulebook.derived(_filled)
        if held and not _other_values(position, one):
            yield one


def _filled(rulebook: Rulebook) -> frozenset[str]:
    """The memories that some line sets to anything but no cards."""
    effects = (line for line in all_lines(rulebook.sheet) if isinstance(line, EffectLine) and line.verb == "becomes")
    sets = ((line.parts[0], line.parts[1]) for line in effects if rulebook.selection.holds(line.tag))
    return frozenset(
        cell.name for cell, value in sets if isinstance(cell, Cell) and not (isinstance(value, Op) and value.op == EMPTY)
    )


def open_memory(position: Position, read: frozenset[str] | None) -> Iterator[OpenMemory]:
    """The memory that is neither told nor seen."""
    rulebook, cells = position.rulebook, position.table.cells
    settled = position.told | position.follows.keys()
    asked = {node.name: node.asking for node, _ in rulebook.selection.declared(lines.Keep)}
    for range_, number, name in named(memories(rulebook), set(range(len(cells))) - settled):
        if read is None or range_.name in read:
            whose = f"{range_.owner.replace('player', 'seat').capitalize()} {number}: " if range_.owner else ""
            yield OpenMemory(range_, range_.first + number, name, asked[range_.name] and whose + asked[range_.name])


def _turning(rulebook: Rulebook, cells: Cells, one: OpenMemory, tried: Tried[Outcome]) -> tuple[Any, Outcome, str] | None:
    """The first other value of a memory that gives another outcome, and that outcome."""
    for value in candidate_values(rulebook, cells, one.range, one.owner_number):
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
    """Values that a memory could have, some for a number."""
    seats, sides = rulebook.layout.seats, rulebook.layout.sides
    match range_.form:
        case "truth":
            return (False, True)
        case "player":
            return (None, *range(seats))
        case "side":
            return (None, *range(sides))
        case "kept groups" if range_.owner == "side":
            # As nothing was there, all that is there now, or one alone: what lay there at some time was one of these or between.
            places = (r for r in rulebook.layout.places() if (r.form, r.owner) == ("groups", "side"))
            lying = [cells[r.first + number] for r in places]
            return ((), *lying, *((meld,) for melds in lying for meld in melds if len(melds) > 1))
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
            return rulebook.derived(SpokenNumbers).tried(range_.name)


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
