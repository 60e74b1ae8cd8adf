"""Names that mean two things: a declared name that is a built-in word, a phase or a field named like something else."""

from __future__ import annotations

from collections.abc import Iterator

from meldspec.book.checks.cards import SEATS
from meldspec.book.make_sheet import EVENTS
from meldspec.book.sheet import Sheet
from meldspec.book.words import CONSTANTS, TABLE_WORDS
from meldspec.language import lines
from meldspec.language.place import Place
from meldspec.language.problems import Diagnostic
from meldspec.language.vocabulary import ATTRIBUTES

ALONE = frozenset((*CONSTANTS, *TABLE_WORDS, "player", "side", "cards", "new", "it"))
"""Words that mean something without a declaration when they stand alone."""
BUILT_IN = ALONE | frozenset(ATTRIBUTES)
"""These, and the words that take `of`."""
NAMED = lines.Option | lines.Cards | lines.PlaceLine | lines.Keep | lines.Define | lines.Kind
"""Declarations of a name that may stand in an expression."""


def check_words(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Every declared name beside the built-in words and beside the others."""
    phases: dict[str, Place] = {}
    symbols = sheet.symbols
    names = {name for sort in (symbols.options, symbols.sets, symbols.places, symbols.keeps, symbols.terms) for name in sort}
    types: dict[str, str] = {}
    for _, node in sheet.book.formal():
        match node:
            case lines.Phases():
                problems += _phases(node, phases, names)
            case lines.Event(name) if name in EVENTS:
                problems.append(_clash(name, node.place, "an event"))
            case lines.Act():
                problems += _fields(node, names, types)
            # `players` is a word of `of`, and by name the option that says how many play.
            case lines.Option(name) if name == SEATS:
                pass
            case _ if isinstance(node, NAMED) and node.name in BUILT_IN:
                problems.append(_clash(node.name, node.place, "a word"))
            case _:
                pass


def _clash(name: str, place: Place, sort: str) -> Diagnostic:
    """A name that is taken by the language."""
    found, expected = f"a declaration of '{name}', which is {sort} of the language", "a name that the language leaves free"
    return Diagnostic("clash", place, found, expected, f"give it another name, such as 'own-{name}'")


def _phases(node: lines.Phases, phases: dict[str, Place], names: set[str]) -> Iterator[Diagnostic]:
    """Phases named twice, or like something else."""
    for name in node.names:
        if name in ALONE:
            yield _clash(name, node.place, "a word")
        elif name in phases:
            found, mend = f"a second phase '{name}'", f"the first one stands at {phases[name]}"
            yield Diagnostic("declared-twice", node.place, found, "every name declared once", mend)
        elif name in names:
            found = f"a phase '{name}' beside something else of that name"
            yield Diagnostic("clash", node.place, found, "every name declared once", "rename the phase")
        phases.setdefault(name, node.place)


def _fields(node: lines.Act, names: set[str], types: dict[str, str]) -> Iterator[Diagnostic]:
    """Fields of an act that hide another word, or have another type than in another act."""
    seen: set[str] = set()
    for field in node.fields:
        name = field.name
        if name in seen:
            found = f"a second field '{name}' of '{node.name}'"
            yield Diagnostic("declared-twice", field.place, found, "every field of an act with its own name", "rename one of them")
        elif name in ALONE:
            yield _clash(name, field.place, "a word")
        elif name in names:
            found = f"the field '{name}', which hides something else of that name"
            yield Diagnostic("clash", field.place, found, "a field with a name of its own", "rename the field")
        if types.setdefault(name, field.type) != field.type:
            found = f"the field '{name}' as {field.type}, which another act has as {types[name]}"
            yield Diagnostic("field-type", field.place, found, "one type for a field's name", "rename one of the fields")
        seen.add(name)
