"""`meldspec rule`: what the rules say of an act in a position."""

from __future__ import annotations

import json as json_text
from pathlib import Path

import click

from meldspec.cli._books import spec_option
from meldspec.cli._positions import card_words, position_argument, position_of, profile_option, readings_option
from meldspec.corpus.rule import choices, rule
from meldspec.corpus.rule_json import choices_json, ruling_json
from meldspec.corpus.rule_text import listed, told


@click.command("rule", short_help="Rule on one act in one position, and say why.")
@position_argument
@readings_option
@profile_option
@click.option("--json", is_flag=True, help="Print JSON instead of text, cards as the protocol spells them.")
@spec_option
def command(position: Path, readings: tuple[str, ...], profile: str, json: bool, spec: Path | None) -> None:
    """Rule on one act in one position, and say why.

    POSITION is a YAML file (docs/positions.md): how the table stands, and the act in question. Told are every line
    that refuses or permits the act, what the act does, and which other readings of the sources would change that.
    A file without an act gets a list of everything that is legal.

    Exit code 0: there is a ruling, whatever it says; 1: the rules cannot be used; 2: the position cannot be read.
    """
    found = position_of(position, readings, profile, spec)
    act = found.act()
    if act is None:
        click.echo(_dumped(choices_json(found, choices(found))) if json else "\n".join(listed(found, card_words())))
        return
    ruling = rule(found, act)
    click.echo(_dumped(ruling_json(ruling)) if json else "\n".join(told(ruling, card_words())))


def _dumped(value: object) -> str:
    return json_text.dumps(value, ensure_ascii=False, indent=2)
