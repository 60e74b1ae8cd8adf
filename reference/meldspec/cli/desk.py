"""`meldspec desk`: lay into a built site what rules in a reader's browser."""

from pathlib import Path

import click

from meldspec.cli._shared import FOLDER, Rules, spec_option
from meldspec.cli.positions import known_sources
from meldspec.engine.rulebook import Library
from meldspec.files import write_whole
from meldspec.site.desk_files import HOME, PRINTING, desk_files
from meldspec.site.pyodide import NotFetched, fetched


@click.command("desk", short_help="Lay into a built site what rules in a reader's browser.")
@click.argument("site", metavar="SITE", type=FOLDER)
@click.option(
    "--kept",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("build") / "pyodide",
    show_default=True,
    metavar="DIR",
    help="Where Pyodide is kept once it was fetched.",
)
@spec_option
def command(site: Path, kept: Path, rules: Rules) -> None:
    """Lay into a built site what rules in a reader's browser.

    SITE is the folder that `mkdocs build` has made of the pages that `meldspec docs` wrote; there its page `desk.html` rules
    without any server from then on. Pyodide is fetched by npm, in one version and with its digest.
    """
    if not (site / PRINTING).is_file():
        raise click.ClickException(f"{site} has no {PRINTING}: build the pages of `meldspec docs` into it first")
    try:
        pyodide = fetched(kept)
    except NotFetched as error:
        raise click.ClickException(str(error)) from None
    # What an earlier printing has laid there is named otherwise.
    for old in (site / HOME).glob("core-*.zip"):
        old.unlink()
    for path, data in desk_files(Library(rules.library), known_sources(rules), rules.profiles, pyodide):
        target = site / path
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, data)
