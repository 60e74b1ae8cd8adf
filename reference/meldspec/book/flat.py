"""A flat book: every clause once, with where it comes from, and its lines with their numbers."""

from collections.abc import Iterator, Mapping
from dataclasses import field

from meldspec.book.change import places
from meldspec.book.core import Tag
from meldspec.language import lines
from meldspec.language.immutable import Immutable, kept_with
from meldspec.language.problems import Place, spans

Written = lines.Formal | lines.Judge | lines.Then | lines.Award
"""A line as it is written."""
NumberedLine = tuple[Tag, Written, lines.Block | None]
"""A line that has a number of its own, with its tag and the block that it stands in."""


class Entry(Immutable):
    """One clause of a flat book: its chapter, the book that wrote it, what it replaced (the books, oldest first), the changes by
    which it came of the last one that was written whole, each with the book that made it, and the book that cites sources of its
    own for it and leaves it as it was."""

    clause: lines.Clause
    chapter: tuple[int, str, str]
    origin: str
    replaces: tuple[str, ...] = ()
    changes: tuple[tuple[str, lines.Clause], ...] = ()
    cited: str = ""

    @property
    def how(self) -> str:
        """What its book did with the clause of that id: `added`, `replaced` or `changed`."""
        return ("changed" if self.changes else "replaced") if self.replaces else "added"

    def like(self) -> str:
        """What it is beside that of the book before it: `replaces that of canasta`, `changes that of canasta in lines 3-5`; empty
        where there was none."""
        if not self.replaces:
            return ""
        return f"{'changes' if self.changes else 'replaces'} that of {self.replaces[-1]}{self.where()}"

    def where(self) -> str:
        """In which lines it is otherwise than that of the book before it, ` in lines 3-5`; empty where it was written whole."""
        mine = changed_lines(self)
        return f" in line{'s' * (len(mine) > 1)} {spans(mine)}" if mine else ""


class Dropped(Immutable):
    """A clause of an ancestor that a book does without: `drop` says why and where that comes from, `origin` which book drops it."""

    clause: lines.Clause
    drop: lines.Clause
    origin: str

    @property
    def why(self) -> str:
        """Why the book does without it."""
        return self.drop.title


class Gone(Immutable):
    """A name that an ancestor declares and a book does not: by which line, of which clause, and whether the book `drops`, `changes`
    or `replaces` that."""

    line: str
    clause: str
    how: str


class Book(Immutable):
    """A flat book: name, title, the books it descends from (nearest first), its clauses in order, what was dropped, and the names
    that went with it."""

    name: str
    title: str
    ancestors: tuple[str, ...]
    entries: tuple[Entry, ...]
    dropped: tuple[Dropped, ...] = ()
    place: Place = field(default=Place("", 0), compare=False)
    gone: Mapping[str, Gone] = field(default_factory=dict, compare=False)

    def entry(self, clause_id: str) -> Entry:
        """The entry of a clause; KeyError where the book has none of that id."""
        return self.by_id()[clause_id]

    @kept_with
    def by_id(self) -> Mapping[str, Entry]:
        """All entries by clause id."""
        return {entry.clause.id: entry for entry in self.entries}

    def formal(self) -> Iterator[tuple[Tag, lines.Formal]]:
        """Every formal line or block of all clauses with its tag."""
        return (pair for entry in self.entries for pair in tagged(entry))

    def numbered(self) -> Iterator[NumberedLine]:
        """Every numbered line of all clauses."""
        return (line for entry in self.entries for line in numbered_lines(entry))

    @kept_with
    def questions(self) -> Mapping[str, lines.Question]:
        """All questions by full id, in the order of the book."""
        return {f"{e.clause.id}.{q.name}": q for e in self.entries for q in e.clause.questions}


# Asked for by most checks, and the same in all books that inherit the clause.
@kept_with
def tagged(entry: Entry) -> tuple[tuple[Tag, lines.Formal], ...]:
    """Every formal line or block of a clause with its tag; blocks hold the tag of their head, their lines count on from it."""
    clause = entry.clause
    found: list[tuple[Tag, lines.Formal]] = []
    number = 0
    parts = [("", "", clause.body)]
    parts += [(f"{clause.id}.{q.name}", r.name, r.body) for q in clause.questions for r in q.readings]
    for question, reading, body in parts:
        for node in body:
            found.append((Tag(f"{clause.id}:{number + 1}", node.place, question, reading), node))
            number += line_count(node)
    return tuple(found)


@kept_with
def numbered_lines(entry: Entry) -> tuple[NumberedLine, ...]:
    """Every numbered line of a clause."""
    return tuple([line for tag, node in tagged(entry) for line in numbered(tag, node)])


def changed_lines(entry: Entry) -> tuple[int, ...]:
    """The numbers of the lines of a clause that its last change wrote; none where it was written whole."""
    mine = places(entry.changes[-1][1]) if entry.changes else frozenset()
    found = [tag.line for tag, line, _ in numbered_lines(entry) if line.place in mine]
    return tuple(int(line.rsplit(":", 1)[1]) for line in found)


def line_count(node: lines.Formal) -> int:
    """How many numbered lines a formal line or block has."""
    return (1 if own_line(node) else 0) + (len(node.body) if isinstance(node, lines.Block) else 0)


def own_line(node: lines.Formal) -> bool:
    """Whether a formal line has a number of its own: the head of a block has none, but for a standing rule's, a condition."""
    return not isinstance(node, lines.To | lines.At | lines.Kind)


def inner_tags(tag: Tag, node: lines.Block) -> Iterator[tuple[Tag, lines.Judge | lines.Then | lines.Award]]:
    """The lines of a block, each with its own tag."""
    clause, first = tag.line.rsplit(":", 1)
    start = int(first) + own_line(node)
    for offset, line in enumerate(node.body):
        yield Tag(f"{clause}:{start + offset}", line.place, tag.question, tag.reading), line


def numbered(tag: Tag, node: lines.Formal) -> Iterator[NumberedLine]:
    """The numbered lines of a formal line or block: the head of a standing rule is one, other heads are not."""
    if own_line(node):
        yield tag, node, None
    if isinstance(node, lines.Block):
        yield from ((inner, line, node) for inner, line in inner_tags(tag, node))
