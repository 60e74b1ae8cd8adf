"""A flat book as it is printed: chapters and clauses with the numbers they have on paper, formal lines with their ids."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from meldspec.book.addresses import Addresses, chapter_page
from meldspec.book.flat import Book, Entry, numbered, tagged
from meldspec.book.meaning import Meanings
from meldspec.language import lines
from meldspec.language.spelling import format_line


@dataclass(frozen=True, slots=True)
class Line:
    """One formal line: its id, its node, and the head it stands under (none where it stands for itself)."""

    id: str
    node: lines.Formal | lines.Judge | lines.Then | lines.Award
    head: lines.Formal | None = None

    @property
    def text(self) -> str:
        """The canonical words of the line, unbroken."""
        return format_line(self.node)

    @property
    def under(self) -> str:
        """The canonical words of the head, or nothing."""
        return "" if self.head is None else format_line(self.head)


@dataclass(frozen=True, slots=True)
class Article:
    """One clause in print: its number (`4.3`), its entry in the flat book, the file of its chapter (`40-melds`)."""

    number: str
    entry: Entry
    file: str

    @property
    def id(self) -> str:
        """The permanent id."""
        return self.entry.clause.id

    @property
    def clause(self) -> lines.Clause:
        """The clause itself."""
        return self.entry.clause


@dataclass(frozen=True, slots=True)
class PrintedChapter:
    """A chapter in print: its number (from 1, without gaps), its title, the file it goes to, its clauses."""

    number: int
    title: str
    file: str
    articles: tuple[Article, ...]


@dataclass(frozen=True)
class PrintedBook:
    """A flat book with its chapters numbered."""

    book: Book
    chapters: tuple[PrintedChapter, ...]

    @property
    def name(self) -> str:
        """The name of the book, which is its folder too."""
        return self.book.name

    @cached_property
    def addresses(self) -> Addresses:
        """Where everything of it is on the site."""
        return Addresses(self.book)

    @cached_property
    def digest(self) -> str:
        """The digest of all that it says, by which a link tells which printing it was made under."""
        return Meanings(self.book).whole()

    @cached_property
    def articles(self) -> dict[str, Article]:
        """All clauses by id, in the order of the book."""
        return {article.id: article for chapter in self.chapters for article in chapter.articles}


def printed(book: Book) -> PrintedBook:
    """The book with printed numbers: chapters counted from 1 and clauses within each chapter from 1."""
    groups = groupby(book.entries, key=lambda entry: entry.chapter[:2])
    chapters = [_chapter(number, list(entries)) for number, (_, entries) in enumerate(groups, 1)]
    return PrintedBook(book, tuple(chapters))


def _chapter(number: int, entries: list[Entry]) -> PrintedChapter:
    """One chapter; its title is that of its first clause's chapter, which is the oldest book's."""
    _, _, title = chapter = entries[0].chapter
    file = chapter_page(chapter)
    articles = (Article(f"{number}.{count}", entry, file) for count, entry in enumerate(entries, 1))
    return PrintedChapter(number, title, file, tuple(articles))


def lines_of(entry: Entry) -> dict[tuple[str, str], tuple[Line, ...]]:
    """The formal lines of a clause by question and reading; those that always hold have two empty names."""
    found: dict[tuple[str, str], list[Line]] = {("", ""): []}
    for tag, node in tagged(entry):
        question = tag.question.removeprefix(f"{entry.clause.id}.")
        numbers = (Line(own.line, line, block) for own, line, block in numbered(tag, node))
        found.setdefault((question, tag.reading), []).extend(numbers)
    return {key: tuple(block) for key, block in found.items()}


def headed(block: Iterable[Line]) -> Iterator[tuple[str, Line]]:
    """Lines in their order, each with the words of the head that is to be printed above it: of every head once, and nothing where
    the head is a numbered line itself."""
    above: lines.Formal | None = None
    for line in block:
        # By identity: two heads may have the same words, and each is printed above its own lines.
        new = line.head is not above and not isinstance(line.head, lines.Whenever)
        yield (line.under if new else ""), line
        above = line.head


def line_ids(entry: Entry) -> tuple[str, ...]:
    """The ids of all formal lines of a clause, in the order of the text."""
    return tuple(line.id for block in lines_of(entry).values() for line in block)
