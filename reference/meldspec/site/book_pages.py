"""The pages of one book: its front page, a page a chapter, its contents, its questions, its words."""

from collections.abc import Iterator

from meldspec.book.addresses import Target
from meldspec.language import lines
from meldspec.language.problems import counted
from meldspec.site.clause import citations, clause_part, reading_names, state
from meldspec.site.markup import block, document, element, markdown, plain, table
from meldspec.site.names import SORTS, Declared, names_by_sort
from meldspec.site.printed import Article, PrintedBook, PrintedChapter
from meldspec.site.reading_page import reading_page
from meldspec.site.site_map import PageContext, SiteMap


def pages_of(book: PrintedBook, site: SiteMap) -> Iterator[tuple[str, str]]:
    """Every page of a book, as its path without suffix and its Markdown."""
    for name, write in (("index", reading_page), ("contents", _contents), ("questions", _questions), ("words", _words)):
        here = PageContext(site, f"{book.name}/{name}", book.name)
        yield here.page, write(book, here)
    for chapter in book.chapters:
        here = PageContext(site, f"{book.name}/{chapter.file}", book.name)
        yield here.page, _chapter(chapter, here)


def _chapter(chapter: PrintedChapter, here: PageContext) -> str:
    """The page of a chapter: its clauses, each with its anchor."""
    title = f"# {chapter.number}. {markdown(chapter.title)} {{ #chapter-{chapter.number} }}"
    above = element("p", here.first_page(here.book), "origin")
    return document(title, above, *(clause_part(article, here) for article in chapter.articles))


# ── contents ────────────────────────────────────────────────────────────────────────────────────────────────


def _contents(book: PrintedBook, here: PageContext) -> str:
    """Ancestors, options, what differs from the book that it extends, and the table of contents."""
    return document(
        f"# {markdown(book.book.title)}: {'options, differences and contents' if book.book.ancestors else 'options and contents'}",
        element("p", _descent(book, here), "origin"),
        *_options(book, here),
        *_differences(book, here),
        "## Chapters",
        _chapters(book, here),
    )


def _descent(book: PrintedBook, here: PageContext) -> str:
    """What the book extends, what extends it, how much there is in it."""
    count, asked = len(book.articles), len(book.book.questions())
    marks = [element("code", plain(book.name)), counted(count, "clause"), counted(asked, "question")]
    if unread := sum(one.open for one in here.site.inherited[book.name].values()):
        marks.append(f"{unread} of them inherited and not yet held against the source of this game")
    if book.book.ancestors:
        marks.append("extends " + ", which extends ".join(map(here.first_page, book.book.ancestors)))
    if heirs := [name for name, other in here.site.books.items() if other.book.ancestors[:1] == (book.name,)]:
        marks.append("extended by " + ", ".join(map(here.first_page, heirs)))
    return " · ".join(marks)


def _options(book: PrintedBook, here: PageContext) -> list[str]:
    """The choices made before a match."""
    found = [
        (here.clause(tag.line, plain(node.name)), ", ".join(map(str, node.values)), str(node.default))
        for tag, node in book.book.formal()
        if isinstance(node, lines.Option)
    ]
    return ["## Options", table(("option", "may be", "if nothing is said"), found)] if found else []


def _chapters(book: PrintedBook, here: PageContext) -> str:
    """The table of contents, down to the clauses, each marked with what it is in this book."""
    items = []
    for chapter in book.chapters:
        top = here.link(Target(f"{book.name}/{chapter.file}"), f"{chapter.number}. {plain(chapter.title)}")
        clauses = "".join(element("li", here.article(one), state(one, here.site, here.book)) for one in chapter.articles)
        items.append(element("li", top + element("ul", clauses)))
    return block("ul", items, "contents columns")


def _differences(book: PrintedBook, here: PageContext) -> list[str]:
    """What a variant adds, changes, replaces and drops."""
    if not book.book.ancestors:
        return []
    own = here.site.own(book.name)
    return [
        "## What differs",
        *_listed("Changed", [element("li", _replaced(article, here)) for article in own if article.entry.how == "changed"]),
        *_listed("Replaced", [element("li", _replaced(article, here)) for article in own if article.entry.how == "replaced"]),
        *_listed("Added", [element("li", here.article(article)) for article in own if article.entry.how == "added"]),
        *_listed("Dropped", list(_dropped(book, here))),
    ]


def _listed(title: str, items: list[str]) -> list[str]:
    """A list under a small heading; nothing where it is empty."""
    return [f"### {title}", block("ul", items, "contents")] if items else []


def _replaced(article: Article, here: PageContext) -> str:
    """A changed or replaced clause, with what stood in its place before."""
    before = article.entry.replaces[-1]
    old = here.site.books[before].articles[article.id]
    title = "" if old.clause.title == article.clause.title else f" {plain(old.clause.title)}"
    was = here.link(here.site.clause(before, article.id), old.number + title)
    return f"{here.article(article)} (was {was})"


def _dropped(book: PrintedBook, here: PageContext) -> Iterator[str]:
    """Every dropped clause with why, and who dropped it where that was an ancestor."""
    for dropped in book.book.dropped:
        parent = next(name for name in book.book.ancestors if dropped.clause.id in here.site.books[name].articles)
        clause = here.link(here.site.clause(parent, dropped.clause.id), plain(dropped.clause.title))
        by = "" if dropped.origin == book.name else f", by {here.first_page(dropped.origin)}"
        cited = f" ({citations(dropped.drop.cites, here)})" if dropped.drop.cites else ""
        yield element("li", f"{clause}{by}: {plain(dropped.why)}{cited}")


# ── questions ───────────────────────────────────────────────────────────────────────────────────────────────


def _questions(book: PrintedBook, here: PageContext) -> str:
    """All questions of a book in one table."""
    rows = [
        (
            here.article(article),
            here.clause(f"{article.id}.{question.name}", plain(question.asks)),
            plain(question.kind),
            reading_names(question),
            here.inventory(question.covers),
        )
        for article in book.articles.values()
        for question in article.clause.questions
    ]
    intro = "What the sources leave open, and how it may be read; the reading in bold holds by default."
    head = ("clause", "question", "kind", "readings", "ids")
    return document(f"# Questions of {markdown(book.book.title)}", intro, table(head, rows, "questions"))


# ── words ───────────────────────────────────────────────────────────────────────────────────────────────────


def _words(book: PrintedBook, here: PageContext) -> str:
    """The glossary: every name that the book declares, where and how."""
    found = names_by_sort(book)
    parts = (f"## {sort.capitalize()}\n\n" + _declared(found[sort], here) for sort in SORTS if found[sort])
    intro = f"Every word that {markdown(book.book.title)} declares, with the line that says what it means."
    return document("# Words", intro, *parts)


def _declared(names: dict[str, list[Declared]], here: PageContext) -> str:
    rows = []
    for name, found in names.items():
        for number, one in enumerate(found):
            # A kind of meld has many lines; the head that they stand under says which kind it is.
            said = one.line.under if one.by is lines.Kind else one.line.text
            under = f" (reading {plain(one.reading)})" if one.reading else ""
            first = element("dfn", plain(name)) if number == 0 else ""
            where = here.link(one.target(here.book), plain(one.line.id)) + under
            rows.append((first, here.words.line(said, here.page, (name,)), where))
    return table(("word", "said", "where"), rows, "words")
