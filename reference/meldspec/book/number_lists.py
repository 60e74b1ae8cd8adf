"""Lists of numbers, `numbers from A to B`: how long one may be, and which lines of a book have one."""

from collections.abc import Iterator

from meldspec.book.core import Core, Op
from meldspec.book.fold import may_settle
from meldspec.book.sheet import Line, Sheet, all_lines, below, expressions

MOST_NUMBERS = 10_000
"""So many numbers are in one list at most, and so many may the fields of one act be together: each is tried, to tell what may be
done. No game has more to count: a pack has a fifth of it in cards at most."""
AT_MOST = f"at most {MOST_NUMBERS:,} numbers in a list"
SHORTER = "let the list end sooner"
"""What is expected of a list that is too long, and what to do about it."""


def is_too_long(low: int, high: int) -> bool:
    """Whether a list from one number to another, both counted, has more of them than it may."""
    return high - low >= MOST_NUMBERS


def number_lists(line: Line) -> Iterator[tuple[Core, Core]]:
    """The bounds of the lists of numbers in a line."""
    for core in expressions(line):
        for node in below(core):
            match node:
                case Op("numbers", (low, high)):
                    yield low, high


def lines_with_open_lists(sheet: Sheet) -> tuple[str, ...]:
    """The lines that have a list of numbers of which only the table tells how long it is."""
    every = ((line, pair) for line in all_lines(sheet) for pair in number_lists(line))
    return tuple(dict.fromkeys(line.tag.line for line, pair in every if not all(map(may_settle, pair))))
