"""Whether every doubt is whole, its readings differ, and no name is used where the reading that declares it does not hold."""

from collections.abc import Callable, Container, Iterable, Iterator
from itertools import combinations

from meldspec.book.core import Tag
from meldspec.book.doubts import KINDS
from meldspec.book.flat import Book
from meldspec.book.library import Books
from meldspec.book.reach import Name, mentions
from meldspec.book.sheet import Sheet, all_lines, expressions, listed, with_groups
from meldspec.language import lines
from meldspec.language.problems import Diagnostic, Place, did_you_mean

FEWEST = 2
"""A question with fewer readings than this leaves nothing open."""


def check_questions(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Every question of a book, alone and beside the others."""
    book = sheet.book
    # A book that lists no doubts by id need not say which of them its questions cover.
    counted = any(e.clause.facts or any(q.covers for q in e.clause.questions) for e in book.entries)
    for entry in book.entries:
        problems += _twice("question-twice", "question", ((q.name, q.place) for q in entry.clause.questions))
        for question in entry.clause.questions:
            problems += _question(question, counted)
    problems += _covered_twice(book)
    problems += _couplings(book)


def _question(question: lines.Question, counted: bool) -> Iterator[Diagnostic]:
    """What is wrong with one question."""
    what, place = f"the question '{question.name}'", question.place
    if question.kind not in KINDS:
        expected = "one of: " + ", ".join(KINDS)
        mend = did_you_mean(question.kind, KINDS) or "write 'silent' where the sources say nothing"
        yield Diagnostic("unknown-doubt", place, f"the kind of doubt '{question.kind}'", expected, mend)
    if not question.asks.strip():
        yield Diagnostic("no-words", place, f"{what}, which asks nothing", "what it asks, in words", 'write it as "…"')
    if counted and not question.covers:
        found, expected = f"{what}, which covers nothing", "the doubts that it answers, by their ids"
        yield Diagnostic("no-covers", place, found, expected, "write 'covers ID' under it")
    yield from _readings(question, what)
    yield from _default(question, what)


def _readings(question: lines.Question, what: str) -> Iterator[Diagnostic]:
    """What is wrong with the readings of a question."""
    readings = question.readings
    if len(readings) < FEWEST:
        found, expected = f"{what} with {len(readings) or 'no'} reading{'' if readings else 's'}", "two readings or more"
        yield Diagnostic("few-readings", question.place, found, expected, "add a reading, or make the clause say it outright")
    yield from _twice("reading-twice", "reading", ((r.name, r.place) for r in readings))
    for reading in readings:
        if not reading.says.strip():
            found = f"the reading '{reading.name}', which says nothing"
            yield Diagnostic("no-words", reading.place, found, "what it says, in words", 'write it as "…"')
    for one, other in combinations(readings, 2):
        if one.body == other.body:
            found = f"the readings '{one.name}' and '{other.name}' of '{question.name}', with the same formal lines"
            mend = "write what differs, or leave one of them out"
            yield Diagnostic("same-readings", other.place, found, "readings that differ in play", mend)


def _default(question: lines.Question, what: str) -> Iterator[Diagnostic]:
    """What is wrong with the default of a question."""
    names = [reading.name for reading in question.readings]
    if not question.default:
        expected, mend = "one default reading", 'write: default NAME because "…"'
        yield Diagnostic("no-default", question.place, f"{what} without a default", expected, mend)
    elif names and question.default not in names:
        expected = "one of its readings: " + ", ".join(names)
        mend = did_you_mean(question.default, names) or "name one of them, or add that reading"
        yield Diagnostic("unknown-default", question.place, f"{what} with the default '{question.default}'", expected, mend)
    if question.default and not question.because.strip():
        found, expected = f"{what} with a default that gives no reason", "why that reading is the default"
        yield Diagnostic("no-because", question.place, found, expected, f'write: default {question.default} because "…"')


def _twice(code: str, what: str, named: Iterable[tuple[str, Place]]) -> Iterator[Diagnostic]:
    """Names that come a second time."""
    first: dict[str, Place] = {}
    for name, place in named:
        if name in first:
            found, mend = f"a second {what} '{name}'", f"the first one stands at {first[name]}"
            yield Diagnostic(code, place, found, f"every {what} with a name of its own", mend)
        first.setdefault(name, place)


def _couplings(book: Book) -> Iterator[Diagnostic]:
    """Questions that are said to arise under readings that there are not, or that arise under themselves."""
    questions = book.questions()
    for name, question in questions.items():
        for asked, reading in question.arises:
            found = f"'{name}', which arises where {asked} is {reading}"
            names = [r.name for r in questions[asked].readings] if asked in questions else []
            if asked not in questions:
                mend = did_you_mean(asked, [other for other in questions if other != name]) or "name a question by its full id"
                yield Diagnostic("unknown-question", question.place, found, "a question of the book", mend)
            elif reading not in names:
                expected = "one of its readings: " + ", ".join(names)
                yield Diagnostic("unknown-reading", question.place, found, expected, did_you_mean(reading, names) or "name one")
            # A default holds anyway, so a coupling to it binds nothing and closes no circle.
            elif not _holds_in(book, asked, reading) and name in _chain(book, asked):
                yield Diagnostic("circle", question.place, found, "couplings without a circle", "leave one of them out")


def companions(book: Book, name: str) -> dict[str, str]:
    """The readings of other questions, none of them the default, under which a question makes a difference, with those that they
    need in turn."""
    return _chain(book, name, lambda asked, reading: not _holds_in(book, asked, reading))


def _chain(book: Book, name: str, counts: Callable[[str, str], bool] = lambda asked, reading: True) -> dict[str, str]:
    """The readings that a question is said to arise under, and in turn these, as far as they count."""
    questions = book.questions()
    found: dict[str, str] = {}
    due = [name]
    while due:
        for asked, reading in questions[due.pop()].arises:
            if asked in questions and asked not in found and counts(asked, reading):
                found[asked] = reading
                due.append(asked)
    return found


def idle_couplings(book: Book, library: Books) -> Iterator[Diagnostic]:
    """Questions that are said to arise under a reading that is the default, in the book and in all others that have them too."""
    # Of inherited questions nothing is said: in a folder of one's own the variant may not be there that has another default.
    files = {text.place.file for text in library.texts[book.name]}
    asking = [(name, q, *pair) for name, q in book.questions().items() if q.place.file in files for pair in q.arises]
    others: list[Book] | None = None
    for name, question, asked, reading in asking:
        if not _holds_in(book, asked, reading):
            continue
        others = others or [other for n in library.names() if (other := library.as_it_stands(n, [])) is not None]
        sharing = [other for other in others if (mine := other.questions().get(name)) is not None and mine.place == question.place]
        if all(_holds_in(other, asked, reading) for other in sharing):
            found = f"'{name}', which arises where {asked} is {reading}"
            yield Diagnostic("idle-coupling", question.place, found, "another reading than the default", "leave it out")


def _holds_in(book: Book, asked: str, reading: str) -> bool:
    """Whether a reading is a default of a book."""
    question = book.questions().get(asked)
    return question is not None and question.default == reading


def _covered_twice(book: Book) -> Iterator[Diagnostic]:
    """Doubts that two questions of one book answer."""
    first: dict[str, tuple[str, lines.Question]] = {}
    for name, question in book.questions().items():
        for covered in dict.fromkeys(question.covers):
            if covered in first:
                earlier, at = first[covered]
                found = f"'{name}', which covers {covered} as '{earlier}' does"
                mend = f"the first one stands at {at.place}: let one question cover it, or replace the other's clause"
                yield Diagnostic("covered-twice", question.place, found, "one question for each doubt", mend)
            first.setdefault(covered, (name, question))


# ── names that only some readings declare ───────────────────────────────────────────────────────────────────────────────────────

SORTS: dict[type, str] = {
    lines.Cards: "set",
    lines.PlaceLine: "cell",
    lines.Keep: "cell",
    lines.Define: "term",
    lines.Option: "option",
    lines.Act: "act",
}
"""Declarations that hold or do not hold with their reading, and the sort of name that each declares."""
DECLARING = lines.Cards | lines.PlaceLine | lines.Keep | lines.Define | lines.Option | lines.Act
Only = dict[Name, tuple[str, tuple[str, ...]]]
"""Names that only some readings declare: the question, and those readings."""


def check_readings(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Every line that speaks of something which is not there under every reading that the line holds under."""
    only = _declared_by_readings(sheet)
    if not only:
        return
    for tag, name in dict.fromkeys(_used(sheet, only)):
        question, readings = only[name]
        if readings and not (tag.question == question and tag.reading in readings):
            those = " and ".join(f"'{reading}'" for reading in readings)
            found = f"'{name[1]}', which is declared only under {those} of '{question}'"
            expected = "a name that is declared whenever the line holds"
            mend = "declare it under the other readings too, or outside the question"
            problems.append(Diagnostic("only-in-reading", tag.place, found, expected, mend))


def _declared_by_readings(sheet: Sheet) -> Only:
    """The names that not all readings of a question declare, and no line outside it."""
    tags: dict[Name, list[Tag]] = {}
    for tag, node in sheet.book.formal():
        if isinstance(node, DECLARING):
            tags.setdefault((SORTS[type(node)], node.name), []).append(tag)
    questions = sheet.book.questions()
    only: Only = {}
    for name, found in tags.items():
        question = found[0].question
        readings = tuple(dict.fromkeys(tag.reading for tag in found))
        # Declared outside any question, or by every reading of one, a name is always there.
        if all(tag.question for tag in found) and len(readings) < len(questions[question].readings):
            only[name] = question, readings
    return only


def _used(sheet: Sheet, names: Container[Name]) -> Iterator[tuple[Tag, Name]]:
    """Those of some names that lines speak of, each with the line's tag."""
    for line in all_lines(sheet):
        for spoken in (*map(mentions, expressions(line)), listed(line)):
            yield from ((line.tag, name) for name in sorted([name for name in spoken if name in names]))
    for sort, act, line in with_groups(sheet):
        if sort in ("judges", "effects") and ("act", act) in names:
            yield line.tag, ("act", act)
