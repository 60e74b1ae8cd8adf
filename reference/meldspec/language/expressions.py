"""The parse of one logical line → the line's node, expressions and all, without the lines that stand under it."""

from collections.abc import Callable, Sequence
from typing import Any as Anything

from meldspec.language import lines, tree
from meldspec.language.forms import FORMS, Form
from meldspec.language.problems import Place
from meldspec.language.vocabulary import EFFECTS, VOCABULARY

Children = Sequence[Anything]
Span = tuple[int, int, int, int] | None
"""Where a rule was read within its logical line: line and column, both from 1, and those behind it; none of an empty one."""
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


def part_of(name: str) -> Callable[..., tuple[str, tuple[Anything, ...]]]:
    """A rule that makes a part of what the line stands under, told by its name."""
    return lambda self, span, children: (name, tuple(children))


class Nodes:
    """Turns the rules of the grammar into nodes: by their forms, their words, or a method of their own."""

    def __init__(self, file: str, first_line: int) -> None:
        self.file, self.first_line = file, first_line

    def at(self, span: Span) -> Place:
        """The place of a rule: the parse counts lines from 1 within the logical line."""
        if span is None:
            return Place(self.file, self.first_line)
        line, column, end_line, end_column = span
        # Of a thing on several lines its first character is marked: carets cannot go round a corner.
        return Place(self.file, self.first_line + line - 1, column, end_column if end_line == line else column + 1)

    def word(self, terminal: str, text: str) -> str:
        """What a word, a number or a quotation (without its marks) stays as."""
        return text[1:-1] if terminal == "STRING" else text

    def node(self, rule: str, span: Span, children: Children) -> Anything:
        """What a rule makes of what its parts have made: by a method of its own, by its form, an effect, or a word of the
        vocabulary."""
        if (own := METHODS.get(rule)) is not None:
            return own(self, span, children)
        if rule in FORMS:
            return node_of(FORMS[rule], children, self.at(span))
        if rule in VERBS:
            parts: Children = [child for child in children if isinstance(child, tree.Node)]
            # `the` in `end the deal` is a token too, and no part of the effect.
            words = [child for child in children if isinstance(child, str) and child != "the"]
            return lines.Effect(VERBS[rule], tuple(parts), "".join(words), place=self.at(span))
        # A rule that is none of these is a KeyError in the first text that says it; a test finds it before.
        article = VOCABULARY[rule].article
        return tree.Phrase(rule, tuple(children[article:]), article and bool(children[0]), place=self.at(span))

    def no(self, span: Span, children: Children) -> tree.Name:
        return tree.Name("no", place=self.at(span))

    def card(self, span: Span, children: Children) -> tree.Name:
        return tree.Name(str(children[0]), place=self.at(span))

    def cited(self, span: Span, children: Children) -> tuple[int, int]:
        return int(children[0]), int(children[-1])

    def place(self, span: Span, children: Children) -> tree.Node:
        name, owner, numbered, *rest = children
        return node_of(FORMS["place"], (name, owner, *(numbered or (None, None)), *rest), self.at(span))

    def field(self, span: Span, children: Children) -> lines.ActField:
        name, type_, source, *onto, spelt = children
        targets = [target for target in onto if target is not None]
        names, limits = tuple(name for name, _ in targets), tuple((name, cards) for name, cards in targets if cards is not None)
        return lines.ActField(name, type_, source, names, spelt or "", limits, place=self.at(span))

    def default(self, span: Span, children: Children) -> tuple[str, tuple[tuple[Anything, ...]]]:
        return "default", (tuple(children),)

    def arises_never(self, span: Span, children: Children) -> tuple[str, tuple[bool]]:
        """`arises with no full pack`"""
        return "no_full_pack", (True,)

    def witness(self, span: Span, children: Children) -> tuple[str, tuple[str]]:
        """`witness program`"""
        return "witness", ("program",)

    def only_part(self, span: Span, children: Children) -> Anything:
        """A rule around one other thing."""
        return children[0]

    def parts(self, span: Span, children: Children) -> tuple[Anything, ...]:
        """A rule that only keeps its parts together."""
        return tuple(children)

    facts, covers, arises, note, nothing = map(part_of, ("facts", "covers", "arises", "notes", "nothing"))
    line = rank = which = parens = body = carditem = look = only_part
    arm = cardset = answer = numbered = target = parts


METHODS: dict[str, Callable[..., Anything]] = {
    name: own for name, own in vars(Nodes).items() if callable(own) and name not in ("__init__", "at", "word", "node")
}
"""The rules that have a method of their own."""
