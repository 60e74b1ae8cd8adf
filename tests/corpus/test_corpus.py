"""The corpus that comes with the project: every case holds, and can be made again from the game it was found in."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from meldspec.book.library import read_library
from meldspec.book.sheet import Sheet
from meldspec.corpus.case import Goal, Script, written
from meldspec.corpus.expect import expectations, first_difference
from meldspec.corpus.plan import cases_of, files_of, goals_of, read_plan
from meldspec.corpus.position import Rules
from meldspec.data import folder
from meldspec.engine.rulebook import make_rulebook

VARIANTS = ("canasta", "manzana")
CORPUS = folder("conformance") / "corpus"


@cache
def rules() -> Rules:
    """The project's books."""
    return Rules(read_library())


def sheet(variant: str) -> Sheet:
    """One of them, resolved."""
    return rules().sheet(variant)


def cases(variant: str) -> list[dict[str, Any]]:
    """All cases of a variant."""
    return [json.loads(row) for file in sorted((CORPUS / variant).glob("*.jsonl")) for row in file.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_case_is_as_the_rules_have_it(variant: str) -> None:
    """What a case expects is what the rules say, act by act, under the default readings and in every other world."""
    for case in cases(variant):
        rulebook = make_rulebook(sheet(variant), case["options"])
        assert expectations(rulebook, case["requests"]) == case["expect"], case["case"]
        for world in case["worlds"]:
            other = make_rulebook(sheet(variant), case["options"], world["readings"])
            assert first_difference(other, case["requests"], case["expect"]) == (world["from"], world["expect"][0]), case["case"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_case_has_one_name_and_speaks_of_what_there_is(variant: str) -> None:
    """No two cases share a name, and every clause and question that a case is about is in the book."""
    book = sheet(variant).book
    names = [case["case"] for case in cases(variant)]
    assert len(names) == len(set(names)) and names
    for case in cases(variant):
        assert set(case["about"]["clauses"]) <= set(book.by_id())
        assert set(case["about"]["questions"]) <= set(book.questions())
        assert all(set(world["readings"]) <= set(book.questions()) for world in case["worlds"])


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_plan_is_for_goals_of_the_book(variant: str) -> None:
    """Every planned case has its line in the corpus, and most of what a book says is shown by some case."""
    plan = read_plan(CORPUS / variant / "plan.json")
    goals = goals_of(sheet(variant))
    assert {p.case for p in plan} == {case["case"] for case in cases(variant)}
    assert {p.goal for p in plan} <= set(goals)
    assert len({p.goal for p in plan}) > len(goals) * 0.8


def test_a_case_is_made_again_byte_for_byte() -> None:
    """The games that cases were found in give the very same lines when they are played again."""
    plan = sorted(read_plan(CORPUS / "manzana" / "plan.json"), key=lambda p: p.seed)[:3]
    lines = {case["case"]: written(case) for case in cases("manzana")}
    made = cases_of(sheet("manzana"), plan)
    assert [case["case"] for case in made] == sorted(p.case for p in plan)
    assert all(written(case) == lines[case["case"]] for case in made)


def test_a_case_of_a_reading_ends_where_the_readings_part() -> None:
    """A case that tells a reading apart has, for its last request, another answer under that reading."""
    for case in (c for variant in VARIANTS for c in cases(variant) if c["purpose"] == "reading"):
        parted = [w["from"] for w in case["worlds"] if set(w["readings"]) == set(case["about"]["questions"])]
        assert len(case["requests"]) - 1 in parted, case["case"]


def test_a_refused_act_comes_with_acts_that_were_allowed() -> None:
    """Where the last act of a case is refused, and its seat could do something else, the case says what."""
    refused = [c for variant in VARIANTS for c in cases(variant) if c["expect"][-1].get("verdict") == "illegal"]
    told = [c for c in refused if c["allowed"]]
    assert len(told) > len(refused) / 2
    for case in told:
        last = len(case["requests"]) - 1
        assert list(case["allowed"]) == [str(last)]


def test_files_are_by_chapter() -> None:
    """A case lies in the file of the chapter that its clause or question stands in."""
    files = files_of(sheet("manzana"), cases("manzana"))
    assert set(files) == {file.name for file in (CORPUS / "manzana").glob("*.jsonl")}


def test_goals_are_told_by_what_they_are_of() -> None:
    """A goal names a clause, or a question and one of its readings; scripts are measured by their requests."""
    assert str(Goal("refuses", "pile.pair")) == "pile.pair/refuses"
    assert str(Goal("reading", "pile.pair.wilds", "bare")) == "pile.pair.wilds/reading-bare"
    assert Script(({"cmd": "deal"},)).size() < Script(({"cmd": "deal"}, {"cmd": "act"})).size()
