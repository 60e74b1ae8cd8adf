"""Lark's parse of an expression → the tree's nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any as Anything

from lark import Token, Transformer
from lark.tree import Meta
from lark.visitors import v_args

from meldspec.language import tree
from meldspec.language.place import Place
from meldspec.language.tree import Expr


def binary(op: str) -> Callable[..., tree.Binary]:
    """A rule that makes `left op right`."""

    def make(self: Expressions, meta: Meta, children: Sequence[Expr]) -> tree.Binary:
        return tree.Binary(op, children[0], children[1], place=self.at(meta))

    return make


def compare(op: str) -> Callable[..., tree.Compare]:
    """A rule that makes a comparison."""

    def make(self: Expressions, meta: Meta, children: Sequence[Expr]) -> tree.Compare:
        return tree.Compare(op, children[0], children[1], place=self.at(meta))

    return make


def bounded(mode: str) -> Callable[..., tree.Quantity]:
    """A rule that makes `at least 2 SET in CARDS` and its kin."""

    def make(self: Expressions, meta: Meta, children: Sequence[Anything]) -> tree.Quantity:
        *bounds, word, source = children
        high = bounds[1] if len(bounds) > 1 else None
        return tree.Quantity(mode, str(word), source, bounds[0], high, place=self.at(meta))

    return make


@v_args(meta=True)
class Expressions(Transformer[Token, Anything]):
    """Turns expression rules into nodes; the rules of lines build on it."""

    def __init__(self, file: str, first_line: int) -> None:
        super().__init__(visit_tokens=False)
        self.file, self.first_line = file, first_line

    def at(self, meta: Meta) -> Place:
        """The place of a rule: the parse counts lines from 1 within the logical line."""
        if getattr(meta, "empty", True):
            return Place(self.file, self.first_line)
        end = meta.end_column if meta.end_line == meta.line else meta.column + 1
        return Place(self.file, self.first_line + meta.line - 1, meta.column, end)

    def number(self, meta: Meta, children: Sequence[Token]) -> tree.Number:
        return tree.Number(int(children[0]), place=self.at(meta))

    def name(self, meta: Meta, children: Sequence[Token]) -> tree.Name:
        return tree.Name(str(children[1]), children[0] is not None, place=self.at(meta))

    def no(self, meta: Meta, children: Sequence[Token]) -> tree.Name:
        return tree.Name(str(children[0]), place=self.at(meta))

    def attribute(self, meta: Meta, children: Sequence[Anything]) -> tree.Attribute:
        return tree.Attribute(str(children[1]), children[2], children[0] is not None, place=self.at(meta))

    def filter(self, meta: Meta, children: Sequence[Anything]) -> tree.Filter:
        return tree.Filter(str(children[0]), children[1], children[2], place=self.at(meta))

    def parens(self, meta: Meta, children: Sequence[Expr]) -> Expr:
        return children[0]

    def body(self, meta: Meta, children: Sequence[Expr]) -> Expr:
        return children[0]

    def arm(self, meta: Meta, children: Sequence[Expr]) -> tuple[Expr, Expr]:
        return children[0], children[1]

    def choose(self, meta: Meta, children: Sequence[Anything]) -> tree.Choose:
        return tree.Choose(tuple(children[:-1]), children[-1], place=self.at(meta))

    def or_(self, meta: Meta, children: Sequence[Expr]) -> tree.Any:
        return tree.Any(tuple(children), place=self.at(meta))

    def and_(self, meta: Meta, children: Sequence[Expr]) -> tree.All:
        return tree.All(tuple(children), place=self.at(meta))

    def not_(self, meta: Meta, children: Sequence[Expr]) -> tree.Not:
        return tree.Not(children[0], place=self.at(meta))

    def afterwards(self, meta: Meta, children: Sequence[Expr]) -> tree.Afterwards:
        return tree.Afterwards(children[0], place=self.at(meta))

    def supposing(self, meta: Meta, children: Sequence[Expr]) -> tree.Supposing:
        memory, value, body = children
        return tree.Supposing(memory, value, body, place=self.at(meta))

    def could_come(self, meta: Meta, children: Sequence[Expr]) -> tree.CouldCome:
        return tree.CouldCome(children[0], place=self.at(meta))

    def could_come_laying(self, meta: Meta, children: Sequence[Anything]) -> tree.CouldCome:
        leaving, of, body = children
        return tree.CouldCome(body, int(leaving), of, place=self.at(meta))

    def could(self, meta: Meta, children: Sequence[Anything]) -> tree.Could:
        return tree.Could(str(children[0]), children[1], place=self.at(meta))

    def quant(self, meta: Meta, children: Sequence[Anything]) -> tree.Quantified:
        mode, word, source, body = children
        return tree.Quantified(str(mode), str(word), source, body, place=self.at(meta))

    def only(self, meta: Meta, children: Sequence[Anything]) -> tree.Quantity:
        return tree.Quantity("only", str(children[0]), children[1], place=self.at(meta))

    def any_(self, meta: Meta, children: Sequence[Anything]) -> tree.Quantity:
        return tree.Quantity(str(children[0]), str(children[1]), children[2], place=self.at(meta))

    def fits(self, meta: Meta, children: Sequence[Expr]) -> tree.Fits:
        return tree.Fits(children[0], place=self.at(meta))

    def share(self, meta: Meta, children: Sequence[Anything]) -> tree.Share:
        return tree.Share(children[0], str(children[1]), place=self.at(meta))

    def differ(self, meta: Meta, children: Sequence[Anything]) -> tree.Differ:
        return tree.Differ(children[0], str(children[1]), place=self.at(meta))

    def is_onto(self, meta: Meta, children: Sequence[Anything]) -> tree.IsOnto:
        return tree.IsOnto(children[0], str(children[1]), place=self.at(meta))

    def is_not_onto(self, meta: Meta, children: Sequence[Anything]) -> tree.IsOnto:
        return tree.IsOnto(children[0], str(children[1]), True, place=self.at(meta))

    def uppermost(self, meta: Meta, children: Sequence[Anything]) -> tree.Uppermost:
        return tree.Uppermost(children[1], children[2], children[0] is not None, place=self.at(meta))

    def numbers(self, meta: Meta, children: Sequence[Anything]) -> tree.Numbers:
        return tree.Numbers(children[0], children[1], place=self.at(meta))

    def total(self, meta: Meta, children: Sequence[Anything]) -> tree.Sum:
        article, value, word, source = children
        return tree.Sum(value, str(word), source, article is not None, place=self.at(meta))

    def down_to(self, meta: Meta, children: Sequence[Anything]) -> tree.DownTo:
        return tree.DownTo(children[0], str(children[1]), place=self.at(meta))

    def carditem(self, meta: Meta, children: Sequence[Token]) -> str:
        return str(children[0])

    def cardset(self, meta: Meta, children: Sequence[str]) -> tuple[str, ...]:
        return tuple(children)

    plus, minus, times, divided = binary("plus"), binary("minus"), binary("times"), binary("divided by")
    with_, without = binary("with"), binary("without")
    is_, is_not, is_in, is_not_in = compare("is"), compare("is not"), compare("is in"), compare("is not in")
    ge, le, gt, lt = compare("is at least"), compare("is at most"), compare("is above"), compare("is below")
    at_least, at_most = bounded("at least"), bounded("at most")
    exactly, between = bounded("exactly"), bounded("from")
