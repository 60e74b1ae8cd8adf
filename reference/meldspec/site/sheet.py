"""A game on paper: all that is read of it, the box and the card, as a table plays it, and what it is made of."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from meldspec import __version__
from meldspec.book.flat import Book
from meldspec.book.meaning import LENGTH, Meanings
from meldspec.cache import digest
from meldspec.compare.games import Row, TableCell
from meldspec.language import lines
from meldspec.site.reading import Doubt, ReadBook
from meldspec.site.share import Shared

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
"""Not asked of the system, which names them in whatever language is set."""
ON_SHEET, ON_CARD = 12, 5
"""So many answers of a table's own are listed above the rules; more than these would take the room of the rules."""
Rows = tuple[tuple[Row, TableCell], ...]


@dataclass(frozen=True, slots=True)
class Club:
    """What a table has agreed on: the options it plays by, the profile it reads by (or nothing), and the link to the desk."""

    options: Mapping[str, int]
    profile: str = ""
    link: str = ""

    def told(self) -> list[tuple[str, str]]:
        """What is said of it above the rules, each under its title."""
        options = "; ".join(f"{name.replace('-', ' ')} {value}" for name, value in self.options.items())
        return [(title, said) for title, said in (("Options", options), ("Readings", self.profile)) if said]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game on paper. `edition` says by which program and when it was printed, `made_of` is the digest of what it says; without a
    `club` it is the game as its book has it, its doubts marked as open."""

    read: ReadBook
    box: Rows
    card: Rows
    edition: str
    made_of: str
    club: Club | None = None

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.read.book.book.title

    @property
    def foot(self) -> str:
        """What stands at the foot of each side."""
        return " · ".join(filter(None, (self.title, self.edition, self.made_of)))

    def listed(self, most: int) -> tuple[tuple[Doubt, ...], str]:
        """The answers of this table's own that are listed on a paper with room for so many of them, or else how many there are."""
        many = len(self.otherwise)
        if many <= most:
            return self.otherwise, ""
        where = "each is marked in its place" if most == ON_SHEET else "they stand on the sheet"
        return (), f"{many} questions are read otherwise than where nobody chooses; {where}."

    @property
    def otherwise(self) -> tuple[Doubt, ...]:
        """The doubts that this table reads otherwise than by default."""
        return tuple(doubt for doubt in self.read.doubts if not doubt.by_default)


def edition() -> str:
    """By which version something is printed, and when: today, or at the time that SOURCE_DATE_EPOCH tells."""
    told = os.environ.get("SOURCE_DATE_EPOCH", "")
    today = datetime.fromtimestamp(int(told), UTC) if told.isdigit() else datetime.now(UTC)
    return f"meldspec {__version__}, {today.day} {MONTHS[today.month - 1]} {today.year}"


def defaults_of(book: Book) -> tuple[dict[str, int], dict[str, str]]:
    """The options and the readings of a book where nobody chooses."""
    options = {node.name: node.default for _, node in book.formal() if isinstance(node, lines.Option)}
    return options, {id: question.default for id, question in book.questions().items()}


def made_of(book: Book, options: Mapping[str, int], readings: Mapping[str, str]) -> str:
    """The digest of a book as a table plays it: the same wherever the same is played, and another where anything is otherwise."""
    chosen = (f"{name}={value}" for name, value in sorted({**options, **readings}.items()))
    return digest(Meanings(book).whole(), *chosen)[:LENGTH]


def shared(book: Book, options: Mapping[str, int], readings: Mapping[str, str]) -> Shared:
    """What the desk has to know of a table: only what is otherwise than by default, so that the link is short."""
    own, default = defaults_of(book)
    return Shared(
        book.name,
        {name: value for name, value in options.items() if value != own[name]},
        {id: reading for id, reading in readings.items() if reading != default[id]},
        Meanings(book).whole(),
    )
