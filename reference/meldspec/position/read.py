"""A position written by hand, read under the rules that it asks for: what players have before them when they disagree."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from meldspec.book.sheet import Sheet
from meldspec.engine.rulebook import Library, Rulebook, make_rulebook
from meldspec.language.immutable import mutable
from meldspec.language.problems import did_you_mean
from meldspec.position.asked_act import misplaced_act, misspelt_act
from meldspec.position.marked import Marked, PositionError, Problems
from meldspec.position.position import Position, set_up
from meldspec.position.profiles import Profile, ProfileError, chosen
from meldspec.position.reached import unreachable
from meldspec.position.shape import misshapen
from meldspec.table.selection import ChoiceError, select

HANG_ON_READINGS = {"no-meld", "no-place", "not-at-rest"}
"""The problems that may be none under other readings."""


def position_from_json(value: Mapping[str, Any], library: Library) -> Position:
    """The position that the fields of a position file tell, as JSON holds them; it takes the standard library and Lark alone.

    Raises PositionError with everything that is wrong with it, and RulesError where the rules text itself is wrong.
    """
    return read_position(Marked("position", dict(value)), library)


def read_position(
    marked: Marked,
    library: Library,
    readings: Mapping[str, str] | None = None,
    profile: str = "",
    profiles: Mapping[str, Profile] | None = None,
) -> Position:
    """The position that plain values tell; `readings` and `profile` (one of `profiles`) come before those that stand among them.

    Raises PositionError with everything that is wrong with it, RulesError where the rules text itself is wrong, and
    ChoiceError or ProfileError for `readings` or `profile` that there are not.
    """
    # A field with nothing behind it, as `memory:`, tells as much as none.
    told = {key: value for key, value in marked.value.items() if value is not None}
    problems, broken, marked = misshapen(replace(marked, value=told))
    rulebook = _Chooser(marked, problems, library, profiles or {}, broken).rulebook(readings or {}, profile)
    if rulebook is None:
        raise PositionError(problems)
    if "act" not in broken:
        problems += misspelt_act(Problems(marked, []), rulebook)
    try:
        position = set_up(marked, rulebook, broken)
    except PositionError as error:
        # Where the readings are wrong, what only they could allow is no problem yet.
        unsure = broken & {"readings", "profile"} or any(problem.code in ("no-reading", "no-profile") for problem in problems)
        found = [problem for problem in error.problems if not unsure or problem.code not in HANG_ON_READINGS]
        raise PositionError([*problems, *found]) from None
    # What lies on the table is asked of an act that can be read, and of no other.
    if problems or (problems := unreachable(position)) or (problems := misplaced_act(position)):
        raise PositionError(problems)
    return position


@mutable
class _Chooser(Problems):
    """Finds the rulebook that a file asks for; what is wrong in the fields `broken` is noted already."""

    library: Library
    profiles: Mapping[str, Profile]
    broken: set[str]

    def rulebook(self, readings: Mapping[str, str], profile: str) -> Rulebook | None:
        """The rulebook, under the readings and the profile that the caller asks for before those of the file; none, and problems,
        where there is no such one."""
        name = self.marked.value.get("variant")
        if not isinstance(name, str):
            return None
        if name not in self.library.books.texts:
            names = self.library.books.names()
            self.note("unknown-variant", ("variant",), f"'{name}'", "one of: " + ", ".join(names), did_you_mean(name, names))
            return None
        sheet = self.library.sheet(name)
        before = len(self.problems)
        options = self.options(sheet)
        if len(self.problems) > before or "options" in self.broken:
            return None
        mine, named = self.readings(sheet), self.profile(sheet, profile)
        return make_rulebook(sheet, options, {**named, **mine, **readings})

    def of_file(self, name: str) -> dict[str, Any]:
        """The choices in a field of the file; none where the field is broken."""
        chosen: dict[str, Any] = {} if name in self.broken else self.marked.value.get(name, {})
        return chosen

    def options(self, sheet: Sheet) -> dict[str, int]:
        """The options of the file, each held against the book, and then all together."""
        options: dict[str, int] = self.of_file("options")
        offers = sheet.symbols.options
        wrong = [name for name, value in options.items() if name not in offers or value not in offers[name].values]
        alone: list[tuple[str, ...]] = [(name,) for name in wrong]
        # Each wrong option by itself, so that all are told; only then all together, for options may exclude each other.
        for names in alone or [()]:
            try:
                select(sheet, {name: options[name] for name in names or options})
            except ChoiceError as error:
                offered = "; ".join(f"{o.name} {', '.join(map(str, o.values))}" for o in offers.values())
                self.note("no-option", ("options", *names), str(error), offered or "no options at all")
        return options

    def readings(self, sheet: Sheet) -> dict[str, str]:
        """The readings of the file, each held against the book."""
        readings: dict[str, str] = self.of_file("readings")
        wrong: set[str] = set()
        for question, reading in readings.items():
            try:
                select(sheet, None, {question: reading})
            except ChoiceError as error:
                expected = "a question of the rules and one of its readings"
                self.note("no-reading", ("readings", question), str(error), expected)
                wrong.add(question)
        return {question: reading for question, reading in readings.items() if question not in wrong}

    def profile(self, sheet: Sheet, asked: str) -> dict[str, str]:
        """The readings of the profile asked for, or of that of the file."""
        if asked:
            return chosen(self.profiles, asked, sheet.book)
        name = self.marked.value.get("profile")
        if name is None or "profile" in self.broken:
            return {}
        try:
            return chosen(self.profiles, name, sheet.book)
        except ProfileError as error:
            self.note("no-profile", ("profile",), str(error), "a profile of these rules")
            return {}
