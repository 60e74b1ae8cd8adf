"""A stock in several heaps: told as one list with the size of each heap."""

import pytest

from meldspec.protocol.observe import split
from meldspec.table.table import CellRange

HEAPS = CellRange("heap", "number", "row", (), "stock", count=3, low=1, first=8)


@pytest.mark.parametrize(
    ("sizes", "heaps"),
    [(None, ["abcde", "", ""]), ([2, 3], ["ab", "cde", ""]), ([0, 1, 4], ["", "a", "bcde"])],
)
def test_cards_are_listed_heap_after_heap(sizes: list[int] | None, heaps: list[str]) -> None:
    """The first cards of the list are those of the first heap; without sizes all of them are."""
    assert split(HEAPS, "abcde", sizes) == heaps


@pytest.mark.parametrize(
    ("sizes", "why"),
    [([1, 1, 1, 2], "heaps has 4 numbers; the stock lies in 3 heaps"), ([2, 2], "heaps add up to 4 cards; expected 5")],
)
def test_sizes_must_fit_the_stock(sizes: list[int], why: str) -> None:
    """More heaps than there are, or cards too many or too few, are told."""
    with pytest.raises(ValueError, match=why):
        split(HEAPS, "abcde", sizes)
