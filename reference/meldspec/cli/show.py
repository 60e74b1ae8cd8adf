"""`meldspec show`: a variant as one flat book."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

import click

from meldspec.book.flat import Book, Entry
from meldspec.cli._books import book_named, columns, dropped_from, library_below, meant, origin_of
from meldspec.cli._options import spec_option
from meldspec.language import lines
from meldspec.language.format import format_clause
from meldspec.language.spelling import format_line


@click.command("show", short_help="Print the flat book of a variant.")
@click.argument("variant")
@click.option("--clause", "clause_id", metavar="ID", help="Only this clause.")
@click.option("--origin", is_flag=True, help="Only where each clause comes from, and what was dropped.")
@spec_option
def command(variant: str, clause_id: str | None, origin: bool, spec: Path | None) -> None:
    """Print the flat book of a variant.

    It is rules text in canonical form, a book of its own; in a variant a note at each clause says where it comes from.
    """
    book = book_named(library_below(spec), variant)
    entries = book.entries if clause_id is None else (_chosen(book, clause_id),)
    if origin:
        click.echo("\n".join(columns([*_origins(book, entries), *(_drops(book) if clause_id is None else ())])))
    elif clause_id is not None:
        click.echo(format_clause(_marked(book, entries[0])))
    else:
        click.echo("\n\n".join(_text(book)))


def _chosen(book: Book, clause_id: str) -> Entry:
    """The entry of one clause, or an error that says why there is none."""
    entries = book.by_id()
    if gone := dropped_from(book, clause_id):
        raise gone
    if clause_id not in entries:
        raise click.UsageError(f"{book.name} has no clause '{clause_id}'{meant(clause_id, entries)}")
    return entries[clause_id]


def _text(book: Book) -> Iterator[str]:
    """The whole book, part by part: its head, then each chapter with its clauses."""
    yield format_line(lines.Text(book.name, book.title))
    for (number, name), entries in groupby(book.entries, key=lambda entry: entry.chapter[:2]):
        group = list(entries)
        yield format_line(lines.Chapter(number, name, group[0].chapter[2]))
        yield from (format_clause(_marked(book, entry)) for entry in group)


def _marked(book: Book, entry: Entry) -> lines.Clause:
    """A clause as one of this book's own, in a variant with a note that says where it comes from."""
    told = origin_of(entry, book)
    notes = (f"{told[0].upper()}{told[1:]}.", *entry.clause.notes) if book.ancestors else entry.clause.notes
    return replace(entry.clause, how="clause", notes=notes)


def _origins(book: Book, entries: Sequence[Entry]) -> Iterator[tuple[str, str, str]]:
    """Where each clause comes from, as rows."""
    for entry in entries:
        yield entry.clause.id, origin_of(entry, book), entry.clause.title


def _drops(book: Book) -> Iterator[tuple[str, str, str]]:
    """What the book does without, as rows."""
    for dropped in book.dropped:
        yield dropped.clause.id, f"dropped by {dropped.origin}", dropped.why
