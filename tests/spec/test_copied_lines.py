"""A variant says what is otherwise in it: few of its lines are lines of the book that it extends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from tests.book import toys
from tests.engine.variants import library

from meldspec.book.flat import Book
from meldspec.book.library import Books
from meldspec.compare.inline_terms import inlined
from meldspec.language import lines, tree

MOST = 190
"""So many lines of all variants together may be copies; 441 were before single lines could be changed."""

Terms = Mapping[str, lines.Define]
Told = tuple[str, object]
"""A line as it is held against others: under which sort of head it stands, and its tree with the terms inlined."""


def terms_of(book: Book) -> dict[str, lines.Define]:
    """The terms of a flat book that mean one thing, whatever is read."""
    found: dict[str, list[lines.Define]] = {}
    for _, node in book.formal():
        if isinstance(node, lines.Define):
            found.setdefault(node.name, []).append(node)
    return {name: defined[0] for name, defined in found.items() if len(defined) == 1}


def plain(node: Any, terms: Terms) -> Any:
    """A node with the terms in its expressions inlined."""
    if isinstance(node, tuple):
        return tuple(plain(one, terms) for one in node)
    if isinstance(node, tree.Expr):
        return inlined(node, terms)
    if isinstance(node, tree.Node):
        return replace(node, **{f.name: plain(getattr(node, f.name), terms) for f in fields(node) if f.name != "place"})
    return node


def told(nodes: Iterable[tree.Node], terms: Terms, head: str = "") -> Iterator[Told]:
    """Every line that stands there, those that are put at inherited ones too; a head is none, its condition is."""
    for node in nodes:
        if isinstance(node, lines.Put) and not node.head_only:
            yield from told(node.body, terms, head)
        elif isinstance(node, lines.Block):
            if isinstance(node, lines.Whenever):
                yield "whenever", plain(replace(node, body=()), terms)
            yield from told(node.body, terms, type(node).__name__)
        elif not isinstance(node, lines.LineChange):
            yield head, plain(node, terms)


def held(clause: lines.Clause) -> Iterator[tree.Node]:
    """The formal lines and changes of a clause as it is written, those of readings too."""
    yield from (*clause.body, *clause.changes)
    for question in clause.questions:
        for reading in question.readings:
            yield from (*reading.body, *reading.changes)


def copies(books: Books) -> dict[str, list[str]]:
    """For every variant the clauses in which it says again what its parent says, once for each line."""
    found: dict[str, list[str]] = {}
    for name, texts in books.texts.items():
        if not texts[0].extends:
            continue
        parent, mine = books.book(texts[0].extends), terms_of(books.book(name))
        theirs = terms_of(parent)
        known = {line for entry in parent.entries for line in told(held(entry.clause), theirs)}
        # A line that is put into an inherited block has no head of its own.
        known |= {("", line) for _, line in known}
        written = [clause for text in texts for chapter in text.chapters for clause in chapter.clauses]
        found[name] = [clause.id for clause in written for line in told(held(clause), mine) if line in known]
    return found


def test_few_lines_are_copied() -> None:
    """Whoever reads a variant reads what is otherwise in it, and not once more what it keeps."""
    found = copies(library())
    assert sum(map(len, found.values())) <= MOST, found


def test_a_copy_is_seen() -> None:
    """A line that the parent has is counted in whatever way it is said again, and what is otherwise is not."""
    base = """
        variant base extends toy "Base"

        chapter 20 ends "Ends"

        clause ends.out "Going out"
          | With few cards.
          define few: 3
          to draw
            forbid when at most few cards in the hand
            require no cards in the stock
    """
    child = """
        variant child extends base "Child"

        chapter 20 ends "Ends"

        replace clause ends.out "Going out"
          | With few cards.
          define little: 3
          to draw
            forbid when at most little cards in the hand
            require some cards in the stock
    """
    assert copies(toys.library(base, child)) == {"base": [], "child": ["ends.out"]}
