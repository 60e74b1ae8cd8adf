"""The vocabulary beside all that must know its words: grammar, name pattern, README, compiled forms and meanings."""

import re
from pathlib import Path

import pytest

from meldspec.book.checks.every import check_book
from meldspec.book.core import Op
from meldspec.book.library import read_library
from meldspec.book.traverse import all_lines, below, expressions
from meldspec.book.words import OPERATIONS
from meldspec.definition.words import WORDS
from meldspec.engine.compile.expressions import FORMS
from meldspec.language.formal import FormalLines
from meldspec.language.grammar import keywords, parser
from meldspec.language.vocabulary import ATTRIBUTES, CONNECTIVES, EFFECTS, NAME, RESERVED, VOCABULARY, Operand

GRAMMAR = Path(__file__).resolve().parents[2] / "grammar"
AS_THEY_STAND = {"option", "and", "or", "choose"}
"""What the definition reads where it stands, since not all of the operands may be looked at."""


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
    said = " ".join(part.rule if isinstance(part, Operand) else part for part in VOCABULARY[name].parts)
    line = grammar_lines()[name]
    assert line == (f"the {said}" if VOCABULARY[name].article else said)


def test_every_line_of_the_grammar_is_known() -> None:
    """What the grammar can say is made by a method, is a node of the tables or a word of the vocabulary, and one of them only."""
    inlined = {rule.origin.name for rule in parser().rules if rule.options.expand1 and rule.alias is None}
    methods = {name for name in grammar_lines() if hasattr(FormalLines, name)}
    homes = [methods, FormalLines.nodes.keys(), FormalLines.lists.keys(), VOCABULARY.keys()]
    assert sorted(name for home in homes for name in home) == sorted(grammar_lines().keys() - inlined)


def test_every_effect_is_said_in_the_grammar_with_its_operands() -> None:
    """What a `then` line can do are the effects of the vocabulary, each with as many operands as it has there."""
    said: dict[str, int] = {}
    for rule in parser().rules:
        if rule.origin.name == "effect":
            operands = sum(part.name in ("prim", "body") for part in rule.expansion)
            said[str(rule.alias)] = max(operands, said.get(str(rule.alias), 0))
    assert said == {{"raise": "raise_event"}.get(name, name).replace(" ", "_"): len(verb.types) for name, verb in EFFECTS.items()}
    assert all(len(verb.said) == len(verb.types) for verb in EFFECTS.values())


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
    assert {"option", *FORMS} == OPERATIONS
    assert AS_THEY_STAND | WORDS.keys() == OPERATIONS


def test_every_operation_of_the_books_is_a_word() -> None:
    """What the lines of all books come to is made of words of the vocabulary alone."""
    library = read_library()
    used = set()
    for name in library.names():
        sheet, _ = check_book(library, name)
        assert sheet is not None
        lines = (*all_lines(sheet), *sheet.terms)
        used |= {node.op for line in lines for core in expressions(line) for node in below(core) if isinstance(node, Op)}
    assert used <= OPERATIONS


def test_connectives_are_no_words_with_operands() -> None:
    """What holds a line together and what says something of its operands are told apart, but for `not` in `is not`."""
    fixed = {word for entry in VOCABULARY.values() for run in entry.fixed for word in run.split()}
    assert fixed & CONNECTIVES == {"not"}
    assert NAME not in RESERVED
