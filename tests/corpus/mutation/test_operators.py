"""The numbers that mutants alter: every one that stands in a line, one at a time."""

from __future__ import annotations

import re
from functools import cache

import pytest
from tests.book.toys import sheet
from tests.engine.variants import sheet_of

from meldspec.book.sheet import Sheet
from meldspec.corpus.mutation.operators import mutants
from meldspec.table.selection import select

LINES = """
place heap is row shown as pile
act take
act pass
to take
  require at least 2 cards in heap when the number of the hand is above 4
  then draw 3 from heap to hand for each player in seats
to pass
  then turn becomes the left of player
whenever for each player in seats, at most 5 cards in hand
  then draw 6 from heap to hand
at scoring
  award choose 7 when no cards in heap, otherwise 8
"""
ALTERED = re.compile(r"(\d+) made (\d+)")


@cache
def canasta() -> Sheet:
    """Ordinary Canasta."""
    return sheet_of("canasta")


def test_every_number_of_a_line_is_altered_by_one_either_way() -> None:
    """Numbers of conditions, of what is drawn, of standing rules and of points are each made one less and one more."""
    book, problems = sheet(LINES)
    assert problems == []
    found = [ALTERED.search(mutant.what) for mutant in mutants(select(book)) if mutant.tag.clause == "play.more"]
    altered = [(int(hit[1]), int(hit[2])) for hit in found if hit]
    # `no cards` means that there are at most 0.
    assert sorted(altered) == [(0, 1), *((n, n + by) for n in range(2, 9) for by in (-1, 1))]


@pytest.mark.parametrize("sort", ["judges", "awards", "standing", "terms", "effects", "events"])
def test_a_mutant_with_another_number_has_that_one_number_otherwise(sort: str) -> None:
    """Where a number is altered all the rest of the line is as it was."""
    true = re.findall(r"-?\d+|\D+", repr(getattr(canasta(), sort)))
    for mutant in mutants(select(canasta())):
        hit = ALTERED.search(mutant.what)
        mutated = re.findall(r"-?\d+|\D+", repr(getattr(mutant.sheet, sort)))
        if hit and mutated != true:
            pairs = [pair for pair in zip(true, mutated, strict=True) if pair[0] != pair[1]]
            assert pairs == [(hit[1], hit[2])], str(mutant)
