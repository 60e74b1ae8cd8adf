"""What the commands share: kinds of paths and options, the rules that `--spec` names, near misses, values laid out for a pipe."""

import json
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import click

from meldspec.book.flat import Book, Entry
from meldspec.book.library import Books, files_below, missing, read_library, with_ancestors
from meldspec.data import comes_with_an_installation, folder
from meldspec.language.problems import did_you_mean, legible
from meldspec.position.profiles import Profile

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
OUTPUT_FOLDER = click.Path(file_okay=False, path_type=Path)

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def several_option(name: str, parameter: str, metavar: str, help: str, type: click.Path | None = None) -> Decorator:
    """An option that may be given several times, as the end of its help says."""
    return click.option(name, parameter, multiple=True, type=type, metavar=metavar, help=f"{help}; may be given several times.")


def number_option(name: str, type: click.IntRange | click.FloatRange, default: float, help: str) -> Decorator:
    """An option that is a number, with its default in the help."""
    return click.option(name, type=type, default=default, show_default=True, help=help)


def readings_option(help: str) -> Decorator:
    """`--readings QUESTION=READING`, several times; what they are laid over is said in the help."""
    return several_option("--readings", "readings", "QUESTION=READING", help)


def profile_option(help: str) -> Decorator:
    """`--profile NAME`; which profile it comes before is said in the help."""
    return click.option("--profile", default="", metavar="NAME", help=help)


site_option: Decorator = click.option(
    "--site",
    default="",
    envvar="MELDSPEC_SITE",
    metavar="URL",
    help="Where the pages about these rules are published, in front of the addresses of clauses and cases (or MELDSPEC_SITE).",
)


class Rules:
    """The rules that a command is about, read when first asked for: those of a folder, or those that come with meldspec."""

    def __init__(self, spec: Path | None = None) -> None:
        self.spec = spec

    @property
    def folder(self) -> Path:
        """The folder of rules that was asked for, or the one that comes with meldspec."""
        return folder("spec") if self.spec is None else self.spec.resolve()

    @property
    def corpus(self) -> Path:
        """Where the cases about these rules are kept: in the folder of rules itself, or with those that come with meldspec."""
        if self.folder == folder("spec"):
            return folder("conformance") / "corpus"
        return self.folder / "corpus"

    def corpus_of(self, name: str) -> Path:
        """The corpus folder that has the cases of a book: a book of meldspec's own that others extend has its cases there."""
        return self.corpus if name in self.own.texts else folder("conformance") / "corpus"

    def home(self, name: str) -> Path:
        """The folder of rules that has a book: one of meldspec's own that others extend stands in its own."""
        return self.folder if name in self.own.texts else folder("spec")

    @property
    def rows(self) -> Path:
        """What a table of the games asks for: the file in the folder of rules, or the one that comes with meldspec."""
        mine = self.folder / "compare.yaml"
        return mine if mine.is_file() else folder("spec") / "compare.yaml"

    @cached_property
    def own(self) -> Books:
        """The books that stand in the folder."""
        return read_library(self.folder)

    @cached_property
    def library(self) -> Books:
        """The books of the folder, with those that they extend and that come with meldspec."""
        # The project's own books are read only where they are needed: that costs more than most commands.
        return with_ancestors(self.own, read_library()) if missing(self.own) else self.own

    @cached_property
    def profiles(self) -> dict[str, Profile]:
        """The profiles of the folder, and those that come with meldspec for books that these extend."""
        # Imported here, since to read YAML most commands have no need.
        from meldspec.sources.profile_file import PROFILES, read_profiles

        mine = read_profiles(self.folder / PROFILES)
        if self.folder == folder("spec"):
            return mine
        others = read_profiles(folder("spec") / PROFILES).items()
        return {name: one for name, one in others if one.variant in self.library.texts} | mine

    @cached_property
    def books(self) -> dict[str, Book]:
        """All flat books, base books first."""
        return {name: self.library.book(name) for name in self.library.names()}

    def book(self, name: str) -> Book:
        """The flat book of that name; where there is none, an error that says which there are."""
        self.check(name)
        return self.library.book(name)

    def check(self, name: str) -> None:
        """Refuse a name of no book, and say which there are."""
        if name not in self.library.texts:
            known = self.library.names()
            raise click.UsageError(f"no variant '{name}'{meant(name, known)}; there is {', '.join(known) or 'none'}")


spec_option: Decorator = click.option(
    "--spec",
    "rules",
    type=FOLDER,
    metavar="DIR",
    callback=lambda context, option, spec: Rules(spec),
    help="A folder of rules other than the one that comes with meldspec; books that they extend may come from there.",
)


def rules_files(paths: Sequence[Path], root: Path | None = None) -> list[tuple[Path, str]]:
    """The files of rules that some paths mean, with their names in messages; an error where they, and `root`, have none."""
    found = [file for path in paths for file in (files_below(path) if path.is_dir() else [(path, str(path))])]
    if not (found or (root is not None and files_below(root))):
        raise click.UsageError(f"no .rules file in {', '.join(map(str, paths)) or root}: name a folder or a file that has rules")
    return found


def must_be_own(place: Path, mend: str) -> None:
    """Refuse to write into an installation of meldspec, and say where to write instead."""
    if comes_with_an_installation(place):
        raise click.UsageError(f"{place} belongs to the installation of meldspec, which no command changes: {mend}")


def dropped_from(book: Book, clause_id: str) -> click.UsageError | None:
    """The error for a clause that a book, or an ancestor of it, drops; none where nobody does."""
    why = (f"{dropped.origin} drops it ({dropped.why})" for dropped in book.dropped if dropped.clause.id == clause_id)
    return next((click.UsageError(f"{book.name} has no clause '{clause_id}': {one}") for one in why), None)


def meant(word: str, known: Iterable[str]) -> str:
    """`: did you mean 'pile.pair'?`, or nothing where no known word is near."""
    mend = did_you_mean(word, known)
    return mend and f": {mend}"


def as_json(value: object) -> str:
    """A value as indented JSON, which is for programs and can be read by people."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def columns(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    """Rows as lines whose columns stand below each other, two spaces apart; the last column is as wide as it likes, but no word
    fills a page."""
    rows = [[legible(cell) for cell in row] for row in rows]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    for row in rows:
        padded = [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)]
        yield "  ".join([*padded, row[-1]]).rstrip()


def origin_of(entry: Entry, book: Book) -> str:
    """Where a clause of a flat book comes from: `own`, `inherited from canasta`, `replaces that of canasta`, or `changes` it."""
    before = entry.like()
    if entry.origin == book.name:
        return before or "own"
    return f"inherited from {entry.origin}" + (f", where it {before}" if before else "")
