"""Manzana: what its facts and its doubts mean at the table."""

from __future__ import annotations

from typing import Any

import pytest

from .positions import (
    DRAW,
    PASS,
    after,
    cards,
    dealt,
    discard,
    ended,
    legal,
    lines_of,
    manzana,
    meld,
    play,
    scores,
    table,
    take,
)

KINGS = "KC KD KH"


@pytest.mark.parametrize(
    ("hand", "cards_laid", "may"),
    [
        ("KC KD 2C 5C 6C", "KC KD 2C", True),
        ("KC KD 2C 2D 5C 6C", "KC KD 2C 2D", False),
        ("KC KD KH 2C 2D 2H 2S JK JK 5C 6C", "KC KD KH 2C 2D 2H 2S JK JK", True),
        ("2C 2D JK 5C 6C", "2C 2D JK", False),
        ("3C 3S 2C 5C 6C", "3C 3S 2C", False),
        ("9C 9D 5C 6C", "9C 9D", False),
        ("5C 5D 5H 6C 7C", "5C 5D 5H", False),
    ],
)
def test_what_may_be_laid_first(hand: str, cards_laid: str, may: bool) -> None:
    """Two natural cards bear one wild card and three any number, and what is laid first is worth 30 at least."""
    rulebook = manzana()
    assert legal(rulebook, table(rulebook, hand, phase="play"), meld(play("new", cards_laid))) == may


@pytest.mark.parametrize(
    ("hand", "pile", "melds", "plays", "may"),
    [
        ("9C 9D 4C 5C", "5H 9H", [], [play("new", "9C 9D 9H")], True),
        ("9C 2D 4C 5C", "5H 9H", [], [play("new", "9C 2D 9H")], False),
        ("9C 2D 4C 5C", "5H 9H", [KINGS], [play("new", "9C 2D 9H")], True),
        ("9C 2D 4C 5C", "2H 9H", [KINGS], [play("new", "9C 2D 9H")], False),
        ("5C 9C TC", "5D KS", [KINGS], [play(0, "KS")], True),
        ("5C 9C TC", "2D KS", [KINGS], [play(0, "KS")], False),
        ("5C 9C TC", "5D 6C 5H", [KINGS], [play("new", "5C 5D 5H")], False),
        ("2C 2D 9C TC", "5D 2H", [KINGS], [play(0, "2H")], False),
        ("3C 9C TC", "5D 3S", [KINGS], [play(0, "3S")], False),
    ],
)
def test_what_takes_the_pile(hand: str, pile: str, melds: list[str], plays: list[dict[str, Any]], may: bool) -> None:
    """A natural pair takes any pile, a natural card with a wild one or a meld only an open one, and no buried card helps."""
    rulebook = manzana()
    assert legal(rulebook, table(rulebook, hand, pile, melds), take(*plays)) == may


def test_the_rest_of_the_pile_is_of_use_at_once() -> None:
    """Two fives take the pile, and a five that lay below joins them in the same turn."""
    rulebook = manzana()
    start = table(rulebook, "5C 5S 9C TC", "5D 6C 5H", [KINGS])
    assert legal(rulebook, start, take(play("new", "5C 5S 5H")), meld(play(1, "5D")), discard("9C"))


def test_a_red_three_of_the_pile_is_not_replaced() -> None:
    """A red three that comes with the pile is laid, and no card is drawn for it."""
    rulebook = manzana()
    now = after(rulebook, table(rulebook, "9C 9D 4C 5C", "3D 9H"), take(play("new", "9C 9D 9H")))
    assert cards(rulebook, now, "laid-threes") == ["3D"]
    assert sorted(cards(rulebook, now, "hand")) == ["4C", "5C"]


def test_nobody_melds_down_to_one_card_without_a_canasta() -> None:
    """Without a canasta three kings and a five do not go down to the five, and the clause that says so is named."""
    rulebook = manzana()
    start = table(rulebook, "KC KD KH 5C", phase="play")
    assert lines_of(rulebook, start, meld(play("new", KINGS))) == {"out.able-to-end"}


def test_the_last_card_melded_goes_out() -> None:
    """The fourth king, which makes the canasta, is laid as the last card and its player is out."""
    rulebook = manzana()
    start = table(rulebook, "KS", melds=[KINGS], phase="play", has_melded=True)
    assert ended(after(rulebook, start, meld(play(0, "KS")), PASS)) == ("out", 0)


def test_without_a_stock_a_wish_to_draw_ends_the_deal() -> None:
    """Who wishes to draw from an empty stock, and need not take, ends the deal, and nobody has the bonus for going out."""
    rulebook = manzana()
    now = after(rulebook, table(rulebook, "8C", "9C", stock=""), DRAW)
    assert ended(now) == ("stock", None)
    assert scores(now) == (-10, 0)


def test_nobody_can_be_asked() -> None:
    """There is no act of asking leave in a game without partners."""
    assert {"ask", "answer"}.isdisjoint(manzana().acts)


def test_together_in_one_act_the_canasta_may_be_completed() -> None:
    """Kings and the queen that completes the first canasta, laid in one act, go out even where the last card may not wait."""
    rulebook = manzana(out__down_to_one__completing="may-not")
    start = table(rulebook, "KC KD KH QC", melds=["QD QH QS"], phase="play")
    assert ended(after(rulebook, start, meld(play("new", KINGS), play(0, "QC")), PASS)) == ("out", 0)


@pytest.mark.parametrize(
    ("readings", "kings", "queen", "pile"),
    [
        ({}, ["4C", "KC"], ["2C", "4D"], ["9C"]),
        ({"deal__upcard__first": "dealer-first"}, ["2C", "4C"], ["4D", "KC"], ["9C"]),
        ({"deal__upcard__order": "replacements-first"}, ["4C", "9C"], ["4D", "KC"], ["2C", "5C"]),
    ],
)
def test_the_order_of_the_first_cards(readings: dict[str, str], kings: list[str], queen: list[str], pile: list[str]) -> None:
    """With a red three dealt to each, the order of upcard and replacements tells who holds which card."""
    rulebook = manzana(**readings)
    now = dealt(rulebook, ["3D 4C", "3H 4D"], "9C KC 2C 5C")
    assert sorted(cards(rulebook, now, "hand", 0)) == kings
    assert sorted(cards(rulebook, now, "hand", 1)) == queen
    assert cards(rulebook, now, "pile") == pile


@pytest.mark.parametrize(("reading", "hand"), [("again", ["4C", "5C"]), ("once", ["3H", "4C"])])
def test_a_red_three_as_replacement(reading: str, hand: list[str]) -> None:
    """A red three that replaces one is laid and replaced as well, or stays in the hand."""
    rulebook = manzana(deal__replace_threes__again=reading)
    assert sorted(cards(rulebook, dealt(rulebook, ["3D 4C", "6H 4D"], "9C 3H 5C"), "hand")) == hand


@pytest.mark.parametrize(("reading", "pile"), [("stays", ["3C"]), ("covered", ["3C", "KC"])])
def test_a_black_three_turned_up(reading: str, pile: list[str]) -> None:
    """A black three turned up first stays on top, or is covered."""
    rulebook = manzana(deal__covers__black_three=reading)
    assert cards(rulebook, dealt(rulebook, ["5D 4C", "6H 4D"], "3C KC 5C"), "pile") == pile


def test_wild_cards_and_red_threes_turned_up_are_covered() -> None:
    """Cards are turned until one shows that is neither wild nor a red three."""
    rulebook = manzana()
    pile = cards(rulebook, dealt(rulebook, ["5D 4C", "6H 4D"], "2C 3D JK 5C 6C"), "pile")
    assert pile == ["2C", "3D", "JK", "5C"]


@pytest.mark.parametrize(("reading", "over"), [("ends", ("stock", None)), ("goes-on", None)])
def test_red_threes_at_the_end_of_the_stock(reading: str, over: object) -> None:
    """Two red threes as the last cards of the stock end the deal, or only one alone would."""
    rulebook = manzana(turn__last_three__replacement=reading)
    start = table(rulebook, "KC QC", "8C", ["9C 9D 9H"], stock="3D 3H")
    assert ended(after(rulebook, start, DRAW)) == over
    alone = table(rulebook, "KC QC", "8C", ["9C 9D 9H"], stock="3D")
    assert ended(after(rulebook, alone, DRAW)) == ("stock", None)


@pytest.mark.parametrize(("reading", "over"), [("goes-on", None), ("ends", ("stock", None))])
def test_the_turn_in_which_the_last_card_is_drawn(reading: str, over: object) -> None:
    """After the last card of the stock the other player may still take the pile, or the deal is over."""
    rulebook = manzana(end__stock__last_card=reading)
    start = table(rulebook, "QC JC", "8C", stock="KC")
    assert ended(after(rulebook, start, DRAW, discard("QC"))) == over
