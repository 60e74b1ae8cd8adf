"""Pennies from Heaven: positions on which the readings of a doubt about melds, the opening and the pile part."""

from __future__ import annotations

from typing import Any

import pytest

from .ordinary import Acts
from .pennies import ALL, NATURAL, NINES, Doubt, parted
from .positions import DRAW, meld, play, take

OPEN = {"melds": [NATURAL], "phase": "play"}

MELDS: list[Doubt] = [
    (
        "meld.wilds.natural-first",
        {"may": True, "stays": False},
        {"hand": "2C 4C 5C", "melds": [NINES], "phase": "play"},
        [(0, meld(play(0, "2C")))],
    ),
    (
        "meld.one-a-rank.always",
        {"too-many": False, "apart": True},
        {"hand": "9C 9D 4C 5C", "melds": ["9C 9C 9D 9H 9S"], "pile": "2C 9D"},
        [(0, take(play("new", "9C 9D 9D")))],
    ),
    (
        "meld.one-a-rank.one-act",
        {"together": True, "one-by-one": False},
        {"hand": "9H 9S 9C 9D 9H 4C 5C", "melds": ["9C 9D 9H 9S 9C"], "phase": "play"},
        [(0, meld(play(0, "9H 9S"), play("new", "9C 9D 9H")))],
    ),
    (
        "meld.one-a-rank.one-act",
        {"together": True, "one-by-one": False},
        {"hand": "9C 9C 9C 9D 9D 9D 9H 9H 9S 9S 4C 5C", "phase": "play"},
        [(0, meld(play("new", "9C 9C 9C 9D 9D 9D 9H"), play("new", "9H 9S 9S")))],
    ),
    (
        "meld.black-threes.moment",
        {"any-time": True, "last": False},
        {"hand": "3C 3C 3S 9S 9S 4C", "melds": [*ALL, NINES], "phase": "play"},
        [(0, meld(play("new", "3C 3C 3S")))],
    ),
    (
        "meld.wild.growing",
        {"free": True, "never-more": False, "whole-only": False, "three-or-seven": False},
        {"hand": "2C 2D 2H JK 4C 5C", **OPEN},
        [(0, meld(play("new", "2C 2D 2H JK")))],
    ),
    (
        "meld.wild.growing",
        {"free": True, "never-more": True, "whole-only": False, "three-or-seven": True},
        {"hand": "2C 2D 2H JK 4C 5C", **OPEN},
        [(0, meld(play("new", "2C 2D 2H")))],
    ),
    (
        "meld.wild.growing",
        {"free": True, "never-more": False, "whole-only": True, "three-or-seven": True},
        {"hand": "2C 2D 2H JK JK 2S 2C 4C 5C", **OPEN},
        [(0, meld(play("new", "2C 2D 2H JK JK 2S 2C")))],
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
        {"hand": "9C 9D 4C 5C", "melds": ["2C 2D 2H"], "phase": "play"},
        [(0, meld(play(0, "9C 9D")))],
    ),
    (
        "meld.sevens.mixed",
        {"never": False, "as-mixed": True, "as-sevens": True},
        {"hand": "7C 7D 2C 4C 5C", **OPEN},
        [(0, meld(play("new", "7C 7D 2C")))],
    ),
]
OPENING: list[Doubt] = [
    (
        "opening.minimum.bands",
        {"five-thousand": True, "five-hundred": False},
        {"hand": "AC AD AH 4C 5C", "phase": "play", "totals": (1200, 0)},
        [(0, meld(play("new", "AC AD AH")))],
    ),
    (
        "opening.minimum.bands",
        {"five-thousand": True, "five-hundred": False},
        {"hand": "AC AD AH AS AC 4C 5C", "phase": "play", "totals": (6000, 0)},
        [(0, meld(play("new", "AC AD AH AS AC")))],
    ),
    (
        "opening.standing.running",
        {"start-of-deal": True, "so-far": False},
        {"hand": "AC AD AH 4C 5C", "phase": "play", "totals": (4950, 0), "red_threes": ("3D", "")},
        [(0, meld(play("new", "AC AD AH")))],
    ),
    (
        "opening.together.added",
        {"added-up": True, "one-alone": False},
        {"hand": "KC KD KH 9C 9D 9H 4C 5C", "phase": "play"},
        [(0, meld(play("new", "KC KD KH"), play("new", "9C 9D 9H")))],
    ),
    (
        "opening.together.wild-melds",
        {"counts": True, "no-help": False},
        {"hand": "2C 2D 2H 4C 5C", "phase": "play"},
        [(0, meld(play("new", "2C 2D 2H")))],
    ),
    (
        "opening.together.canastas",
        {"count": True, "do-not": False},
        {"hand": "8C 8D 8H 8S 8C 8D 8H 4C 5C", "phase": "play"},
        [(0, meld(play("new", "8C 8D 8H 8S 8C 8D 8H")))],
    ),
    (
        "opening.top-card.top-card",
        {"counts": True, "hand-only": False},
        {"hand": "AC AD 4C 5C", "pile": "AH"},
        [(0, take(play("new", "AC AD AH")))],
    ),
    (
        "opening.red-threes.opens",
        {"no-meld": False, "opened-by-it": True},
        {"hand": "KC KD KH 4C 5C", "red_threes": ("3D", "")},
        [(0, DRAW), (0, meld(play("new", "KC KD KH")))],
    ),
]
PILE: list[Doubt] = [
    (
        "turn.forced-take.duty",
        {"free": True, "forced": False},
        {"hand": "4C 5C", "melds": [NINES], "pile": "9D", "stock": ""},
        [(0, DRAW)],
    ),
    (
        "pile.take.others",
        {"at-once": True, "next-turn": False},
        {"hand": "9S 9S 4C 5C", "melds": [NATURAL], "pile": "KC 9C 9D 9H"},
        [(0, take(play("new", "9S 9S 9H"))), (0, meld(play(1, "9C 9D")))],
    ),
    (
        "pile.top-melded.wish",
        {"conditions": False, "at-will": True},
        {"hand": "4C 5C", "melds": [NATURAL], "pile": "6C 9D"},
        [(0, {"type": "take", "plays": []})],
    ),
    (
        "pile.pair.frozen",
        {"frozen-too": True, "open-only": False},
        {"hand": "9C 9H 4C 5C", "melds": [NATURAL], "pile": "5C 2C 9D"},
        [(0, take(play("new", "9C 9H 9D")))],
    ),
    (
        "pile.match.beside-canasta",
        {"enough": True, "pair-needed": False},
        {"hand": "4C 5C", "melds": ["9C 9C 9D 9D 9H 9H 9S", NINES], "pile": "6C 9D"},
        [(0, take(play(1, "9D")))],
    ),
    (
        "pile.stopped.black-three",
        {"stops": False, "freezes": True},
        {"hand": "3C 3S 4C", "melds": ALL, "pile": "3C"},
        [(0, take(play("new", "3C 3S 3C")))],
    ),
    (
        "pile.stopped.wild-top",
        {"never": False, "with-two": True},
        {"hand": "2C 2H 4C 5C", "melds": [NATURAL], "pile": "5C 2D"},
        [(0, take(play("new", "2C 2H 2D")))],
    ),
    (
        "pile.stopped.turned-seven",
        {"takeable": True, "barred": False},
        {"hand": "7C 7H AC AD AH KC 4C", "pile": "7D"},
        [(0, take(play("new", "7C 7H 7D"), play("new", "AC AD AH")))],
    ),
    (
        "pile.frozen.wild",
        {"taking": False, "another-wild": True},
        {"hand": "4C 5C 6C", "melds": [NINES], "pile": "5C 2C 8C JK 9D"},
        [(0, take(play(0, "9D")))],
    ),
    (
        "pile.frozen.black-three",
        {"no-matter": False, "lifted": True},
        {"hand": "4C 5C 6C", "melds": [NINES], "pile": "2C 3C 9D"},
        [(0, take(play(0, "9D")))],
    ),
    (
        "pile.one-card.single",
        {"never": False, "allowed": True, "without-stock": True},
        {"hand": "4C", "melds": [*ALL, NINES], "pile": "9D", "stock": ""},
        [(0, take(play(4, "9D")))],
    ),
]


@pytest.mark.parametrize(("question", "verdicts", "position", "acts"), [*MELDS, *OPENING, *PILE])
def test_a_doubt_parts_its_readings(question: str, verdicts: dict[str, bool], position: dict[str, Any], acts: Acts) -> None:
    """Each reading of a doubt allows or forbids what it says it does; an act on the way there may be what it forbids."""
    assert parted(question, position, acts, list(verdicts)) == verdicts
