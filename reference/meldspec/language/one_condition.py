"""What was meant where a condition stands behind `and` or `or` that should be within `has` or `where`: they reach one condition."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any as Anything

from meldspec.language import tree
from meldspec.language.immutable import Immutable
from meldspec.language.problems import Place
from meldspec.language.tree import Expr

Binder = tree.Quantified | tree.Filter
"""What binds a name within one condition: `some NAME in LIST has …`, `NAME in LIST where …`."""


class Escaped(Immutable):
    """A binder, the place where its name is spoken of too late (or of the list that is taken for a condition), and the whole with
    parentheses where they were meant."""

    binder: Binder
    place: Place
    meant: Expr


def escaped(node: tree.All | tree.Any, unknown: Callable[[str], bool]) -> Escaped | None:
    """What of some conditions was meant to be within an earlier one.

    It names a thing that is known there alone, and `unknown` here; or the earlier one is a list, which is no condition.
    """
    for number, part in enumerate(node.parts[:-1]):
        later = node.parts[number + 1 :]
        inner = part.parts if isinstance(node, tree.Any) and isinstance(part, tree.All) else (part,)
        for at, binder in ((at, binder) for at, one in enumerate(inner) for binder in binders(one)):
            if (found := missed(binder, inner[at], later if unknown(binder.word) else (), len(later))) is not None:
                place, taken = found
                body = joined(type(node), joined(tree.All, condition(binder), *inner[at + 1 :]), *later[:taken])
                mended = joined(tree.All, *inner[:at], widened(inner[at], binder, body))
                return Escaped(binder, place, joined(type(node), *node.parts[:number], mended, *later[taken:]))
    return None


def missed(binder: Binder, one: Expr, later: Sequence[Expr], number: int) -> tuple[Place, int] | None:
    """Where later conditions speak of what is bound in an earlier `one`, and how many of the `number` that follow were meant."""
    places = [spoken(binder.word, follower) for follower in later]
    first = next((place for place in places if place is not None), None)
    if isinstance(one, tree.Filter):
        return first or one.place, number
    return None if first is None else (first, 1 + max(at for at, place in enumerate(places) if place is not None))


def condition(binder: Binder) -> Expr:
    """The one condition that a binder reaches."""
    body = binder.body if isinstance(binder, tree.Quantified) else binder.where
    assert body is not None
    return body


def binders(node: Expr) -> list[Binder]:
    """The binders whose condition ends where a phrase ends, the innermost first."""
    match node:
        case tree.Quantified(_, _, _, body):
            return [*binders(body), node]
        case tree.Filter(_, _, where) if where is not None:
            return [*binders(where), node]
        case tree.Not(body) | tree.Afterwards(body):
            return binders(body)
        case tree.Phrase(_, (*_, last)) if not isinstance(last, str):
            return binders(last)
        case _:
            return []


def widened(node: Expr, binder: Binder, body: Expr) -> Expr:
    """A phrase with another condition in a binder at its end."""
    if node is binder:
        return replace(node, body=body) if isinstance(node, tree.Quantified) else replace(node, where=body)
    match node:
        case tree.Quantified() | tree.Not() | tree.Afterwards():
            return replace(node, body=widened(node.body, binder, body))
        case tree.Filter() if node.where is not None:
            return replace(node, where=widened(node.where, binder, body))
        case tree.Phrase(_, (*operands, last)) if not isinstance(last, str):
            return replace(node, operands=(*operands, widened(last, binder, body)))
        case _:
            return node


def joined(kind: type[tree.All] | type[tree.Any], *parts: Expr) -> Expr:
    """Conditions joined by one connective; a single one stands alone."""
    if len(parts) == 1:
        return parts[0]
    flat = [inner for part in parts for inner in (part.parts if isinstance(part, kind) else (part,))]
    return kind(tuple(flat), place=parts[0].place)


def spoken(word: str, node: Anything) -> Place | None:
    """Where a name is spoken of in an expression that does not bind it itself; none where it is not."""
    if isinstance(node, tree.Name):
        return node.place if node.word == word else None
    # What the fields of an act are called is known with the book alone.
    if isinstance(node, tree.Could):
        return None
    return next((place for child in children(node, word) if (place := spoken(word, child)) is not None), None)


def children(node: Anything, word: str) -> Iterator[Anything]:
    """The parts of an expression in which a name is not bound anew."""
    if isinstance(node, tuple):
        yield from node
    elif isinstance(node, tree.Quantified | tree.Filter | tree.Sum) and node.word == word:
        yield node.source
    elif isinstance(node, tree.Node):
        yield from (getattr(node, field.name) for field in fields(node) if field.name != "place")
