"""Ordinary Canasta read so that a meld need only be whole when the turn is ended: what may be begun, and what ends no turn."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.variants import sheet_of

from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.protocol.messages import Meld
from meldspec.protocol.observe import observation

from .ordinary import CANASTA, KINGS, QUEENS, set_out
from .positions import PASS, Action, after, discard, legal, meld, play, take

WHOLE = "meld.whole.moment"
EIGHTS = "8C 8D 8S"


def canasta(**readings: str) -> Rulebook:
    """Ordinary Canasta with melds that need only be whole when the turn ends."""
    return make_rulebook(sheet_of("canasta"), {"players": 4}, {WHOLE: "turn-end", **readings})


LAID: list[tuple[str, str, list[str], list[Action], bool]] = [
    ("a pair whose third card is held", f"{KINGS} 4C 5C", [EIGHTS], [meld(play("new", "KC KD"))], True),
    ("a single card", f"{KINGS} 4C 5C", [EIGHTS], [meld(play("new", "KC"))], True),
    ("a pair with a wild card held", "KC KD 2C 4C 5C", [EIGHTS], [meld(play("new", "KC KD"))], True),
    ("one card beside two wild ones", "KC KD 2C 2D 4C 5C", [EIGHTS], [meld(play("new", "KC 2C 2D"))], True),
    ("a pair that nothing makes whole", "KC KD 4C 5C", [EIGHTS], [meld(play("new", "KC KD"))], False),
    ("cards of two ranks", f"{KINGS} 4C 5C", [EIGHTS], [meld(play("new", "KC 4C"))], False),
    ("wild cards alone", f"{KINGS} 2C 2D 4C", [EIGHTS], [meld(play("new", "2C 2D"))], False),
    ("a second meld of a rank", f"{KINGS} 4C 5C", ["KC KH KS"], [meld(play("new", "KC KD"))], False),
    ("two black threes", "3C 3S 3S 4C", [CANASTA], [meld(play("new", "3C 3S"))], False),
    ("a pair beside which nothing is left to discard", KINGS, [EIGHTS], [meld(play("new", "KC KD"))], False),
    ("a pair by which the player goes out", QUEENS, [CANASTA], [meld(play("new", "QC QD"))], True),
    ("two pairs for one wild card", "KC KD QC QD 2C 4C 5C", [EIGHTS], [meld(play("new", "KC KD"), play("new", "QC QD"))], False),
    (
        "two pairs for two wild cards",
        "KC KD QC QD 2C 2D 4C 5C",
        [EIGHTS],
        [meld(play("new", "KC KD")), meld(play("new", "QC QD"))],
        True,
    ),
    ("a discard beside a pair", f"{KINGS} 4C 5C", [EIGHTS], [meld(play("new", "KC KD")), discard("4C")], False),
    (
        "a discard beside what has been made whole",
        f"{KINGS} 4C 5C",
        [EIGHTS],
        [meld(play("new", "KC KD")), meld(play(1, "KH")), discard("4C")],
        True,
    ),
    ("going out with a pair", "QC QD QH", [CANASTA], [meld(play("new", "QC QD")), discard("QH")], False),
    ("going out with what has been made whole", QUEENS, [CANASTA], [meld(play("new", "QC QD")), meld(play(1, "QH")), PASS], True),
    # A side that has not opened needs 50, each time in one act: 20 + 20 are too few, and with 2x10 more enough.
    ("an opening with a pair that is short", f"{KINGS} AC AD AH 4C 5C", [], [meld(play("new", "AC AD"))], False),
    ("an opening with two pairs", f"{KINGS} AC AD AH 4C 5C", [], [meld(play("new", "AC AD"), play("new", "KC KD"))], True),
]


@pytest.mark.parametrize(("hand", "melds", "acts", "may"), [case[1:] for case in LAID], ids=[case[0] for case in LAID])
def test_what_may_be_begun_and_what_ends_no_turn(hand: str, melds: list[str], acts: list[Action], may: bool) -> None:
    """A meld may be begun with fewer cards where the rest of it can follow, and a turn ends with no meld that is only begun."""
    rulebook = canasta()
    assert legal(rulebook, set_out(rulebook, hand, melds=melds, phase="play"), *acts) == may


def test_by_default_a_meld_is_whole_when_it_is_laid() -> None:
    """Two kings are no meld where nothing is put off."""
    rulebook = make_rulebook(sheet_of("canasta"), {"players": 4}, {})
    assert not legal(rulebook, set_out(rulebook, f"{KINGS} 4C 5C", melds=[EIGHTS], phase="play"), meld(play("new", "KC KD")))


def test_the_top_card_and_the_pair_make_a_meld_at_once() -> None:
    """What gives the pile is a meld from the first; what is laid besides may be made up later."""
    rulebook = canasta()
    start = set_out(rulebook, "KC KD QC QD QH 4C 5C", melds=[EIGHTS], pile="5C KH")
    now = after(rulebook, start, take(play("new", "KC KD KH"), play("new", "QC QD")))
    assert not legal(rulebook, now, discard("4C"))
    assert legal(rulebook, now, meld(play(2, "QH")), discard("4C"))
    assert not legal(rulebook, start, take(play("new", "KC KH")))


def test_all_that_is_laid_is_judged_at_the_end_where_the_minimum_is_too() -> None:
    """OC-A10, reading B: K-K alone, the third king after it, then A-A-A, and 30 + 60 open together; no discard before."""
    rulebook = canasta(**{"meld.stays.judged": "at-discard"})
    start = set_out(rulebook, f"{KINGS} AC AD AH 4C 5C", phase="play")
    kings = after(rulebook, start, meld(play("new", "KC KD")), meld(play(0, "KH")))
    assert not legal(rulebook, kings, discard("4C"))
    aces = after(rulebook, kings, meld(play("new", "AC AD")))
    assert not legal(rulebook, aces, discard("4C"))
    assert legal(rulebook, aces, meld(play(1, "AH")), discard("4C"))


def test_a_large_hand_with_much_that_is_begun_is_answered() -> None:
    """With twenty cards, two melds begun and one wild card too few for both, the second may not be begun."""
    rulebook = canasta()
    hand = f"KC KD {QUEENS} JC JD TC TD TH 9C 9D 9H 2C 4C 4D 5C 6C 7C"
    start = set_out(rulebook, hand, melds=[EIGHTS], phase="play")
    assert legal(rulebook, start, meld(play("new", "KC KD")))
    assert not legal(rulebook, start, meld(play("new", "KC KD")), meld(play("new", "JC JD")))


def test_a_meld_that_is_begun_is_shown_as_unfinished() -> None:
    """Until it is whole its kind is `unfinished`, and then that of its cards."""
    rulebook = canasta()
    now = after(rulebook, set_out(rulebook, f"{KINGS} 4C 5C", melds=[EIGHTS], phase="play"), meld(play("new", "KC KD")))
    shown: Any = observation(rulebook, now).sides
    assert shown[0].melds[1] == Meld(("KC", "KD"), "unfinished")
    shown = observation(rulebook, after(rulebook, now, meld(play(1, "KH")))).sides
    assert shown[0].melds[1] == Meld(("KC", "KD", "KH"), "natural")
