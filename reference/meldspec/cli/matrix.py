"""`meldspec matrix`: reports of implementations side by side, by clause and by question."""

from pathlib import Path

import click

from meldspec.cli._console import terminal
from meldspec.cli._shared import FILE
from meldspec.files import write_whole
from meldspec.language.problems import counted
from meldspec.runner.matrix import matrices
from meldspec.runner.print_matrix import print_matrix
from meldspec.runner.stored import StoredProblem, read_stored
from meldspec.runner.words import printable
from meldspec.site.markup import element, plain
from meldspec.site.matrix_page import matrix_html, matrix_markdown
from meldspec.site.page_alone import page_alone

_TO = click.Path(dir_okay=False, writable=True, path_type=Path)
TITLE = "Implementations side by side"


@click.command("matrix", short_help="Print implementations side by side, by clause and by question.")
@click.argument("files", metavar="REPORT...", nargs=-1, required=True, type=FILE)
@click.option("--html", type=_TO, metavar="FILE", help="Write it as a page that stands by itself, too.")
@click.option("--markdown", type=_TO, metavar="FILE", help="Write it as Markdown, too.")
@click.option("-v", "--verbose", is_flag=True, help="Print rows in which all say the same, too.")
def command(files: tuple[Path, ...], html: Path | None, markdown: Path | None, verbose: bool) -> None:
    """Print implementations side by side, by clause and by question.

    Each REPORT is what `meldspec test --json REPORT` wrote; those of different games stand below each other. A clause is right if
    a case about it was answered rightly to its end and nothing is booked on it; of an open question the reading is told that an
    implementation follows.
    """
    try:
        found = matrices(read_stored(file, "report") for file in files)
    except StoredProblem as problem:
        raise click.UsageError(printable(str(problem))) from None
    for one in found:
        print_matrix(one, terminal(), verbose)
    if html is not None:
        told = counted(len(files), "report")
        heading = (
            element("h1", plain(TITLE)),
            element("p", f"{told}, as {element('code', 'meldspec matrix')} sets them side by side.", "quiet"),
        )
        write_whole(
            html, page_alone(TITLE, *heading, *(f"{element('h2', plain(one.variant))}\n{matrix_html(one)}" for one in found))
        )
    if markdown is not None:
        write_whole(markdown, f"# {TITLE}\n\n" + "\n".join(map(matrix_markdown, found)))
