"""Implementations side by side as HTML and as Markdown: for a page of the site, for one page by itself, for an issue."""

from collections.abc import Iterator, Mapping

from meldspec.runner.claim import suite_digest
from meldspec.runner.matrix import SIGNS, Mark, Matrix, matrices
from meldspec.runner.print_matrix import HEADINGS, figures
from meldspec.site.markup import anchor, document, element, markdown, plain, table
from meldspec.site.site_map import IMPLEMENTATIONS, PageContext, SiteMap

CSS = {Mark.RIGHT: "right", Mark.BROKEN: "broken", Mark.NOT_REACHED: "not-reached", Mark.NOT_ASKED: "not-asked"}
INTRO = """\
The project holds some engines against the cases itself: one of other authors, two that were written from these pages alone, and
the example to begin from.
What stands here are their reports as they were stored, by date; `make runs` in a checkout plays them again.
A clause is right if a case about it was answered rightly to its end and nothing is booked on it;
[how that is judged](judging.md) is told on a page of its own.
To follow another reading of an open question is no fault.
`meldspec matrix` sets any reports side by side like this."""
Links = Mapping[str, str]
"""Where a clause or a question is told, by its id."""


def matrix_html(matrix: Matrix, links: Links | None = None, words: Links | None = None) -> str:
    """The tables of one matrix, each row with its clause or question, which leads to where that is told, and perhaps its words."""
    links, words = links or {}, words or {}
    names = [element("span", plain(column.name)) for column in matrix.columns]
    about = table(["", *names], _about(matrix), "implementations")
    rows: list[list[str]] = []
    for title, clauses in matrix.chapters:
        rows.append([element("b", plain(title)), *map(plain, figures(clauses))])
        rows += [[_led(row.id, links, words), *map(_mark, row.cells)] for row in clauses]
    read = [[_led(row.id, links, words), *map(plain, row.cells)] for row in matrix.questions]
    questions = [table(["open question", *names], read, "readings")] if read else []
    return "\n\n".join([about, table(["clause", *names], rows, "clauses"), *questions])


def _about(matrix: Matrix) -> Iterator[list[str]]:
    for heading in (*HEADINGS, "command"):
        cells = (plain(str(getattr(column, heading))) for column in matrix.columns)
        yield [element("b", plain(heading)), *(element("code", cell) if heading == "command" else cell for cell in cells)]


def _led(id: str, links: Links, words: Links) -> str:
    code = element("code", plain(id))
    told = f"{plain(words[id])} " if id in words else ""
    return told + (anchor(links[id], code) if id in links else code)


def _mark(cell: str) -> str:
    return element("span", f"{SIGNS[Mark(cell)]} {plain(cell)}".strip(), CSS[Mark(cell)])


def matrix_markdown(matrix: Matrix) -> str:
    """The tables of one matrix, as an issue or a README shows them."""
    head = ["", *(column.name for column in matrix.columns)]
    about = [[heading, *(str(getattr(column, heading)) for column in matrix.columns)] for heading in (*HEADINGS, "command")]
    rows: list[list[str]] = []
    for title, clauses in matrix.chapters:
        rows.append([title, *figures(clauses)])
        rows += [[row.id, *(f"{SIGNS[Mark(cell)]} {cell}".strip() for cell in row.cells)] for row in clauses]
    read = [[row.id, *row.cells] for row in matrix.questions]
    parts = [f"## {markdown(matrix.variant)}", _table(head, about), _table(["clause", *head[1:]], rows)]
    return "\n\n".join([*parts, *([_table(["open question", *head[1:]], read)] if read else [])]) + "\n"


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = (f"| {' | '.join(markdown(cell) for cell in row)} |" for row in [head, *rows])
    first, *rest = lines
    return "\n".join([first, f"|{' --- |' * len(head)}", *rest])


def implementations_page(site: SiteMap) -> str:
    """The implementations that the project runs itself, side by side, with dates and commands."""
    here = PageContext(site, IMPLEMENTATIONS)
    parts = [INTRO]
    for matrix in matrices(site.reports):
        book = matrix.variant
        ids = [row.id for _, rows in matrix.chapters for row in rows] + [row.id for row in matrix.questions]
        articles, questions = site.books[book].articles, site.books[book].book.questions()
        words = {id: one.clause.title for id, one in articles.items()} | {id: one.asks for id, one in questions.items()}
        links = {id: site.clause(book, id).href(here.page) for id in ids if id in words}
        parts += [f"## {markdown(site.title(book))} {{ #{book} }}", matrix_html(matrix, links, words), _since(site, book)]
    return document("# Implementations", *parts)


def _since(site: SiteMap, book: str) -> str:
    """Whether the cases are still those of the reports."""
    now = suite_digest(site.cases.get(book, ()))
    then = {report["suite"]["digest"] for report in site.reports if report["variant"] == book and report.get("suite")}
    return "" if then == {now} else element("p", "Some of the cases have changed since these reports were made.", "note")
