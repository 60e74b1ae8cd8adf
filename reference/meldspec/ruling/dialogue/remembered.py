"""What no table shows, asked for where the ruling or the score turns on it: in the words of the book, three questions at most."""

from collections.abc import Callable, Iterable
from itertools import combinations, islice, product
from typing import Any

from meldspec.language import lines
from meldspec.position.memory import UNKNOWN
from meldspec.position.position import Position
from meldspec.ruling.dialogue.question import NOBODY_KNOWS, Dialogue, Question, one_of, whole, yes_or_no
from meldspec.ruling.dialogue.reader import Fields, Reader, put
from meldspec.ruling.dialogue.seats import seat_words, side_words
from meldspec.ruling.dialogue.table import CARDS_HELP
from meldspec.ruling.open_memory import DecidingMemory, OpenMemory, candidate_values, open_memory, with_memory
from meldspec.ruling.ruling import judge
from meldspec.table.table import Act

MOST = 3
"""So many memories are asked for; a ruling that turns on more says so itself."""
TRIED = 200
"""So many pairs of values are tried where no memory turns the verdict by itself."""
Turning = Callable[[Fields], tuple[str, list[str]]]
"""What comes of a position in a few words, and the names of the memories that would make it another outcome."""


def what_is_remembered(reader: Reader, fields: Fields, turning: Turning) -> Dialogue[Fields]:
    """The memories on which the outcome turns, one after another: each answer may settle the others."""
    asked: list[str] = []
    while len(asked) < MOST:
        outcome, names = turning(fields)
        position = reader.position(fields)
        open_ones = {one.name: one for one in open_memory(position, None)}
        left = [name for name in names if name not in asked and asking(position, open_ones[name])]
        if not left:
            break
        before = f"So far: {outcome}. What no table shows may change it:" if not asked else ""
        fields = yield memory_question(reader, fields, open_ones[left[0]], before)
        asked.append(left[0])
    return fields


def turning_alone(deciding: Iterable[DecidingMemory[Any]]) -> list[str]:
    """The names of memories that a ruling or a score is said to turn on."""
    return [name for one in deciding for name in one.name.split(" and ")]


def turning_together(position: Position, act: Act, legal: bool) -> list[str]:
    """Two memories of whoever acts, or of the table, that turn the verdict together where neither does by itself: of those that the
    lines about the act speak of, and in a number of tries."""
    reach, layout = position.rulebook.selection.reach, position.rulebook.layout
    looked = [reach.looked_at(line) for line in position.rulebook.acts[act.name].judges]
    read = frozenset().union(*(one.cells for one in looked if not one.ahead))
    owners = {"": 0, "player": act.seat, "side": layout.side_of(act.seat)}
    own = [one for one in open_memory(position, read) if one.cell - one.range.first == owners.get(one.range.owner)]
    pairs = (
        ((one, value), (other, another))
        for one, other in combinations(own, 2)
        for value, another in product(other_values(position, one), other_values(position, other))
    )
    for pair in islice(pairs, TRIED):
        table = with_memory(position, {one.cell: value for one, value in pair})
        if table is not None and judge(position.rulebook, table, act).legal != legal:
            return [one.name for one, _ in pair]
    return []


def other_values(position: Position, one: OpenMemory) -> list[Any]:
    """The values that a memory could have besides the one that it is taken to have."""
    cells, number = position.table.cells, one.cell - one.range.first
    return [value for value in candidate_values(position.rulebook, cells, one.range, number) if value != cells[one.cell]]


def asking(position: Position, one: OpenMemory) -> str:
    """What the book has players be asked about a memory; empty where it has no words for it."""
    return next(node.asking for node, _ in position.rulebook.selection.declared(lines.Keep) if node.name == one.range.name)


def memory_question(reader: Reader, fields: Fields, one: OpenMemory, before: str) -> Question:
    """One memory of somebody, or of the table; an answer is told of that one alone."""
    position = reader.position(fields)
    layout, number = position.rulebook.layout, one.cell - one.range.first
    owner = {"player": seat_words, "side": side_words}.get(one.range.owner)
    about = f"About {owner(layout, number)}: " if owner else ""
    parse, help = readers(reader, fields, one)
    told = fields.get("memory", {}).get(one.range.name, [UNKNOWN] * one.range.count)

    def read(text: str) -> Fields:
        if text == NOBODY_KNOWS:
            return fields
        value = parse(text)
        entries = [*told[:number], value, *told[number + 1 :]] if one.range.owner else value
        return reader.checked(put(fields, ("memory", one.range.name), entries), ("memory", one.range.name, number))

    help = f"{help} Empty: nobody knows, and it is taken to be {one.taken(position.table.cells)}."
    return Question(f"{about}{asking(position, one)}", help, read, empty=NOBODY_KNOWS, before=before, optional=True)


def readers(reader: Reader, fields: Fields, one: OpenMemory) -> tuple[Callable[[str], Any], str]:
    """How an answer about a memory is read, and what is said of it."""
    layout = reader.rulebook(fields).layout
    nobody: tuple[int | str, str] = ("nobody", "nobody")
    match one.range.form:
        case "truth":
            return yes_or_no, "Answer yes or no."
        case "player":
            seats: list[tuple[int | str, str]] = [nobody, *((seat, seat_words(layout, seat)) for seat in range(layout.seats))]
            return one_of(seats), f"Answer with {', '.join(words for _, words in seats)}."
        case "side":
            sides: list[tuple[int | str, str]] = [nobody, *((side, side_words(layout, side)) for side in range(layout.sides))]
            return one_of(sides), f"Answer with {', '.join(words for _, words in sides)}."
        case "kept groups":
            return lambda text: reader.melds(
                fields, text
            ), f"Put commas between melds, as: 8C 8D 8D, KC KD KH, or none. {CARDS_HELP}"
        case "kept cards":
            return lambda text: reader.cards(fields, text), f"{CARDS_HELP} Or none."
        case _:
            return lambda text: whole(text, 0), "A whole number."
