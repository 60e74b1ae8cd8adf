"""A book as it is read from beginning to end: its prose by chapters, each doubt with the answer in force, what it does without."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from meldspec.book.flat import Dropped, Entry, tagged
from meldspec.language import lines
from meldspec.site.printed import Article, PrintedBook

UNSEEN = "unseen"
"""The kind of doubt that is about what nobody at a table can see."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question that the sources leave open, with its full id and the reading in force."""

    id: str
    question: lines.Question
    answer: lines.Reading

    @property
    def others(self) -> tuple[lines.Reading, ...]:
        """The readings that are not in force."""
        return tuple(one for one in self.question.readings if one.name != self.answer.name)

    @property
    def by_default(self) -> bool:
        """Whether the reading in force is the one that holds where nobody chooses."""
        return self.answer.name == self.question.default


@dataclass(frozen=True, slots=True)
class Passage:
    """A clause as it is read: its prose, and the doubts that whoever plays by these readings can come upon."""

    article: Article
    doubts: tuple[Doubt, ...]


@dataclass(frozen=True, slots=True)
class Absence:
    """A clause that a book does without, which whoever knows the book before it will look for: in that book it had this title, and
    `barred` tells whether something went with it, and not merely the need to say anything."""

    dropped: Dropped
    barred: bool

    @property
    def title(self) -> str:
        """What it was called."""
        return self.dropped.clause.title


@dataclass(frozen=True, slots=True)
class ReadChapter:
    """A chapter as it is read: its number, its title, the page that has its clauses in full, and what is read of it."""

    number: int
    title: str
    file: str
    parts: tuple[Passage | Absence, ...]


@dataclass(frozen=True, slots=True)
class ReadBook:
    """A book as it is read under some readings, and how many of its questions are left out, since whoever plays so never comes
    upon them."""

    book: PrintedBook
    chapters: tuple[ReadChapter, ...]
    left_out: int

    @property
    def doubts(self) -> tuple[Doubt, ...]:
        """All doubts that are told, in their order."""
        return tuple(
            doubt for chapter in self.chapters for part in chapter.parts if isinstance(part, Passage) for doubt in part.doubts
        )


def read(book: PrintedBook, books: Mapping[str, PrintedBook], readings: Mapping[str, str] | None = None) -> ReadBook:
    """A book as it is read; `books` has those that it descends from, and what `readings` lacks is read by default."""
    in_force = {id: question.default for id, question in book.book.questions().items()} | dict(readings or {})
    passages = {one.id: Passage(one, tuple(_doubts(one, in_force))) for one in book.articles.values()}
    absent = _absences(book, books)
    chapters = []
    for chapter in book.chapters:
        parts: list[Passage | Absence] = list(absent.pop(chapter.file, ()))
        for article in chapter.articles:
            parts += (passages[article.id], *absent.pop(article.id, ()))
        chapters.append(ReadChapter(chapter.number, chapter.title, chapter.file, tuple(parts)))
    told = sum(len(passage.doubts) for passage in passages.values())
    return ReadBook(book, tuple(chapters), len(in_force) - told)


def _doubts(article: Article, readings: Mapping[str, str]) -> Iterator[Doubt]:
    """The doubts of a clause that arise at a table where the questions are read so."""
    for question in article.clause.questions:
        arises = all(readings.get(asked) == reading for asked, reading in question.arises)
        if arises and question.kind != UNSEEN and not question.no_full_pack:
            id = f"{article.id}.{question.name}"
            yield Doubt(id, question, question.reading(readings[id]))


def _absences(book: PrintedBook, books: Mapping[str, PrintedBook]) -> dict[str, list[Absence]]:
    """What a book does without, by the clause behind which it is missed, or, where none of its chapter stands before it, by the
    page of the chapter."""
    found: dict[str, list[Absence]] = {}
    # What an ancestor dropped may be told again, in words of the book's own.
    dropped = {one.clause.id: one for one in book.book.dropped if one.clause.id not in book.articles}
    for parent in _last_to_have(book, books):
        # Which clause stands before a dropped one is told by the book that still had it.
        place = {entry.clause.id: _behind(entry, parent.book.entries, book) for entry in parent.book.entries}
        for entry in parent.book.entries:
            if one := dropped.pop(entry.clause.id, None):
                found.setdefault(place[entry.clause.id], []).append(Absence(one, _barred(entry, parent)))
    return found


def _last_to_have(book: PrintedBook, books: Mapping[str, PrintedBook]) -> Iterator[PrintedBook]:
    """The books that this one descends from, nearest first."""
    return (books[name] for name in book.book.ancestors if name in books)


def _behind(entry: Entry, entries: Iterable[Entry], book: PrintedBook) -> str:
    """The last clause before one in its chapter that the book has; else the page of that chapter, or of the book's last one before
    it where the whole chapter went."""
    last = ""
    for other in entries:
        if other is entry:
            break
        if other.chapter[:2] == entry.chapter[:2] and other.clause.id in book.articles:
            last = other.clause.id
    if last:
        return last
    places = [(article.entry.chapter[:2], article.file) for article in book.articles.values()]
    return max((one for one in places if one[0] <= entry.chapter[:2]), default=places[0])[1]


def _barred(entry: Entry, parent: PrintedBook) -> bool:
    """Whether a clause has lines that hold where every question is read by its default."""
    questions = parent.book.questions()
    return any(not tag.question or questions[tag.question].default == tag.reading for tag, _ in tagged(entry))
