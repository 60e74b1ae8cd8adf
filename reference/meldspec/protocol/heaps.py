"""A stock that lies in several heaps: told as one list of cards, heap after heap, with the size of each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from meldspec.table.layout import CellRange

T = TypeVar("T")


def split(range_: CellRange, cards: Sequence[T], sizes: Sequence[int] | None) -> list[Sequence[T]]:
    """The cards of each heap in their order; all lie in the first one where no sizes are told.

    Raises ValueError where there are not so many heaps, or the sizes do not add up to the cards.
    """
    told = [len(cards)] if sizes is None else list(sizes)
    if len(told) > range_.count:
        heaps = "1 heap" if range_.count == 1 else f"{range_.count} heaps"
        raise ValueError(f"heaps has {len(told)} numbers; the stock lies in {heaps}")
    if sum(told) != len(cards):
        raise ValueError(f"heaps add up to {sum(told)} cards; expected {len(cards)}, as many as the stock has")
    told += [0] * (range_.count - len(told))
    ends = [sum(told[: number + 1]) for number in range(len(told))]
    return [cards[end - size : end] for end, size in zip(ends, told, strict=True)]
