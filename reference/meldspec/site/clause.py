"""One clause as it is printed: number and title, words for people, formal lines, questions with their readings, sources, cases."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from meldspec.language import lines
from meldspec.language.problems import NOWHERE, counted
from meldspec.language.spelling import format_line
from meldspec.protocol.case import Case, World
from meldspec.protocol.comparison import differences
from meldspec.protocol.fields import to_json
from meldspec.protocol.messages import Dealt, Expected, Illegal, Legal, Meld, Unsupported
from meldspec.runner.words import plain as shortly, say_action, say_readings, say_request
from meldspec.site.cards import in_text
from meldspec.site.markup import anchor, block, document, element, markdown, plain
from meldspec.site.names import declared_by
from meldspec.site.printed import Article, Line, headed, lines_of
from meldspec.site.site_map import PageContext, SiteMap
from meldspec.sources.review import citation

CLAUSE_ID = re.compile(r"[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+")
KINDS = {
    "silent": "The sources are silent.",
    "contradiction": "The source contradicts itself.",
    "conflict": "The sources disagree.",
    "misprint": "A misprint is likely.",
    "editor": "An assumption of the editors of these rules.",
    "defers": "The source leaves it to ordinary Canasta.",
    "unseen": "No source says it, and nobody at a table can see it: it is held against nobody.",
}
"""The kind of a doubt → what it says."""

UNREAD = "inherited, not yet held against the source of this game"

WHERE = (
    (re.compile(r"^hands\[(\d+)\]$"), r"hand of seat \1"),
    (re.compile(r"^feet\[(\d+)\]$"), r"foot of seat \1"),
    (re.compile(r"^sides\[(\d+)\]\.(\w+)"), r"\2 of side \1"),
    (re.compile(r"^pile\.cards$"), "pile"),
)
"""Fields of an observation → how they are said."""


def clause_part(article: Article, here: PageContext) -> str:
    """The clause as Markdown, for the page of its chapter."""
    clause = article.clause
    return document(
        _heading(article, here),
        element("p", _origin(article, here), "origin"),
        *(markdown(sentence) for sentence in clause.prose),
        _formal(lines_of(article.entry)["", ""], here),
        _nevers(clause.nevers, here),
        *(element("p", f"<b>Note.</b> {_with_links(note, here)}", "note") for note in clause.notes),
        *(_question(question, article, here) for question in clause.questions),
        _rests_on(clause, here),
        _held(article.id, here),
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
    marks += (f"{what} in {_in(where, article, here)}" for what, where in here.site.chosen_otherwise(article))
    return " · ".join(marks)


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


def _formal(formal: Iterable[Line], here: PageContext) -> str:
    """The formal lines as one block, each under its head; nothing where there are none."""
    rows: list[str] = []
    for head, line in headed(formal):
        if head:
            rows.append(element("p", here.words.line(head, here.page, declared_by(line.head)), "head"))
        # The number in front leads to the line itself.
        number = anchor(f"#{line.id}", line.id.rsplit(":", 1)[1], "number", line.id)
        text = here.words.line(line.text, here.page, declared_by(line.node))
        rows.append(element("p", number + text, "" if line.head is None else "under", line.id))
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
        element("p", " · ".join((element("code", id), plain(KINDS.get(question.kind, "")) + covers, *_unread(id, here))), "origin"),
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
    parts = [
        element("p", f"{element('b', plain(reading.name))} {plain(reading.says)}{reading.whose}", "says"),
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
    source = here.site.sources.get(cites.source)
    title = "" if source is None else ", ".join(part for part in (source.title, source.author) if part)
    name = here.source(cites.source, plain(cites.source), title=title)
    spans = [str(first) if first == last else f"{first}–{last}" for first, last in cites.ranges]
    numbers = [here.source(cites.source, told, first) for told, (first, _) in zip(spans, cites.ranges, strict=True)]
    single = len(spans) == 1 and "–" not in spans[0]
    return f"{name}, {'paragraph' if single else 'paragraphs'} {', '.join(numbers)}" if numbers else name


# ── the cases about a clause or question: the shortest told as at a table, all of them by id ────────────────────────────────


def case_part(id: str, here: PageContext) -> str:
    """The cases about a clause or question as a part that is opened by a click; nothing where there are none."""
    if not (cases := here.site.cases_about(here.book, id)):
        return ""
    # The shortest is the quickest to follow; of several that are as short, the first by id, so that pages do not change by chance.
    shortest = min(cases, key=lambda case: (len(case.requests), len(json.dumps(to_json(case.requests))), case.id))
    rows = block("ul", (_case(case, id, here) for case in cases), "ids")
    return block("details", [element("summary", counted(len(cases), "case")), transcript(shortest, here), rows], "cases")


def _case(case: Case, id: str, here: PageContext) -> str:
    """A case in the list of those about a clause or question; with its anchor, where that is its subject."""
    # A case about several things stands in several lists, and an address leads to one place.
    own = here.site.case(here.book, case).anchor if id == case.subject else ""
    name = element("code", plain(case.id))
    return element("li", f"{anchor(f'#{own}', name) if own else name} {plain(case.title)}", id=own)


def transcript(case: Case, here: PageContext) -> str:
    """A case as it would be told at a table: what is dealt, who does what, and what the rules say of it."""
    steps = (_step(case, number, here) for number in range(len(case.requests)))
    worlds = (element("p", _world(world)) for world in case.worlds)
    return block("div", [element("p", f"<b>{plain(case.title)}</b>"), block("ol", steps), *worlds], "transcript")


def _step(case: Case, number: int, here: PageContext) -> str:
    """One request with what is expected of it."""
    first, *more = say_request(case.requests[number])
    rows = [in_text(first[0].upper() + first[1:]), *(element("span", in_text(row), "row") for row in more)]
    rows += (element("span", row, "row rules") for row in _expected(case, number, here))
    return element("li", "".join(rows))


def _expected(case: Case, number: int, here: PageContext) -> Iterator[str]:
    """The verdict with the lines behind it, what changed with the last act, what was allowed instead."""
    expect, because = case.expect[number], case.because[number]
    behind = ", ".join(_behind(line, case, here) for line in because)
    if isinstance(expect, Legal | Illegal | Unsupported):
        verdict = "Refused" if isinstance(expect, Illegal) else "Allowed"
        yield f"<b>{verdict}</b>" + (f" by {behind}" if behind else "")
    if number and number == len(case.requests) - 1:
        yield from _changes(case.expect[number - 1], expect)
    if case.allowed.get(number):
        acts = (in_text(say_action(act)) for act in case.allowed[number])
        yield f"Allowed instead, for one: {next(acts)}"


def _behind(line: str, case: Case, here: PageContext) -> str:
    """A line id, as a link where the line is of the book that is printed."""
    # A case of another variant may name lines that this book has otherwise.
    known = here.site.books[here.book].articles
    return here.clause(line) if case.variant == here.book and line.split(":")[0] in known else plain(line)


def _changes(before: Expected, after: Expected) -> Iterator[str]:
    """What is otherwise in the observation than it was a step before."""
    if isinstance(before, Dealt | Legal) and isinstance(after, Dealt | Legal):
        for one in differences(before.observation, after.observation):
            yield in_text(f"{_where(one.where)}: {_short(one.expected)} → {_short(one.found)}")


def _where(field: str) -> str:
    """A field of an observation, as people would say it."""
    for pattern, said in WHERE:
        field = pattern.sub(said, field)
    return field


def _short(value: Any) -> str:
    """A value of an observation; melds by their cards."""
    if isinstance(value, tuple) and value and all(isinstance(one, Meld) for one in value):
        return "; ".join(" ".join(one.cards) for one in value)
    return value if isinstance(value, str) else shortly(value)


def _world(world: World) -> str:
    """How the case goes on under other readings, step by step as far as it says."""
    steps = (f"step {number} {_outcome(said)}" for number, said in enumerate(world.expect, world.start + 1))
    return f"Under {element('code', plain(say_readings(world.readings)))}, {', '.join(steps)}."


def _outcome(said: Expected) -> str:
    """What becomes of a step."""
    return "is allowed" if isinstance(said, Legal) else "is refused" if isinstance(said, Illegal) else "ends otherwise"
