"""`meldspec questions`: what the sources leave open."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import click

from meldspec.book.checks.questions import KINDS
from meldspec.cli._books import book_named, columns, library_below
from meldspec.cli._options import spec_option
from meldspec.language import lines
from meldspec.language.problems import counted


@click.command("questions", short_help="List the questions the sources leave open, and their readings.")
@click.argument("variant")
@click.option("--kind", type=click.Choice(list(KINDS)), help="Only the questions of one kind of doubt.")
@spec_option
def command(variant: str, kind: str | None, spec: Path | None) -> None:
    """List the questions the sources leave open, and their readings.

    One line each: its id, the kind of doubt, its readings with a star at the default, what it covers, what it asks.
    """
    questions = book_named(library_below(spec), variant).questions()
    chosen = {name: question for name, question in questions.items() if kind in (None, question.kind)}
    if not chosen:
        click.echo(f"{variant} leaves no question open{f' of the kind {kind}' if kind else ''}.")
        return
    rows = [
        (name, question.kind, _readings(question), ", ".join(question.covers), question.asks) for name, question in chosen.items()
    ]
    for line in columns([("id", "kind", "readings", "covers", "asks"), *rows]):
        click.echo(line)
    click.echo(f"\n{counted(len(chosen), 'question')}: {_kinds(chosen.values())}")


def _readings(question: lines.Question) -> str:
    """The names of the readings, the default with a star."""
    return ", ".join(reading.name + ("*" if reading.name == question.default else "") for reading in question.readings)


def _kinds(questions: Iterable[lines.Question]) -> str:
    """How many there are of each kind of doubt, in the order in which the kinds first come."""
    return ", ".join(f"{number} {kind}" for kind, number in Counter(question.kind for question in questions).items())
