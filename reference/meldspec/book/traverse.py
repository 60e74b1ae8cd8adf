"""Iteration over the resolved lines of a book and their expressions, and which lines can hold at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from meldspec.book.core import Core, Tag, children
from meldspec.book.flat import Book, inner_tags, own_line
from meldspec.book.sheet import ActLine, AwardLine, Declared, EffectLine, JudgeLine, Loop, Sheet, Standing, TermLine
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
    match line:
        case JudgeLine(_, _, _, require, when):
            return _there(require, when)
        case EffectLine(_, _, parts, _, loop, when):
            return (*parts, *_there(_source(loop), when))
        case AwardLine(_, _, points, loop, when):
            return (points, *_there(_source(loop), when))
        case Standing(_, loop, condition, _):
            return (condition, *_there(_source(loop)))
        case TermLine(_, _, _, body):
            return (body,)
        case ActLine(_, _, fields):
            return _there(*(core for field in fields for core in (field.source, *(cards for _, cards in field.limits))))
        case Declared(_, _, value):
            return _there(value)
        case _:
            assert_never(line)


def listed(line: Line) -> set[tuple[str, str]]:
    """The names that a line lists outside its expressions, each with its sort: places of plays, sets within sets."""
    match line:
        case ActLine(_, _, fields):
            return {("cell", place) for field in fields for place in field.onto}
        case Declared(_, lines.Cards(_, items) | lines.Worth(_, items)):
            return {("set", item) for item in items}
        case _:
            return set()


def _source(loop: Loop | None) -> Core | None:
    return None if loop is None else loop.source


def _there(*cores: Core | None) -> tuple[Core, ...]:
    return tuple(core for core in cores if core is not None)


def below(core: Core) -> Iterator[Core]:
    """An expression and everything in it, terms unopened."""
    yield core
    for child in children(core):
        yield from below(child)


def together(one: Tag, other: Tag) -> bool:
    """Whether two lines can be in force at once: they are not of two readings of one question."""
    return not one.question or one.question != other.question or one.reading == other.reading
