"""What can be told of a meld kind without trying cards: bounds on sets of cards, and sets whose cards share a rank or suit."""

from __future__ import annotations

from dataclasses import dataclass

from meldspec.book.core import CardSet, Const, Op, Var, conjuncts
from meldspec.table.cards import Faces
from meldspec.table.selection import Selection, folded

Bound = tuple[frozenset[int], int]
"""Cards of a set, and how many of them."""
Shared = tuple[frozenset[int], tuple[str | None, ...]]
"""Cards of a set that share a look, and the looks by face."""


@dataclass(frozen=True, slots=True)
class Shape:
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
