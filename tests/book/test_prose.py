"""Which numbers the prose of a clause may name: those of its lines, and what follows from them."""

import pytest
from tests.book.toys import check_library

from meldspec.book.library import library_of
from meldspec.language.parse import parse

TOY = """book toy "Toy"

chapter 10 play "Play"

clause play.game "The whole game"
  | Six players sit in two sides.
  option players from 4, 6 otherwise 6
  sides 2
  deck (choose 3 when players is 6, otherwise 2) of A K Q 4 3 in C D H S
  cards red-threes are 3D 3H
  cards fours are 4
  define enough: short plus 2
  define short: 5
  place stock is row
  place hand of player is bag
  phases setup, draw
  act draw
  to draw
    require player is turn
    then draw 1 from stock to hand
    then turn becomes the left of player
  at setup
    then turn becomes the left of dealer
    then phase becomes draw

clause play.held "What is held"
  | {prose}
  to draw
    forbid when at least enough red-threes in the hand or some fours in the hand and players is 4
"""


def told(prose: str) -> list[str]:
    """What is told of the numbers in a sentence."""
    found = check_library(library_of([parse(TOY.format(prose=prose), "toy.rules")]))
    return [problem.found.split(" in the prose")[0] for problem in found if problem.code == "prose-number"]


@pytest.mark.parametrize(
    "prose",
    [
        pytest.param("Seven of them are too many.", id="what a term comes to"),
        pytest.param("Five of them and two more are too many.", id="what the term is made of"),
        pytest.param("There are four red threes, or six where more play.", id="how many cards the pack has under each option"),
        pytest.param("Of twelve fours nobody may hold any where four play.", id="the cards of a rank, and an option"),
        pytest.param("A four or a red three is one of the cards that the one player looks for.", id="names of cards, and pronouns"),
        pytest.param("Both are first, a pair is second, and twice is too often.", id="words that are no numbers"),
    ],
)
def test_a_clause_may_name_what_its_lines_have(prose: str) -> None:
    """A number stands in the lines, in a term that they use, in the options, or in the count of the cards that they speak of."""
    assert told(prose) == []


@pytest.mark.parametrize(
    ("prose", "words"),
    [
        pytest.param("Nine of them are too many.", ["'Nine'"], id="a word"),
        pytest.param("There are 9 red threes, and a hundred cards.", ["'9'", "'a hundred'"], id="figures and words"),
        pytest.param("Three red threes are too many.", ["'Three'"], id="a count of cards that have a number in their name"),
    ],
)
def test_a_number_that_no_line_has_is_told(prose: str, words: list[str]) -> None:
    """Whatever else the prose counts is told of, in its own words."""
    assert told(prose) == words


def test_the_players_of_a_side_follow_from_the_sides() -> None:
    """Where six or four play in two sides, a side has three players or two."""
    text = TOY.format(prose="Seven.").replace("Six players sit in two sides.", "Six players sit in two sides of three.")
    assert check_library(library_of([parse(text, "toy.rules")])) == []
