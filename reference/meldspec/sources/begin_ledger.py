"""A ledger begun for a book that already cites its source: what the clauses say of paragraphs, facts and doubts, as YAML."""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from meldspec.book.flat import Book
from meldspec.language import lines
from meldspec.sources.sources import Source

ID = re.compile(r"([A-Z]+-[A-Z]?)0*([1-9][0-9]*)")


def begun(book: Book, source: Source) -> str:
    """The ledger of a source as far as a book's own clauses tell it; it says itself that it is unfinished.

    A fact says what the first clause that carries it says, and is to be put more exactly by hand.
    """
    own = [entry.clause for entry in book.entries if entry.origin == book.name]
    said: dict[str, str] = {}
    for clause in own:
        for fact in clause.facts:
            # Several clauses may carry a fact; it is put more exactly by hand anyway.
            said.setdefault(fact, " ".join(clause.prose) or clause.title)
    doubts = [doubt for clause in own for question in clause.questions for doubt in question.covers]
    rows = [f"source: {source.tag}", f"variant: {book.name}", "unfinished: true", *_known(said, doubts)]
    rows += ["", "paragraphs:" if _stated(own, source) else "paragraphs: {}"]
    rows += [f"  {number}: [{', '.join(facts)}]" for number, facts in sorted(_stated(own, source).items())]
    rows += ["", "facts:" if said else "facts: {}"]
    rows += [row for fact in sorted(said) for row in (f"  {fact}:", f"    says: {json.dumps(said[fact], ensure_ascii=False)}")]
    return "\n".join(rows) + "\n"


def _stated(own: Iterable[lines.Clause], source: Source) -> dict[int, list[str]]:
    """By paragraph, the facts of the clauses that cite it."""
    found: dict[int, dict[str, None]] = {}
    for clause in own:
        for cites in clause.cites:
            for first, last in cites.ranges if cites.source == source.tag else ():
                for number in range(first, last + 1):
                    found.setdefault(number, {}).update(dict.fromkeys(clause.facts))
    return {number: list(facts) for number, facts in found.items() if facts}


def _known(facts: Iterable[str], doubts: Iterable[str]) -> Iterator[str]:
    """The highest number of each sort of id, as the parts of `known`."""
    counted = [(kind, _highest(ids)) for kind, ids in (("facts", facts), ("doubts", doubts))]
    if any(spans for _, spans in counted):
        yield "known:"
        yield from (f"  {kind}: {{{spans}}}" for kind, spans in counted if spans)


def _highest(ids: Iterable[str]) -> str:
    """`P-A: 50, X-: 3-7`"""
    parts = sorted((hit[1], int(hit[2])) for id in ids if (hit := ID.match(id)))
    found = []
    for prefix, group in groupby(parts, key=lambda part: part[0]):
        numbers = [number for _, number in group]
        found.append(f"{prefix}: {numbers[-1]}" if numbers[0] == 1 else f"{prefix}: {numbers[0]}-{numbers[-1]}")
    return ", ".join(found)
