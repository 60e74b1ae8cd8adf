"""A book with its inheritance flattened: every clause once, with where it comes from, a variant's own defaults applied."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from meldspec.book.change import changed, places
from meldspec.book.core import Tag
from meldspec.language import lines
from meldspec.language.problems import Diagnostic, Place, did_you_mean, spans

Written = lines.Formal | lines.Judge | lines.Then | lines.Award
"""A line as it is written."""
NumberedLine = tuple[Tag, Written, lines.Block | None]
"""A line that has a number of its own, with its tag and the block that it stands in."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One clause of a flat book: its chapter, the book that wrote it, what it replaced (the books, oldest first), and the changes
    by which it came of the last one that was written whole, each with the book that made it."""

    clause: lines.Clause
    chapter: tuple[int, str, str]
    origin: str
    replaces: tuple[str, ...] = ()
    changes: tuple[tuple[str, lines.Clause], ...] = ()

    @property
    def how(self) -> str:
        """What its book did with the clause of that id: `added`, `replaced` or `changed`."""
        return ("changed" if self.changes else "replaced") if self.replaces else "added"

    def like(self) -> str:
        """What it is beside that of the book before it: `replaces that of canasta`, `changes that of canasta in lines 3-5`; empty
        where there was none."""
        if not self.replaces:
            return ""
        mine = changed_lines(self)
        where = f" in line{'s' * (len(mine) > 1)} {spans(mine)}" if mine else ""
        return f"{'changes' if self.changes else 'replaces'} that of {self.replaces[-1]}{where}"


@dataclass(frozen=True, slots=True)
class Dropped:
    """A clause of an ancestor that a book does without: `drop` says why and where that comes from, `origin` which book drops it."""

    clause: lines.Clause
    drop: lines.Clause
    origin: str

    @property
    def why(self) -> str:
        """Why the book does without it."""
        return self.drop.title


@dataclass(frozen=True, slots=True)
class Book:
    """A flat book: name, title, the books it descends from (nearest first), its clauses in order, and what was dropped."""

    name: str
    title: str
    ancestors: tuple[str, ...]
    entries: tuple[Entry, ...]
    dropped: tuple[Dropped, ...] = ()
    place: Place = field(default=Place("", 0), compare=False)

    def entry(self, clause_id: str) -> Entry:
        """The entry of a clause; KeyError where the book has none of that id."""
        return self.by_id()[clause_id]

    def by_id(self) -> dict[str, Entry]:
        """All entries by clause id."""
        return {entry.clause.id: entry for entry in self.entries}

    def formal(self) -> Iterator[tuple[Tag, lines.Formal]]:
        """Every formal line or block of all clauses with its tag."""
        return (pair for entry in self.entries for pair in tagged(entry))

    def numbered(self) -> Iterator[NumberedLine]:
        """Every numbered line of all clauses."""
        return (line for tag, node in self.formal() for line in numbered(tag, node))

    def questions(self) -> dict[str, lines.Question]:
        """All questions by full id, in the order of the book."""
        return {f"{e.clause.id}.{q.name}": q for e in self.entries for q in e.clause.questions}


def put_together(texts: Sequence[lines.Text], problems: list[Diagnostic]) -> Book:
    """One book out of the texts that head it; its chapters in the order of their numbers."""
    first = texts[0]
    for text in texts[1:]:
        if (text.title, text.extends) != (first.title, first.extends):
            found = f"another head of the book '{first.book}' than at {first.place}"
            expected = "the same line at the head of all its texts"
            problems.append(Diagnostic("heads-differ", text.place, found, expected, "write it alike"))
    entries: list[Entry] = []
    seen: dict[str, lines.Clause] = {}
    # By number and not by file: a book may be spread over files in any order.
    chapters = sorted((c for t in texts for c in t.chapters), key=lambda c: c.number)
    for chapter in chapters:
        for clause in chapter.clauses:
            if clause.id in seen:
                what, once = ("default of", "question") if clause.how == "read" else ("clause", "clause id")
                found, expected = f"a second {what} '{clause.id}'", f"every {once} once in a book"
                mend = f"the first one stands at {seen[clause.id].place}"
                problems.append(Diagnostic("clause-twice", clause.place, found, expected, mend))
                continue
            seen[clause.id] = clause
            entries.append(Entry(clause, (chapter.number, chapter.name, chapter.title), first.book))
    return Book(first.book, first.title, (first.extends,) if first.extends else (), tuple(entries), (), first.place)


def flatten(base: Book, differences: Book, problems: list[Diagnostic]) -> Book:
    """The base with the differences applied: clauses added, replaced and dropped."""
    entries = {e.clause.id: e for e in base.entries}
    dropped = list(base.dropped)
    for entry in differences.entries:
        clause = entry.clause
        old = entries.get(clause.id)
        # Defaults are changed last: a `read` line may be about a clause that another line replaces or drops.
        if clause.how == "read":
            continue
        if clause.how == "clause" and old is not None:
            found = f"a new clause '{clause.id}' where '{base.name}' has one already"
            mend = f"write 'replace clause {clause.id}'"
            problems.append(Diagnostic("clause-twice", clause.place, found, "a new id, or a replacement", mend))
        elif clause.how == "clause":
            entries[clause.id] = entry
        elif old is None:
            found = f"'{clause.how} clause {clause.id}', which '{base.name}' does not have"
            mend = did_you_mean(clause.id, entries) or "add it as a clause instead"
            problems.append(Diagnostic("no-such-clause", clause.place, found, "the id of an inherited clause", mend))
        elif clause.how == "change":
            made = changed(old.clause, clause, problems)
            entries[clause.id] = Entry(
                made, old.chapter, entry.origin, (*old.replaces, old.origin), (*old.changes, (entry.origin, clause))
            )
        elif clause.how == "drop":
            dropped.append(Dropped(old.clause, clause, differences.name))
            del entries[clause.id]
        else:
            entries[clause.id] = replace(entry, chapter=old.chapter, replaces=(*old.replaces, old.origin))
    _read(entries, differences, problems)
    ordered = _in_chapters(entries.values(), {e.clause.id: n for n, e in enumerate(base.entries)})
    name, title = differences.name, differences.title
    return Book(name, title, (base.name, *base.ancestors), ordered, tuple(dropped), differences.place)


def _read(entries: dict[str, Entry], differences: Book, problems: list[Diagnostic]) -> None:
    """Give inherited questions the defaults that a variant has of its own."""
    written = {e.clause.id: e.clause for e in differences.entries if e.clause.how != "read"}
    for read in (e.clause for e in differences.entries if e.clause.how == "read"):
        # The id of a question is its clause's and its own name: the grammar gives it at least one dot.
        clause_id, name = read.id.rsplit(".", 1)
        # In a changed clause the questions stand as they were inherited, but for those that the change asks itself.
        own = {id: clause for id, clause in written.items() if clause.how != "change" or _asks(clause, name)}
        inherited = {id: entry.clause for id, entry in entries.items() if id not in own}
        questions = inherited[clause_id].questions if clause_id in inherited else ()
        question = next((q for q in questions if q.name == name), None)
        problem = _unfit(read, question) if question else _no_question(read, clause_id, inherited, own)
        if problem is not None:
            problems.append(problem)
        elif question is not None:
            mine = replace(question, default=read.reading, because=read.title, whose=differences.name)
            clause = replace(inherited[clause_id], questions=tuple(mine if q.name == name else q for q in questions))
            entries[clause_id] = replace(entries[clause_id], clause=clause)


def _asks(clause: lines.Clause, name: str) -> bool:
    """Whether a clause as it is written asks a question of that name."""
    return any(question.name == name for question in clause.questions)


def _in_chapters(entries: Iterable[Entry], inherited: dict[str, int]) -> tuple[Entry, ...]:
    """Chapters by number; within a chapter inherited clauses in their old order, then the added ones in theirs."""
    # Added clauses come behind all inherited ones of their chapter, so that ids and order of a base book never shift.
    far = len(inherited)
    return tuple(sorted(entries, key=lambda entry: (entry.chapter[0], inherited.get(entry.clause.id, far))))


def tagged(entry: Entry) -> Iterator[tuple[Tag, lines.Formal]]:
    """Every formal line or block of a clause with its tag; blocks hold the tag of their head, their lines count on from it."""
    clause = entry.clause
    number = 0
    parts = [("", "", clause.body)]
    parts += [(f"{clause.id}.{q.name}", r.name, r.body) for q in clause.questions for r in q.readings]
    for question, reading, body in parts:
        for node in body:
            yield Tag(f"{clause.id}:{number + 1}", node.place, question, reading), node
            number += line_count(node)


def changed_lines(entry: Entry) -> tuple[int, ...]:
    """The numbers of the lines of a clause that its last change wrote; none where it was written whole."""
    mine = places(entry.changes[-1][1]) if entry.changes else frozenset()
    found = [tag.line for tagged_, node in tagged(entry) for tag, line, _ in numbered(tagged_, node) if line.place in mine]
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
        yield replace(tag, line=f"{clause}:{start + offset}", place=line.place), line


def numbered(tag: Tag, node: lines.Formal) -> Iterator[NumberedLine]:
    """The numbered lines of a formal line or block: the head of a standing rule is one, other heads are not."""
    if own_line(node):
        yield tag, node, None
    if isinstance(node, lines.Block):
        yield from ((inner, line, node) for inner, line in inner_tags(tag, node))


# ── defaults of inherited questions ─────────────────────────────────────────────────────────────────────────────────────────────

Clauses = Mapping[str, lines.Clause]


def _no_question(read: lines.Clause, clause_id: str, inherited: Clauses, own: Clauses) -> Diagnostic:
    """A line about a question that is not inherited: `inherited` are the clauses that stand as they were inherited, `own` those
    that the variant adds, replaces or drops."""
    expected = "a question that is inherited"
    if clause_id in own:
        how = own[clause_id].how
        doing = {"drop": "drops", "replace": "replaces", "change": "changes"}.get(how, "adds")
        mend = "leave the line out" if how == "drop" else f"write the default under the question of '{clause_id}' itself"
        found = f"the question '{read.id}', whose clause this variant {doing}"
        return Diagnostic("no-such-question", read.place, found, expected, mend)
    known = [f"{clause.id}.{question.name}" for clause in inherited.values() for question in clause.questions]
    mend = did_you_mean(read.id, known) or "name one that 'meldspec questions' lists"
    return Diagnostic("no-such-question", read.place, f"the question '{read.id}', which is not there", expected, mend)


def _unfit(read: lines.Clause, question: lines.Question) -> Diagnostic | None:
    """What is wrong with a line about a question that is inherited."""
    names = [reading.name for reading in question.readings]
    if read.reading not in names:
        expected = "one of its readings: " + ", ".join(names)
        mend = did_you_mean(read.reading, names) or "name one of them"
        return Diagnostic("no-such-reading", read.place, f"the reading '{read.reading}' of '{read.id}'", expected, mend)
    if read.reading == question.default:
        found, expected = f"'{read.reading}', which is the default of '{read.id}' already", "a reading that is not the default yet"
        return Diagnostic("idle-read", read.place, found, expected, "leave the line out, or name another reading")
    if not read.title.strip():
        found, expected = f"another default of '{read.id}' without a reason", "why it is the default here"
        return Diagnostic("no-because", read.place, found, expected, 'write it as because "…"')
    if read.body or read.questions or read.prose or read.notes or read.facts:
        found, expected = f"another default of '{read.id}' with lines under it", "citations, and nothing else"
        return Diagnostic("read-with-lines", read.place, found, expected, "add a clause for what there is more to say")
    return None
