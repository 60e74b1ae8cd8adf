"""How rulings and scores are laid out as plain text: the width of the page, and what a reader asked to be shown."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from textwrap import wrap

from meldspec.language.immutable import Immutable
from meldspec.ruling.words import Card, plain

WIDTH = 100
"""Characters of the longest line."""


class Source(Immutable):
    """A source as a player can look it up: its title, its address where it has one, the books of the games that it tells, where it
    tells some game of its own, and whether it was read in whole."""

    title: str
    address: str = ""
    games: tuple[str, ...] = ()
    read_whole: bool = True

    def elsewhere(self, books: Iterable[str]) -> bool:
        """Whether it is of another game than these."""
        return bool(self.games) and not set(self.games) & set(books)


class Manner(Immutable):
    """How a ruling is told: how a card is written, what is known of the sources by their tags, whether the formal lines and all
    other readings are told, too, and where the page of a clause is, if that is to be told."""

    card: Card = plain
    sources: Mapping[str, Source] = field(default_factory=dict)
    formal: bool = False
    all_readings: bool = False
    page: Callable[[str], str] | None = None


USUAL = Manner()


def paragraph(text: str, margin: int = 0, hang: int = 0) -> Iterator[str]:
    """One paragraph, broken to the width of the page."""
    lines = wrap(text, WIDTH - margin - hang, break_long_words=False, break_on_hyphens=False)
    for number, line in enumerate(lines):
        yield " " * (margin + (hang if number else 0)) + line


def section(head: str, sentences: Iterable[str]) -> Iterator[str]:
    """A head with sentences under it, or nothing where there are none."""
    listed = list(sentences)
    if listed:
        yield from ("", head)
        for sentence in listed:
            yield from paragraph(sentence, 2, 2)
