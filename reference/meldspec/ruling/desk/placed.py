"""A position that a page tells: what is wrong with it is told with the field that it speaks of, so that it stands beside that."""

from collections.abc import Mapping
from typing import Any

from meldspec.engine.rulebook import Library, Rulebook, make_rulebook
from meldspec.language.problems import Diagnostic, Place
from meldspec.position.marked import Path, PositionError, spelt
from meldspec.position.position import Position
from meldspec.position.read import read_position
from meldspec.ruling.desk.people import asker, sentence
from meldspec.ruling.dialogue.reader import Told, problem_words
from meldspec.ruling.dialogue.seats import YOU
from meldspec.table.selection import ChoiceError


class Placed(Told):
    """A position in the words of players; the place of what is wrong is its path."""

    def problem(self, code: str, path: Path, found: str, expected: str, mend: str = "") -> Diagnostic:
        """Something wrong with the value at a path."""
        told = super().problem(code, path, found, expected, mend)
        return Diagnostic(told.code, Place(spelt(path), 1), told.found, told.expected, told.mend)


def placed_position(fields: Mapping[str, Any], library: Library) -> Position:
    """The position of some fields. Raises PositionError with everything that is wrong with it, each with its path as its file."""
    rulebook = _rulebook(fields, library)
    you = YOU if rulebook is None else asker(fields, rulebook.layout)
    return read_position(Placed("position", dict(fields), rulebook=rulebook, you=you), library)


def _rulebook(fields: Mapping[str, Any], library: Library) -> Rulebook | None:
    """The rulebook that some fields ask for, under the default readings; none where they ask for none that there is, which is told
    with everything else that is wrong."""
    try:
        known = fields.get("variant") in library.books.texts
        return make_rulebook(library.sheet(fields["variant"]), fields.get("options"), {}) if known else None
    except (ChoiceError, TypeError, AttributeError):
        return None


def wrong_json(error: PositionError, fields: Mapping[str, Any], library: Library) -> list[dict[str, str]]:
    """What is wrong, a sentence each, with the path of the field that it speaks of: as whoever acts would call everybody."""
    rulebook = _rulebook(fields, library)
    told = [{"path": problem.place.file, "says": problem_words(problem)} for problem in error.problems]
    if rulebook is None:
        return told
    you = asker(fields, rulebook.layout)
    return [{**one, "says": sentence(one["says"], rulebook.layout, you)} for one in told]
