"""The pages beside those of the books: all books and games, profiles, sources, facts and doubts, the language, the messages."""

import json
from collections.abc import Iterator, Mapping, Sequence
from textwrap import indent

from meldspec.book.addresses import Target
from meldspec.compare.games import Row, Table
from meldspec.language.problems import counted
from meldspec.position.profiles import Profile
from meldspec.site.clause import reading_names
from meldspec.site.markup import block, document, element, markdown, plain, table
from meldspec.site.printed import Article
from meldspec.site.site_map import BOOKS, COMPARE, IDS, PROFILES, SOURCES, PageContext, SiteMap
from meldspec.sources.ledger import Ledger
from meldspec.sources.sources import Source

COMMANDS = ("hello", "deal", "act", "legal", "position", "bye")
REST = ("unsupported-reply", "error-reply", "card", "play", "action", "observation")
ORDER = (*(f"{command}-{side}" for command in COMMANDS for side in ("request", "reply")), *REST)
"""Messages in the order of a conversation, then what they are made of; whatever else there is comes behind."""
MANY = 3
"""So many texts of a cell are shown; of more the first one, and the others are opened by a click."""


def books_page(site: SiteMap) -> str:
    """All books: which there are, what each extends, how much differs."""
    here, rows = PageContext(site, BOOKS), []
    for name, book in site.books.items():
        parent = book.book.ancestors[0] if book.book.ancestors else ""
        questions = here.link(Target(f"{name}/questions"), str(len(book.book.questions())))
        own = f", {len(site.own(name))} its own" if parent else ""
        dropped = sum(one.origin == name for one in book.book.dropped)
        clauses = f"{len(book.articles)}{own}" + (f", {dropped} dropped" if dropped else "")
        extends = here.first_page(parent) if parent else ""
        rows.append((here.first_page(name), element("code", plain(name)), extends, clauses, questions))
    return document("# Books", table(("book", "name", "extends", "clauses", "questions"), rows))


# ── all games side by side ──────────────────────────────────────────────────────────────────────────────────


def compare_page(found: Table, site: SiteMap) -> str:
    """Every dimension of every game; each cell leads to the clauses that it comes from and to the questions left open there."""
    intro = (
        "All games side by side, default readings in force.\n"
        "Every cell is made from the rules themselves: sizes come of dealing, points and terms are told in their words.\n"
        "Numbers in brackets lead to the clauses that a cell comes from; a question mark leads to a question that is left open "
        "there.\n"
        "A dash says that a game has no such rule; where a row looks for a name that a game does not use, its cell says so."
    )
    here = PageContext(site, COMPARE)
    # The title of a row heads it, and so it is told with each cell to whoever is read to.
    rows = [
        f'<tr><th scope="row" id="{plain(row.name)}">{plain(row.title)}</th>'
        + "".join(element("td", _cell(row, name, found, here)) for name in found.titles)
        + "</tr>"
        for row in found.rows
    ]
    heads = "".join(f'<th scope="col">{here.first_page(name)}</th>' for name in found.titles)
    head = f'<thead><tr><th scope="col">What</th>{heads}</tr></thead>'
    whole = block("table", [head, block("tbody", rows)])
    return "---\nhide: [navigation, toc]\n---\n\n" + document("# All games side by side", intro, block("div", [whole], "compared"))


def _cell(row: Row, book: str, found: Table, here: PageContext) -> str:
    """One cell: a line for each of its texts, then its links."""
    cell, printed = found.cells[row.name, book], here.site.books[book]
    if not cell.texts:
        return element("em", plain(cell.untold)) if cell.unknown else cell.untold
    clauses = [(id, printed.articles[id].number, f"{id}: {printed.articles[id].clause.title}") for id in cell.clauses]
    asked = printed.book.questions()
    questions = [
        (id, f"?{number if len(cell.questions) > 1 else ''}", asked[id].asks) for number, id in enumerate(cell.questions, 1)
    ]
    links = ", ".join(here.link(here.site.clause(book, id), inside, title) for id, inside, title in (*clauses, *questions))
    texts = [plain(text) for text in cell.texts]
    told = "<br>".join(texts)
    if len(texts) > MANY:
        # What a game says for each number of players would push all other games out of sight.
        told = f"<details><summary>{texts[0]} … ({len(texts)} in all)</summary>{'<br>'.join(texts[1:])}</details>"
    return told + (f" [{links}]" if clauses else "")


# ── profiles ────────────────────────────────────────────────────────────────────────────────────────────────


def profiles_page(site: SiteMap) -> str:
    """Every profile with its readings; where a question is not named, its default holds."""
    intro = "A profile is a whole set of readings under one name; a question that it does not name is read by its default."
    here = PageContext(site, PROFILES)
    return document("# Profiles", intro, *(_profile(name, one, here) for name, one in site.profiles.items()))


def _profile(name: str, profile: Profile, here: PageContext) -> str:
    questions = here.site.books[profile.variant].book.questions()
    rows = []
    for id, reading in profile.readings.items():
        question = questions[id]
        says = next(one.says for one in question.readings if one.name == reading)
        chosen = " (as by default)" if reading == question.default else ""
        link = here.link(here.site.clause(profile.variant, id), plain(question.asks), id)
        rows.append((link, f"{element('b', plain(reading))} {plain(says)}{chosen}"))
    about = element("p", f"{element('code', plain(name))} · {here.first_page(profile.variant)}", "origin")
    heading = f"## {markdown(profile.title)} {{ #{name} }}"
    return document(heading, about, table(("question", "reading"), rows)).rstrip("\n")


# ── sources ─────────────────────────────────────────────────────────────────────────────────────────────────


def sources_page(site: SiteMap) -> str:
    """Every source: who wrote it, where it is, which clauses rest on it, paragraph by paragraph where they are numbered."""
    intro = (
        "The documents that the rules cite.\n"
        "No text of theirs is kept here; where paragraphs are numbered, `meldspec sources verify` tells whether a document "
        "is the one that was read."
    )
    here = PageContext(site, SOURCES)
    return document("# Sources", intro, *(_source(one, here) for one in site.sources.values()))


def _source(source: Source, here: PageContext) -> str:
    address = f"<{source.address}>" if source.address else ""
    author = f"By {markdown(source.author)}." if source.author else ""
    about = "\n".join(part for part in (author, markdown(source.seen), address) if part)
    heading = f"## {source.tag}: {markdown(source.title)} {{ #{source.tag} }}"
    resting = _paragraphs(source, here) if source.paragraphs else _resting(source, here)
    return document(heading, about, resting).rstrip("\n")


def _citing(source: str, here: PageContext) -> Iterator[tuple[str, Sequence[tuple[int, int]]]]:
    """Every citation of a source, as a link to the clause and the paragraphs; a dropped clause is cited by who drops it."""
    for name, book in here.site.books.items():
        # What a variant inherits is cited by the book that wrote it, or by that which cites sources of its own for it; told once.
        mine = [one for one in book.articles.values() if name == (one.entry.cited or one.entry.origin)]
        citing = [(_clause(name, article, here), article.clause.cites) for article in mine]
        for dropped in book.book.dropped:
            inside = f"{name} without {dropped.clause.id}"
            if dropped.origin == name:
                citing.append((here.link(here.site.clause(name, dropped.clause.id), inside, dropped.why), dropped.drop.cites))
        yield from ((link, one.ranges) for link, cites in citing for one in cites if one.source == source)


def _resting(source: Source, here: PageContext) -> str:
    """The clauses that rest on a source without numbered paragraphs."""
    links = list(dict.fromkeys(link for link, _ in _citing(source.tag, here)))
    return element("p", f"<b>{counted(len(links), 'clause')}</b> {' · '.join(links)}", "rests") if links else ""


def _paragraphs(source: Source, here: PageContext) -> str:
    """What each paragraph states, and the clauses that rest on it."""
    resting: dict[int, list[str]] = {number: [] for number in range(1, len(source.paragraphs) + 1)}
    for link, ranges in _citing(source.tag, here):
        # A clause that cites a paragraph twice rests on it once.
        for number in sorted({number for first, last in ranges for number in range(first, last + 1)}):
            resting[number].append(link)
    rows = [
        (element("span", str(number), id=f"{source.tag}.{number}"), _stated(source.tag, number, here), " · ".join(links))
        for number, links in resting.items()
    ]
    return table(("paragraph", "facts", "clauses"), rows)


def _stated(source: str, number: int, here: PageContext) -> str:
    """The facts of a paragraph, by all ledgers of its source, or why it states none."""
    ledgers = here.site.ledgers
    found = [one.paragraphs[number] for one in ledgers if one.source == source and number in one.paragraphs]
    facts = here.inventory(id for entry in found if not isinstance(entry, str) for id in entry)
    return facts or " ".join(dict.fromkeys(plain(entry) for entry in found if isinstance(entry, str)))


def _clause(book: str, article: Article, here: PageContext) -> str:
    """A clause by its id; of a variant, with the name of the variant in front."""
    text = f"{book} {article.id}" if here.site.books[book].book.ancestors else article.id
    return here.link(here.site.clause(book, article.id), plain(text), article.clause.title)


# ── facts and doubts by id ──────────────────────────────────────────────────────────────────────────────────


def ids_page(site: SiteMap) -> str:
    """Every id of the inventories of facts and doubts: what a fact says and who carries it, who answers a doubt."""
    intro = (
        "The facts and doubts found in the sources have ids.\n"
        "A fact leads to the clauses that carry it, a doubt to the question that puts it, with the reading that holds by "
        "default in bold, or to why it does not arise."
    )
    found: dict[str, list[str]] = {}
    for id, told in _told(PageContext(site, IDS)):
        found.setdefault(id, []).append(told)
    groups: dict[str, list[tuple[str, str]]] = {}
    for id in sorted(found, key=_order):
        groups.setdefault(id.split("-")[0], []).append((element("span", id, id=id), "<br>".join(found[id])))
    parts = (f"## {prefix}\n\n" + table(("id", "what it says, and where"), rows, "ids") for prefix, rows in groups.items())
    return document("# Facts and doubts by id", intro, *parts)


def _order(id: str) -> tuple[str, str, int, str]:
    """Ids by inventory, then letter, then number."""
    prefix, _, rest = id.partition("-")
    letter = rest[:1] if rest[:1].isalpha() else ""
    digits = rest[len(letter) :].rstrip("abcdefghijklmnopqrstuvwxyz")
    return prefix, letter, int(digits or 0), rest


def _told(here: PageContext) -> Iterator[tuple[str, str]]:
    """What is to be said of each id, one thing after the other: what ledgers say, why it is moot, who names it."""
    for ledger in here.site.ledgers:
        yield from _in_ledger(ledger, here.site)
    for book, doubts in here.site.moot.items():
        yield from ((id, f"{plain(here.site.title(book))}: moot. {plain(why)}") for id, why in doubts.items())
    for book in here.site.books:
        yield from _in_book(book, here)


def _in_ledger(ledger: Ledger, site: SiteMap) -> Iterator[tuple[str, str]]:
    """What a fact says, that it is no rule, why a doubt does not arise."""
    # A ledger may be begun before its book is.
    title = site.title(ledger.variant) if ledger.variant in site.books else ledger.variant or ledger.source
    yield from ((id, plain(says)) for id, says in ledger.facts.items())
    yield from ((id, f"No rule: {plain(why)}") for id, why in ledger.not_rules.items())
    yield from ((id, f"{plain(title)}: settled. {plain(why)}") for id, why in ledger.settled.items())


def _in_book(book: str, here: PageContext) -> Iterator[tuple[str, str]]:
    """The clauses and questions, written by a book, that name an id: one line for all clauses, one for each question."""
    carrying: dict[str, list[str]] = {}
    for article in here.site.own(book):
        for fact in article.clause.facts:
            carrying.setdefault(fact, []).append(_clause(book, article, here))
        for question in article.clause.questions:
            link = here.link(here.site.clause(book, f"{article.id}.{question.name}"), plain(question.asks))
            told = f"{link} {reading_names(question)} ({plain(here.site.title(book))})"
            yield from ((id, told) for id in question.covers)
    yield from ((id, " · ".join(links)) for id, links in carrying.items())


# ── the language and the protocol's messages, from the files that define them; notes on decisions ───────────────────────────


def language_page(readme: str, grammar: Mapping[str, str]) -> str:
    """The language in one page, and the grammar that the parser is made from."""
    parts = (f"### {name}\n\n{fenced(text, 'text')}" for name, text in grammar.items())
    return document(readme.rstrip("\n"), "## The grammar", *parts)


def fenced(text: str, language: str) -> str:
    """A text as a block of code."""
    return f"```{language}\n{text.rstrip(chr(10))}\n```"


def messages_page(schemas: Mapping[str, str], examples: Mapping[str, str]) -> str:
    """Every schema with its examples."""
    intro = (
        "Every message is one JSON object on one line; the examples are broken into lines for reading.\n"
        "Each schema is JSON Schema, draft 2020-12, and lies beside this page as a file."
    )
    return document("# Messages", intro, *(_message(name, schemas, examples) for name in _ordered(schemas)))


def _ordered(schemas: Mapping[str, str]) -> list[str]:
    names = [file.removesuffix(".schema.json") for file in schemas]
    return sorted(names, key=lambda name: (ORDER.index(name) if name in ORDER else len(ORDER), name))


def _message(name: str, schemas: Mapping[str, str], examples: Mapping[str, str]) -> str:
    text = schemas[f"{name}.schema.json"]
    schema, file = json.loads(text), f"[{name}.schema.json](protocol/{name}.schema.json)"
    return document(
        f"## {markdown(schema['title'])} {{ #{name} }}",
        markdown(_sentence(schema["description"])),
        *_examples(name, examples),
        '??? note "Schema"\n\n' + indent(f"{file}\n\n{fenced(text, 'json')}", "    "),
    ).rstrip("\n")


def _sentence(text: str) -> str:
    """A description as a sentence."""
    return text[0].upper() + text[1:] + ("" if text.endswith(".") else ".")


def _examples(name: str, examples: Mapping[str, str]) -> Iterator[str]:
    """The examples of a message: that of its name, and those with a word behind it."""
    for file, text in examples.items():
        stem, _, which = file.removesuffix(".json").partition(".")
        if stem == name:
            if which:
                yield f"With `{which}`:"
            yield fenced(text, "json")


def decisions_page(hand: Mapping[str, str]) -> str:
    """The notes on decisions, with the first sentence of each; nothing where there is none."""
    notes = {path: text for path, text in hand.items() if path.startswith("decisions/") and path != "decisions/index.md"}
    rows = (f"- [{title_of(text)}]({path.removeprefix('decisions/')}): {_first(text)}" for path, text in notes.items())
    return document("# Decisions", "Why things are as they are, a page each.", "\n".join(rows)) if notes else ""


def title_of(text: str) -> str:
    """The first heading of a page."""
    return next((line.lstrip("# ") for line in text.splitlines() if line.startswith("# ")), "")


def _first(text: str) -> str:
    """The first line of a page that is neither blank nor a heading: with a sentence a line, its first sentence."""
    return next((line for line in text.splitlines() if line.strip() and not line.startswith("#")), "")
