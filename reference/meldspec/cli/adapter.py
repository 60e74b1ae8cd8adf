"""`meldspec adapter`: begin an adapter between an engine and the protocol, from a template that works at once."""

import re
from pathlib import Path

import click

from meldspec.book.flat import Book
from meldspec.cli._shared import Rules, spec_option
from meldspec.data import folder
from meldspec.files import write_folder
from meldspec.site.game_sheet import game_sheet

LANGUAGES = {
    "python": ("python main.py", "python -m unittest discover -s tests -t ."),
    "javascript": ("node main.mjs", "node --test"),
    "java": ("java -cp build Main", "javac -d build *.java tests/*.java && java -cp build ProtocolTest"),
    "go": ("./adapter", "go test && go build -o adapter ."),
}
"""Language → how the adapter is started, and how it is made and tested."""
FILL = "FILL.md"
SHEET = "GAME.md"
"""The file in which what the game says to programs stands."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
"""A name that may stand in every file of a template as it is."""


@click.group("adapter", short_help="Begin an adapter: a template in Python, JavaScript, Java or Go.")
def command() -> None:
    """Begin an adapter: a template in Python, JavaScript, Java or Go."""


@command.command("new", short_help="Write a template that works at once, and answers `unsupported`.")
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--language", required=True, type=click.Choice([*LANGUAGES]), help="What it is written in.")
@click.option("--variant", metavar="V", help="The game that it is to play; the base book where none is named.")
@spec_option
def new_command(directory: Path, language: str, variant: str | None, rules: Rules) -> None:
    """Write a template that works at once, and answers `unsupported`.

    It speaks the protocol, has tests of its own, and says what to fill in first; GAME.md beside it has what the game says
    to programs. DIR is made, and what is there already is never written over.
    """
    book = rules.book(variant or rules.library.names()[0])
    where = directory.absolute()
    if not NAME.fullmatch(where.name):
        raise click.UsageError(f"the folder's name goes into the template, and '{where.name}' has more than letters, digits, . _ -")
    _must_be_free(directory)
    write_folder(directory, template(language, where.name, book))
    start, test = LANGUAGES[language]
    click.echo(f"{directory} speaks the protocol, and does not play {book.name} yet: its README.md says what to fill in first.")
    click.echo(f"  cd {directory} && {test}")
    click.echo(f"  meldspec test --variant {book.name} --upto {_first(book)} -- {start}")


def _must_be_free(directory: Path) -> None:
    """Refuse a place where something is, or where nothing can be made."""
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        raise click.UsageError(f"{directory} is there already, and nothing in it is written over: name a folder that is not")
    if not directory.absolute().parent.is_dir():
        raise click.UsageError(f"no folder {directory.parent} to make {directory.name} in: make it first")


def template(language: str, name: str, book: Book) -> dict[str, str]:
    """The files of a template by their paths, filled in for a game."""
    place = folder("conformance") / "templates"
    start, _ = LANGUAGES[language]
    words = {"@NAME@": name, "@VARIANT@": book.name, "@MODULE@": _module(name), "@FIRST@": _first(book), "COMMAND": start}
    fill = _filled((place / FILL).read_text(encoding="utf-8").rstrip("\n"), words)
    del words["COMMAND"]
    files = sorted(path for path in (place / language).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    made = {
        path.relative_to(place / language).as_posix(): _filled(path.read_text(encoding="utf-8"), {**words, "@FILL@": fill})
        for path in files
    }
    return made | {SHEET: game_sheet(book)}


def _filled(text: str, words: dict[str, str]) -> str:
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def _module(name: str) -> str:
    """A name as Go takes it for a module."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _first(book: Book) -> str:
    """The second chapter of a book: what a program has right that only deals."""
    chapters = list(dict.fromkeys(entry.chapter[1] for entry in book.entries))
    return chapters[min(1, len(chapters) - 1)]
