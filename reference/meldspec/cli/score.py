"""`meldspec score`: the score of a deal that has ended, every point traced to its line."""

from pathlib import Path

import click

from meldspec.cli._options import FILE, spec_option
from meldspec.cli._positions import Unreadable, as_json, overriding_profile, overriding_readings, position_of
from meldspec.ruling.as_json import score_json
from meldspec.ruling.as_text import score_text
from meldspec.ruling.score import NotEnded, score


@click.command("score", short_help="Score a position or a deal, every point traced to its line.")
@click.argument("position", metavar="POSITION.yaml", type=FILE)
@click.option("--explain", is_flag=True, help="Print every line of the rules that gave points, and other readings.")
@overriding_readings
@overriding_profile
@click.option("--json", is_flag=True, help="Print JSON instead of text.")
@spec_option
def command(position: Path, explain: bool, readings: tuple[str, ...], profile: str, json: bool, spec: Path | None) -> None:
    """Score a position or a deal, every point traced to its line.

    POSITION is a YAML file (docs/positions.md) of a deal that has ended, or one whose act ends it.
    """
    found = position_of(position, readings, profile, spec)
    try:
        points = score(found)
    except NotEnded as error:
        raise Unreadable(f"{position}: {error}") from None
    click.echo(as_json(score_json(found, points)) if json else "\n".join(score_text(found, points, explain)))
