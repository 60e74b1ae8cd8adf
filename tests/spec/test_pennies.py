"""Pennies from Heaven: what its rules mean at the table."""

from __future__ import annotations

import pytest

from meldspec.table.table import PHASE, TURN

from .ordinary import Acts, played
from .pennies import ALL, FOOT, NATURAL, NINES, SEVENS, dealt, pennies, read_so, set_out
from .positions import DRAW, PASS, cards, discard, ended, legal, lines_of, meld, play, scores, table, take


@pytest.mark.parametrize(
    ("laid", "may"),
    [
        ("9C 9D 9S", True),
        ("6C 6D 2C", True),
        ("6C 6D 2C 2D JK", True),
        ("6C 6D 2C 2D JK JK", False),
        ("6C 2C 2D", False),
        ("2C 2D JK JK", True),
        ("7C 7D 7H", True),
        ("7C 7D 2C", False),
        ("3C 3S 3S", False),
        ("8C 8C 8D 8D 8H 8H 8S 8S", False),
    ],
)
def test_what_may_be_laid(laid: str, may: bool) -> None:
    """Three wild cards at most beside two natural ones, wild cards by themselves, sevens without any, seven cards and no more."""
    rulebook = pennies()
    start = table(rulebook, laid + " 4C 5C", melds=[NATURAL], phase="play")
    assert legal(rulebook, start, meld(play("new", laid))) == may


@pytest.mark.parametrize(
    ("total", "laid", "may"),
    [
        (-5, "4C 4D 4H", True),
        (0, "KC KD KH", False),
        (0, "KC KD KH KS KC", True),
        (4995, "KC KD KH KS KC", True),
        (5000, "KC KD KH KS KC", False),
        (5000, "AC AD AH 2C TC", False),
        (9995, "AC AD AH 2C JK", True),
        (10000, "AC AD AH AS 2C", False),
        (10000, "AC AD AH AS 2C 2D", True),
        (15000, "AC AD AH AS 2C 2D", False),
        (15000, "AC AD AH AS JK JK", True),
    ],
)
def test_the_minimum_follows_the_total(total: int, laid: str, may: bool) -> None:
    """15 below zero, 50, from 5000 on 90, from 10000 on 120, from 15000 on 150."""
    rulebook = pennies()
    start = set_out(rulebook, laid + " 4S 5C", totals=(total, 0), phase="play")
    assert legal(rulebook, start, meld(play("new", laid))) == may


@pytest.mark.parametrize(
    ("hand", "pile", "melds", "plays", "may"),
    [
        ("9C 9D 4C 5C", "5H 9H", [NATURAL], play("new", "9C 9D 9H"), True),
        ("9C 9D 4C 5C", "2H 9H", [NATURAL], play("new", "9C 9D 9H"), True),
        ("9C 2D 4C 5C", "5H 9H", [NATURAL], play("new", "9C 2D 9H"), False),
        ("4C 5C", "5H 9S", [NINES], play(0, "9S"), True),
        ("4C 5C", "5H 9S", ["9C 9D 2C 2D"], play(0, "9S"), True),
        ("4C 5C", "2H 9S", [NINES], play(0, "9S"), False),
        ("4C 5C", "5H QC", [NATURAL], play(0, "QC"), False),
        ("QC QD 4C 5C", "5H QH", [NATURAL], play("new", "QC QD QH"), True),
        ("2C 2D 4C 5C", "5H 2H", [NATURAL], play("new", "2C 2D 2H"), False),
        ("3C 3S 4C 5C", "5H 3S", [NATURAL], play("new", "3C 3S 3S"), False),
        ("9C 9D 4C 5C", "5H 9H", ["9C 9D 9H 9S 9C"], play(0, "9C 9D 9H"), False),
        ("9C 9D 4C 5C", "5H 9H", ["9C 9D 9H 9S"], play(0, "9C 9D 9H"), True),
    ],
)
def test_taking_the_pile(hand: str, pile: str, melds: list[str], plays: dict[str, object], may: bool) -> None:
    """A natural pair takes any pile that nothing stops; an unfinished meld of the side takes one that is not frozen."""
    rulebook = pennies()
    assert legal(rulebook, table(rulebook, hand, pile, melds), take(plays)) == may


def test_the_foot_comes_after_the_discard() -> None:
    """Whoever lays the seventh card has the foot in hand when the turn has ended, and not before; partners wait for their own."""
    rulebook = pennies()
    start = set_out(rulebook, "QS 4C 5C", feet=[FOOT, "", FOOT], melds=[NATURAL[:-3]], phase="play")
    _, laid = played(rulebook, start, [(0, meld(play(0, "QS")))])
    assert len(cards(rulebook, laid, "foot")) == 11 and len(cards(rulebook, laid, "hand")) == 2
    _, now = played(rulebook, start, [(0, meld(play(0, "QS"))), (0, discard("4C"))])
    assert cards(rulebook, now, "foot") == [] and len(cards(rulebook, now, "hand")) == 12
    assert len(cards(rulebook, now, "foot", 2)) == 11


def test_the_sixth_card_earns_nothing() -> None:
    """To add a card that does not complete the canasta leaves the foot where it is."""
    rulebook = pennies()
    start = set_out(rulebook, "9S 4C 5C", feet=[FOOT], melds=[NINES], phase="play")
    _, now = played(rulebook, start, [(0, meld(play(0, "9S"))), (0, discard("4C"))])
    assert len(cards(rulebook, now, "foot")) == 11


@pytest.mark.parametrize(("reading", "hand", "laid"), [("at-once", 13, ["3D"]), ("unreplaced", 12, ["3D"]), ("next-turn", 13, [])])
def test_a_red_three_of_the_foot(reading: str, hand: int, laid: list[str]) -> None:
    """It is laid when the foot is taken up, and replaced; or laid only; or it waits in the hand for the next turn."""
    rulebook = read_so("foot.threes.laid", reading)
    start = set_out(rulebook, "QS 4C 4D", feet=["3D " + FOOT], melds=[NATURAL[:-3]], phase="play")
    _, now = played(rulebook, start, [(0, meld(play(0, "QS"))), (0, discard("4C"))])
    assert (len(cards(rulebook, now, "hand")), cards(rulebook, now, "laid-threes")) == (hand, laid)


def test_a_red_three_that_waits_is_laid_in_the_next_turn() -> None:
    """Where it waits, it is laid and replaced when the turn comes round again."""
    rulebook = read_so("foot.threes.laid", "next-turn")
    start = set_out(rulebook, "QS 4C 4D", feet=["3D " + FOOT], melds=[NATURAL[:-3]], phase="play", stock="5C " * 14)
    acts: Acts = [(0, meld(play(0, "QS"))), (0, discard("4C"))]
    for seat in range(1, 6):
        acts = [*acts, (seat, DRAW), (seat, discard("5C"))]
    _, now = played(rulebook, start, acts)
    assert now.cells[TURN] == 0 and cards(rulebook, now, "laid-threes") == ["3D"]
    assert len(cards(rulebook, now, "hand")) == 13


def test_a_player_may_not_lay_all_but_sevens() -> None:
    """With a king and two sevens the king stays, though it fits a meld; and it may be discarded, sevens or not."""
    rulebook = pennies()
    start = table(rulebook, "KC 7C 7D", melds=[NATURAL, "KC KD KH"], phase="play")
    assert not legal(rulebook, start, meld(play(1, "KC")))
    assert legal(rulebook, start, discard("KC"))
    assert not legal(rulebook, start, discard("7C"))
    assert "discard.sevens" in lines_of(rulebook, start, discard("7C"))


def test_sevens_are_free_when_both_sides_have_theirs() -> None:
    """With both canastas of sevens a seven may be discarded; as the last card of all it may not."""
    rulebook = pennies()
    start = table(rulebook, "KC 7C", melds=[SEVENS], other_melds=[SEVENS], phase="play")
    assert legal(rulebook, start, discard("7C"))
    last = table(rulebook, "7C", melds=ALL, other_melds=[SEVENS], phase="play")
    assert not legal(rulebook, last, discard("7C"))


def test_nobody_goes_out_without_a_type() -> None:
    """Three types are not four: neither the last card nor the last two may go; with all four they may."""
    rulebook = pennies()
    for missing in range(4):
        melds = [*ALL[:missing], *ALL[missing + 1 :], NINES]
        start = table(rulebook, "9S 5C", melds=melds, phase="play")
        assert not legal(rulebook, start, meld(play(3, "9S")))
    assert legal(rulebook, table(rulebook, "9S 5C", melds=[*ALL, NINES], phase="play"), meld(play(4, "9S")), discard("5C"))


@pytest.mark.parametrize(
    ("reading", "stock", "how"),
    [("both", "3D KC", "stock"), ("card-by-card", "3D KC", None), ("both", "3D KC 4C", None), ("both", "KC 3D", "stock")],
)
def test_a_red_three_among_the_last_cards(reading: str, stock: str, how: str | None) -> None:
    """Two cards are drawn together, and a red three that nothing replaces ends the deal; card by card the king replaces it."""
    rulebook = read_so("turn.draw.one-by-one", reading)
    _, now = played(rulebook, table(rulebook, "4C 5C", stock=stock), [(0, DRAW)])
    assert (ended(now)[0] if ended(now) else None) == how


@pytest.mark.parametrize(("reading", "over"), [("that-one", False), ("ends", True)])
def test_a_single_card_left(reading: str, over: bool) -> None:
    """The last card of the stock is drawn alone, or ends the deal."""
    rulebook = read_so("turn.draw.single", reading)
    _, now = played(rulebook, table(rulebook, "4C 5C", stock="7C"), [(0, DRAW)])
    assert (ended(now) is not None) == over


@pytest.mark.parametrize(
    ("question", "reading", "stock", "pile"),
    [
        ("deal.covers.red-three", "covered", "3D 9C 4C", "3D 9C"),
        ("deal.covers.red-three", "left", "3D 9C 4C", "3D"),
        ("deal.covers.wild", "covered", "2D JK 9C 4C", "2D JK 9C"),
        ("deal.covers.wild", "left", "2D 9C 4C", "2D"),
        ("deal.covers.black-three", "stays", "3C 9C 4C", "3C"),
        ("deal.covers.black-three", "covered", "3C 9C 4C", "3C 9C"),
        ("deal.covers.black-three", "stays", "7C 9C 4C", "7C"),
    ],
)
def test_the_first_card_of_the_pile(question: str, reading: str, stock: str, pile: str) -> None:
    """Red threes and wild cards are covered from the stock, black threes and sevens stay; other readings differ."""
    rulebook = read_so(question, reading)
    assert cards(rulebook, dealt(rulebook, ["4C 5C"], stock), "pile") == pile.split()


@pytest.mark.parametrize(("reading", "first"), [("left-of-dealer", 0), ("dealer", 5)])
def test_who_begins(reading: str, first: int) -> None:
    """The player on the dealer's left begins, or the dealer."""
    rulebook = read_so("deal.begin.who", reading)
    now = dealt(rulebook, ["4C 5C"], "9C 4C")
    assert (now.cells[TURN], now.cells[PHASE]) == (first, "draw")


@pytest.mark.parametrize(("reading", "hand"), [("replaced", ["4C", "8C"]), ("never", ["4C"])])
def test_dealt_red_threes(reading: str, hand: list[str]) -> None:
    """A dealt red three is laid and replaced, or laid and not replaced."""
    rulebook = read_so("deal.replace-threes.ever", reading)
    now = dealt(rulebook, ["4C 3D"], "9C 8C 4D 4D")
    assert (sorted(cards(rulebook, now, "hand")), cards(rulebook, now, "laid-threes")) == (hand, ["3D"])


@pytest.mark.parametrize(
    ("reading", "hand", "left"), [("whole", ["4C", "5C", "6C", "8C"], []), ("top-only", ["4C", "5C"], ["6C", "8C"])]
)
def test_how_much_a_matching_top_card_takes(reading: str, hand: list[str], left: list[str]) -> None:
    """A top card that fits a meld takes the whole pile with it, or itself alone."""
    rulebook = read_so("pile.whole.reach", reading)
    _, now = played(rulebook, table(rulebook, "4C 5C", "6C 8C 9S", [NINES]), [(0, take(play(0, "9S")))])
    assert (sorted(cards(rulebook, now, "hand")), cards(rulebook, now, "pile")) == (hand, left)


@pytest.mark.parametrize(("reading", "hand"), [("never", 3), ("replaced", 4)])
def test_a_red_three_in_the_pile(reading: str, hand: int) -> None:
    """Whoever takes a pile with a red three lays it, and draws no card for it unless read so."""
    rulebook = read_so("pile.buried-three.replaced", reading)
    start = table(rulebook, "9C 9D 4C 5C", "3D 6C 9S", [NATURAL])
    _, now = played(rulebook, start, [(0, take(play("new", "9C 9D 9S")))])
    assert (len(cards(rulebook, now, "hand")), cards(rulebook, now, "laid-threes")) == (hand, ["3D"])


@pytest.mark.parametrize(("reading", "may"), [("until-taken", False), ("until-discard", True)])
def test_a_pile_frozen_by_a_red_three(reading: str, may: bool) -> None:
    """A red three turned up freezes the pile until it is taken, or until somebody has discarded on it."""
    rulebook = read_so("pile.frozen.red-three", reading)
    start = set_out(rulebook, "4C 5C QS", pile="3D 9C", other_melds=["QC QD QH"], others=["5C 5D 6C"])
    acts: Acts = [(0, DRAW), (0, discard("QS")), (1, take(play(0, "QS")))]
    assert played(rulebook, start, acts)[0] == may


@pytest.mark.parametrize(
    ("question", "reading", "other", "over"),
    [
        ("end.sevens.whose", "any-side", SEVENS, True),
        ("end.sevens.whose", "other-side", SEVENS, False),
        ("end.sevens.whose", "other-side", NINES, True),
    ],
)
def test_whose_sevens_must_be_wanting(question: str, reading: str, other: str, over: bool) -> None:
    """A hand of sevens ends the deal while either side lacks its canasta; by the blog only while the other side does, and else the
    turn ends as any turn, with a discard."""
    rulebook = read_so(question, reading)
    start = table(rulebook, "7C", stock="7D 7H 4C", other_melds=[other])
    for last in (PASS, discard("7C")):
        may, now = played(rulebook, start, [(0, DRAW), (0, last)])
        assert may == (over == (last == PASS))
        assert not may or (ended(now) is not None) == over


@pytest.mark.parametrize(("reading", "over"), [("at-discard", False), ("at-once", True)])
def test_when_a_hand_of_sevens_ends_the_deal(reading: str, over: bool) -> None:
    """To keep nothing but sevens is lawful, since the next draw may help; or it ends the deal at once."""
    rulebook = read_so("end.sevens.moment", reading)
    _, now = played(rulebook, table(rulebook, "KC 7C 7D", phase="play"), [(0, discard("KC"))])
    assert (ended(now) is not None) == over


@pytest.mark.parametrize(("reading", "points"), [("left", 1535 - 5 - 100), ("taken-up", 1535 - 5 + 100)])
def test_the_foot_of_a_player_who_ends_the_deal_with_sevens(reading: str, points: int) -> None:
    """The canasta of sevens is the player's first, and the foot with its red three is left down, or taken up for the score."""
    rulebook = read_so("end.sevens.foot", reading)
    start = set_out(rulebook, "7C 7D", feet=["3D"], melds=["7C 7D 7H 7S"], stock="7H 7S", phase="draw")
    acts: Acts = [(0, DRAW), (0, meld(play(0, "7C 7D 7H"))), (0, PASS)]
    assert scores(played(rulebook, start, acts)[1])[0] == points
