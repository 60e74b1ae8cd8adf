"""`meldspec changes`: what became of the rules between two printings."""

from dataclasses import asdict
from pathlib import Path

import click

from meldspec.cli._shared import FILE, as_json
from meldspec.runner.words import printable
from meldspec.site.changes import changes, read_clauses, told


@click.command("changes", short_help="Tell what has changed between two printings of the rules.")
@click.argument("old", metavar="OLD.json", type=FILE)
@click.argument("new", metavar="NEW.json", type=FILE)
@click.option("--json", "json_", is_flag=True, help="Print the changes as JSON.")
def command(old: Path, new: Path, json_: bool) -> None:
    """Tell what has changed between two printings of the rules.

    OLD.json and NEW.json are the clauses.json of two sites: each clause, question and reading is known by its id, which never comes
    to mean anything else. What was there is marked -, what is there now +; that only the printed number of a clause is another is
    told as moved.
    """
    found = changes(read_clauses(old), read_clauses(new))
    if json_:
        click.echo(as_json([asdict(book) for book in found]))
        return
    click.echo("\n".join(map(printable, told(found))))
