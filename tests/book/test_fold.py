"""What follows from the options alone."""

from __future__ import annotations

import pytest
from tests.book.toys import sheet

from meldspec.book.core import Cell, Const, Core
from meldspec.book.fold import folded

LINES = """
option packs from 1, 2 otherwise 1
define many: players is above 3
define cards-each: choose 15 when players is 2, 11 when many, otherwise 3
"""


def meaning(words: str, **options: int) -> Core:
    """What a condition comes to under some options."""
    made, problems = sheet(f"{LINES}\nto draw\n  forbid when {words}")
    assert problems == []
    bodies = {term.name: term.body for term in made.terms}
    condition = made.judges[-1].when
    assert condition is not None
    return folded(condition, {"players": 4, "packs": 1} | options, bodies)


@pytest.mark.parametrize(
    ("words", "options", "value"),
    [
        ("players is 2", {}, False),
        ("players is 2", {"players": 2}, True),
        ("many and packs is at least 1", {}, True),
        ("many and opened", {"players": 2}, False),
        ("not many or opened", {"players": 2}, True),
        ("cards-each is 11", {}, True),
        ("cards-each minus packs is 14", {"players": 2}, True),
        ("(choose yes when opened and many, otherwise no)", {"players": 2}, False),
    ],
)
def test_what_the_options_settle(words: str, options: dict[str, int], value: bool) -> None:
    """A condition that depends on options alone is worked out once they are chosen."""
    assert meaning(words, **options) == Const(value, "truth")


def test_what_the_options_leave_open() -> None:
    """What depends on the table stays, without the parts that the options settle."""
    opened = meaning("many and opened")
    assert isinstance(opened, Cell)
    assert opened.name == "opened"
