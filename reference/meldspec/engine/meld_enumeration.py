"""Which cards make a meld of some kind, alone or with cards that lie already: only choices within the kind's bounds are tried.

Bounds are what can be told of a kind without trying cards: so many of a set, and sets whose cards share a rank or suit.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product

from meldspec.book.core import CardSet, Const, Op, Var, conjuncts
from meldspec.language.immutable import Immutable
from meldspec.table.cards import Faces
from meldspec.table.selection import Selection, folded
from meldspec.table.table import Bag

Unit = tuple[int, ...]
"""Cards that are taken as alike, in the order in which they are taken."""
Bound = tuple[frozenset[int], int]
"""Cards of a set, and how many of them."""
Shared = tuple[frozenset[int], tuple[str | None, ...]]
"""Cards of a set that share a look, and the looks by face."""


class Shape(Immutable):
    """Necessary conditions on the cards of a kind: at most and at least so many of a set, and sets that share a look (by face)."""

    name: str
    most: tuple[Bound, ...]
    least: tuple[Bound, ...]
    shared: tuple[Shared, ...]


def shapes_of(selection: Selection, faces: Faces) -> tuple[Shape, ...]:
    """The shape of every kind in force."""
    return tuple(_shape(selection, name, faces) for name in selection.kinds())


def _shape(selection: Selection, kind: str, faces: Faces) -> Shape:
    """The conditions of a form that narrows the search; others are tried on the cards."""
    most: list[Bound] = []
    least: list[Bound] = []
    shared: list[Shared] = []
    sets = faces.sets
    for line in selection.chosen(selection.sheet.kinds):
        # A condition under a `when` need not hold of all cards of the kind, and so bounds nothing.
        if line.act != kind or line.require is None or line.when is not None:
            continue
        for part in conjuncts(folded(line.require, selection)):
            match part:
                case Op("only", (CardSet(name), Var("it"))):
                    most.append((sets["cards"] - sets[name], 0))
                case Op("between", (CardSet(name), Var("it"), Const(low), Const(high))):
                    most += [(sets[name], high)] if isinstance(high, int) else []
                    least += [(sets[name], low)] if isinstance(low, int) else []
                case Op("differ", (Op("filter", (CardSet(name), Var("it"))), Const("rank", _))):
                    most += [(sets[name] & {n for n, r in enumerate(faces.ranks) if r == rank}, 1) for rank in set(faces.ranks)]
                case Op("share", (Op("filter", (CardSet(name), Var("it"))), Const(what, _))):
                    shared.append((sets[name], faces.ranks if what == "rank" else faces.suits))
                case Op("share", (Var("it"), Const(what, _))):
                    shared.append((sets["cards"], faces.ranks if what == "rank" else faces.suits))
                case _:
                    pass
    return Shape(kind, tuple(most), tuple(least), tuple(shared))


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
        for chosen in choices(usable, room, lacking):
            if chosen and chosen not in seen:
                seen.add(chosen)
                yield chosen


def _alike(shape: Shape, base: Bag, units: Sequence[Unit]) -> Iterator[Sequence[Unit]]:
    """The cards that can be chosen together, where the cards of some sets must share a look: once for each look."""
    by_set: list[list[tuple[frozenset[int], list[Unit]]]] = []
    for members, looks in shape.shared:
        by_look: dict[str | None, list[Unit]] = {}
        for unit in units:
            if unit[0] in members:
                by_look.setdefault(looks[unit[0]], []).append(unit)
        there = {looks[card] for card in base if card in members}
        by_set.append([(members, group) for look, group in by_look.items() if not there or look in there] or [(members, [])])
    if len(by_set) == 1:
        free = [u for u in units if u[0] not in by_set[0][0][0]]
        yield from (group + free for _, group in by_set[0])
        return
    for together in product(*by_set):
        yield [u for u in units if all(u[0] not in members or u in group for members, group in together)]


def choices(units: Sequence[Unit], room: Sequence[Bound] = (), need: Sequence[Bound] = (), number: int = 0) -> Iterator[Bag]:
    """So many of each unit from `number` on, few first, none included: of no set more than there is room for, nor fewer than are
    needed, where some are."""
    # Asked before each unit and not of whole choices: of a whole pack most choices of a few cards lack something.
    if need and any(low > sum([len(u) for u in units[number:] if u[0] in members]) for members, low in need):
        return
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
        less = _less(room, unit[0], count) if bound and count else room
        lack = _less(need, unit[0], count) if need and count else need
        for rest in choices(units, less, lack, number + 1):
            yield unit[:count] + rest


def _less(bounds: Sequence[Bound], card: int, count: int) -> list[Bound]:
    """Bounds on what is left to choose after so many of a card."""
    return [(members, bound - count if card in members else bound) for members, bound in bounds]
