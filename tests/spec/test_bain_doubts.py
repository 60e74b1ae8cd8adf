"""Bain Hand and Foot: positions on which the readings of a doubt about melds and the pile part."""

from __future__ import annotations

from typing import Any

import pytest

from .bain import ALL, EIGHTS, RED, SEVENS, WILD, Doubt, bain, dealt, parted, set_out
from .ordinary import Acts, played
from .positions import DRAW, cards, discard, meld, play, take

NINES = "9C 9D 9H"
BOTH = {"earned": (True, False, True, False), "opener": 0}
"""Both partners have completed a canasta, and nobody's foot lies any more."""

MELDS: list[Doubt] = [
    (
        "meld.wilds.stage",
        {"growing": False, "complete": True, "no-wild-melds": False},
        {"hand": "8C 8D 2C 2D 4C 5C", "melds": [NINES], "phase": "play"},
        [(0, meld(play("new", "8C 8D 2C 2D")))],
    ),
    (
        "meld.wilds.stage",
        {"growing": True, "complete": True, "no-wild-melds": False},
        {"hand": "2C 2D JK 4C 5C", "melds": [NINES], "phase": "play"},
        [(0, meld(play("new", "2C 2D JK")))],
    ),
    (
        "meld.sevens.wilds",
        {"never": False, "as-others": True},
        {"hand": "7C 7D 2C 4C 5C", "melds": [NINES], "phase": "play"},
        [(0, meld(play("new", "7C 7D 2C")))],
    ),
    (
        "meld.closed.eighth",
        {"never": False, "may": True},
        {"hand": "QC 4C 5C", "melds": [RED], "phase": "play"},
        [(0, meld(play(0, "QC")))],
    ),
    (
        "meld.second.rank",
        {"any": True, "sevens-only": False},
        {"hand": "QC QD QH 4C 5C", "melds": [RED], "phase": "play"},
        [(0, meld(play("new", "QC QD QH")))],
    ),
    (
        "meld.second.rank",
        {"any": True, "sevens-only": True},
        {"hand": "7C 7D 7H 4C 5C", "melds": [SEVENS], "phase": "play"},
        [(0, meld(play("new", "7C 7D 7H")))],
    ),
    (
        "meld.garbage.single",
        {"any": True, "three": False},
        {"hand": "QC 4C 5C", "melds": [RED, SEVENS], "phase": "play"},
        [(0, meld(play("garbage", "QC")))],
    ),
    (
        "meld.garbage.single",
        {"any": True, "three": True},
        {"hand": "QC QD QH 4C 5C", "melds": [RED, SEVENS], "phase": "play"},
        [(0, meld(play("garbage", "QC QD QH")))],
    ),
    (
        "meld.garbage.whose",
        {"the-sides": True, "the-players": False},
        {"hand": "QC 4C 5C", "melds": [RED, SEVENS], "phase": "play"},
        [(0, meld(play("garbage", "QC")))],
    ),
    (
        "meld.garbage.whose",
        {"the-sides": True, "the-players": True},
        {"hand": "QC QC 7S 4C 5C", "melds": [RED[3:], SEVENS[3:]], "phase": "play", **BOTH},
        [(0, meld(play(0, "QC"), play(1, "7S"))), (0, meld(play("garbage", "QC")))],
    ),
    (
        "meld.garbage.wild",
        {"as-a-rank": True, "never": False, "substitute": False},
        {"hand": "2C 4C 5C", "melds": [WILD, SEVENS], "phase": "play"},
        [(0, meld(play("garbage", "2C")))],
    ),
    (
        "meld.garbage.wild",
        {"as-a-rank": False, "never": False, "substitute": True},
        {"hand": "2C 4C 5C", "melds": [RED, SEVENS], "phase": "play"},
        [(0, meld(play("garbage", "2C")))],
    ),
    (
        "meld.black-threes.effect",
        {"as-sister": True, "nothing": False, "any-time": True},
        {"hand": "3C 3C 3S 4C", "melds": ALL, "phase": "play", **BOTH},
        [(0, meld(play("new", "3C 3C 3S"))), (0, discard("4C"))],
    ),
    (
        "meld.black-threes.effect",
        {"as-sister": False, "nothing": False, "any-time": True},
        {"hand": "3C 3C 3S 4C 5C", "melds": [NINES], "phase": "play"},
        [(0, meld(play("new", "3C 3C 3S")))],
    ),
    (
        "meld.black-threes.effect",
        {"as-sister": False, "nothing": False, "any-time": True},
        {"hand": "3C 3C 4C 5C", "melds": [NINES], "pile": "5H 3S"},
        [(0, take(play("new", "3C 3C 3S")))],
    ),
    (
        "meld.black-threes.moment",
        {"any-time": True, "last": False},
        {"hand": "3C 3C 3S QC QD 4C", "melds": ALL, "phase": "play", **BOTH},
        [(0, meld(play("new", "3C 3C 3S")))],
    ),
    (
        "opening.minimum.beyond",
        {"on": False, "none": True},
        {"hand": "4C 4D 4H KC KD", "totals": (20300, 20300), "phase": "play"},
        [(0, meld(play("new", "4C 4D 4H")))],
    ),
    (
        "opening.top-card.top-card",
        {"counts": True, "hand-only": False, "no-opening": False},
        {"hand": "AC AD 4C 5C", "pile": "5H AH"},
        [(0, take(play("new", "AC AD AH")))],
    ),
]

PILE: list[Doubt] = [
    (
        "pile.top-melded.must-lay",
        {"laid": False, "held": True},
        {"hand": "9C 9D 4C 5C", "melds": ["9C 9D 9H 9S 9S"], "pile": "5H 9H"},
        [(0, {"type": "take", "plays": []})],
    ),
    (
        "pile.pair.way",
        {"nothing-else": False, "own-meld": True, "any-two": False},
        {"hand": "9C 4C 5C", "melds": [NINES], "pile": "5H 9H"},
        [(0, take(play(0, "9H")))],
    ),
    (
        "pile.pair.way",
        {"nothing-else": False, "own-meld": False, "any-two": True},
        {"hand": "9C 2C 4C 5C", "melds": [EIGHTS], "pile": "5H 9H"},
        [(0, take(play("new", "9C 2C 9H")))],
    ),
    (
        "pile.pair.garbage",
        {"together": True, "never": False, "alone": True},
        {"hand": "QC QD 4C 5C", "melds": [RED, SEVENS], "pile": "5H QH"},
        [(0, take(play("garbage", "QC QD QH")))],
    ),
    (
        "pile.pair.garbage",
        {"together": False, "never": False, "alone": True},
        {"hand": "QC 4C 5C", "melds": [RED, SEVENS], "pile": "5H QH"},
        [(0, take(play("garbage", "QH")))],
    ),
    (
        "pile.stopped.wild",
        {"never": False, "two-wilds": True},
        {"hand": "2C 2D JK 4C", "melds": [NINES], "pile": "5H QC 2H"},
        [(0, take(play("new", "2C 2D 2H")))],
    ),
    (
        "pile.frozen.barred",
        {"free": True, "barred": False},
        {"hand": "KC 4C 5C", "melds": [NINES], "pile": "5H 2C KC 9H", "also": {"pile.pair.way": "own-meld"}},
        [(0, take(play(0, "9H")))],
    ),
    (
        "turn.draw.gone",
        {"ends": False, "turned-over": True},
        {"hand": "4C 5C", "melds": [NINES], "pile": "5H 6H 7H KC", "stock": ""},
        [(0, DRAW), (0, discard("4C"))],
    ),
]


@pytest.mark.parametrize(("question", "readings", "position", "acts"), [*MELDS, *PILE])
def test_where_readings_part(question: str, readings: dict[str, bool], position: dict[str, Any], acts: Acts) -> None:
    """An act is legal by those readings of a doubt that say so, and by no other."""
    assert parted(question, position, acts, list(readings)) == readings


@pytest.mark.parametrize(("reading", "left"), [("to-the-wild", "5H JK QC"), ("whole", ""), ("discarded-wild", "5H JK QC")])
def test_how_far_a_take_reaches(reading: str, left: str) -> None:
    """Down to the next wild card, or to the bottom."""
    rulebook = bain(pile__whole__depth=reading)
    start = set_out(rulebook, "9C 9D 4C 5C", pile="5H JK QC 2D KC 9H", melds=[EIGHTS])
    _, now = played(rulebook, start, [(0, take(play("new", "9C 9D 9H")))])
    assert cards(rulebook, now, "pile") == left.split()


def test_a_wild_card_turned_up_at_the_start() -> None:
    """Of a joker, a deuce and a king turned up, a take brings king and deuce, or all three where only discards are an end."""
    for reading, left in (("to-the-wild", ["JK"]), ("discarded-wild", [])):
        rulebook = bain(pile__whole__depth=reading)
        start = dealt(rulebook, ["4C 5C", "4D 4H AC AD AH 5D"], "JK 2D KC 6C 6D QC QD")
        opening = take(play("new", "4C 4D 4H"), play("new", "AC AD AH"))
        fine, now = played(rulebook, start, [(0, DRAW), (0, discard("4C")), (1, opening)])
        assert fine and cards(rulebook, now, "pile") == left
