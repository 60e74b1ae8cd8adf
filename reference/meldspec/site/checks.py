"""What must hold before a site is written: ids of the data exist, every clause is printed once, every link leads somewhere."""

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from html import unescape

from meldspec.protocol.case import Case
from meldspec.site.markup import slugged
from meldspec.site.printed import PrintedBook, line_ids
from meldspec.site.share import SHAPE
from meldspec.site.site_map import SiteMap
from meldspec.sources.ledger import Ledger

CLAUSE = re.compile(r"^## .*\{ #(\S+) \.clause ", re.MULTILINE)
ID = re.compile(r'\bid="([^"]+)"')
HEADING = re.compile(r"^#{1,6} +(.+?)(?: +\{ *(?:#(\S+))?[^}]*\})?$", re.MULTILINE)
LINK = re.compile(r'href="([^"]+)"|\]\(([^)\s]+)\)')
FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1 *$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]+`")
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//")
PAGES = (".md", ".html")
"""How the names of pages end: most are made of Markdown."""
DOTTED = re.compile(r"(?:[a-z][a-z0-9-]*/)?([a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+)(?::\d+)?")
"""An id of a clause or question, or of a line, with or without the name of a book in front."""


# ── pages ───────────────────────────────────────────────────────────────────────────────────────────────────


def wrong_pages(site: SiteMap, files: Mapping[str, str]) -> Iterator[str]:
    """A line for everything that is wrong with the files of a site, pages written by hand included."""
    for book in site.books.values():
        yield from printed_once(book, files, site.cases.get(book.name, ()))
    yield from broken_links(files)


def printed_once(book: PrintedBook, pages: Mapping[str, str], cases: Iterable[Case] = ()) -> Iterator[str]:
    """A line for every clause, every formal line and every case of a book that its pages print never, or more than once."""
    mine = [text for path, text in pages.items() if path.startswith(f"{book.name}/") and path.endswith(".md")]
    clauses = Counter(id for text in mine for id in CLAUSE.findall(text))
    anchors = Counter(unescape(id) for text in mine for id in ID.findall(text))
    lines = [id for article in book.articles.values() for id in line_ids(article.entry)]
    yield from _not_once(book.name, "clause", list(book.articles), clauses)
    yield from _not_once(book.name, "line", lines, anchors)
    # A case that is about nothing is printed nowhere.
    wanted = [where.anchor for case in cases if (where := book.addresses.case(case.id, case.subject)).anchor]
    yield from _not_once(book.name, "case", wanted, anchors)
    for stranger in clauses.keys() - book.articles.keys():
        yield f"{book.name}: the pages print the clause {stranger}, which the book does not have"


def _not_once(book: str, what: str, wanted: list[str], found: Counter[str]) -> Iterator[str]:
    for id in wanted:
        if found[id] != 1:
            often = "never" if not found[id] else f"{found[id]} times"
            yield f"{book}: the {what} {id} is printed {often}, expected once; write the pages again into an empty folder"


def broken_links(files: Mapping[str, str]) -> Iterator[str]:
    """A line for every link that leads to no page or no anchor of the site; links to other hosts are not followed."""
    # What stands in code is shown and leads nowhere.
    pages = {path: CODE.sub("`…`", FENCE.sub("", text)) for path, text in files.items() if path.endswith(PAGES)}
    anchors = {path: _anchors(text) for path, text in pages.items()}
    for path, text in pages.items():
        for href in dict.fromkeys(unescape(first or second) for first, second in LINK.findall(text)):
            if not ELSEWHERE.match(href) and (why := _broken(path, href, files, anchors)):
                yield f"{path}: the link {href} leads nowhere: {why}"


def _broken(path: str, href: str, files: Mapping[str, str], anchors: Mapping[str, set[str]]) -> str:
    """Why a link is broken, or nothing."""
    target, _, anchor = href.partition("#")
    there = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
    made = there.removesuffix(".html") + ".md" if there.endswith(".html") else there
    page = there if there in files else made
    if page not in files:
        return f"there is no {page}"
    # What is shared is told behind the sign of an anchor, and is none.
    if anchor and not SHAPE.fullmatch(anchor) and anchor not in anchors.get(page, set()):
        return f"{page} has no anchor {anchor}"
    return ""


def _anchors(text: str) -> set[str]:
    """Every anchor of a page: those written down, and those that headings get from their words."""
    found = {unescape(id) for id in ID.findall(text)}
    for title, id in HEADING.findall(text):
        slug = id or slugged(title)
        number = 0
        while slug in found and not id:
            number += 1
            slug = f"{slugged(title)}_{number}"
        found.add(slug)
    return found


# ── ids ─────────────────────────────────────────────────────────────────────────────────────────────────────


def unknown_ids(site: SiteMap) -> Iterator[str]:
    """A line for every id that stands for nothing: in the corpus, the profiles and the ledgers."""
    for book in site.books.values():
        lines = frozenset(id for article in book.articles.values() for id in line_ids(article.entry))
        yield from (wrong for case in site.cases.get(book.name, ()) for wrong in _case(case, book, lines))
    for name, profile in site.profiles.items():
        where = f"profiles.yaml: {name}"
        if profile.variant in site.books:
            yield from _readings(where, profile.readings, site.books[profile.variant])
        else:
            yield f"{where}: there is no book {profile.variant}, expected one of: {', '.join(site.books)}"
    for ledger in site.ledgers:
        yield from _ledger(ledger, site)
    for variant in site.moot.keys() - site.books.keys():
        yield f"moot.yaml: there is no book {variant}, expected one of: {', '.join(site.books)}"


def _case(case: Case, book: PrintedBook, lines: Set[str]) -> Iterator[str]:
    """Clauses, questions, lines and readings that a case names and its variant does not have; `lines` are the ids of its lines."""
    named = {
        "clause": {*case.about.clauses, *case.touches} - book.articles.keys(),
        "question": set(case.about.questions) - book.book.questions().keys(),
        "line": {line for behind in case.because for line in behind} - lines,
    }
    for what, ids in named.items():
        for id in sorted(ids):
            yield f"case {case.id}: {book.name} has no {what} {id}; write the corpus again"
    for world in case.worlds:
        yield from _readings(f"case {case.id}", world.readings, book)


def _readings(where: str, readings: Mapping[str, str], book: PrintedBook) -> Iterator[str]:
    """Questions and readings that a book does not have."""
    questions = book.book.questions()
    for id, reading in readings.items():
        if id not in questions:
            yield f"{where}: {book.name} has no question {id}"
        elif reading not in (names := [one.name for one in questions[id].readings]):
            yield f"{where}: the question {id} has no reading {reading}, expected one of: {', '.join(names)}"


def _ledger(ledger: Ledger, site: SiteMap) -> Iterator[str]:
    """A source or variant that there is none of, and ids of clauses and questions that no book has."""
    if ledger.source and ledger.source not in site.sources:
        yield f"{ledger.file}: there is no source {ledger.source}, expected one of sources.yaml"
    if ledger.variant and ledger.variant not in site.books:
        if ledger.unfinished:
            return
        yield f"{ledger.file}: there is no book {ledger.variant}, expected one of: {', '.join(site.books)}"
    chosen = [site.books[ledger.variant]] if ledger.variant in site.books else site.books.values()
    known = {id for book in chosen for id in _ids(book)}
    for said in dict.fromkeys(ledger.strings()):
        if (hit := DOTTED.fullmatch(said)) and hit[1] not in known:
            yield f"{ledger.file}: {ledger.variant or 'the whole of the books'} has no clause or question {hit[1]}"


def _ids(book: PrintedBook) -> Iterator[str]:
    """The ids of all clauses and questions of a book, dropped clauses included."""
    yield from book.articles
    yield from book.book.questions()
    yield from (dropped.clause.id for dropped in book.book.dropped)
