"""`meldspec docs`: write the pages of the site."""

from pathlib import Path

import click

from meldspec.book.library import read_library
from meldspec.cli._shared import OUTPUT_FOLDER
from meldspec.data import folder
from meldspec.language.problems import RulesError
from meldspec.site.checks import unknown_ids, wrong_pages
from meldspec.site.pages import site_files
from meldspec.site.site_map import SiteMap, read_site, texts
from meldspec.sources.sources import read_sources
from meldspec.sources.traced import check_citations


@click.command("docs", short_help="Write the pages of the site.")
@click.argument("directory", metavar="DIR", type=OUTPUT_FOLDER)
def command(directory: Path) -> None:
    """Write the pages of the site.

    The pages go to DIR, where pages written by hand may lie already; with them go clauses.json and the order of
    the pages, nav.yml. Nothing is written where a clause would not be printed exactly once, a link would lead
    nowhere, or the corpus, the ledger or a profile names what no book has.
    """
    site = everything()
    _refuse(list(unknown_ids(site)))
    lying = texts(directory, "**/*.md")
    files = site_files(site, lying)
    _refuse(list(wrong_pages(site, texts(directory, "**/*.yaml") | texts(directory, "**/*.svg") | lying | files)))
    # Only when all is right: half a site would be taken for the whole of it.
    for path, text in files.items():
        target = directory / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


def everything() -> SiteMap:
    """All that comes with meldspec, its citations checked."""
    library, sources = read_library(), read_sources(folder("spec") / "sources.yaml")
    if problems := check_citations(library, sources):
        raise RulesError(problems)
    return read_site(library, sources)


def _refuse(problems: list[str]) -> None:
    """End with all problems, where there are any."""
    if problems:
        raise click.ClickException("\n".join(problems))
