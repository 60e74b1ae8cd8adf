"""`meldspec score`: the score of a deal that has ended, every point traced to its line."""

import json as json_text
from pathlib import Path

import click

from meldspec.cli._books import spec_option
from meldspec.cli._positions import Unreadable, position_argument, position_of, profile_option, readings_option
from meldspec.ruling.as_json import score_json
from meldspec.ruling.as_text import score_text
from meldspec.ruling.score import NotEnded, score


@click.command("score", short_help="Score a position or a deal, every point traced to its line.")
@position_argument
@click.option("--explain", is_flag=True, help="Print every line of the rules that gave points, and other readings.")
@readings_option
@profile_option
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
    if json:
        click.echo(json_text.dumps(score_json(found, points), ensure_ascii=False, indent=2))
    else:
        click.echo("\n".join(score_text(found, points, explain)))
