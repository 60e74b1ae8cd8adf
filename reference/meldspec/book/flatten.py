"""A variant and the book that it extends as one flat book: clauses and questions as the variant has them, its own defaults."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from meldspec.book.change import changed, only_cites
from meldspec.book.flat import Book, Dropped, Entry, Gone
from meldspec.language import lines, tree
from meldspec.language.problems import Diagnostic, did_you_mean
from meldspec.language.spelling import format_line

Declaring = lines.Option | lines.Cards | lines.PlaceLine | lines.Keep | lines.Event | lines.Act | lines.Define | lines.Kind
"""The lines that declare a name."""


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
    """The base with the differences applied: clauses dropped, then added, changed and replaced, then other defaults."""
    dropped = list(_dropped(base, differences, problems))
    entries = _without(base, {one.clause.id: one.clause for one in dropped}, differences)
    for entry in differences.entries:
        # Defaults are changed last: a `read` line may be about a clause that another line replaces.
        if entry.clause.how not in ("read", "drop"):
            made = _made(entry, entries.get(entry.clause.id), base, problems)
            if made is not None:
                entries[entry.clause.id] = made
    _settle_couplings(entries, base, differences, problems)
    _read(entries, differences, problems)
    ordered = _in_chapters(entries.values(), {e.clause.id: n for n, e in enumerate(base.entries)})
    whole = (*base.dropped, *dropped)
    flat = Book(differences.name, differences.title, (base.name, *base.ancestors), ordered, whole, differences.place)
    return replace(flat, gone=_gone(base, flat))


def _made(entry: Entry, old: Entry | None, base: Book, problems: list[Diagnostic]) -> Entry | None:
    """What a clause of a variant makes of that of its parent; nothing where it does not fit, which is told of."""
    clause = entry.clause
    if clause.how == "clause":
        if old is None:
            return entry
        found = f"a new clause '{clause.id}' where '{base.name}' has one already"
        mend = f"write 'change clause {clause.id}' or 'replace clause {clause.id}'"
        problems.append(Diagnostic("clause-twice", clause.place, found, "a new id, or a replacement", mend))
        return None
    if old is None:
        problems.append(_no_such_clause(clause, clause.id, base))
        return None
    before = (*old.replaces, old.origin)
    if clause.how == "replace":
        return replace(entry, chapter=old.chapter, replaces=before)
    if only_cites(clause):
        # What another source tells as well is inherited none the less (decision 22).
        return replace(old, clause=replace(old.clause, cites=clause.cites, facts=clause.facts), cited=entry.origin)
    made = changed(old.clause, clause, problems)
    return Entry(made, old.chapter, entry.origin, before, (*old.changes, (entry.origin, clause)))


def _no_such_clause(clause: lines.Clause, id: str, base: Book) -> Diagnostic:
    """A difference from a clause that is not there."""
    found = f"'{clause.how} clause {id}', which '{base.name}' does not have"
    mend = did_you_mean(id, base.by_id()) or "add it as a clause instead"
    return Diagnostic("no-such-clause", clause.place, found, "the id of an inherited clause", mend)


# ── what is dropped ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _dropped(base: Book, differences: Book, problems: list[Diagnostic]) -> Iterator[Dropped]:
    """The clauses of the base that a variant drops, one line of it perhaps several."""
    there = base.by_id()
    for entry in differences.entries:
        for id in (entry.clause.id, *entry.clause.also) if entry.clause.how == "drop" else ():
            if id in there:
                yield Dropped(there[id].clause, entry.clause, differences.name)
            else:
                problems.append(_no_such_clause(entry.clause, id, base))


def _without(base: Book, dropped: Mapping[str, lines.Clause], differences: Book) -> dict[str, Entry]:
    """The other clauses of the base; an act that went with one that is dropped goes from the heads of their lines."""
    own = (line for entry in differences.entries for line in (*entry.clause.body, *entry.clause.changes))
    acts = {line.name for clause in dropped.values() for line in clause.formal() if isinstance(line, lines.Act)}
    acts -= {line.name for line in own if isinstance(line, lines.Act)}
    kept = (entry for entry in base.entries if entry.clause.id not in dropped)
    left = ((entry, _without_acts(entry.clause, acts)) for entry in kept)
    # An entry that stays as it is stays the same one, so that what is told of it is told once for all books.
    return {clause.id: entry if clause is entry.clause else replace(entry, clause=clause) for entry, clause in left}


def _without_acts(clause: lines.Clause, acts: set[str]) -> lines.Clause:
    """A clause in which no head names one of some acts; a head that names no other goes with its lines."""
    if not any(isinstance(line, lines.To) and acts & {*line.acts} for line in clause.formal()):
        return clause

    def rest(body: tuple[lines.Formal, ...]) -> tuple[lines.Formal, ...]:
        left = (replace(x, acts=tuple(a for a in x.acts if a not in acts)) if isinstance(x, lines.To) else x for x in body)
        return tuple(x for x in left if not isinstance(x, lines.To) or x.acts)

    questions = tuple(
        replace(question, readings=tuple(replace(reading, body=rest(reading.body)) for reading in question.readings))
        for question in clause.questions
    )
    return replace(clause, body=rest(clause.body), questions=questions)


def _gone(base: Book, flat: Book) -> dict[str, Gone]:
    """The names that a parent declares and a variant does not, and those that were gone before."""
    here = {line.name for entry in flat.entries for line in _declared(entry.clause)}
    done = {entry.clause.id: "changes" if entry.changes else "replaces" for entry in flat.entries}
    found = {name: gone for name, gone in base.gone.items() if name not in here}
    for entry in base.entries:
        how = done.get(entry.clause.id, "drops")
        lost = [line for line in _declared(entry.clause) if line.name not in here]
        found |= {line.name: Gone(format_line(_head(line)), entry.clause.id, how) for line in lost}
    return found


def _declared(clause: lines.Clause) -> list[Declaring]:
    """The lines by which a clause declares names."""
    return [line for line in clause.formal() if isinstance(line, Declaring)]


def _head(line: lines.Formal) -> lines.Formal:
    """A line without the meaning that it gives, which is long and would be another one."""
    return replace(line, body=tree.Name("…")) if isinstance(line, lines.Define) else line


# ── questions that arise under what is settled ──────────────────────────────────────────────────────────────────────────────

Settled = Mapping[str, lines.Settle | lines.LeaveOutQuestion]
"""The lines that settle an inherited question or leave it out, by the full id of that question."""


def _settle_couplings(entries: dict[str, Entry], base: Book, differences: Book, problems: list[Diagnostic]) -> None:
    """Take out of inherited questions that they arise under a reading which a variant settles on: they always arise here. One that
    the variant settles otherwise never does, which is told of."""
    settled = _settled(base, differences)
    for id, entry in entries.items() if settled else ():
        questions = tuple([_settled_coupling(f"{id}.{q.name}", q, settled, base, problems) for q in entry.clause.questions])
        if questions != entry.clause.questions:
            entries[id] = replace(entry, clause=replace(entry.clause, questions=questions))


def _settled(base: Book, differences: Book) -> Settled:
    """What a variant settles of the questions that its parent asks."""
    changes = [entry.clause for entry in differences.entries if entry.clause.how == "change"]
    found = {f"{c.id}.{line.question}": line for c in changes for line in c.changes if isinstance(line, SETTLING)}
    # What is settled and asked anew is a question still; what does not fit is told of where it is settled.
    anew = {f"{clause.id}.{question.name}" for clause in changes for question in clause.questions}
    asked = base.questions()
    return {name: line for name, line in found.items() if name in asked and name not in anew and _fits(line, asked[name])}


SETTLING = (lines.Settle, lines.LeaveOutQuestion)


def _fits(line: lines.Settle | lines.LeaveOutQuestion, question: lines.Question) -> bool:
    """Whether a question has the reading that it is settled as."""
    return isinstance(line, lines.LeaveOutQuestion) or any(reading.name == line.reading for reading in question.readings)


def _settled_coupling(
    name: str, question: lines.Question, settled: Settled, base: Book, problems: list[Diagnostic]
) -> lines.Question:
    """A question, if it is inherited, without those of the readings that it arises under which are of settled questions."""
    inherited = base.questions().get(name)
    if inherited is None or inherited.place != question.place:
        return question
    for asked, reading in question.arises:
        line = settled.get(asked)
        if line is not None and not (isinstance(line, lines.Settle) and line.reading == reading):
            here = f"settled as {line.reading}" if isinstance(line, lines.Settle) else "left out"
            found = f"'{name}', which arises where {asked} is {reading}, and that is {here}"
            clause, own = name.rsplit(".", 1)
            mend = f"write 'leave out question {own}' under 'change clause {clause}'"
            problems.append(Diagnostic("never-arises", line.place, found, "no question that never arises", mend))
    return replace(question, arises=tuple((asked, reading) for asked, reading in question.arises if asked not in settled))


# ── defaults of inherited questions ────────────────────────────────────────────────────────────────────────────────────────


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
    if read.body or read.questions or read.prose or read.numbers or read.notes or read.says or read.nevers or read.facts:
        found, expected = f"another default of '{read.id}' with lines under it", "citations, and nothing else"
        return Diagnostic("read-with-lines", read.place, found, expected, "add a clause for what there is more to say")
    return None
