"""The parse of one logical line → the line's node, expressions and all, without the lines that stand under it."""

from collections.abc import Callable, Sequence
from typing import Any as Anything

from meldspec.language import lines, tree
from meldspec.language.forms import FORMS, Form
from meldspec.language.problems import Place
from meldspec.language.vocabulary import EFFECTS, VOCABULARY

Children = Sequence[Anything]
Span = tuple[int, int]
"""Where a rule was read within the text of its logical line: where it begins, and where it ends."""
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
    fields = {**form.beforehand, "place": place}
    given = children
    if form.article:
        fields["article"] = bool(children[0])
        given = children[1:]
    if form.several is not None:
        given = gathered(form, form.several, given)
    for operand, child in zip(form.operands, given, strict=True):
        fields[operand.sort] = child if child is not None and operand.rule != "INT" else value(operand.rule, child)
    return form.kind.whole(fields)


def gathered(form: Form, number: int, given: Children) -> Children:
    """The parts of a form with those as one that are a list; nothing but a gap where the whole list is left out."""
    # Whatever the other operands leave.
    end = len(given) - (len(form.operands) - number - 1)
    rule = form.operands[number].rule[:-1]
    listed = tuple([value(rule, one) for one in given[number:end] if one is not None])
    return [*given[:number], listed, *given[end:]]


def part_of(name: str) -> Callable[..., tuple[str, tuple[Anything, ...]]]:
    """A rule that makes a part of what the line stands under, told by its name."""
    return lambda self, span, children: (name, tuple(children))


class Nodes:
    """Turns the rules of the grammar into nodes: by their forms, their words, or a method of their own."""

    def __init__(self, file: str, first_line: int, text: str) -> None:
        self.file, self.first_line, self.text = file, first_line, text
        self.on_one_line = "\n" not in text

    def at(self, span: Span) -> Place:
        """The place of a rule: the logical line may stand on several lines of the file."""
        begin, end = span
        text = self.text
        if self.on_one_line:
            return Place(self.file, self.first_line, begin + 1, end + 1)
        line_begin = text.rfind("\n", 0, begin) + 1
        column = begin - line_begin + 1
        # Of a thing on several lines its first character is marked: carets cannot go round a corner.
        end_column = column + 1 if "\n" in text[begin:end] else end - line_begin + 1
        return Place(self.file, self.first_line + text.count("\n", 0, begin), column, end_column)

    def word(self, terminal: str, text: str) -> str:
        """What a word, a number or a quotation (without its marks) stays as."""
        return text[1:-1] if terminal == "STRING" else text

    def node(self, rule: str, span: Span, children: Children) -> Anything:
        """What a rule makes of what its parts have made."""
        # A rule that is none of these is a KeyError in the first text that says it; a test finds it before.
        return MAKERS[rule](self, span, children)

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


Maker = Callable[[Nodes, Span, Children], Anything]


def by_form(form: Form) -> Maker:
    """What makes the node of a form."""
    return lambda nodes, span, children: node_of(form, children, nodes.at(span))


def by_verb(verb: str) -> Maker:
    """What makes an effect."""

    def effect(nodes: Nodes, span: Span, children: Children) -> lines.Effect:
        parts: Children = [child for child in children if isinstance(child, tree.Node)]
        # `the` in `end the deal` is a token too, and no part of the effect.
        words = [child for child in children if isinstance(child, str) and child != "the"]
        return lines.Effect(verb, tuple(parts), "".join(words), place=nodes.at(span))

    return effect


def by_word(name: str, article: bool) -> Maker:
    """What makes a phrase of a word of the vocabulary."""

    def phrase(nodes: Nodes, span: Span, children: Children) -> tree.Phrase:
        said = article and bool(children[0])
        return tree.Phrase.whole({"word": name, "operands": tuple(children[article:]), "article": said, "place": nodes.at(span)})

    return phrase


METHODS: dict[str, Maker] = {
    name: own for name, own in vars(Nodes).items() if callable(own) and name not in ("__init__", "at", "word", "node")
}
"""The rules that have a method of their own."""
MAKERS: dict[str, Maker] = {
    **{name: by_word(name, word.article) for name, word in VOCABULARY.items()},
    **{rule: by_verb(verb) for rule, verb in VERBS.items()},
    **{rule: by_form(form) for rule, form in FORMS.items()},
    **METHODS,
}
"""What makes the node of each rule: a method of its own, its form, an effect, or a word of the vocabulary."""
