"""One clause as it is printed: number and title, words for people, formal lines, questions with their readings, sources, cases."""

import re
from collections.abc import Iterable

from meldspec.book.addresses import case_page
from meldspec.book.doubts import SAID
from meldspec.language import lines
from meldspec.language.problems import NOWHERE, counted
from meldspec.language.spelling import format_line
from meldspec.protocol.case import Case
from meldspec.site.markup import anchor, block, document, element, markdown, plain
from meldspec.site.names import declared_by
from meldspec.site.printed import Article, Line, headed, lines_of
from meldspec.site.site_map import PageContext, SiteMap
from meldspec.site.terms import Explained
from meldspec.sources.review import citation

CLAUSE_ID = re.compile(r"[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+")
WANT = "This line permits. An act that is refused by it is permitted neither by it nor by any other line."
"""What a line that permits says where a refusal has led to it."""
UNREAD = "inherited, not yet held against the source of this game"


def clause_part(article: Article, here: PageContext) -> str:
    """The clause as Markdown, for the page of its chapter."""
    clause, explained = article.clause, Explained(here)
    return document(
        _heading(article, here),
        element("p", _origin(article, here), "origin"),
        *map(explained.sentence, clause.prose),
        _formal(lines_of(article.entry)["", ""], here),
        _nevers(clause.nevers, here),
        *(element("p", f"<b>Note.</b> {_with_links(note, here)}", "note") for note in clause.notes),
        *(_question(question, article, here) for question in clause.questions),
        _rests_on(clause, here),
        _used_by(article, here),
        _held(article.id, here),
        _before(article, here),
        case_part(clause.id, here),
    ).rstrip("\n")


def state(article: Article, site: SiteMap, book: str) -> str:
    """What a clause is in a book: `own` in a base book, in a variant `added`, `changed`, `replaced` or `inherited`."""
    if article.entry.origin != book:
        return "inherited"
    return article.entry.how if site.books[book].book.ancestors else "own"


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
        case "changed":
            marks.append(f"changes that of {_in(article.entry.replaces[-1], article, here)}{article.entry.where()}")
        case "replaced":
            marks.append("replaces that of " + _in(article.entry.replaces[-1], article, here))
        case "added":
            marks.append(f"added by {plain(here.site.title(here.book))}")
    marks += _unread(article.id, here)
    others = [f"{what} in {_in(where, article, here)}" for what, where in here.site.chosen_otherwise(article)]
    # Who reads only the words is not told what other games make of them.
    return " · ".join(marks) + (element("span", " · " + " · ".join(others), "more") if others else "")


def _unread(id: str, here: PageContext) -> list[str]:
    """The mark of a clause or a question that is inherited and that nobody has held against the source of this game."""
    return [element("span", UNREAD, "unread")] if here.site.unread(here.book, id) else []


def _in(book: str, article: Article, here: PageContext) -> str:
    """The title of a book, linked to what it makes of the clause."""
    return here.link(here.site.clause(book, article.id), plain(here.site.title(book)))


def _with_links(text: str, here: PageContext) -> str:
    """A note as HTML, in which the id of a clause of the book is a link."""
    known = here.site.books[here.book].articles
    return CLAUSE_ID.sub(lambda hit: here.clause(hit[0]) if hit[0] in known else hit[0], plain(text))


# ── formal lines ────────────────────────────────────────────────────────────────────────────────────────────


def _formal(formal: Iterable[Line], here: PageContext, quoted: bool = False) -> str:
    """The formal lines as one block, each under its head; nothing where there are none. What is `quoted` has no places here."""
    rows: list[str] = []
    for head, line in headed(formal):
        if head:
            rows.append(element("p", here.words.line(head, here.page, declared_by(line.head)), "head"))
        # The number in front leads to the line itself.
        where = here.site.clause(here.book, line.id).href(here.page) if quoted else f"#{line.id}"
        count = line.id.rsplit(":", 1)[1]
        number = f'<a class="number" title="{plain(line.id)}" aria-label="line {count}" href="{plain(where)}">{count}</a>'
        text = here.words.line(line.text, here.page, declared_by(line.node))
        if isinstance(line.node, lines.Judge) and line.node.mode == "allow" and not quoted:
            text += element("span", f" {WANT}", "want")
        rows.append(element("p", number + text, "" if line.head is None else "under", "" if quoted else line.id))
    return block("div", rows, "lines") if rows else ""


def _nevers(nevers: Iterable[lines.Never], here: PageContext) -> str:
    """What no table has between two acts, as one block; such lines have no number, since no act is judged by them."""
    rows = [element("p", here.words.line(format_line(never), here.page)) for never in nevers]
    return block("div", rows, "lines nevers") if rows else ""


# ── questions ───────────────────────────────────────────────────────────────────────────────────────────────


def _question(question: lines.Question, article: Article, here: PageContext) -> str:
    """The question as one block of HTML, under its clause: what it asks, of which kind it is, and every reading with its lines."""
    id, formal = f"{article.id}.{question.name}", lines_of(article.entry)
    covers = f" · {here.inventory(question.covers)}" if question.covers else ""
    where = " and ".join(element("code", f"{asked}={reading}") for asked, reading in question.arises)
    parts = [
        element("p", f"{element('span', plain(question.kind), 'kind')} {plain(question.asks)}", "asks"),
        element("p", " · ".join((element("code", id), plain(SAID.get(question.kind, "")) + covers, *_unread(id, here))), "origin"),
        element("p", f"Arises only with {where}.", "origin") if where else "",
        element("p", f"{lines.NO_FULL_PACK.capitalize()}.", "origin") if question.no_full_pack else "",
        *(_reading(question, reading, formal.get((question.name, reading.name), ()), here, id) for reading in _readings(question)),
        _held(id, here),
        case_part(id, here),
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
    # In words and not by a mark alone, so that whoever is read to hears it.
    force = element("span", "In force:" if chosen else "Or:", "force")
    parts = [
        element("p", f"{force} {element('b', plain(reading.name))} {plain(reading.says)}{reading.whose}", "says"),
        element("p", f"<b>Default{whose}</b>, because: {plain(question.because)}", "because") if chosen else "",
        _formal(formal, here) or element("p", "This reading adds no line.", "nothing"),
        _nevers(reading.nevers, here),
    ]
    return block("div", parts, "reading default" if chosen else "reading", f"{asked}={reading.name}")


# ── what a clause rests on ──────────────────────────────────────────────────────────────────────────────────


def _rests_on(clause: lines.Clause, here: PageContext) -> str:
    """Sources and facts."""
    parts = [f"<b>Sources</b> {citations(clause.cites, here)}"] if clause.cites else []
    parts += [f"<b>Facts</b> {here.inventory(clause.facts)}"] if clause.facts else []
    return element("p", "<br>".join(parts), "rests") if parts else ""


def _used_by(article: Article, here: PageContext) -> str:
    """The other clauses of the book whose lines use a word that this one declares."""
    users = here.site.used_by.get((here.book, article.id), ())
    return element("p", f"<b>Used by</b> {', '.join(map(here.article, users))}", "rests used") if users else ""


def _before(article: Article, here: PageContext) -> str:
    """What stood in place of a changed or replaced clause before, folded: its words and its lines."""
    entry = article.entry
    if entry.origin != here.book or not entry.replaces:
        return ""
    there = PageContext(here.site, here.page, entry.replaces[-1])
    old = here.site.books[there.book].articles[article.id]
    summary = element("summary", f"{'Changed' if entry.how == 'changed' else 'Replaced'} from {plain(here.site.title(there.book))}")
    head = element("p", there.article(old))
    prose = (element("p", plain(sentence)) for sentence in old.clause.prose)
    return block("details", [summary, head, *prose, _formal(lines_of(old.entry)["", ""], there, quoted=True)], "before")


def _held(id: str, here: PageContext) -> str:
    """Why what is inherited holds in this game, where somebody has written it down, and where that was looked up."""
    found = here.site.inherited[here.book].get(id)
    if found is None or found.held is None or found.lapsed:
        return ""
    where = citations((citation(cites, NOWHERE) for cites in found.held.cites), here)
    return element("p", f"<b>Holds here</b> {plain(found.held.holds)}{f' ({where})' if where else ''}", "rests")


def citations(cites: Iterable[lines.Cites], here: PageContext) -> str:
    """The sources, one after the other; numbered paragraphs each lead to their place on the page of sources."""
    return "; ".join(_citation(one, here) for one in cites)


def _citation(cites: lines.Cites, here: PageContext) -> str:
    """A source by its title, with the paragraphs and with its address, where it has one."""
    source = here.site.sources.get(cites.source)
    said = "" if source is None else ", ".join(part for part in (source.title, source.author) if part)
    name = here.source(cites.source, plain(cites.source), title=said)
    spans = [str(first) if first == last else f"{first}–{last}" for first, last in cites.ranges]
    numbers = [here.source(cites.source, told, first) for told, (first, _) in zip(spans, cites.ranges, strict=True)]
    single = len(spans) == 1 and "–" not in spans[0]
    address = f" ({anchor(source.address, 'its page')})" if source is not None and source.address.startswith("http") else ""
    return f"{name}, {'paragraph' if single else 'paragraphs'} {', '.join(numbers)}{address}" if numbers else name + address


# ── the cases about a clause or question ────────────────────────────────────────────────────────────────────


def case_part(id: str, here: PageContext) -> str:
    """The cases about a clause or question as a part that opens by a click, each with its page; nothing where there is none."""
    if not (cases := here.site.cases_about(here.book, id)):
        return ""
    rows = block("ul", (_case(case, id, here) for case in cases), "ids")
    return block("details", [element("summary", counted(len(cases), "case")), rows], "cases")


def _case(case: Case, id: str, here: PageContext) -> str:
    """A case in the list of those about a clause or question; with its anchor, where that is its subject."""
    # A case about several things stands in several lists, and an address leads to one place.
    own = here.site.case(here.book, case).anchor if id == case.subject else ""
    return element("li", f"{here.link(case_page(case.id), element('code', plain(case.id)))} {plain(case.title)}", id=own)
