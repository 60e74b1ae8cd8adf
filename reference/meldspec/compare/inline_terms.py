"""Expressions told by what their terms mean, for reading: the terms in them put in, and what that makes idle left out."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from meldspec.language import lines, tree

DEEP = 4
"""How many terms within terms are told by what they mean."""
OWNERS = ("player", "side")
"""What may own places and memories that are named without their owner."""
YES, NO = tree.Name("yes"), tree.Name("no")
Terms = Mapping[str, lines.Define]


def unfolded(expr: tree.Expr, terms: Terms, depth: int = DEEP) -> tree.Expr:
    """An expression with the terms in it replaced by what they mean.

    A term of a player or side is left where it is asked of another one than at hand, since its words may leave the owner out.
    """
    if depth:
        if isinstance(expr, tree.Name) and expr.word in terms and terms[expr.word].param in ("", *OWNERS):
            return unfolded(terms[expr.word].body, terms, depth - 1)
        # Of another player or side the words might mean that of whoever is at hand.
        if isinstance(expr, tree.Attribute) and expr.word in terms and _at_hand(terms[expr.word], expr.of):
            term = terms[expr.word]
            return unfolded(_put(term.body, term.param, expr.of), terms, depth - 1)
    return _trimmed(_changed(expr, lambda inner: unfolded(inner, terms, depth)))


def _at_hand(term: lines.Define, of: tree.Expr) -> bool:
    """Whether a term may be told with what it is asked of put in."""
    return term.param not in OWNERS or (isinstance(of, tree.Name) and of.word == term.param)


def _put(expr: tree.Expr, param: str, value: tree.Expr) -> tree.Expr:
    """An expression with a name in it replaced."""
    if isinstance(expr, tree.Name) and expr.word == param:
        return value
    changed: tree.Expr = _changed(expr, lambda inner: _put(inner, param, value))
    return changed


def _changed(expr: tree.Expr, change: Any) -> Any:
    """A node with all expressions right within it changed."""

    def within(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(within(inner) for inner in value)
        return change(value) if isinstance(value, tree.Node) else value

    node: Any = expr
    return replace(node, **{f.name: within(getattr(node, f.name)) for f in fields(node) if f.name != "place"})


def _trimmed(expr: tree.Expr) -> tree.Expr:
    """A condition without the parts that `yes` and `no` make idle."""
    match expr:
        case tree.Not(body) if body in (YES, NO):
            return NO if body == YES else YES
        case tree.Any(parts):
            return _joined(expr, parts, NO, YES)
        case tree.All(parts):
            return _joined(expr, parts, YES, NO)
        case _:
            return expr


def _joined(expr: tree.Any | tree.All, parts: tuple[tree.Expr, ...], idle: tree.Name, decides: tree.Name) -> tree.Expr:
    # A part that decides makes all others idle, whatever they are.
    kept = tuple(part for part in parts if part != idle)
    if decides in kept or not kept:
        return decides if kept else idle
    return kept[0] if len(kept) == 1 else replace(expr, parts=kept)
