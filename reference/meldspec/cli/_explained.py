"""Clauses and questions explained in plain text."""

from collections.abc import Iterator, Mapping, Sequence

from meldspec.book.flat import Book, Entry
from meldspec.cli._books import origin_of
from meldspec.cli._cases import cases_about
from meldspec.language import lines
from meldspec.language.format import wrap
from meldspec.language.problems import counted
from meldspec.language.spelling import format_line
from meldspec.site.printed import Line, lines_of, printed

MOST = 12
"""So many cases are listed; of more the rest is counted."""
Blocks = Mapping[tuple[str, str], tuple[Line, ...]]


def explained(books: Mapping[str, Book], book: Book, entry: Entry, line: str = "") -> Iterator[str]:
    """Everything about a clause, a line of text each; the formal line asked for, if any, has an arrow."""
    clause = entry.clause
    yield from _head(book, entry)
    yield ""
    yield from (f"  {sentence}" for sentence in clause.prose)
    yield from (f"  Note: {note}" for note in clause.notes)
    blocks = lines_of(entry)
    yield from _formal(blocks[("", "")], "  ", line)
    for question in clause.questions:
        yield ""
        yield from _question(clause, question, blocks, line)
    yield ""
    yield from _sources(clause)
    yield from _elsewhere([other for other in books.values() if other != book], clause.id)
    yield from _cases(books, clause.id)


def question_explained(books: Mapping[str, Book], book: Book, entry: Entry, question: lines.Question) -> Iterator[str]:
    """Everything about a question, with the head of its clause."""
    yield from _head(book, entry)
    yield ""
    yield from _question(entry.clause, question, lines_of(entry), "")
    yield ""
    yield from _sources(entry.clause)
    for other in (other for other in books.values() if other != book):
        yield from _read_otherwise(other, other.by_id().get(entry.clause.id), question.name)
    yield from _cases(books, f"{entry.clause.id}.{question.name}")


def _head(book: Book, entry: Entry) -> Iterator[str]:
    """Id, number and title of a clause; which book it stands in, where that has it from, and the place in the text."""
    clause = entry.clause
    number = printed(book).articles[clause.id].number
    yield f"{clause.id}  {number} {clause.title}"
    origin = f"; {origin_of(entry, book)}" if book.ancestors else ""
    yield f"  {book.title} ({book.name}){origin}"
    yield f"  {clause.place}"


def _formal(block: tuple[Line, ...], margin: str, asked: str) -> Iterator[str]:
    """Formal lines with their numbers in front, each under its head."""
    if block:
        yield ""
    above: object = None
    for line in block:
        inner = line.head is not None
        if inner and line.head is not above and not isinstance(line.head, lines.Whenever):
            yield f"{margin}     {line.under}"
        above = line.head if inner else line.node
        number = line.id.rsplit(":", 1)[1]
        arrow = ">" if line.id == asked else " "
        first, *more = wrap(line.text, 2 if inner else 0).split("\n")
        yield f"{margin}{arrow}{number:>3} {first}"
        yield from (f"{margin}     {rest}" for rest in more)


def _question(clause: lines.Clause, question: lines.Question, blocks: Blocks, asked: str) -> Iterator[str]:
    """A question with its readings, the default first marked with a star, and why it is the default."""
    yield f"  {clause.id}.{question.name}  ({question.kind})"
    yield f"    {question.asks}"
    if question.covers:
        yield f"    covers {', '.join(question.covers)}"
    if question.arises:
        yield f"    arises only with {', '.join(f'{name}={reading}' for name, reading in question.arises)}"
    for reading in question.readings:
        default = reading.name == question.default
        yield f"    {'*' if default else '-'} {reading.name}: {reading.says}"
        if default:
            whose = f" of {question.whose}" if question.whose else ""
            yield f"      the default{whose}, because: {question.because}"
        block = blocks.get((question.name, reading.name), ())
        yield from (_formal(block, "      ", asked) if block else ["", "           nothing more"])
        yield ""


def _sources(clause: lines.Clause) -> Iterator[str]:
    """What a clause cites, and which facts it carries."""
    if clause.cites:
        yield "  cites   " + "; ".join(format_line(cites).removeprefix("cites ") for cites in clause.cites)
    if clause.facts:
        yield "  facts   " + ", ".join(clause.facts)


def _read_otherwise(book: Book, entry: Entry | None, only: str = "") -> Iterator[str]:
    """The defaults of its own that a variant gives to questions of a clause."""
    for question in () if entry is None else entry.clause.questions:
        if question.whose == book.name and only in ("", question.name):
            yield f"  {question.name} is {question.default} by default in {book.name}: {question.because}"


def _elsewhere(books: Sequence[Book], clause_id: str) -> Iterator[str]:
    """Which variants replace a clause or drop it, and why."""
    for book in books:
        there = book.by_id().get(clause_id)
        if there is not None and there.origin == book.name and there.replaces:
            yield f"  replaced in {book.name}, for that of {there.replaces[-1]}: {there.clause.title}"
        yield from _read_otherwise(book, there)
        for dropped in book.dropped:
            if dropped.clause.id == clause_id and dropped.origin == book.name:
                cited = "".join(f" ({format_line(cites)})" for cites in dropped.drop.cites)
                yield f"  dropped in {book.name}: {dropped.why}{cited}"


def _cases(books: Mapping[str, Book], name: str) -> Iterator[str]:
    """The cases of the corpus about a clause or a question."""
    for variant, cases in cases_about(name, list(books)).items():
        yield f"  {counted(len(cases), 'case')} in {variant}"
        yield from (f"    {case}  {title}" for case, title in cases[:MOST])
        if len(cases) > MOST:
            yield f"    and {len(cases) - MOST} more"
