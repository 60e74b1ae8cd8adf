"""Lark's parse of one logical line → the line's node (without the lines that stand under it)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any as Anything

from lark.tree import Meta
from lark.visitors import v_args

from meldspec.language import lines
from meldspec.language.expressions import Children, Expressions, Make
from meldspec.language.tree import Node

NODES: dict[str, Make] = {
    "book": lines.Text,
    "question": lines.Question,
    "reading": lines.Reading,
    "options_need": lines.OptionsNeed,
    "sides": lines.Sides,
    "cards": lines.Cards,
    "event": lines.Event,
    "show": lines.Show,
    "kind": lines.Kind,
    "at_": lines.At,
}
LISTS: dict[str, Make] = {"order": lines.Order, "phases": lines.Phases, "to": lines.To}


def clause_of(how: str) -> Callable[..., lines.Clause]:
    """A rule that makes the head of a clause, a replacement or a removal."""
    return lambda self, meta, children: lines.Clause(how, *children, place=self.at(meta))


def effect_of(verb: str) -> Callable[..., lines.Effect]:
    """A rule that makes an effect out of expressions, and perhaps a word."""

    def make(self: FormalLines, meta: Meta, children: Children) -> lines.Effect:
        parts: Children = tuple(child for child in children if isinstance(child, Node))
        # `the` in `end the deal` is a token too, and no part of the effect.
        words = [child for child in children if isinstance(child, str) and child != "the"]
        return lines.Effect(verb, tuple(parts), "".join(words), place=self.at(meta))

    return make


def score_of(sign: int) -> Callable[..., lines.Award]:
    """A rule that makes an award or a charge."""

    def make(self: FormalLines, meta: Meta, children: Children) -> lines.Award:
        points, each, source, when = children
        return lines.Award(sign, points, each or "", source, when, place=self.at(meta))

    return make


def judge_of(mode: str) -> Callable[..., lines.Judge]:
    """A rule that makes a permission, a duty or a bar: only a duty has something that it requires."""
    return lambda self, meta, children: lines.Judge(mode, *([None, *children][-2:]), place=self.at(meta))


def part_of(name: str) -> Callable[..., tuple[str, tuple[Anything, ...]]]:
    """A rule that makes a part of what the line stands under, told by its name."""
    return lambda self, meta, children: (name, tuple(children))


@v_args(meta=True)
class FormalLines(Expressions):
    """Turns the rules of `rules.lark` into lines."""

    nodes, lists = Expressions.nodes | NODES, Expressions.lists | LISTS

    # heads
    def variant(self, meta: Meta, children: Children) -> lines.Text:
        book, extends, title = children
        return lines.Text(book, title, extends, place=self.at(meta))

    def chapter(self, meta: Meta, children: Children) -> lines.Chapter:
        number, name, title = children
        return lines.Chapter(int(number), name, title, place=self.at(meta))

    clause, replace, drop = clause_of("clause"), clause_of("replace"), clause_of("drop")

    def read(self, meta: Meta, children: Children) -> lines.Clause:
        question, reading, because = children
        return lines.Clause("read", question, because, reading=reading, place=self.at(meta))

    # where a clause comes from
    def cited(self, meta: Meta, children: Children) -> tuple[int, int]:
        return int(children[0]), int(children[-1])

    def cites(self, meta: Meta, children: Children) -> tuple[str, tuple[lines.Cites]]:
        source, *ranges = children
        return "cites", (lines.Cites(source, tuple(c for c in ranges if c is not None), place=self.at(meta)),)

    facts, covers, arises, note = part_of("facts"), part_of("covers"), part_of("arises"), part_of("notes")

    # doubt
    def default(self, meta: Meta, children: Children) -> tuple[str, tuple[tuple[Anything, ...]]]:
        return "default", (tuple(children),)

    # what there is
    def option(self, meta: Meta, children: Children) -> lines.Option:
        name, *numbers, default = children
        return lines.Option(name, tuple(map(int, numbers)), int(default), place=self.at(meta))

    def deck(self, meta: Meta, children: Children) -> lines.Deck:
        count, ranks, suits = children
        return lines.Deck(count, ranks, suits or (), place=self.at(meta))

    def worth(self, meta: Meta, children: Children) -> lines.Worth:
        points, items = children
        return lines.Worth(int(points), items, place=self.at(meta))

    def place(self, meta: Meta, children: Children) -> lines.PlaceLine:
        name, owner, numbered, form, shown = children
        low, high = numbered or (0, None)
        return lines.PlaceLine(name, owner or "", form, shown or "", int(low), high, place=self.at(meta))

    def keep(self, meta: Meta, children: Children) -> lines.Keep:
        name, owner, type_, starting = children
        return lines.Keep(name, owner or "", type_, starting, place=self.at(meta))

    def field(self, meta: Meta, children: Children) -> lines.ActField:
        name, type_, source, *onto, spelt = children
        targets = [target for target in onto if target is not None]
        names, limits = tuple(name for name, _ in targets), tuple((name, cards) for name, cards in targets if cards is not None)
        return lines.ActField(name, type_, source, names, spelt or "", limits, place=self.at(meta))

    def act(self, meta: Meta, children: Children) -> lines.Act:
        name, *fields = children
        return lines.Act(name, tuple(f for f in fields if f is not None), place=self.at(meta))

    def define(self, meta: Meta, children: Children) -> lines.Define:
        name, param, body = children
        return lines.Define(name, param or "", body, place=self.at(meta))

    def predicate(self, meta: Meta, children: Children) -> lines.Define:
        param, name, body = children
        return lines.Define(name, param, body, True, place=self.at(meta))

    # what is done and what befalls
    def whenever(self, meta: Meta, children: Children) -> lines.Whenever:
        each, source, condition = children
        return lines.Whenever(each or "", source, condition, place=self.at(meta))

    def then(self, meta: Meta, children: Children) -> lines.Then:
        effect, each, source, when = children
        return lines.Then(effect, each or "", source, when, place=self.at(meta))

    line = rank = Expressions.only_part
    nothing = part_of("nothing")
    answer = numbered = target = Expressions.parts
    allow, require, forbid = judge_of("allow"), judge_of("require"), judge_of("forbid")
    award, charge = score_of(1), score_of(-1)
    draw, move, move_all, lay = effect_of("draw"), effect_of("move"), effect_of("move all"), effect_of("lay")
    join, becomes, raise_event, settle = effect_of("join"), effect_of("becomes"), effect_of("raise"), effect_of("settle")
    end_deal, end_match = effect_of("end deal"), effect_of("end match")
