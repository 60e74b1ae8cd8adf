"""What can be told of a meld kind without trying cards: bounds on sets of cards, and sets whose cards share a rank or suit."""

from __future__ import annotations

from dataclasses import dataclass

from meldspec.book.core import CardSet, Const, Core, Op, Var, conjuncts
from meldspec.table.cards import Faces
from meldspec.table.selection import Selection, folded

Bound = tuple[frozenset[int], int]
"""Cards of a set, and how many of them."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Necessary conditions on the cards of a kind: at most and at least so many of a set, and sets that share a look (by face)."""

    name: str
    most: tuple[Bound, ...]
    least: tuple[Bound, ...]
    shared: tuple[tuple[frozenset[int], tuple[str | None, ...]], ...]


def shapes_of(selection: Selection, faces: Faces) -> tuple[Shape, ...]:
    """The shape of every kind in force."""
    shapes = []
    for name in selection.kinds():
        most: list[Bound] = []
        least: list[Bound] = []
        shared: list[tuple[frozenset[int], tuple[str | None, ...]]] = []
        for line in selection.chosen(selection.sheet.kinds):
            if line.act == name and line.mode == "require" and line.when is None and line.require is not None:
                for part in conjuncts(folded(line.require, selection)):
                    _note(part, faces, most, least, shared)
        shapes.append(Shape(name, tuple(most), tuple(least), tuple(shared)))
    return tuple(shapes)


def _note(
    core: Core,
    faces: Faces,
    most: list[Bound],
    least: list[Bound],
    shared: list[tuple[frozenset[int], tuple[str | None, ...]]],
) -> None:
    """Note one condition if it is of a form that narrows the search; others are tried on the cards."""
    match core:
        case Op("only", (CardSet(name), Var("it"))):
            most.append((faces.sets["cards"] - faces.sets[name], 0))
        case Op("between", (CardSet(name), Var("it"), low, high)):
            if isinstance(high, Const) and isinstance(high.value, int):
                most.append((faces.sets[name], high.value))
            if isinstance(low, Const) and isinstance(low.value, int):
                least.append((faces.sets[name], low.value))
        case Op("differ", (Op("filter", (CardSet(name), Var("it"))), Const("rank", _))):
            most += [(faces.sets[name] & {n for n, r in enumerate(faces.ranks) if r == rank}, 1) for rank in set(faces.ranks)]
        case Op("share", (Op("filter", (CardSet(name), Var("it"))), Const(what, _))):
            shared.append((faces.sets[name], faces.ranks if what == "rank" else faces.suits))
        case _:
            pass
