"""What positions that were worked out beside the rules showed to be wrong, game by game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from meldspec.cli.position_files import read_position_file
from meldspec.engine.rulebook import Library, Rulebook
from meldspec.position.marked import PositionError
from meldspec.table.table import Table

from . import dollars, kadner, ordinary, pennies
from .ordinary import played
from .positions import DRAW, PASS, after, cards, discard, ended, legal, manzana, meld, play, scores, sheet_of, table, take

BLACK_THREES = "3C 3C 3C 3C 3S 3S 3S"
NEXT_OUT = "8C 8D 8H 8S 8C 8D"


def test_black_threes_are_no_book() -> None:
    """Seven black threes, laid in going out, are cards 7x5 and no book (002, paragraph 27)."""
    rulebook = kadner.kadner()
    for melds, books in (([*kadner.ALL, BLACK_THREES], 0), ([*kadner.ALL, "QC QC QD QD QH QH QS"], 500)):
        start = kadner.set_out(rulebook, "", in_foot=[True] * 4, melds=melds, stock="", pile="3C")
        bare = kadner.set_out(rulebook, "", in_foot=[True] * 4, melds=kadner.ALL, stock="", pile="3C")
        more = scores(after(rulebook, start, DRAW))[0] - scores(after(rulebook, bare, DRAW))[0]
        assert more == books + (35 if not books else 70)


@pytest.mark.parametrize(("reading", "last", "may"), [("out", "7C", True), ("foot", "7C", False), ("foot", "5C", True)])
def test_a_seven_is_no_last_card_where_the_foot_follows(reading: str, last: str, may: bool) -> None:
    """Dollars: a seven is discarded only by who goes out (000, paragraph 32), and who takes up the foot does not."""
    rulebook = dollars.dollars("foot.last-card.out", reading)
    start = dollars.set_out(
        rulebook, f"8S {last}", feet=["AC AD AH AS KC KD KH KS QC QD 5C"], melds=[*dollars.ALL, NEXT_OUT], phase="play"
    )
    lawful, now = played(rulebook, start, [(0, meld(play(5, "8S")))])
    # Nobody may meld down to a card that may not be discarded.
    assert lawful == may
    assert not may or legal(rulebook, now, discard(last))


@pytest.mark.parametrize(("unreplaced", "may"), [(False, False), (True, True)])
def test_who_was_short_of_a_red_three_may_keep_the_last_card(unreplaced: bool, may: bool) -> None:
    """Pennies without replacements: a turn ends without a discard for want of the card that was not drawn, and for nothing else."""
    rulebook = pennies.read_so("deal.replace-threes.ever", "never")
    start = pennies.set_out(rulebook, "4C", phase="play", unreplaced=unreplaced)
    assert legal(rulebook, start, PASS) == may


def test_other_melds_help_where_the_pile_is_taken() -> None:
    """Pennies: 3x10 + 3x20 = 90 of 90 needed, in the meld with the top card and another (003, paragraph 44), though one alone would
    have to reach it in opening from the hand."""
    rulebook = pennies.read_so("opening.together.added", "one-alone")
    start = pennies.set_out(rulebook, "KC KD AC AD AH 4C 5C", totals=(5000, 0), pile="6C KH")
    assert legal(rulebook, start, take(play("new", "KC KD KH"), play("new", "AC AD AH")))
    drawn = pennies.set_out(rulebook, "KC KD KH AC AD AH 4C 5C", totals=(5000, 0), phase="play")
    assert not legal(rulebook, drawn, meld(play("new", "KC KD KH"), play("new", "AC AD AH")))


@pytest.mark.parametrize(("pile", "may"), [("2C 9C", True), ("5C 9C", False)])
def test_no_duty_to_take_a_frozen_pile(pile: str, may: bool) -> None:
    """Whoever must take what can be taken, when the stock is gone, need not take a frozen pile (004, paragraph 50)."""
    rulebook = ordinary.ordinary("turn.forced-take.duty", "any-take")
    start = ordinary.set_out(rulebook, "9D 9H 5D 6H KC", melds=["QC QD QH"], pile=pile, stock="")
    assert legal(rulebook, start, DRAW) == may


def test_a_joker_beside_a_joker() -> None:
    """Manzana: a canasta that was laid with a joker was never natural, and another joker on it brings no bonus: mixed 300, cards
    4x10 + 2x50 = 140, out 100."""
    rulebook = manzana(meld__spoiled_canasta__wild_joins="natural-still")
    start = table(rulebook, "JK KC", melds=["9C 9D 9H 9S JK"], phase="play", has_melded=True)
    assert scores(after(rulebook, start, meld(play(0, "JK")), discard("KC")))[0] == 540


def test_no_turn_without_a_discard_for_a_hand_of_sevens() -> None:
    """Pennies by the blog: where only the own side lacks its canasta of sevens the deal goes on, and a seven is discarded."""
    rulebook = pennies.read_so("end.sevens.whose", "other-side")
    start = pennies.set_out(rulebook, "7C 7D", phase="play", other_melds=[pennies.SEVENS], trapped=True)
    assert not legal(rulebook, start, PASS)
    assert legal(rulebook, start, discard("7C"))


def test_red_threes_of_the_foot_wait_for_no_turn() -> None:
    """Pennies: where each player lays the red threes of the deal in the first turn, one that is in the foot is laid at once."""
    rulebook = pennies.read_so("deal.lay-threes.dealt-threes", "own-turn")
    foot = "3D AC AD AH AS KC KD KH KS QC QD"
    start = pennies.set_out(rulebook, "9S KC 5C", feet=[foot], melds=["9C 9C 9D 9D 9H 9H"], phase="play", stock="4C 4D 4H 4S 6C 6D")
    _, now = played(rulebook, start, [(0, meld(play(0, "9S"))), (0, discard("5C"))])
    assert cards(rulebook, now, "laid-threes") == ["3D"]
    assert len(cards(rulebook, now, "hand")) == 12


@pytest.mark.parametrize(("stock", "over"), [("KC 3D", False), ("3D", True), ("3D 3H", True), ("3D KC 3H", False)])
def test_another_card_saves_the_draw_with_a_last_red_three(stock: str, over: bool) -> None:
    """Pennies, where only a draw of nothing but red threes ends the deal: with a king beside it the turn goes on, as in ordinary
    Canasta for two."""
    for reading, ends in (("nothing", True), ("bare-draw", over), ("whole-turn", False)):
        rulebook = pennies.read_so("turn.last-three.ends", reading)
        now = after(rulebook, pennies.set_out(rulebook, "9C 8D", stock=stock), DRAW)
        assert (ended(now) is not None) == ends, reading


NEITHER = """
variant: kadner
turn: 0
phase: draw
stock: 40
pile: 6C
hands: [KC KD 4D, 0, 5, 5]
feet: [11, 0, 11, 11]
sides: [{}, {melds: [QC QD QH]}]
"""


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_whoever_has_neither_hand_nor_foot_has_taken_it_up(rules: Library, turn: int) -> None:
    """Kadner: no deal leaves a player without hand and foot who has not taken up the foot; a table that says so is refused."""
    text = NEITHER.replace("turn: 0", f"turn: {turn}")
    with pytest.raises(PositionError, match=r"not-at-rest[\s\S]*foot\.unseen:2[\s\S]*wrong-memory[\s\S]*in-foot\[1\] yes"):
        read_position_file(text + "memory: {in-foot: [no, no, no, no]}", "table.yaml", rules)
    position = read_position_file(text, "table.yaml", rules)
    assert position.follows[position.rulebook.layout["in-foot"].first + 1] is True


def test_whoever_has_taken_up_the_foot_may_be_without_cards(rules: Library) -> None:
    """Kadner: the same table stands where the foot has been taken up, and where cards of the hand are left."""
    for text in (NEITHER + "memory: {in-foot: [no, yes, no, no]}", NEITHER.replace("4D, 0", "4D, 1")):
        assert read_position_file(text, "table.yaml", rules).rulebook.name == "kadner"


@pytest.mark.parametrize(("melds", "points"), [([pennies.SEVENS], 0), ([], -100)])
def test_a_red_three_that_waits_in_a_hand(melds: list[str], points: int) -> None:
    """Where a red three of a foot is laid in the next turn and the deal ends before it, it is neither laid nor in a foot: it costs
    100 with all others of a side without a canasta of sevens, and nothing else (003, paragraph 49; 000, paragraph 42)."""
    games: list[tuple[Rulebook, Callable[..., Table]]] = [
        (pennies.read_so("foot.threes.laid", "next-turn"), pennies.set_out),
        (dollars.dollars("foot.threes.laid", "next-turn"), dollars.set_out),
    ]
    for rulebook, set_out in games:
        ends = []
        for foot in ("4C", "4C 3D"):
            start = set_out(rulebook, "5C KC", feet=[foot], melds=melds, phase="play", stock="", earned=True)
            _, now = played(rulebook, start, [(0, discard("KC")), (1, DRAW)])
            ends.append(scores(now)[0])
        assert ends[1] - ends[0] == points


@pytest.mark.parametrize("game", ["pennies", "dollars", "railroad", "bain"])
def test_play_without_a_stock_ends_by_a_wish(game: str) -> None:
    """The deal ends when somebody wishes to draw and nothing is left (003, paragraph 54; 000, paragraph 47), and not by itself."""
    assert "end.stock.stopped-top" not in sheet_of(game).book.questions()


def test_dealt_red_threes_are_laid_at_once_in_dollars() -> None:
    """Whoever is dealt a red three lays it immediately (000, paragraph 42), and not in the first turn."""
    assert "deal.lay-threes.dealt-threes" not in sheet_of("dollars").book.questions()
