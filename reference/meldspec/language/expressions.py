"""Lark's parse of an expression → the tree's nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any as Anything

from lark import Token, Transformer
from lark.tree import Meta
from lark.visitors import v_args

from meldspec.language import tree
from meldspec.language.place import Place
from meldspec.language.tree import Expr
from meldspec.language.vocabulary import VOCABULARY


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

    def __default__(self, data: str, children: Sequence[Expr | Token | None], meta: Meta) -> tree.Phrase:
        """A phrase: its rule of the grammar has the name of its entry in the vocabulary."""
        # Lark comes here for every rule without a method; a rule that is neither is a KeyError in the first text that says it.
        article = VOCABULARY[data].article
        operands = tuple(str(child) if isinstance(child, Token) else child for child in children[article:] if child is not None)
        return tree.Phrase(str(data), operands, article and children[0] is not None, place=self.at(meta))

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

    def total(self, meta: Meta, children: Sequence[Anything]) -> tree.Sum:
        article, value, word, source = children
        return tree.Sum(value, str(word), source, article is not None, place=self.at(meta))

    def carditem(self, meta: Meta, children: Sequence[Token]) -> str:
        return str(children[0])

    def cardset(self, meta: Meta, children: Sequence[str]) -> tuple[str, ...]:
        return tuple(children)
