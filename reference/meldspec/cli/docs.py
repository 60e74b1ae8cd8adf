"""`meldspec docs`: write the pages of the site."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

import click

from meldspec.cli._shared import FOLDER, OUTPUT_FOLDER, Rules, site_option, spec_option
from meldspec.cli.compare import table_of
from meldspec.cli.positions import known_sources
from meldspec.corpus.mutation.footprint import digest_of, digest_of_all
from meldspec.corpus.mutation.kept import notes_of
from meldspec.corpus.mutation.outcomes import Outcome, settled
from meldspec.data import folder
from meldspec.engine.rulebook import Library
from meldspec.files import write_whole
from meldspec.language.files import read_text
from meldspec.language.problems import RulesError
from meldspec.ruling.desk.answers import Desk
from meldspec.ruling.page import Source as RulingSource
from meldspec.runner.stored import read_stored
from meldspec.site.browser import VARIABLE, find_browser, print_all
from meldspec.site.case_rulings import case_rulings
from meldspec.site.checks import unknown_ids, wrong_pages
from meldspec.site.desk_files import page_files
from meldspec.site.desk_page import Worked, desk_page
from meldspec.site.finish import finish
from meldspec.site.pages import site_files
from meldspec.site.printings_page import read_printings, targets
from meldspec.site.share import DESK
from meldspec.site.sheet import edition
from meldspec.site.site_map import Home, SiteMap, read_site, texts
from meldspec.sources.equivalents import read_equivalents
from meldspec.sources.marked_file import read_marked
from meldspec.sources.searched import Searches, read_searched
from meldspec.sources.sources import Source, sources_below
from meldspec.sources.traced import check_citations

PRINTED = ("sheet.html", "card.html")
"""The files of each game that are printed to PDF."""
DESK_PAGE = f"{DESK}.md"


@click.command("docs", short_help="Write the pages of the site.")
@click.argument("directory", metavar="DIR", type=OUTPUT_FOLDER)
@click.option("--corpus", type=FOLDER, metavar="DIR", help="A corpus other than the one that belongs to the rules.")
@click.option(
    "--finish", "finishing", is_flag=True, help="DIR is the site as it was built of those pages: put its cases into its look."
)
@click.option("--pdf", is_flag=True, help="Print sheets and cards to PDF, too, where a Chromium is found.")
@click.option("--printings", type=FOLDER, metavar="DIR", help="Earlier printings: a site in a folder each, named as 2026-11.")
@click.option("--mutation", type=FOLDER, metavar="DIR", help="What meldspec mutation has noted, for the page of statistics.")
@site_option
@spec_option
def command(
    directory: Path,
    corpus: Path | None,
    finishing: bool,
    pdf: bool,
    printings: Path | None,
    mutation: Path | None,
    site: str,
    rules: Rules,
) -> None:
    """Write the pages of the site.

    The pages go to DIR, where pages written by hand may lie already; with them go clauses.json and the order of
    the pages, nav.yml. Nothing is written where a clause would not be printed exactly once, a link would lead
    nowhere, or the corpus, the ledger or a profile names what no book has.

    Once the site is built of them, `meldspec docs --finish SITE` puts the pages of the cases into its look, tells of each page what
    it says, and has the page for addresses at which there is none.

    With --pdf each game goes beside its pages on two sides of A4 and as a card, printed by a Chromium that is found on the
    machine, or that MELDSPEC_BROWSER names. Where there is none that is said, and the pages are written without.

    With `--printings` there is a page of earlier printings, and of what has changed from each to the next.

    The pages of a folder of rules (`--spec`) are about its books and those that they extend, with the cases of each.
    """
    if finishing:
        finish(directory)
        return
    browser = _browser() if pdf else None
    whole = _measured(everything(rules, corpus), rules, printings, mutation)
    whole = replace(whole, edition=edition(), has_pdf=browser is not None)
    desk = dict(desk_of(whole, rules))
    lying = texts(directory, "**/*.md") | {path: text for path, text in desk.items() if path == DESK_PAGE}
    files = desk | site_files(whole, lying, site)
    printed = print_all(_on_paper(files), browser) if browser else {}
    beside = texts(directory, "**/*.yaml") | texts(directory, "**/*.svg") | targets(whole.printings) | dict.fromkeys(printed, "")
    _refuse(list(wrong_pages(whole, beside | lying | files)))
    # Only when all is right: half a site would be taken for the whole of it.
    _write(directory, {**files, **printed})


def _write(directory: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files by their paths below a folder."""
    for path, text in files.items():
        target = directory / path
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, text)


def _browser() -> str | None:
    """A browser that prints PDF; where there is none, that is said aloud."""
    browser = find_browser()
    if browser is None:
        click.echo(f"No Chromium was found, so the pages are written without PDF: name one in {VARIABLE}.", err=True)
    return browser


def _on_paper(files: Mapping[str, str]) -> dict[str, str]:
    """Sheets and cards, by the paths of their PDF."""
    named = {path: PurePosixPath(path) for path in files}
    return {str(file.with_suffix(".pdf")): files[path] for path, file in named.items() if file.name in PRINTED}


def _measured(site: SiteMap, rules: Rules, printings: Path | None, mutation: Path | None) -> SiteMap:
    """The same with what the rules say of each case, with earlier printings, and with what was measured."""
    _refuse(list(unknown_ids(site)))
    library = Library(rules.library)
    return replace(
        site,
        rulings=case_rulings(site.cases, library),
        printings=read_printings(printings) if printings else {},
        mutants=_mutants(site, rules, library, mutation) if mutation else {},
    )


def _mutants(site: SiteMap, rules: Rules, library: Library, folder: Path) -> dict[str, Counter[Outcome]]:
    """What became of spoilt lines of these very rules, held against these very cases; nothing of any others."""
    found = {}
    for name, cases in site.cases.items():
        known = notes_of(folder / f"{name}.jsonl", library.sheet(name).derived(digest_of_all), cases).of_just_these()
        if known:
            now, home = library.rulebook(name).derived(digest_of), rules.home(name)
            searches, reasons = read_searched(home).get(name, Searches(now)), read_equivalents(home).get(name, {})
            found[name] = Counter(one.outcome for one in settled(known.values(), searches, now, reasons))
    return found


def everything(rules: Rules, corpus: Path | None = None) -> SiteMap:
    """All that comes with some rules, their citations checked; with the cases of another corpus, where one is named."""
    library, homes = rules.library, _homes(rules, corpus)
    sources = {tag: source for home in reversed(homes) for tag, source in sources_below(home.spec).items()}
    if problems := check_citations(library, sources):
        raise RulesError(problems)
    site = read_site(library, sources, homes, table_of(rules))
    if rules.folder == folder("spec"):
        stored = sorted((folder("conformance") / "runs").glob("*.json"))
        return replace(site, reports=[read_stored(path, "report") for path in stored])
    return site if len(homes) == 1 else replace(site, sources=dict(_cited(site, sources_below(homes[0].spec))))


def desk_of(site: SiteMap, rules: Rules) -> Iterator[tuple[str, str]]:
    """The page of the desk with the questions that were worked out beforehand, and what it has to know at its beginning: of the
    rules that come with meldspec, which have such questions."""
    if rules.folder == folder("spec"):
        library = Library(rules.library)
        questions = worked_questions(library, known_sources(rules), folder("docs") / "examples")
        yield DESK_PAGE, desk_page([*questions], site)
        yield from page_files(library)
        library.keep()


def worked_questions(library: Library, sources: Mapping[str, RulingSource], examples: Path) -> Iterator[Worked]:
    """The questions of a folder of position files, worked out, in alphabetical order."""
    desk = Desk(library, sources)
    for path in sorted(examples.glob("*.yaml")):
        fields = read_marked(read_text(path, path.name), path.name).value
        ask = "score" if "ended" in fields else "rule" if "act" in fields else "choices"
        yield Worked(path.stem, fields, [*desk.pieces(ask, fields)])


def _homes(rules: Rules, corpus: Path | None) -> Sequence[Home]:
    """The folder of the rules, and that of meldspec where its books are extended."""
    own = frozenset(rules.own.names())
    homes = [Home(rules.folder, corpus or rules.corpus, own)]
    if others := frozenset(rules.library.names()) - own:
        theirs = Rules()
        homes.append(Home(theirs.folder, theirs.corpus, others, guest=True))
    return homes


def _cited(site: SiteMap, own: dict[str, Source]) -> Iterator[tuple[str, Source]]:
    """The sources of the folder of rules, and those that something on the site rests on: others are of games that it has not."""
    clauses = [article.clause for book in site.books.values() for article in book.articles.values()]
    clauses += [dropped.drop for book in site.books.values() for dropped in book.book.dropped]
    used = {*own, *(cites.source for clause in clauses for cites in clause.cites), *(one.source for one in site.ledgers)}
    # An entry begins with the source that it cites.
    used |= {cites.split(" ")[0] for one in site.reviews.values() for held in one.entries.values() for cites in held.cites}
    yield from ((tag, source) for tag, source in site.sources.items() if tag in used)


def _refuse(problems: list[str]) -> None:
    """End with all problems, where there are any."""
    if problems:
        raise click.ClickException("\n".join(problems))
