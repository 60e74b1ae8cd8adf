"""The vocabulary beside all that must know its words: grammar, name pattern, README, compiled forms and meanings."""

import re
from pathlib import Path

import pytest
from tests.engine.variants import library, sheet_of

from meldspec.book.core import Op
from meldspec.book.sheet import all_lines, below, expressions
from meldspec.book.words import OPERATIONS
from meldspec.definition.words import WORDS
from meldspec.engine.compile.expressions import FORMS as COMPILED
from meldspec.language import lines, tree
from meldspec.language.expressions import VERBS, Nodes
from meldspec.language.forms import FORMS
from meldspec.language.grammar import keywords, parser
from meldspec.language.stored import KINDS
from meldspec.language.vocabulary import ATTRIBUTES, CONNECTIVES, EFFECTS, JOINING, NAME, RESERVED, VOCABULARY, Operand, Said

GRAMMAR = Path(__file__).resolve().parents[2] / "grammar"
AS_THEY_STAND = {"option", "and", "or", "choose", "numbers"}
"""What the definition reads where it stands: not all of the operands may be looked at, or a fault of the book be told."""


def grammar_lines() -> dict[str, str]:
    """The alternatives of the grammar by their names, as the vocabulary would say them, without the sorts of the operands."""
    words = keywords()
    found: dict[str, str] = {}
    for rule in parser().rules:
        names = [symbol.name for symbol in rule.expansion]
        name = rule.alias or rule.origin.name
        # An optional `the` makes two expansions of one line; the longer comes first.
        if not name.startswith("_"):
            found.setdefault(name, " ".join(words.get(part, part) for part in names))
    return found


@pytest.mark.parametrize("name", VOCABULARY)
def test_every_word_is_said_in_the_grammar_as_in_its_entry(name: str) -> None:
    """A word of the vocabulary has a line of its name in the grammar, with the same words and operands."""
    assert grammar_lines()[name] == as_in_the_grammar(VOCABULARY[name])


def test_every_line_of_the_grammar_is_known() -> None:
    """What the grammar can say has a method, a form, an effect or a word; a form alone may have a method besides."""
    inlined = {rule.origin.name for rule in parser().rules if rule.options.expand1 and rule.alias is None}
    methods = {name for name in grammar_lines() if hasattr(Nodes, name)} - FORMS.keys()
    homes = [methods, FORMS.keys(), VERBS.keys(), VOCABULARY.keys()]
    assert sorted(name for home in homes for name in home) == sorted(grammar_lines().keys() - inlined)


@pytest.mark.parametrize("name", [name for name in FORMS if name not in ("place", "quant") and "*" not in FORMS[name].said])
def test_every_form_is_said_in_the_grammar_as_in_its_entry(name: str) -> None:
    """A line or an expression has the same words and operands in its form as in the grammar."""
    assert grammar_lines()[name] == as_in_the_grammar(FORMS[name])


@pytest.mark.parametrize("verb", EFFECTS)
def test_every_effect_is_said_in_the_grammar_as_in_its_entry(verb: str) -> None:
    """What a `then` line can do is said by the same words and operands in the grammar, and changes only what it has."""
    effect = EFFECTS[verb]
    assert grammar_lines()[effect.rule or verb] == as_in_the_grammar(effect)
    assert all(number < len(effect.types) for number in effect.changes)


def as_in_the_grammar(entry: Said) -> str:
    """An entry as the grammar says it; an effect's target and what play could come to are ordinary there."""
    usual = {"target": "prim", "goal": "neg"}
    said = " ".join(usual.get(part.rule, part.rule) if isinstance(part, Operand) else part for part in entry.parts)
    return f"the {said}" if entry.article else said


def test_every_node_has_a_form() -> None:
    """Whatever a tree may hold can be written and kept: by its form, or as a phrase, an effect, or a field of an act."""
    declared = {kind for module in (tree, lines) for kind in vars(module).values() if isinstance(kind, type)}
    assert set(KINDS) == {kind for kind in declared if issubclass(kind, tree.Node)} - {tree.Node}


def test_lines_go_on_with_words_of_the_language() -> None:
    """What a line may go on with below is a comma, a connective, or a word of the vocabulary."""
    words = {word for entry in VOCABULARY.values() for run in entry.fixed for word in run.split()}
    assert JOINING.issubset({",", *CONNECTIVES, *words})


def test_no_word_of_an_expression_can_be_a_name() -> None:
    """The grammar reserves the words of the vocabulary and those that hold a line together, and no others."""
    text = (GRAMMAR / "words.lark").read_text(encoding="utf-8")
    listed = re.search(r"NAME: /\(\?! \( ([^)]*)\)", text)
    assert listed is not None
    reserved = listed.group(1).replace("|", " ").split()
    assert reserved == sorted(RESERVED)


def test_every_word_is_in_the_readme() -> None:
    """The page about the language says every word of the vocabulary; that `not` may stand in one goes without saying."""
    page = (GRAMMAR / "README.md").read_text(encoding="utf-8")
    words = page[page.index("## Words") : page.index("## Small print")]
    said = " · ".join(re.findall(r"`([^`]*)`", words))
    entries = {name: word for name, word in VOCABULARY.items() if not word.negates and not word.mend}
    assert not [name for name, word in entries.items() for run in word.fixed if not re.search(rf"\b{run}\b", said)]
    assert not [word for word in ATTRIBUTES if f"`{word}`" not in words]


def test_every_operation_has_a_compiled_form_and_a_meaning() -> None:
    """No word is understood that the engine or the definition does not know, and neither knows a word that nobody can say."""
    # Options are filled in before anything is compiled.
    assert {"option", *COMPILED} == OPERATIONS
    assert AS_THEY_STAND | WORDS.keys() == OPERATIONS


def test_every_operation_of_the_books_is_a_word() -> None:
    """What the lines of all books come to is made of words of the vocabulary alone."""
    used = set()
    for name in library().names():
        cores = (core for line in all_lines(sheet_of(name)) for core in expressions(line))
        used |= {node.op for core in cores for node in below(core) if isinstance(node, Op)}
    assert used <= OPERATIONS


def test_connectives_are_no_words_with_operands() -> None:
    """What holds a line together and what says something of its operands are told apart, but for `not` in `is not`."""
    fixed = {word for entry in VOCABULARY.values() for run in entry.fixed for word in run.split()}
    assert fixed & CONNECTIVES == {"not"}
    assert NAME not in RESERVED
