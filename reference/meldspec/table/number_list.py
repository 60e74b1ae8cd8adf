"""`numbers from A to B` at the table, where both bounds are known."""

from meldspec.book.number_lists import is_too_long, lines_with_open_lists
from meldspec.book.sheet import Sheet
from meldspec.table.faults import too_many_numbers


def number_list(sheet: Sheet, low: int, high: int) -> tuple[int, ...]:
    """The numbers from one to another, both counted; none where the other is the lower.

    Raises RulesFault where that is too long.
    """
    if is_too_long(low, high):
        raise too_many_numbers(low, high, lines_with_open_lists(sheet))
    return tuple(range(low, high + 1))
