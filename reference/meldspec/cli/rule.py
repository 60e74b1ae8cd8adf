"""`meldspec rule`: what the rules say of an act in a position."""

from pathlib import Path

import click

from meldspec.cli._options import FILE, spec_option
from meldspec.cli._positions import as_json, card_words, overriding_profile, overriding_readings, position_of
from meldspec.position.position import Position
from meldspec.ruling.as_json import choices_json, ruling_json
from meldspec.ruling.as_text import choices_text, ruling_text
from meldspec.ruling.ruling import choices, rule, unmet

UNEXPECTED = 3
"""The exit code where a ruling is not the one that its file expects."""


@click.command("rule", short_help="Rule on one act in one position, and say why.")
@click.argument("positions", metavar="POSITION.yaml...", nargs=-1, required=True, type=FILE)
@overriding_readings
@overriding_profile
@click.option("--json", is_flag=True, help="Print JSON instead of text, cards as the protocol spells them.")
@spec_option
def command(positions: tuple[Path, ...], readings: tuple[str, ...], profile: str, json: bool, spec: Path | None) -> None:
    """Rule on one act in one position, and say why.

    Each POSITION is a YAML file (docs/positions.md): how the table stands, and the act in question. Told are every line
    that refuses or permits the act, what the act does, and which other readings of the sources would change that.
    A file without an act gets a list of everything that is legal; a file with `expect` is held against it.

    Exit code 0: there is a ruling, whatever it says; 1: the rules cannot be used; 2: a position cannot be read; 3: a
    ruling is not the one that its file expects.
    """
    as_expected = True
    for number, path in enumerate(positions):
        if number and not json:
            click.echo("")
        as_expected &= _ruled(position_of(path, readings, profile, spec), json)
    if not as_expected:
        raise SystemExit(UNEXPECTED)


def _ruled(found: Position, json: bool) -> bool:
    """Tell the ruling on one position, or all that is legal in it; whether it is as the file expects."""
    act = found.act()
    if act is None:
        click.echo(as_json(choices_json(found, choices(found))) if json else "\n".join(choices_text(found, card_words())))
        return True
    ruling = rule(found, act)
    wrong = unmet(ruling)
    click.echo(as_json(ruling_json(ruling)) if json else "\n".join([*ruling_text(ruling, card_words()), *_held(wrong)]))
    return not wrong


def _held(wrong: list[str] | None) -> list[str]:
    """Whether the ruling is the one that its file expects, where it expects one."""
    if wrong is None:
        return []
    return ["", "NOT AS EXPECTED", *(f"  {sentence}" for sentence in wrong)] if wrong else ["", "As expected."]
