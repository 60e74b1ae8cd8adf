"""Going out where the foot is taken up on the way, in whatever acts the cards are laid."""

from __future__ import annotations

import pytest
from tests.engine.lookahead.test_laying_hands import both_ways, laying_questions
from tests.engine.variants import compiled

from meldspec.engine.lookahead.search import Search
from meldspec.engine.rulebook import Rulebook
from meldspec.table.table import DEAL_NUMBER, DEALER, PHASE, TURN, Cells

CLOSED = ("KC KD KH KS KC 2C 2D", "2C 2D 2H 2S JK JK JK", "7C 7D 7H 7S 7C 7D 7H")
"""A canasta of each kind but a natural one."""
QUEENS = "QC QD QH QS QC QD QH"


EACH = " ".join(f"{rank}{suit}" for rank in "456789TJQKA" for suit in "CDHSCDHSCD")
"""Ten cards of each rank that can be melded with naturals of its own."""
WILD = "2C 2D 2H 2S 2C 2D JK JK JK"


def held(rulebook: Rulebook, hand: str, melds: tuple[str, ...], foot: str) -> Cells:
    """Somebody's turn who has drawn and has not yet melded in it."""
    cells = rulebook.layout.blank()

    def bag(text: str) -> tuple[int, ...]:
        return tuple(sorted(rulebook.faces.read(text.split())))

    cells[DEALER], cells[DEAL_NUMBER], cells[TURN], cells[PHASE] = 1, 1, 0, "play"
    cells[rulebook.layout["hand"].first], cells[rulebook.layout["foot"].first] = bag(hand), bag(foot)
    cells[rulebook.layout["hand"].first + 1] = bag("4C 5C")
    cells[rulebook.layout["melds"].first] = tuple(map(bag, melds))
    cells[rulebook.layout["obtained"].first] = cells[rulebook.layout["opened"].first] = True
    return tuple(cells)


@pytest.mark.parametrize(
    ("hand", "melds", "foot", "out"),
    [
        (f"{QUEENS} 9C", CLOSED, "5C 6D", False),
        (f"{QUEENS} 9C", CLOSED, "", True),
        ("8C 8D 8H 9C", (*CLOSED, QUEENS), "5C 6D", True),
        ("QC 9C", (*CLOSED, "QC QD QH QS QC QD"), "5C 6D", False),
        ("QC 9C", (*CLOSED, "QC QD QH QS QC 2D"), "", False),
    ],
)
def test_a_kitty_earned_by_the_canasta_that_is_needed_follows(hand: str, melds: tuple[str, ...], foot: str, out: bool) -> None:
    """Who lacks only a natural canasta earns the kitty by it and is not out; trying every act says the same."""
    rulebook = compiled("railroad", 2, {})
    question = next(laying_questions(rulebook.sheet, rulebook))
    quick, slow = both_ways(rulebook, question)
    cells = held(rulebook, hand, melds, foot)
    assert (quick(cells, 0), slow(cells, 0)) == (out, out)


@pytest.mark.parametrize(
    ("hand", "foot", "out"),
    [
        (QUEENS, "5C", True),
        (QUEENS, "5C 6D", False),
        (f"{QUEENS} 9C", "5C", False),
        (f"{QUEENS} 9C", "", True),
    ],
)
def test_a_kitty_that_follows_the_whole_hand_is_discarded_from(hand: str, foot: str, out: bool) -> None:
    """Where the kitty follows once the whole hand is melded, who lacks only a natural canasta goes out with a kitty of one card, by
    discarding that one; of two cards one is left, and trying every act says the same."""
    rulebook = compiled("railroad", 2, {"foot.last-card.empty": "by-melding"})
    question = next(laying_questions(rulebook.sheet, rulebook))
    quick, slow = both_ways(rulebook, question)
    cells = held(rulebook, hand, CLOSED, foot)
    assert (quick(cells, 0), slow(cells, 0)) == (out, out)


@pytest.mark.parametrize(("foot", "out"), [("5C 6D 9H 9S TC JD QC KD 4C 4D 8H", False), ("5C 6D", False), ("", True)])
def test_a_hand_of_119_cards_beside_a_kitty_that_would_follow_it_is_answered(foot: str, out: bool) -> None:
    """Where the kitty follows once the whole hand is melded: each way to close the canastas that going out needs earns the kitty,
    so the player has its cards in the end, and is not out, nor need anybody go through the ways to lay ten cards of each rank."""
    rulebook = compiled("railroad", 2, {"foot.last-card.empty": "by-melding"})
    question = next(laying_questions(rulebook.sheet, rulebook))
    cells = held(rulebook, f"{EACH} {WILD}", (), foot)
    assert bool(rulebook.question(question)(Search(rulebook), cells, 0)) == out
