"""What a house plays otherwise is a line or three of its own."""

from __future__ import annotations

import pytest
from tests.engine.variants import library, with_house

from meldspec.book.library import Books
from meldspec.cli._sound import problems_of
from meldspec.engine.rulebook import Library
from meldspec.language import lines
from meldspec.language.spelling import format_line

NO_LEAVE = """drop clause out.ask, out.no, out.yes, out.leave-needed "Nobody is asked."
"""
EIGHT = """change clause meld.canasta
  | Eight cards or more are a canasta, natural without a wild card and mixed with one.
  redefine canasta-size: 8
"""
FAR = """change clause match.target
  | The match is to 10000; the side with the higher total wins, if one has come that far.
  redefine points-to-win: 10000
"""
RULES = {"no-leave": NO_LEAVE, "eight": EIGHT, "far": FAR}


def house(rule: str) -> Books:
    """Ordinary Canasta with one rule of a house."""
    return with_house(f'variant house extends canasta "House"\n\n{rule}')


@pytest.mark.parametrize("name", RULES)
def test_a_house_rule_is_three_lines_at_most(name: str) -> None:
    """Nothing is wrong with it, it can be played by, and nothing else need be said."""
    assert len(RULES[name].splitlines()) <= 3
    books = house(RULES[name])
    assert problems_of(books, "house") == []


def test_nobody_is_asked() -> None:
    """Whose turn it is is said of the other acts as before."""
    book = house(NO_LEAVE).book("house")
    heads = [line for line in book.entry("turn.whose").clause.body if isinstance(line, lines.To)]
    assert [head.acts for head in heads] == [("draw", "take", "meld", "discard", "pass")]
    assert "ask" not in Library(house(NO_LEAVE)).sheet("house").symbols.acts


@pytest.mark.parametrize(
    ("rule", "clause", "line"),
    [(EIGHT, "meld.canasta", "define canasta-size: 8"), (FAR, "match.target", "define points-to-win: 10000")],
)
def test_one_number_is_another(rule: str, clause: str, line: str) -> None:
    """The clause is what it was but for the number."""
    mine, canasta = (book.entry(clause).clause for book in (house(rule).book("house"), library().book("canasta")))
    told = [format_line(one) for one in mine.body]
    assert told[0] == line
    assert told[1:] == [format_line(one) for one in canasta.body][1:]
