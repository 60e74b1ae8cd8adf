"""Small books for tests: a game of one clause, and texts put beside it."""

from __future__ import annotations

from textwrap import dedent, indent

from meldspec.book.checks.every import check_book, new_problems
from meldspec.book.flat import Book
from meldspec.book.library import Books, library_of
from meldspec.book.make_sheet import make_sheet
from meldspec.book.sheet import Sheet
from meldspec.language.parse import parse
from meldspec.language.problems import Diagnostic
from meldspec.protocol.border import check_border

GAME = """\
  | Two players draw from one pack in turn.
  option players from 2, 4 otherwise 4
  sides 2
  deck 1 of A K Q in C D H S
  place stock is row shown as stock
  place hand of player is bag shown as hands
  place melds of side is groups shown as melds
  keep opened of side as truth
  phases setup, draw
  act draw
  act meld with plays: plays from hand onto melds, first: play
  to draw
    require player is turn
    then draw 1 from stock to hand
    then turn becomes the left of player
  at setup
    then phase becomes draw
"""
TOY = f'book toy "Toy"\n\nchapter 10 play "Play"\n\nclause play.game "The game"\n{GAME}'


def library(*texts: str) -> Books:
    """A library of the toy game and the texts beside it."""
    written = (TOY, *(dedent(text).strip() + "\n" for text in texts))
    return library_of([parse(text, f"text-{number}.rules") for number, text in enumerate(written)])


def variant(name: str, *texts: str) -> Book:
    """The flat book of a variant, whose texts stand beside the toy game."""
    return library(*texts).book(name)


def sheet(lines: str) -> tuple[Sheet, list[Diagnostic]]:
    """The sheet of the toy game with one more clause that has these lines, and what is wrong with their words."""
    clause = 'clause play.more "More"\n  | More lines.\n' + indent(dedent(lines).strip("\n"), "  ")
    problems: list[Diagnostic] = []
    text = parse(f"{TOY}\n{clause}\n", "toy.rules")
    return make_sheet(library_of([text]).book("toy"), problems), problems


def check_library(library: Books) -> list[Diagnostic]:
    """All that is wrong with all books; what a variant only inherits is told once, of the book where it stands."""
    return new_problems(library, {name: _wrong(library, name) for name in library.names()})


def _wrong(library: Books, name: str) -> list[Diagnostic]:
    """What is wrong with one book, and at its border; its kinds are not tried on cards."""
    sheet, problems = check_book(library, name)
    if sheet is not None:
        check_border(sheet, problems)
    return problems
