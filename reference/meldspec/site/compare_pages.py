"""The page that holds all games side by side."""

from __future__ import annotations

from meldspec.compare.games import Row, Table
from meldspec.site.atlas import COMPARE, Atlas
from meldspec.site.marks import anchor, element, page, plain, table


def compare_page(found: Table, atlas: Atlas) -> str:
    """Every dimension of every game; each cell leads to the clauses that it comes from and to the questions left open there."""
    intro = (
        "All games side by side, default readings in force.\n"
        "Every cell is made from the rules themselves: sizes come of dealing, points and terms are told in their words.\n"
        "Numbers in brackets lead to the clauses that a cell comes from; a question mark leads to a question that is left open "
        "there."
    )
    heads = [anchor(atlas.index(name).href(COMPARE), plain(title)) for name, title in found.titles.items()]
    rows = [
        (element("b", plain(row.title), id=row.name), *(_cell(row, name, found, atlas) for name in found.titles))
        for row in found.rows
    ]
    return page("# All games side by side", intro, table(("", *heads), rows, "compared"))


def _cell(row: Row, book: str, found: Table, atlas: Atlas) -> str:
    """One cell: a line for each of its texts, then its links."""
    cell = found.cells[row.name, book]
    if not cell.texts:
        return "–"
    articles = atlas.books[book].articles
    clauses = [
        anchor(atlas.clause(book, id).href(COMPARE), articles[id].number, title=f"{id}: {articles[id].clause.title}")
        for id in cell.clauses
    ]
    asks = {id: question.asks for id, question in atlas.books[book].book.questions().items()}
    questions = [anchor(atlas.clause(book, id).href(COMPARE), "?", title=asks[id]) for id in cell.questions]
    links = f" [{', '.join((*clauses, *questions))}]" if clauses else ""
    return "<br>".join(plain(text) for text in cell.texts) + links
