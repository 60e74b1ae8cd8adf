"""Pennies from Heaven: positions on which the readings of a doubt about the foot, going out and the hand of sevens part."""

from __future__ import annotations

from typing import Any

import pytest

from .ordinary import NO, YES, Acts, ask
from .pennies import ALL, FOOT, MIXED, NATURAL, NINES, SEVENS, WILD, Doubt, parted
from .positions import DRAW, PASS, discard, meld, play, take

OUT = {"melds": [*ALL, NINES], "phase": "play"}
ASKED: Acts = [(0, ask(2)), (2, NO)]

OUT_AND_END: list[Doubt] = [
    (
        "foot.last-card.empty",
        {"by-discard": True, "never": False, "by-meld-too": True},
        {"hand": "9S 9S KC", "melds": ["9C 9C 9D 9D 9H"], "phase": "play", "feet": [FOOT]},
        [(0, meld(play(0, "9S 9S"))), (0, discard("KC"))],
    ),
    (
        "foot.last-card.empty",
        {"by-discard": False, "never": False, "by-meld-too": True},
        {"hand": "9S 9S", "melds": ["9C 9C 9D 9D 9H"], "phase": "play", "feet": [FOOT]},
        [(0, meld(play(0, "9S 9S"))), (0, PASS)],
    ),
    (
        "foot.last-card.out",
        {"out": True, "foot": False},
        {"hand": "9S 5C", "feet": [FOOT], **OUT},
        [(0, meld(play(4, "9S"))), (0, discard("5C"))],
    ),
    (
        "out.pass.last-card",
        {"must": False, "may-keep": True},
        {"hand": "9S 5C", "melds": [NATURAL, NINES], "phase": "play"},
        [(0, meld(play(1, "9S"))), (0, PASS)],
    ),
    (
        "out.canasta.first-type",
        {"own-type": False, "both-types": True},
        {"hand": "9S 5C", "melds": [SEVENS, MIXED, WILD, NINES], "phase": "play"},
        [(0, meld(play(3, "9S"))), (0, discard("5C"))],
    ),
    (
        "out.canasta.same-turn",
        {"may": True, "before": False},
        {"hand": "2C KC", "melds": [NATURAL, MIXED, SEVENS, "2C 2D 2H 2S JK JK"], "phase": "play"},
        [(0, meld(play(3, "2C"))), (0, discard("KC"))],
    ),
    (
        "out.canasta.foot",
        {"may": True, "may-not": False},
        {"hand": "9S 9S", "feet": [FOOT], **OUT},
        [(0, meld(play(4, "9S 9S"))), (0, PASS)],
    ),
    (
        "out.able-to-end.when-judged",
        {"in-the-end": True, "at-once": False},
        {"hand": "9S 7C 7D 7H", **OUT},
        [(0, meld(play(4, "9S")))],
    ),
    (
        "out.last-discard.seven",
        {"never": False, "free": True},
        {"hand": "9S 7C", "other_melds": [SEVENS], **OUT},
        [(0, meld(play(4, "9S"))), (0, discard("7C"))],
    ),
    (
        "out.last-discard.needed",
        {"free": True, "needed": False},
        {"hand": "9S 9S", **OUT},
        [(0, meld(play(4, "9S 9S"))), (0, PASS)],
    ),
    (
        "out.ask.moment",
        {"before-melding": False, "any-time": True},
        {"hand": "9S 9S 5C", **OUT},
        [(0, meld(play(4, "9S"))), (0, ask(2))],
    ),
    ("out.no.other-partner", {"one": False, "the-other": True}, {"hand": "9S 5C", **OUT}, [*ASKED, (0, ask(4))]),
    (
        "out.no.other-partner",
        {"one": False, "the-other": True},
        {"hand": "9S 5C", "obtained": True, **OUT},
        [*ASKED, (0, ask(4))],
    ),
    (
        "out.yes.duty",
        {"must": False, "may": True},
        {"hand": "9S 5C", "obtained": True, **OUT},
        [(0, ask(2)), (2, YES), (0, discard("5C"))],
    ),
    (
        "discard.sevens.moment",
        {"at-discard": True, "at-start": False},
        {"hand": "7S 7S KC", "melds": [SEVENS[:-3]], "other_melds": [SEVENS], "phase": "play"},
        [(0, meld(play(0, "7S"))), (0, discard("7S"))],
    ),
    (
        "discard.sevens.whose",
        {"both": False, "one": True},
        {"hand": "7S KC", "melds": [SEVENS], "phase": "play"},
        [(0, discard("7S"))],
    ),
    (
        "end.sevens.taking",
        {"may": True, "may-not": False},
        {"hand": "7C 7D", "melds": ["9C 9D 9H 9S"], "pile": "9D"},
        [(0, take(play(0, "9D")))],
    ),
    (
        "end.sevens.how-many",
        {"any": True, "all-or-none": False},
        {"hand": "7C 7D 7H", "melds": [NATURAL], "stock": "7S 7S 4C"},
        [(0, DRAW), (0, meld(play("new", "7C 7D 7H"))), (0, PASS)],
    ),
    (
        "end.sevens.completed",
        {"goes-on": False, "ends": True},
        {"hand": "7S 7S", "melds": ["7C 7C 7D 7D 7H"], "other_melds": [SEVENS], "stock": "7C 7D 4C"},
        [(0, DRAW), (0, meld(play(0, "7S 7S"))), (0, PASS)],
    ),
    (
        "end.sevens.completed",
        {"goes-on": True, "ends": False},
        {"hand": "7S 7S", "melds": ["7C 7C 7D 7D 7H"], "other_melds": [SEVENS], "stock": "7C 7D 4C"},
        [(0, DRAW), (0, meld(play(0, "7S 7S"))), (0, discard("7C"))],
    ),
    (
        "end.sevens.last-one",
        {"may": True, "may-not": False},
        {"hand": "7S", "melds": ["7C 7C 7D 7D 7H"], "other_melds": [SEVENS], "stock": "7S 7C 4C"},
        [(0, DRAW), (0, meld(play(0, "7S 7S"))), (0, PASS)],
    ),
    (
        "end.sevens.last-seven",
        {"all-but-one": False, "every-one": True},
        {"hand": "7C 7D", "melds": [NATURAL], "stock": "7H 7S 4C"},
        [(0, DRAW), (0, meld(play("new", "7C 7D 7H 7S"))), (0, PASS)],
    ),
    (
        "end.sevens.unlaid",
        {"ends": False, "discarded": True},
        {"hand": "7C", "melds": [SEVENS], "stock": "7D"},
        [(0, DRAW), (0, discard("7C"))],
    ),
]


@pytest.mark.parametrize(("question", "verdicts", "position", "acts"), OUT_AND_END)
def test_a_doubt_parts_its_readings(question: str, verdicts: dict[str, bool], position: dict[str, Any], acts: Acts) -> None:
    """Each reading of a doubt allows or forbids what it says it does; an act on the way there may be what it forbids."""
    assert parted(question, position, acts, list(verdicts)) == verdicts
