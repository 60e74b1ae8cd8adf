"""Where everything is on the site, and what belongs together: looked up by all pages."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from meldspec.protocol.case import Case
from meldspec.site.markup import Target, anchor, plain
from meldspec.site.material import Material
from meldspec.site.names import Words
from meldspec.site.printed import Article, PrintedBook

BOOKS, COMPARE, IDS, SOURCES, PROFILES = "books", "compare", "ids", "sources", "profiles"
"""Pages beside those of the books, which lead to one another."""


@dataclass(frozen=True)
class SiteMap:
    """The material with everything found by its id."""

    material: Material

    @property
    def books(self) -> Mapping[str, PrintedBook]:
        """The books by name, base books first."""
        return self.material.books

    @cached_property
    def words(self) -> dict[str, Words]:
        """The names of every book."""
        return {name: Words(book) for name, book in self.books.items()}

    @cached_property
    def cases(self) -> dict[tuple[str, str], list[Case]]:
        """The cases about a clause or a question, by variant and id."""
        found: dict[tuple[str, str], list[Case]] = {}
        for variant, cases in self.material.cases.items():
            for case in cases:
                for id in (*case.about.clauses, *case.about.questions):
                    found.setdefault((variant, id), []).append(case)
        return found

    def cases_about(self, book: str, id: str) -> Sequence[Case]:
        """The cases of a variant about one clause or question."""
        return self.cases.get((book, id), ())

    def title(self, book: str) -> str:
        """The title of a book."""
        return self.books[book].book.title

    def index(self, book: str) -> Target:
        """The first page of a book."""
        return Target(f"{book}/index")

    def clause(self, book: str, id: str) -> Target:
        """Where a clause is printed, or a line or question of it by its own id, or, of a dropped one, that it is dropped."""
        articles = self.books[book].articles
        clause = id.split(":", 1)[0]
        # A line is named by its clause and a number, a question by its clause and one word more.
        if clause not in articles:
            clause = clause.rsplit(".", 1)[0] if clause.rsplit(".", 1)[0] in articles else ""
        return Target(f"{book}/{articles[clause].file}", id) if clause else Target(f"{book}/index", f"dropped-{id}")

    def own(self, book: str) -> list[Article]:
        """The clauses that a book has written itself, in its order."""
        return [one for one in self.books[book].articles.values() if one.entry.origin == book]

    def chosen_otherwise(self, article: Article) -> list[tuple[str, str]]:
        """What became of a clause elsewhere, as `replaced` or `dropped` and the book that did it."""
        found: dict[tuple[str, str], None] = {}
        for other in self.books.values():
            there = other.articles.get(article.id)
            # What replaces this very clause: further down, another variant may have replaced the replacement.
            if there is not None and article.entry.origin in there.entry.replaces:
                found["replaced", there.entry.origin] = None
            for dropped in other.book.dropped:
                if dropped.clause == article.clause:
                    found["dropped", dropped.origin] = None
        return list(found)


@dataclass(frozen=True, slots=True)
class PageContext:
    """One page while it is written: the site, the page's path without suffix, and the book that it is of (or nothing)."""

    site: SiteMap
    page: str
    book: str = ""

    @property
    def words(self) -> Words:
        """The names of the book."""
        return self.site.words[self.book]

    def link(self, target: Target, inside: str, title: str = "") -> str:
        """A link from this page, in HTML."""
        return anchor(target.href(self.page), inside, title=title)

    def first_page(self, book: str) -> str:
        """The title of a book, as a link to its first page."""
        return self.link(self.site.index(book), plain(self.site.title(book)))

    def source(self, tag: str, inside: str, paragraph: int = 0, title: str = "") -> str:
        """A link to a source, or to one of its paragraphs."""
        return self.link(Target(SOURCES, f"{tag}.{paragraph}" if paragraph else tag), inside, title)

    def inventory(self, ids: Iterable[str]) -> str:
        """Ids of facts or doubts, each a link into the index of ids."""
        return ", ".join(self.link(Target(IDS, id), plain(id)) for id in ids)

    def clause(self, id: str, inside: str = "") -> str:
        """A link to a clause, line or question of this book; its id where nothing else is to be read."""
        return self.link(self.site.clause(self.book, id), inside or plain(id), id if inside else "")

    def article(self, article: Article) -> str:
        """`4.3 With a natural pair`, as a link."""
        return self.clause(article.id, f"{article.number} {plain(article.clause.title)}")
