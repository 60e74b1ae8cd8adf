"""Manzana: positions on which the readings of a doubt part."""

from __future__ import annotations

from typing import Any

import pytest

from .positions import DRAW, Action, after, discard, ended, legal, manzana, meld, play, sheet_of, table, take

JACKS, KINGS, QUEENS = "JH JS JK", "KC KD KH", "QC QD QH QS"

DOUBTS: list[tuple[str, dict[str, bool], dict[str, Any], list[Action]]] = [
    (
        "meld.one-a-rank.second",
        {"refused": False, "apart": True, "merge": True},
        {"hand": "8H 8D JK KC QC", "melds": ["8C 8S 2C"], "phase": "play"},
        [meld(play("new", "8H 8D JK"))],
    ),
    (
        "meld.spoiled-canasta.wild-joins",
        {"mixed": True, "natural-still": True, "never": False},
        {"hand": "2C 6D 7D", "melds": ["9C 9D 9H 9S"], "phase": "play"},
        [meld(play(0, "2C"))],
    ),
    (
        "meld.canasta.either-sort",
        {"both": True, "one-sort": False},
        {"hand": "KS JK 4H 5H", "melds": ["KC KD 2C KH"], "phase": "play"},
        [meld(play(0, "KS JK"))],
    ),
    (
        "opening.minimum.lasting",
        {"every-deal": False, "first-deal": True},
        {"hand": "5C 5D 5H 9C TC", "phase": "play", "deal": 2},
        [meld(play("new", "5C 5D 5H"))],
    ),
    (
        "pile.frozen.black-three",
        {"nothing": True, "freezes": False},
        {"hand": "9C 2C 4H 5H", "pile": "6C 3C 9D", "melds": [KINGS]},
        [take(play("new", "9C 2C 9D"))],
    ),
    (
        "pile.pair.own-rank",
        {"pair": False, "one": True},
        {"hand": "JC 4H 5H", "pile": "KC 2C JD", "melds": [JACKS]},
        [take(play(0, "JC JD"))],
    ),
    (
        "out.pass.after-taking",
        {"may": True, "must-discard": False},
        {"hand": KINGS, "pile": "JD", "melds": [JACKS, QUEENS]},
        [take(play(0, "JD"), play("new", KINGS))],
    ),
    (
        "turn.forced-take.duty",
        {"own-meld": False, "any-take": False, "free": True},
        {"hand": "4C 5C 6C", "pile": "8C", "melds": ["8D 8H 2C"], "stock": ""},
        [DRAW],
    ),
    (
        "turn.forced-take.duty",
        {"own-meld": True, "any-take": False, "free": True},
        {"hand": "8D 8H 6C 7C", "pile": "8C", "melds": [KINGS], "stock": ""},
        [DRAW],
    ),
    (
        "pile.one-card.single",
        {"allowed": True, "never": False, "without-stock": False},
        {"hand": "5C", "pile": "JD", "melds": [JACKS, QUEENS]},
        [take(play(0, "JD"))],
    ),
    (
        "pile.one-card.single",
        {"allowed": True, "never": False, "without-stock": True},
        {"hand": "5C", "pile": "JD", "melds": [JACKS, QUEENS], "stock": ""},
        [take(play(0, "JD"))],
    ),
    (
        "meld.laying.before-taking",
        {"take-first": False, "open-first": True},
        {"hand": "JC 2C KC KD KH 4C 5C", "pile": "JD"},
        [meld(play("new", KINGS))],
    ),
    (
        "pile.beside-the-pair.wilds",
        {"free": True, "bare": False},
        {"hand": "5C 5D JK 8C 9C", "pile": "7C 5H"},
        [take(play("new", "5C 5D JK 5H"))],
    ),
    (
        "pile.match.hand-card",
        {"top-alone": True, "mate-needed": False, "new-meld": False},
        {"hand": "4C 5C", "pile": "JD", "melds": ["JH JS 2C"]},
        [take(play(0, "JD"))],
    ),
    (
        "out.last-discard.which",
        {"any": True, "plain": False},
        {"hand": "JK", "melds": ["KC KD KH KS"], "phase": "play"},
        [discard("JK")],
    ),
    (
        "out.pass.last-card",
        {"must": False, "may-keep": True},
        {"hand": "KC KD KH 5C", "phase": "play"},
        [meld(play("new", KINGS))],
    ),
    (
        "pile.take.remainder",
        {"may": True, "may-not": False},
        {"hand": "9C 9D 4C 5C", "pile": "9H"},
        [take(play("new", "9C 9D 9H"))],
    ),
    (
        "pile.wild.own-rank",
        {"joins": True, "apart": False},
        {"hand": "8C JK 4C 5C", "pile": "8H", "melds": ["8S 8D 2C"]},
        [take(play(0, "8C JK 8H"))],
    ),
    (
        "pile.wild.first-time",
        {"before": False, "laid-along": True},
        {"hand": "JC 2C KC KD KH 4C 5C", "pile": "JD"},
        [take(play("new", "JC 2C JD"), play("new", KINGS))],
    ),
    (
        "pile.wild.first-time",
        {"before": False, "laid-along": False},
        {"hand": "JC 2C 5C 5D 5H 4C 6C", "pile": "JD"},
        [take(play("new", "JC 2C JD"), play("new", "5C 5D 5H"))],
    ),
    (
        "pile.wild.first-time",
        {"before": False, "laid-along": False},
        {"hand": "JC 2C KC KD KH 4C 5C", "pile": "8C 2D JD"},
        [take(play("new", "JC 2C JD"), play("new", KINGS))],
    ),
    (
        "pile.pair.frozen",
        {"frozen-too": True, "open-only": False},
        {"hand": "9C 9D 4C 5C", "pile": "5D 2C 9H", "melds": [KINGS]},
        [take(play("new", "9C 9D 9H"))],
    ),
    (
        "out.down-to-one.completing",
        {"may": True, "may-not": False},
        {"hand": "KC KD KH QC", "melds": ["QD QH QS"], "phase": "play"},
        [meld(play("new", KINGS))],
    ),
    (
        "out.able-to-end.when-judged",
        {"in-the-end": True, "at-once": False},
        {"hand": "KC KD KH QC", "melds": ["QD QH QS"], "phase": "play"},
        [meld(play("new", KINGS))],
    ),
    (
        "pile.other-melds.opened",
        {"freely": True, "top-only": False},
        {"hand": "KC KD KH JC JD 4C 5C", "pile": "5D JH", "melds": ["QD QH QS"]},
        [take(play("new", "JC JD JH"), play("new", KINGS))],
    ),
    (
        "meld.stays.judged",
        {"when-laid": False, "at-discard": True},
        {"hand": "5C 5D 5H 6C 6D 6H 9C KC", "melds": [], "phase": "play"},
        [meld(play("new", "5C 5D 5H"))],
    ),
]
"""Question, verdict by reading, position, acts of which the last is judged."""


@pytest.mark.parametrize(("question", "verdicts", "position", "acts"), DOUBTS)
def test_a_doubt_parts_its_readings(question: str, verdicts: dict[str, bool], position: dict[str, Any], acts: list[Action]) -> None:
    """In a position on which the readings of a doubt part, each of them gives its own verdict."""
    known = sheet_of("manzana").book.questions()[question]
    assert [reading.name for reading in known.readings] == list(verdicts)
    assert known.default == next(iter(verdicts))
    name = question.replace("-", "_").replace(".", "__")
    for reading, verdict in verdicts.items():
        rulebook = manzana(**{name: reading})
        assert legal(rulebook, table(rulebook, **position), *acts) == verdict, reading


@pytest.mark.parametrize(("reading", "over"), [("goes-on", False), ("ends", False), ("at-once", True)])
def test_the_last_card_of_the_stock_is_drawn(reading: str, over: bool) -> None:
    """Whoever draws it plays on, or the deal is over before anything is laid or discarded."""
    rulebook = manzana(end__stock__last_card=reading)
    now = after(rulebook, table(rulebook, "KC 9C", stock="5D"), DRAW)
    assert (ended(now) is not None) == over
