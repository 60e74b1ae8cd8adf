"""Ordinary Canasta: how a deal begins and ends, and the readings that part there."""

from __future__ import annotations

from typing import Any

import pytest

from meldspec.engine.deal import begin
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import determined
from meldspec.table.table import ENDED, PHASE, TURN, Table

from .ordinary import CANASTA, EIGHTS, KINGS, QUEENS, dealt, ordinary, played, set_out
from .positions import DRAW, PASS, cards, discard, ended, meld, play, take

PLAIN = "4C 5C"


def begun(rulebook: Rulebook, stock: str, *hands: str) -> Table:
    """A deal for four: these hands, plain ones for the others; seat 3 deals and seat 0 begins."""
    return dealt(rulebook, [*hands, *[PLAIN] * (4 - len(hands))], stock)


@pytest.mark.parametrize(("reading", "pile"), [("stays", ["3S"]), ("covered", ["3S", "KH"])])
def test_a_black_three_turned_up_first(reading: str, pile: list[str]) -> None:
    """A black three turned up first stays on top, or is covered."""
    rulebook = ordinary("deal.covers.black-three", reading)
    assert cards(rulebook, begun(rulebook, "3S KH 9C 8C"), "pile") == pile


@pytest.mark.parametrize(
    ("reading", "pile", "last"),
    [("covered", ["2C", "2D", "9H"], "8C"), ("left", ["2C"], "8C"), ("returned", ["9H"], "2D")],
)
def test_wild_cards_turned_up_first(reading: str, pile: list[str], last: str) -> None:
    """Wild cards turned up first are covered, or the first stays on top, or they go back under the stock."""
    rulebook = ordinary("deal.covers.wild", reading)
    start = begun(rulebook, "2C 2D 9H 7C 8C")
    assert cards(rulebook, start, "pile") == pile
    assert cards(rulebook, start, "stock")[0] == last


def test_a_red_three_turned_up_first() -> None:
    """A red three turned up first is covered and stays in the pile, which is frozen."""
    rulebook = ordinary()
    start = begun(rulebook, "3H 9H 7C 8C")
    assert cards(rulebook, start, "pile") == ["3H", "9H"]
    assert determined(Referee(rulebook).shown(start.cells))["frozen"]


@pytest.mark.parametrize(
    ("reading", "before", "first_draw", "replaced"),
    [
        ("before-play", (["4C", "KC"], 1), "2C", "KC"),
        ("own-turn", (["3H", "4C"], 0), "KC", "7C"),
        ("laid-first", (["4C"], 1), "KC", "7C"),
    ],
)
def test_when_dealt_red_threes_are_replaced(reading: str, before: tuple[list[str], int], first_draw: str, replaced: str) -> None:
    """A dealt red three is laid and replaced before play, or when its owner's first turn begins, or in between."""
    rulebook = ordinary("deal.lay-threes.dealt-threes", reading)
    start = begun(rulebook, "QC KC 2C 7C 8C", PLAIN, PLAIN, "3H 4C")
    assert (sorted(cards(rulebook, start, "hand", 2)), len(cards(rulebook, start, "laid-threes"))) == before
    legal, now = played(rulebook, start, [(0, DRAW), (0, discard("4C")), (1, DRAW), (1, discard("4C"))])
    assert legal
    assert first_draw in cards(rulebook, now, "hand", 0)
    assert sorted(cards(rulebook, now, "hand", 2)) == sorted(["4C", replaced])


@pytest.mark.parametrize(
    ("reading", "pile", "first", "second"),
    [
        ("upcard-first", "QC", ["5H", "6H"], ["8H"]),
        ("replacements-first", "8H", ["QC", "5H"], ["6H"]),
        ("in-rotation", "QC", ["5H", "8H"], ["6H"]),
    ],
)
def test_who_is_served_first(reading: str, pile: str, first: list[str], second: list[str]) -> None:
    """The upcard comes before or after the replacements, which one player gets all at once or in rotation."""
    rulebook = ordinary("deal.upcard.order", reading)
    start = begun(rulebook, "QC 5H 6H 8H 7C 7D", "3H 3D 4C", "3H 4C")
    assert cards(rulebook, start, "pile") == [pile]
    assert sorted(cards(rulebook, start, "hand", 0)) == sorted([*first, "4C"])
    assert sorted(cards(rulebook, start, "hand", 1)) == sorted([*second, "4C"])


@pytest.mark.parametrize(
    ("reading", "dealer", "served"),
    [
        ("from-the-left", 3, {0: "5H", 1: "6H", 3: "8H"}),
        ("from-the-dealer", 3, {3: "5H", 0: "6H", 1: "8H"}),
        ("by-seats", 3, {0: "5H", 1: "6H", 3: "8H"}),
        ("from-the-left", 0, {1: "5H", 3: "6H", 0: "8H"}),
        ("from-the-dealer", 0, {0: "5H", 1: "6H", 3: "8H"}),
        ("by-seats", 0, {0: "5H", 1: "6H", 3: "8H"}),
        ("from-the-left", 1, {3: "5H", 0: "6H", 1: "8H"}),
        ("from-the-dealer", 1, {1: "5H", 3: "6H", 0: "8H"}),
        ("by-seats", 1, {0: "5H", 1: "6H", 3: "8H"}),
    ],
)
def test_no_source_says_whose_red_three_comes_first(reading: str, dealer: int, served: dict[int, str]) -> None:
    """Seats 0, 1 and 3 were dealt a red three each: round from the dealer's left, round from the dealer, or by the seats."""
    rulebook = ordinary("deal.replace-threes.first", reading)
    read = rulebook.faces.read
    hands = [read([card, "4C"]) for card in ("3H", "3D", "4D", "3H")]
    start = begin(rulebook, {"hand": hands, "stock": [read(["7D", "8H", "6H", "5H", "QC"])]}, dealer=dealer)
    assert all(sorted(cards(rulebook, start, "hand", seat)) == ["4C", card] for seat, card in served.items())


@pytest.mark.parametrize(("reading", "verdict"), [("at-once", True), ("second-round", False)])
def test_melding_in_the_first_round(reading: str, verdict: bool) -> None:
    """The first player may meld in the very first turn, or nobody before everybody has had a turn."""
    rulebook = ordinary("turn.first-round.round", reading)
    start = begun(rulebook, "QC 7C 8C 9C TC", "AC AD AH 4C 5C")
    assert played(rulebook, start, [(0, DRAW), (0, meld(play("new", "AC AD AH")))])[0] == verdict


def test_melding_in_the_second_round() -> None:
    """Where the first round is closed, the second one is open."""
    rulebook = ordinary("turn.first-round.round", "second-round")
    start = begun(rulebook, "QC 7C 8C 9C TC KS JS", "AC AD AH 4C 5C")
    passed = [(seat, act) for seat in range(4) for act in (DRAW, discard("4C"))]
    assert played(rulebook, start, [*passed, (0, DRAW), (0, meld(play("new", "AC AD AH")))])[0]


def three_drawn(reading: str, hand: str) -> tuple[Rulebook, Table]:
    """The last card of the stock was a red three, drawn by seat 0, whose side has a canasta of aces and queens."""
    rulebook = ordinary("turn.last-three.ends", reading)
    start = set_out(rulebook, hand, melds=["AC AC AD AD AH AH AS", QUEENS], stock="3H")
    return rulebook, played(rulebook, start, [(0, DRAW)])[1]


def test_a_last_red_three_ends_play() -> None:
    """A red three drawn last ends play at once."""
    _, now = three_drawn("nothing-further", f"{KINGS} 5C")
    assert now.cells[ENDED] == ("stock", None)


def test_a_last_red_three_bars_the_discard() -> None:
    """After a red three drawn last the player may meld but not discard; with every card melded the player is out."""
    rulebook, now = three_drawn("no-discard", f"{KINGS} 5C")
    assert not played(rulebook, now, [(0, discard("5C"))])[0]
    assert played(rulebook, now, [(0, meld(play("new", KINGS))), (0, PASS)])[1].cells[ENDED] == ("stock", None)
    rulebook, now = three_drawn("no-discard", KINGS)
    assert played(rulebook, now, [(0, meld(play("new", KINGS))), (0, PASS)])[1].cells[ENDED] == ("out", 0)


def test_a_last_red_three_changes_nothing() -> None:
    """After a red three drawn last the turn goes on."""
    rulebook, now = three_drawn("whole-turn", f"{KINGS} 5C")
    assert played(rulebook, now, [(0, meld(play("new", KINGS))), (0, discard("5C"))])[1].cells[ENDED] == ("out", 0)


@pytest.mark.parametrize(("reading", "over"), [("goes-on", False), ("ends", True)])
def test_the_turn_in_which_the_last_card_was_drawn(reading: str, over: bool) -> None:
    """With the last card of the stock drawn, play goes on for as long as the pile is taken, or ends with that turn."""
    rulebook = ordinary("end.stock.last-card", reading)
    start = set_out(rulebook, "8H 4C 5C", other_melds=[EIGHTS], stock="6C")
    legal, now = played(rulebook, start, [(0, DRAW), (0, discard("8H"))])
    assert legal
    assert (ended(now) is not None) == over


@pytest.mark.parametrize(("reading", "over"), [("by-wish", False), ("by-itself", True)])
def test_an_empty_stock_and_a_top_that_nobody_can_take(reading: str, over: bool) -> None:
    """With the stock empty and a black three on top the next player wishes to draw, or the deal ends by itself."""
    rulebook = ordinary("end.stock.stopped-top", reading)
    start = set_out(rulebook, "3S 4C 5C", stock="", phase="play")
    _, now = played(rulebook, start, [(0, discard("3S"))])
    assert (ended(now) == ("stock", None)) == over
    if not over:
        assert ended(played(rulebook, now, [(1, DRAW)])[1]) == ("stock", None)


@pytest.mark.parametrize(("reading", "verdict"), [("until-taken", False), ("until-discard", True)])
def test_a_red_three_in_the_pile(reading: str, verdict: bool) -> None:
    """A red three turned up at the start freezes the pile until it is taken, or until somebody has discarded on it."""
    rulebook = ordinary("pile.frozen.red-three", reading)
    more: dict[str, Any] = {"discarded_on": True} if rulebook.layout.has("discarded-on") else {}
    start = set_out(rulebook, "4C 5C", pile="3H 9C JH", melds=["JC JD JS"], **more)
    assert played(rulebook, start, [(0, take(play(0, "JH")))])[0] == verdict
    if more:
        fresh = set_out(rulebook, "4C 5C", pile="3H JH", melds=["JC JD JS"])
        assert not played(rulebook, fresh, [(0, take(play(0, "JH")))])[0]


def test_a_wild_card_turned_up_at_the_start_freezes_on() -> None:
    """Where a discarded wild card freezes only on top, one turned up at the start freezes until the pile is taken."""
    rulebook = ordinary("pile.frozen.wild", "while-on-top")
    start = begun(rulebook, "2C 9H 7C 8C TC", "9C 9D AC AC AD 4C")
    assert determined(Referee(rulebook).shown(start.cells))["frozen"]
    opened = [take(play("new", "9C 9D 9H"), play("new", "AC AC AD")), discard("2C")]
    _, now = played(rulebook, start, [(0, act) for act in opened])
    _, now = played(rulebook, now, [(1, DRAW), (1, discard("4C"))])
    assert not determined(Referee(rulebook).shown(now.cells))["frozen"]


def test_a_red_three_taken_with_the_pile() -> None:
    """A red three that comes with the pile is laid and not replaced."""
    rulebook = ordinary()
    start = set_out(rulebook, "9C 9D AC AC AD 4C 5C", pile="3H 9H", stock="7C")
    _, now = played(rulebook, start, [(0, take(play("new", "9C 9D 9H"), play("new", "AC AC AD")))])
    assert cards(rulebook, now, "laid-threes") == ["3H"]
    assert cards(rulebook, now, "stock") == ["7C"]


def test_two_players() -> None:
    """Two draw two cards and discard one; the one who did not deal begins."""
    rulebook = ordinary(players=2)
    start = dealt(rulebook, [PLAIN, PLAIN], "QC 7C 8C 9C")
    assert (start.cells[TURN], start.cells[PHASE]) == (0, "draw")
    _, now = played(rulebook, start, [(0, DRAW)])
    assert sorted(cards(rulebook, now, "hand")) == ["4C", "5C", "7C", "8C"]
    assert played(rulebook, now, [(0, discard("4C"))])[1].cells[TURN] == 1


@pytest.mark.parametrize(
    ("stock", "over", "hand"),
    [
        ("QC 7C", False, ["4C", "5C", "7C"]),
        ("QC 3H 7C", False, ["4C", "5C", "7C"]),
        ("QC 7C 3H", False, ["4C", "5C", "7C"]),
        ("QC 3H", True, ["4C", "5C"]),
        ("QC 3H 3D", True, ["4C", "5C"]),
    ],
)
def test_the_last_cards_where_two_play(stock: str, over: bool, hand: list[str]) -> None:
    """The last card is a whole draw, one card beside a red three too; red threes alone end the deal."""
    rulebook = ordinary(players=2)
    _, now = played(rulebook, dealt(rulebook, [PLAIN, PLAIN], stock), [(0, DRAW)])
    assert (ended(now) is not None) == over
    assert sorted(cards(rulebook, now, "hand")) == hand


@pytest.mark.parametrize(("melds", "verdict"), [([CANASTA], False), ([CANASTA, "QC QC QD QD QH QH QS"], True)])
def test_two_need_two_canastas(melds: list[str], verdict: bool) -> None:
    """Where two play, going out needs two canastas."""
    rulebook = ordinary(players=2)
    start = set_out(rulebook, "6C", melds=melds, phase="play")
    assert played(rulebook, start, [(0, discard("6C"))])[0] == verdict
