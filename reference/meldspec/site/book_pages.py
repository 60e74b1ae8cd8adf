"""The pages of one book: its first page, a page a chapter, its questions, its words."""

from __future__ import annotations

from collections.abc import Iterator

from meldspec.language import lines
from meldspec.site.atlas import Atlas, Leaf
from meldspec.site.citing import citations
from meldspec.site.clause import clause_part, state
from meldspec.site.doubt import default_first
from meldspec.site.marks import Spot, anchor, element, markdown, page, plain, several, table
from meldspec.site.names import SORTS, Declared, names_by_sort
from meldspec.site.printed import Article, PrintedBook, PrintedChapter, lines_of


def pages_of(book: PrintedBook, atlas: Atlas) -> Iterator[tuple[str, str]]:
    """Every page of a book, as its path without suffix and its Markdown."""
    for name, write in (("index", _index), ("questions", _questions), ("words", _words)):
        leaf = Leaf(atlas, book.name, f"{book.name}/{name}")
        yield leaf.page, write(book, leaf)
    for chapter in book.chapters:
        leaf = Leaf(atlas, book.name, f"{book.name}/{chapter.file}")
        yield leaf.page, _chapter(chapter, leaf)


def _chapter(chapter: PrintedChapter, leaf: Leaf) -> str:
    """The page of a chapter: its clauses, each with its anchor."""
    title = f"# {chapter.number}. {markdown(chapter.title)} {{ #chapter-{chapter.number} }}"
    above = element("p", leaf.link(leaf.atlas.index(leaf.book), plain(leaf.atlas.title(leaf.book))), "origin")
    return page(title, above, *(clause_part(article, leaf) for article in chapter.articles))


# ── the first page ──────────────────────────────────────────────────────────────────────────────────────────


def _index(book: PrintedBook, leaf: Leaf) -> str:
    """Title, ancestors, options, what differs from the book that it extends, and the table of contents."""
    return page(
        f"# {markdown(book.book.title)}",
        element("p", _descent(book, leaf), "origin"),
        *_options(book, leaf),
        *_differences(book, leaf),
        "## Chapters",
        _chapters(book, leaf),
    )


def _descent(book: PrintedBook, leaf: Leaf) -> str:
    """What the book extends, what extends it, how much there is in it."""
    count, asked = len(book.articles), len(book.book.questions())
    marks = [element("code", plain(book.name)), several(count, "clause"), several(asked, "question")]
    if book.book.ancestors:
        marks.append("extends " + ", which extends ".join(_title(name, leaf) for name in book.book.ancestors))
    heirs = [other for other in leaf.atlas.books.values() if other.book.ancestors[:1] == (book.name,)]
    if heirs:
        marks.append("extended by " + ", ".join(_title(heir.name, leaf) for heir in heirs))
    return " · ".join(marks)


def _title(book: str, leaf: Leaf) -> str:
    return leaf.link(leaf.atlas.index(book), plain(leaf.atlas.title(book)))


def _options(book: PrintedBook, leaf: Leaf) -> list[str]:
    """The choices made before a match."""
    found = [
        (leaf.clause(line.id, plain(line.node.name)), ", ".join(map(str, line.node.values)), str(line.node.default))
        for article in book.articles.values()
        for block in lines_of(article.entry).values()
        for line in block
        if isinstance(line.node, lines.Option)
    ]
    return ["## Options", table(("option", "may be", "if nothing is said"), found)] if found else []


def _chapters(book: PrintedBook, leaf: Leaf) -> str:
    """The table of contents, down to the clauses, each marked with what it is in this book."""
    items = []
    for chapter in book.chapters:
        spot = Spot(f"{book.name}/{chapter.file}")
        top = leaf.link(spot, f"{chapter.number}. {plain(chapter.title)}")
        clauses = "".join(_content(article, leaf) for article in chapter.articles)
        items.append(element("li", top + element("ul", clauses)))
    return element("ul", "\n" + "\n".join(items) + "\n", "contents columns")


def _content(article: Article, leaf: Leaf) -> str:
    return element("li", leaf.article(article), state(article, leaf.atlas, leaf.book))


def _differences(book: PrintedBook, leaf: Leaf) -> list[str]:
    """What a variant adds, replaces and drops."""
    if not book.book.ancestors:
        return []
    by_state: dict[str, list[Article]] = {"added": [], "replaced": []}
    for article in leaf.atlas.own(book.name):
        by_state[state(article, leaf.atlas, book.name)].append(article)
    return [
        "## What differs",
        *_listed("Replaced", [_replaced(article, leaf) for article in by_state["replaced"]]),
        *_listed("Added", [leaf.article(article) for article in by_state["added"]]),
        *_listed("Dropped", list(_dropped(book, leaf))),
    ]


def _listed(title: str, items: list[str]) -> list[str]:
    """A list under a small heading; nothing where it is empty."""
    rows = "\n".join(item if item.startswith("<li") else element("li", item) for item in items)
    return [f"### {title}", element("ul", f"\n{rows}\n", "contents")] if items else []


def _replaced(article: Article, leaf: Leaf) -> str:
    """A replaced clause, with what stood in its place before."""
    before = article.entry.replaces[-1]
    old = leaf.atlas.books[before].articles[article.id]
    title = "" if old.clause.title == article.clause.title else f" {plain(old.clause.title)}"
    was = leaf.link(leaf.atlas.clause(before, article.id), old.number + title)
    return f"{leaf.article(article)} (was {was})"


def _dropped(book: PrintedBook, leaf: Leaf) -> Iterator[str]:
    """Every dropped clause with why, and who dropped it where that was an ancestor."""
    for dropped in book.book.dropped:
        parent = next(name for name in book.book.ancestors if dropped.clause.id in leaf.atlas.books[name].articles)
        clause = leaf.link(leaf.atlas.clause(parent, dropped.clause.id), plain(dropped.clause.title))
        by = "" if dropped.origin == book.name else f", by {_title(dropped.origin, leaf)}"
        cited = f" ({citations(dropped.drop.cites, leaf)})" if dropped.drop.cites else ""
        told = f"{clause}{by}: {plain(dropped.why)}{cited}"
        yield element("li", told, id=f"dropped-{dropped.clause.id}")


# ── questions ───────────────────────────────────────────────────────────────────────────────────────────────


def _questions(book: PrintedBook, leaf: Leaf) -> str:
    """All questions of a book in one table."""
    rows = [
        (leaf.article(article), *_asked(question, article, leaf))
        for article in book.articles.values()
        for question in article.clause.questions
    ]
    intro = "What the sources leave open, and how it may be read; the reading in bold holds by default."
    head = ("clause", "question", "kind", "readings", "ids")
    return page(f"# Questions of {markdown(book.book.title)}", intro, table(head, rows, "questions"))


def _asked(question: lines.Question, article: Article, leaf: Leaf) -> tuple[str, str, str, str]:
    names = [plain(reading.name) for reading in default_first(question)]
    readings = ", ".join((element("b", names[0]), *names[1:])) if names else ""
    asks = leaf.clause(f"{article.id}.{question.name}", plain(question.asks))
    return asks, plain(question.kind), readings, leaf.inventory(question.covers)


# ── words ───────────────────────────────────────────────────────────────────────────────────────────────────


def _words(book: PrintedBook, leaf: Leaf) -> str:
    """The glossary: every name that the book declares, where and how."""
    found = names_by_sort(book)
    parts = [
        f"## {sort.capitalize()}\n\n" + _declared(found[sort], leaf, several_lines=sort == "kinds of meld")
        for sort in SORTS
        if found[sort]
    ]
    intro = f"Every word that {markdown(book.book.title)} declares, with the line that says what it means."
    return page("# Words", intro, *parts)


def _declared(names: dict[str, list[Declared]], leaf: Leaf, several_lines: bool) -> str:
    rows = []
    for name, found in names.items():
        for number, one in enumerate(found):
            said = one.line.under if several_lines else one.line.text
            under = f" (reading {plain(one.reading)})" if one.reading else ""
            first = element("dfn", plain(name)) if number == 0 else ""
            where = anchor(one.spot(leaf.book).href(leaf.page), plain(one.line.id))
            rows.append((first, leaf.words.line(said, leaf.page, (name,)), where + under))
    return table(("word", "said", "where"), rows, "words")
