"""Whether every id that the data beside the books speaks of exists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from meldspec.protocol.case import Case
from meldspec.site.material import Material
from meldspec.site.printed import PrintedBook, line_ids
from meldspec.sources.ledger import Ledger

DOTTED = re.compile(r"(?:[a-z][a-z0-9-]*/)?([a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+)(?::\d+)?")
"""An id of a clause or question, or of a line, with or without the name of a book in front."""


def unknown_ids(material: Material) -> Iterator[str]:
    """A line for every id that stands for nothing: in the corpus, the profiles and the ledgers."""
    for book in material.books.values():
        yield from (wrong for case in material.cases.get(book.name, ()) for wrong in _case(case, book))
    for name, profile in material.profiles.items():
        where = f"profiles.yaml: {name}"
        if profile.variant in material.books:
            yield from _readings(where, profile.readings, material.books[profile.variant])
        else:
            yield f"{where}: there is no book {profile.variant}, expected one of: {', '.join(material.books)}"
    for ledger in material.ledgers:
        yield from _ledger(ledger, material)
    for variant in material.moot.keys() - material.books.keys():
        yield f"moot.yaml: there is no book {variant}, expected one of: {', '.join(material.books)}"


def _case(case: Case, book: PrintedBook) -> Iterator[str]:
    """Clauses, questions, lines and readings that a case names and its variant does not have."""
    lines = {id for article in book.articles.values() for id in line_ids(article.entry)}
    named = {
        "clause": {*case.about.clauses, *case.touches} - book.articles.keys(),
        "question": set(case.about.questions) - book.book.questions().keys(),
        "line": {line for behind in case.because for line in behind} - lines,
    }
    for what, ids in named.items():
        for id in sorted(ids):
            yield f"case {case.id}: {book.name} has no {what} {id}; write the corpus again"
    for world in case.worlds:
        yield from _readings(f"case {case.id}", world.readings, book)


def _readings(where: str, readings: Mapping[str, str], book: PrintedBook) -> Iterator[str]:
    """Questions and readings that a book does not have."""
    questions = book.book.questions()
    for id, reading in readings.items():
        if id not in questions:
            yield f"{where}: {book.name} has no question {id}"
        elif reading not in (names := [one.name for one in questions[id].readings]):
            yield f"{where}: the question {id} has no reading {reading}, expected one of: {', '.join(names)}"


def _ledger(ledger: Ledger, material: Material) -> Iterator[str]:
    """A source or variant that there is none of, and ids of clauses and questions that no book has."""
    if ledger.source and ledger.source not in material.sources:
        yield f"{ledger.file}: there is no source {ledger.source}, expected one of sources.yaml"
    if ledger.variant and ledger.variant not in material.books:
        if ledger.unfinished:
            return
        yield f"{ledger.file}: there is no book {ledger.variant}, expected one of: {', '.join(material.books)}"
    chosen = [material.books[ledger.variant]] if ledger.variant in material.books else material.books.values()
    known = {id for book in chosen for id in _ids(book)}
    for said in dict.fromkeys(ledger.strings()):
        if (hit := DOTTED.fullmatch(said)) and hit[1] not in known:
            yield f"{ledger.file}: {ledger.variant or 'the whole of the books'} has no clause or question {hit[1]}"


def _ids(book: PrintedBook) -> Iterator[str]:
    """The ids of all clauses and questions of a book, dropped clauses included."""
    yield from book.articles
    yield from book.book.questions()
    yield from (dropped.clause.id for dropped in book.book.dropped)
