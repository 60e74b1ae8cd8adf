"""What the commands about books share: a library read or refused, a book by its name, and text laid out for a pipe."""

from collections.abc import Callable, Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import click

from meldspec.book.flat import Book, Entry
from meldspec.book.library import Books, missing, read_library, with_ancestors
from meldspec.data import folder
from meldspec.language.problems import RulesError

spec_option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--spec",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A folder of rules other than the one that comes with meldspec; books that they extend may come from there.",
)


def spec_folder(spec: Path | None) -> Path:
    """The folder of rules that was asked for, or the one that comes with meldspec."""
    return folder("spec") if spec is None else spec.resolve()


def library_below(spec: Path | None) -> Books:
    """The books of a folder, with those that they extend and that come with meldspec.

    Where a text is malformed, an error that says where.
    """
    try:
        own = read_library(spec_folder(spec))
        return with_ancestors(own, read_library()) if missing(own) else own
    except RulesError as error:
        raise refusal(error) from None


def refusal(error: RulesError) -> click.ClickException:
    """The error for rules that cannot be used: how many things are wrong, the first of them, and how to see them all."""
    first, *others = error.problems
    more = f"\n(and {len(others)} more: see meldspec check)" if others else ""
    return click.ClickException(f"these rules cannot be used\n{first}{more}")


def book_named(library: Books, name: str) -> Book:
    """The flat book of that name; where there is none, an error that says which there are."""
    if name not in library.texts:
        raise click.UsageError(
            f"no variant '{name}'{meant(name, library.names())}; there is {', '.join(library.names()) or 'none'}"
        )
    try:
        return library.book(name)
    except RulesError as error:
        raise refusal(error) from None


def every_book(library: Books) -> dict[str, Book]:
    """All flat books of a library, base books first."""
    return {name: book_named(library, name) for name in library.names()}


def meant(word: str, known: Iterable[str]) -> str:
    """`: did you mean 'pile.pair'?`, or nothing where no known word is near."""
    near = get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f": did you mean '{near[0]}'?" if near else ""


def columns(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """Rows as lines whose columns stand below each other, two spaces apart; the last column is as wide as it likes."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        padded = [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)]
        yield "  ".join([*padded, row[-1]]).rstrip()


def origin_of(entry: Entry, book: Book) -> str:
    """Where a clause of a flat book comes from: `own`, `inherited from canasta`, `replaces that of canasta`."""
    before = f"replaces that of {entry.replaces[-1]}" if entry.replaces else ""
    if entry.origin == book.name:
        return before or "own"
    return f"inherited from {entry.origin}" + (f", where it {before}" if before else "")
