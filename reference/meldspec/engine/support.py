"""Which readings a line rests on: its own, and those of the terms it uses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from meldspec.book.core import Core, Tag, calls

if TYPE_CHECKING:
    from meldspec.engine.rulebook import Rulebook


def expressions(rulebook: Rulebook) -> dict[str, list[Core]]:
    """The expressions of every line that judges, by line id."""
    found: dict[str, list[Core]] = {}
    for group in rulebook.judges.values():
        for line in group:
            found.setdefault(line.tag.line, []).extend(c for c in (line.require, line.when) if c is not None)
    return found


def reading_tags(rulebook: Rulebook, tags: Iterable[Tag]) -> tuple[tuple[str, str], ...]:
    """The (question, reading) pairs that lines rest on, by themselves or through the terms they use."""
    terms = rulebook.selection.terms()
    known = expressions(rulebook)
    found: dict[tuple[str, str], None] = {}
    waiting: list[Core] = []
    seen: set[str] = set()
    for tag in tags:
        if tag.question:
            found[tag.question, tag.reading] = None
        waiting += known.get(tag.line, [])
    while waiting:
        for name in calls(waiting.pop()):
            if name not in seen:
                seen.add(name)
                line = terms[name]
                if line.tag.question:
                    found[line.tag.question, line.tag.reading] = None
                waiting.append(line.body)
    return tuple(found)
