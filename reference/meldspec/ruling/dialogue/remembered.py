"""What no table shows, asked for where the ruling or the score turns on it: in the words of the book, three questions at most."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from meldspec.language import lines
from meldspec.position.memory import UNKNOWN
from meldspec.position.position import Position
from meldspec.ruling.dialogue.question import NOBODY_KNOWS, Dialogue, Question, named, whole, yes_or_no
from meldspec.ruling.dialogue.reader import Fields, Reader, put
from meldspec.ruling.dialogue.seats import seat_words, side_words
from meldspec.ruling.dialogue.table import CARDS_HELP
from meldspec.ruling.open_memory import DecidingMemory, OpenMemory, open_memory
from meldspec.ruling.ruling import MOST_ASKED


class Turning(NamedTuple):
    """The name of a memory that turns an outcome; of a number the bounds within which it does, and one within them."""

    name: str
    bound: str = ""
    number: int = 0


Outcome = Callable[[Fields], tuple[str, list[Turning]]]
"""What comes of a position in a few words, and the memories that would make it another outcome."""


def what_is_remembered(reader: Reader, fields: Fields, outcome_of: Outcome) -> Dialogue[Fields]:
    """The memories on which the outcome turns, one after another: each answer may settle the others."""
    asked: set[str] = set()
    while len(asked) < MOST_ASKED:
        outcome, turning = outcome_of(fields)
        position = reader.position(fields)
        open_ones = {one.name: one for one in open_memory(position, None)}
        # The stock, on which a verdict may turn as well, has been asked for with the table.
        unasked = [one for one in turning if one.name in open_ones and one.name not in asked]
        left = [one for one in unasked if asking(position, open_ones[one.name])]
        if not left:
            break
        before = f"So far: {outcome}. What no table shows may change it:" if not asked else ""
        fields = yield memory_question(reader, fields, open_ones[left[0].name], left[0], before)
        asked.add(left[0].name)
    return fields


def turned_by(deciding: Iterable[DecidingMemory[Any]]) -> list[Turning]:
    """The memories that a ruling or a score is said to turn on, each by itself or two by two."""
    found = [(one, name) for one in deciding for name in one.name.split(" and ")]
    return [Turning(name, one.bound, int(one.value)) if one.bound else Turning(name) for one, name in found]


def asking(position: Position, one: OpenMemory) -> str:
    """What the book has players be asked about a memory; empty where it has no words for it."""
    return next(node.asking for node, _ in position.rulebook.selection.declared(lines.Keep) if node.name == one.range.name)


def memory_question(reader: Reader, fields: Fields, one: OpenMemory, turning: Turning, before: str) -> Question:
    """One memory of somebody, or of the table; an answer is told of that one alone."""
    position = reader.position(fields)
    layout, number = position.rulebook.layout, one.owner_number
    owner = {"player": seat_words, "side": side_words}.get(one.range.owner)
    about = f"About {owner(layout, number)}: " if owner else ""
    taken = position.table.cells[one.cell]
    parse, help = number_reader(turning, taken) if turning.bound else readers(reader, fields, one)
    told = fields.get("memory", {}).get(one.range.name, [UNKNOWN] * one.range.count)

    def read(text: str) -> Fields:
        if text == NOBODY_KNOWS:
            return fields
        value = parse(text)
        entries = [*told[:number], value, *told[number + 1 :]] if one.range.owner else value
        return reader.checked(put(fields, ("memory", one.range.name), entries), ("memory", one.range.name, number))

    help = f"{help} Empty: nobody knows, and it is taken to be {one.taken(position.table.cells)}."
    asks = asking(position, one)
    # Who cannot tell a number may know whether it is within the bounds.
    asks = f"{asks.removesuffix('?')}: {turning.bound}?" if turning.bound else asks
    return Question(f"{about}{asks}", help, read, empty=NOBODY_KNOWS, before=before, optional=True)


def number_reader(turning: Turning, taken: int) -> tuple[Callable[[str], int], str]:
    """How an answer is read whether a number is within bounds: yes, no, or the number itself."""

    def read(text: str) -> int:
        if text.isdecimal():
            return int(text)
        return turning.number if yes_or_no(text) else taken

    return read, "Answer yes or no, or with the number if you know it."


def readers(reader: Reader, fields: Fields, one: OpenMemory) -> tuple[Callable[[str], Any], str]:
    """How an answer about a memory is read, and what is said of it."""
    layout = reader.rulebook(fields).layout
    nobody: tuple[int | str, str] = ("nobody", "nobody")
    match one.range.form:
        case "truth":
            return yes_or_no, "Answer yes or no."
        case "player":
            seats: list[tuple[int | str, str]] = [nobody, *((seat, seat_words(layout, seat)) for seat in range(layout.seats))]
            help = f"Answer with {', '.join(words for _, words in seats)}; a number is that of a seat."
            return named(seats, help), help
        case "side":
            sides: list[tuple[int | str, str]] = [nobody, *((side, side_words(layout, side)) for side in range(layout.sides))]
            help = f"Answer with {', '.join(words for _, words in sides)}; a number is that of a side."
            return named(sides, help), help
        case "kept groups":
            return lambda text: reader.melds(
                fields, text
            ), f"Put commas between melds, as: 8C 8D 8D, KC KD KH, or none. {CARDS_HELP}"
        case "kept cards":
            return lambda text: reader.cards(fields, text), f"{CARDS_HELP} Or none."
        case _:
            return lambda text: whole(text, 0), "A whole number."
