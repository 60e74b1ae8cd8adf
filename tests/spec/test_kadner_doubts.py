"""Kadner's Hand and Foot: what each reading other than the default changes, in a position in which it does."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.worked import sheets

from meldspec.engine.deal import begin
from meldspec.table.table import MATCH, PHASE, TOTALS, TURN

from .kadner import EVERYBODY, FOOT, KINGS, OUT, PLAY, QUEENS, TAKEN, WILD, kadner, set_out
from .ordinary import NO, YES, Acts, ask, played
from .positions import DRAW, PASS, Action, after, cards, discard, ended, legal, meld, play


@pytest.mark.parametrize(("reading", "left"), [("five-in-all", 3), ("five-more", 2), ("two", 6)])
def test_how_many_cards_are_picked(reading: str, left: int) -> None:
    """Of a pile of eight three cards are left, or two, or six."""
    rulebook = kadner(pile__take__how_many=reading)
    start = set_out(rulebook, "TC TD 6C", pile="4C 5C 6C 8C 9C JC QC TS", melds=[KINGS])
    assert len(cards(rulebook, after(rulebook, start, TAKEN), "pile")) == left


@pytest.mark.parametrize(("reading", "left"), [("come-along", ["5C"]), ("stay", ["3S"])])
def test_a_buried_black_three(reading: str, left: list[str]) -> None:
    """It comes with the five, or lies where it is and another card comes."""
    rulebook = kadner(pile__take__black_threes=reading)
    start = set_out(rulebook, "TC TD 6C", pile="5C KC 9C 9D 3S TS", melds=[QUEENS])
    assert cards(rulebook, after(rulebook, start, TAKEN), "pile") == left


@pytest.mark.parametrize(("reading", "may"), [("at-once", True), ("next-turn", False)])
def test_the_other_cards_of_the_pile(reading: str, may: bool) -> None:
    """Two queens that came with the ten make a row with the one in hand at once, or not before the next turn."""
    rulebook = kadner(pile__others__others=reading)
    start = set_out(rulebook, "TC TD QH 6C", pile="4C 5C QC QD TS", melds=[KINGS])
    assert legal(rulebook, start, TAKEN, meld(play("new", "QC QD QH"))) == may
    assert len(cards(rulebook, after(rulebook, start, TAKEN, PASS), "hand")) == 6


@pytest.mark.parametrize(("reading", "top", "aside"), [("stops", "3D", 0), ("laid-aside", "9C", 1)])
def test_a_red_three_that_comes_to_lie_on_top(reading: str, top: str, aside: int) -> None:
    """It stops the pile, or is laid aside so that the card below it is the top card."""
    rulebook = kadner(pile__stopped__red_three=reading)
    start = set_out(rulebook, "TC TD 6C", pile="9C 3D 4C 5C 6C 8C TS", melds=[KINGS])
    now = after(rulebook, start, TAKEN)
    assert cards(rulebook, now, "pile")[-1] == top
    assert not aside or cards(rulebook, now, "aside") == ["3D"]


@pytest.mark.parametrize(
    ("reading", "melded", "discarded"),
    [("used-up", 4, 4), ("next-turn", 4, 0), ("after-a-book", None, 0), ("later-turn", None, 0)],
)
def test_when_the_foot_is_taken_up(reading: str, melded: int | None, discarded: int) -> None:
    """At once after the last card was laid (or that may not be done, for want of a discard), and with the last discard or later."""
    rulebook = kadner(foot__pick_up__moment=reading)
    start = set_out(rulebook, "KC KD", melds=[KINGS], **PLAY)
    if melded is None:
        assert not legal(rulebook, start, meld(play(0, "KC KD")))
    else:
        assert len(cards(rulebook, after(rulebook, start, meld(play(0, "KC KD"))), "hand")) == melded
    last = after(rulebook, set_out(rulebook, "KC", melds=[KINGS], **PLAY), discard("KC"))
    assert len(cards(rulebook, last, "hand")) == discarded


def test_the_foot_after_a_book() -> None:
    """With that reading whoever completes a book has the foot when the turn has ended, and cards of the hand besides."""
    rulebook = kadner(foot__pick_up__moment="after-a-book")
    start = set_out(rulebook, "KS 6C 6D 8C", melds=["KC KC KD KD KH KH"], **PLAY)
    now = after(rulebook, start, meld(play(0, "KS")), discard("8C"))
    assert sorted(cards(rulebook, now, "hand")) == sorted(f"6C 6D {FOOT}".split())


@pytest.mark.parametrize(("reading", "over"), [("goes-on", False), ("ends", True)])
def test_red_threes_of_the_foot_without_a_stock(reading: str, over: bool) -> None:
    """They are laid and play goes on, or the deal ends."""
    rulebook = kadner(foot__threes__no_stock=reading)
    start = set_out(rulebook, "KC KD", melds=[KINGS], feet=["3D 4C 5C 6C"], stock="", **PLAY)
    assert after(rulebook, start, meld(play(0, "KC KD"))).over() == over


@pytest.mark.parametrize(("reading", "played_"), [("not-yet", False), ("already", True)])
def test_a_foot_taken_up_by_melding_out(reading: str, played_: bool) -> None:
    """After a pick from the pile nothing is discarded; whether the foot counts as played then is the doubt."""
    rulebook = kadner(foot__played__melding_out=reading)
    start = set_out(rulebook, "KC KD", melds=[KINGS], took=True, **PLAY)
    now = after(rulebook, start, meld(play(0, "KC KD")), PASS)
    assert now.cells[rulebook.layout["has-played"].first] is played_


@pytest.mark.parametrize(("reading", "over"), [("ends", True), ("goes-on", False)])
def test_a_draw_of_red_threes_alone(reading: str, over: bool) -> None:
    """It ends the deal, or the turn goes on and may end without a discard."""
    rulebook = kadner(turn__last_three__ends=reading)
    now = after(rulebook, set_out(rulebook, "6C", stock="3D 3H", melds=[KINGS]), DRAW)
    assert now.over() == over
    assert over or legal(rulebook, now, PASS)


@pytest.mark.parametrize(
    ("reading", "over", "drawn"), [("one-will-do", False, 1), ("two-or-end", True, 0), ("turned-over", False, 1)]
)
def test_one_card_left(reading: str, over: bool, drawn: int) -> None:
    """It is drawn, or the deal ends."""
    rulebook = kadner(end__stock__empty=reading)
    now = after(rulebook, set_out(rulebook, "6C", stock="8C", pile="9C TC"), DRAW)
    assert (now.over(), len(cards(rulebook, now, "hand"))) == (over, 1 + drawn)


def test_the_pile_is_turned_over() -> None:
    """With that reading the lowest card of the pile is the first of the new stock, and its top card stays."""
    rulebook = kadner(end__stock__empty="turned-over")
    now = after(rulebook, set_out(rulebook, "6C", stock="8C 8D", pile="4C 5C 9C TC"), DRAW)
    assert cards(rulebook, now, "pile") == ["TC"] and cards(rulebook, now, "stock") == ["9C", "5C", "4C"]


@pytest.mark.parametrize(
    ("reading", "answer", "may"),
    [("everybodys", YES, True), ("everybodys", NO, False), ("advice", NO, True), ("one-yes", NO, False)],
)
def test_what_an_answer_binds_to(reading: str, answer: Action, may: bool) -> None:
    """A no forbids, unless it is mere advice."""
    rulebook = kadner(out__leave_needed__binding=reading)
    assert played(rulebook, set_out(rulebook, "KC KD", **OUT), [(0, ask()), (2, answer), (0, meld(play(2, "KC KD")))])[0] == may


@pytest.mark.parametrize(("reading", "may"), [("everybodys", False), ("one-yes", True)])
def test_one_yes_of_two(reading: str, may: bool) -> None:
    """Where six play, one partner's yes is enough or not."""
    rulebook = kadner(6, out__leave_needed__binding=reading)
    start = set_out(rulebook, "KC KD", **(OUT | {"in_foot": [True] * 6}))
    assert played(rulebook, start, [(0, ask(2)), (2, YES), (0, meld(play(2, "KC KD")))])[0] == may


@pytest.mark.parametrize(("reading", "may"), [("everybodys", False), ("one-partners", True)])
def test_a_partner_still_in_the_hand(reading: str, may: bool) -> None:
    """Where six play, one partner in the hand holds up the side, or does not."""
    rulebook = kadner(6, out__canasta__partners=reading)
    start = set_out(rulebook, "KC KD", **(OUT | {"in_foot": [True, True, True, True, False, True]}))
    assert legal(rulebook, start, ask(2)) == may


def test_a_yes_that_obliges() -> None:
    """With that reading whoever has leave and can go out may do nothing that prevents it."""
    for reading, may in (("after-the-pick", True), ("any-time", False)):
        rulebook = kadner(out__ask__moment=reading)
        start = set_out(rulebook, "KC KD 6C", stock="6D 6H", **(OUT | {"phase": "draw", "obtained": False, "granted": True}))
        acts: Acts = [(0, DRAW), (0, discard("6C"))]
        assert played(rulebook, start, acts)[0] == may


@pytest.mark.parametrize(("reading", "may"), [("after-the-pick", True), ("any-time", False)])
def test_a_yes_after_the_pick(reading: str, may: bool) -> None:
    """A yes that obliges does so, too, where it is given after the pick."""
    rulebook = kadner(out__ask__moment=reading)
    assert played(rulebook, set_out(rulebook, "KC KD", **OUT), [(0, ask()), (2, YES), (0, discard("KC"))])[0] == may


@pytest.mark.parametrize(("reading", "turns"), [("nothing-more", 0), ("one-turn", 3)])
def test_the_others_after_somebody_went_out(reading: str, turns: int) -> None:
    """Play stops at once, or each of the others has one more turn; the 100 are those of who went out first."""
    rulebook = kadner(out__goes_out__others=reading)
    start = set_out(rulebook, "KC KD", granted=True, stock="6C 6D 6H 6S 8C 8D 8H", **OUT)
    now = after(rulebook, start, meld(play(2, "KC KD")), PASS)
    for seat in range(1, turns + 1):
        assert not now.over()
        now = after(rulebook, now, DRAW, discard("8D"), seat=seat)
    assert ended(now) == ("out", 0)


@pytest.mark.parametrize(("reading", "first"), [("dealer", 3), ("left-of-dealer", 0)])
def test_who_begins(reading: str, first: int) -> None:
    """The dealer, or the player on the left."""
    rulebook = kadner(deal__begin__first=reading)
    now = begin(rulebook, {"hand": [rulebook.faces.read(["KC"])] * 4, "stock": [rulebook.faces.read(["9C", "8C"])]}, dealer=3)
    assert (now.cells[PHASE], now.cells[TURN]) == ("draw", first)


@pytest.mark.parametrize(("reading", "held"), [("at-once", "8C"), ("next-circuit", "9C")])
def test_a_replacement_that_is_a_red_three(reading: str, held: str) -> None:
    """It is replaced at once, or when the others have been served."""
    rulebook = kadner(deal__replace_threes__again=reading)
    read = rulebook.faces.read
    hands = [read([card]) for card in ("3H", "3D", "KC", "KD")]
    now = begin(rulebook, {"hand": hands, "stock": [read(["3D", "8C", "9C", "TC"][::-1])]}, dealer=3)
    assert cards(rulebook, now, "hand", 0) == [held]


@pytest.mark.parametrize(("reading", "pile"), [("stays", ["2C"]), ("covered", ["2C", "9C"])])
def test_a_wild_card_turned_up(reading: str, pile: list[str]) -> None:
    """It stays on top, or is covered."""
    rulebook = kadner(deal__covers__wild=reading)
    read = rulebook.faces.read
    now = begin(rulebook, {"hand": [read(["KC"])] * 4, "stock": [read(["9C", "2C"])]}, dealer=3)
    assert cards(rulebook, now, "pile") == pile


@pytest.mark.parametrize(("reading", "match"), [("drawn", (None,)), ("another-round", None)])
def test_a_tie_after_five_rounds(reading: str, match: Any) -> None:
    """The match is drawn, or goes on."""
    rulebook = kadner(match__tie__tie=reading)
    start = set_out(rulebook, "5H 6D 8D", in_foot=EVERYBODY, stock="", pile="3C", deal=5, totals=(14205, 14205))
    now = after(rulebook, start, DRAW)
    assert now.cells[TOTALS] == (14205 - 40, 14205 - 40) and now.cells[MATCH] == match


def test_a_red_book_with_a_wild_tucker() -> None:
    """Where a wild card may be tucked onto kings they stay a red book, which takes more cards and brings 500."""
    rulebook = kadner()
    start = set_out(rulebook, "2H KS 6C 6D", in_foot=EVERYBODY, melds=[KINGS, WILD], stock="", pile="3C", **PLAY)
    now = after(rulebook, start, meld(play(0, "2H")), meld(play(0, "KS")), discard("6C"))
    over = after(rulebook, now, DRAW, seat=1)
    assert sheets(rulebook, over)[0]["score.canastas"] == 500 + 1500
