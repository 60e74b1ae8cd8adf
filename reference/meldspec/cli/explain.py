"""`meldspec explain`: one clause, question, line or fact, and everything about it."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click

from meldspec.book.core import Tag
from meldspec.book.flat import Book, Entry
from meldspec.book.words import TABLE_WORDS
from meldspec.cli._shared import Rules, dropped_from, meant, origin_of, spec_option
from meldspec.language import lines
from meldspec.language.format import wrap
from meldspec.language.problems import counted
from meldspec.language.spelling import format_line
from meldspec.language.vocabulary import VOCABULARY
from meldspec.site.printed import Line, headed, line_ids, lines_of, printed

LISTED = re.compile(r"[A-Z]+-[A-Z]?[0-9]+[a-z]?")
"""An id of a fact or a doubt in the inventories: `OC-F109`, `MZ-A12`, `X-11`."""
NAMING = (lines.Define, lines.Redefine, lines.Keep, lines.PlaceLine, lines.Cards, lines.Kind, lines.Act, lines.Option, lines.Event)
"""The lines and blocks that give something a name."""
MOST = 12
"""So many cases are listed; of more the rest is counted."""
Blocks = Mapping[tuple[str, str], tuple[Line, ...]]


@click.command("explain", short_help="Print one clause: citations, readings, who replaces it, its tests.")
@click.argument("id_", metavar="ID")
@click.option("--variant", help="As it stands in this variant; otherwise in the book that it was written for.")
@spec_option
def command(id_: str, variant: str | None, rules: Rules) -> None:
    """Print one clause: citations, readings, who replaces it, its tests.

    ID is that of a clause (pile.pair), of a question (pile.pair.wilds-beside), of a formal line (pile.pair:2),
    or of a fact or doubt that clauses carry and questions cover (OC-A12); or it is a word that the rules define
    or keep in mind (enough-with-top).
    """
    books = rules.books
    chosen = books if variant is None else {variant: rules.book(variant)}
    listed = LISTED.fullmatch(id_) is not None
    parts = list(_carriers(rules, chosen, id_)) if listed else ["\n".join(_one(rules, chosen, id_))]
    if not parts:
        raise _uncarried(chosen, id_)
    click.echo("\n\n".join(re.sub(r"\n{3,}", "\n\n", part).strip() for part in parts))


def _one(rules: Rules, chosen: Mapping[str, Book], name: str) -> Iterator[str]:
    """The explanation of a clause, a line or a question."""
    clause_id, _, number = name.partition(":")
    having = [book for book in chosen.values() if clause_id in book.by_id()]
    # The book that a clause was written for comes first, and those that inherit it behind.
    for book in sorted(having, key=lambda book: book.entry(clause_id).origin != book.name)[:1]:
        entry = book.entry(clause_id)
        if number and name not in line_ids(entry):
            last = len(line_ids(entry))
            raise click.UsageError(f"{clause_id} has no line {number} in {book.name}; its lines are numbered from 1 to {last}")
        return explained(rules, book, entry, name if number else "")
    for book in chosen.values():
        if question := book.questions().get(name):
            return question_explained(rules, book, book.entry(name.removesuffix(f".{question.name}")), question)
    for book in chosen.values():
        if tags := named_by(book, name):
            return _term_explained(rules, book, name, tags)
    raise _unknown(chosen, name)


def named_by(book: Book, name: str) -> list[Tag]:
    """The lines and heads of a book that give something a name, such as a term or a memory; the first of each clause."""
    found: dict[str, Tag] = {}
    for tag, node in book.formal():
        if isinstance(node, NAMING) and node.name == name:
            found.setdefault(tag.clause, tag)
    return [*found.values()]


def _term_explained(rules: Rules, book: Book, name: str, tags: Sequence[Tag]) -> Iterator[str]:
    """What names something, each time with the clause that it stands in."""
    yield f"{name}: a word of {book.name}"
    for tag in tags:
        yield ""
        yield from explained(rules, book, book.entry(tag.clause), tag.line)


def _carriers(rules: Rules, chosen: Mapping[str, Book], listed: str) -> Iterator[str]:
    """The clauses that carry a fact and the questions that cover a doubt, each where it was written."""
    told: set[int] = set()
    for book in chosen.values():
        for entry in book.entries:
            # An inherited clause is the very same object as its ancestor's, and is told of once.
            if id(entry.clause) in told:
                continue
            told.add(id(entry.clause))
            if listed in entry.clause.facts:
                yield "\n".join((f"{listed} is carried by", "", *explained(rules, book, entry)))
            for question in entry.clause.questions:
                if listed in question.covers:
                    yield "\n".join((f"{listed} is covered by", "", *question_explained(rules, book, entry, question)))


def _unknown(chosen: Mapping[str, Book], name: str) -> click.UsageError:
    """The error for an id that nothing has: where it went, if it was dropped, or what may have been meant."""
    for book in chosen.values():
        if gone := dropped_from(book, name.partition(":")[0]):
            return gone
    if name in TABLE_WORDS or name in VOCABULARY:
        return click.UsageError(
            f"'{name}' is a word of the language itself and not of a game: the page language.md tells what it means"
        )
    known = [id_ for book in chosen.values() for id_ in (*book.by_id(), *book.questions())]
    known += dict.fromkeys(node.name for book in chosen.values() for _, node in book.formal() if isinstance(node, NAMING))
    where = f" in {', '.join(chosen)}" if chosen else ""
    return click.UsageError(f"no clause, question, line or word '{name}'{where}{meant(name.partition(':')[0], known)}")


def _uncarried(chosen: Mapping[str, Book], listed: str) -> click.UsageError:
    """The error for a fact or doubt that no clause speaks of."""
    clauses = [entry.clause for book in chosen.values() for entry in book.entries]
    known = {fact for clause in clauses for fact in clause.facts}
    known |= {doubt for clause in clauses for question in clause.questions for doubt in question.covers}
    return click.UsageError(f"no clause carries {listed}, and no question covers it{meant(listed, sorted(known))}")


# ── what is told of one clause or question ───────────────────────────────────────────────────────────────────────────────────


def explained(rules: Rules, book: Book, entry: Entry, line: str = "") -> Iterator[str]:
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
    yield from _elsewhere([other for other in rules.books.values() if other != book], clause.id)
    yield from _cases(rules, clause.id)


def question_explained(rules: Rules, book: Book, entry: Entry, question: lines.Question) -> Iterator[str]:
    """Everything about a question, with the head of its clause."""
    yield from _head(book, entry)
    yield ""
    yield from _question(entry.clause, question, lines_of(entry), "")
    yield ""
    yield from _sources(entry.clause)
    for other in (other for other in rules.books.values() if other != book):
        yield from _read_otherwise(other, other.by_id().get(entry.clause.id), question.name)
    yield from _cases(rules, f"{entry.clause.id}.{question.name}")


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
    for head, line in headed(block):
        if head:
            yield f"{margin}     {head}"
        number = line.id.rsplit(":", 1)[1]
        arrow = ">" if line.id == asked else " "
        first, *more = wrap(line.text, 0 if line.head is None else 2).split("\n")
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
    if question.no_full_pack:
        yield f"    {lines.NO_FULL_PACK}"
    for reading in question.readings:
        default = reading.name == question.default
        yield f"    {'*' if default else '-'} {reading.name}: {reading.says}{reading.whose}"
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
            yield f"  {there.how} in {book.name}, for that of {there.replaces[-1]}: {there.clause.title}"
        yield from _read_otherwise(book, there)
        for dropped in book.dropped:
            if dropped.clause.id == clause_id and dropped.origin == book.name:
                cited = "".join(f" ({format_line(cites)})" for cites in dropped.drop.cites)
                yield f"  dropped in {book.name}: {dropped.why}{cited}"


def _cases(rules: Rules, name: str) -> Iterator[str]:
    """The cases of the corpus about a clause or a question."""
    for variant in rules.books:
        if cases := list(_cases_about(name, rules.corpus_of(variant) / variant)):
            yield f"  {counted(len(cases), 'case')} in {variant}"
            yield from (f"    {case}  {title}" for case, title in cases[:MOST])
            if len(cases) > MOST:
                yield f"    and {len(cases) - MOST} more"


def _cases_about(name: str, corpus: Path) -> Iterator[tuple[str, str]]:
    """The ids and titles of the cases of one variant; none where it has no corpus yet."""
    for file in sorted(corpus.glob("*.jsonl")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            # Most lines do not name it, and to look for a word costs a fraction of reading the case.
            if f'"{name}"' not in line:
                continue
            try:
                case = json.loads(line)
                if name in (*case["about"]["clauses"], *case["about"]["questions"]):
                    yield case["case"], case["title"]
            except (ValueError, KeyError, TypeError):
                why = f"{file.name}:{number} is no case; write it again with meldspec corpus"
                raise click.ClickException(f"the corpus is not whole: {why}") from None
