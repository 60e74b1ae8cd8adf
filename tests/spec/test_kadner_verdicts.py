"""Kadner's Hand and Foot: verdicts that a reading other than the default turns round."""

from __future__ import annotations

from typing import Any

import pytest

from .kadner import ALL, BLACK_NINES, EVERYBODY, KINGS, OUT, PLAY, QUEENS, SEVENS, TAKEN, TENS, WILD, kadner, pick, set_out
from .ordinary import ask
from .positions import Action, discard, legal, meld, play, take

SORTED: list[tuple[str, str, dict[str, Any], Action, bool]] = [
    # picking from the pile
    ("pile.match.own-row", "enough", {"hand": "TC 6C", "pile": "TS", "melds": ["TC TD TH TS"]}, take(play(0, "TS")), False),
    ("opening.top-card.wild-top", "pair-will-do", {"hand": "JK JK 6C", "pile": "JK"}, take(play("new", "JK JK JK")), False),
    ("pile.top-melded.ever", "never", {"hand": "TC TD 6C", "pile": "TS", "melds": [KINGS]}, TAKEN, True),
    ("pile.top-melded.laid", "must", {"hand": "TC TD TH 6C", "pile": "TS", "melds": [KINGS]}, pick(play("new", "TC TD TH")), True),
    (
        "pile.pair.opening",
        "two-besides",
        {"hand": "TC TD AC AD AH 6C", "pile": "TS"},
        take(play("new", TENS), play("new", "AC AD AH")),
        False,
    ),
    ("pile.pair.opening", "opening-is-enough", {"hand": "AC AD AH 6C", "pile": "TS"}, pick(play("new", "AC AD AH")), False),
    ("pile.pair.identical", "same-look", {"hand": "2H 2S 6C", "pile": "2C", "melds": [KINGS]}, take(play("new", "2C 2H 2S")), True),
    ("pile.pair.identical", "any-wild", {"hand": "2H JK 6C", "pile": "2C", "melds": [KINGS]}, take(play("new", "2C 2H JK")), False),
    (
        "pile.pair.wilds-laid",
        "in-a-row",
        {"hand": "2H 2S 6C", "pile": "2C", "melds": ["KC KD KH KS"]},
        pick(play(0, "2H 2S")),
        True,
    ),
    ("pile.wild.wild", "one", {"hand": "TC 2C 6C", "pile": "TS", "melds": [KINGS]}, take(play("new", "TC 2C TS")), False),
    ("pile.frozen.red-three", "locks", {"hand": "TC TD 6C", "pile": "3D TS", "melds": [KINGS]}, TAKEN, True),
    ("pile.rest.next", "after-a-discard", {"hand": "TC TD 6C", "pile": "TS", "melds": [KINGS], "disturbed": True}, TAKEN, True),
    # rows and books
    ("meld.wilds.limit", "fewer", {"hand": "8C 8D 2C 2D 6C", "melds": [KINGS], **PLAY}, meld(play("new", "8C 8D 2C 2D")), True),
    (
        "meld.wilds.limit",
        "two-naturals",
        {"hand": "2H 6C 6D", "melds": [KINGS, "8C 8D 2C 2D"], **PLAY},
        meld(play(1, "2H")),
        False,
    ),
    ("meld.sevens.wilds", "second", {"hand": "7C 7D 2C 6C 6D", "melds": [KINGS], **PLAY}, meld(play("new", "7C 7D 2C")), True),
    ("meld.sevens.wilds", "never", {"hand": "7C 7D 2C 6C 6D", "melds": [SEVENS], **PLAY}, meld(play("new", "7C 7D 2C")), True),
    (
        "meld.one-a-rank.in-one-act",
        "one-after-the-other",
        {"hand": "KC KD KH KS 6C 6D", "melds": ["KC KC KD KD KH KH"], **PLAY},
        meld(play(0, "KC"), play("new", "KD KH KS")),
        True,
    ),
    (
        "meld.one-a-rank.in-one-act",
        "one-after-the-other",
        {"hand": "QC QC QC QD QD QD QH QH QS QS 6C 6D", "melds": [KINGS], **PLAY},
        meld(play("new", "QC QC QC QD QD QD QH"), play("new", "QH QS QS")),
        True,
    ),
    ("meld.black-threes.wild", "one", {"hand": "3C 3S 2C", "granted": True, **OUT}, meld(play("new", "3C 3S 2C")), False),
    ("meld.all-that-can-be.duty", "duty", {"hand": "AC AD AH 6C", "melds": [KINGS], **PLAY}, discard("6C"), True),
    ("tuck.rank.rank", "any-rank", {"hand": "JC 6C 6D", "melds": [KINGS], **PLAY}, meld(play("new", "JC")), False),
    ("tuck.wild.which", "wild-book", {"hand": "2H 6C 6D", "melds": [KINGS, WILD], **PLAY}, meld(play(0, "2H")), True),
    (
        "meld.wild.turned",
        "mixes",
        {"hand": "QC QD QH 6C 6D", "melds": [KINGS, "2C 2D JK"], **PLAY},
        meld(play(1, "QC QD QH")),
        False,
    ),
    (
        "tuck.wild.which",
        "not-on-black-rows",
        {"hand": "2H 6C 6D", "melds": [KINGS, "9C 9D 9H 9S 2C"], **PLAY},
        meld(play(1, "2H")),
        True,
    ),
    ("tuck.choice.first", "book-first", {"hand": "KC KD KH 6C", "melds": [KINGS], **PLAY}, meld(play("new", "KC KD KH")), True),
    (
        "tuck.at-once.one-play",
        "may-not",
        {"hand": "KS KS 6C 6D", "melds": ["KC KC KD KD KH KH"], **PLAY},
        meld(play(0, "KS KS")),
        True,
    ),
    # the fifth round
    (
        "opening.fifth-round.source",
        "top-helps",
        {"hand": "KC KC KD KD KH KH 6C 6D", "pile": "KS", "deal": 5},
        take(play("new", KINGS)),
        False,
    ),
    (
        "opening.fifth-round.source",
        "worth-too",
        {"hand": f"{SEVENS} 6C 6D", "deal": 5, **PLAY},
        meld(play("new", SEVENS)),
        True,
    ),
    ("opening.fifth-round.source", "held-before", {"hand": f"{KINGS} 6C", "deal": 5, **PLAY}, meld(play("new", KINGS)), True),
    (
        "opening.fifth-round.black",
        "may-not",
        {"hand": f"{BLACK_NINES} 6C", "deal": 5, **PLAY},
        meld(play("new", BLACK_NINES)),
        True,
    ),
    (
        "opening.fifth-round.beside",
        "alone",
        {"hand": f"{KINGS} QC QD QH 6C", "deal": 5, **PLAY},
        meld(play("new", KINGS), play("new", "QC QD QH")),
        True,
    ),
    # going out
    (
        "out.keep-a-card.without-cards",
        "may-run-out",
        {"hand": "KC", "in_foot": EVERYBODY, "melds": [KINGS], **PLAY},
        discard("KC"),
        False,
    ),
    ("out.ways.last", "discarding-too", {"hand": "6C", "granted": True, **OUT}, discard("6C"), False),
    ("out.ways.last", "after-taking", {"hand": "KC KD", "granted": True, **OUT}, meld(play(2, "KC KD")), True),
    ("out.canasta.record", "points-alone", {"hand": "KC KD", **(OUT | {"melds": [KINGS]})}, ask(), False),
    ("out.canasta.colours", "first-too", {"hand": "KC KD", **(OUT | {"melds": [*ALL[:4], *ALL[5:]]})}, ask(), False),
    (
        "out.canasta.colours",
        "none-of-them",
        {"hand": "KC KD", **(OUT | {"melds": [WILD, SEVENS, KINGS, QUEENS, SEVENS, *ALL[5:]]})},
        ask(),
        True,
    ),
    ("out.ask.moment", "any-time", {"hand": "KC KD", **(OUT | {"phase": "draw", "obtained": False})}, ask(), False),
    ("out.ask.who", "anybody", {"hand": "6C 6D", **PLAY}, ask(), False),
    ("foot.played.played", "taken-up", {"hand": "KC KD", "has_played": [True, True, False, True], **OUT}, ask(), False),
]
"""Question, reading, position, act, and whether the act is legal by default; with the reading it is the other way round."""


@pytest.mark.parametrize(("question", "reading", "position", "act", "legal_"), SORTED)
def test_a_reading_turns_a_verdict(question: str, reading: str, position: dict[str, Any], act: Action, legal_: bool) -> None:
    """What is allowed by default is not with the reading, or the other way round."""
    by_default, otherwise = kadner(), kadner(4, **{question.replace(".", "__").replace("-", "_"): reading})
    common = {name: value for name, value in position.items() if name != "disturbed"}
    assert legal(by_default, set_out(by_default, **common), act) == legal_
    assert legal(otherwise, set_out(otherwise, **position), act) != legal_
