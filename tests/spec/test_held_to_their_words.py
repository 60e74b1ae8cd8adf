"""Readings that gave or refused more than their words say, as reading them with made-up positions showed, game by game."""

from __future__ import annotations

from typing import Any

import pytest

from meldspec.table.table import Table

from . import bain, dollars, kadner, pennies, railroad
from .ordinary import played
from .positions import DRAW, PASS, after, cards, discard, ended, legal, meld, play, scores, take

SIX_KINGS = "KC KC KD KD KH KH"


@pytest.mark.parametrize(("melds", "may"), [([SIX_KINGS], False), ([f"{SIX_KINGS} KS"], True)])
def test_a_safe_discard(melds: list[str], may: bool) -> None:
    """Dollars: a king on a frozen pile is safe where the other side's meld has six of them (000, paragraph 37); a joker that would
    complete it in the same act does not help, and the pair begins a new meld only where the old one lay complete before."""
    rulebook = dollars.dollars()
    start = dollars.set_out(rulebook, "KC KD JK 4C 5C", melds=melds, pile="2C 9D KS")
    completing = [play(0, "JK")] if may is False else []
    assert legal(rulebook, start, take(play("new", "KC KD KS"), *completing)) == may


def test_no_pass_ends_the_deal_where_a_discard_was_left() -> None:
    """Dollars: who may keep a last card that could be discarded ends the turn alone, and the deal goes on."""
    rulebook = dollars.dollars("out.pass.last-card", "may-keep")
    now = after(rulebook, dollars.set_out(rulebook, "4C", melds=[dollars.NATURAL], phase="play"), PASS)
    assert ended(now) is None


def test_jokers_alone_where_sevens_are_free() -> None:
    """Dollars: where sevens may be discarded, and all that a hand has is jokers, the turn ends without a discard and the deal with
    it."""
    rulebook = dollars.dollars("end.sevens.both-sides", "discarded")
    start = dollars.set_out(rulebook, "JK", melds=[dollars.SEVENS], other_melds=[dollars.SEVENS], stock="JK")
    now = after(rulebook, start, DRAW)
    assert not legal(rulebook, now, discard("JK"))
    assert ended(after(rulebook, now, PASS)) == ("stuck", 0)


def test_a_meld_of_wild_cards_gives_no_pile() -> None:
    """Pennies: where natural cards may join a wild meld, a top card of no meld's rank still takes nothing with it."""
    rulebook = pennies.read_so("meld.wild.turned", "mixes")
    for melds, may in ((["2C 2D JK"], False), (["9C 9D 9H"], True)):
        start = pennies.set_out(rulebook, "9C 4C 5C 6C", melds=melds, pile="8C 9S")
        assert legal(rulebook, start, take(play(0, "9S 9C"))) == may


def test_a_black_three_covers_a_red_three() -> None:
    """Pennies: where nothing below a black three freezes the pile, a red three that was turned up at the start does not either."""
    for reading, may in (("no-matter", False), ("lifted", True)):
        rulebook = pennies.read_so("pile.frozen.black-three", reading)
        start = pennies.set_out(rulebook, "4C 5C 6C", melds=["9C 9D 9H"], pile="3D 8C 3C 9S")
        assert legal(rulebook, start, take(play(0, "9S"))) == may


@pytest.mark.parametrize(("laid", "bonus"), [("apart", 200), ("onto", 100)])
def test_a_canasta_of_the_partners_is_none_of_ones_own(laid: str, bonus: int) -> None:
    """Pennies: who has melded nothing before and completes the partner's meld brings no more than 100, as in ordinary Canasta."""
    rulebook = pennies.read_so("score.concealed.extra", "hundred")
    onto = laid == "onto"
    melds = [*pennies.ALL, "9C 9C 9D 9D 9H 9H"] if onto else pennies.ALL
    hand, to = ("9S 4C", 4) if onto else ("9C 9C 9D 9D 9H 9H 9S 4C", "new")
    cells = list(pennies.set_out(rulebook, hand, melds=melds, phase="play").cells)
    cells[rulebook.layout["melds-before"].first] = cells[rulebook.layout["melds"].first]
    _, now = played(rulebook, Table(tuple(cells)), [(0, meld(play(to, hand.removesuffix(" 4C")))), (0, discard("4C"))])
    assert scores(now)[0] == pennies.FOUR_TYPES + 570 + bonus


def test_a_red_three_of_an_earlier_turn() -> None:
    """Pennies: who lacks a replacement may keep the last card, and not the next player, who takes the pile."""
    rulebook = pennies.read_so("turn.last-three.ends", "whole-turn")
    board: dict[str, Any] = {
        "others": ["9C 9H 4D"],
        "melds": [pennies.NATURAL],
        "other_melds": ["QC QD QH"],
        "stock": "",
        "earned": True,
    }
    for foot in ("4C 5C 3D", "4C 5C 6C"):
        start = pennies.set_out(rulebook, "9D", feet=[foot], phase="play", pile="", **board)
        lawful, now = played(rulebook, start, [(0, discard("9D"))])
        assert lawful and not played(rulebook, now, [(1, take(play("new", "9C 9H 9D")))])[0]


@pytest.mark.parametrize(("melds", "foot", "may"), [(railroad.ALL_FOUR, "", True), ([railroad.RED], "4C 5C 6C", False)])
def test_a_seven_that_is_not_the_last_discard(melds: list[str], foot: str, may: bool) -> None:
    """Railroad: where the last discard of all may be a seven, one after which the kitty is taken up is no such discard."""
    rulebook = railroad.read_so("out.last-discard.seven", "always")
    start = railroad.table(rulebook, "7C", foot=foot, melds=melds, earned=True)
    assert railroad.allowed(rulebook, start, discard("7C")) == may


@pytest.mark.parametrize(
    ("queens", "laid", "may"),
    [("QC QD QH QH QS", "QC QH", True), ("QC QD QH QH QS", "JK QH", False), ("QC QD QH QH", "QC JK QH", False)],
)
def test_what_is_split_of_a_pair(queens: str, laid: str, may: bool) -> None:
    """Railroad: where a pair may be split, cards of the pair close a meld that lacks one or two cards, and no wild card does."""
    rulebook = railroad.read_so("pile.split-pair.nearly-closed", "split")
    start = railroad.table(rulebook, "QC QD JK 9D", pile="2C QH", melds=[queens], phase="draw")
    assert railroad.allowed(rulebook, start, take(play(0, laid))) == may


def test_a_red_three_of_the_pile_is_kept() -> None:
    """Bain: where red threes stay with the player, one that comes with the pile does so too."""
    for reading, laid in (("must", ["3D"]), ("kept", [])):
        rulebook = bain.bain(cards__red_threes__duty=reading)
        start = bain.set_out(rulebook, "9C 9D 4C 5C", pile="3D 6C 9H", melds=[bain.EIGHTS])
        _, now = played(rulebook, start, [(0, take(play("new", "9C 9D 9H")))])
        assert cards(rulebook, now, "laid-threes") == laid
        assert sorted(cards(rulebook, now, "hand")) == ["4C", "5C", "6C"]


@pytest.mark.parametrize(("to", "may"), [("new", True), (0, False)])
def test_a_wild_top_card_goes_to_a_meld_of_wild_cards(to: int | str, may: bool) -> None:
    """Bain: where two wild cards take a wild top card, the three are a meld of wild cards or join one, and no other."""
    rulebook = bain.bain(pile__stopped__wild="two-wilds")
    start = bain.set_out(
        rulebook, "2C 2D JK 4C", melds=["9C 9D 9H 9S"], pile="5H QC 2H", earned=(True, False, True, False), opener=0
    )
    assert legal(rulebook, start, take(play(to, "2C 2D 2H"))) == may


@pytest.mark.parametrize(("pile", "may"), [("TS", True), ("3D TS", False)])
def test_whoever_opens_takes_no_frozen_pile(pile: str, may: bool) -> None:
    """Kadner: where an opening gives the pile whatever its top card, it gives no frozen one."""
    rulebook = kadner.kadner(pile__pair__opening="opening-is-enough")
    start = kadner.set_out(rulebook, "AC AD AH 6C", pile=pile)
    assert legal(rulebook, start, kadner.pick(play("new", "AC AD AH"))) == may


def test_a_pile_is_turned_over_for_the_second_card() -> None:
    """Kadner: where the pile is turned over, it lies below the one card that is left, and two are drawn."""
    rulebook = kadner.kadner(end__stock__empty="turned-over")
    start = kadner.set_out(rulebook, "6C", stock="8C 8D 8H", pile="9C TC")
    now = after(rulebook, start, DRAW)
    assert cards(rulebook, now, "pile") == ["TC"] and cards(rulebook, now, "stock") == ["9C", "8H"]


@pytest.mark.parametrize(("top", "may"), [("8S", True), ("JK", False)])
def test_a_wild_top_card_goes_to_no_other_meld(top: str, may: bool) -> None:
    """Bain: where any two cards may be a meld with the top card, two eights take an eight, and a joker only two wild cards take."""
    rulebook = bain.bain(pile__stopped__wild="two-wilds", pile__pair__way="any-two")
    start = bain.set_out(rulebook, "8C 8H 4C 5C", melds=["9C 9D 9H 9S"], pile=f"5H QC {top}", earned=(True, False), opener=0)
    assert legal(rulebook, start, take(play("new", f"8C 8H {top}"))) == may


@pytest.mark.parametrize("judged", ["in-the-end", "at-once"])
def test_who_melds_down_to_sevens_has_ended_play(judged: str) -> None:
    """Bain: where a player may be left with sevens, play ends by the meld; no turn is left for which a way to end is asked."""
    rulebook = bain.bain(end__sevens__melding_down="may", out__able_to_end__when_judged=judged)
    start = bain.set_out(rulebook, "7C KC KD KH", melds=["9C 9D 9H"], phase="play")
    legal_, now = played(rulebook, start, [(0, meld(play("new", "KC KD KH")))])
    assert legal_ and ended(now) == ("stuck", 0)


@pytest.mark.parametrize("reading", ["never", "may"])
def test_a_hand_of_sevens_is_saved_by_a_discard_alone(reading: str) -> None:
    """Bain: sevens keep play going where a canasta of them brings the foot, and not where play would end by laying them."""
    for stock, over in (("7D 4C 4D", ("stuck", 0)), ("7D 7H 4C 4D", None)):
        number = "one" if over else "two"
        rulebook = bain.bain(end__sevens__melding_down=reading, turn__draw__number=number)
        start = bain.set_out(rulebook, "7C", feet=[bain.FOOT] * 4, melds=["7S 7S 7S 7S"], stock=stock, opener=2)
        now = after(rulebook, start, DRAW)
        assert ended(now) == over


def test_only_a_seven_that_was_turned_up_is_barred() -> None:
    """Pennies: where a seven turned up first is not for the pile, one that a hand of sevens has discarded is taken as any other."""
    rulebook = pennies.pennies(pile__stopped__turned_seven="barred", end__sevens__unlaid="discarded")
    pair: dict[str, Any] = {"others": ["7S 7S KC 4D"], "other_melds": ["9C 9D 9H 9S"], "stock": "7D"}
    start = pennies.set_out(rulebook, "7C", melds=[pennies.SEVENS], pile="KH", **pair)
    legal_, now = played(rulebook, start, [(0, DRAW), (0, discard("7C")), (1, take(play("new", "7S 7S 7C")))])
    assert legal_ and cards(rulebook, now, "pile") == []
    turned_up = pennies.set_out(rulebook, "7S 7S KC 4D", melds=["9C 9D 9H 9S"], pile="7C")
    assert not legal(rulebook, turned_up, take(play("new", "7S 7S 7C")))


def test_a_no_that_could_be_obeyed_is_obeyed() -> None:
    """Pennies: where leave may be asked late, a no still keeps two cards in the hand of whoever could keep them when asking."""
    rulebook = pennies.pennies(out__ask__moment="any-time", out__ask__bound="turn-ends")
    start = pennies.set_out(rulebook, "AC AD AH 4C", melds=pennies.ALL, phase="play", obtained=True)
    acts: list[Any] = [(0, {"type": "ask", "seat": 2}), (2, {"type": "answer", "yes": False})]
    legal_, now = played(rulebook, start, acts)
    assert legal_ and not legal(rulebook, now, meld(play("new", "AC AD AH")))
