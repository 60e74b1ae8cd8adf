"""Names that only some readings of a question declare, used where none of those holds."""

from __future__ import annotations

from collections.abc import Iterator

from meldspec.book.core import Tag
from meldspec.book.reach import Name, mentions
from meldspec.book.sheet import Sheet
from meldspec.book.traverse import all_lines, expressions, listed
from meldspec.language import lines
from meldspec.language.problems import Diagnostic

SORTS: dict[type, str] = {
    lines.Cards: "set",
    lines.PlaceLine: "cell",
    lines.Keep: "cell",
    lines.Define: "term",
    lines.Option: "option",
    lines.Act: "act",
}
"""Declarations that hold or do not hold with their reading, and the sort of name that each declares."""
DECLARING = lines.Cards | lines.PlaceLine | lines.Keep | lines.Define | lines.Option | lines.Act
Only = dict[Name, tuple[str, tuple[str, ...]]]
"""Names that only some readings declare: the question, and those readings."""


def check_readings(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Every line that speaks of something which is not there under every reading that the line holds under."""
    only = _declared_by_readings(sheet)
    if not only:
        return
    for tag, name in dict.fromkeys(_used(sheet)):
        question, readings = only.get(name, ("", ()))
        if readings and not (tag.question == question and tag.reading in readings):
            those = " and ".join(f"'{reading}'" for reading in readings)
            found = f"'{name[1]}', which is declared only under {those} of '{question}'"
            expected = "a name that is declared whenever the line holds"
            mend = "declare it under the other readings too, or outside the question"
            problems.append(Diagnostic("only-in-reading", tag.place, found, expected, mend))


def _declared_by_readings(sheet: Sheet) -> Only:
    """The names that not all readings of a question declare, and no line outside it."""
    tags: dict[Name, list[Tag]] = {}
    for tag, node in sheet.book.formal():
        if isinstance(node, DECLARING):
            tags.setdefault((SORTS[type(node)], node.name), []).append(tag)
    questions = sheet.book.questions()
    only: Only = {}
    for name, found in tags.items():
        question = found[0].question
        readings = tuple(dict.fromkeys(tag.reading for tag in found))
        # Declared outside any question, or by every reading of one, a name is always there.
        if all(tag.question for tag in found) and len(readings) < len(questions[question].readings):
            only[name] = question, readings
    return only


def _used(sheet: Sheet) -> Iterator[tuple[Tag, Name]]:
    """Every name that a line speaks of, with the line's tag."""
    for line in (*all_lines(sheet), *sheet.terms):
        for core in expressions(line):
            yield from ((line.tag, name) for name in sorted(mentions(core)))
        yield from ((line.tag, name) for name in sorted(listed(line)))
    for judge in sheet.judges:
        yield judge.tag, ("act", judge.act)
    for act, effects in sheet.effects.items():
        yield from ((effect.tag, ("act", act)) for effect in effects)
