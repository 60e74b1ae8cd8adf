"""Which readings a line rests on: its own, and those of the terms it uses."""

from __future__ import annotations

from collections.abc import Iterable

from meldspec.book.core import Core, Tag
from meldspec.engine.rulebook import Rulebook

Pairs = dict[tuple[str, str], None]
"""Questions and readings, in order."""


class ReadingsReliedOn:
    """Tells it for the lines that judge, of one rulebook."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.selection = rulebook.selection
        self.known: dict[str, Pairs] = {}
        self.expressions: dict[str, list[Core]] = {}
        for line in (line for act in rulebook.acts.values() for line in act.judges):
            cores = (core for core in (line.require, line.when) if core is not None)
            self.expressions.setdefault(line.tag.line, []).extend(cores)

    def of(self, tags: Iterable[Tag]) -> tuple[tuple[str, str], ...]:
        """The (question, reading) pairs that lines rest on, by themselves or through the terms they use."""
        found: Pairs = {}
        for tag in tags:
            if tag.line not in self.known:
                self.known[tag.line] = self._pairs(tag)
            found.update(self.known[tag.line])
        return tuple(found)

    def _pairs(self, tag: Tag) -> Pairs:
        """The pairs that one line rests on."""
        # A term has one body in force, and the reading that it was chosen by decides as much as the line's own.
        names = self.selection.reach.terms(*self.expressions.get(tag.line, []))
        tags = (tag, *(self.selection.terms[name].tag for name in names))
        return {(one.question, one.reading): None for one in tags if one.question}
