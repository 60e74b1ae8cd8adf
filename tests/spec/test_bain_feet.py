"""Bain Hand and Foot: positions on which the readings of a doubt about feet, going out, draws and the deal part."""

from __future__ import annotations

from typing import Any

import pytest

from .bain import ALL, BLACK, EIGHTS, FOOT, KINGS, RED, SEVENS, WILD, Doubt, bain, dealt, parted, set_out
from .ordinary import NO, YES, Acts, ask, played
from .positions import DRAW, PASS, cards, discard, ended, legal, meld, play

NINES = "9C 9D 9H"
BOTH = {"earned": (True, False, True, False), "opener": 0}
"""Both partners have completed a canasta, and nobody's foot lies any more."""

FEET: list[Doubt] = [
    (
        "foot.waiting.opening",
        {"never": False, "may": True},
        {"hand": f"{RED} 4C 5C", "phase": "play", "feet": [FOOT]},
        [(0, meld(play("new", RED)))],
    ),
    (
        "foot.one-each.partner",
        {"both": False, "opener-only": True},
        {"hand": "KS 4C 5C", "melds": [KINGS, EIGHTS], "phase": "play", "opener": 2, "earned": (True, False, False, False)},
        [(0, meld(play(0, "KS")))],
    ),
    (
        "foot.earned.seventh",
        {"last-card": True, "most-cards": False},
        {"hand": "KS 4C 5C", "melds": [KINGS], "phase": "play", "opener": 2, "feet": [FOOT]},
        [(0, meld(play(0, "KS"))), (0, meld(play("new", NINES)))],
    ),
    (
        "foot.earned.seventh",
        {"last-card": True, "most-cards": True},
        {"hand": "KC KC KD KD 4C 5C", "melds": [KINGS[9:]], "phase": "play", "opener": 2, "feet": [FOOT]},
        [(0, meld(play(0, "KC KC KD KD"))), (0, meld(play("new", NINES)))],
    ),
    (
        "foot.pick-up.moment",
        {"by-role": True, "at-once": True, "after-discard": False},
        {"hand": "KS 4C 5C", "melds": [KINGS], "phase": "play", "opener": 2, "feet": [FOOT]},
        [(0, meld(play(0, "KS"))), (0, meld(play("new", NINES)))],
    ),
    (
        "foot.pick-up.moment",
        {"by-role": True, "at-once": False, "after-discard": False},
        {
            "hand": "KS 4C 5C",
            "melds": [KINGS, EIGHTS],
            "phase": "play",
            "opener": 0,
            "feet": [FOOT],
            "earned": (False, False, True, False),
        },
        [(0, meld(play(0, "KS"))), (0, DRAW)],
    ),
    (
        "foot.last-card.run-out",
        {"never": False, "may": True},
        {"hand": "9S 4C", "melds": [NINES], "phase": "play", "opener": 0, "feet": [FOOT]},
        [(0, meld(play(0, "9S"))), (0, discard("4C"))],
    ),
    (
        "out.canasta.feet",
        {"both": False, "canastas-only": True},
        {
            "hand": "4C",
            "melds": ALL,
            "phase": "play",
            "opener": 2,
            "feet": ["", "", FOOT],
            "earned": (True, False, True, False),
            "also": {"foot.one-each.partner": "opener-only"},
        },
        [(0, discard("4C"))],
    ),
]

OUT: list[Doubt] = [
    (
        "out.canasta.black",
        {"one-to-three": True, "thirteen": False},
        {"hand": "4C", "melds": ALL, "phase": "play", **BOTH},
        [(0, discard("4C"))],
    ),
    (
        "out.canasta.red",
        {"apart": False, "second": True, "same": True},
        {"hand": "4C", "melds": [BLACK, WILD, SEVENS, SEVENS], "phase": "play", **BOTH},
        [(0, discard("4C"))],
    ),
    (
        "out.canasta.red",
        {"apart": False, "second": False, "same": True},
        {"hand": "4C", "melds": [BLACK, WILD, SEVENS], "phase": "play", **BOTH},
        [(0, discard("4C"))],
    ),
    (
        "out.ask.leave",
        {"each-turn": True, "once": True, "must": False},
        {"hand": "4C", "melds": ALL, "phase": "play", **BOTH},
        [(0, discard("4C"))],
    ),
    (
        "out.ask.leave",
        {"each-turn": True, "once": False, "must": True},
        {
            "hand": "QC 4C",
            "others": ["KC", "KC KD", "KC"],
            "melds": ALL,
            "stock": "KH KS AC AD JH JS QH QS",
            "phase": "play",
            **BOTH,
        },
        [
            (0, ask()),
            (2, NO),
            (0, discard("QC")),
            (1, DRAW),
            (1, discard("KC")),
            (2, DRAW),
            (2, discard("KC")),
            (3, DRAW),
            (3, discard("KC")),
            (0, DRAW),
            (0, ask()),
        ],
    ),
    (
        "out.ask.moment",
        {"before-melding": False, "any-time": True},
        {"hand": "QC QD QH 4C", "melds": ALL, "phase": "play", **BOTH},
        [(0, meld(play("garbage", "QC"))), (0, ask())],
    ),
    (
        "out.ask.who",
        {"able": False, "anybody": True},
        {"hand": "KC QD 4C", "melds": ALL, "phase": "play", **BOTH},
        [(0, ask())],
    ),
    (
        "out.yes.duty",
        {"must": False, "may": True},
        {"hand": "QC 4C", "melds": ALL, "phase": "play", **BOTH},
        [(0, ask()), (2, YES), (0, discard("4C"))],
    ),
    (
        "end.sevens.melding-down",
        {"never": False, "may": True},
        {"hand": "7C KC KD KH", "melds": [NINES], "phase": "play"},
        [(0, meld(play("new", "KC KD KH")))],
    ),
    (
        "end.sevens.laying",
        {"at-once": False, "laid-first": True},
        {"hand": "7S", "stock": "7C 7D KC", "melds": ["7C 7D 7H"]},
        [(0, DRAW), (0, meld(play(0, "7C 7D"))), (0, PASS)],
    ),
]


@pytest.mark.parametrize(("question", "readings", "position", "acts"), [*FEET, *OUT])
def test_where_readings_part(question: str, readings: dict[str, bool], position: dict[str, Any], acts: Acts) -> None:
    """An act is legal by those readings of a doubt that say so, and by no other."""
    assert parted(question, position, acts, list(readings)) == readings


@pytest.mark.parametrize(("reading", "over"), [("any", ("stuck", 0)), ("three", None)])
def test_two_sevens_upon_two(reading: str, over: object) -> None:
    """Two sevens in hand and two drawn end play, or are not foreseen and leave the player nothing but to end the turn."""
    rulebook = bain(end__sevens__hand=reading)
    _, now = played(rulebook, set_out(rulebook, "7S 7H", stock="7C 7D KC", melds=[NINES]), [(0, DRAW)])
    assert ended(now) == over
    assert over or all(legal(rulebook, now, act) is (act is PASS) for act in (DRAW, PASS, discard("7S"), ask()))


@pytest.mark.parametrize(("reading", "drawn"), [("two", 3), ("one", 2)])
def test_how_many_cards_are_drawn(reading: str, drawn: int) -> None:
    """Two cards are drawn, or one."""
    rulebook = bain(turn__draw__number=reading)
    _, now = played(rulebook, set_out(rulebook, "4C", melds=[NINES]), [(0, DRAW)])
    assert len(cards(rulebook, now, "hand")) == drawn


@pytest.mark.parametrize(("reading", "pile"), [("one", ["KC"]), ("none", [])])
def test_whether_a_card_is_turned_up(reading: str, pile: list[str]) -> None:
    """A card is turned up before the first turn, or the first discard begins the pile and nobody can take before it."""
    rulebook = bain(deal__upcard__start=reading)
    now = dealt(rulebook, ["4C 5C"], "KC QC JC")
    assert cards(rulebook, now, "pile") == pile
    assert not legal(rulebook, now, {"type": "take", "plays": []})


@pytest.mark.parametrize(("reading", "laid", "hand"), [("must", ["3D"], ["QC", "4C"]), ("kept", [], ["4C"])])
def test_whether_red_threes_are_laid(reading: str, laid: list[str], hand: list[str]) -> None:
    """A red three that was dealt is laid and replaced, or stays with its player."""
    rulebook = bain(cards__red_threes__duty=reading)
    now = dealt(rulebook, ["3D 4C"], "KC QC JC")
    assert (cards(rulebook, now, "laid-threes"), cards(rulebook, now, "hand")) == (laid, hand)


@pytest.mark.parametrize(("reading", "laid", "foot"), [("stays", [], ["4D", "3H"]), ("laid", ["3H"], ["QC", "4D"])])
def test_a_red_three_seen_in_the_foot(reading: str, laid: list[str], foot: list[str]) -> None:
    """A red three in the foot stays there until the foot is taken up, or is laid and replaced after the one look."""
    rulebook = bain(foot__unseen__look=reading)
    now = dealt(rulebook, ["4C 5C"], "KC QC JC", ["3H 4D"])
    assert (cards(rulebook, now, "laid-threes"), cards(rulebook, now, "foot")) == (laid, foot)


@pytest.mark.parametrize(("reading", "over"), [("goes-on", None), ("ends", ("stock", None))])
def test_a_red_three_of_the_foot_without_a_stock(reading: str, over: object) -> None:
    """A red three that comes with the foot, when no card is left for it, is laid and play goes on, or the deal ends."""
    rulebook = bain(foot__threes__no_stock=reading)
    start = set_out(rulebook, "KS 4C 5C", melds=[KINGS], phase="play", opener=2, feet=["3D 4D 4H"], stock="")
    _, now = played(rulebook, start, [(0, meld(play(0, "KS")))])
    assert ended(now) == over and cards(rulebook, now, "laid-threes") == ["3D"]


def test_a_foot_is_taken_up_after_a_red_three_was_left() -> None:
    """The opener who takes up the foot plays on, although a red three was left without a replacement before: that is no draw."""
    rulebook = bain()
    board: dict[str, Any] = {"melds": [f"{KINGS} KS", EIGHTS], "opener": 0, "earned": (True, False, True, False), "feet": [FOOT]}
    start = set_out(rulebook, "KC 4C 5C", phase="play", stock="", short=True, **board)
    _, now = played(rulebook, start, [(0, DRAW)])
    assert ended(now) is None and cards(rulebook, now, "foot") == []
