"""Meld kinds part the cards: what fits two kinds, or what fits none, is found with an example."""

from __future__ import annotations

from textwrap import indent

import pytest
from tests.engine.variants import library, sheet_of

from meldspec.book.checks.every import check_book
from meldspec.book.library import library_of
from meldspec.engine.kind_overlap import check_kinds
from meldspec.language.parse import parse
from meldspec.language.problems import Diagnostic

GAME = """\
book toy "Toy"

chapter 10 play "Play"

clause play.game "The game"
  | Whoever can lays melds.
  option players from 2 otherwise 2
  sides 2
  deck 2 of A K Q J in C D H S
  deck 4 of JK
  cards natural are A K Q J
  cards wild are JK
  place stock is row
  place hand of player is bag
  place melds of side is groups
  phases setup
  act meld with plays: plays from hand onto melds
  to meld
    require every play in plays has (the result of play fits)
    forbid when only wild in the hand
    then lay plays from hand onto melds
"""
SET = "kind clean\n  require only natural in it\n  require it share a rank\n  require at least 3 cards in it\n"
MIXED = "kind mixed\n  require natural in it share a rank\n  require some natural in it\n  require some wild in it\n"
RUN = "kind suited\n  require only natural in it\n  require it share a suit\n  require at least 3 cards in it\n"


def told(kinds: str) -> list[tuple[str, str]]:
    """Code and finding of every problem of the kinds, in a book that is good but for them."""
    text = parse(GAME + indent(kinds, "  "), "toy.rules")
    sheet, problems = check_book(library_of([text]), "toy")
    assert sheet is not None and problems == []
    check_kinds(sheet, problems)
    return [(problem.code, problem.found) for problem in problems]


def test_kinds_that_part_the_cards() -> None:
    """Kinds of which no cards fit two are nothing to complain of."""
    assert told(SET + MIXED) == []


def test_cards_that_fit_two_kinds() -> None:
    """Two kinds that share cards are told with the fewest cards that fit both."""
    loose = MIXED.replace("  require some wild in it\n", "")
    [(code, found)] = told(SET + loose)
    assert code == "kinds-overlap"
    assert found.endswith(", which fit both 'clean' and 'mixed'")
    cards = found.split(",")[0].split()
    assert len(cards) == 3
    assert len({card[0] for card in cards}) == 1


def test_suits_are_told_apart() -> None:
    """Where a kind speaks of suits, cards of one rank are tried by suit: the pack's two aces of spades share both."""
    two = SET.replace("at least 3", "at least 2") + RUN.replace("at least 3", "at least 2")
    assert [code for code, _ in told(two)] == ["kinds-overlap"]


@pytest.mark.parametrize("line", ["require at least 5 wild in it", "require no cards in it", "require at least 9 cards in it"])
def test_a_kind_that_nothing_fits(line: str) -> None:
    """A kind that asks for more than the pack has is told to be empty."""
    assert told(SET + f"kind dream\n  require it share a rank\n  {line}\n") == [
        ("empty-kind", "the kind 'dream', which no cards of the pack fit")
    ]


def test_kinds_that_overlap_under_one_reading() -> None:
    """Kinds that share cards under another reading than the default are told with that reading."""
    doubt = """\
question wilds silent "Does a mixed meld need a wild card?"
  default one because "It is usual."
  reading one "Yes."
    kind mixed
      require some wild in it
  reading none-needed "No."
    nothing more
"""
    found = told(SET + MIXED.replace("  require some wild in it\n", "  require at least 3 cards in it\n") + doubt)
    assert [code for code, _ in found] == ["kinds-overlap"]
    assert found[0][1].endswith("(under 'none-needed' of 'play.game.wilds')")


def test_the_kinds_of_the_rules() -> None:
    """No cards fit two kinds of any variant of the project's own rules."""
    for name in library().names():
        problems: list[Diagnostic] = []
        check_kinds(sheet_of(name), problems)
        assert [str(problem) for problem in problems] == []
