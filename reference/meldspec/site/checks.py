"""Whether the pages hold what they should: every clause printed once, every link leading somewhere."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from html import unescape

from meldspec.site.material import Material
from meldspec.site.printed import PrintedBook, line_ids

CLAUSE = re.compile(r"^## .*\{ #(\S+) \.clause ", re.MULTILINE)
ID = re.compile(r'\bid="([^"]+)"')
HEADING = re.compile(r"^#{1,6} +(.+?)(?: +\{ *(?:#(\S+))?[^}]*\})?$", re.MULTILINE)
LINK = re.compile(r'href="([^"]+)"|\]\(([^)\s]+)\)')
FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1 *$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]+`")
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//")


def wrong_pages(material: Material, files: Mapping[str, str]) -> Iterator[str]:
    """A line for everything that is wrong with the files of a site, pages written by hand included."""
    for book in material.books.values():
        yield from printed_once(book, files)
    yield from broken_links(files)


def printed_once(book: PrintedBook, pages: Mapping[str, str]) -> Iterator[str]:
    """A line for every clause and every formal line of a book that its pages print never, or more than once."""
    mine = [text for path, text in pages.items() if path.startswith(f"{book.name}/") and path.endswith(".md")]
    clauses = Counter(id for text in mine for id in CLAUSE.findall(text))
    anchors = Counter(unescape(id) for text in mine for id in ID.findall(text))
    lines = [id for article in book.articles.values() for id in line_ids(article.entry)]
    yield from _not_once(book.name, "clause", list(book.articles), clauses)
    yield from _not_once(book.name, "line", lines, anchors)
    for stranger in clauses.keys() - book.articles.keys():
        yield f"{book.name}: the pages print the clause {stranger}, which the book does not have"


def _not_once(book: str, what: str, wanted: list[str], found: Counter[str]) -> Iterator[str]:
    for id in wanted:
        if found[id] != 1:
            often = "never" if not found[id] else f"{found[id]} times"
            yield f"{book}: the {what} {id} is printed {often}, expected once; write the pages again into an empty folder"


def broken_links(files: Mapping[str, str]) -> Iterator[str]:
    """A line for every link that leads to no page or no anchor of the site; links to other hosts are not followed."""
    pages = {path: _without_code(text) for path, text in files.items() if path.endswith(".md")}
    anchors = {path: _anchors(text) for path, text in pages.items()}
    for path, text in pages.items():
        for href in dict.fromkeys(unescape(first or second) for first, second in LINK.findall(text)):
            if not ELSEWHERE.match(href) and (why := _broken(path, href, files, anchors)):
                yield f"{path}: the link {href} leads nowhere: {why}"


def _broken(path: str, href: str, files: Mapping[str, str], anchors: Mapping[str, set[str]]) -> str:
    """Why a link is broken, or nothing."""
    target, _, anchor = href.partition("#")
    there = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
    page = there.removesuffix(".html") + ".md" if there.endswith(".html") else there
    if page not in files:
        return f"there is no {page}"
    if anchor and anchor not in anchors.get(page, set()):
        return f"{page} has no anchor {anchor}"
    return ""


def _without_code(text: str) -> str:
    return CODE.sub("`…`", FENCE.sub("", text))


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


def slugged(title: str) -> str:
    """A heading as mkdocs makes an anchor of it."""
    ascii_only = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", ascii_only).strip().lower())
