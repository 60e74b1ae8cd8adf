"""A library of books that are played by: each is resolved when it is first asked for, and once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from meldspec.book.library import Books, read_library
from meldspec.book.make_sheet import make_sheet
from meldspec.book.sheet import Sheet
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.language.problems import Diagnostic, RulesError


@dataclass
class Library:
    """Books by name, and the rulebooks that were made of them. What nobody asks for any more goes with the library; of each book
    only so many rulebooks are kept (see `make_rulebook`)."""

    books: Books
    sheets: dict[str, Sheet] = field(default_factory=dict, init=False)

    @classmethod
    def read(cls, folder: Path | None = None) -> Self:
        """The library of a folder of rules texts; that of the project where none is given. Raises RulesError for malformed text."""
        return cls(read_library(folder))

    def sheet(self, name: str) -> Sheet:
        """The resolved book of that name; raises RulesError where there is none, or where its text is wrong."""
        if name not in self.sheets:
            problems: list[Diagnostic] = []
            sheet = make_sheet(self.books.book(name), problems)
            if problems:
                raise RulesError(problems)
            self.sheets[name] = sheet
        return self.sheets[name]

    def rulebook(self, name: str, options: Mapping[str, Any] | None = None, readings: Mapping[str, str] | None = None) -> Rulebook:
        """The rulebook of a book under options and readings, defaults where none are named.

        Raises RulesError as `sheet` does, and ChoiceError for options or readings that the book does not offer.
        """
        return make_rulebook(self.sheet(name), options, readings)

    def defaults(self, name: str) -> dict[str, str]:
        """The default reading of every question of a book."""
        return {question: asked.default for question, asked in self.books.book(name).questions().items()}
