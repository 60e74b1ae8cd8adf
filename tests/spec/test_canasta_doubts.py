"""Ordinary Canasta: positions on which the readings of a doubt part, by what is legal."""

from __future__ import annotations

from typing import Any

import pytest

from .ordinary import CANASTA, EIGHTS, KINGS, NO, QUEENS, YES, Acts, ask, ordinary, played, set_out
from .positions import DRAW, cards, discard, meld, play, sheet_of, take

FOURS = "4C 4C 4D 4D 4H 4H 4S"
DOUBTS: list[tuple[str, dict[str, bool], dict[str, Any], Acts]] = [
    (
        "meld.wilds.balance",
        {"two-limits": True, "as-many": False, "more": False},
        {"hand": "9C 9D 2C 2D JK KC 5C", "melds": [QUEENS], "phase": "play"},
        [(0, meld(play("new", "9C 9D 2C 2D JK")))],
    ),
    (
        "meld.wilds.balance",
        {"two-limits": True, "as-many": True, "more": False},
        {"hand": "9C 9D 2C 2D JK KC 5C", "melds": [QUEENS], "phase": "play"},
        [(0, meld(play("new", "9C 9D 2C 2D")))],
    ),
    (
        "meld.wilds.long-meld",
        {"three": False, "half": True},
        {"hand": "JK 4C 5C 6C", "melds": ["8C 8C 8D 8D 8H 2C 2D 2H"], "phase": "play"},
        [(0, meld(play(0, "JK")))],
    ),
    (
        "meld.spoiled-canasta.wild-joins",
        {"yes-mixed": True, "never": False},
        {"hand": "2C 6C", "melds": [CANASTA], "phase": "play"},
        [(0, meld(play(0, "2C")))],
    ),
    (
        "meld.one-a-rank.second",
        {"refused": False, "apart": True, "merge": True},
        {"hand": "KS KS 2C 4C 5C", "melds": [KINGS], "phase": "play"},
        [(0, meld(play("new", "KS KS 2C")))],
    ),
    (
        "meld.stays.judged",
        {"when-laid": False, "at-discard": True},
        {"hand": f"{KINGS} AC AD AH 4C 5C", "phase": "play"},
        [(0, meld(play("new", KINGS)))],
    ),
    (
        "meld.laying.before-taking",
        {"take-first": False, "open-first": True},
        {"hand": f"JC JK {KINGS} AC AD AH 4C 5C", "pile": "JD"},
        [(0, meld(play("new", KINGS), play("new", "AC AD AH")))],
    ),
    (
        "meld.black-threes.wild",
        {"none": False, "one": True},
        {"hand": "3C 3S 2C 9C", "melds": [CANASTA], "phase": "play"},
        [(0, meld(play("new", "3C 3S 2C")))],
    ),
    (
        "meld.black-threes.moment",
        {"any-time": True, "last": False},
        {"hand": f"3C 3S 3S {QUEENS} 9C", "melds": [CANASTA], "phase": "play"},
        [(0, meld(play("new", "3C 3S 3S")))],
    ),
    (
        "opening.together.added",
        {"added-up": True, "one-alone": False},
        {"hand": "6C 6D 6H AC AD AH 2C 4C 5C", "phase": "play", "totals": (1600, 0)},
        [(0, meld(play("new", "6C 6D 6H"), play("new", "AC AD AH 2C")))],
    ),
    (
        "opening.top-card.top-card",
        {"counts": True, "hand-only": False},
        {"hand": "AC AD 4C 5C", "pile": "7C AH"},
        [(0, take(play("new", "AC AD AH")))],
    ),
    (
        "opening.standing.running",
        {"start-of-deal": True, "so-far": False},
        {"hand": f"{KINGS} {QUEENS} 4C 5C", "phase": "play", "totals": (1450, 0), "red_threes": ("3D 3H", "")},
        [(0, meld(play("new", KINGS), play("new", QUEENS)))],
    ),
    (
        "opening.minimum.canasta-opens",
        {"worth-only": False, "any-canasta": True},
        {"hand": f"{FOURS} 7C 8C 9C TC", "phase": "play"},
        [(0, meld(play("new", FOURS)))],
    ),
    (
        "opening.going-out.minimum",
        {"after-drawing": True, "nobody-may": False, "either-way": True},
        {"hand": f"{FOURS} 6C 6D 6H 6S 9C", "phase": "play", "totals": (3200, 0)},
        [(0, meld(play("new", FOURS), play("new", "6C 6D 6H 6S")))],
    ),
    (
        "opening.going-out.minimum",
        {"after-drawing": False, "nobody-may": False, "either-way": True},
        {"hand": "4C 4C 4D 4D 4H 4H 6C 6D 6H 6S 9C", "pile": "4S", "totals": (3200, 0)},
        [(0, take(play("new", FOURS), play("new", "6C 6D 6H 6S")))],
    ),
    (
        "pile.wild.opening",
        {"pair-only": False, "no-pair-needed": True},
        {"hand": f"AC JK {KINGS} 4C 5C", "pile": "7C AH"},
        [(0, take(play("new", "AC JK AH"), play("new", KINGS)))],
    ),
    (
        "pile.wild.own-rank",
        {"joins": False, "new-only": False, "alone": True},
        {"hand": "8C JK 4C 5C", "pile": "KC 8H", "melds": ["8C 8D 8S 8S 2C 2D 2H"]},
        [(0, take(play(0, "8C JK 8H")))],
    ),
    (
        "pile.wild.own-rank",
        {"joins": True, "new-only": False, "alone": True},
        {"hand": "8C JK 4C 5C", "pile": "KC 8H", "melds": [EIGHTS]},
        [(0, take(play(0, "8C JK 8H")))],
    ),
    (
        "pile.beside-the-pair.wilds",
        {"free": True, "bare": False},
        {"hand": "9C 9D JK 2D 4C 5C", "pile": "KC 2C 9H", "totals": (1600, 0)},
        [(0, take(play("new", "9C 9D JK 2D 9H")))],
    ),
    (
        "pile.other-melds.opened",
        {"freely": True, "top-only": False},
        {"hand": f"{KINGS} JC JD 4C 5C", "pile": "5D JH", "melds": [QUEENS]},
        [(0, take(play("new", "JC JD JH"), play("new", KINGS)))],
    ),
    (
        "pile.top-melded.must-lay",
        {"laid": False, "held": True},
        {"hand": "9C 9D KC", "pile": "KD KH 9H", "melds": [QUEENS]},
        [(0, {"type": "take", "plays": []})],
    ),
    (
        "pile.match.hand-card",
        {"top-alone": True, "mate-needed": False},
        {"hand": "4C 5C", "pile": "KC 8H", "melds": [EIGHTS]},
        [(0, take(play(0, "8H")))],
    ),
    (
        "pile.match.canasta",
        {"matches": True, "no-match": False},
        {"hand": "4C 5C", "pile": "5C KC 8H", "melds": ["8C 8C 8D 8D 8H 8S 8S"]},
        [(0, take(play(0, "8H")))],
    ),
    (
        "pile.take.others",
        {"at-once": True, "next-turn": False},
        {"hand": "9C 9D 4C 5C", "pile": "KC 9S 9H", "melds": [QUEENS]},
        [(0, take(play("new", "9C 9D 9H"))), (0, meld(play(1, "9S")))],
    ),
    (
        "pile.one-card.single",
        {"never": False, "allowed": True, "without-stock": False},
        {"hand": "KC", "pile": "8H", "melds": ["QC QC QD QD QH QH QS", EIGHTS]},
        [(0, take(play(1, "8H")))],
    ),
    (
        "pile.one-card.single",
        {"never": False, "allowed": True, "without-stock": True},
        {"hand": "KC", "pile": "8H", "melds": ["QC QC QD QD QH QH QS", EIGHTS], "stock": ""},
        [(0, take(play(1, "8H")))],
    ),
    (
        "pile.frozen.black-three",
        {"stops-only": True, "freezes": False},
        {"hand": "4C 5C", "pile": "6C 3C 9H", "melds": ["9C 9D 9S"]},
        [(0, take(play(0, "9H")))],
    ),
    (
        "pile.frozen.black-three",
        {"stops-only": True, "freezes": False},
        {"hand": "9C 2C 4C 5C", "pile": "6C 3C 9H", "melds": [QUEENS]},
        [(0, take(play("new", "9C 2C 9H")))],
    ),
    (
        "pile.frozen.wild",
        {"until-taken": False, "while-on-top": True},
        {"hand": "4C 5C", "pile": "KC 2C 8H", "melds": [EIGHTS]},
        [(0, take(play(0, "8H")))],
    ),
    (
        "out.pass.last-card",
        {"must": False, "may-keep": True},
        {"hand": "5C 5D 5H KC", "melds": [QUEENS], "phase": "play"},
        [(0, meld(play("new", "5C 5D 5H")))],
    ),
    (
        "out.canasta.how-many",
        {"one": True, "two": False},
        {"hand": "6C 6D 6H", "melds": [CANASTA], "phase": "play"},
        [(0, meld(play("new", "6C 6D 6H")))],
    ),
    (
        "out.able-to-end.when-judged",
        {"in-the-end": True, "at-once": False},
        {"hand": f"{KINGS} QC", "melds": ["QC QD QD QH QH QS"], "phase": "play"},
        [(0, meld(play("new", KINGS)))],
    ),
    (
        "out.last-discard.which",
        {"any": True, "plain": False},
        {"hand": "JK", "melds": [CANASTA], "phase": "play"},
        [(0, discard("JK"))],
    ),
    (
        "out.ask.moment",
        {"before-melding": False, "any-time": True},
        {"hand": f"{QUEENS} QS 6C", "melds": [CANASTA], "phase": "play"},
        [(0, meld(play("new", QUEENS))), (0, ask())],
    ),
    (
        "out.ask.taking",
        {"they-count": False, "not-counted": True},
        {"hand": "6C", "pile": "QS KS", "melds": [CANASTA, QUEENS]},
        [(0, take(play(0, "KS"))), (0, ask())],
    ),
    (
        "out.ask.who",
        {"able": False, "anybody": True},
        {"hand": "4C 6C 8C", "melds": [CANASTA], "phase": "play"},
        [(0, ask())],
    ),
    (
        "out.ask.before-draw",
        {"may": True, "after-only": False, "if-able": True},
        {"hand": f"{QUEENS} 6C", "melds": [CANASTA]},
        [(0, ask())],
    ),
    (
        "out.ask.before-draw",
        {"may": True, "after-only": False, "if-able": False},
        {"hand": f"{QUEENS} 6C 7C", "melds": [CANASTA]},
        [(0, ask())],
    ),
    (
        "out.ask.before-draw",
        {"may": True, "after-only": True, "if-able": True},
        {"hand": f"{QUEENS} 6C", "melds": [CANASTA], "phase": "play", "obtained": True},
        [(0, ask())],
    ),
    (
        "out.yes.duty",
        {"must": False, "may": True},
        {"hand": f"{QUEENS} 6C", "melds": [CANASTA], "phase": "play", "obtained": True, "partner": "4C"},
        [(0, ask()), (2, YES), (0, discard("6C"))],
    ),
    (
        "out.leave-needed.needed",
        {"free": True, "needed": False},
        {"hand": "6C", "melds": [CANASTA], "phase": "play"},
        [(0, discard("6C"))],
    ),
    (
        "turn.forced-take.duty",
        {"own-meld": False, "any-take": False, "free": True},
        {"hand": "4C 5C", "pile": "8H", "melds": [EIGHTS], "stock": ""},
        [(0, DRAW)],
    ),
    (
        "turn.forced-take.duty",
        {"own-meld": True, "any-take": False, "free": True},
        {"hand": "8C 8D KC 4C", "pile": "8H", "melds": [QUEENS], "stock": ""},
        [(0, DRAW)],
    ),
    (
        "turn.forced-take.hopeless",
        {"lapses": True, "stands": False},
        {"hand": "KC", "pile": "8H", "melds": [EIGHTS], "stock": ""},
        [(0, DRAW)],
    ),
]
"""Question, verdict by reading, position, acts of which the last is judged."""


@pytest.mark.parametrize(("question", "verdicts", "position", "acts"), DOUBTS)
def test_a_doubt_parts_its_readings(question: str, verdicts: dict[str, bool], position: dict[str, Any], acts: Acts) -> None:
    """In a position on which the readings of a doubt part, each of them gives its own verdict."""
    known = sheet_of("canasta").book.questions()[question]
    assert [reading.name for reading in known.readings] == list(verdicts)
    assert known.default == next(iter(verdicts))
    for reading, verdict in verdicts.items():
        rulebook = ordinary(question, reading)
        assert played(rulebook, set_out(rulebook, **position), acts)[0] == verdict, reading


@pytest.mark.parametrize(("reading", "drawn"), [("two", 2), ("one", 1)])
def test_a_draw_where_two_play(reading: str, drawn: int) -> None:
    """Two cards by the main sources (OC-F215), one by the manual that names Hoyle; where four play it is one in any case."""
    for players, number in ((2, drawn), (4, 1)):
        rulebook = ordinary("turn.draw.two-players", reading, players)
        legal, now = played(rulebook, set_out(rulebook, "KC"), [(0, DRAW)])
        assert legal and len(cards(rulebook, now, "hand")) == 1 + number


@pytest.mark.parametrize(("reading", "may"), [("two", False), ("one", True)])
def test_one_canasta_where_two_play(reading: str, may: bool) -> None:
    """With one canasta nobody goes out where two play (OC-F217), or may, as the manual that names Hoyle allows; four need one."""
    for players, verdict in ((2, may), (4, True)):
        rulebook = ordinary("out.canasta.two-players", reading, players)
        start = set_out(rulebook, "6C", melds=[CANASTA], phase="play")
        assert played(rulebook, start, [(0, discard("6C"))])[0] == verdict
        two = set_out(rulebook, "6C", melds=[CANASTA, FOURS], phase="play")
        assert played(rulebook, two, [(0, discard("6C"))])[0]


@pytest.mark.parametrize(("reading", "verdict"), [("each-turn", True), ("once", False)])
def test_asking_again_in_a_later_turn(reading: str, verdict: bool) -> None:
    """Whoever was told no may ask again in the next turn, or not in this deal."""
    rulebook = ordinary("out.ask.again", reading)
    asked = rulebook.layout.has("has-asked")
    more: dict[str, Any] = {"has_asked": True} if asked else {}
    start = set_out(rulebook, f"{QUEENS} 6C", melds=[CANASTA], phase="play", obtained=True, **more)
    assert played(rulebook, start, [(0, ask())])[0] == verdict


def test_asking_twice_in_a_turn() -> None:
    """Whoever was told no does not ask again in the same turn."""
    rulebook = ordinary()
    start = set_out(rulebook, f"{QUEENS} 6C 7C", melds=[CANASTA, "7D 7H 7S"], phase="play", obtained=True, partner="4C 5C")
    assert not played(rulebook, start, [(0, ask()), (2, NO), (0, ask())])[0]
