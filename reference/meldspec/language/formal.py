"""Lark's parse of one logical line → the line's node (without the lines that stand under it)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any as Anything

from lark import Token
from lark.tree import Meta
from lark.visitors import v_args

from meldspec.language import lines
from meldspec.language.expressions import Expressions
from meldspec.language.tree import Expr

Children = Sequence[Anything]


def unquoted(token: Token) -> str:
    """The text between the quotation marks."""
    return str(token)[1:-1]


def text_or_empty(token: Token | None) -> str:
    """An optional word."""
    return "" if token is None else str(token)


def clause_of(how: str) -> Callable[..., lines.Clause]:
    """A rule that makes the head of a clause, a replacement or a removal."""

    def make(self: FormalLines, meta: Meta, children: Children) -> lines.Clause:
        return lines.Clause(how, str(children[0]), unquoted(children[1]), place=self.at(meta))

    return make


def effect_of(verb: str) -> Callable[..., lines.Effect]:
    """A rule that makes an effect out of expressions."""

    def make(self: FormalLines, meta: Meta, children: Children) -> lines.Effect:
        parts = tuple(c for c in children if c is not None and not isinstance(c, Token))
        words = [str(c) for c in children if isinstance(c, Token) and c != "the"]
        return lines.Effect(verb, parts, words[0] if words else "", place=self.at(meta))

    return make


def score_of(sign: int) -> Callable[..., lines.Award]:
    """A rule that makes an award or a charge."""

    def make(self: FormalLines, meta: Meta, children: Children) -> lines.Award:
        points, each, source, when = children
        return lines.Award(sign, points, text_or_empty(each), source, when, place=self.at(meta))

    return make


@v_args(meta=True)
class FormalLines(Expressions):
    """Turns the rules of `rules.lark` into lines."""

    def line(self, meta: Meta, children: Children) -> Anything:
        return children[0]

    # heads
    def book(self, meta: Meta, children: Children) -> lines.Text:
        return lines.Text(str(children[0]), unquoted(children[1]), place=self.at(meta))

    def variant(self, meta: Meta, children: Children) -> lines.Text:
        return lines.Text(str(children[0]), unquoted(children[2]), str(children[1]), place=self.at(meta))

    def chapter(self, meta: Meta, children: Children) -> lines.Chapter:
        return lines.Chapter(int(children[0]), str(children[1]), unquoted(children[2]), place=self.at(meta))

    clause, replace, drop = clause_of("clause"), clause_of("replace"), clause_of("drop")

    def read(self, meta: Meta, children: Children) -> lines.Clause:
        return lines.Clause("read", str(children[0]), unquoted(children[2]), reading=str(children[1]), place=self.at(meta))

    # where a clause comes from
    def cited(self, meta: Meta, children: Children) -> tuple[int, int]:
        return int(children[0]), int(children[-1])

    def cites(self, meta: Meta, children: Children) -> tuple[str, tuple[lines.Cites]]:
        ranges = tuple(c for c in children[1:] if c is not None)
        return "cites", (lines.Cites(str(children[0]), ranges, place=self.at(meta)),)

    def facts(self, meta: Meta, children: Children) -> tuple[str, tuple[str, ...]]:
        return "facts", tuple(str(c) for c in children)

    def covers(self, meta: Meta, children: Children) -> tuple[str, tuple[str, ...]]:
        return "covers", tuple(str(c) for c in children)

    def arises(self, meta: Meta, children: Children) -> tuple[str, tuple[tuple[str, str], ...]]:
        return "arises", tuple(children)

    def answer(self, meta: Meta, children: Children) -> tuple[str, str]:
        return str(children[0]), str(children[1])

    def note(self, meta: Meta, children: Children) -> tuple[str, tuple[str]]:
        return "notes", (unquoted(children[0]),)

    # doubt
    def question(self, meta: Meta, children: Children) -> lines.Question:
        return lines.Question(str(children[0]), str(children[1]), unquoted(children[2]), place=self.at(meta))

    def default(self, meta: Meta, children: Children) -> tuple[str, tuple[tuple[str, str]]]:
        return "default", ((str(children[0]), unquoted(children[1])),)

    def reading(self, meta: Meta, children: Children) -> lines.Reading:
        return lines.Reading(str(children[0]), unquoted(children[1]), place=self.at(meta))

    def nothing(self, meta: Meta, children: Children) -> tuple[str]:
        return ("nothing",)

    # what there is
    def option(self, meta: Meta, children: Children) -> lines.Option:
        name, *values = children
        numbers = tuple(int(v) for v in values)
        return lines.Option(str(name), numbers[:-1], numbers[-1], place=self.at(meta))

    def options_need(self, meta: Meta, children: Children) -> lines.OptionsNeed:
        return lines.OptionsNeed(children[0], place=self.at(meta))

    def sides(self, meta: Meta, children: Children) -> lines.Sides:
        return lines.Sides(children[0], place=self.at(meta))

    def deck(self, meta: Meta, children: Children) -> lines.Deck:
        return lines.Deck(children[0], children[1], children[2] or (), place=self.at(meta))

    def cards(self, meta: Meta, children: Children) -> lines.Cards:
        return lines.Cards(str(children[0]), children[1], place=self.at(meta))

    def order(self, meta: Meta, children: Children) -> lines.Order:
        return lines.Order(tuple(children), place=self.at(meta))

    def rank(self, meta: Meta, children: Children) -> str:
        return str(children[0])

    def worth(self, meta: Meta, children: Children) -> lines.Worth:
        points, items = children
        return lines.Worth(int(points), items, place=self.at(meta))

    def place(self, meta: Meta, children: Children) -> lines.PlaceLine:
        name, owner, numbered, form, shown = children
        low, high = numbered or (0, None)
        where = self.at(meta)
        return lines.PlaceLine(str(name), text_or_empty(owner), str(form), text_or_empty(shown), low, high, place=where)

    def numbered(self, meta: Meta, children: Children) -> tuple[int, Expr]:
        return int(children[0]), children[1]

    def keep(self, meta: Meta, children: Children) -> lines.Keep:
        name, owner, type_, starting = children
        return lines.Keep(str(name), text_or_empty(owner), str(type_), starting, place=self.at(meta))

    def phases(self, meta: Meta, children: Children) -> lines.Phases:
        return lines.Phases(tuple(str(c) for c in children), place=self.at(meta))

    def event(self, meta: Meta, children: Children) -> lines.Event:
        return lines.Event(str(children[0]), place=self.at(meta))

    def field(self, meta: Meta, children: Children) -> lines.ActField:
        name, type_, source, *onto, spelt = children
        targets = [t for t in onto if t is not None]
        names, limits = tuple(name for name, _ in targets), tuple((name, cards) for name, cards in targets if cards is not None)
        return lines.ActField(str(name), str(type_), source, names, text_or_empty(spelt), limits, place=self.at(meta))

    def target(self, meta: Meta, children: Children) -> tuple[str, Expr | None]:
        return str(children[0]), children[1]

    def act(self, meta: Meta, children: Children) -> lines.Act:
        return lines.Act(str(children[0]), tuple(c for c in children[1:] if c is not None), place=self.at(meta))

    def show(self, meta: Meta, children: Children) -> lines.Show:
        return lines.Show(str(children[0]), children[1], place=self.at(meta))

    def define(self, meta: Meta, children: Children) -> lines.Define:
        name, param, body = children
        return lines.Define(str(name), text_or_empty(param), body, place=self.at(meta))

    def predicate(self, meta: Meta, children: Children) -> lines.Define:
        param, name, body = children
        return lines.Define(str(name), str(param), body, True, place=self.at(meta))

    def kind(self, meta: Meta, children: Children) -> lines.Kind:
        return lines.Kind(str(children[0]), place=self.at(meta))

    # what is done and what befalls
    def to(self, meta: Meta, children: Children) -> lines.To:
        return lines.To(tuple(str(c) for c in children), place=self.at(meta))

    def at_(self, meta: Meta, children: Children) -> lines.At:
        return lines.At(str(children[0]), place=self.at(meta))

    def whenever(self, meta: Meta, children: Children) -> lines.Whenever:
        each, source, condition = children
        return lines.Whenever(text_or_empty(each), source, condition, place=self.at(meta))

    def allow(self, meta: Meta, children: Children) -> lines.Judge:
        return lines.Judge("allow", None, children[0], place=self.at(meta))

    def require(self, meta: Meta, children: Sequence[Expr | None]) -> lines.Judge:
        return lines.Judge("require", children[0], children[1], place=self.at(meta))

    def forbid(self, meta: Meta, children: Children) -> lines.Judge:
        return lines.Judge("forbid", None, children[0], place=self.at(meta))

    def then(self, meta: Meta, children: Children) -> lines.Then:
        effect, each, source, when = children
        return lines.Then(effect, text_or_empty(each), source, when, place=self.at(meta))

    award, charge = score_of(1), score_of(-1)
    draw, move, move_all, lay = effect_of("draw"), effect_of("move"), effect_of("move all"), effect_of("lay")
    join, becomes, raise_event, settle = effect_of("join"), effect_of("becomes"), effect_of("raise"), effect_of("settle")
    end_deal, end_match = effect_of("end deal"), effect_of("end match")
