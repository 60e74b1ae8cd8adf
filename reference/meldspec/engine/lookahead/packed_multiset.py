"""Multisets of a few classes packed into one whole number, so that taking away and comparing are single steps."""

from collections.abc import Iterable
from functools import cache

WIDTH = 8
"""Bits for each class; the highest of them stays free for borrowing. No hand has as many cards of one class as the others hold."""
MOST: int = 2 ** (WIDTH - 1) - 1


def packed(classes: Iterable[int]) -> int:
    """So many of each class as the list names."""
    return sum([1 << (WIDTH * one) for one in classes])


@cache
def guard(classes: int) -> int:
    """The free bits of classes 0 to `classes`-1."""
    return sum(1 << (WIDTH * one + WIDTH - 1) for one in range(classes))


def within(few: int, many: int, free: int) -> bool:
    """Whether there are at least as many of each class; `free` is the guard."""
    # A class of which there are too few borrows its guard bit and so shows; none borrows from its neighbour.
    return ((many | free) - few) & free == free


def count(many: int, one: int) -> int:
    """How many there are of one class."""
    return (many >> (WIDTH * one)) & MOST
