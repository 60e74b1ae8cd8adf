"""Readings on the command line, for one book or for several at once."""

from collections.abc import Callable, Iterable, Mapping

import click

from meldspec.book.flat import Book
from meldspec.cli._shared import meant
from meldspec.position.profiles import Profile, full_name, readings_in
from meldspec.protocol.plain_json import DIGITS

READING = "QUESTION=READING, as pile.match.hand-card=top-alone"
"""How a reading is asked for."""


def pairs(
    words: Iterable[str], option: str = "--readings", expected: str = READING, fits: Callable[[str], bool] = bool
) -> dict[str, str]:
    """Name → value, from words such as `pile.match.hand-card=top-alone` that were given to an option; every value must fit."""
    found = {}
    for word in words:
        name, _, value = word.partition("=")
        if not (name and fits(value)):
            raise click.UsageError(f"{option} {word}: expected {expected}")
        found[name] = value
    return found


def is_number(text: str) -> bool:
    """Whether a text is a whole number of no more digits than anything has."""
    return text.isdecimal() and len(text) <= DIGITS


def vectors(
    books: Mapping[str, Book], readings: Iterable[str], profile: str, profiles: Mapping[str, Profile]
) -> dict[str, dict[str, str]]:
    """A reading of every question, for each of several books: as asked, else as the profile has it, else the default.

    A book that has a question otherwise than another may lack a reading; each reading need be one of some book, and the profile
    for some book.
    """
    asked = pairs(readings)
    _check(books, asked)
    profile = full_name(profile)
    # A variant has the profiles of the books that it descends from, too.
    fitting = [name for name, book in books.items() if profile in profiles and profiles[profile].fits(book)]
    if profile and not fitting:
        offered = [name for name in profiles if any(profiles[name].fits(book) for book in books.values())]
        listed = ", ".join(offered) or "none"
        raise click.UsageError(f"'{profile}' is no profile for {', '.join(books)}{meant(profile, offered)}; there is {listed}")
    found = {}
    for name, book in books.items():
        defaults = {question: node.default for question, node in book.questions().items()}
        profiled = profiles[profile].for_book(book) if name in fitting else {}
        found[name] = defaults | profiled | readings_in(book, asked)
    return found


def _check(books: Mapping[str, Book], asked: Mapping[str, str]) -> None:
    """Every reading that is asked for must be one of some book."""
    for question, reading in asked.items():
        offered = {
            name: [r.name for r in b.questions()[question].readings] for name, b in books.items() if question in b.questions()
        }
        if not offered:
            known = {known for book in books.values() for known in book.questions()}
            raise click.UsageError(f"'{question}' is no question of {', '.join(books)}{meant(question, known)}")
        readings = list(dict.fromkeys(known for group in offered.values() for known in group))
        if reading not in readings:
            there = "; ".join(f"in {name} it has {', '.join(group)}" for name, group in offered.items())
            raise click.UsageError(f"'{reading}' is no reading of {question}{meant(reading, readings)}; {there}")
