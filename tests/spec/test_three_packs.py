"""Ordinary Canasta with three packs: what "all of them" comes to, and which of its sentences a house must say anew."""

import pytest
from tests.engine.variants import library

from meldspec.book.checks.every import check_book
from meldspec.book.library import Books, library_of
from meldspec.book.make_sheet import make_sheet
from meldspec.engine.rulebook import make_rulebook
from meldspec.language.parse import parse

from .ordinary import played, set_out
from .positions import DRAW, scores

HOUSE = """variant house extends canasta "Three packs"

chapter 10 cards "Players and cards"

change clause cards.pack
  | Three packs and their six jokers are shuffled into one, which makes 162 cards.
  leave out "deck 2"
  leave out "deck 4"
  deck 3 of A K Q J T 9 8 7 6 5 4 3 2 in C D H S
  deck 6 of JK
"""


FOURS = ("meld.black-threes", "score.red-threes")


def house() -> Books:
    """The books of the project, and the house that plays with three packs."""
    texts = [text for texts in library().texts.values() for text in texts]
    return library_of([*texts, parse(HOUSE, "house.rules")])


def test_all_four_cannot_stand_where_there_are_six() -> None:
    """Sentences that speak of all four red or black threes are told of; that on the pack, which is given anew, is right."""
    _, problems = check_book(house(), "house")
    told = [f"'four' in the prose of '{clause}', a number that none of its lines has" for clause in FOURS]
    assert [problem.found for problem in problems] == told


@pytest.mark.parametrize(("threes", "points"), [("3D 3D 3H 3H", -400), ("3D 3D 3D 3H 3H 3H", -1000)])
def test_the_bonus_is_for_as_many_as_the_pack_holds(threes: str, points: int) -> None:
    """Four of six red threes cost a side without a meld 100 each; all six cost 400 more."""
    rulebook = make_rulebook(make_sheet(house().book("house"), []))
    start = set_out(rulebook, "4C 4D", red_threes=(threes, ""), stock="", pile="3C")
    assert scores(played(rulebook, start, [(0, DRAW)])[1]) == (points - 10, 0)
