"""Two books, each with its readings chosen, held against each other clause by clause."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from meldspec.book.flat import Book, Entry, tagged
from meldspec.language.format import format_formal

ALIKE, OTHERWISE, LEFT, RIGHT = "alike", "otherwise", "left", "right"
"""How a clause stands in two books: the same lines, other lines, or in one of them only."""


@dataclass(frozen=True)
class Side:
    """One of two books that are compared, a reading for each of its questions, and how it is called in what is told."""

    name: str
    book: Book
    readings: Mapping[str, str]

    def lines(self, entry: Entry) -> tuple[str, ...]:
        """The formal lines of a clause that are in force, in canonical words."""
        in_force = (node for tag, node in tagged(entry) if not tag.question or self.readings[tag.question] == tag.reading)
        return tuple(line for node in in_force for line in format_formal(node).split("\n"))


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that the two sides do not read alike: the reading of each, empty where it does not ask."""

    question: str
    asks: str
    left: str
    right: str


@dataclass(frozen=True, slots=True)
class ClauseDifference:
    """One clause in two books: how it stands, its titles and lines (empty where a book does not have it), and what is read
    otherwise or asked by one alone."""

    id: str
    how: str
    titles: tuple[str, str]
    lines: tuple[tuple[str, ...], tuple[str, ...]]
    asked: tuple[Asked, ...] = ()

    def changes(self) -> Iterator[tuple[str, str]]:
        """Every line with its mark: `-` only left, `+` only right, a space where both have it."""
        left, right = self.lines
        # Nothing is junk here: the same line may well stand in a clause many times.
        for how, first, last, first_right, last_right in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
            if how == "equal":
                yield from ((" ", line) for line in left[first:last])
            else:
                yield from (("-", line) for line in left[first:last])
                yield from (("+", line) for line in right[first_right:last_right])


def differences(left: Side, right: Side) -> list[ClauseDifference]:
    """All clauses of two books, those that are alike too, in the order of the left book; by chapter, what only the right has comes
    behind it."""
    mine, theirs = left.book.by_id(), right.book.by_id()
    found = [(entry.chapter[0], 0, _difference(id, entry, theirs.get(id), left, right)) for id, entry in mine.items()]
    found += [(entry.chapter[0], 1, _difference(id, None, entry, left, right)) for id, entry in theirs.items() if id not in mine]
    return [difference for _, _, difference in sorted(found, key=lambda row: row[:2])]


def _difference(id: str, mine: Entry | None, theirs: Entry | None, left: Side, right: Side) -> ClauseDifference:
    """How one clause stands in the two books."""
    titles = (mine.clause.title if mine else "", theirs.clause.title if theirs else "")
    held = (left.lines(mine) if mine else (), right.lines(theirs) if theirs else ())
    if mine is None or theirs is None:
        return ClauseDifference(id, RIGHT if mine is None else LEFT, titles, held)
    how = ALIKE if held[0] == held[1] else OTHERWISE
    return ClauseDifference(id, how, titles, held, tuple(_asked(mine, theirs, left, right)))


def _asked(mine: Entry, theirs: Entry, left: Side, right: Side) -> Iterator[Asked]:
    """The questions of a clause that both books have and that they do not read alike."""
    # The left book comes last: where both ask, the question is told in its words.
    questions = {q.name: q for entry in (theirs, mine) for q in entry.clause.questions}
    for name, question in questions.items():
        id = f"{mine.clause.id}.{name}"
        readings = left.readings.get(id, ""), right.readings.get(id, "")
        if readings[0] != readings[1]:
            yield Asked(id, question.asks, *readings)
