"""A page for each case: what is asked, the table that it leads to, the act, the answer; how it came there is folded away.

These pages are HTML and no Markdown: there are so many that to lay them through the program that builds the site would take
minutes. Each can be read as it stands; `finish` puts it into the look of the site.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from meldspec.book.addresses import CASES, Target, case_page
from meldspec.book.core import clause_of_question
from meldspec.book.sayings import called
from meldspec.language import lines
from meldspec.language.problems import counted
from meldspec.protocol.case import Case, World, deciding, written
from meldspec.protocol.fields import to_json
from meldspec.protocol.messages import Beginning, Dealt, Enumerated, Expected, Illegal, Legal, LegalRequest, Unsupported
from meldspec.ruling.words import Names, changes
from meldspec.runner.told import listed_otherwise
from meldspec.runner.words import say_action, say_request
from meldspec.site.cards import drawn, in_text
from meldspec.site.case_rulings import CaseRuling, Grounds
from meldspec.site.markup import anchor, block, document, element, markdown, plain
from meldspec.site.printed import PrintedBook
from meldspec.site.share import DESK
from meldspec.site.site_map import PageContext, SiteMap

PURPOSES = {
    "allows": "May this be done?",
    "refuses": "May this be done?",
    "effect": "What does this bring about?",
    "reading": "Which reading is followed here?",
    "lists": "What may be done here?",
    "limit": "How far does the reading in force go?",
}
"""What a case asks, by its purpose."""
BEGINNING, END = '<main class="case">', "</main>"
"""Between these stands what is told on the page of a case."""
TITLE, DESCRIPTION, TOLD = "MELDSPEC-TITLE", "MELDSPEC-DESCRIPTION", "MELDSPEC-TOLD"
"""What stands in the empty page where a case has its title, its description, and what is told of it."""
EMPTY = f"{CASES}/empty/page/empty"
"""The empty page, in as deep a folder as those of the cases, so that its links lead from there as well."""


def case_files(site: SiteMap, desk: bool) -> Iterator[tuple[str, str]]:
    """The page of each case and the case itself as JSON, by path; with links to the desk where the site has one."""
    for name, cases in site.cases.items():
        book = site.books[name]
        names = names_of_places(book)
        for case in cases:
            page = case_page(case.id).page
            here = PageContext(site, page, name)
            yield f"{page}.html", _page(case, here, names, desk)
            yield f"{page}.json", written(case) + "\n"


def names_of_places(book: PrintedBook) -> Names:
    """What a book calls its places, by the fields that show them."""
    told = called(book.book)
    places = (node for _, node in book.book.formal() if isinstance(node, lines.PlaceLine))
    return {place.shown or place.name: told[place.name] for place in places if place.name in told}


def _page(case: Case, here: PageContext, names: Names, desk: bool) -> str:
    """The whole file."""
    up = "../" * here.page.count("/")
    title, about = plain(_short_title(case, here)), _about_words(case)
    return "\n".join(
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<title>{title}</title>\n<meta name="description" content="{plain(about)}">',
            f'<link rel="stylesheet" href="{up}assets/cards.css">\n</head>\n<body>',
            BEGINNING,
            *_told(case, here, names, desk),
            f"{END}\n</body>\n</html>\n",
        )
    )


def _short_title(case: Case, here: PageContext) -> str:
    """A title for which a tab and a list of pages have room; the whole of it is the heading of the page."""
    clause = next(iter(case.about.clauses), "") or clause_of_question(case.subject)
    article = here.site.books[here.book].articles.get(clause)
    about = article.clause.title if article else case.title.rstrip(".")
    return f"{here.site.title(here.book)}: {about} ({case.subject}, {case.id.rpartition('/')[2]})"


def _about_words(case: Case) -> str:
    """What a case is about, in a sentence."""
    return (
        f"{PURPOSES[case.purpose]} {case.title.rstrip('.')}: a case about {case.subject}, with its table, its act and its answer."
    )


def _told(case: Case, here: PageContext, names: Names, desk: bool) -> Iterator[str]:
    """The parts of the page."""
    number = deciding(case)
    ruling = here.site.rulings.get(case.id, CaseRuling())
    yield element("h1", plain(case.title))
    yield element("p", f"{element('code', plain(case.id))} · {here.first_page(here.book)}", "origin")
    yield from _asked(case, here)
    yield from _table(case, number, names)
    yield from _answer(case, number, ruling, here, names)
    yield from _otherwise(case, number, here)
    yield _way(case, number, here)
    yield _leads(case, here, ruling, desk)


# ── what is asked ───────────────────────────────────────────────────────────────────────────────────────────


def _asked(case: Case, here: PageContext) -> Iterator[str]:
    """The clauses with their words, and the questions with the reading in force."""
    book = here.site.books[here.book]
    yield element("h2", PURPOSES[case.purpose], id="asked")
    for id in case.about.clauses:
        article = book.articles[id]
        yield element("p", f"{here.article(article)} {element('code', id)}: {plain(' '.join(article.clause.prose))}")
    for id in case.about.questions:
        question = book.book.questions()[id]
        clause = here.article(book.articles[clause_of_question(id)])
        says = next(one.says for one in question.readings if one.name == question.default)
        asked = here.clause(id, plain(question.asks))
        yield element("p", f"{asked} Read here: {plain(says)} ({element('code', plain(f'{id}={question.default}'))}, in {clause})")


# ── the table and the answer ────────────────────────────────────────────────────────────────────────────────


def _table(case: Case, number: int, names: Names) -> Iterator[str]:
    """The table before the act that the case leads to, and the act; where it leads to a beginning, the table that comes of it."""
    request = case.requests[number]
    if isinstance(request, Beginning):
        yield element("h2", "The table, when all is dealt" if request.cmd == "deal" else "The table", id="table")
        yield drawn(_seen(case.expect[number]) or {}, names=names)
        return
    yield element("h2", "The table", id="table")
    yield drawn(_last_seen(case, number), request.seat, names)
    yield element("h2", "What is asked there" if isinstance(request, LegalRequest) else "The act", id="act")
    yield element("p", in_text(_sentence(" ".join(say_request(request)))), "act")


def _seen(said: Expected) -> Mapping[str, Any] | None:
    """The table that an answer shows, if it shows one."""
    found: Mapping[str, Any] | None = to_json(said.observation) if isinstance(said, Dealt | Legal) else None
    return found


def _last_seen(case: Case, number: int) -> Mapping[str, Any]:
    """The table before a request, as the answers before it show it."""
    return next((seen for said in reversed(case.expect[:number]) if (seen := _seen(said)) is not None), {})


def _answer(case: Case, number: int, ruling: CaseRuling, here: PageContext, names: Names) -> Iterator[str]:
    """The verdict with its reasons, and what the act changes."""
    expect = case.expect[number]
    yield element("h2", "The answer", id="answer")
    if isinstance(expect, Illegal | Legal | Unsupported):
        refused = isinstance(expect, Illegal)
        behind = ", ".join(here.clause(line, element("code", plain(line))) for line in case.because[number])
        by = f" by {behind}" if behind else ""
        why = f": {in_text(ruling.why)}" if ruling.why else ""
        yield element("p", f"<b>{'Not allowed' if refused else 'Allowed'}</b>{by}{why}", f"verdict {'no' if refused else 'yes'}")
        yield from _reasons(ruling.grounds, here, refused)
    elif isinstance(expect, Enumerated):
        yield block("ul", (element("li", in_text(say_action(act))) for act in expect.actions))
    after = _seen(expect)
    if after is not None and number and not isinstance(case.requests[number], Beginning):
        told = changes(_last_seen(case, number), after, str, set(), names)
        yield element("h3", "What it does") + block("ul", (element("li", in_text(one)) for one in told))
    if case.allowed.get(number):
        acts = (element("li", in_text(say_action(act))) for act in case.allowed[number])
        yield element("h3", "What would be allowed instead, for one") + block("ul", acts)


def _reasons(grounds: Sequence[Grounds], here: PageContext, refused: bool) -> Iterator[str]:
    """The clauses that decide, what each comes to here first; ways that are not open come last."""
    duties = [one for one in grounds if not (refused and one.permission)]
    ways = [one for one in grounds if refused and one.permission]
    if duties:
        yield block("ul", (_reason(one, here) for one in duties), "reasons")
    if ways:
        yield element(
            "p", "One of these ways would have to be open, and none is:" if len(ways) > 1 else "What it takes, and lacks:"
        )
        yield block("ul", (_reason(one, here) for one in ways), "reasons")


def _reason(one: Grounds, here: PageContext) -> str:
    article = here.site.books[here.book].articles.get(one.clause)
    rule = f"{here.article(article)}: {plain(' '.join(article.clause.prose))}" if article else plain(one.clause)
    said = "".join(element("p", in_text(_sentence(text)) + _by(by, one.clause, here), "said") for text, by in one.says)
    return element("li", said + element("p", rule, "rule"))


def _sentence(text: str) -> str:
    begun = text[:1].upper() + text[1:]
    return begun if begun.endswith((".", "?", "!")) else f"{begun}."


def _by(clause: str, own: str, here: PageContext) -> str:
    """The clause that a sentence is from, where that is not the one it stands under."""
    known = clause and clause != own and clause in here.site.books[here.book].articles
    return f" ({here.clause(clause)})" if known else ""


# ── other readings, and how it came there ───────────────────────────────────────────────────────────────────


def _otherwise(case: Case, number: int, here: PageContext) -> Iterator[str]:
    """What other readings make of the act; those under which the game goes another way before it stand by themselves."""
    now = [one for one in case.worlds if one.start <= number < one.start + len(one.expect) and one.start == number]
    before = [one for one in case.worlds if one.start < number]
    after = [one for one in case.worlds if one.start > number]
    if now:
        yield element("h2", "Under other readings", id="otherwise")
        yield block("ul", (element("li", _world(one, case, number, here)) for one in now))
    for told, worlds in (("the game goes another way before", before), ("only what follows is another", after)):
        if worlds:
            rows = block("ul", (element("li", _readings(one, here)) for one in worlds))
            summary = element("summary", f"{counted(len(worlds), 'reading')} under which {told}")
            yield block("details", (summary, rows))


def _readings(world: World, here: PageContext) -> str:
    """Readings with their questions, in words."""
    return "; ".join(_reading(id, name, here) for id, name in sorted(world.readings.items()))


def _reading(id: str, name: str, here: PageContext) -> str:
    question = here.site.books[here.book].book.questions()[id]
    says = next((one.says for one in question.readings if one.name == name), name)
    return f"{here.clause(id, plain(question.asks))} {plain(says)} ({element('code', plain(f'{id}={name}'))})"


def _world(world: World, case: Case, number: int, here: PageContext) -> str:
    """What becomes of the act under other readings."""
    said, mine = world.expect[number - world.start], case.expect[number]
    if isinstance(said, Enumerated) and isinstance(mine, Enumerated):
        return f"<b>Another list:</b> {_readings(world, here)}. It {in_text(listed_otherwise(said, mine))}."
    if isinstance(said, Illegal):
        outcome = "not allowed"
    else:
        outcome = "allowed" if isinstance(said, Legal) and isinstance(mine, Illegal) else "another table comes of it"
    return f"<b>{outcome.capitalize()}:</b> {_readings(world, here)}"


def _way(case: Case, number: int, here: PageContext) -> str:
    """All requests of the case as they are sent, and what is expected of each."""
    steps = (_step(case, step, step == number, here) for step in range(len(case.requests)))
    acts = counted(len(case.requests) - 1, "request")
    begun = "a deal" if case.requests[0].cmd == "deal" else "a position"
    return block("details", (element("summary", f"How it comes there, act by act: {begun} and {acts}"), block("ol", steps)), "way")


def _step(case: Case, number: int, decides: bool, here: PageContext) -> str:
    """One request with what is expected of it; cards are spelt as they are sent."""
    first, *more = say_request(case.requests[number])
    rows = [plain(first[0].upper() + first[1:]), *(element("span", plain(row), "row") for row in more)]
    expect = case.expect[number]
    if isinstance(expect, Legal | Illegal | Unsupported) and not isinstance(case.requests[number], Beginning):
        behind = ", ".join(here.clause(line) for line in case.because[number])
        verdict = "Not allowed" if isinstance(expect, Illegal) else "Allowed"
        rows.append(element("span", f"<b>{verdict}</b>" + (f" by {behind}" if behind else ""), "row rules"))
    if decides:
        rows.append(element("span", "This is what the case leads to.", "row rules"))
    return element("li", "".join(rows))


def _leads(case: Case, here: PageContext, ruling: CaseRuling, desk: bool) -> str:
    """Where the case leads further: to the desk, to its JSON, to its place beside the clause."""
    links = [anchor(f"{here.page.rpartition('/')[2]}.json", "the case as JSON")]
    links.append(here.link(here.site.case(here.book, case), "its place beside the rule"))
    if desk and ruling.desk:
        note = f" ({plain(ruling.note.rstrip('.'))})" if ruling.note else ""
        links.insert(0, here.link(Target(DESK, ruling.desk), "open it in the desk") + note)
    command = element("code", plain(f"meldspec case {case.id}"))
    return element("p", f"Go on: {' · '.join(links)} · {command}", "leads")


# ── all of them ─────────────────────────────────────────────────────────────────────────────────────────────


def cases_index(site: SiteMap) -> Iterator[tuple[str, str]]:
    """The page that leads to the cases of each game, for each game that which leads to every one of them, and the empty page."""
    intro = (
        "A case is a table, an act, and what the rules say of it.\n"
        "Implementations are held against all of them; a report leads to the page of each that goes wrong.\n"
        "The address of a case is its id: `cases/` in front and `.html` behind."
    )
    head = f"title: {TITLE}\ndescription: {DESCRIPTION}\ntemplate: case.html\nhide: [navigation, toc]\n"
    yield EMPTY, f"---\n{head}---\n\n{TOLD}\n"
    here = PageContext(site, f"{CASES}/index")
    rows = (
        f"- {here.link(Target(f'{CASES}/{name}/index'), plain(site.title(name)))}: {counted(len(cases), 'case')}"
        for name, cases in site.cases.items()
        if cases
    )
    yield here.page, document("# The cases", intro, "\n".join(rows))
    for name, cases in site.cases.items():
        if cases:
            yield _cases_of(name, cases, PageContext(site, f"{CASES}/{name}/index", name))


def _cases_of(name: str, cases: Sequence[Case], here: PageContext) -> tuple[str, str]:
    """The page of all cases of a game, chapter by chapter."""
    parts = []
    for chapter in here.site.books[name].chapters:
        mine = [case for case in cases if here.site.case(name, case).page == f"{name}/{chapter.file}"]
        if mine:
            items = (
                element("li", f"{here.link(case_page(one.id), element('code', plain(one.id)))} {plain(one.title)}") for one in mine
            )
            parts.append(f"## {chapter.number}. {markdown(chapter.title)}\n\n" + block("ul", items, "ids"))
    return here.page, document(
        f"# Cases of {markdown(here.site.title(name))}", element("p", here.first_page(name), "origin"), *parts
    )
