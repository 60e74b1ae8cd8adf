"""Whether everything is traced, in both directions: paragraphs, facts, clauses, doubts, questions; whether what is cited is there.

What points at nothing is always wrong. What is missing is wrong too, but only counted while a ledger says `unfinished`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

from meldspec.book.flat import Book
from meldspec.book.library import Books
from meldspec.language import lines
from meldspec.language.immutable import Immutable
from meldspec.language.problems import Diagnostic, Place, did_you_mean
from meldspec.sources.ledger import Ledger, bare
from meldspec.sources.sources import Source


class Tracing(Immutable):
    """All that is traced: the flat books, the sources, the ledgers, and why doubts are moot, by variant."""

    books: Mapping[str, Book]
    sources: Mapping[str, Source]
    ledgers: Sequence[Ledger]
    moot: Mapping[str, Mapping[str, str]]

    @cached_property
    def claims(self) -> dict[str, dict[str, list[str]]]:
        """By variant and fact: the clauses of the flat book that say they carry it."""
        return {
            name: _turned_round((entry.clause.id, entry.clause.facts) for entry in book.entries)
            for name, book in self.books.items()
        }

    @cached_property
    def covered(self) -> dict[str, dict[str, list[str]]]:
        """By variant and doubt: the questions that cover it."""
        return {
            name: _turned_round((id, question.covers) for id, question in book.questions().items())
            for name, book in self.books.items()
        }

    @cached_property
    def doubts(self) -> frozenset[str]:
        """All doubts that are known, their zeros left out."""
        return frozenset(doubt for ledger in self.ledgers for doubt in ledger.known.get("doubts", ()))

    def of(self, variant: str) -> list[Ledger]:
        """The ledgers of a variant."""
        return [ledger for ledger in self.ledgers if ledger.variant == variant]

    def carriers(self, ledger: Ledger, fact: str) -> tuple[str, ...]:
        """The clauses and questions that carry a fact."""
        claimed = self.claims.get(ledger.variant, {}).get(fact, ())
        return (*claimed, *ledger.carried.get(fact, ()), *ledger.asked.get(fact, ()))

    def answered(self, variant: str) -> set[str]:
        """The doubts of which something has become in a variant, their zeros left out."""
        found = {*self.covered.get(variant, {}), *self.moot.get(variant, {})}
        for ledger in self.of(variant):
            found |= {*ledger.doubts, *ledger.settled}
        return {bare(doubt) for doubt in found}


def _turned_round(listed: Iterable[tuple[str, Iterable[str]]]) -> dict[str, list[str]]:
    """By each thing that some list, those that list it."""
    found: dict[str, list[str]] = {}
    for name, things in listed:
        for thing in things:
            found.setdefault(thing, []).append(name)
    return found


class Progress(Immutable):
    """How much of a ledger is done: of its source's paragraphs (all ledgers of that source together), facts and doubts."""

    ledger: Ledger
    paragraphs: tuple[int, int]
    facts: tuple[int, int]
    doubts: tuple[int, int]


def progress(tracing: Tracing) -> Iterator[Progress]:
    """How much of each ledger is done."""
    for ledger in tracing.ledgers:
        source = tracing.sources.get(ledger.source)
        total = len(source.paragraphs) if source else 0
        there = {number for one in tracing.ledgers if source and one.source == ledger.source for number in one.paragraphs}
        facts = {bare(fact) for fact in ledger.facts} | set(ledger.known.get("facts", ()))
        lost = {bare(fact) for fact in _untraced(ledger, tracing)} | _unlisted(ledger)
        doubts = ledger.known.get("doubts", ())
        answered = len(doubts) - len(set(doubts) - tracing.answered(ledger.variant))
        yield Progress(ledger, (len(there), total), (len(facts - lost), len(facts)), (answered, len(doubts)))


def _untraced(ledger: Ledger, tracing: Tracing) -> list[str]:
    """The facts that nothing carries, and of which it is not said why."""
    return [fact for fact in ledger.facts if fact not in ledger.not_rules and not tracing.carriers(ledger, fact)]


def _unlisted(ledger: Ledger) -> set[str]:
    """The facts that are known and not in the ledger."""
    return set(ledger.known.get("facts", ())) - {bare(fact) for fact in ledger.facts}


# ── what points at nothing, or at two things ───────────────────────────────────────────────────────────────────────────────


def misled(tracing: Tracing) -> Iterator[Diagnostic]:
    """Everything in the ledgers and the facts of clauses that points at nothing or says two things."""
    for ledger in tracing.ledgers:
        yield from _heads(ledger, tracing)
        yield from _paragraphs(ledger, tracing)
        if ledger.variant in tracing.books:
            yield from _facts(ledger, tracing)
            yield from _doubts(ledger, tracing)
    yield from _unknown_facts(tracing)


def _heads(ledger: Ledger, tracing: Tracing) -> Iterator[Diagnostic]:
    """A source that is not listed; a variant that there is none of, unless its rules are still being written."""
    if ledger.source and ledger.source not in tracing.sources:
        yield _unlisted_name("unknown-source", ledger, "source", ledger.source, tracing.sources)
    if ledger.variant not in tracing.books and not ledger.unfinished:
        yield _unlisted_name("no-such-book", ledger, "variant", ledger.variant, tracing.books)


def _unlisted_name(code: str, ledger: Ledger, key: str, name: str, known: Mapping[str, object]) -> Diagnostic:
    """What the head of a ledger names and there is none of."""
    expected = "one of: " + ", ".join(known)
    return Diagnostic(code, ledger.place(key), f"the {key} '{name}'", expected, did_you_mean(name, known))


def _paragraphs(ledger: Ledger, tracing: Tracing) -> Iterator[Diagnostic]:
    """Paragraphs that the source does not have, and facts of them that the ledger does not tell."""
    source = tracing.sources.get(ledger.source)
    last = len(source.paragraphs) if source else 0
    for number, entry in ledger.paragraphs.items():
        if not 1 <= number <= last:
            expected = f"paragraphs from 1 to {last}" if last else "a source whose paragraphs are numbered"
            yield Diagnostic("no-paragraph", ledger.place(number), f"paragraph {number} of '{ledger.source}'", expected)
        for fact in () if isinstance(entry, str) else entry:
            if fact not in ledger.facts:
                yield _nothing("unknown-fact", ledger.place(number), "fact", fact, ledger.facts, "add it under 'facts'")


def _facts(ledger: Ledger, tracing: Tracing) -> Iterator[Diagnostic]:
    """Facts carried by what is not in the book, and facts that are carried and no rule."""
    book = tracing.books[ledger.variant]
    clauses, questions = book.by_id(), book.questions()
    for fact in ledger.facts:
        place, carriers = ledger.place(fact), tracing.carriers(ledger, fact)
        for clause in ledger.carried.get(fact, ()):
            if clause not in clauses:
                yield _nothing("no-such-clause", place, "clause", clause, clauses, f"see 'show {book.name}'", f" for {fact}")
        for question in ledger.asked.get(fact, ()):
            if question not in questions:
                yield _nothing("no-such-question", place, "question", question, questions, where=f" for {fact}")
        if fact in ledger.not_rules and carriers:
            found = f"{fact}, which is said to be no rule and is carried by {', '.join(carriers)}"
            yield Diagnostic("fact-twice", place, found, "one of the two", "take one of them away")


def _doubts(ledger: Ledger, tracing: Tracing) -> Iterator[Diagnostic]:
    """Doubts that stand in no question of the book, and doubts of which two things are said."""
    variant, questions = ledger.variant, tracing.books[ledger.variant].questions()
    for doubt, question in ledger.doubts.items():
        if question not in questions:
            yield _nothing("no-such-question", ledger.place(doubt), "question", question, questions, where=f" for {doubt}")
    asked = {*ledger.doubts, *tracing.covered.get(variant, {})}
    for what, said in (("settled", ledger.settled), ("moot", tracing.moot.get(variant, {}))):
        for doubt in said:
            if doubt in asked:
                found = f"{doubt}, which is said to be {what} and stands in a question of {variant}"
                yield Diagnostic("doubt-twice", ledger.place(doubt), found, "one of the two", "take one of them away")


def _unknown_facts(tracing: Tracing) -> Iterator[Diagnostic]:
    """Facts of clauses that no ledger tells of; a book that has no ledger may number the facts of its sources as it likes."""
    told = {fact for ledger in tracing.ledgers for fact in ledger.facts}
    for name in sorted({ledger.variant for ledger in tracing.ledgers} & tracing.books.keys()):
        for entry in tracing.books[name].entries:
            for fact in entry.clause.facts if name in (entry.origin, entry.cited) else ():
                if fact not in told:
                    place = entry.clause.cites[0].place if entry.cited == name else entry.clause.place
                    yield _nothing("unknown-fact", place, "fact", fact, told, "tell it in the ledger of its source")


def _nothing(
    code: str, place: Place, what: str, word: str, known: Mapping[str, object] | set[str], mend: str = "", where: str = ""
) -> Diagnostic:
    """A word that stands for nothing."""
    return Diagnostic(code, place, f"the {what} '{word}'{where}", "one that there is", did_you_mean(word, known) or mend)


# ── what is missing ────────────────────────────────────────────────────────────────────────────────────────────────────────


def missing(tracing: Tracing) -> Iterator[tuple[Ledger | None, Diagnostic]]:
    """Everything that is lost on the way, each with the ledger that it is missing in (none for a book without a ledger)."""
    for source in tracing.sources.values():
        yield from _lost_paragraphs(source, tracing)
    for ledger in tracing.ledgers:
        # A finished ledger of a book that is not there is told once, at its head, and not for every fact.
        if ledger.variant in tracing.books or ledger.unfinished:
            yield from ((ledger, problem) for problem in _lost_facts(ledger, tracing))
            yield from ((ledger, problem) for problem in _lost_doubts(ledger, tracing))
    for name, book in tracing.books.items():
        yield from _lost_in_book(book, tracing.of(name), tracing)


def _lost_paragraphs(source: Source, tracing: Tracing) -> Iterator[tuple[Ledger | None, Diagnostic]]:
    """Paragraphs that stand in no ledger of their source; a source without a ledger is one that no book need follow."""
    # Several ledgers may share a source that tells of several games: a paragraph need stand in one of them.
    mine = [ledger for ledger in tracing.ledgers if ledger.source == source.tag]
    there = {number for ledger in mine for number in ledger.paragraphs}
    blamed = next((ledger for ledger in mine if ledger.unfinished), mine[0] if mine else None)
    cited = any(c.source == source.tag for b in tracing.books.values() for e in b.entries for c in e.clause.cites)
    for number in range(1, len(source.paragraphs) + 1) if mine or cited else ():
        if number not in there:
            place = blamed.place("paragraphs") if blamed else Place("sources.yaml", 1)
            found = f"paragraph {number} of '{source.tag}' in no ledger"
            yield blamed, Diagnostic("paragraph-lost", place, found, "the facts that it states, or 'not-a-rule' and why")


def _lost_facts(ledger: Ledger, tracing: Tracing) -> Iterator[Diagnostic]:
    """Facts that nothing carries, and known facts that are not told."""
    for fact in _untraced(ledger, tracing):
        expected = f"a clause of '{ledger.variant}' that carries it, or 'not-a-rule' and why"
        yield Diagnostic("fact-lost", ledger.place(fact), f"{fact}, which nothing carries", expected)
    for fact in sorted(_unlisted(ledger)):
        yield Diagnostic("fact-lost", ledger.place("facts"), f"no {fact}, which is known", "what it says, and what carries it")


def _lost_doubts(ledger: Ledger, tracing: Tracing) -> Iterator[Diagnostic]:
    """Known doubts that no question covers, that are neither moot nor settled."""
    answered = tracing.answered(ledger.variant)
    for doubt in ledger.known.get("doubts", ()):
        if doubt not in answered:
            expected = "a question that covers it, or why it is moot in moot.yaml"
            yield Diagnostic("doubt-lost", ledger.place("known"), f"the doubt {doubt}, of which nothing has become", expected)


def _lost_in_book(book: Book, ledgers: Sequence[Ledger], tracing: Tracing) -> Iterator[tuple[Ledger | None, Diagnostic]]:
    """A book without a ledger; clauses of its own without a fact; doubts of its ancestors of which nothing has become."""
    if not ledgers:
        mend = f"'meldspec sources ledger {book.name} SOURCE' prints the beginning of one"
        yield None, Diagnostic("no-ledger", book.place, f"no ledger for '{book.name}'", f"ledger/{book.name}.yaml", mend)
        return
    blamed = next((ledger for ledger in ledgers if ledger.unfinished), ledgers[0])
    named = {id for ledger in ledgers for ids in ledger.carried.values() for id in ids}
    named |= {id for ledger in ledgers for id in ledger.conventions}
    for entry in book.entries:
        if entry.origin == book.name and not entry.clause.facts and entry.clause.id not in named:
            found = f"the clause '{entry.clause.id}', which carries no fact"
            expected = "'facts' that it carries, or why it needs none under 'conventions' of a ledger"
            yield blamed, Diagnostic("clause-untraced", entry.clause.place, found, expected)
    yield from ((blamed, problem) for problem in _unknown_doubts(book, ledgers, tracing))
    # What an ancestor asks is asked of every descendant too, unless that settles it: the sources may not agree there.
    answered = tracing.answered(book.name)
    for ancestor in book.ancestors:
        for doubt, questions in tracing.covered.get(ancestor, {}).items():
            if bare(doubt) not in answered:
                answered.add(bare(doubt))
                found = f"the doubt {doubt}, which '{ancestor}' asks in {questions[0]}"
                expected = "a question that covers it, or why it is settled or moot here"
                yield blamed, Diagnostic("doubt-lost", blamed.place("settled"), found, expected)


def _unknown_doubts(book: Book, ledgers: Sequence[Ledger], tracing: Tracing) -> Iterator[Diagnostic]:
    """Doubts that are answered in a book and that no ledger knows of, where doubts are counted at all."""
    if not tracing.doubts:
        return
    own = [question for entry in book.entries if entry.origin == book.name for question in entry.clause.questions]
    answered = [(doubt, question.place, "") for question in own for doubt in question.covers]
    answered += [(doubt, ledger.place(doubt), "") for ledger in ledgers for doubt in (*ledger.doubts, *ledger.settled)]
    moot = tracing.moot.get(book.name, {})
    answered += [(doubt, ledgers[0].place("known"), f", moot in '{book.name}'") for doubt in moot]
    for doubt, place, where in answered:
        if bare(doubt) not in tracing.doubts:
            found, expected = f"the doubt '{doubt}'{where}", "one of those that 'known' counts"
            yield Diagnostic("unknown-doubt", place, found, expected, "count it under 'known'")


# ── what is cited ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def check_citations(library: Books, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Every citation of a source that is not listed, or of paragraphs that it does not have."""
    # Of all clauses as they are written: those of drops and replacements too.
    chapters = (chapter for text in chain.from_iterable(library.texts.values()) for chapter in text.chapters)
    cited = (cites for chapter in chapters for clause in chapter.clauses for cites in clause.cites)
    return [problem for cites in cited for problem in wrong_citation(cites, sources)]


def wrong_citation(cites: lines.Cites, sources: Mapping[str, Source]) -> Iterator[Diagnostic]:
    """What is wrong with one citation."""
    tag, place = cites.source, cites.place
    source = sources.get(tag)
    if source is None:
        expected = f"one of: {', '.join(sources)}" if sources else "a list of sources, sources.yaml, in the folder of rules"
        mend = did_you_mean(tag, sources) or "add the source to sources.yaml"
        yield Diagnostic("unknown-source", place, f"the source '{tag}'", expected, mend)
        return
    last = len(source.paragraphs)
    if cites.ranges and not last:
        found, expected = f"paragraphs of '{tag}', which has no numbered ones", f"'cites {tag}' alone"
        yield Diagnostic("no-paragraph", place, found, expected, "leave the numbers out, or give the source digests")
        return
    for low, high in cites.ranges:
        told = f"{low}-{high}" if low != high else str(low)
        if low > high:
            found, expected = f"the paragraphs {told}, which run backwards", "the lower number first"
            yield Diagnostic("no-paragraph", place, found, expected, f"did you mean '{high}-{low}'?")
        elif not 1 <= low <= high <= last:
            found, expected = f"paragraph {told} of '{tag}'", f"paragraphs from 1 to {last}"
            yield Diagnostic("no-paragraph", place, found, expected, "look the number up in the source")
