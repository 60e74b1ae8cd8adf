"""A position written by hand, read under the rules: what an organiser has in front of him when players disagree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from meldspec.book.sheet import Sheet
from meldspec.engine.library import Library
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.language.problems import Diagnostic, did_you_mean
from meldspec.position.marked import Marked, PositionError
from meldspec.position.placing import Placed, Placing
from meldspec.position.profiles import Profile, ProfileError, chosen
from meldspec.position.shape import misshapen
from meldspec.protocol.actions import ActError, act_from_action
from meldspec.table.act import Act
from meldspec.table.layout import TURN
from meldspec.table.selection import ChoiceError, select


@dataclass
class Rules(Library):
    """The books that positions are read under, and the profiles there are."""

    profiles: dict[str, Profile] = field(default_factory=dict)


@dataclass(frozen=True)
class Position:
    """A position that can be: its file, the rulebook it is read under, and the table."""

    marked: Marked
    rulebook: Rulebook
    placed: Placed

    @property
    def title(self) -> str:
        """What the file calls itself."""
        return str(self.marked.value.get("title", ""))

    def under(self, question: str, reading: str) -> Position:
        """The same file under another reading of one question.

        Raises PositionError where it cannot be under that reading.
        """
        mine = self.rulebook
        rulebook = make_rulebook(mine.sheet, mine.options, mine.readings | {question: reading})
        try:
            placed = Placing(self.marked, rulebook, set(), self.placed.made_up).place()
        except PositionError:
            # The unknown cards that did for the one reading may set a standing rule going under the other: then other ones do.
            placed = Placing(self.marked, rulebook, set()).place()
        return Position(self.marked, rulebook, placed)

    def act(self) -> Act | None:
        """The act that is to be ruled on, or none where the file asks for none."""
        asked = self.marked.value.get("act")
        if asked is None:
            return None
        turn = self.placed.table.cells[TURN]
        seat = asked.get("seat", turn if turn is not None else 0)
        return act_from_action(self.rulebook, seat, _with_lists(asked["action"]))


def _with_lists(action: Mapping[str, Any]) -> dict[str, Any]:
    """An action whose plays may write their cards as one text."""
    return {key: [_listed(play) for play in value] if isinstance(value, list) else value for key, value in action.items()}


def _listed(play: Any) -> Any:
    """A play with its cards as a list."""
    if isinstance(play, dict) and isinstance(play.get("cards"), str):
        return {**play, "cards": play["cards"].split()}
    return play


def read_position(marked: Marked, rules: Rules, readings: Mapping[str, str] | None = None, profile: str = "") -> Position:
    """The position that plain values tell; `readings` and `profile` come before those that stand among them.

    Raises PositionError with everything that is wrong with it, RulesError where the rules text itself is wrong, and
    ChoiceError or ProfileError for `readings` or `profile` that there are not.
    """
    problems, broken, marked = misshapen(marked)
    rulebook = _rulebook(marked, rules, readings or {}, profile, problems, broken)
    if rulebook is None:
        raise PositionError(problems)
    try:
        position = Position(marked, rulebook, Placing(marked, rulebook, broken).place())
        if "act" not in broken:
            _check_act(position)
    except PositionError as error:
        raise PositionError([*problems, *error.problems]) from None
    if problems:
        raise PositionError(problems)
    return position


def _check_act(position: Position) -> None:
    """An act that cannot be read at all is an error of the file, not of the player."""
    marked, seats = position.marked, position.rulebook.layout.seats
    seat = marked.value.get("act", {}).get("seat", 0)
    if seat >= seats:
        raise PositionError([marked.problem("no-seat", ("act", "seat"), f"seat {seat}", f"a seat from 0 to {seats - 1}")])
    try:
        position.act()
    except ActError as error:
        expected = "an act as the protocol writes it, as {type: discard, card: KD}"
        raise PositionError([marked.problem("no-act", ("act", "action"), str(error), expected)]) from None


def _rulebook(
    marked: Marked,
    rules: Rules,
    readings: Mapping[str, str],
    profile: str,
    problems: list[Diagnostic],
    broken: set[str],
) -> Rulebook | None:
    """The rulebook that a file asks for; none, and problems, where there is no such one."""
    name = marked.value.get("variant")
    if not isinstance(name, str) or name not in rules.books.texts:
        if isinstance(name, str):
            names = rules.books.names()
            expected = "one of: " + ", ".join(names)
            problems.append(marked.problem("unknown-variant", ("variant",), f"'{name}'", expected, did_you_mean(name, names)))
        return None
    sheet = rules.sheet(name)
    before = len(problems)
    options = {} if "options" in broken else _options(marked, sheet, problems)
    mine = {} if "readings" in broken else _readings(marked, sheet, problems)
    named = _profile(marked, rules, sheet, profile, problems, broken)
    if len(problems) > before or broken & {"options", "readings", "profile"}:
        return None
    return make_rulebook(sheet, options, {**named, **mine, **readings})


def _options(marked: Marked, sheet: Sheet, problems: list[Diagnostic]) -> dict[str, int]:
    """The options of a file, each held against the book, and then all together."""
    options: dict[str, int] = marked.value.get("options", {})
    offers = sheet.symbols.options
    wrong = [name for name, value in options.items() if name not in offers or value not in offers[name].values]
    alone: list[tuple[str, ...]] = [(name,) for name in wrong]
    # Each wrong option by itself, so that all are told; only then all together, for options may exclude each other.
    for names in alone or [()]:
        try:
            select(sheet, {name: options[name] for name in names or options})
        except ChoiceError as error:
            offered = "; ".join(f"{o.name} {', '.join(map(str, o.values))}" for o in offers.values())
            expected = offered or "no options at all"
            problems.append(marked.problem("no-option", ("options", *names), str(error), expected))
    return options


def _readings(marked: Marked, sheet: Sheet, problems: list[Diagnostic]) -> dict[str, str]:
    """The readings of a file, each held against the book."""
    readings: dict[str, str] = marked.value.get("readings", {})
    for question, reading in readings.items():
        try:
            select(sheet, None, {question: reading})
        except ChoiceError as error:
            expected = "a question of the rules and one of its readings"
            problems.append(marked.problem("no-reading", ("readings", question), str(error), expected))
    return readings


def _profile(
    marked: Marked, rules: Rules, sheet: Sheet, asked: str, problems: list[Diagnostic], broken: set[str]
) -> dict[str, str]:
    """The readings of the profile asked for, or of that of the file."""
    if asked:
        return chosen(rules.profiles, asked, sheet.book)
    name = marked.value.get("profile")
    if name is None or "profile" in broken:
        return {}
    try:
        return chosen(rules.profiles, name, sheet.book)
    except ProfileError as error:
        problems.append(marked.problem("no-profile", ("profile",), str(error), "a profile of these rules"))
        return {}
