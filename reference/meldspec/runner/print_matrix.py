"""Implementations side by side on a terminal: by default the chapters in figures, and only what they do not have in common."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from meldspec.runner.matrix import SIGNS, Mark, Matrix, Row

STYLES = {Mark.RIGHT: "green", Mark.BROKEN: "bold red", Mark.NOT_REACHED: "yellow", Mark.NOT_ASKED: "dim"}
HEADINGS = ("language", "date", "suite", "cases", "findings", "unsupported")
"""What is told of each implementation before its clauses."""


def print_matrix(matrix: Matrix, console: Console, everything: bool = False) -> None:
    """Print one matrix; `everything` prints rows in which all say the same, too."""
    console.print(Text(f"\n{matrix.variant}", style="bold"))
    for table in _tables(matrix, everything):
        console.print(table)


def _tables(matrix: Matrix, everything: bool) -> Iterator[Table]:
    names = [column.name for column in matrix.columns]
    about = _table("", names)
    for heading in HEADINGS:
        about.add_row(Text(heading, style="dim"), *(Text(str(getattr(column, heading))) for column in matrix.columns))
    yield about
    clauses = _table("clauses", names)
    for title, rows in matrix.chapters:
        clauses.add_row(Text(title, style="bold"), *(Text(text, style="dim") for text in figures(rows)))
        for row in rows:
            if everything or not row.alike:
                clauses.add_row(Text(f"  {row.id}"), *map(_mark, row.cells))
    yield clauses
    questions = _table("open questions", names)
    for row in matrix.questions:
        if everything or not row.alike:
            questions.add_row(Text(f"  {row.id}"), *(Text(cell) for cell in row.cells))
    if questions.row_count:
        yield questions


def _mark(cell: str) -> Text:
    return Text(f"{SIGNS[Mark(cell)]} {cell}".strip(), style=STYLES[Mark(cell)])


def _table(title: str, names: Sequence[str]) -> Table:
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    # What an implementation calls itself may look like markup.
    for name in (title, *names):
        table.add_column(Text(name), overflow="fold")
    return table


def figures(rows: Sequence[Row]) -> Iterator[str]:
    """Of each implementation, how many clauses of a chapter are right of those that cases are about."""
    for cells in zip(*(row.cells for row in rows), strict=True):
        asked = [cell for cell in cells if cell != Mark.NOT_ASKED]
        yield f"{sum(cell == Mark.RIGHT for cell in asked)} of {len(asked)}" if asked else ""
