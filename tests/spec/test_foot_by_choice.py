"""Pennies and Dollars where a foot need not be taken up: it is said in a turn, by an act of its own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from meldspec.engine.rulebook import Rulebook
from meldspec.table.table import Table

from . import dollars, pennies
from .ordinary import played
from .positions import Action, cards, discard, ended, legal, meld, play

FETCH: Action = {"type": "fetch"}
NINES = ["9C 9C 9D 9D 9H 9H"]


@pytest.mark.parametrize("game", ["pennies", "dollars"])
def test_a_foot_is_taken_up_by_whoever_says_so(game: str) -> None:
    """Where the foot need not be taken up (001, paragraph 29: free to do so), it stays where it is until its owner says in a turn
    that it is taken up after the discard."""
    read: Callable[[str, str], Rulebook] = pennies.read_so if game == "pennies" else dollars.dollars
    set_out: Callable[..., Table] = pennies.set_out if game == "pennies" else dollars.set_out
    free, bound = read("foot.pick-up.duty", "may"), read("foot.pick-up.duty", "must")
    foot, acts = "AC AD AH", [(0, meld(play(0, "9S"))), (0, discard("5C"))]
    lawful, now = played(free, set_out(free, "9S KC 5C", feet=[foot], melds=NINES, phase="play"), acts)
    assert lawful
    assert (cards(free, now, "hand"), cards(free, now, "foot")) == (["KC"], foot.split())
    lawful, now = played(free, set_out(free, "9S KC 5C", feet=[foot], melds=NINES, phase="play"), [acts[0], (0, FETCH), acts[1]])
    assert lawful
    assert (len(cards(free, now, "hand")), cards(free, now, "foot")) == (4, [])
    assert not legal(free, set_out(free, "9S KC 5C", feet=[foot], melds=NINES, phase="play"), FETCH)
    _, now = played(bound, set_out(bound, "9S KC 5C", feet=[foot], melds=NINES, phase="play"), acts)
    assert (len(cards(bound, now, "hand")), cards(bound, now, "foot")) == (4, [])


@pytest.mark.parametrize(("says", "over"), [(True, False), (False, True)])
def test_out_or_foot_as_the_player_likes(says: bool, over: bool) -> None:
    """Pennies: whoever could be out by the last card is out, or has said that the foot is taken up and plays on."""
    rulebook = pennies.pennies(foot__pick_up__duty="may", foot__last_card__out="if-taken")
    start = pennies.set_out(rulebook, "9S KC", feet=["AC AD AH"], melds=[*pennies.ALL, *NINES], phase="play")
    lawful, now = played(rulebook, start, [(0, meld(play(4, "9S"))), *([(0, FETCH)] if says else []), (0, discard("KC"))])
    assert lawful
    assert (ended(now) is not None) == over


def test_no_last_card_while_the_foot_is_left_lying() -> None:
    """Pennies: while a type is missing nobody discards the last card, unless the foot has been said to follow."""
    rulebook = pennies.pennies(foot__pick_up__duty="may")
    start = pennies.set_out(rulebook, "KC", feet=["AC AD AH"], melds=[pennies.NATURAL], phase="play", earned=True)
    assert not legal(rulebook, start, discard("KC"))
    assert legal(rulebook, start, FETCH, discard("KC"))
