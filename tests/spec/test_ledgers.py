"""The ledgers of all games: what they say of paragraphs, facts, clauses and doubts is so."""

from __future__ import annotations

from meldspec.book.library import read_library
from meldspec.data import folder
from meldspec.sources.ledger import read_ledgers, read_moot
from meldspec.sources.sources import read_sources
from meldspec.sources.traced import Tracing, misled, missing


def tracing() -> Tracing:
    """All books, sources and ledgers that there are."""
    spec, library = folder("spec"), read_library()
    books = {name: library.book(name) for name in library.names()}
    return Tracing(books, read_sources(spec / "sources.yaml"), read_ledgers(spec), read_moot(spec))


def test_nothing_points_at_nothing() -> None:
    """Every fact, clause, question and paragraph that a ledger names is there."""
    assert list(misled(tracing())) == []


def test_nothing_is_lost_where_the_rules_are_whole() -> None:
    """No paragraph, fact, clause or doubt of a game whose rules are whole leads nowhere."""
    lost = [problem for ledger, problem in missing(tracing()) if ledger is None or not ledger.unfinished]
    assert lost == []
