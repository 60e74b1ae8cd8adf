"""Positions in which a player could do nothing at all as long as the rules were silent, and what each reading makes of them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.playing import referee

from meldspec.corpus.search.random_player import anything
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.table.table import ENDED, TURN, Table

from . import bain, dollars, ordinary
from .ordinary import CANASTA, NO, QUEENS, Acts, ask, played
from .positions import DRAW, PASS, by_question, cards, discard, lines_of, manzana, meld, play, sheet_of, table, take

ASKED: dict[str, Any] = {"melds": [CANASTA], "partner": "4C"}
DOWN_TO_ONE: Acts = [(0, meld(play("new", QUEENS))), (0, ask())]
MELDED: dict[str, Any] = {"hand": f"{QUEENS} 6C", "phase": "play", "obtained": True} | ASKED


def canasta(**readings: str) -> Rulebook:
    """The rulebook of ordinary Canasta for four; a reading is named by its question, dots and hyphens written as `__` and `_`."""
    return make_rulebook(sheet_of("canasta"), {}, by_question(readings))


def test_who_could_not_obey_a_no_does_not_ask() -> None:
    """A single card is left, which only going out lets go: leave is not asked any more (N-04)."""
    rulebook = canasta(out__ask__moment="any-time")
    legal, now = played(rulebook, ordinary.set_out(rulebook, **MELDED), DOWN_TO_ONE)
    assert not legal
    assert lines_of(rulebook, now, ask()) == {"out.ask"}
    assert played(rulebook, now, [(0, discard("6C"))])[1].cells[ENDED] == ("out", 0)


def test_who_has_a_card_to_spare_asks_after_melding() -> None:
    """With a queen that can be laid besides, either answer can be followed."""
    rulebook = canasta(out__ask__moment="any-time")
    start = ordinary.set_out(rulebook, **MELDED | {"hand": f"{QUEENS} QS 6C"})
    legal, now = played(rulebook, start, [*DOWN_TO_ONE, (2, NO), (0, discard("QS"))])
    assert legal and cards(rulebook, now, "hand") == ["6C"]


@pytest.mark.parametrize(
    ("readings", "position", "acts"),
    [
        ({"out__ask__moment": "any-time"}, MELDED, DOWN_TO_ONE),
        (
            {"out__ask__taking": "not-counted"},
            {"hand": "9C 9D 6C", "pile": "9H"} | ASKED,
            [(0, take(play("new", "9C 9D 9H"))), (0, ask())],
        ),
    ],
    ids=["after-melding", "after-taking"],
)
def test_a_no_with_one_card_left_ends_the_turn(readings: dict[str, str], position: dict[str, Any], acts: Acts) -> None:
    """Where leave may be asked so late, a no ends the turn without a discard, and nothing else may be done."""
    rulebook = canasta(**readings, out__ask__bound="turn-ends")
    legal, now = played(rulebook, ordinary.set_out(rulebook, **position), [*acts, (2, NO)])
    assert legal and not played(rulebook, now, [(0, discard("6C"))])[0]
    legal, now = played(rulebook, now, [(0, PASS)])
    assert legal and now.cells[TURN] == 1 and cards(rulebook, now, "hand") == ["6C"]


def test_who_must_go_out_does_not_ask_whether_to() -> None:
    """Black threes are laid by whoever goes out alone; a no that has to be obeyed would then leave nothing that may be done."""
    rulebook = canasta(out__ask__moment="any-time", out__ask__bound="turn-ends")
    start = ordinary.set_out(rulebook, **MELDED | {"hand": "3C 3C 3S KC"})
    legal, now = played(rulebook, start, [(0, meld(play("new", "3C 3C 3S"))), (0, ask())])
    assert not legal and lines_of(rulebook, now, ask()) == {"out.ask"}
    assert played(rulebook, now, [(0, discard("KC"))])[1].cells[ENDED] == ("out", 0)


def test_dollars_asks_after_melding_while_a_no_can_be_obeyed() -> None:
    """In Dollars from Heaven leave may be asked late by default, and so the question is one of every game there."""
    rulebook = dollars.dollars()
    start = dollars.set_out(rulebook, "KC KD KH 4C", melds=dollars.ALL, phase="play", obtained=True)
    assert not played(rulebook, start, [(0, meld(play("new", "KC KD KH"))), (0, ask())])[0]
    rulebook = dollars.dollars("out.ask.bound", "turn-ends")
    assert played(rulebook, start, [(0, meld(play("new", "KC KD KH"))), (0, ask()), (2, NO), (0, PASS)])[0]


@pytest.mark.parametrize(
    ("reading", "game", "stock", "ended"),
    [
        ("kept", "canasta", "3H", None),
        ("over", "canasta", "3H", ("stock", None)),
        ("kept", "manzana", "3D 3H", None),
        ("over", "manzana", "3D 3H", ("stock", None)),
    ],
)
def test_one_card_after_a_draw_that_brought_none(reading: str, game: str, stock: str, ended: tuple[str, None] | None) -> None:
    """A king, no canasta, and a red three drawn last: where the turn goes on the king is kept, or the deal ends (N-05)."""
    if game == "canasta":
        rulebook = canasta(turn__last_three__ends="whole-turn", turn__last_three__single=reading)
    else:
        rulebook = manzana(turn__last_three__replacement="goes-on", turn__last_three__single=reading)
    start = table(rulebook, "KC", melds=[QUEENS], stock=stock)
    legal, now = played(rulebook, start, [(0, DRAW)])
    assert legal and now.cells[ENDED] is None
    assert not played(rulebook, now, [(0, discard("KC"))])[0]
    legal, now = played(rulebook, now, [(0, PASS)])
    assert legal and now.cells[ENDED] == ended


def test_who_can_discard_after_such_a_draw_does() -> None:
    """With two cards one is discarded as in any other turn."""
    rulebook = canasta(turn__last_three__ends="whole-turn")
    legal, now = played(rulebook, table(rulebook, "KC 5D", melds=[QUEENS], stock="3H"), [(0, DRAW)])
    assert legal and not played(rulebook, now, [(0, PASS)])[0]
    assert played(rulebook, now, [(0, discard("5D"))])[0]


def four_sevens(reading: str) -> tuple[Rulebook, Table]:
    """Bain: two sevens are drawn to two others, and none of them can be laid so that a discard is left."""
    rulebook = bain.read_so("end.sevens.unforeseen", reading, {"end.sevens.hand": "three"})
    start = bain.set_out(rulebook, "7C 7D", melds=[bain.RED], stock="7H 7S 4C 4D", phase="draw")
    legal, now = played(rulebook, start, [(0, DRAW)])
    assert legal and now.cells[ENDED] is None
    return rulebook, now


def test_four_sevens_where_three_are_spoken_of() -> None:
    """Where play ends with three sevens only, four are kept and the turn ends (N-06)."""
    rulebook, now = four_sevens("turn-ends")
    assert not played(rulebook, now, [(0, discard("7C"))])[0]
    legal, now = played(rulebook, now, [(0, PASS)])
    assert legal and now.cells[ENDED] is None and now.cells[TURN] == 1


def test_one_of_four_sevens_is_discarded() -> None:
    """Or one of them may be discarded after all, and the turn does not end without."""
    rulebook, now = four_sevens("discarded")
    assert not played(rulebook, now, [(0, PASS)])[0]
    legal, now = played(rulebook, now, [(0, discard("7C"))])
    assert legal and cards(rulebook, now, "hand") == ["7D", "7H", "7S"]


@pytest.mark.parametrize(("hand", "may"), [("KD", "pass"), ("KD 5D", "discard")])
def test_red_threes_that_stay_with_the_player_leave_a_last_card(hand: str, may: str) -> None:
    """Where both cards drawn are red threes, never played, a last card that may not go is kept; one of two is discarded."""
    rulebook = bain.read_so("cards.red-threes.duty", "kept")
    start = bain.set_out(rulebook, hand, melds=[bain.RED], stock="3D 3H 4C 4D", phase="draw")
    legal, now = played(rulebook, start, [(0, DRAW)])
    assert legal and cards(rulebook, now, "hand") == hand.split()
    assert played(rulebook, now, [(0, PASS)])[0] is (may == "pass")
    assert played(rulebook, now, [(0, discard("KD"))])[0] is (may == "discard")


def test_a_duty_that_stands_is_the_only_reading_that_leaves_nothing() -> None:
    """Whoever must take the pile though the turn could not be ended can do nothing; that is what the reading says."""
    rulebook = ordinary.ordinary("turn.forced-take.hopeless", "stands", players=2)
    assert anything(referee(rulebook), table(rulebook, "KC", pile="8H", melds=["8C 8D 8S"], stock="").cells) is None
