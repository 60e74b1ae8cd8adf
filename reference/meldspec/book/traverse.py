"""Iteration over the resolved lines of a book and their expressions, and which lines can hold at once."""

from __future__ import annotations

from collections.abc import Iterator

from meldspec.book.core import FIELDS, Core, Tag, children, held
from meldspec.book.flat import Book, inner_tags, own_line
from meldspec.book.sheet import ActLine, AwardLine, Declared, EffectLine, JudgeLine, Sheet, Standing, TermLine
from meldspec.language import lines

Line = JudgeLine | EffectLine | AwardLine | Standing | TermLine | ActLine | Declared
Written = lines.Formal | lines.Judge | lines.Then | lines.Award


def written_lines(book: Book) -> Iterator[tuple[Tag, Written]]:
    """Every numbered line of a book as it is written, with its tag; a standing rule's head is one, other heads are not."""
    for tag, node in book.formal():
        if own_line(node):
            yield tag, node
        if isinstance(node, lines.Block):
            yield from inner_tags(tag, node)


def all_lines(sheet: Sheet) -> Iterator[Line]:
    """Every resolved line but the definitions; a standing rule's effects come after its head."""
    yield from sheet.declared
    yield from sheet.acts
    yield from sheet.kinds
    yield from sheet.judges
    for group in (*sheet.effects.values(), *sheet.events.values()):
        yield from group
    # A standing rule has a line of its own, its condition; its effects are lines beside it.
    for rule in sheet.standing:
        yield rule
        yield from rule.effects
    yield from sheet.awards


def expressions(line: Line) -> tuple[Core, ...]:
    """The expressions of one line; those of a standing rule's effects are their own lines'."""
    names = (name for name in FIELDS[type(line)] if name != "effects")
    return tuple([core for name in names for core in held(getattr(line, name))])


def listed(line: Line) -> set[tuple[str, str]]:
    """The names that a line lists outside its expressions, each with its sort: places of plays, sets within sets."""
    match line:
        case ActLine(_, _, fields):
            return {("cell", place) for field in fields for place in field.onto}
        case Declared(_, lines.Cards(_, items) | lines.Worth(_, items)):
            return {("set", item) for item in items}
        case _:
            return set()


def below(core: Core) -> Iterator[Core]:
    """An expression and everything in it, terms unopened."""
    yield core
    for child in children(core):
        yield from below(child)


def together(one: Tag, other: Tag) -> bool:
    """Whether two lines can be in force at once: they are not of two readings of one question."""
    return not one.question or one.question != other.question or one.reading == other.reading
