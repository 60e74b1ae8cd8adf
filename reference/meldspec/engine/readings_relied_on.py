"""Which readings a line rests on: its own, and those of the terms it uses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from meldspec.book.core import Core, Tag

if TYPE_CHECKING:
    from meldspec.engine.rulebook import Rulebook


def expressions(rulebook: Rulebook) -> dict[str, list[Core]]:
    """The expressions of every line that judges, by line id."""
    found: dict[str, list[Core]] = {}
    for act in rulebook.acts.values():
        for line in act.judges:
            found.setdefault(line.tag.line, []).extend(c for c in (line.require, line.when) if c is not None)
    return found


def reading_tags(rulebook: Rulebook, tags: Iterable[Tag]) -> tuple[tuple[str, str], ...]:
    """The (question, reading) pairs that lines rest on, by themselves or through the terms they use."""
    found: dict[tuple[str, str], None] = {}
    for tag in tags:
        pairs = rulebook.support.get(tag.line)
        if pairs is None:
            pairs = rulebook.support[tag.line] = _pairs(rulebook, tag)
        found.update(pairs)
    return tuple(found)


def _pairs(rulebook: Rulebook, tag: Tag) -> dict[tuple[str, str], None]:
    """The pairs that one line rests on."""
    terms = rulebook.selection.terms
    found: dict[tuple[str, str], None] = {(tag.question, tag.reading): None} if tag.question else {}
    for name in rulebook.selection.reach.terms(*expressions(rulebook).get(tag.line, [])):
        if terms[name].tag.question:
            found[terms[name].tag.question, terms[name].tag.reading] = None
    return found
