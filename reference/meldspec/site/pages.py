"""All files of the site by their paths, and the order in which they are offered."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from meldspec.site.atlas import BOOKS, COMPARE, IDS, PROFILES, SOURCES, Atlas
from meldspec.site.book_pages import pages_of
from meldspec.site.clauses import clauses_json
from meldspec.site.compare_pages import compare_page
from meldspec.site.material import Material
from meldspec.site.printed import PrintedBook
from meldspec.site.reference_pages import decisions_page, language_page, messages_page, title_of
from meldspec.site.site_pages import books_page, profiles_page
from meldspec.site.source_pages import ids_page, sources_page

NAV = "nav.yml"
"""The file with the order of the pages, which the site's configuration inherits."""

ABOUT = (
    "protocol.md",
    "messages.md",
    "language.md",
    "own-variant.md",
    "positions.md",
    "python.md",
    f"{PROFILES}.md",
    f"{IDS}.md",
    f"{SOURCES}.md",
)
"""The pages behind the books, hand-written or not, in their order."""


def site_files(material: Material, hand: Mapping[str, str]) -> dict[str, str]:
    """Every file that is made, by its path; `hand` are the texts of the pages written by hand, by theirs.

    The same material gives the same bytes.
    """
    atlas = Atlas(material)
    made = {f"{path}.md": text for book in atlas.books.values() for path, text in pages_of(book, atlas)}
    made |= {
        f"{BOOKS}.md": books_page(atlas),
        f"{SOURCES}.md": sources_page(atlas),
        f"{IDS}.md": ids_page(atlas),
        "language.md": language_page(material.language, material.grammar),
        "messages.md": messages_page(material.schemas, material.examples),
        "clauses.json": clauses_json(atlas),
    }
    if material.table is not None:
        made[f"{COMPARE}.md"] = compare_page(material.table, atlas)
    if material.profiles:
        made[f"{PROFILES}.md"] = profiles_page(atlas)
    if decisions := decisions_page(hand):
        made["decisions/index.md"] = decisions
    made |= {f"protocol/{file}": text for file, text in material.schemas.items()}
    made |= {f"corpus/{file}": text for file, text in material.corpus.items()}
    pages = dict(hand) | made
    made[NAV] = json.dumps({"nav": _nav(atlas, pages)}, ensure_ascii=False, indent=1) + "\n"
    return made


def _nav(atlas: Atlas, pages: Mapping[str, str]) -> list[Any]:
    """The order of the pages, as mkdocs reads it; every Markdown page has its place."""
    nav: list[Any] = [{"Start": "index.md"}] if "index.md" in pages else []
    compared = [{"Side by side": f"{COMPARE}.md"}] if f"{COMPARE}.md" in pages else []
    books = ({book.book.title: _book_nav(book)} for book in atlas.books.values())
    nav.append({"Books": [{"All books": f"{BOOKS}.md"}, *compared, *books]})
    nav += (path for path in ABOUT if path in pages)
    decisions = sorted(path for path in pages if path.startswith("decisions/") and path != "decisions/index.md")
    if decisions:
        nav.append({"Decisions": ["decisions/index.md", *decisions]})
    named = set(_paths(nav))
    nav += ({title_of(pages[path]): path} for path in sorted(pages) if path.endswith(".md") and path not in named)
    return nav


def _book_nav(book: PrintedBook) -> list[Any]:
    """A book: its first page, its chapters, its questions, its words."""
    chapters = ({f"{one.number}. {one.title}": f"{book.name}/{one.file}.md"} for one in book.chapters)
    return [
        f"{book.name}/index.md",
        *chapters,
        {"Questions": f"{book.name}/questions.md"},
        {"Words": f"{book.name}/words.md"},
    ]


def _paths(nav: Iterable[Any]) -> Iterable[str]:
    """Every path in a navigation."""
    for entry in nav:
        if isinstance(entry, str):
            yield entry
        elif isinstance(entry, dict):
            yield from _paths(entry.values())
        else:
            yield from _paths(entry)
