"""A library with its books resolved: each when it is first asked for, and once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from meldspec.book.library import Library
from meldspec.book.make_sheet import make_sheet
from meldspec.book.sheet import Sheet
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.language.problems import Diagnostic, RulesError


@dataclass
class Shelf:
    """The books that a command reads, by name."""

    library: Library
    sheets: dict[str, Sheet] = field(default_factory=dict, init=False)

    def sheet(self, name: str) -> Sheet:
        """The resolved book of that name; raises RulesError where its text is wrong."""
        if name not in self.sheets:
            problems: list[Diagnostic] = []
            sheet = make_sheet(self.library.book(name), problems)
            if problems:
                raise RulesError(problems)
            self.sheets[name] = sheet
        return self.sheets[name]

    def rulebook(self, name: str, options: Mapping[str, Any], readings: Mapping[str, str]) -> Rulebook:
        """The rulebook of a book; raises ChoiceError for options or readings that it does not have."""
        return make_rulebook(self.sheet(name), options, readings)

    def defaults(self, name: str) -> dict[str, str]:
        """The default reading of every question of a book."""
        return {question: asked.default for question, asked in self.library.book(name).questions().items()}
