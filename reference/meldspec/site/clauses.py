"""`clauses.json`: every clause of every book, for programs; its schema is `clauses.schema.json` of the protocol."""

import json
from typing import Any

from meldspec.book.addresses import Target
from meldspec.book.flat import changed_lines
from meldspec.language import lines
from meldspec.site.printed import Article, Line, PrintedBook, lines_of
from meldspec.site.site_map import SiteMap

FORMAT = 1
"""The version of the shape; new keys may be added to it, a key that changes makes the next one."""


def clauses_json(site: SiteMap) -> str:
    """The whole file, keys always in the same order."""
    whole = {"format": FORMAT, "books": [_book(book, site) for book in site.books.values()]}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _book(book: PrintedBook, site: SiteMap) -> dict[str, Any]:
    return {
        "name": book.name,
        "title": book.book.title,
        "extends": list(book.book.ancestors),
        "chapters": [
            {
                "number": chapter.number,
                "title": chapter.title,
                "page": Target(f"{book.name}/{chapter.file}").path,
                "clauses": [_clause(article, book, site) for article in chapter.articles],
            }
            for chapter in book.chapters
        ],
        "dropped": [{"id": one.clause.id, "by": one.origin, "why": one.why} for one in book.book.dropped],
    }


def _clause(article: Article, book: PrintedBook, site: SiteMap) -> dict[str, Any]:
    clause, blocks = article.clause, lines_of(article.entry)
    # Every key is always there, so that a program need not ask whether it is.
    return {
        "id": clause.id,
        "number": article.number,
        "title": clause.title,
        "origin": article.entry.origin,
        "replaces": list(article.entry.replaces),
        "changed_lines": list(changed_lines(article.entry)) if article.entry.changes else None,
        "prose": list(clause.prose),
        "notes": list(clause.notes),
        "lines": [_line(line) for line in blocks["", ""]],
        "citations": [{"source": one.source, "paragraphs": [list(span) for span in one.ranges]} for one in clause.cites],
        "facts": list(clause.facts),
        "unread": site.unread(book.name, clause.id),
        "questions": [_question(question, article, book, site) for question in clause.questions],
        "cases": [case.id for case in site.cases_about(book.name, clause.id)],
    }


def _question(question: lines.Question, article: Article, book: PrintedBook, site: SiteMap) -> dict[str, Any]:
    blocks, id = lines_of(article.entry), f"{article.id}.{question.name}"
    return {
        "id": id,
        "kind": question.kind,
        "asks": question.asks,
        "covers": list(question.covers),
        "arises": dict(question.arises),
        "no_full_pack": question.no_full_pack,
        "default": question.default,
        "because": question.because,
        "whose": question.whose,
        "unread": site.unread(book.name, id),
        "readings": [
            {
                "name": reading.name,
                "says": reading.says,
                "witness": reading.witness or None,
                "lines": [_line(line) for line in blocks.get((question.name, reading.name), ())],
            }
            for reading in question.readings
        ],
        "cases": [case.id for case in site.cases_about(book.name, id)],
    }


def _line(line: Line) -> dict[str, Any]:
    """A line: its id, its canonical words, and those of the head it stands under (empty where it stands for itself)."""
    return {"id": line.id, "under": line.under, "text": line.text}
