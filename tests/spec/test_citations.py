"""Citations of all books: every one can be followed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.engine.variants import library

from meldspec.book.library import read_library
from meldspec.data import folder
from meldspec.sources.ledger import Ledger, read_ledgers
from meldspec.sources.sources import read_sources
from meldspec.sources.traced import check_citations


def test_every_citation_can_be_followed() -> None:
    """What a clause cites is a source that is listed, and a paragraph that it has."""
    assert check_citations(read_library(), read_sources(folder("spec") / "sources.yaml")) == []


LEDGERS = [ledger for ledger in read_ledgers(folder("spec")) if ledger.source]


def stated(ledger: Ledger) -> dict[str, set[int]]:
    """By fact, the paragraphs that state it."""
    found: dict[str, set[int]] = {}
    for number, facts in ledger.paragraphs.items():
        for fact in () if isinstance(facts, str) else facts:
            found.setdefault(fact, set()).add(number)
    return found


def uncited(ledger: Ledger) -> Iterator[tuple[str, str]]:
    """The clauses of a game, inherited or its own, with the facts that they carry and cite no paragraph of."""
    paragraphs = stated(ledger)
    for entry in library().book(ledger.variant).entries:
        clause = entry.clause
        told = [spans for cites in clause.cites if cites.source == ledger.source for spans in cites.ranges]
        cited = {number for first, last in told for number in range(first, last + 1)}
        carried = [*clause.facts, *(fact for fact, clauses in ledger.carried.items() if clause.id in clauses)]
        yield from ((clause.id, fact) for fact in carried if fact in paragraphs and not paragraphs[fact] & cited)


@pytest.mark.parametrize("ledger", LEDGERS, ids=lambda ledger: ledger.name)
def test_a_clause_cites_the_source_of_its_own_game(ledger: Ledger) -> None:
    """What the sheet of a game says is cited from that sheet, also where the rule is inherited from another game."""
    assert list(uncited(ledger)) == []


def test_a_rule_of_dollars_is_cited_from_its_sheet() -> None:
    """Black threes are melded as in Pennies, and the sheet of Dollars says it itself in its paragraph 43."""
    entry = library().book("dollars").entry("meld.black-threes")
    assert (entry.origin, entry.cited) == ("pennies", "dollars")
    assert [(cites.source, cites.ranges) for cites in entry.clause.cites] == [("dollars-page", ((43, 43),))]
