"""`meldspec variants`: the books that there are."""

from pathlib import Path

import click

from meldspec.book.flat import Book, tagged
from meldspec.cli._books import every_book, library_below
from meldspec.cli._options import spec_option
from meldspec.language import lines
from meldspec.language.problems import counted


@click.command("variants", short_help="List the variants and what each extends.")
@spec_option
def command(spec: Path | None) -> None:
    """List the variants and what each extends.

    A variant's clauses and questions are those of its flat book, the inherited ones among them.
    """
    told = [_told(book) for book in every_book(library_below(spec)).values()]
    click.echo("\n\n".join(told) or "There is no book here.")


def _told(book: Book) -> str:
    """One book: its name and title, what it extends, its options, how much there is in it."""
    extends = ", which extends ".join(book.ancestors)
    options = [node for entry in book.entries for _, node in tagged(entry) if isinstance(node, lines.Option)]
    rows = [
        f"{book.name}  {book.title}",
        f"  extends {extends}; {_differences(book)}" if extends else "",
        *(f"  {_option(option)}" for option in options),
        f"  {counted(len(book.entries), 'clause')}, {counted(len(book.questions()), 'question')}",
    ]
    return "\n".join(row for row in rows if row)


def _differences(book: Book) -> str:
    """How many clauses a variant adds, replaces and drops."""
    own = [entry for entry in book.entries if entry.origin == book.name]
    replaced = sum(bool(entry.replaces) for entry in own)
    dropped = sum(drop.origin == book.name for drop in book.dropped)
    return f"{len(own) - replaced} added, {replaced} replaced, {dropped} dropped"


def _option(option: lines.Option) -> str:
    """What may be chosen, and what is chosen where nothing is said."""
    values = ", ".join(map(str, option.values))
    return f"{option.name} {values}" + (f" (otherwise {option.default})" if len(option.values) > 1 else "")
