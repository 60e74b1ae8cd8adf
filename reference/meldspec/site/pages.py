"""All files of the site by their paths, and the order in which they are offered."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from meldspec.book.addresses import CASES
from meldspec.site import site_pages
from meldspec.site.book_pages import pages_of
from meldspec.site.border_page import border_page
from meldspec.site.cards import style
from meldspec.site.case_pages import EMPTY, case_files, cases_index
from meldspec.site.clauses import clauses_json
from meldspec.site.heads import with_heads
from meldspec.site.indexes import cases_json, questions_json
from meldspec.site.matrix_page import implementations_page
from meldspec.site.not_found import NOT_FOUND, not_found_page
from meldspec.site.printed import PrintedBook
from meldspec.site.printings_page import CLAUSES, printings_page
from meldspec.site.reading_page import sheet_of
from meldspec.site.search import INDEX, search_index
from meldspec.site.share import DESK
from meldspec.site.sheet_html import card_html, sheet_html, style as style_on_paper
from meldspec.site.site_map import (
    BOOKS,
    BORDER,
    COMPARE,
    IDS,
    IMPLEMENTATIONS,
    PRINTINGS,
    PROFILES,
    SOURCES,
    STATISTICS,
    TERMS,
    SiteMap,
)
from meldspec.site.statistics_page import statistics_page
from meldspec.site.terms import terms_page

NAV = "nav.yml"
"""The file with the order of the pages, which the site's configuration inherits."""

ABOUT = (
    "implementers",
    "protocol",
    f"{CASES}/index",
    "messages",
    "judging",
    IMPLEMENTATIONS,
    BORDER,
    "language",
    "publishing",
    "own-variant",
    "positions",
    "python",
    "pytest",
    TERMS,
    PROFILES,
    IDS,
    SOURCES,
    PRINTINGS,
    STATISTICS,
)
"""The pages behind the books, hand-written or not, in their order."""

BESIDE = {
    "Options and differences": "{}/contents",
    "Questions": "{}/questions",
    "Words": "{}/words",
    "Cases": f"{CASES}/{{}}/index",
}
"""Pages of a book behind its chapters, by their titles."""


def site_files(site: SiteMap, hand: Mapping[str, str], address: str = "") -> dict[str, str]:
    """Every file that is made, by its path; `hand` are the texts of the pages written by hand, by theirs,
    `address` is where the site is published, where somebody has said it.

    The same material gives the same bytes.
    """
    desk = f"{DESK}.md" in hand or f"{DESK}.html" in hand
    site = replace(site, has_desk=desk)
    made = {f"{path}.md": text for book in site.books.values() for path, text in pages_of(book, site)}
    made |= _beside_the_books(site, hand)
    made |= dict(_on_paper(site))
    made |= {f"{path}.md": text for path, text in cases_index(site)} | dict(case_files(site, desk))
    pages = dict(hand) | made
    made[INDEX] = search_index(site, pages)
    made = with_heads(made, site)
    made[NOT_FOUND] = not_found_page(site, pages, address)
    # JSON is YAML, so the site's configuration can inherit it.
    # The digest at the foot of each page tells whether two copies have the same rules.
    foot = f"Rules {sha256(made[CLAUSES].encode('utf-8')).hexdigest()[:12]}"
    made[NAV] = json.dumps({"copyright": foot, "nav": _nav(site, pages)}, ensure_ascii=False, indent=1) + "\n"
    return made


def _beside_the_books(site: SiteMap, hand: Mapping[str, str]) -> dict[str, str]:
    """The pages and files that are of no book alone."""
    made = {
        f"{BOOKS}.md": site_pages.books_page(site),
        f"{SOURCES}.md": site_pages.sources_page(site),
        f"{IDS}.md": site_pages.ids_page(site),
        "language.md": site_pages.language_page(site.language, site.grammar),
        f"{BORDER}.md": border_page(site),
        "messages.md": site_pages.messages_page(site.schemas, site.examples),
        CLAUSES: (clauses := clauses_json(site)),
        "questions.json": questions_json(site),
        "cases.json": cases_json(site),
        f"{PRINTINGS}.md": printings_page(site, site.printings, json.loads(clauses)),
        f"{STATISTICS}.md": statistics_page(site),
        "assets/cards.css": style(),
    }
    if site.table is not None:
        made[f"{COMPARE}.md"] = site_pages.compare_page(site.table, site)
    if "index.md" not in hand:
        # Rules of somebody's own have no page by hand to begin with, and a host shows this one first.
        made["index.md"] = site_pages.books_page(site)
    if site.terms:
        made[f"{TERMS}.md"] = terms_page(site)
    if site.profiles:
        made[f"{PROFILES}.md"] = site_pages.profiles_page(site)
    if site.reports:
        made[f"{IMPLEMENTATIONS}.md"] = implementations_page(site)
    if decisions := site_pages.decisions_page(hand):
        made["decisions/index.md"] = decisions
    made |= {f"protocol/{file}": text for file, text in site.schemas.items()}
    made |= {f"corpus/{file}": text for file, text in site.corpus.items()}
    return made


def _on_paper(site: SiteMap) -> Iterator[tuple[str, str]]:
    """The sheet and the card of each game, and the style by which its front page is printed, too."""
    yield "assets/print.css", style_on_paper()
    for book in site.books.values():
        sheet = sheet_of(book, site)
        yield f"{book.name}/sheet.html", sheet_html(sheet, "index.html")
        yield f"{book.name}/card.html", card_html(sheet, "index.html")


def _nav(site: SiteMap, pages: Mapping[str, str]) -> list[Any]:
    """The order of the pages, as mkdocs reads it; every Markdown page has its place."""
    nav: list[Any] = [{"Start": "index.md"}] if "index.md" in pages else []
    compared = [{"Side by side": f"{COMPARE}.md"}] if f"{COMPARE}.md" in pages else []
    books = ({book.book.title: _book_nav(book, pages)} for book in site.books.values())
    nav += [{"The ruling desk": f"{DESK}.md"}] if f"{DESK}.md" in pages else []
    nav.append({"Books": [{"All books": f"{BOOKS}.md"}, *compared, *books]})
    nav += (path for page in ABOUT if (path := f"{page}.md") in pages)
    decisions = sorted(path for path in pages if path.startswith("decisions/") and path != "decisions/index.md")
    if decisions:
        nav.append({"Decisions": ["decisions/index.md", *decisions]})
    named = {*_paths(nav), f"{EMPTY}.md"}
    # A page by hand that nobody has placed comes last, so that none is out of reach.
    nav += ({site_pages.title_of(pages[path]): path} for path in sorted(pages) if path.endswith(".md") and path not in named)
    return nav


def _book_nav(book: PrintedBook, pages: Mapping[str, str]) -> list[Any]:
    """A book: its front page, its chapters, its contents, its questions, its words, its cases."""
    chapters = ({f"{one.number}. {one.title}": f"{book.name}/{one.file}.md"} for one in book.chapters)
    behind = ((title, f"{path}.md".format(book.name)) for title, path in BESIDE.items())
    return [f"{book.name}/index.md", *chapters, *({title: path} for title, path in behind if path in pages)]


def _paths(nav: Iterable[Any]) -> Iterable[str]:
    """Every path in a navigation."""
    for entry in nav:
        if isinstance(entry, str):
            yield entry
        elif isinstance(entry, dict):
            yield from _paths(entry.values())
        else:
            yield from _paths(entry)
