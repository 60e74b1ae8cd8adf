"""Terms inlined in expressions, for reading: what they mean in their place, and what that makes idle left out."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from typing import Any

from meldspec.language import lines, tree

DEEP = 4
"""How many terms within terms are told by what they mean."""
OWNERS = ("player", "side")
"""What may own places and memories that are named without their owner."""
YES, NO = tree.Name("yes"), tree.Name("no")
Terms = Mapping[str, lines.Define]


def inlined(expr: tree.Expr, terms: Terms, depth: int = DEEP) -> tree.Expr:
    """An expression with the terms in it replaced by what they mean.

    A term of a player or side is left where it is asked of another one than at hand, since its words may leave the owner out.
    """
    if depth:
        if isinstance(expr, tree.Name) and expr.word in terms and terms[expr.word].param in ("", *OWNERS):
            return inlined(terms[expr.word].body, terms, depth - 1)
        # Of another player or side the words might mean that of whoever is at hand.
        if isinstance(expr, tree.Attribute) and expr.word in terms and _at_hand(terms[expr.word], expr.of):
            term = terms[expr.word]
            return inlined(_substituted(term.body, term.param, expr.of), terms, depth - 1)
    return _simplified(_mapped(expr, lambda inner: inlined(inner, terms, depth)))


def _at_hand(term: lines.Define, of: tree.Expr) -> bool:
    """Whether a term may be told with what it is asked of put in."""
    if term.also:
        return False
    return term.param not in OWNERS or (isinstance(of, tree.Name) and of.word == term.param)


def _substituted(expr: tree.Expr, param: str, value: tree.Expr) -> tree.Expr:
    """An expression with a name in it replaced."""
    if isinstance(expr, tree.Name) and expr.word == param:
        return value
    return _mapped(expr, lambda inner: _substituted(inner, param, value))


def _mapped(expr: tree.Expr, change: Callable[[tree.Expr], tree.Expr]) -> tree.Expr:
    """A node with all expressions right within it changed."""

    def within(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(within(inner) for inner in value)
        return change(value) if isinstance(value, tree.Expr) else value

    return replace(expr, **{f.name: within(getattr(expr, f.name)) for f in fields(expr) if f.name != "place"})


def _simplified(expr: tree.Expr) -> tree.Expr:
    """A condition without the parts that `yes` and `no` make idle."""
    if isinstance(expr, tree.Not) and expr.body in (YES, NO):
        return NO if expr.body == YES else YES
    if isinstance(expr, tree.Any):
        return _joined(expr, expr.parts, NO, YES)
    return _joined(expr, expr.parts, YES, NO) if isinstance(expr, tree.All) else expr


def _joined(expr: tree.Any | tree.All, parts: tuple[tree.Expr, ...], idle: tree.Name, decides: tree.Name) -> tree.Expr:
    # A part that decides makes all others idle, whatever they are.
    kept = tuple(part for part in parts if part != idle)
    if decides in kept or not kept:
        return decides if kept else idle
    return kept[0] if len(kept) == 1 else replace(expr, parts=kept)
