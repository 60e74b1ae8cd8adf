"""`meldspec print`: a game on paper, as a table plays it."""

import sys
from collections.abc import Mapping
from pathlib import Path

import click

from meldspec.cli._readings import is_number, pairs, vectors
from meldspec.cli._shared import Rules, profile_option, readings_option, several_option, site_option, spec_option
from meldspec.cli._sound import must_be_sound
from meldspec.compare.games import BOX, CARD, read_rows, told_beside
from meldspec.engine.rulebook import Library
from meldspec.files import write_whole
from meldspec.position.profiles import full_name
from meldspec.site.browser import VARIABLE, find_browser, print_all
from meldspec.site.printed import printed
from meldspec.site.reading import read
from meldspec.site.share import address
from meldspec.site.sheet import Club, Sheet, edition, made_of, shared
from meldspec.site.sheet_html import card_html, sheet_html
from meldspec.site.sheet_text import card_text, sheet_text
from meldspec.table.selection import ChoiceError, Selection, select

FORMATS = ("text", "html", "pdf")
SUFFIXES = {".txt": "text", ".html": "html", ".htm": "html", ".pdf": "pdf"}
"""The format that the end of a file's name means."""
OUT = click.Path(dir_okay=False, path_type=Path)


@click.command("print", short_help="Print a game on two sides of paper, as your table plays it.")
@click.argument("variant")
@readings_option("Your table reads a question so, before a profile or the default")
@profile_option("Your table reads by this profile.")
@several_option("--option", "options", "NAME=N", "Your table plays with this option, as players=6")
@click.option("--card", is_flag=True, help="Print the card for the table instead: sizes, values, minimums, bonuses.")
@click.option("--format", "form", type=click.Choice(FORMATS), help="As what; else what the end of FILE says, or text.")
@click.option("--out", type=OUT, metavar="FILE", help="Write it to this file and not to the terminal.")
@site_option
@spec_option
def command(
    variant: str,
    readings: tuple[str, ...],
    profile: str,
    options: tuple[str, ...],
    card: bool,
    form: str | None,
    out: Path | None,
    site: str,
    rules: Rules,
) -> None:
    """Print a game on two sides of paper, as your table plays it.

    The prose of the book stands on it in full, each question of the sources with the answer by which your table plays, and marked
    where that is not the default; sizes are those of your options. At its foot are the version, the date and a digest, which is the
    same wherever the same is played, and with it goes a link by which the ruling desk opens with the same choices.

    HTML holds all that it needs in one file. PDF is printed by a Chromium that is found on the machine, or that MELDSPEC_BROWSER
    names; any other browser prints the HTML on the same two sides of A4.
    """
    form = form or (SUFFIXES.get(out.suffix.lower(), "text") if out else "text")
    if form == "pdf" and out is None and sys.stdout.isatty():
        raise click.UsageError("a PDF is nothing to read on a terminal: name a file with --out")
    sheet = _sheet(rules, variant, _selection(rules, variant, readings, profile, options), profile, site)
    data = _written(sheet, card, form)
    if out is not None:
        write_whole(out, data)
        click.echo(f"{sheet.title} is in {out}.", err=True)
    else:
        click.echo(data, nl=False)


def _selection(rules: Rules, variant: str, readings: tuple[str, ...], profile: str, options: tuple[str, ...]) -> Selection:
    """What a table has chosen; an error that says what there is where it cannot be chosen."""
    book = rules.book(variant)
    chosen = {name: int(value) for name, value in pairs(options, "--option", "NAME=NUMBER, as players=6", is_number).items()}
    must_be_sound(rules, variant)
    vector = vectors({variant: book}, readings, profile, rules.profiles)[variant]
    try:
        return select(Library(rules.library).sheet(variant), chosen, vector)
    except ChoiceError as error:
        raise click.UsageError(str(error)) from error


def _sheet(rules: Rules, variant: str, selection: Selection, profile: str, site: str) -> Sheet:
    """The sheet of a table."""
    book = rules.book(variant)
    books = {name: printed(rules.library.book(name)) for name in (variant, *book.ancestors)}
    rows = read_rows(rules.rows)
    beside = {place: told_beside(place, rows, selection, [selection.options]) for place in (BOX, CARD)}
    options, readings = dict(selection.options), dict(selection.readings)
    link = address(shared(book, options, readings), site)
    club = Club(options, _profile_title(rules, variant, profile), link)
    told = read(books[variant], books, readings)
    return Sheet(told, beside[BOX], beside[CARD], edition(), made_of(book, options, readings), club)


def _profile_title(rules: Rules, variant: str, profile: str) -> str:
    """What a profile is called; nothing where none is asked for."""
    return rules.profiles[full_name(profile)].title if profile else ""


def _written(sheet: Sheet, card: bool, form: str) -> str | bytes:
    """The sheet or the card in a format."""
    if form == "text":
        return card_text(sheet) if card else sheet_text(sheet)
    html = card_html(sheet) if card else sheet_html(sheet)
    return html if form == "html" else pdf_of({"sheet": html})["sheet"]


def pdf_of(documents: Mapping[str, str]) -> dict[str, bytes]:
    """Documents as PDF; an error that says what else to do where there is no browser."""
    browser = find_browser()
    if browser is None:
        raise click.ClickException(
            f"no Chromium was found to print with: name one in {VARIABLE}, or write --format html and print it from any browser"
        )
    return print_all(documents, browser)
