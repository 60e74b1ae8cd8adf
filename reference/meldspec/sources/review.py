"""What a variant inherits, and whether anybody has held it against the source of this game.

A clause or a question that nobody changed is right only if the source of the variant says so or leaves it as it was. Somebody has
looked at it where the variant's ledger names it, where the variant has a default of its own, or where an entry of
`review/VARIANT.yaml` says why it holds; such an entry lapses when what it was written of says something else (decision 22).
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path

from meldspec.book.flat import Book, Entry
from meldspec.book.meaning import Meanings
from meldspec.language import lines
from meldspec.language.immutable import Immutable
from meldspec.language.problems import DataError, Diagnostic, Place, did_you_mean
from meldspec.sources.ledger import Ledger, key_place
from meldspec.sources.shaped_yaml import TEXT, list_of, map_of, record, shaped, spelt, text_of
from meldspec.sources.sources import Source
from meldspec.sources.traced import wrong_citation

ID = r"^[a-z][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)+$"
CITES = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*( [1-9][0-9]*(-[1-9][0-9]*)?(, [1-9][0-9]*(-[1-9][0-9]*)?)*)?$"
CITED = spelt(CITES, "a source and its paragraphs, such as pennies-page 103, 120-121")
ENTRY = record("holds", "digest", holds=TEXT, cites=list_of(CITED), digest={"type": "string"})
SHAPE = map_of(ENTRY, spelt(ID, "the id of a clause or a question, such as pile.pair"))
"""A map of ids of clauses and questions: why each `holds`, where the source shows it (`cites`), and the digest of what was held."""
EXPECTED = "ids, each with holds, digest and perhaps cites; see spec/README.md"
HEAD = "# What {title} inherits and somebody has held against its source; 'meldspec review {name}' writes the entries."


class ReviewError(DataError):
    """Entries that cannot be read or written; the message names the file and what is wrong, a line for each thing."""


class Held(Immutable):
    """One entry: why a clause or a question holds, the citations that show it, and the digest of what it was written of."""

    holds: str
    digest: str
    cites: tuple[str, ...] = ()


class Review(Immutable):
    """The entries of one variant by id, the file that they stand in, and its text."""

    file: str = ""
    entries: Mapping[str, Held] = field(default_factory=dict)
    text: str = ""

    def place(self, id: str) -> Place:
        """Where an entry begins."""
        return key_place(self.file, self.text, id)


class Inherited(Immutable):
    """A clause or a question as a variant inherits it: the book that wrote it, its title or what it asks, and who has looked at it.

    `by` says what in the variant's own ledger or rules is about it; `held` is the entry, which has `lapsed` where that was written
    of something else.
    """

    id: str
    what: str
    origin: str
    says: str
    by: tuple[str, ...] = ()
    held: Held | None = None
    lapsed: bool = False

    @property
    def open(self) -> bool:
        """Whether nobody has looked at it, or not since it changed."""
        return not self.by and (self.held is None or self.lapsed)


# ── what is inherited ──────────────────────────────────────────────────────────────────────────────────────────────────────


def inherited(book: Book, ledgers: Iterable[Ledger] = (), review: Review | None = None) -> list[Inherited]:
    """All that a book inherits, in its order, each clause before its questions."""
    named = _named([ledger for ledger in ledgers if ledger.variant == book.name])
    entries, meanings = (review.entries if review else {}), Meanings(book)
    found: list[Inherited] = []
    for one in _of(book):
        by, held = (*one.by, *named.get(one.id, ())), entries.get(one.id)
        found.append(replace(one, by=by, held=held, lapsed=held is not None and held.digest != digest_of(one, meanings)))
    return found


def digest_of(one: Inherited, meanings: Meanings) -> str:
    """The digest of what is inherited as it is now."""
    return meanings.clause(one.id) if one.what == "clause" else meanings.question(one.id)


def _of(book: Book) -> Iterator[Inherited]:
    """The clauses and questions of a book that another one wrote."""
    for entry in book.entries:
        clause = entry.clause
        if entry.origin != book.name:
            # Who cites a source of the game for an inherited clause has held it against that.
            cited = clause.facts or ("a citation of its own",) if entry.cited == book.name else ()
            yield Inherited(clause.id, "clause", entry.origin, clause.title, cited)
        for question in clause.questions:
            # A clause that a variant changes is its own; the questions that it does not ask anew are not.
            if (origin := _asked_by(entry, question.name)) != book.name:
                by = ("a default of its own",) if question.whose == book.name else ()
                yield Inherited(f"{clause.id}.{question.name}", "question", origin, question.asks, by)


def _asked_by(entry: Entry, name: str) -> str:
    """The book that asks a question as it stands in a clause: the last one that asked it anew, or the one that wrote the clause."""
    changed = (origin for origin, change in reversed(entry.changes) if any(q.name == name for q in change.questions))
    whole = entry.replaces[-len(entry.changes)] if entry.changes else entry.origin
    return next(changed, whole)


def _named(ledgers: Iterable[Ledger]) -> dict[str, list[str]]:
    """By clause or question, the facts and doubts of which a ledger says that they stand there."""
    found: dict[str, list[str]] = {}
    for ledger in ledgers:
        for fact, ids in (*ledger.carried.items(), *ledger.asked.items()):
            for id in ids:
                found.setdefault(id, []).append(fact)
        for doubt, id in ledger.doubts.items():
            found.setdefault(id, []).append(doubt)
    return found


# ── entries that are about nothing ─────────────────────────────────────────────────────────────────────────────────────────


def misheld(reviews: Mapping[str, Review], books: Mapping[str, Book], sources: Mapping[str, Source]) -> Iterator[Diagnostic]:
    """Every entry of what no variant inherits, and every citation in one that leads nowhere."""
    for name, review in reviews.items():
        if name not in books:
            expected, mend = "a file named after a variant", did_you_mean(name, books)
            yield Diagnostic("no-such-book", Place(review.file, 1), f"entries for the variant '{name}'", expected, mend)
            continue
        known = {one.id for one in _of(books[name])}
        for id, held in review.entries.items():
            place = review.place(id)
            if id not in known:
                yield not_inherited(books[name], id, place)
            for cites in held.cites:
                yield from wrong_citation(citation(cites, place), sources)


def not_inherited(book: Book, id: str, place: Place) -> Diagnostic:
    """Why there is no entry for an id: it is the variant's own, or nothing at all."""
    if id in book.by_id() or id in book.questions():
        found = f"'{id}', which is {book.name}'s own"
        expected = "a clause or a question that is inherited; what is a book's own is held against its source by its ledger"
        return Diagnostic("not-inherited", place, found, expected, "it needs no entry")
    expected = f"a clause or a question that '{book.name}' inherits"
    mend = did_you_mean(id, (one.id for one in _of(book))) or f"'meldspec review {book.name}' lists them"
    return Diagnostic("nothing-inherited", place, f"'{id}', which is nothing in '{book.name}'", expected, mend)


def citation(cites: str, place: Place) -> lines.Cites:
    """A citation as it is written in rules text: a source and paragraphs of it."""
    tag, _, numbers = cites.partition(" ")
    spans = [span.partition("-") for span in numbers.split(", ")] if numbers else []
    return lines.Cites(tag, tuple((int(first), int(last or first)) for first, _, last in spans), place=place)


# ── the files ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def read_reviews(spec: Path) -> dict[str, Review]:
    """The entries in a folder of rules, by variant; none where it has no folder `review`.

    Raises ReviewError, with what is wrong in all files.
    """
    found: dict[str, Review] = {}
    problems: list[str] = []
    for path in sorted((spec / "review").glob("*.yaml")):
        try:
            file = f"{spec.name}/review/{path.name}"
            found[path.stem] = review_from(file, text_of(path, file, ReviewError))
        except ReviewError as error:
            problems += error.problems
    if problems:
        raise ReviewError(*problems)
    return found


def review_from(file: str, text: str) -> Review:
    """The entries in a YAML text.

    Raises ReviewError for what is no YAML or not of the shape.
    """
    found = shaped(file, text, SHAPE, EXPECTED, ReviewError)
    entries = {id: Held(one["holds"], one["digest"], tuple(one.get("cites", ()))) for id, one in found.items()}
    return Review(file, entries, text)


def checked_cites(given: Sequence[str]) -> tuple[str, ...]:
    """Citations as somebody typed them, in the form in which they are kept.

    Raises ReviewError for one that is none.
    """
    for cites in given:
        if not re.match(CITES, cites):
            raise ReviewError(f"found '{cites}', expected a source and perhaps paragraphs of it; write for example 'sheet 3, 7-9'")
    return tuple(given)


def written(review: Review, book: Book, id: str, held: Held) -> str:
    """The text of a file with one entry more, or another one of that id: all in the order of the book, below the comments."""
    entries = {**review.entries, id: held}
    order = {one.id: number for number, one in enumerate(_of(book))}
    above = [line for line in review.text.splitlines() if line.startswith("#")] or [HEAD.format(title=book.title, name=book.name)]
    rows = ["\n".join(above)]
    # What is no longer inherited stays, for `check` to tell of.
    rows += (_entry(id, entries[id]) for id in sorted(entries, key=lambda id: order.get(id, len(order))))
    return "\n\n".join(rows) + "\n"


def _entry(id: str, held: Held) -> str:
    """One entry as YAML."""
    # What JSON says of a text is YAML, too.
    cites = [f"  cites: {json.dumps([*held.cites], ensure_ascii=False)}"] if held.cites else []
    return "\n".join([f"{id}:", f"  holds: {json.dumps(held.holds, ensure_ascii=False)}", *cites, f'  digest: "{held.digest}"'])
