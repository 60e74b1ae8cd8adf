"""The ledger of ordinary Canasta: no fact and no doubt is lost on the way into the rules."""

from __future__ import annotations

from functools import cache
from typing import Any

import yaml

from meldspec.book.flat import Book
from meldspec.book.library import read_library
from meldspec.data import folder
from meldspec.sources.profile_file import read_profiles

DOUBTS = (
    {f"OC-A{number:02}" for number in range(1, 57)}
    | {f"X-{number:02}" for number in range(1, 11)}
    | {f"N-{number:02}" for number in (*range(1, 6), *range(7, 11), 15)}
)
"""The doubts that were found in the publications, and those found when the rules were put into words."""


@cache
def loaded(name: str) -> Any:
    """A hand-written file of the spec."""
    return yaml.safe_load((folder("spec") / name).read_text(encoding="utf-8"))


@cache
def book() -> Book:
    """The flat book of ordinary Canasta."""
    return read_library().book("canasta")


def test_every_fact_is_carried_or_said_to_be_no_rule() -> None:
    """A fact names the clauses that carry it, just those that claim it, or why it is no rule."""
    claimed: dict[str, list[str]] = {}
    for entry in book().entries:
        for fact in entry.clause.facts:
            claimed.setdefault(fact, []).append(entry.clause.id)
    facts = loaded("ledger/ordinary-canasta.yaml")["facts"]
    assert set(claimed) <= set(facts)
    for fact, entry in facts.items():
        assert entry["says"], fact
        assert ("clauses" in entry) != ("not-a-rule" in entry), fact
        assert entry.get("clauses", []) == claimed.get(fact, []), fact


def test_every_clause_carries_a_fact() -> None:
    """No clause says anything that is not found in a publication, but those that only put a doubt."""
    assert [e.clause.id for e in book().entries if not e.clause.facts] == []


def test_every_doubt_has_its_question() -> None:
    """A doubt stands in one question, or it is argued why no position can decide it."""
    asked, moot = loaded("ledger/ordinary-canasta.yaml")["doubts"], loaded("moot.yaml")["canasta"]
    assert set(asked) | set(moot) == DOUBTS
    assert set(asked).isdisjoint(moot)
    covered = [(doubt, name) for name, question in book().questions().items() for doubt in question.covers]
    assert sorted(asked.items()) == sorted(covered)


def test_profiles_name_readings_that_there_are() -> None:
    """What a source is said to say is a reading other than the default, of a question of the book."""
    for profile in read_profiles(folder("spec") / "profiles.yaml").values():
        if profile.variant == "canasta":
            for name, reading in profile.readings.items():
                question = book().questions()[name]
                assert reading in [r.name for r in question.readings], name
                assert reading != question.default, name
