"""Lark's parse of one logical line → the line's node, expressions and all, without the lines that stand under it."""

from collections.abc import Callable, Sequence
from typing import Any as Anything

from lark import Token, Transformer
from lark.tree import Meta
from lark.visitors import v_args

from meldspec.language import lines, tree
from meldspec.language.forms import FORMS, Form
from meldspec.language.problems import Place
from meldspec.language.vocabulary import EFFECTS, VOCABULARY

Children = Sequence[Anything]
VERBS = {effect.rule or verb: verb for verb, effect in EFFECTS.items()}
"""The effects by their rules."""
LEFT_OUT = {"NAME": "", "which": "", "cardset": ()}
"""What a field is of which nothing is said; of other rules it is none."""


def value(rule: str, child: Anything) -> Anything:
    """What a field is that is written by a rule."""
    if rule == "INT":
        return int(child or 0)
    return LEFT_OUT.get(rule) if child is None else child


def node_of(form: Form, children: Children, place: Place) -> tree.Node:
    """The node of what stands in a form."""
    given = list(children[form.article :])
    for number, operand in enumerate(form.operands):
        if operand.rule.endswith("*"):
            # Whatever the other operands leave; nothing but a gap where the whole list is left out.
            end = len(given) - (len(form.operands) - number - 1)
            given[number:end] = [tuple(value(operand.rule[:-1], one) for one in given[number:end] if one is not None)]
    fields = {operand.sort: value(operand.rule, child) for operand, child in zip(form.operands, given, strict=True)}
    if form.article:
        fields["article"] = bool(children[0])
    return form.kind(**fields, **form.always, place=place)


def unquoted(token: Token) -> str:
    """The text between the quotation marks."""
    return str(token)[1:-1]


def part_of(name: str) -> Callable[..., tuple[str, tuple[Anything, ...]]]:
    """A rule that makes a part of what the line stands under, told by its name."""
    return lambda self, meta, children: (name, tuple(children))


class Words(Transformer[Token, Anything]):
    """Words and numbers as they are written, a quotation without its marks."""

    # One attribute for each terminal that stays in the parse: Lark asks for them by name, and what is found costs less than
    # `__default_token__`, which is called where nothing is. They stand in a class of their own since `v_args` wraps methods.
    THE = SOME = EVERY = NO = NAME = DOTTED = FACT = CARD = INT = str
    STRING = staticmethod(unquoted)


@v_args(meta=True)
class Nodes(Words):
    """Turns the rules of the grammar into nodes: by their forms, their words, or a method of their own."""

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
        """What a rule without a method of its own makes: a node by its form, an effect, or a word of the vocabulary."""
        if data in FORMS:
            return node_of(FORMS[data], children, self.at(meta))
        if data in VERBS:
            parts: Children = [child for child in children if isinstance(child, tree.Node)]
            # `the` in `end the deal` is a token too, and no part of the effect.
            words = [child for child in children if isinstance(child, str) and child != "the"]
            return lines.Effect(VERBS[data], tuple(parts), "".join(words), place=self.at(meta))
        # A rule that is none of these is a KeyError in the first text that says it; a test finds it before.
        article = VOCABULARY[data].article
        return tree.Phrase(str(data), tuple(children[article:]), article and bool(children[0]), place=self.at(meta))

    def no(self, meta: Meta, children: Children) -> tree.Name:
        return tree.Name("no", place=self.at(meta))

    def card(self, meta: Meta, children: Children) -> tree.Name:
        return tree.Name(str(children[0]), place=self.at(meta))

    def cited(self, meta: Meta, children: Children) -> tuple[int, int]:
        return int(children[0]), int(children[-1])

    def place(self, meta: Meta, children: Children) -> tree.Node:
        name, owner, numbered, *rest = children
        return node_of(FORMS["place"], (name, owner, *(numbered or (None, None)), *rest), self.at(meta))

    def field(self, meta: Meta, children: Children) -> lines.ActField:
        name, type_, source, *onto, spelt = children
        targets = [target for target in onto if target is not None]
        names, limits = tuple(name for name, _ in targets), tuple((name, cards) for name, cards in targets if cards is not None)
        return lines.ActField(name, type_, source, names, spelt or "", limits, place=self.at(meta))

    def default(self, meta: Meta, children: Children) -> tuple[str, tuple[tuple[Anything, ...]]]:
        return "default", (tuple(children),)

    def arises_never(self, meta: Meta, children: Children) -> tuple[str, tuple[bool]]:
        """`arises with no full pack`"""
        return "no_full_pack", (True,)

    def witness(self, meta: Meta, children: Children) -> tuple[str, tuple[str]]:
        """`witness program`"""
        return "witness", ("program",)

    def only_part(self, meta: Meta, children: Children) -> Anything:
        """A rule around one other thing."""
        return children[0]

    def parts(self, meta: Meta, children: Children) -> tuple[Anything, ...]:
        """A rule that only keeps its parts together."""
        return tuple(children)

    facts, covers, arises, note, nothing = map(part_of, ("facts", "covers", "arises", "notes", "nothing"))
    line = rank = which = parens = body = carditem = look = only_part
    arm = cardset = answer = numbered = target = parts
