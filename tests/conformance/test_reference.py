"""The reference, held against the corpus as any implementation: whatever it reads, it breaks no rule, and is read rightly."""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path

import pytest
from tests.conformance.by_hand import shelf
from tests.sampling import THOROUGH, sampled

from meldspec.data import folder
from meldspec.protocol.case import Case, load_cases, variants
from meldspec.runner.held_to import HeldTo
from meldspec.runner.outcome import Kind
from meldspec.runner.report import ExitCode
from meldspec.runner.run import run

CORPUS = folder("conformance") / "corpus"
VECTORS = {
    "defaults": {},
    "one publication": {
        "deal.covers.black-three": "covered",
        "deal.lay-threes.dealt-threes": "own-turn",
        "opening.going-out.minimum": "nobody-may",
        "pile.frozen.black-three": "freezes",
    },
    "a house": {
        "end.stock.last-card": "ends",
        "out.last-discard.which": "plain",
        "out.pass.last-card": "may-keep",
        "pile.match.hand-card": "mate-needed",
        "pile.pair.own-rank": "one",
        "turn.forced-take.duty": "free",
        "turn.last-three.ends": "whole-turn",
    },
    "in company": {
        "deal.upcard.nothing-left": "ends",
        "deal.upcard.order": "replacements-first",
        "foot.one-each.partner": "opener-only",
        "end.sevens.hand": "three",
        "end.sevens.unforeseen": "discarded",
        "out.ask.bound": "turn-ends",
        "out.ask.moment": "any-time",
        "out.canasta.feet": "canastas-only",
        "pile.frozen.barred": "barred",
        "pile.pair.way": "own-meld",
        "pile.top-melded.must-lay": "held",
        "pile.top-melded.to-and-fro": "may-not",
        "score.red-threes.hundred": "sevens",
        "score.red-threes.which-sevens": "of-canastas",
        "turn.last-three.ends": "whole-turn",
        "turn.last-three.replacement": "goes-on",
        "turn.last-three.single": "over",
    },
    "in other company": {"out.ask.moment": "before-melding", "out.ask.taking": "not-counted"},
}
"""Readings other than the default, those of questions that a variant has."""
ALIKE = {"canasta": {"turn.last-three.ends", "turn.last-three.single"}}
"""Questions that stay open in company: where a turn has no discard, and where the deal ends by one card kept, cases go alike."""
QUIET = [sys.executable, str(Path(__file__).with_name("quiet.py"))]
"""The reference under some readings, which it tells or keeps to itself."""


SAID = (
    ("defaults", "claims"),
    ("one publication", "claims nothing"),
    ("a house", "claims nothing"),
    ("a house", "claims"),
    ("in company", "claims nothing"),
    ("in other company", "claims nothing"),
)
"""Under which readings it is held against the corpus, and whether it tells them."""
KEPT = {(variant, SAID[(number + 3) % len(SAID)]) for number, variant in enumerate(variants(CORPUS))}
"""Each game once, with the readings that follow one another: so all of them, too, are tried by `make test`."""
EVERY = {"canasta": 48, "pennies": 48}
"""Of games which take the longest here `make test` plays one case in so many, of the others one in 24."""


TELLING = 6
"""So many of the cases that a reading answers otherwise are enough to tell it from others that are akin to it."""


def cases_of(variant: str) -> list[Case]:
    """All cases of a game for `make thorough`; some of them for `make test`, and those of readings that matter in company, with
    others in which these readings matter alone."""
    every = load_cases(CORPUS, variant)
    if THOROUGH:
        return list(every)
    kept = {case.id for number, case in enumerate(every) if number % EVERY.get(variant, 24) == 0}
    together = [world for case in every for world in case.worlds if len(world.readings) > 1]
    kept |= {case.id for case in every if any(world in together for world in case.worlds)}
    for question in {question for world in together for question in world.readings}:
        telling = (case.id for case in every if any(question in world.readings for world in case.worlds))
        kept.update(islice(telling, TELLING))
    return [case for case in every if case.id in kept]


@pytest.mark.parametrize(
    ("vector", "claims", "variant"),
    sampled([(*said, variant) for said in SAID for variant in variants(CORPUS)], lambda one: (one[2], one[:2]) in KEPT),
)
def test_is_read_rightly(vector: str, claims: str, variant: str) -> None:
    """It breaks no rule under any readings, and what is said of its readings is so."""
    book = shelf().books.book(variant).questions()
    other = {q: r for q, r in VECTORS[vector].items() if q in book and r in {known.name for known in book[q].readings}}
    truth = shelf().defaults(variant) | other
    rules = shelf()
    cases = cases_of(variant)
    report = run(
        cases,
        [*QUIET, variant, json.dumps(other), claims],
        variant=variant,
        timeout=60,
        rules=HeldTo.of(rules, variant),
    )
    # What a case is about may not arise where other readings have it go another way.
    assert {outcome.kind for outcome in report.outcomes} <= {Kind.PASSED, Kind.OTHERREAD, Kind.ELSEWHERE}
    assert report.exit_code is ExitCode.CONFORMS
    seen = {seen.question: seen for seen in report.readings}
    assert [q for q in seen if seen[q].admitted and truth[q] not in seen[q].admitted] == []
    company = {q for case in cases for world in case.worlds if len(world.readings) > 1 for q in world.readings}
    told = (company & VECTORS[vector].keys()) - ALIKE.get(variant, set()) if "company" in vector else set()
    assert all(seen[question].followed == truth[question] for question in told)
    settled = [question for question in seen if seen[question].followed == truth[question]]
    asked = {question for case in cases if case.purpose == "reading" for question in case.about.questions}
    assert len(settled) > len(asked & seen.keys()) / 2
