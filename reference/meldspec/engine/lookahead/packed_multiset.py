"""How many there are of each of a few sorts, packed into one whole number, so that taking away and comparing are single steps."""

from __future__ import annotations

from collections.abc import Iterable

WIDTH = 1 << 3
"""Bits for each sort; the highest of them stays free for borrowing."""
MOST = (1 << (WIDTH - 1)) - 1


def packed(sorts: Iterable[int]) -> int:
    """So many of each sort as the list names."""
    return sum(1 << (WIDTH * sort) for sort in sorts)


def guard(sorts: int) -> int:
    """The free bits of sorts 0 to `sorts`-1."""
    return sum(1 << (WIDTH * sort + WIDTH - 1) for sort in range(sorts))


def within(few: int, many: int, free: int) -> bool:
    """Whether there are at least as many of each sort; `free` is the guard."""
    return ((many | free) - few) & free == free


def count(many: int, sort: int) -> int:
    """How many there are of one sort."""
    return (many >> (WIDTH * sort)) & MOST
