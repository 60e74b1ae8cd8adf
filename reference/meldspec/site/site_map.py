"""All that is printed, read once, and where everything of it is on the site."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from meldspec.book.addresses import Target
from meldspec.book.library import Books
from meldspec.compare.games import Table
from meldspec.corpus.mutation.outcomes import Outcome
from meldspec.data import folder
from meldspec.language.files import read_text
from meldspec.position.profiles import Profile
from meldspec.protocol.case import Case, load_cases
from meldspec.protocol.fields import Json
from meldspec.site.case_rulings import CaseRuling
from meldspec.site.markup import anchor, plain
from meldspec.site.names import Words
from meldspec.site.printed import Article, PrintedBook, lines_of, printed
from meldspec.sources.glossary_file import Term, read_glossary
from meldspec.sources.ledger import Ledger, read_ledgers, read_moot
from meldspec.sources.profile_file import read_profiles
from meldspec.sources.review import Inherited, Review, inherited, read_reviews
from meldspec.sources.search_words import SearchWords, read_search_words
from meldspec.sources.sources import Source

BOOKS, COMPARE, IDS, SOURCES, PROFILES, BORDER, PRINTINGS = "books", "compare", "ids", "sources", "profiles", "border", "printings"
IMPLEMENTATIONS, TERMS, STATISTICS = "implementations", "terms", "statistics"
"""Pages beside those of the books, which lead to one another."""
DECISIONS = "decisions"
"""The folder of the notes on decisions."""


@dataclass(frozen=True)
class SiteMap:
    """What the pages are made of, with everything found by its id; whatever is not there yet is empty.

    `books` are by name, base books first.

    `cases` are by variant; `moot` tells by variant why a doubt has no question, `reviews` what of the inherited was held against
    the source of the game; `grammar`, `schemas`, `examples` and `corpus` are the texts of files by their names, those of the
    corpus with the variant in front (`canasta/pile.jsonl`); `table` holds all games side by side; `search_words` is what a search
    takes words for; `rulings` is what the rules say of each case, by its id; `edition` says by which version the pages were printed
    and when, `has_pdf` whether sheets and cards lie beside their pages as PDF, `has_desk` whether there is a desk; `terms` are
    words of the table; `printings` are the clauses of earlier printings, the oldest first; `mutants` is what became of spoilt
    lines, by variant, as far as that was measured.
    """

    books: Mapping[str, PrintedBook]
    sources: Mapping[str, Source] = field(default_factory=dict)
    cases: Mapping[str, Sequence[Case]] = field(default_factory=dict)
    profiles: Mapping[str, Profile] = field(default_factory=dict)
    ledgers: Sequence[Ledger] = ()
    moot: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    reviews: Mapping[str, Review] = field(default_factory=dict)
    language: str = ""
    grammar: Mapping[str, str] = field(default_factory=dict)
    schemas: Mapping[str, str] = field(default_factory=dict)
    examples: Mapping[str, str] = field(default_factory=dict)
    corpus: Mapping[str, str] = field(default_factory=dict)
    table: Table | None = None
    search_words: SearchWords = field(default_factory=SearchWords)
    rulings: Mapping[str, CaseRuling] = field(default_factory=dict)
    reports: Sequence[Mapping[str, Any]] = ()
    """Of implementations that were held against the cases, as they were stored."""
    edition: str = ""
    has_pdf: bool = False
    has_desk: bool = False
    terms: Sequence[Term] = ()
    printings: Mapping[str, Json] = field(default_factory=dict)
    mutants: Mapping[str, Counter[Outcome]] = field(default_factory=dict)

    @cached_property
    def words(self) -> dict[str, Words]:
        """The names of every book."""
        return {name: Words(book) for name, book in self.books.items()}

    @cached_property
    def terms_by_form(self) -> dict[str, Term]:
        """The words of the table by each of their forms."""
        return {form: term for term in self.terms for form in (term.name, *term.forms)}

    @cached_property
    def used_by(self) -> dict[tuple[str, str], list[Article]]:
        """By book and clause, the other clauses of the book whose lines have a word that is declared there."""
        found: dict[tuple[str, str], dict[str, Article]] = {}
        for name, book in self.books.items():
            for article in book.articles.values():
                for line in (line for block in lines_of(article.entry).values() for line in block):
                    for target in self.words[name].leads(line.text):
                        clause = target.anchor.partition(":")[0]
                        if clause != article.id:
                            found.setdefault((name, clause), {})[article.id] = article
        return {key: list(articles.values()) for key, articles in found.items()}

    @cached_property
    def inherited(self) -> dict[str, dict[str, Inherited]]:
        """By book and id, what is inherited, and whether somebody has held it against the source of the game."""
        return {
            name: {one.id: one for one in inherited(book.book, self.ledgers, self.reviews.get(name))}
            for name, book in self.books.items()
        }

    def unread(self, book: str, id: str) -> bool:
        """Whether a clause or a question is inherited and nobody has held it against the source of the game."""
        found = self.inherited[book].get(id)
        return found is not None and found.open

    @cached_property
    def _about(self) -> dict[tuple[str, str], list[Case]]:
        """The cases about a clause or a question, by variant and id."""
        found: dict[tuple[str, str], list[Case]] = {}
        for variant, cases in self.cases.items():
            for case in cases:
                for id in (*case.about.clauses, *case.about.questions):
                    found.setdefault((variant, id), []).append(case)
        return found

    def cases_about(self, book: str, id: str) -> Sequence[Case]:
        """The cases of a variant about one clause or question."""
        return self._about.get((book, id), ())

    def title(self, book: str) -> str:
        """The title of a book."""
        return self.books[book].book.title

    def clause(self, book: str, id: str) -> Target:
        """Where a clause is printed, or a line or question of it by its own id, or, of a dropped one, that it is dropped."""
        return self.books[book].addresses.clause(id)

    def case(self, book: str, case: Case) -> Target:
        """Where a case of a book is printed."""
        return self.books[book].addresses.case(case.id, case.subject)

    def own(self, book: str) -> list[Article]:
        """The clauses that a book has written itself, in its order."""
        return [one for one in self.books[book].articles.values() if one.entry.origin == book]

    def chosen_otherwise(self, article: Article) -> list[tuple[str, str]]:
        """What became of a clause elsewhere, as `changed`, `replaced` or `dropped` and the book that did it."""
        found: dict[tuple[str, str], None] = {}
        for other in self.books.values():
            there = other.articles.get(article.id)
            # What replaces this very clause: further down, another variant may have replaced the replacement.
            if there is not None and article.entry.origin in there.entry.replaces:
                found[there.entry.how, there.entry.origin] = None
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
        return self.link(Target(f"{book}/index"), plain(self.site.title(book)))

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


# ── what is read ────────────────────────────────────────────────────────────────────────────────────────────


def books_of(library: Books) -> dict[str, PrintedBook]:
    """All books of a library in print, base books first.

    Raises RulesError where one of them cannot be flattened.
    """
    return {name: printed(library.book(name)) for name in library.names()}


@dataclass(frozen=True)
class Home:
    """A folder of rules with the corpus that belongs to it. Of a `guest`, whose books others extend, only what is about the books
    named is taken; of any other home all is, so that what is about no book is told."""

    spec: Path
    corpus: Path
    names: frozenset[str]
    guest: bool = False

    def takes(self, name: str) -> bool:
        """Whether what is about a book is taken from here."""
        return not self.guest or name in self.names

    def profiles(self) -> dict[str, Profile]:
        """The profiles by name."""
        return {name: one for name, one in read_profiles(self.spec / "profiles.yaml").items() if self.takes(one.variant)}

    def ledgers(self) -> list[Ledger]:
        """The ledgers in the order of their files."""
        return [ledger for ledger in read_ledgers(self.spec) if self.takes(ledger.variant)]

    def moot(self) -> dict[str, dict[str, str]]:
        """Why doubts are moot, by variant."""
        return {name: why for name, why in read_moot(self.spec).items() if self.takes(name)}

    def reviews(self) -> dict[str, Review]:
        """What of the inherited was held against the source of the game, by variant."""
        return {name: review for name, review in read_reviews(self.spec).items() if self.takes(name)}

    def cases(self) -> dict[str, list[Case]]:
        """The cases of each book."""
        return {name: load_cases(self.corpus, name) for name in sorted(self.names)}

    def transcripts(self) -> dict[str, str]:
        """The files that the cases stand in, the variant in front of their names."""
        return {path: text for path, text in texts(self.corpus, "*/*.jsonl").items() if self.takes(path.partition("/")[0])}


def read_site(library: Books, sources: Mapping[str, Source], homes: Sequence[Home], table: Table | None = None) -> SiteMap:
    """Everything that lies in some homes, beside the library, the sources and the table of all games.

    Raises RulesError for books that cannot be flattened, ProfileError, LedgerError and CaseProblem for the data beside them.
    """
    grammar, protocol = folder("grammar"), folder("conformance") / "protocol"
    return SiteMap(
        books=books_of(library),
        sources=sources,
        cases={name: cases for home in homes for name, cases in home.cases().items()},
        profiles={name: profile for home in homes for name, profile in home.profiles().items()},
        ledgers=[ledger for home in homes for ledger in home.ledgers()],
        moot={name: why for home in homes for name, why in home.moot().items()},
        reviews={name: review for home in homes for name, review in home.reviews().items()},
        language=(grammar / "README.md").read_text(encoding="utf-8"),
        grammar=texts(grammar, "*.lark"),
        schemas=texts(protocol, "*.schema.json"),
        examples=texts(protocol / "examples", "*.json"),
        corpus={path: text for home in homes for path, text in home.transcripts().items()},
        table=table,
        search_words=next((found for home in homes if (found := read_search_words(home.spec)) != SearchWords()), SearchWords()),
        terms=next((terms for home in homes if (terms := read_glossary(home.spec))), ()),
    )


LONGEST = 64 * 1024 * 1024
"""Bytes of the longest file that goes onto the site as it is."""


def texts(root: Path, pattern: str) -> dict[str, str]:
    """The files of a folder as texts, by their path below it, in alphabetical order; none where there is no folder."""
    return {path.relative_to(root).as_posix(): read_text(path, str(path), LONGEST) for path in sorted(root.glob(pattern))}
