"""What is found by going through the fields of resolved lines and expressions, held against what stands in their text."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from meldspec.book.core import CORES, FIELDS, Core, rebuilt
from meldspec.book.library import read_library
from meldspec.book.make_sheet import make_sheet
from meldspec.book.sheet import Line, Standing, all_lines, below, expressions

HOLDING = {
    "Const": (),
    "Var": (),
    "CardSet": (),
    "Cell": ("owner",),
    "Call": ("args",),
    "Op": ("args",),
    "Each": ("source", "body"),
    "After": ("body",),
    "Suppose": ("memory", "value", "body"),
    "Come": ("body", "of"),
    "CouldAct": ("body",),
}


@cache
def book_lines(name: str) -> list[Line]:
    """The lines of a book, standing rules without their effects, which are lines beside them."""
    sheet = make_sheet(read_library().book(name), [])
    return [replace(line, effects=()) if isinstance(line, Standing) else line for line in all_lines(sheet)]


def test_every_expression_is_gone_through_by_the_fields_that_hold_others() -> None:
    """Words and numbers of an expression hold nothing, and whatever else it has is gone through."""
    assert {kind.__name__: FIELDS[kind] for kind in CORES} == HOLDING


@pytest.mark.parametrize("name", ["canasta", "railroad"])
def test_no_expression_of_a_line_is_passed_over(name: str) -> None:
    """As many of each sort are found in a line as stand in it when it is written out."""
    for line in book_lines(name):
        found = Counter(type(node).__name__ for core in expressions(line) for node in below(core))
        told = repr(line)
        written = {kind.__name__: told.count(f"{kind.__name__}(") for kind in CORES}
        assert found == Counter(written), line.tag


@pytest.mark.parametrize("name", ["canasta", "railroad"])
def test_a_line_in_which_nothing_is_changed_is_the_same(name: str) -> None:
    """Every part of a line stays where it was, and keeps the place that it comes from."""

    def same(core: Core) -> Core:
        return rebuilt(core, same)

    for line in book_lines(name):
        assert rebuilt(line, same) == line
