"""Railroad: positions on which the readings of a doubt part."""

from __future__ import annotations

from typing import Any

import pytest

from meldspec.table.table import TURN

from .positions import PASS, Action, cards, discard, ended, meld, play, sheet_of, take
from .railroad import ALL_FOUR, BLACK, RED, SEVENS, WILD, allowed, dealt, done, draw, railroad, read_so, seen, table

Position = dict[str, Any]
BOTH = [SEVENS]
KITTY = "4C 4D 5C 5D 6C 6D 8C 8D 9C 9D TC"

ALLOWED: list[tuple[str, dict[str, bool], Position, list[Action]]] = [
    (
        "meld.sevens.mixed",
        {"never": False, "as-mixed": True, "as-sevens": True},
        {"hand": "7C 7D 2C KC 9D", "melds": [RED]},
        [meld(play("new", "7C 7D 2C"))],
    ),
    (
        "out.canasta.first-type",
        {"own-type": False, "second-one": True, "both-types": True},
        {"hand": "9C", "melds": [SEVENS, SEVENS, WILD, BLACK]},
        [discard("9C")],
    ),
    (
        "out.canasta.first-type",
        {"own-type": False, "second-one": False, "both-types": True},
        {"hand": "9C", "melds": [SEVENS, WILD, BLACK]},
        [discard("9C")],
    ),
    (
        "discard.sevens.barred",
        {"barred": False, "free": True},
        {"hand": "7C KC KD", "melds": [RED]},
        [discard("7C")],
    ),
    (
        "discard.sevens.whose",
        {"every-side": False, "any-two": True, "neighbours": True},
        {"players": 3, "hand": "7C KC KD", "melds": [SEVENS], "others": (BOTH, [])},
        [discard("7C")],
    ),
    (
        "discard.sevens.whose",
        {"every-side": False, "any-two": True, "neighbours": False},
        {"players": 4, "hand": "7C KC KD", "melds": [SEVENS], "others": ([], BOTH, [])},
        [discard("7C")],
    ),
    (
        "discard.sevens.whose",
        {"every-side": True, "any-two": True, "neighbours": True},
        {"players": 3, "hand": "7C KC KD", "melds": [SEVENS], "others": (BOTH, BOTH)},
        [discard("7C")],
    ),
    (
        "out.last-discard.seven",
        {"never": False, "once-free": True, "always": True},
        {"hand": "7C", "melds": ALL_FOUR, "others": (BOTH,)},
        [discard("7C")],
    ),
    (
        "out.last-discard.seven",
        {"never": False, "once-free": False, "always": True},
        {"hand": "7C", "melds": ALL_FOUR},
        [discard("7C")],
    ),
    (
        "foot.last-card.empty",
        {"by-discard": True, "never": False, "by-melding": True},
        {"hand": "QC 9D", "foot": KITTY, "melds": ["QC QD QD QH QH QS"]},
        [meld(play(0, "QC"))],
    ),
    (
        "foot.last-card.empty",
        {"by-discard": False, "never": False, "by-melding": True},
        {"hand": "QC", "foot": KITTY, "melds": ["QC QD QD QH QH QS"]},
        [meld(play(0, "QC"))],
    ),
    (
        "meld.black-threes.few",
        {"three": False, "one": True, "wild-too": False},
        {"hand": "3C 3S 9D", "melds": ALL_FOUR},
        [meld(play("new", "3C 3S"))],
    ),
    (
        "meld.black-threes.few",
        {"three": False, "one": False, "wild-too": True},
        {"hand": "3C 3S 2C 9D", "melds": ALL_FOUR},
        [meld(play("new", "3C 3S 2C"))],
    ),
    (
        "pile.wild.allowed",
        {"never": False, "open": True},
        {"hand": "JC 2C 5D", "pile": "9C JD", "melds": ["KC KD KH"], "phase": "draw"},
        [take(play("new", "JC 2C JD"))],
    ),
    (
        "pile.frozen.wild",
        {"until-taken": False, "never": True},
        {"hand": "KC 5D 6D", "pile": "KS 2C TD", "melds": ["TC TC TH TS"], "phase": "draw"},
        [take(play(0, "TD"))],
    ),
    (
        "meld.new-set.bare",
        {"any-meld": True, "three-naturals": False},
        {"hand": "QC QD 2C 9D TD", "melds": [RED]},
        [meld(play("new", "QC QD 2C"))],
    ),
    (
        "meld.new-set.bare",
        {"any-meld": True, "three-naturals": False},
        {"hand": "QC QD QH QH 2C 9D TD", "melds": ["QC QD QH QS QS"]},
        [meld(play(0, "QC QD"), play("new", "QH QH 2C"))],
    ),
    (
        "meld.wild.growing",
        {"free": True, "never-more": True, "whole-only": False, "three-or-seven": True},
        {"hand": "2C 2D JK 9D TD", "melds": [RED]},
        [meld(play("new", "2C 2D JK"))],
    ),
    (
        "pile.split-pair.nearly-closed",
        {"never": False, "split": True, "apart": False},
        {"hand": "QC QD 9D", "pile": "2C QH", "melds": ["QC QD QH QH QS"], "phase": "draw"},
        [take(play(0, "QC QH"))],
    ),
    (
        "pile.split-pair.nearly-closed",
        {"never": False, "split": False, "apart": True},
        {"hand": "QC QD 9D", "pile": "2C QH", "melds": ["QC QD QH QH QS"], "phase": "draw"},
        [take(play("new", "QC QD QH"))],
    ),
    (
        "opening.minimum.bands",
        {"sister-game": True, "ordinary": False, "books": False, "none": True},
        {"hand": "KC KD KH QC QD 2C 9D TD", "totals": (3200, 0)},
        [meld(play("new", "KC KD KH"), play("new", "QC QD 2C"))],
    ),
    (
        "opening.minimum.bands",
        {"sister-game": False, "ordinary": False, "books": False, "none": True},
        {"hand": "4C 4D 4H 9D TD", "totals": (5, 0)},
        [meld(play("new", "4C 4D 4H"))],
    ),
    (
        "opening.minimum.bands",
        {"sister-game": True, "ordinary": True, "books": False, "none": True},
        {"hand": "KC KD KH QC QD 2C 9D TD", "totals": (1000, 0)},
        [meld(play("new", "KC KD KH"), play("new", "QC QD 2C"))],
    ),
]


@pytest.mark.parametrize(("question", "readings", "position", "actions"), ALLOWED)
def test_where_readings_part(question: str, readings: dict[str, bool], position: Position, actions: list[Action]) -> None:
    """Each reading of a doubt allows or refuses an act, as its words say."""
    names = {reading.name for reading in sheet_of("railroad").book.questions()[question].readings}
    assert set(readings) == names
    for reading, legal in readings.items():
        rest = dict(position)
        rulebook = read_so(question, reading, rest.pop("players", 2))
        start = table(rulebook, rest.pop("hand"), **rest)
        assert allowed(rulebook, start, *actions) == legal, reading


@pytest.mark.parametrize(("reading", "hand"), [("the-player", 4), ("the-side", 15)])
def test_whose_kitty_a_canasta_earns(reading: str, hand: int) -> None:
    """Seat 0 closes queens; the partner's kitty is not earned by it, or comes after the partner's next discard."""
    rulebook = railroad(4, 2, foot__earned__whose=reading)
    start = table(
        rulebook, "QC 9D TD", KITTY, ["QC QD QD QH QH QS"], hands=("8C 8D", "KC KD 9H", ""), feet=("", KITTY, ""), pile="6C"
    )
    after = done(rulebook, start, meld(play(0, "QC")), discard("9D"), (1, draw(1, 1)), (1, discard("8C")))
    assert len(cards(rulebook, after, "hand")) == 12
    after = done(rulebook, after, (2, draw(2, 2)), (2, discard("9H")))
    assert len(cards(rulebook, after, "hand", 2)) == hand


@pytest.mark.parametrize(("reading", "over"), [("foot", False), ("out", True)])
def test_out_in_the_turn_that_earns_the_kitty(reading: str, over: bool) -> None:
    """Who closes the fourth kind and the first that earns, and discards the last card, takes up the kitty, or is out."""
    rulebook = railroad(foot__last_card__out=reading)
    start = table(rulebook, "7C 9D", KITTY, [RED, BLACK, WILD, "7C 7C 7D 7D 7H 7S"])
    after = done(rulebook, start, meld(play(3, "7C")), discard("9D"))
    assert (ended(after) == ("out", 0)) == over
    assert len(cards(rulebook, after, "hand")) == (0 if over else 11)


@pytest.mark.parametrize(("reading", "sizes"), [("at-once", [11, 11]), ("next-turn", [10, 11]), ("never", [10, 10])])
def test_a_red_three_in_the_kitty(reading: str, sizes: list[int]) -> None:
    """A red three that comes with the kitty is laid at once; its replacement comes at once, a turn later, or never."""
    rulebook = railroad(foot__threes__replaced=reading)
    start = table(
        rulebook,
        "QC 9D",
        "3H 4D 5C 5D 6C 6D 8C 8D 9C 9D TC",
        ["QC QD QD QH QH QS"],
        hands=("8C 8D",),
        pile="6C",
        heaps=("KC " * 9, ""),
    )
    after = done(rulebook, start, meld(play(0, "QC")), discard("9D"))
    assert cards(rulebook, after, "laid-threes") == ["3H"]
    then = done(rulebook, after, (1, draw(1, 1)), (1, discard("8C")))
    assert [len(cards(rulebook, now, "hand")) for now in (after, then)] == sizes


@pytest.mark.parametrize(
    ("reading", "pile", "red_threes"), [("covered", ["3D", "2C", "9C"], True), ("uncovered", ["3D"], True), ("none", [], False)]
)
def test_the_pile_at_the_start(reading: str, pile: list[str], red_threes: bool) -> None:
    """A card is turned up and covered, or not covered, or the first discard begins the pile."""
    rulebook = railroad(deal__upcard__start=reading)
    start = dealt(rulebook, ["KC KD", "KH KS"], ["3D 2C 9C TC JC QC", "4C"])
    assert cards(rulebook, start, "pile") == pile
    assert seen(rulebook, start)["frozen"] == red_threes
    assert not allowed(rulebook, start, take(play("new", "KC KD")))


@pytest.mark.parametrize(("reading", "over"), [("that-one", False), ("ends", True)])
def test_one_card_left(reading: str, over: bool) -> None:
    """The only card that is left in all heaps is drawn, or the deal ends."""
    rulebook = railroad(turn__draw__single=reading)
    start = table(rulebook, "KC KD", phase="draw", heaps=("", "9C"))
    after = done(rulebook, start, draw(2, 0))
    assert (ended(after) == ("stock", None)) == over
    assert len(cards(rulebook, after, "hand")) == (2 if over else 3)


def test_two_cards_left_of_which_one_is_drawn_first() -> None:
    """Two cards are enough for a draw, also where they are drawn one by one."""
    rulebook = railroad(turn__draw__single="ends")
    start = table(rulebook, "KC KD", phase="draw", heaps=("4C", "9C"))
    after = done(rulebook, start, draw(2, 0), draw(1, 0))
    assert (ended(after), seen(rulebook, after)["phase"]) == (None, "play")


@pytest.mark.parametrize(("reading", "bonus"), [("none", 100), ("hundred", 200)])
def test_going_out_concealed(reading: str, bonus: int) -> None:
    """Who melds everything in one turn and goes out has 100 as anybody, or 200; the kitty of 80 is taken off."""
    rulebook = railroad(score__concealed__extra=reading, foot__last_card__out="out")
    start = table(rulebook, " ".join(["9D", *ALL_FOUR]), KITTY)
    plays = [play("new", canasta) for canasta in ALL_FOUR]
    after = done(rulebook, start, meld(*plays), discard("9D"))
    assert ended(after) == ("out", 0)
    assert seen(rulebook, after)["scores"][0] == 3300 + 425 - (4 * 5 + 2 * 5 + 5 * 10) + bonus


def test_nobody_may_pass() -> None:
    """Whoever has a card that may be discarded ends the turn by a discard."""
    rulebook = railroad()
    assert not allowed(rulebook, table(rulebook, "KC 7C", melds=[RED]), PASS)
    assert table(rulebook, "KC").cells[TURN] == 0
