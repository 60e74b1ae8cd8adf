"""Profiles: whole sets of readings under one name, as all that one source says."""

from collections.abc import Mapping

from meldspec.book.flat import Book
from meldspec.language.immutable import Immutable
from meldspec.language.problems import DataError, did_you_mean


class ProfileError(DataError):
    """A file of profiles that cannot be used, or a profile that there is none of; the message says what there is."""


class Profile(Immutable):
    """One profile: its title, the variant it is made for, and a reading for some of its questions."""

    title: str
    variant: str
    readings: dict[str, str]

    def fits(self, book: Book) -> bool:
        """Whether it is for a book: its own variant or one that descends from it."""
        return self.variant in (book.name, *book.ancestors)

    def for_book(self, book: Book) -> dict[str, str]:
        """The readings that the book has; a descendant may have dropped a question, or ask it with other readings."""
        return readings_in(book, self.readings)


def readings_in(book: Book, readings: Mapping[str, str]) -> dict[str, str]:
    """Those of some readings that a book has."""
    asked = book.questions()
    known = ((question, reading) for question, reading in readings.items() if question in asked)
    return {question: reading for question, reading in known if any(one.name == reading for one in asked[question].readings)}


def full_name(word: str) -> str:
    """The name that a word means: `canasta/bicycle` is the profile canasta-bicycle."""
    return word.replace("/", "-")


def chosen(profiles: Mapping[str, Profile], name: str, book: Book) -> dict[str, str]:
    """The readings that a profile gives for a book.

    Raises ProfileError where there is no such profile, or none for this book.
    """
    fitting = [known for known, profile in profiles.items() if profile.fits(book)]
    name = full_name(name)
    if name not in fitting:
        mend = did_you_mean(name, fitting)
        tail = f"; {mend}" if mend else ""
        raise ProfileError(f"'{name}' is no profile for {book.name}; there is {', '.join(fitting) or 'none'}{tail}")
    return profiles[name].for_book(book)
