"""A position file that a reader opens at the desk: its fields as the page has them, or all that is wrong with it, line by line."""

from collections.abc import Iterator, Mapping
from typing import Any

from meldspec.engine.rulebook import Library
from meldspec.language.problems import Diagnostic
from meldspec.position.marked import PositionError
from meldspec.position.profiles import Profile, chosen
from meldspec.position.read import read_position
from meldspec.ruling.dialogue.reader import problem_words
from meldspec.sources.marked_file import read_marked

LEFT_OUT = ("profile", "expect")
"""Fields that the page has no place for: a profile is told by its readings, and nobody is held to what was expected."""


def opened_file(told: Mapping[str, str], library: Library, profiles: Mapping[str, Profile]) -> Iterator[dict[str, Any]]:
    """The one piece that answers for a file, told by its `name` and its `text`."""
    try:
        marked = read_marked(told["text"], told["name"])
        position = read_position(marked, library, profiles=profiles)
    except PositionError as error:
        yield {"part": "wrong", "problems": [{"path": "", "says": _words(problem)} for problem in error.problems]}
        return
    fields = {name: value for name, value in marked.value.items() if value is not None and name not in LEFT_OUT}
    named = marked.value.get("profile")
    readings = chosen(profiles, named, position.rulebook.sheet.book) if named else {}
    yield {"part": "opened", "fields": {**fields, "readings": {**readings, **fields.get("readings", {})}}}


def _words(problem: Diagnostic) -> str:
    """One thing that is wrong, with its line."""
    return f"Line {problem.place.line}: {problem_words(problem)}"
