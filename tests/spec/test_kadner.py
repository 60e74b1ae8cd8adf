"""Kadner's Hand and Foot: books and tuckers, the foot, and leave to go out."""

from __future__ import annotations

from typing import Any

import pytest

from meldspec.table.table import TURN

from .kadner import ALL, BLACK_NINES, FOOT, KINGS, QUEENS, SEVENS, WILD, kadner, set_out
from .ordinary import NO, YES, Acts, ask, played
from .positions import DRAW, PASS, after, cards, discard, ended, legal, lines_of, meld, play, take

EVERYBODY = [True] * 4
OUT: dict[str, Any] = {"in_foot": EVERYBODY, "melds": ALL, "phase": "play", "obtained": True}


# ── rows, books, tuckers ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("lies", "added", "may"),
    [
        ("8C 8D", "2C 2D", True),
        ("8C", "2C 2D", False),
        ("8C 8D 2C 2D", "2H", False),
        ("8C 8D 8H 2C 2D", "2H", True),
        ("8C 8D 8H 8S 2C 2D 2H", "2S", False),
        ("2C 2D 2H", "JK", True),
        ("2C 2D 2H", "8C 8D 8H", False),
        (WILD, "2H", True),
        (KINGS, "KS", True),
        (KINGS, "2H", False),
        (BLACK_NINES, "9S", True),
        (BLACK_NINES, "2H", False),
        (KINGS, "QH", False),
        ("KC KC KD KD KH KH", "KS KS KS", True),
        ("KC KC KD KD KH KH", "KS 2C", True),
        ("KC KC KD KD KH KH", "2C 2D", False),
        (SEVENS, "7S", True),
    ],
)
def test_what_may_be_added(lies: str, added: str, may: bool) -> None:
    """Wild cards never outnumber the others nor exceed three; books take cards of their rank, the wild book wild ones, and a row of
    wild cards no others."""
    rulebook = kadner()
    lying = len(lies.split()) >= 3
    start = set_out(
        rulebook, f"{added} {'' if lying else lies} 6C 6D", melds=[QUEENS, *([lies] if lying else [])], phase="play", obtained=True
    )
    laid = play(1, added) if lying else play("new", f"{lies} {added}")
    assert legal(rulebook, start, meld(laid)) == may


@pytest.mark.parametrize(
    ("lies", "beside", "added", "may"),
    [
        (KINGS, WILD, "2H", True),
        (KINGS, WILD, "2H 2S JK", True),
        (KINGS, WILD, "2H 2S JK JK", False),
        (KINGS, "2C 2D 2H 2S JK JK", "2H", False),
        (BLACK_NINES, WILD, "2H", False),
        ("KC KC KD KD KH KH", WILD, "2C 2D", False),
    ],
)
def test_wild_tuckers(lies: str, beside: str, added: str, may: bool) -> None:
    """A side with a wild book tucks up to three wild cards onto a red book, and none onto a black one or an open row."""
    rulebook = kadner()
    start = set_out(rulebook, f"{added} 6C 6D", melds=[lies, beside], phase="play", obtained=True)
    assert legal(rulebook, start, meld(play(0, added))) == may


def test_one_row_of_a_rank_at_a_time() -> None:
    """A second row of kings is begun when the first is a book, in the same act if need be; so with wild cards."""
    rulebook = kadner()
    for lies, hand, acts, may in (
        ("KC KD KH", "KS KS KS", [play("new", "KS KS KS")], False),
        (KINGS, "KS KS KS", [play("new", "KS KS KS")], True),
        ("KC KC KD KD KH KH", "KS KS KS KC", [play(0, "KS"), play("new", "KS KS KC")], True),
        ("2C 2D 2H", "JK JK JK", [play("new", "JK JK JK")], False),
        (WILD, "JK JK JK", [play("new", "JK JK JK")], True),
    ):
        start = set_out(rulebook, f"{hand} 6C 6D", melds=[lies], phase="play", obtained=True)
        assert legal(rulebook, start, meld(*acts)) == may


# ── the foot ────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_foot_after_melding_out() -> None:
    """Whoever lays the last card of the hand goes on with the foot, and discards from it; its red three is replaced."""
    rulebook = kadner()
    start = set_out(rulebook, "KC KD", melds=[KINGS], phase="play", obtained=True, feet=["3D 4C 5C 6C"], stock="9C TC")
    now = after(rulebook, start, meld(play(0, "KC KD")))
    assert sorted(cards(rulebook, now, "hand")) == ["4C", "5C", "6C", "9C"] and cards(rulebook, now, "laid-threes") == ["3D"]
    assert not legal(rulebook, now, PASS) and legal(rulebook, now, discard("9C"))


def test_the_foot_after_the_last_discard() -> None:
    """Whoever discards the last card of the hand has the foot for the next turn."""
    rulebook = kadner()
    now = after(rulebook, set_out(rulebook, "KC", melds=[KINGS], phase="play", obtained=True), discard("KC"))
    assert sorted(cards(rulebook, now, "hand")) == FOOT.split() and now.cells[TURN] == 1


def test_in_the_foot_a_card_is_kept() -> None:
    """Without leave or without the books nobody parts with the last card."""
    rulebook = kadner()
    start = set_out(rulebook, "KC KD", in_foot=EVERYBODY, melds=[KINGS, QUEENS], phase="play", obtained=True)
    assert not legal(rulebook, start, meld(play(0, "KC KD")))
    assert not legal(rulebook, start, meld(play(0, "KC")))
    assert legal(rulebook, start, discard("KC"))
    alone = set_out(rulebook, "KC", in_foot=EVERYBODY, melds=[KINGS, QUEENS], phase="play", obtained=True)
    assert "out.keep-a-card" in lines_of(rulebook, alone, discard("KC"))


# ── going out ───────────────────────────────────────────────────────────────────────────────────────────────


def test_going_out_with_leave() -> None:
    """With all books and a yes the last cards are laid, and there is no discard."""
    rulebook = kadner()
    start = set_out(rulebook, "KC KD", **OUT)
    legal_, now = played(rulebook, start, [(0, ask()), (2, YES), (0, meld(play(2, "KC KD"))), (0, PASS)])
    assert legal_ and ended(now) == ("out", 0)


@pytest.mark.parametrize(
    ("acts", "melds", "in_foot"),
    [
        ([(0, meld(play(2, "KC KD")))], ALL, EVERYBODY),
        ([(0, ask()), (2, NO), (0, meld(play(2, "KC KD")))], ALL, EVERYBODY),
        ([(0, ask()), (2, YES), (0, meld(play(2, "KC"))), (0, discard("KD"))], ALL, EVERYBODY),
        ([(0, ask())], ALL[:-1], EVERYBODY),
        ([(0, ask())], ALL, [True, True, False, True]),
        ([(0, ask(1))], ALL, EVERYBODY),
    ],
)
def test_going_out_is_refused(acts: Acts, melds: list[str], in_foot: list[bool]) -> None:
    """Without leave, after a no, by a discard, without a second black book, or while the partner is in the hand."""
    rulebook = kadner()
    assert not played(rulebook, set_out(rulebook, "KC KD", **(OUT | {"melds": melds, "in_foot": in_foot})), acts)[0]


def test_the_last_discard_ends_the_round_where_it_goes_out() -> None:
    """Who reads that the last card may be discarded, too, goes out by it at once; if the others have a turn more, after theirs."""
    out: dict[str, Any] = {"in_foot": [True] * 4, "melds": ALL, "phase": "play", "obtained": True, "granted": True, "pile": "6C"}
    rulebook = kadner(out__ways__last="discarding-too")
    assert ended(after(rulebook, set_out(rulebook, "4H", **out), discard("4H"))) == ("out", 0)
    rulebook = kadner(out__ways__last="discarding-too", out__goes_out__others="one-turn")
    assert ended(after(rulebook, set_out(rulebook, "4H", **out), discard("4H"))) is None


def test_leave_of_both_partners_where_six_play() -> None:
    """One yes is not enough, and a no ends it."""
    rulebook = kadner(6)
    start = set_out(rulebook, "KC KD", **(OUT | {"in_foot": [True] * 6}))
    last = (0, meld(play(2, "KC KD")))
    assert not played(rulebook, start, [(0, ask(2)), (2, YES), last])[0]
    assert not played(rulebook, start, [(0, ask(2)), (2, YES), (0, ask(4)), (4, NO), last])[0]
    assert played(rulebook, start, [(0, ask(2)), (2, YES), (0, ask(4)), (4, YES), last, (0, PASS)])[0]


def test_nobody_is_asked_where_three_play() -> None:
    """Whoever plays alone goes out when the books are there."""
    rulebook = kadner(3)
    start = set_out(rulebook, "KC KD", **(OUT | {"in_foot": [True, False, False]}))
    assert ended(after(rulebook, start, meld(play(2, "KC KD")), PASS)) == ("out", 0)


@pytest.mark.parametrize(
    ("granted", "threes", "may"), [(True, "3C 3S 3S", True), (True, "3C 3S 3S 3C", True), (False, "3C 3S 3S", False)]
)
def test_black_threes_go_out_three_together(granted: bool, threes: str, may: bool) -> None:
    """They are laid by who goes out in the same turn and has leave; a fourth goes with them."""
    rulebook = kadner()
    start = set_out(rulebook, threes, granted=granted, **OUT)
    assert legal(rulebook, start, meld(play("new", threes))) == may


def test_two_black_threes_keep_a_player_from_going_out() -> None:
    """There is no discard, and two make no row; so leave cannot even be asked."""
    rulebook = kadner()
    assert not legal(rulebook, set_out(rulebook, "KC 3C 3S", **OUT), ask())


def test_the_round_ends_when_nothing_can_be_drawn() -> None:
    """A single card is drawn; where none is left the wish to draw ends the round, but the pile may be taken."""
    rulebook = kadner()
    one = set_out(rulebook, "TC TD 6C", pile="TS", melds=[KINGS], stock="8C")
    assert sorted(cards(rulebook, after(rulebook, one, DRAW), "hand")) == ["6C", "8C", "TC", "TD"]
    none = set_out(rulebook, "TC TD 6C", pile="TS", melds=[KINGS], stock="")
    assert ended(after(rulebook, none, DRAW)) == ("stock", None)
    assert legal(rulebook, none, take(play("new", "TC TD TS")))


def test_a_red_three_that_is_drawn_is_replaced() -> None:
    """Two cards are drawn, a red three among them is laid, and one more comes."""
    rulebook = kadner()
    now = after(rulebook, set_out(rulebook, "6C 8C", stock="3D 9C TC 4C"), DRAW)
    assert sorted(cards(rulebook, now, "hand")) == ["6C", "8C", "9C", "TC"] and cards(rulebook, now, "laid-threes") == ["3D"]
