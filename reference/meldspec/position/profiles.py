"""Profiles: whole sets of readings under one name, as all that one source says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from jsonschema import Draft202012Validator

from meldspec.book.flat import Book
from meldspec.language.problems import did_you_mean

SHAPE = {
    "type": "object",
    "propertyNames": {"pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"},
    "additionalProperties": {
        "type": "object",
        "required": ["title", "variant", "readings"],
        "additionalProperties": False,
        "properties": {
            "title": {"type": "string", "minLength": 1},
            "variant": {"type": "string", "minLength": 1},
            "readings": {"type": "object", "additionalProperties": {"type": "string"}},
        },
    },
}
"""A map of names; a profile is for one variant and for those that descend from it."""


class ProfileError(ValueError):
    """A file of profiles that cannot be used, or a profile that there is none of; the message says what there is."""


@dataclass(frozen=True)
class Profile:
    """One profile: its title, the variant it is made for, and a reading for some of its questions."""

    title: str
    variant: str
    readings: dict[str, str]

    def fits(self, book: Book) -> bool:
        """Whether it is for a book: its own variant or one that descends from it."""
        return self.variant in (book.name, *book.ancestors)

    def for_book(self, book: Book) -> dict[str, str]:
        """The readings that the book has; a descendant may have dropped a question, or ask it with other readings."""
        known = {name: {reading.name for reading in question.readings} for name, question in book.questions().items()}
        return {question: reading for question, reading in self.readings.items() if reading in known.get(question, ())}


def read_profiles(path: Path) -> dict[str, Profile]:
    """The profiles of a YAML file by name; none where there is no such file.

    Raises ProfileError for what is no YAML or not of the shape above.
    """
    if not path.is_file():
        return {}
    try:
        found: Any = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    except yaml.YAMLError as error:
        raise ProfileError(f"{path.name}: found no YAML ({' '.join(str(error).split())}); mend that line") from None
    for problem in Draft202012Validator(SHAPE).iter_errors(found):
        where = ": ".join([path.name, *(str(part) for part in problem.absolute_path)])
        raise ProfileError(f"{where}: {problem.message}; expected a map of profiles with title, variant and readings")
    return {name: Profile(**entry) for name, entry in found.items()}


def full_name(word: str) -> str:
    """The name that a word means: `canasta/bicycle` is the profile canasta-bicycle."""
    return word.replace("/", "-")


def chosen(profiles: dict[str, Profile], name: str, book: Book) -> dict[str, str]:
    """The readings that a profile gives for a book.

    Raises ProfileError where there is no such profile, or none for this book.
    """
    fitting = [known for known, profile in profiles.items() if profile.fits(book)]
    name = full_name(name)
    if name not in fitting:
        mend = did_you_mean(name, fitting)
        tail = f"; {mend}" if mend else ""
        raise ProfileError(f"'{name}' is no profile for {book.name}; there is {_listed(fitting)}{tail}")
    return profiles[name].for_book(book)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"
