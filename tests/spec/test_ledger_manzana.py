"""The ledger of the Manzana sheet: no paragraph, fact or doubt of it is lost on the way into the rules."""

from __future__ import annotations

from functools import cache
from typing import Any

import yaml

from meldspec.book.flat import Book
from meldspec.book.library import read_library
from meldspec.data import folder
from meldspec.sources.sources import read_sources

DOUBTS = {f"MZ-A{number:02}" for number in range(1, 32)} | {"X-11", "X-12"} | {"N-01", "N-05"}
ORDINARY_DOUBTS = {f"OC-A{number:02}" for number in range(1, 57)}
"""The doubts that were found in the sheet and in the ordinary game's sources."""


@cache
def loaded(name: str) -> Any:
    """A hand-written file of the spec."""
    return yaml.safe_load((folder("spec") / name).read_text(encoding="utf-8"))


def ledger() -> Any:
    """The ledger."""
    return loaded("ledger/manzana.yaml")


@cache
def book() -> Book:
    """The flat book of Manzana."""
    return read_library().book("manzana")


def test_every_paragraph_is_accounted_for() -> None:
    """Each paragraph of the sheet states facts, or it is said why it states none."""
    count = len(read_sources(folder("spec") / "sources.yaml")["manzana"].paragraphs)
    assert list(ledger()["paragraphs"]) == list(range(1, count + 1))
    for number, entry in ledger()["paragraphs"].items():
        stated = entry if isinstance(entry, list) else []
        assert stated or entry["not-a-rule"], number
        assert set(stated) <= set(ledger()["facts"]), number


def test_every_fact_of_the_sheet_stands_in_a_paragraph() -> None:
    """Facts of the sheet's own are found in a paragraph; only adopted ones are not."""
    stated = {fact for entry in ledger()["paragraphs"].values() if isinstance(entry, list) for fact in entry}
    assert {fact for fact in ledger()["facts"] if not fact.startswith("MZ-C")} == stated


def test_every_fact_is_carried_or_said_to_be_no_rule() -> None:
    """A fact names clauses of the book that carry it, or why it is no rule, and never both."""
    clauses = set(book().by_id())
    for fact, entry in ledger()["facts"].items():
        assert entry["says"], fact
        assert ("clauses" in entry) != ("not-a-rule" in entry), fact
        assert set(entry.get("clauses", ())) <= clauses, fact


def test_the_ledger_knows_what_the_clauses_claim() -> None:
    """A clause that lists a fact of the sheet is listed with that fact."""
    for entry in book().entries:
        for fact in entry.clause.facts:
            if fact.startswith("MZ-"):
                assert entry.clause.id in ledger()["facts"][fact].get("clauses", ()), (entry.clause.id, fact)


def test_every_clause_of_its_own_carries_a_fact() -> None:
    """What the variant itself says, it says for the sake of a fact of the sheet."""
    idle = [e.clause.id for e in book().entries if e.origin == "manzana" and not e.clause.facts]
    assert idle == []


def test_every_doubt_has_its_question() -> None:
    """A doubt stands in a question of the book, or it is argued why no position can decide it."""
    asked, moot = ledger()["doubts"], loaded("moot.yaml")["manzana"]
    assert set(asked) | set(moot) >= DOUBTS
    assert set(asked).isdisjoint(moot)
    assert set(asked.values()) == set(book().questions())
    covered = {doubt: name for name, question in book().questions().items() for doubt in question.covers}
    assert covered.items() <= asked.items()


def test_every_doubt_of_the_ordinary_game_is_settled_or_asked() -> None:
    """A doubt of the ordinary game is asked here too, or it is said what the sheet settles it by."""
    asked, settled = set(ledger()["doubts"]), set(ledger()["settled"])
    assert asked.isdisjoint(settled)
    assert asked | settled >= ORDINARY_DOUBTS


def test_citations_are_of_paragraphs_that_are_there() -> None:
    """Every paragraph of the sheet that is cited has rules in it."""
    rules = {number for number, entry in ledger()["paragraphs"].items() if isinstance(entry, list)}
    for clause in [*(e.clause for e in book().entries), *(d.drop for d in book().dropped)]:
        for cites in clause.cites:
            cited = {n for first, last in cites.ranges for n in range(first, last + 1)}
            assert cites.source != "manzana" or cited <= rules, (clause.id, cited - rules)
