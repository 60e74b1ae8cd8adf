"""Which cards of a hand make a meld of some kind, alone or with cards that lie already: only choices within the kind's bounds are
tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from meldspec.engine.compile.kind_bounds import Shape
from meldspec.table.table import Bag

Unit = tuple[int, ...]
"""The cards of a hand that are taken as alike, in order."""
Room = tuple[frozenset[int], int]
"""Cards of a set, and how many more of them there may be."""


def fitting(kind_of: Callable[[Bag], str | None], shape: Shape, base: Bag, units: Sequence[Unit]) -> Iterator[Bag]:
    """Every choice of cards that, added to `base`, makes a meld of the kind."""
    for chosen in _within(shape, base, units):
        cards = tuple(sorted(chosen))
        if kind_of(tuple(sorted(base + cards)) if base else cards) == shape.name:
            yield cards


def _within(shape: Shape, base: Bag, units: Sequence[Unit]) -> Iterator[Bag]:
    """Every choice of cards within the bounds of a shape, at least one card."""
    room = [(members, high - len([c for c in base if c in members])) for members, high in shape.most] if base else shape.most
    full: set[int] = set()
    for members, left in room:
        if left < 0:
            return
        if left == 0:
            full |= members
    # Left out before the search and not within it: of most kinds whole sets are shut, and what is left is one rank at a time.
    units = [u for u in units if u[0] not in full]
    room = [(members, left) for members, left in room if left > 0]
    lacking = [(members, low - len([c for c in base if c in members])) for members, low in shape.least]
    lacking = [(members, low) for members, low in lacking if low > 0]
    seen: set[Bag] = set()
    for usable in _alike(shape, base, units):
        if any(sum([len(u) for u in usable if u[0] in members]) < low for members, low in lacking):
            continue
        for chosen in _counts(usable, 0, room):
            if chosen and chosen not in seen and all(sum([c in m for c in chosen]) >= low for m, low in lacking):
                seen.add(chosen)
                yield chosen


def _alike(shape: Shape, base: Bag, units: Sequence[Unit]) -> Iterator[Sequence[Unit]]:
    """The cards that can be chosen together, where the cards of some sets must share a look: once for each look."""
    choices: list[list[tuple[frozenset[int], list[Unit]]]] = []
    for members, looks in shape.shared:
        by_look: dict[str | None, list[Unit]] = {}
        for unit in units:
            if unit[0] in members:
                by_look.setdefault(looks[unit[0]], []).append(unit)
        there = {looks[card] for card in base if card in members}
        choices.append([(members, group) for look, group in by_look.items() if not there or look in there] or [(members, [])])
    if len(choices) == 1:
        free = [u for u in units if u[0] not in choices[0][0][0]]
        yield from (group + free for _, group in choices[0])
        return
    for together in product(*choices):
        yield [u for u in units if all(u[0] not in members or u in group for members, group in together)]


def _counts(units: Sequence[Unit], number: int, room: Sequence[Room]) -> Iterator[Bag]:
    """So many of each unit from `number` on, none of the bounds exceeded."""
    if number == len(units):
        yield ()
        return
    unit = units[number]
    most = len(unit)
    bound = False
    for members, left in room:
        if unit[0] in members:
            bound, most = True, min(most, left)
    for count in range(most + 1):
        less = [(m, left - count if unit[0] in m else left) for m, left in room] if bound and count else room
        for rest in _counts(units, number + 1, less):
            yield unit[:count] + rest


def every_choice(units: Sequence[Unit]) -> Iterator[Bag]:
    """Every choice of cards at all, none included."""
    return _counts(units, 0, ())
