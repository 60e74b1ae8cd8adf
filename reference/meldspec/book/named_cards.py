"""Which cards the lines of a book name by their signs, and whether it speaks of suits: what a pack's looks hang on."""

from meldspec.book.core import CardSet, Tag
from meldspec.book.reach import SUIT, mentioned
from meldspec.book.sheet import Line, Sheet, all_lines, below, expressions
from meldspec.language.immutable import kept_with


def named_signs(sheet: Sheet) -> list[tuple[Tag, str]]:
    """The rank, suit or card that each line names by its sign where a set may stand, in the order of the book."""
    return [(line.tag, sign) for line in all_lines(sheet) for sign in _signs(line)]


# With the line, which books that extend each other, and a book with a line of it altered, have in common.
@kept_with
def _signs(line: Line) -> tuple[str, ...]:
    """What one line names by its sign."""
    cores = (core for top in expressions(line) for core in below(top))
    return tuple([core.name for core in cores if isinstance(core, CardSet) and core.is_sign])


def about_suits(sheet: Sheet) -> list[Tag]:
    """The lines that ask for the suit of cards: where none is in force, cards of a rank are alike."""
    return [line.tag for line in all_lines(sheet) if SUIT in mentioned(line)]
