"""`questions.json` and `cases.json`: what implementations choose between, and what they are held against, for programs.

Their schemas are those of the same names of the protocol."""

import json
from typing import Any

from meldspec.book.addresses import case_page
from meldspec.protocol.case import Case, deciding
from meldspec.protocol.fields import ABSENT
from meldspec.protocol.manifest import digest_of
from meldspec.protocol.messages import ActRequest
from meldspec.site.printed import PrintedBook
from meldspec.site.site_map import SiteMap

FORMAT = 1
"""The version of both shapes; new keys may be added to one, a key that changes makes the next version."""


def questions_json(site: SiteMap) -> str:
    """Every question of every book, with its readings and where it stands."""
    books = [{"name": name, "title": book.book.title, "questions": _questions(book, site)} for name, book in site.books.items()]
    return _written(books)


def _questions(book: PrintedBook, site: SiteMap) -> list[dict[str, Any]]:
    return [
        {
            "id": (id := f"{article.id}.{question.name}"),
            "clause": article.id,
            "address": site.clause(book.name, id).path,
            "kind": question.kind,
            "asks": question.asks,
            "covers": list(question.covers),
            "default": question.default,
            "because": question.because,
            "readings": [{"name": one.name, "says": one.says} for one in question.readings],
            "cases": [case.id for case in site.cases_about(book.name, id)],
        }
        for article in book.articles.values()
        for question in article.clause.questions
    ]


def cases_json(site: SiteMap) -> str:
    """Every case of every book, without what is sent: what it asks, and where it is told and lies as JSON."""
    books = [
        {"name": name, "title": book.book.title, "cases": [_case(case) for case in site.cases.get(name, ())]}
        for name, book in site.books.items()
    ]
    return _written(books)


def _case(case: Case) -> dict[str, Any]:
    page, number = case_page(case.id), deciding(case)
    request = case.requests[number]
    return {
        "id": case.id,
        "purpose": case.purpose,
        "title": case.title,
        "clauses": list(case.about.clauses),
        "questions": list(case.about.questions),
        "reading": None if case.about.reading is ABSENT else case.about.reading,
        "begins": case.requests[0].cmd,
        "requests": len(case.requests),
        "leads_to": number,
        "act": request.action.type if isinstance(request, ActRequest) else None,
        "because": list(case.because[number]),
        "digest": digest_of(case),
        "address": page.path,
        "json": f"{page.page}.json",
    }


def _written(books: list[dict[str, Any]]) -> str:
    return json.dumps({"format": FORMAT, "books": books}, ensure_ascii=False, indent=1) + "\n"
