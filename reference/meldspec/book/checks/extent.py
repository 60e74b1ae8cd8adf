"""Whether a game is of a size that can be played: seats, sides, the pack, lists of numbers, how many choices its options leave."""

from collections.abc import Iterator, Mapping
from itertools import product
from math import prod

from meldspec.book.checks.cards import SEATS
from meldspec.book.core import Const, Core, Op
from meldspec.book.fold import folded
from meldspec.book.number_lists import AT_MOST, MOST_NUMBERS, SHORTER, is_too_long, number_lists
from meldspec.book.sheet import FieldLine, Sheet, all_lines
from meldspec.language import lines
from meldspec.language.problems import Diagnostic, spans

Choice = Mapping[str, int]
MOST_SEATS = 20
"""So many sit at a table at most."""
MOST_CARDS = 2_000
"""So many cards are in a pack at most."""
MOST_HEAPS = 100
"""So many places of one name are there at most."""
MOST_CHOICES = 2_000
"""So many ways are there at most to choose all options."""


def check_extent(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Seats, sides, packs, numbered places, lists of numbers and options out of reason."""
    options = sheet.symbols.options
    ways = prod(len(option.values) for option in options.values())
    if ways > MOST_CHOICES:
        found, mend = f"options that leave {ways} choices", "offer fewer values"
        problems.append(Diagnostic("too-many", sheet.book.place, found, f"at most {MOST_CHOICES} choices", mend))
        return
    offered = [*_seats(sheet), *_defaults(sheet)]
    problems += offered
    if not offered:
        choices = [*_choices(sheet)]
        problems += [
            *_sides(sheet, choices),
            *_pack(sheet, choices),
            *_places(sheet, choices),
            *_lists(sheet, choices),
            *_fields(sheet, choices),
        ]


def _seats(sheet: Sheet) -> Iterator[Diagnostic]:
    """Values of the option that says how many play, at which nobody or a crowd would sit."""
    option = sheet.symbols.options.get(SEATS)
    for value in option.values if option else ():
        if option is not None and not 1 <= value <= MOST_SEATS:
            found, expected = f"'{SEATS}' may be {value}", f"from 1 to {MOST_SEATS} players"
            yield Diagnostic("out-of-reason", option.place, found, expected, "leave that value out")


def _defaults(sheet: Sheet) -> Iterator[Diagnostic]:
    """Options that are otherwise what they do not offer."""
    for name, option in sheet.symbols.options.items():
        if option.default not in option.values:
            found, expected = f"'{name}' is {option.default} otherwise", f"one of {', '.join(map(str, option.values))}"
            yield Diagnostic("out-of-reason", option.place, found, expected, "write one of those, or offer that value too")


def _choices(sheet: Sheet) -> Iterator[Choice]:
    """All options that go together."""
    offered, bodies = sheet.symbols.options, sheet.derived(_bodies)
    needs = [condition for _, _, condition in sheet.declared_as(lines.OptionsNeed) if condition is not None]
    for values in product(*(option.values for option in offered.values())):
        choice = dict(zip(offered, values, strict=True))
        if all(folded(need, choice, bodies) != Const(False, "truth") for need in needs):
            yield choice


def _bodies(sheet: Sheet) -> dict[str, Core]:
    """What terms mean by whose help options are spoken of."""
    return {term.name: term.body for term in sheet.terms}


def _number(sheet: Sheet, value: Core | None, choice: Choice) -> int | None:
    """The number that an expression comes to, if the options settle it."""
    core = None if value is None else folded(value, choice, sheet.derived(_bodies))
    return core.value if isinstance(core, Const) and type(core.value) is int else None


def _chosen(choice: Choice) -> str:
    return ", ".join(f"{name} {value}" for name, value in choice.items()) or "no options"


def _unsettled(line: lines.Sides | lines.Deck | lines.PlaceLine) -> Diagnostic:
    found, mend = "a number that the options alone do not settle", "write a number, or a choice by options"
    return Diagnostic("out-of-reason", line.place, found, "a number, before any card is dealt", mend)


def _sides(sheet: Sheet, choices: list[Choice]) -> Iterator[Diagnostic]:
    """Numbers of sides at which the players cannot be shared out evenly."""
    for _, line, value in sheet.declared_as(lines.Sides):
        for choice in choices:
            seats, sides = choice.get(SEATS, 0), _number(sheet, value, choice)
            if sides is None:
                yield _unsettled(line)
                break
            if seats and (sides < 1 or seats % sides):
                even = spans([number for number in range(1, seats + 1) if seats % number == 0])
                found, expected = f"sides {sides} where {seats} play", f"sides of equally many players: {even}"
                mend = f"write 'sides {SEATS}' where everybody plays alone, or a choice by '{SEATS}'"
                yield Diagnostic("out-of-reason", line.place, found, expected, mend)
                break


def _pack(sheet: Sheet, choices: list[Choice]) -> Iterator[Diagnostic]:
    """Deck lines that never have a card, or fewer than none, and packs that nobody can hold."""
    decks = [(line, value) for _, line, value in sheet.declared_as(lines.Deck)]
    counts = {line: [_number(sheet, value, choice) for choice in choices] for line, value in decks}
    wrong = False
    for line, found in counts.items():
        known = [count for count in found if count is not None]
        if len(known) < len(found):
            wrong = True
            yield _unsettled(line)
        elif min(known, default=1) < 0 or max(known, default=1) == 0:
            wrong = True
            what = f"a deck line of {min(known)} of each card"
            yield Diagnostic("out-of-reason", line.place, what, "1 of each card, or more", "write how many, or delete the line")
    for number, choice in enumerate(choices) if not wrong else ():
        size = sum((found[number] or 0) * len(line.ranks) * max(len(line.suits), 1) for line, found in counts.items())
        if decks and not 1 <= size <= MOST_CARDS:
            what = f"a pack of {size} cards ({_chosen(choice)})"
            yield Diagnostic(
                "out-of-reason", decks[0][0].place, what, f"from 1 to {MOST_CARDS} cards", "say how many of each there are"
            )
            return


def _places(sheet: Sheet, choices: list[Choice]) -> Iterator[Diagnostic]:
    """Numbered places without end."""
    for _, line, value in sheet.declared_as(lines.PlaceLine):
        highest = max((_number(sheet, value, choice) or 0 for choice in choices), default=0) if value is not None else 0
        if line.owner == "number" and highest - line.low >= MOST_HEAPS:
            found, expected = f"'{line.name}' from {line.low} to {highest}", f"at most {MOST_HEAPS} of them"
            yield Diagnostic("out-of-reason", line.place, found, expected, "write a smaller number")


def _lists(sheet: Sheet, choices: list[Choice]) -> Iterator[Diagnostic]:
    """Lists of numbers that are too long under some choice of options; of those that hang on the table nothing is known."""
    for line in all_lines(sheet):
        for low, high in dict.fromkeys(number_lists(line)):
            for choice in choices:
                ends = _ends(sheet, low, high, choice)
                if ends is not None and is_too_long(*ends):
                    where = "" if isinstance(low, Const) and isinstance(high, Const) else f" ({_chosen(choice)})"
                    found = f"a list of the numbers from {ends[0]} to {ends[1]}{where}"
                    yield Diagnostic("out-of-reason", line.tag.place, found, AT_MOST, SHORTER)
                    break


def _fields(sheet: Sheet, choices: list[Choice]) -> Iterator[Diagnostic]:
    """Acts whose fields may be too many numbers, each of which goes with each of the others."""
    for line in sheet.acts:
        for choice in choices:
            lengths = [_length(sheet, field, choice) for field in line.fields]
            # A list that is too long by itself is told of as such.
            if prod(lengths) > MOST_NUMBERS >= max(lengths):
                found = f"'{line.name}' with {prod(lengths):,} choices of its numbers"
                expected = f"at most {MOST_NUMBERS:,}, those of all its fields together"
                yield Diagnostic("out-of-reason", line.tag.place, found, expected, "let the lists of its fields be shorter")
                break


def _length(sheet: Sheet, field: FieldLine, choice: Choice) -> int:
    """How many numbers a field may be; 1 where it is none, or where the options alone do not tell."""
    match field.source:
        case Op("numbers", (low, high)):
            ends = _ends(sheet, low, high, choice)
            return 1 if ends is None else max(ends[1] - ends[0] + 1, 1)
        case _:
            return 1


def _ends(sheet: Sheet, low: Core, high: Core, choice: Choice) -> tuple[int, int] | None:
    """The first and the last number of a list, if the options settle both."""
    first, last = _number(sheet, low, choice), _number(sheet, high, choice)
    return None if first is None or last is None else (first, last)
