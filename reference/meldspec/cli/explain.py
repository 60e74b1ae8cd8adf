"""`meldspec explain`: one clause, question, line or fact, and everything about it."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from meldspec.book.flat import Book, Entry
from meldspec.cli._books import book_named, every_book, library_below, meant, spec_option
from meldspec.cli._explained import explained, question_explained
from meldspec.site.printed import line_ids

LISTED = re.compile(r"[A-Z]+-[A-Z]?[0-9]+[a-z]?")
"""An id of a fact or a doubt in the inventories: `OC-F109`, `MZ-A12`, `X-11`."""
Found = tuple[Book, Entry]


@click.command("explain", short_help="Print one clause: citations, readings, who replaces it, its tests.")
@click.argument("id_", metavar="ID")
@click.option("--variant", help="As it stands in this variant; otherwise in the book that it was written for.")
@spec_option
def command(id_: str, variant: str | None, spec: Path | None) -> None:
    """Print one clause: citations, readings, who replaces it, its tests.

    ID is that of a clause (pile.pair), of a question (pile.pair.wilds-beside), of a formal line (pile.pair:2),
    or of a fact or doubt that clauses carry and questions cover (OC-A12).
    """
    library = library_below(spec)
    books = every_book(library)
    chosen = books if variant is None else {variant: book_named(library, variant)}
    listed = LISTED.fullmatch(id_) is not None
    parts = list(_carriers(books, chosen, id_)) if listed else ["\n".join(_one(books, chosen, id_))]
    if not parts:
        raise _uncarried(chosen, id_)
    click.echo("\n\n".join(re.sub(r"\n{3,}", "\n\n", part).strip() for part in parts))


def _one(books: Mapping[str, Book], chosen: Mapping[str, Book], name: str) -> Iterator[str]:
    """The explanation of a clause, a line or a question."""
    clause_id, _, number = name.partition(":")
    for book in _by_home(chosen, clause_id):
        entry = book.by_id()[clause_id]
        if number and name not in line_ids(entry):
            last = len(line_ids(entry))
            raise click.UsageError(f"{clause_id} has no line {number} in {book.name}; its lines are numbered from 1 to {last}")
        return explained(books, book, entry, name if number else "")
    for book in chosen.values():
        for entry in book.entries:
            for question in entry.clause.questions:
                if f"{entry.clause.id}.{question.name}" == name:
                    return question_explained(books, book, entry, question)
    raise _unknown(chosen, name)


def _by_home(chosen: Mapping[str, Book], clause_id: str) -> list[Book]:
    """The books that have a clause, the one that it was written for first."""
    having = [book for book in chosen.values() if clause_id in book.by_id()]
    return sorted(having, key=lambda book: book.entry(clause_id).origin != book.name)


def _carriers(books: Mapping[str, Book], chosen: Mapping[str, Book], listed: str) -> Iterator[str]:
    """The clauses that carry a fact and the questions that cover a doubt, each where it was written."""
    told: set[int] = set()
    for book in chosen.values():
        for entry in book.entries:
            if id(entry.clause) in told:
                continue
            told.add(id(entry.clause))
            if listed in entry.clause.facts:
                yield "\n".join((f"{listed} is carried by", "", *explained(books, book, entry)))
            for question in entry.clause.questions:
                if listed in question.covers:
                    yield "\n".join((f"{listed} is covered by", "", *question_explained(books, book, entry, question)))


def _unknown(chosen: Mapping[str, Book], name: str) -> click.UsageError:
    """The error for an id that nothing has: where it went, if it was dropped, or what may have been meant."""
    for book in chosen.values():
        for dropped in book.dropped:
            if dropped.clause.id == name.partition(":")[0]:
                return click.UsageError(
                    f"{book.name} has no clause '{dropped.clause.id}': {dropped.origin} drops it ({dropped.why})"
                )
    known = [id_ for book in chosen.values() for id_ in (*book.by_id(), *book.questions())]
    where = f" in {', '.join(chosen)}" if chosen else ""
    return click.UsageError(f"no clause, question or line '{name}'{where}{meant(name.partition(':')[0], known)}")


def _uncarried(chosen: Mapping[str, Book], listed: str) -> click.UsageError:
    """The error for a fact or doubt that no clause speaks of."""
    clauses = [entry.clause for book in chosen.values() for entry in book.entries]
    known = {fact for clause in clauses for fact in clause.facts}
    known |= {doubt for clause in clauses for question in clause.questions for doubt in question.covers}
    return click.UsageError(f"no clause carries {listed}, and no question covers it{meant(listed, sorted(known))}")
