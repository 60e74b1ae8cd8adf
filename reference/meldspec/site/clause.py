"""One clause as it is printed: number and title, words for people, formal lines, questions, sources, cases."""

from __future__ import annotations

import re

from meldspec.site.atlas import Atlas, Leaf
from meldspec.site.cases import case_part
from meldspec.site.citing import citations
from meldspec.site.doubt import question_part
from meldspec.site.formal import formal
from meldspec.site.marks import element, markdown, plain
from meldspec.site.printed import Article, lines_of

CLAUSE_ID = re.compile(r"[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+")


def clause_part(article: Article, leaf: Leaf) -> str:
    """The clause as Markdown, for the page of its chapter."""
    clause = article.clause
    parts = [
        heading(article, leaf),
        element("p", _origin(article, leaf), "origin"),
        *(markdown(sentence) for sentence in clause.prose),
        formal(lines_of(article.entry)["", ""], leaf),
        *(element("p", f"<b>Note.</b> {_with_links(note, leaf)}", "note") for note in clause.notes),
        *(question_part(question, article, leaf) for question in clause.questions),
        _rests_on(article, leaf),
        case_part(leaf.atlas.cases_about(leaf.book, clause.id), leaf),
    ]
    return "\n\n".join(part for part in parts if part)


def heading(article: Article, leaf: Leaf) -> str:
    """The heading that carries the clause's anchor; what is inherited is found by searching in the book it comes from."""
    what = state(article, leaf.atlas, leaf.book)
    search = " data-search-exclude" if what == "inherited" else ""
    return f"## {article.number} {markdown(article.clause.title)} {{ #{article.id} .clause .{what}{search} }}"


def state(article: Article, atlas: Atlas, book: str) -> str:
    """What a clause is in a book: `own` in a base book, in a variant `added`, `replaced` or `inherited`."""
    if article.entry.origin != book:
        return "inherited"
    if article.entry.replaces:
        return "replaced"
    return "added" if atlas.books[book].book.ancestors else "own"


def _origin(article: Article, leaf: Leaf) -> str:
    """The permanent id, the mark of where the clause comes from, and who does otherwise."""
    marks = [element("code", article.id)]
    match state(article, leaf.atlas, leaf.book):
        case "inherited":
            marks.append("from " + _in(article.entry.origin, article, leaf))
        case "replaced":
            marks.append("replaces that of " + _in(article.entry.replaces[-1], article, leaf))
        case "added":
            marks.append(f"added by {plain(leaf.atlas.title(leaf.book))}")
        case _:
            pass
    marks += (f"{what} in {_in(where, article, leaf)}" for what, where in leaf.atlas.chosen_otherwise(article))
    return " · ".join(marks)


def _in(book: str, article: Article, leaf: Leaf) -> str:
    """The title of a book, linked to what it makes of the clause."""
    return leaf.link(leaf.atlas.clause(book, article.id), plain(leaf.atlas.title(book)))


def _rests_on(article: Article, leaf: Leaf) -> str:
    """Sources and facts."""
    clause = article.clause
    parts = []
    if clause.cites:
        parts.append(f"<b>Sources</b> {citations(clause.cites, leaf)}")
    if clause.facts:
        parts.append(f"<b>Facts</b> {leaf.inventory(clause.facts)}")
    return element("p", "<br>".join(parts), "rests") if parts else ""


def _with_links(text: str, leaf: Leaf) -> str:
    """A note as HTML, in which the id of a clause of the book is a link."""
    known = leaf.atlas.books[leaf.book].articles
    return CLAUSE_ID.sub(lambda hit: leaf.clause(hit[0]) if hit[0] in known else hit[0], plain(text))
