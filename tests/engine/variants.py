"""The books of the project as games to play: every variant, for every number of players, under its readings and profiles."""

from __future__ import annotations

from functools import cache

from meldspec.book.checks.questions import companions
from meldspec.book.library import Books, read_library
from meldspec.book.sheet import Sheet
from meldspec.data import folder
from meldspec.engine.rulebook import Library, Rulebook
from meldspec.language.parse import parse
from meldspec.sources.profile_file import read_profiles
from meldspec.table.selection import every_choice, select

PLAYERS = "players"


@cache
def shelf() -> Library:
    """All books, read once."""
    return Library(read_library())


def library() -> Books:
    """The texts of all books."""
    return shelf().books


def with_house(text: str, name: str = "house") -> Books:
    """Ordinary Canasta, and the book of a house that extends it, under the name that its text has."""
    return Books({"canasta": library().texts["canasta"], name: (parse(text, f"{name}.rules"),)})


def sheet_of(variant: str) -> Sheet:
    """The resolved book of a variant."""
    return shelf().sheet(variant)


@cache
def options_of(variant: str, players: int) -> list[dict[str, int]]:
    """All options for so many players that go together, those first that keep to most of the defaults."""
    sheet = sheet_of(variant)
    defaults = {name: node.default for name, node in sheet.symbols.options.items()}
    fitting = [choice for choice in every_choice(sheet) if choice.get(PLAYERS) == players]
    return sorted(fitting, key=lambda choice: sum(choice[name] != value for name, value in defaults.items()))


def games() -> list[tuple[str, int]]:
    """Every variant with every number of players, base books first."""
    return [(name, players) for name in library().names() for players in sheet_of(name).symbols.options[PLAYERS].values]


def alternatives(variant: str) -> list[dict[str, str]]:
    """Every reading of every question that is not the default one, each by itself or with those that it needs to matter."""
    book = sheet_of(variant).book
    questions = book.questions().items()
    return [companions(book, name) | {name: r.name} for name, q in questions for r in q.readings if r.name != q.default]


@cache
def profiles_of(variant: str) -> list[dict[str, str]]:
    """The readings of every profile that is for a variant."""
    book = sheet_of(variant).book
    profiles = read_profiles(folder("spec") / "profiles.yaml").values()
    return [profile.for_book(book) for profile in profiles if profile.fits(book)]


ALONE = {("meld.all-that-can-be.duty", "duty")}
"""Readings that are not mixed with any others: what they ask at the end of every turn asks itself again in every look-ahead."""


def mixed(variant: str) -> dict[str, list[str]]:
    """The readings of every question that may be mixed at will."""
    questions = sheet_of(variant).book.questions().items()
    return {name: [r.name for r in question.readings if (name, r.name) not in ALONE] for name, question in questions}


def compiled(variant: str, players: int, readings: dict[str, str], options: dict[str, int] | None = None) -> Rulebook:
    """A rulebook that is thrown away after its game, so that thousands of them need no more room than one; its options keep to the
    defaults where none are named."""
    return Rulebook(select(sheet_of(variant), options or options_of(variant, players)[0], readings))
