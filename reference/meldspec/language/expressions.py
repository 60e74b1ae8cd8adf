"""Lark's parse of an expression → the tree's nodes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any as Anything

from lark import Token, Transformer
from lark.tree import Meta
from lark.visitors import v_args

from meldspec.language import tree
from meldspec.language.place import Place
from meldspec.language.vocabulary import VOCABULARY

Children = Sequence[Anything]
Make = Callable[..., Anything]

NODES: dict[str, Make] = {
    "filter": tree.Filter,
    "quant": tree.Quantified,
    "not_": tree.Not,
    "afterwards": tree.Afterwards,
    "supposing": tree.Supposing,
    "could_come": tree.CouldCome,
    "could": tree.Could,
}
"""Rules of the grammar whose parts are the fields of a node, in their order."""

LISTS: dict[str, Make] = {"and_": tree.All, "or_": tree.Any}
"""Rules whose parts are one field, a tuple."""


def unquoted(token: Token) -> str:
    """The text between the quotation marks."""
    return str(token)[1:-1]


class Words(Transformer[Token, Anything]):
    """Words and numbers as they are written, a quotation without its marks."""

    # One attribute for each terminal that stays in the parse: Lark asks for them by name, and what is found costs less than
    # `__default_token__`, which is called where nothing is. They stand in a class of their own since `v_args` wraps methods.
    THE = SOME = EVERY = NO = NAME = DOTTED = FACT = CARD = INT = str
    STRING = staticmethod(unquoted)


@v_args(meta=True)
class Expressions(Words):
    """Turns expression rules into nodes; the rules of lines build on it."""

    nodes, lists = NODES, LISTS

    def __init__(self, file: str, first_line: int) -> None:
        super().__init__()
        self.file, self.first_line = file, first_line

    def at(self, meta: Meta) -> Place:
        """The place of a rule: the parse counts lines from 1 within the logical line."""
        if getattr(meta, "empty", True):
            return Place(self.file, self.first_line)
        # Of a thing on several lines its first character is marked: carets cannot go round a corner.
        end = meta.end_column if meta.end_line == meta.line else meta.column + 1
        return Place(self.file, self.first_line + meta.line - 1, meta.column, end)

    def __default__(self, data: str, children: Children, meta: Meta) -> Anything:
        """What a rule without a method of its own makes: a node of the tables, or a word of the vocabulary by its name."""
        if data in self.nodes:
            return self.nodes[data](*children, place=self.at(meta))
        if data in self.lists:
            return self.lists[data](tuple(children), place=self.at(meta))
        # A rule that is none of these is a KeyError in the first text that says it; a test finds it before.
        article = VOCABULARY[data].article
        return tree.Phrase(str(data), tuple(children[article:]), article and bool(children[0]), place=self.at(meta))

    def number(self, meta: Meta, children: Children) -> tree.Number:
        return tree.Number(int(children[0]), place=self.at(meta))

    def name(self, meta: Meta, children: Children) -> tree.Name:
        article, word = children
        return tree.Name(word, bool(article), place=self.at(meta))

    def no(self, meta: Meta, children: Children) -> tree.Name:
        return tree.Name("no", place=self.at(meta))

    def attribute(self, meta: Meta, children: Children) -> tree.Attribute:
        article, word, of = children
        return tree.Attribute(word, of, bool(article), place=self.at(meta))

    def total(self, meta: Meta, children: Children) -> tree.Sum:
        article, value, word, source = children
        return tree.Sum(value, word, source, bool(article), place=self.at(meta))

    def could_come_laying(self, meta: Meta, children: Children) -> tree.CouldCome:
        leaving, of, body = children
        return tree.CouldCome(body, int(leaving), of, place=self.at(meta))

    def choose(self, meta: Meta, children: Children) -> tree.Choose:
        *arms, otherwise = children
        return tree.Choose(tuple(arms), otherwise, place=self.at(meta))

    def only_part(self, meta: Meta, children: Children) -> Anything:
        """A rule around one other thing."""
        return children[0]

    def parts(self, meta: Meta, children: Children) -> tuple[Anything, ...]:
        """A rule that only keeps its parts together."""
        return tuple(children)

    parens = body = carditem = only_part
    arm = cardset = parts
