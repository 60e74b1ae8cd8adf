"""One clause as it is printed: number and title, words for people, formal lines, questions with their readings, sources, cases."""

import re
from collections.abc import Iterable
from itertools import groupby

from meldspec.language import lines
from meldspec.language.spelling import format_line
from meldspec.site.cases import case_part
from meldspec.site.markup import anchor, block, document, element, markdown, plain
from meldspec.site.names import declared_by
from meldspec.site.printed import Article, Line, lines_of
from meldspec.site.site_map import PageContext, SiteMap

CLAUSE_ID = re.compile(r"[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+")
KINDS = {
    "silent": "The sources are silent.",
    "contradiction": "The source contradicts itself.",
    "conflict": "The sources disagree.",
    "misprint": "A misprint is likely.",
    "editor": "An assumption of the editors of these rules.",
    "defers": "The source leaves it to ordinary Canasta.",
}
"""The kind of a doubt → what it says."""


def clause_part(article: Article, here: PageContext) -> str:
    """The clause as Markdown, for the page of its chapter."""
    clause = article.clause
    return document(
        _heading(article, here),
        element("p", _origin(article, here), "origin"),
        *(markdown(sentence) for sentence in clause.prose),
        _formal(lines_of(article.entry)["", ""], here),
        *(element("p", f"<b>Note.</b> {_with_links(note, here)}", "note") for note in clause.notes),
        *(_question(question, article, here) for question in clause.questions),
        _rests_on(clause, here),
        case_part(here.site.cases_about(here.book, clause.id), here),
    ).rstrip("\n")


def state(article: Article, site: SiteMap, book: str) -> str:
    """What a clause is in a book: `own` in a base book, in a variant `added`, `replaced` or `inherited`."""
    if article.entry.origin != book:
        return "inherited"
    if article.entry.replaces:
        return "replaced"
    return "added" if site.books[book].book.ancestors else "own"


def _heading(article: Article, here: PageContext) -> str:
    """The heading that carries the clause's anchor."""
    what = state(article, here.site, here.book)
    # What is inherited is found by searching in the book that it comes from, and not once more in each variant.
    search = " data-search-exclude" if what == "inherited" else ""
    return f"## {article.number} {markdown(article.clause.title)} {{ #{article.id} .clause .{what}{search} }}"


def _origin(article: Article, here: PageContext) -> str:
    """The permanent id, the mark of where the clause comes from, and who does otherwise."""
    marks = [element("code", article.id)]
    match state(article, here.site, here.book):
        case "inherited":
            marks.append("from " + _in(article.entry.origin, article, here))
        case "replaced":
            marks.append("replaces that of " + _in(article.entry.replaces[-1], article, here))
        case "added":
            marks.append(f"added by {plain(here.site.title(here.book))}")
    marks += (f"{what} in {_in(where, article, here)}" for what, where in here.site.chosen_otherwise(article))
    return " · ".join(marks)


def _in(book: str, article: Article, here: PageContext) -> str:
    """The title of a book, linked to what it makes of the clause."""
    return here.link(here.site.clause(book, article.id), plain(here.site.title(book)))


def _with_links(text: str, here: PageContext) -> str:
    """A note as HTML, in which the id of a clause of the book is a link."""
    known = here.site.books[here.book].articles
    return CLAUSE_ID.sub(lambda hit: here.clause(hit[0]) if hit[0] in known else hit[0], plain(text))


# ── formal lines ────────────────────────────────────────────────────────────────────────────────────────────


def _formal(formal: Iterable[Line], here: PageContext) -> str:
    """The formal lines as one block, each under its head; nothing where there are none."""
    rows: list[str] = []
    # By identity: two heads may have the same words, and each is printed above its own lines.
    for _, group in groupby(formal, key=lambda line: id(line.head)):
        first, *others = group
        rows += [_head(first, here), *(_numbered(line, here) for line in (first, *others))]
    return block("div", rows, "lines") if rows else ""


def _head(line: Line, here: PageContext) -> str:
    """The head of a block; nothing where it is a numbered line itself, or there is none."""
    if line.head is None or isinstance(line.head, lines.Whenever):
        return ""
    return element("p", here.words.line(format_line(line.head), here.page, declared_by(line.head)), "head")


def _numbered(line: Line, here: PageContext) -> str:
    """One line with its number in front, which leads to the line itself."""
    number = anchor(f"#{line.id}", line.id.rsplit(":", 1)[1], "number", line.id)
    text = here.words.line(line.text, here.page, declared_by(line.node))
    return element("p", number + text, "" if line.head is None else "under", line.id)


# ── questions ───────────────────────────────────────────────────────────────────────────────────────────────


def _question(question: lines.Question, article: Article, here: PageContext) -> str:
    """The question as one block of HTML, under its clause: what it asks, of which kind it is, and every reading with its lines."""
    id, formal = f"{article.id}.{question.name}", lines_of(article.entry)
    covers = f" · {here.inventory(question.covers)}" if question.covers else ""
    where = " and ".join(element("code", f"{asked}={reading}") for asked, reading in question.arises)
    parts = [
        element("p", f"{element('span', plain(question.kind), 'kind')} {plain(question.asks)}", "asks"),
        element("p", f"{element('code', id)} · {plain(KINDS.get(question.kind, ''))}{covers}", "origin"),
        element("p", f"Arises only with {where}.", "origin") if where else "",
        *(_reading(question, reading, formal.get((question.name, reading.name), ()), here, id) for reading in _readings(question)),
        case_part(here.site.cases_about(here.book, id), here),
    ]
    return block("div", parts, "question", id)


def _readings(question: lines.Question) -> list[lines.Reading]:
    """The readings, the one that holds by default in front."""
    return sorted(question.readings, key=lambda reading: reading.name != question.default)


def reading_names(question: lines.Question) -> str:
    """The names of all readings, the one that holds by default in front and in bold."""
    names = [plain(reading.name) for reading in _readings(question)]
    return ", ".join((element("b", names[0]), *names[1:])) if names else ""


def _reading(question: lines.Question, reading: lines.Reading, formal: Iterable[Line], here: PageContext, asked: str) -> str:
    """One reading: its name and answer, the reason where it is the default, its lines."""
    chosen = reading.name == question.default
    whose = f" of {plain(question.whose)}" if question.whose else ""
    parts = [
        element("p", f"{element('b', plain(reading.name))} {plain(reading.says)}", "says"),
        element("p", f"<b>Default{whose}</b>, because: {plain(question.because)}", "because") if chosen else "",
        _formal(formal, here) or element("p", "This reading adds no line.", "nothing"),
    ]
    return block("div", parts, "reading default" if chosen else "reading", f"{asked}={reading.name}")


# ── what a clause rests on ──────────────────────────────────────────────────────────────────────────────────


def _rests_on(clause: lines.Clause, here: PageContext) -> str:
    """Sources and facts."""
    parts = [f"<b>Sources</b> {citations(clause.cites, here)}"] if clause.cites else []
    parts += [f"<b>Facts</b> {here.inventory(clause.facts)}"] if clause.facts else []
    return element("p", "<br>".join(parts), "rests") if parts else ""


def citations(cites: Iterable[lines.Cites], here: PageContext) -> str:
    """The sources, one after the other; numbered paragraphs each lead to their place on the page of sources."""
    return "; ".join(_citation(one, here) for one in cites)


def _citation(cites: lines.Cites, here: PageContext) -> str:
    source = here.site.sources.get(cites.source)
    title = "" if source is None else ", ".join(part for part in (source.title, source.author) if part)
    name = here.source(cites.source, plain(cites.source), title=title)
    spans = [str(first) if first == last else f"{first}–{last}" for first, last in cites.ranges]
    numbers = [here.source(cites.source, told, first) for told, (first, _) in zip(spans, cites.ranges, strict=True)]
    single = len(spans) == 1 and "–" not in spans[0]
    return f"{name}, {'paragraph' if single else 'paragraphs'} {', '.join(numbers)}" if numbers else name
