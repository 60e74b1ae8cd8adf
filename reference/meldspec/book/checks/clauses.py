"""What every clause owes its readers: a title, a sentence, a source, and an id that is no other's."""

from collections.abc import Iterator

from meldspec.book.flat import Book
from meldspec.book.library import Books
from meldspec.book.sheet import Sheet
from meldspec.language import lines
from meldspec.language.problems import Diagnostic


def check_clauses(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Clauses and drops without title, prose or citation, and questions named like a clause."""
    book = sheet.book
    citing = _citing(book)
    for entry in book.entries:
        problems += _clause(entry.clause, entry.origin in citing)
    for dropped in book.dropped:
        problems += _drop(dropped.drop, dropped.origin in citing)
    problems += _like_clauses(book)
    problems += _chapters(book)


def _citing(book: Book) -> set[str]:
    """The books of a line of descent that say where their clauses come from: a house that cites nothing has no source to cite."""
    written = [(entry.origin, entry.clause) for entry in book.entries if not entry.cited]
    written += [(drop.origin, drop.drop) for drop in book.dropped]
    # A changed clause keeps the citation of its parent, which is none of the house's own.
    changes = {change.id: change for entry in book.entries for origin, change in entry.changes if origin == entry.origin}
    own = ((origin, changes.get(clause.id, clause)) for origin, clause in written)
    cited = {entry.cited for entry in book.entries if entry.cited}
    return cited | {origin for origin, clause in own if clause.cites or clause.facts}


def _clause(clause: lines.Clause, cited: bool) -> Iterator[Diagnostic]:
    """What one clause lacks."""
    what, place = f"the clause '{clause.id}'", clause.place
    if not clause.title.strip():
        yield Diagnostic("no-title", place, f"{what} without a title", "a few words that players know it by", 'write them as "…"')
    if not any(sentence.strip() for sentence in clause.prose):
        expected = "one or two sentences that say the rule to a player"
        yield Diagnostic("no-prose", place, f"{what} without prose", expected, "begin a line with '|'")
    yield from _uncited(clause, what, cited)


def _uncited(clause: lines.Clause, what: str, cited: bool) -> Iterator[Diagnostic]:
    """A clause that comes from nowhere, in a book that says where its clauses come from."""
    if cited and not clause.cites and not clause.facts:
        found, expected = f"{what} without a source", "where the rule comes from: the other clauses of the book say it"
        yield Diagnostic("uncited", clause.place, found, expected, "write 'cites SOURCE', or 'facts ID'")


def _drop(clause: lines.Clause, cited: bool) -> Iterator[Diagnostic]:
    """What a drop lacks, or has too much."""
    what, place = f"the drop of '{clause.id}'", clause.place
    if not clause.title.strip():
        yield Diagnostic("no-title", place, f"{what} without a reason", "why the book does without it", 'write it as "…"')
    if clause.body or clause.questions:
        found, mend = f"{what} with lines of its own", f"write 'replace clause {clause.id}', or delete the lines"
        yield Diagnostic("drop-with-lines", place, found, "a reason and citations, and nothing that is played by", mend)
    yield from _uncited(clause, what, cited)


def _like_clauses(book: Book) -> Iterator[Diagnostic]:
    """Questions whose full id is that of a clause."""
    clauses = book.by_id()
    for name, question in book.questions().items():
        if name in clauses:
            found, expected = f"a question whose full id, '{name}', is that of a clause", "every id once in a book"
            mend = f"the clause stands at {clauses[name].clause.place}: give the question another name"
            yield Diagnostic("id-twice", question.place, found, expected, mend)


def _chapters(book: Book) -> Iterator[Diagnostic]:
    """Chapters of one number, or of one name, that are not the same chapter."""
    known: dict[int | str, tuple[int, str, str]] = {}
    told: set[tuple[int, str, str]] = set()
    for entry in book.entries:
        number, name, title = chapter = entry.chapter
        first = next((known[key] for key in (number, name) if known.get(key, chapter) != chapter), None)
        # Once for each chapter, not once for each clause in it.
        if first is not None and chapter not in told:
            told.add(chapter)
            found = f'chapter {number} {name} "{title}" beside chapter {first[0]} {first[1]} "{first[2]}"'
            expected = "one name and one title for each number of a chapter"
            mend = "give the chapter above this clause the same head"
            yield Diagnostic("chapters-differ", entry.clause.place, found, expected, mend)
        known.setdefault(number, chapter)
        known.setdefault(name, chapter)


# ── what a variant writes beside the book that it extends ───────────────────────────────────────────────────────────────────────


def check_differences(book: Book, library: Books) -> Iterator[Diagnostic]:
    """Chapters of a variant that have the number or name of another one, and replacements that change nothing.

    A flat book does not tell either: what is replaced stands in the chapter where it stood.
    """
    if not book.ancestors:
        return
    # What is wrong with the parent is told of the parent.
    parent = library.as_it_stands(book.ancestors[0], [])
    if parent is not None:
        yield from _other_heads(book, parent, library)
        yield from _replaced_by_the_same(book, parent)


def _other_heads(book: Book, parent: Book, library: Books) -> Iterator[Diagnostic]:
    """Chapters without a new clause whose head is not that of the parent; one with a new clause is told of with that."""
    heads = dict.fromkeys(entry.chapter for entry in parent.entries)
    for chapter in (chapter for text in library.texts[book.name] for chapter in text.chapters):
        mine = chapter.number, chapter.name, chapter.title
        like = next((head for head in heads if mine != head and (mine[0] == head[0] or mine[1] == head[1])), None)
        if like is not None and mine not in heads and all(clause.how != "clause" for clause in chapter.clauses):
            found = f'chapter {mine[0]} {mine[1]} "{mine[2]}" beside chapter {like[0]} {like[1]} "{like[2]}" of \'{parent.name}\''
            expected = "the head that the chapter has there"
            mend = f"write 'chapter {like[0]} {like[1]} \"{like[2]}\"'"
            yield Diagnostic("chapters-differ", chapter.place, found, expected, mend)


def _replaced_by_the_same(book: Book, parent: Book) -> Iterator[Diagnostic]:
    """Clauses whose lines are replaced by the very same: prose of their own, a title or citations are given in a change."""
    before = parent.by_id()
    for entry in book.entries:
        clause = entry.clause
        # A change may give other citations alone, and says so by saying nothing else.
        if entry.origin == book.name and clause.how == "replace" and _same(clause, before[clause.id].clause):
            found = f"the clause '{clause.id}' replaced by one with the same lines"
            mend = f"delete it: the clause is inherited; or write 'change clause {clause.id}' with its prose and citations alone"
            yield Diagnostic("replaced-alike", clause.place, found, "a replacement of which some line is another", mend)


def _same(one: lines.Clause, other: lines.Clause) -> bool:
    """Whether two clauses have the same lines under the same readings of the same questions."""
    return one.body == other.body and _lines_of(one.questions) == _lines_of(other.questions)


def _lines_of(questions: tuple[lines.Question, ...]) -> list[tuple[str, str, tuple[lines.Formal, ...]]]:
    """The lines of each reading, with its name and its question's."""
    return [(question.name, reading.name, reading.body) for question in questions for reading in question.readings]
