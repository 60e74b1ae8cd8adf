"""The list of what is wrong with games-collection, written from its source code: every cause is in the source, and shows."""

from __future__ import annotations

import importlib
import inspect
import json
import sys
from functools import cache, reduce
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.conformance.test_games_collection_adapter import ask, converse, installed
from tests.engine.variants import shelf

from meldspec.book.flat import Book
from meldspec.corpus.expect import Step, trace
from meldspec.data import folder
from meldspec.engine.referee import Referee
from meldspec.judge.findings import Finding
from meldspec.protocol.case import Case, deciding, load_cases
from meldspec.protocol.comparison import differences
from meldspec.protocol.fields import record, to_json
from meldspec.protocol.messages import ActRequest, Dealt, Illegal, Legal, Observation, case_request
from meldspec.runner.held_to import HeldTo
from meldspec.runner.outcome import Kind
from meldspec.runner.report import Report
from meldspec.runner.run import run
from meldspec.site.printed import line_ids

Json = dict[str, Any]
LIST: Json = yaml.safe_load(Path(__file__).with_name("games_collection_causes.yaml").read_text(encoding="utf-8"))
READINGS = {question: one["reading"] for question, one in LIST["readings"].items()}
PLACES = [
    (name, one["at"]) for part in ("readings", "causes", "beyond") for name, one in LIST[part].items() if one["at"] != "nowhere"
]
SHOWN = [(name, number) for name, one in LIST["causes"].items() for number in range(len(one["shown"]))]
READ = [question for question, one in LIST["readings"].items() if "shown" in one]

needs_engine = pytest.mark.skipif(
    LIST["implementation"] != f"games-collection {installed()}", reason=f"needs {LIST['implementation']} (extra `adapters`)"
)


def book() -> Book:
    """The book that the list is about."""
    return shelf().books.book(LIST["variant"])


@cache
def referee(default: str = "") -> Referee:
    """The rules as the engine reads the open questions, but for one that is read by its default."""
    readings = {question: reading for question, reading in READINGS.items() if question != default}
    return Referee(shelf().rulebook(LIST["variant"], {"players": 4}, readings))


def deal(shown: Json) -> Json:
    """The deal of an entry: a seat that is not told holds cards of one suit, and the stock is plain."""
    told = shown.get("hands", {})
    hands = [told.get(seat, " ".join(rank + suit for rank in "456789TJQKA")).split() for seat, suit in enumerate("SCDH")]
    stock = f"{shown.get('upcard', '8D')} {shown.get('stock', '4C 5D 6H 7S 9C TD JH QS')}".split()
    totals = shown.get("totals", [0, 0])
    table = {"seats": 4, "dealer": 3, "options": {"players": 4}, "match": {"deal": 1, "totals": totals}}
    return {"cmd": "deal", "variant": LIST["variant"], **table, "hands": hands, "feet": [[]] * 4, "stock": stock}


def act(told: str) -> Json:
    """An act as the list tells it."""
    seat, kind, *rest = told.split()
    action: Json = {"type": kind}
    if kind == "discard":
        action["card"] = rest[0]
    if kind in ("meld", "take"):
        laid = " ".join(rest).removeprefix("without ").strip()
        action["plays"] = [play(one) for one in laid.split(" / ")] if laid else []
    if kind == "take" and rest and rest[0] != "without":
        action["top"] = 0
    return {"cmd": "act", "seat": int(seat), "action": action}


def play(told: str) -> Json:
    """One play of an act."""
    cards, _, to = told.partition(" on ")
    return {"to": int(to) if to else "new", "cards": cards.split()}


def requests(shown: Json) -> list[Json]:
    """What is sent for an entry."""
    return [deal(shown), *map(act, shown["acts"])]


def departs(step: Step, reply: Json) -> set[str]:
    """In what the engine's reply to a request is not that of the rules: its verdict, or fields of the table."""
    found = reply["ok"]
    if isinstance(step.said, Illegal) or found.get("verdict") == "illegal":
        right = isinstance(step.said, Illegal) == (found.get("verdict") == "illegal")
        return set() if right else {found["verdict"]}
    assert isinstance(step.said, Legal | Dealt)
    seen = record(Observation)(found["observation"], "observation")
    return {one.where.split("[")[0].split(".")[0] for one in differences(step.said.observation, seen)}


def told_otherwise(shown: Json, default: str = "") -> tuple[Step, set[str]]:
    """The last request of an entry as the rules have it, and in what the engine departs there; before it the two agree."""
    sent = requests(shown)
    steps = trace(referee(default), [case_request(one, "the list") for one in sent])
    *before, last = [departs(step, reply) for step, reply in zip(steps, ask(*sent), strict=True)]
    assert not any(before), before
    return steps[-1], last


# ── the list and the book ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_list_speaks_of_the_book() -> None:
    """Every line that the list names is one of the book, and every reading one of its questions."""
    lines = {line for entry in book().entries for line in line_ids(entry)}
    named = {line for part in ("causes", "beyond") for one in LIST[part].values() for line in one["breaks"]}
    assert named <= lines, named - lines
    looks = [pair for one in LIST["causes"].values() for pair in one.get("looks-like", {}).items()]
    for question, reading in (*READINGS.items(), *looks):
        assert reading in [one.name for one in book().questions()[question].readings], question


@needs_engine
@pytest.mark.parametrize(("name", "at"), PLACES, ids=[name for name, _ in PLACES])
def test_every_cause_stands_in_the_source(name: str, at: dict[str, str]) -> None:
    """The function that the list names has the words that it names."""
    found = reduce(getattr, at["function"].split("."), importlib.import_module("card_games.canasta.game"))
    assert at["text"] in inspect.getsource(found.fget if isinstance(found, property) else found), name


# ── what shows ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@needs_engine
@pytest.mark.parametrize(("name", "number"), SHOWN, ids=[f"{name}-{number + 1}" for name, number in SHOWN])
def test_every_cause_shows(name: str, number: int) -> None:
    """The engine plays as the rules have it under its own readings, until the act that shows the cause."""
    cause = LIST["causes"][name]
    shown = cause["shown"][number]
    step, departed = told_otherwise(shown)
    assert shown["answers"] in departed
    if shown["answers"] == "legal":
        assert set(step.lines) & set(cause["breaks"]), step.lines


@needs_engine
@pytest.mark.parametrize("question", READ)
def test_every_reading_shows(question: str) -> None:
    """The engine does as its reading says where the default says otherwise."""
    shown = LIST["readings"][question]["shown"]
    assert shown["differs-from-default"] in told_otherwise(shown, question)[1]
    assert told_otherwise(shown)[1] == set()


# ── nothing else is wrong ───────────────────────────────────────────────────────────────────────────────────────────────────


def expressed(case: Case) -> bool:
    """Whether the engine can be asked to play a case."""
    return case.options["players"] == 4 and case.requests[0].cmd == "deal"


def unexplained(case: Case, replies: list[Json]) -> set[str]:
    """In what the engine departs first in a case, where no cause of the list is behind it; nothing where it does not."""
    for step, reply in zip(trace(referee(), case.requests), replies, strict=True):
        if "unsupported" in (*reply, reply.get("ok", {}).get("verdict")):
            return set()
        if departed := departs(step, reply):
            kind = step.request.action.type if isinstance(step.request, ActRequest) else "deal"
            broken = {line for one in LIST["causes"].values() for line in one["breaks"]} & set(step.lines)
            return set() if broken or departed & known(kind) else departed
    return set()


def known(kind: str) -> set[str]:
    """What the causes make wrong with an act of this kind: fields of the table, and refusals of what the rules allow."""
    shown = [one for cause in LIST["causes"].values() for one in cause["shown"] if one["answers"] != "legal"]
    return {one["answers"] for one in shown if kind == (one["acts"][-1].split()[1] if one["acts"] else "deal")}


@needs_engine
def test_the_causes_explain_every_departure() -> None:
    """Where the engine first leaves the rules in a case of the corpus, read as it reads them, a cause of the list is behind it."""
    cases = [case for case in load_cases(folder("conformance") / "corpus", LIST["variant"]) if expressed(case)]
    sent = [[{"seq": "-", **to_json(one)} for one in case.requests] for case in cases]
    replies = iter(converse(*(json.dumps(one) for part in sent for one in part)))
    answered = [(case, [next(replies) for _ in case.requests]) for case in cases]
    assert {case.id: wrong for case, told in answered if (wrong := unexplained(case, told))} == {}


# ── what a report says of it ────────────────────────────────────────────────────────────────────────────────────────────────

HIDDEN = {
    "a-black-three-on-top-may-be-taken": "whoever takes it has no pair of naturals to match, so that several lines refuse it",
}
"""Causes that no finding names, each with the reason."""


@cache
def told() -> Report:
    """The report of the engine against the corpus."""
    corpus = load_cases(folder("conformance") / "corpus", LIST["variant"])
    command = [sys.executable, str(folder("conformance") / "adapters" / "games_collection.py")]
    return run(corpus, command, variant=LIST["variant"], timeout=60, rules=HeldTo.of(shelf(), LIST["variant"]))


def named_by(finding: Finding) -> set[str]:
    """The clauses that a finding names: those that decide, and that of the line which would explain it."""
    lines = [*finding.lines, *([finding.cause.line] if finding.cause else [])]
    return {line.split(":")[0] for line in lines}


def broken_by(cause: str) -> set[str]:
    """The clauses that a cause breaks."""
    return {line.split(":")[0] for line in LIST["causes"][cause]["breaks"]}


@needs_engine
def test_nothing_is_told_of_it_but_its_causes() -> None:
    """Every finding is one of the causes that were listed from the source."""
    every = set[str]().union(*map(broken_by, LIST["causes"]))
    assert [finding.clause for finding in told().findings if not named_by(finding) & every] == []


@needs_engine
def test_its_causes_are_told() -> None:
    """Every cause is told under one of the clauses that it breaks, but for those that are hidden."""
    named = set[str]().union(*map(named_by, told().findings))
    assert {cause for cause in LIST["causes"] if not broken_by(cause) & named} == set(HIDDEN)


@needs_engine
def test_a_finding_stands_under_a_clause_that_is_broken() -> None:
    """The clause that a finding is named after is one that a cause breaks: who looks there finds what is wrong."""
    every = set[str]().union(*map(broken_by, LIST["causes"]))
    assert {finding.clause for finding in told().findings} <= every


@needs_engine
def test_what_is_broken_is_never_said_to_be_right() -> None:
    """No clause in which a case goes wrong at the act that it is about is told as right, whatever the finding is named after."""
    right = {clause for chapter in told().chapters for clause in chapter.right}
    amiss = {
        clause
        for one in told().outcomes
        if one.kind is Kind.FAILED and one.step == deciding(one.case)
        for clause in one.case.about.clauses
    }
    assert amiss and not right & amiss


@needs_engine
def test_a_reading_is_shown_by_cases_that_go_right() -> None:
    """No case that goes wrong before what it is about is told as a witness of how a question is read."""
    wrong = {one.case.id for one in told().outcomes if one.kind is Kind.FAILED and not one.shows}
    witnesses = {case for seen in told().readings for cases in seen.evidence.values() for case in cases}
    assert wrong and witnesses and not wrong & witnesses


@needs_engine
def test_of_two_reasons_for_one_refusal_each_is_told() -> None:
    """The engine asks for too much below zero and from 5000 on; a line that explains the one is told, and the other stands for
    itself, both under the minimum and not under what permits a meld in general."""
    (explained,) = [one for one in told().findings if one.cause is not None and one.cause.line == "opening.minimum:1"]
    assert "canasta/opening.minimum/allows-2" in explained.cases
    (other,) = [one for one in told().findings if "canasta/opening.minimum/allows-3" in one.cases]
    assert other is not explained and other.clause == explained.clause == "opening.minimum"
