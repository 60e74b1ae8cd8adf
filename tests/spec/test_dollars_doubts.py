"""Dollars from Heaven: positions on which the readings of a doubt part."""

from __future__ import annotations

from typing import Any

import pytest

from .dollars import ALL, NATURAL, SEQUENCE, SEVENS, dollars, set_out
from .ordinary import Acts, ask, played
from .positions import DRAW, PASS, discard, meld, play, sheet_of, take

RUN = "4S 5S 6S"
NINES, FIVES = "9C 9D 9H", "5D 5H 5S"

Doubt = tuple[str, dict[str, bool], dict[str, Any], Acts]
DOUBTS: list[Doubt] = [
    (
        "meld.wilds.limit",
        {"staged": True, "two": False, "three": True},
        {"hand": "JK 4C 5C", "melds": ["9C 9D 9H 9S 2C 2D"], "phase": "play"},
        [(0, meld(play(0, "JK")))],
    ),
    (
        "meld.wilds.limit",
        {"staged": False, "two": False, "three": True},
        {"hand": "JK 4C 5C", "melds": ["9C 9D 2C 2D"], "phase": "play"},
        [(0, meld(play(0, "JK")))],
    ),
    (
        "meld.wilds.limit",
        {"staged": True, "two": False, "three": True},
        {"hand": "8C 8D 8H 8S 2C 2D 2H 4C 5C", "melds": [NATURAL], "phase": "play"},
        [(0, meld(play("new", "8C 8D 8H 8S 2C 2D 2H")))],
    ),
    (
        "meld.sequence.order",
        {"ace-high": True, "ace-low": False, "from-three": True},
        {"hand": "QS KS AS 4C 5C", "melds": [NATURAL], "phase": "play"},
        [(0, meld(play("new", "QS KS AS")))],
    ),
    (
        "meld.sequence.order",
        {"ace-high": False, "ace-low": False, "from-three": True},
        {"hand": "3C 4C 5C 9C", "melds": ALL, "phase": "play"},
        [(0, meld(play("new", "3C 4C 5C")))],
    ),
    (
        "meld.sequence.wild-cards",
        {"never": False, "stand-in": True},
        {"hand": "5S 6S 2C 9C TC", "melds": [NATURAL], "phase": "play"},
        [(0, meld(play("new", "5S 6S 2C")))],
    ),
    (
        "meld.sevens-in-sequences.before",
        {"any-time": True, "side-first": False, "finisher-only": False},
        {"hand": "5H 6H 7H 9C TC", "melds": [NATURAL], "phase": "play"},
        [(0, meld(play("new", "5H 6H 7H")))],
    ),
    (
        "meld.sevens-in-sequences.before",
        {"any-time": True, "side-first": True, "finisher-only": False},
        {"hand": "5H 6H 7H 9C TC", "melds": [SEVENS], "phase": "play"},
        [(0, meld(play("new", "5H 6H 7H")))],
    ),
    (
        "meld.sequences-beside.several",
        {"apart": True, "one": False},
        {"hand": "9S TS JS 4C 5C", "melds": [RUN], "phase": "play"},
        [(0, meld(play("new", "9S TS JS")))],
    ),
    (
        "meld.either.both",
        {"both": True, "either": False},
        {"hand": "KC KD KH 9S 4C 5C", "melds": [NINES], "phase": "play"},
        [(0, meld(play("new", "KC KD KH"))), (0, meld(play(0, "9S")))],
    ),
    (
        "opening.minimum.extra-deal",
        {"stays": False, "again": True, "rising": False},
        {"hand": "KC KD KH 2C 2D 4C 4D 4H 4S 2H 8C 9C", "phase": "play", "deal": 5},
        [(0, meld(play("new", "KC KD KH 2C 2D"), play("new", "4C 4D 4H 4S 2H")))],
    ),
    (
        "opening.minimum.extra-deal",
        {"stays": True, "again": True, "rising": False},
        {"hand": "AC AD AH AS AC JK 4C 5C", "phase": "play", "deal": 5},
        [(0, meld(play("new", "AC AD AH AS AC JK")))],
    ),
    (
        "pile.take.short",
        {"may": True, "may-not": False},
        {"hand": "KC KD AC AD AH 4C 5C", "pile": "KS"},
        [(0, take(play("new", "KC KD KS"), play("new", "AC AD AH")))],
    ),
    (
        "pile.take.use",
        {"rest": False, "discard-only": True, "rest-after-pair": False},
        {"hand": "KC KD", "pile": "4C 5C 8C AC KS", "melds": [NINES]},
        [(0, take(play("new", "KC KD KS")))],
    ),
    (
        "pile.take.use",
        {"rest": False, "discard-only": False, "rest-after-pair": True},
        {"hand": "4C 5C", "pile": "4D 6D 9C JD 9S", "melds": [NINES]},
        [(0, take(play(0, "9S"))), (0, meld(play(0, "9C")))],
    ),
    (
        "pile.take.choice",
        {"every-one": False, "any-number": True},
        {"hand": "QC QD 4C 5C", "pile": "4C 6D 2H 8C JD QS", "melds": [NINES]},
        [(0, take(play("new", "QC QD QS")) | {"count": 2})],
    ),
    (
        "pile.match.canasta-too",
        {"may": True, "may-not": False},
        {"hand": "4C 5C TC", "pile": "5D 9H", "melds": [NATURAL, NINES]},
        [(0, take(play(1, "9H")))],
    ),
    (
        "pile.match.in-a-sequence",
        {"does-not": True, "does": False},
        {"hand": "4C 5C TC", "pile": "5D 9S", "melds": [SEQUENCE, NINES]},
        [(0, take(play(1, "9S")))],
    ),
    (
        "pile.sequence.bridge",
        {"may-not": False, "may": True},
        {"hand": "7S 5C TC", "pile": "5D 8S", "melds": [RUN]},
        [(0, take(play(0, "7S 8S")))],
    ),
    (
        "pile.frozen.remainder",
        {"still": False, "thawed": True},
        {"hand": "QC QD 5C TC", "others": ["8H 8D 4C"], "pile": "4D 2H 6D 8C 9C JD QS", "melds": [NINES], "other_melds": [FIVES]},
        [(0, take(play("new", "QC QD QS"))), (0, discard("5C")), (1, take(play(0, "5C")))],
    ),
    (
        "pile.frozen.red-three",
        {"in-the-pile": False, "until-take": False, "on-top": True},
        {"hand": "4C 5C TC", "pile": "3H 5D 9H", "melds": [NINES]},
        [(0, take(play(0, "9H")))],
    ),
    (
        "pile.frozen.red-three",
        {"in-the-pile": False, "until-take": True, "on-top": True},
        {"hand": "QC QD 5C TC", "others": ["8H 8D 4C"], "pile": "3H 4D 6D 8C 9C JD QS", "melds": [NINES], "other_melds": [FIVES]},
        [(0, take(play("new", "QC QD QS"))), (0, discard("5C")), (1, take(play(0, "5C")))],
    ),
    (
        "pile.one-card.single",
        {"allowed": True, "never": False},
        {"hand": "5C", "pile": "KS", "melds": [*ALL, "KC KD KH"]},
        [(0, take(play(5, "KS")))],
    ),
    (
        "out.last-discard.joker",
        {"never": False, "may": True},
        {"hand": "JK", "melds": ALL, "phase": "play"},
        [(0, discard("JK"))],
    ),
    (
        "end.sevens.jokers",
        {"ends": True, "discard-one": False, "no-discard": True},
        {"hand": "7C", "melds": [NATURAL], "stock": "JK JK 4C"},
        [(0, DRAW), (0, PASS)],
    ),
    (
        "end.sevens.jokers",
        {"ends": False, "discard-one": True, "no-discard": False},
        {"hand": "7C", "melds": [NATURAL], "stock": "JK JK 4C"},
        [(0, DRAW), (0, discard("JK"))],
    ),
    (
        "end.sevens.both-sides",
        {"ends": False, "discarded": True, "no-discard": False},
        {"hand": "7S", "melds": [SEVENS], "other_melds": [SEVENS], "stock": "7S"},
        [(0, DRAW), (0, discard("7S"))],
    ),
    (
        "end.sevens.both-sides",
        {"ends": True, "discarded": False, "no-discard": True},
        {"hand": "7S", "melds": [SEVENS], "other_melds": [SEVENS], "stock": "7S"},
        [(0, DRAW), (0, PASS)],
    ),
    (
        "end.sevens.details",
        {"any-number": True, "all-or-none": False, "foot-taken": True},
        {"hand": "7H 7S 7S", "melds": ["7C 7C 7D 7D 7H"], "stock": "7C 7D 4C"},
        [(0, DRAW), (0, meld(play(0, "7H 7S")))],
    ),
    (
        "end.sevens.own-taking",
        {"may-not": False, "ends": True, "discard-resting": True},
        {"hand": "7C 7D", "pile": "5C 6C 8C KC 9S", "melds": [NINES], "barren": True},
        [(0, take(play(0, "9S")))],
    ),
    (
        "meld.wild.several",
        {"one": False, "many": True},
        {"hand": "JK JK JK 4C 5C", "melds": ["2C 2D 2H"], "phase": "play"},
        [(0, meld(play("new", "JK JK JK")))],
    ),
    (
        "meld.wild.turned",
        {"never": False, "mixes": True},
        {"hand": "9C 9D 9H 9S 4C 5C", "melds": ["2C 2D 2H"], "phase": "play"},
        [(0, meld(play(0, "9C 9D 9H 9S")))],
    ),
    (
        "meld.one-a-rank.one-act",
        {"together": True, "one-by-one": False},
        {"hand": "9D 9H 9S 9C 9D 4C 5C", "melds": ["9C 9D 9H 9S 9C"], "phase": "play"},
        [(0, meld(play(0, "9D 9H"), play("new", "9S 9C 9D")))],
    ),
    (
        "meld.one-a-rank.one-act",
        {"together": True, "one-by-one": False},
        {"hand": "9C 9C 9C 9D 9D 9D 9H 9H 9S 9S 4C 5C", "phase": "play"},
        [(0, meld(play("new", "9C 9C 9C 9D 9D 9D 9H"), play("new", "9H 9S 9S")))],
    ),
    (
        "opening.together.added",
        {"added-up": True, "one-alone": False},
        {"hand": "KC KD KH 9C 9D 9H 4C 5C", "phase": "play"},
        [(0, meld(play("new", "KC KD KH"), play("new", "9C 9D 9H")))],
    ),
    (
        "opening.together.sorts",
        {"every-sort": True, "of-a-rank": False},
        {"hand": "2C 2D 2H 4C 5C", "phase": "play"},
        [(0, meld(play("new", "2C 2D 2H")))],
    ),
    (
        "opening.together.sorts",
        {"every-sort": True, "of-a-rank": False},
        {"hand": "JS QS KS AS 4C 5C", "phase": "play"},
        [(0, meld(play("new", "JS QS KS AS")))],
    ),
    (
        "out.canasta.sevens",
        {"own-sort": False, "natural-too": True, "further-less": False},
        {"hand": "8C", "melds": ALL[1:], "phase": "play"},
        [(0, discard("8C"))],
    ),
    (
        "out.canasta.same-turn",
        {"may": True, "before": False},
        {"hand": "JH 4C", "melds": [*ALL[:4], "5H 6H 7H 8H 9H TH"], "phase": "play"},
        [(0, meld(play(4, "JH")))],
    ),
    (
        "out.canasta.foot",
        {"may": True, "may-not": False},
        {"hand": "8C", "feet": ["4C 4D"], "melds": ALL, "phase": "play"},
        [(0, discard("8C"))],
    ),
]
"""Question, verdict by reading, position, acts of which the last is judged."""


@pytest.mark.parametrize(("question", "verdicts", "position", "acts"), DOUBTS)
def test_a_doubt_parts_its_readings(question: str, verdicts: dict[str, bool], position: dict[str, Any], acts: Acts) -> None:
    """In a position on which the readings of a doubt part, each of them gives its own verdict."""
    known = sheet_of("dollars").book.questions()[question]
    assert [reading.name for reading in known.readings] == list(verdicts)
    assert known.default == next(iter(verdicts))
    for reading, verdict in verdicts.items():
        rulebook = dollars(question, reading)
        assert played(rulebook, set_out(rulebook, **position), acts)[0] == verdict, reading


@pytest.mark.parametrize(("reading", "verdict"), [("", True), ("before-melding", False)])
def test_leave_may_be_asked_after_melding(reading: str, verdict: bool) -> None:
    """Other than in the games before it, Dollars has leave asked after melding by default (D-A23); the older reading is kept."""
    question = sheet_of("dollars").book.questions()["out.ask.moment"]
    assert (question.default, question.whose) == ("any-time", "dollars")
    rulebook = dollars("out.ask.moment" if reading else "", reading)
    start = set_out(rulebook, "KC KD KH KS 4C", melds=ALL, phase="play", obtained=True)
    assert played(rulebook, start, [(0, meld(play("new", "KC KD KH"))), (0, ask())])[0] == verdict
