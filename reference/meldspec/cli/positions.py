"""`meldspec rule` and `meldspec score`: what the rules say of an act in a position, and what a deal that has ended scores.

Also what every command shares that reads a position: a file is read, or refused with all that is wrong with it.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import click

from meldspec.cli._readings import pairs
from meldspec.cli._shared import FILE, Rules, as_json, profile_option, readings_option, spec_option
from meldspec.cli._sound import must_be_sound
from meldspec.data import folder
from meldspec.engine.rulebook import Library
from meldspec.engine.verdict import Unanswered
from meldspec.language.files import read_text
from meldspec.language.problems import RulesError
from meldspec.position.marked import PositionError
from meldspec.position.position import Position
from meldspec.position.profiles import ProfileError
from meldspec.position.read import read_position
from meldspec.ruling.as_json import choices_json, ruling_json, score_json
from meldspec.ruling.as_text import ruling_text, score_text
from meldspec.ruling.choices import choices
from meldspec.ruling.choices_as_text import choices_text
from meldspec.ruling.page import Manner, Source
from meldspec.ruling.ruling import rule, unmet
from meldspec.ruling.score import NotEnded, score
from meldspec.ruling.words import SUITS, Card, plain, pretty
from meldspec.sources.marked_file import read_marked
from meldspec.sources.plain_yaml import LONGEST
from meldspec.sources.sources import sources_below
from meldspec.table.selection import ChoiceError

UNEXPECTED = 3
"""The exit code where a ruling is not the one that its file expects."""
UNKNOWN = 4
"""The exit code where there is no verdict: it turns on more than three things that neither file nor table tells, or on unknown
cards."""
overriding_readings = readings_option("Read a question so, whatever the file says")
overriding_profile = profile_option("A whole set of readings, instead of the one that the file names.")


class Unreadable(click.ClickException):
    """A position that cannot be read or cannot be, with everything that is wrong."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """One problem after another, then how many there are."""
        click.echo(self.message, err=True)


@lru_cache(maxsize=1)
def playable(rules: Rules) -> Library:
    """The library of some rules, with the rulebooks that were made of it."""
    return Library(rules.library)


def position_of(path: Path, readings: tuple[str, ...], profile: str, rules: Rules) -> Position:
    """The position of a file under the rules; where it cannot be read, an error with all that is wrong."""
    try:
        text = read_text(path, str(path), LONGEST)
    except RulesError as error:
        raise Unreadable(str(error)) from None
    try:
        library = playable(rules)
        marked = read_marked(text, str(path))
        # First, for what cannot be played cannot be set up: a pack of a million cards, sides that nobody is on.
        if isinstance(name := marked.value.get("variant"), str) and name in rules.library.texts:
            must_be_sound(rules, name)
        position = read_position(marked, library, pairs(readings), profile, rules.profiles)
    except PositionError as error:
        count = len(error.problems)
        many = "one thing is wrong" if count == 1 else f"{count} things are wrong"
        raise Unreadable(f"{error}\n\n{many} with this position; {folder('docs') / 'positions.md'} tells every field") from None
    except (ChoiceError, ProfileError) as error:
        raise click.UsageError(str(error)) from None
    return position


def card_words() -> Card:
    """Suits as signs, where the output can show them."""
    # A terminal that lacks the signs would end the program with an error in the middle of a ruling.
    try:
        "".join(SUITS.values()).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return plain
    return pretty


# ── rule ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


@click.command("rule", short_help="Rule on one act in one position, and say why.")
@click.argument("positions", metavar="POSITION.yaml...", nargs=-1, required=True, type=FILE)
@overriding_readings
@overriding_profile
@click.option("--json", is_flag=True, help="Print JSON instead of text, cards as the protocol spells them.")
@click.option("--formal", is_flag=True, help="Print the formal lines of the rules besides.")
@click.option("--all-readings", is_flag=True, help="Print also the readings that turn nothing and move no card.")
@spec_option
def rule_command(
    positions: tuple[Path, ...], readings: tuple[str, ...], profile: str, json: bool, formal: bool, all_readings: bool, rules: Rules
) -> int:
    """Rule on one act in one position, and say why.

    Each POSITION is a YAML file (docs/positions.md): how the table stands, and the act in question. Told are what
    refuses or permits the act, with the numbers that decide and the sources, what the act does, and which other readings of
    the sources would change that.
    A file without an act gets a list of everything that is legal; a file with `expect` is held against it.

    What neither the file nor the table tells is asked for where the verdict turns on it: at most three questions, and where it
    would take more the act is UNDETERMINED.

    Exit code 0: there is a ruling, whatever it says; 1: the rules cannot be used; 2: a position cannot be read; 3: a
    ruling is not the one that its file expects; 4: an act is undetermined, and its file does not expect that.
    """
    code, manner = 0, Manner(card_words(), known_sources(rules), formal, all_readings)
    for number, path in enumerate(positions):
        if number and not json:
            click.echo("")
        with answered():
            ruled = _ruled(position_of(path, readings, profile, rules), json, manner)
        # What is not as it was expected is told before what cannot be told.
        code = ruled if code != UNEXPECTED and ruled else code
    playable(rules).keep()
    return code


@contextmanager
def answered() -> Iterator[None]:
    """Where looking ahead comes to no end there is no ruling, and that is no defect."""
    try:
        yield
    except Unanswered as error:
        raise click.ClickException(f"the rules come to no answer here: {error}") from None


def known_sources(rules: Rules) -> dict[str, Source]:
    """The sources that the rules cite, as players can look them up."""
    found = {**sources_below(folder("spec")), **({} if rules.folder == folder("spec") else sources_below(rules.folder))}
    return {tag: Source(one.title, one.address, one.games, not one.seen) for tag, one in found.items()}


def _ruled(found: Position, json: bool, manner: Manner) -> int:
    """Tell the ruling on one position, or all that is legal in it; the exit code for it."""
    act, expected = found.act(), found.marked.value.get("expect")
    if act is None:
        if expected is not None:
            raise Unreadable("expect: what is expected is a ruling on an act, and no act is told; leave it out, or tell the act")
        click.echo(as_json(choices_json(found, choices(found))) if json else "\n".join(choices_text(found, card_words())))
        return 0
    ruling = rule(found, act)
    wrong = unmet(ruling)
    click.echo(as_json(ruling_json(ruling, manner.sources)) if json else "\n".join([*ruling_text(ruling, manner), *_held(wrong)]))
    if wrong:
        return UNEXPECTED
    return UNKNOWN if ruling.undetermined and not (isinstance(expected, dict) and "verdict" in expected) else 0


def _held(wrong: list[str] | None) -> list[str]:
    """Whether the ruling is the one that its file expects, where it expects one."""
    if wrong is None:
        return []
    return ["", "NOT AS EXPECTED", *(f"  {sentence}" for sentence in wrong)] if wrong else ["", "As expected."]


# ── score ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


@click.command("score", short_help="Score a position or a deal, every point traced to its line.")
@click.argument("position", metavar="POSITION.yaml", type=FILE)
@click.option("--explain/--short", default=True, help="Tell why each point was given and other readings, or a row a clause.")
@overriding_readings
@overriding_profile
@click.option("--json", is_flag=True, help="Print JSON instead of text.")
@click.option("--formal", is_flag=True, help="Print the formal lines of the rules besides.")
@click.option("--all-readings", is_flag=True, help="Print also what hangs on a memory that the file does not tell.")
@spec_option
def score_command(
    position: Path,
    explain: bool,
    readings: tuple[str, ...],
    profile: str,
    json: bool,
    formal: bool,
    all_readings: bool,
    rules: Rules,
) -> None:
    """Score a position or a deal, every point traced to its line.

    POSITION is a YAML file (docs/positions.md) of a deal that has ended, or one whose act ends it.
    """
    found = position_of(position, readings, profile, rules)
    manner = Manner(card_words(), known_sources(rules), formal, all_readings)
    with answered():
        try:
            points = score(found)
        except NotEnded as error:
            raise Unreadable(f"{position}: {error}") from None
        click.echo(as_json(score_json(found, points)) if json else "\n".join(score_text(found, points, explain, manner)))
