"""`meldspec compare`: all games by dimension."""

from collections.abc import Iterator

import click
from rich.markup import escape
from rich.table import Table as Printed

from meldspec.cli._console import terminal
from meldspec.cli._shared import Rules, meant, several_option, spec_option
from meldspec.cli._sound import own_must_be_sound
from meldspec.compare.games import Row, Table, TableCell, make_table, read_rows
from meldspec.engine.rulebook import Library

NARROW = 22
"""A column of a terminal's table needs so much room; where there is less, every row is a list."""


@click.command("compare", short_help="Print all games side by side, dimension by dimension.")
@click.argument("variants", nargs=-1, metavar="[VARIANTS]...")
@several_option("--row", "wanted", "NAME", "Only this dimension")
@click.option("--ids", is_flag=True, help="Print also the clauses that each cell comes from.")
@click.option("--markdown", is_flag=True, help="Print a table in Markdown.")
@spec_option
def command(variants: tuple[str, ...], wanted: tuple[str, ...], ids: bool, markdown: bool, rules: Rules) -> None:
    """Print all games side by side, dimension by dimension.

    Each cell is made from the rules themselves, default readings in force: sizes come of dealing, points and terms are told in
    the words of the rules. `compare.yaml` in the folder of rules says what a row asks for, or, where a folder has none, the one
    that comes with meldspec. A question mark stands where the sources leave a question open.

    A dash says that a game has no such rule. Some rows look for a clause, a term or a set by its name; where a game has none of
    that name the cell says so, and nothing about the game.
    """
    for name in variants:
        rules.check(name)
    table = table_of(rules)
    chosen = _chosen(table.rows, wanted)
    names = variants or tuple(table.titles)
    if markdown:
        click.echo("\n".join(_markdown(table, chosen, names, ids)))
    else:
        _print(table, chosen, names, ids)


def table_of(rules: Rules) -> Table:
    """The table of all books of some rules, with rows of their own or else those that come with meldspec."""
    library = Library(rules.library)
    own_must_be_sound(rules, library.books.names())
    sheets = {name: library.sheet(name) for name in library.books.names()}
    return make_table(read_rows(rules.rows), sheets, own=rules.rows.parent == rules.folder)


def _chosen(rows: tuple[Row, ...], wanted: tuple[str, ...]) -> list[Row]:
    """The rows asked for, or all."""
    known = {row.name: row for row in rows}
    for name in wanted:
        if name not in known:
            raise click.UsageError(f"--row {name}: there is no such row{meant(name, known)}; there is {', '.join(known)}")
    return [known[name] for name in wanted] or list(rows)


def _told(cell: TableCell, ids: bool) -> str:
    """A cell as text: a question mark behind it where something is open, its clauses where they are asked for."""
    if not cell.texts:
        return cell.untold
    return cell.text + (" (?)" if cell.questions else "") + (f" [{', '.join(cell.clauses)}]" if ids and cell.clauses else "")


def _markdown(table: Table, rows: list[Row], names: tuple[str, ...], ids: bool) -> Iterator[str]:
    """The table in Markdown."""
    yield "| | " + " | ".join(table.titles[name] for name in names) + " |"
    yield "| --- " * (len(names) + 1) + "|"
    for row in rows:
        cells = (_told(table.cells[row.name, name], ids).replace("|", "\\|") for name in names)
        yield f"| {row.title} | " + " | ".join(cells) + " |"


def _print(table: Table, rows: list[Row], names: tuple[str, ...], ids: bool) -> None:
    """The table on the terminal; a list of rows where its columns would be too narrow."""
    console = terminal(highlight=False, soft_wrap=False)
    # Below so much room a column breaks within words.
    if console.width < NARROW * (len(names) + 1):
        for row in rows:
            console.print(f"[bold]{escape(row.title)}[/bold]")
            width = max(len(name) for name in names)
            for name in names:
                printed = Printed.grid(padding=(0, 2))
                # Not of a fixed width, to which older versions of Rich add the padding.
                printed.add_column(no_wrap=True)
                printed.add_column()
                printed.add_row(f"  {name:{width}}", escape(_told(table.cells[row.name, name], ids)))
                console.print(printed)
        return
    printed = Printed(show_lines=True)
    printed.add_column("", style="bold", max_width=NARROW)
    for name in names:
        printed.add_column(table.titles[name])
    for row in rows:
        printed.add_row(escape(row.title), *(escape(_told(table.cells[row.name, name], ids)) for name in names))
    console.print(printed)
