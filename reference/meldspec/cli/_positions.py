"""What the commands about positions share: a file read or refused, readings chosen, cards and values written out."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from meldspec.cli._books import library_below, spec_folder
from meldspec.cli._options import profile_option, readings_option
from meldspec.cli._readings import pairs
from meldspec.cli.position_files import read_position_file
from meldspec.engine.library import Library
from meldspec.position.marked import PositionError
from meldspec.position.position import Position
from meldspec.position.profiles import ProfileError
from meldspec.ruling.words import SUITS, Card, plain, pretty
from meldspec.sources.profile_file import read_profiles
from meldspec.table.selection import ChoiceError

overriding_readings = readings_option("Read a question so, whatever the file says; may be given several times.")
overriding_profile = profile_option("A whole set of readings, instead of the one that the file names.")


class Unreadable(click.ClickException):
    """A position that cannot be read or cannot be, with everything that is wrong."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """One problem after another, then how many there are."""
        click.echo(self.message, err=True)


def position_of(path: Path, readings: tuple[str, ...], profile: str, spec: Path | None) -> Position:
    """The position of a file under the rules; where it cannot be read, an error with all that is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{path}: found a byte at offset {error.start} that is no UTF-8; save the file as UTF-8") from None
    try:
        library, profiles = Library(library_below(spec)), read_profiles(spec_folder(spec) / "profiles.yaml")
        return read_position_file(text, str(path), library, pairs(readings), profile, profiles)
    except PositionError as error:
        count = len(error.problems)
        many = "one thing is wrong" if count == 1 else f"{count} things are wrong"
        raise Unreadable(f"{error}\n\n{many} with this position; docs/positions.md tells every field") from None
    except (ChoiceError, ProfileError) as error:
        raise click.UsageError(str(error)) from None


def as_json(value: object) -> str:
    """A value as indented JSON, which is for programs and can be read by people."""
    return json.dumps(value, ensure_ascii=False, indent=2)


def card_words() -> Card:
    """Suits as signs, where the output can show them."""
    try:
        "".join(SUITS.values()).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return plain
    return pretty
