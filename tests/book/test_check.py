"""The checker as a whole: good books pass, and nothing is told twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.book.toys import GAME, check_library, library

from meldspec.book.checks.questions import companions
from meldspec.book.library import Books, library_of, read_library
from meldspec.language.parse import parse

BOOKS = Path(__file__).parent.parent / "books"


def told(books: Books) -> list[tuple[str, str]]:
    """Code and file of every problem."""
    return [(problem.code, problem.place.file) for problem in check_library(books)]


def test_snap_is_a_good_book() -> None:
    """The toy game of the tests has nothing wrong with it."""
    text = parse((BOOKS / "snap.rules").read_text(encoding="utf-8"), "snap.rules")
    assert [str(problem) for problem in check_library(library_of([text]))] == []


def test_the_rules_are_good_books() -> None:
    """The project's own rules have nothing wrong with them."""
    assert [str(problem) for problem in check_library(read_library())] == []


def test_what_is_inherited_is_told_once() -> None:
    """A problem of a base book is told of it alone, however many variants inherit it."""
    heirs = ('variant one extends toy "One"', 'variant two extends one "Two"')
    assert told(library(*heirs)) == told(library())
    assert told(library())


def test_a_variant_answers_for_what_it_inherits() -> None:
    """A line that only a variant makes wrong is told with the variant's name."""
    keeper = """
        variant keeper extends toy "Keeper"

        chapter 20 more "More"

        clause more.memory "A memory"
          | Somebody remembers.
          keep shouted as truth
          to draw
            then shouted becomes yes

        clause more.line "A line"
          | It needs the memory.
          to meld
            forbid when shouted
    """
    thief = """
        variant thief extends keeper "Thief"

        chapter 20 more "More"

        drop clause more.memory "It was stolen."
    """
    found = [problem for problem in check_library(library(keeper, thief)) if problem.code == "unknown-word"]
    assert [(problem.found, problem.place.file) for problem in found] == [("the word 'shouted' (in 'thief')", "text-1.rules")]
    assert "have 'thief' change, replace or drop the clause" in found[0].mend


SOME, IS_HELD = "  to draw\n    require some one in numbers from 1 to ", " has (one is the number of the hand)"
"""A line that lists numbers, without how many."""
GUESS = "  programs learn acts guess\n  act guess with one: number from (numbers from 1 to 100), other: number from ("
GUESSED = ")\n  to guess\n    require one is other\n    then turn becomes the left of player"
"""An act that names two numbers, without how many the second may be."""


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        ("nothing", []),
        ("  keep marks as number", ["unused"]),
        ("  keep marks as number\n  to draw\n    then marks becomes 1", ["never-read"]),
        ("  keep marks as number\n  to draw\n    forbid when marks is 1", ["never-set"]),
        ("  to draw\n    forbid when players is 3", ["never-applies"]),
        ("  to draw\n    forbid when players is 2", []),
        ("  to draw\n    require players is above 1", ["says-nothing"]),
        ("  to draw\n    then turn becomes player", ["set-twice"]),
        ("  to draw\n    then turn becomes the left of turn", []),
        ("  to draw\n    then turn becomes player when no cards in the stock", []),
        ("  at setup\n    then settle\n    then phase becomes draw", []),
        (f"{SOME}10000{IS_HELD}", []),
        (f"{SOME}10001{IS_HELD}", ["out-of-reason"]),
        (f"{SOME}(players times 5000){IS_HELD}", ["out-of-reason"]),
        (f"{GUESS}numbers from 1 to 100{GUESSED}", []),
        (f"{GUESS}numbers from 1 to 101{GUESSED}", ["out-of-reason"]),
    ],
)
def test_one_line_more(lines: str, codes: list[str]) -> None:
    """A line added to a good book is told of exactly what is wrong with it."""
    good = GAME.replace("  keep opened of side as truth\n", "").replace(", first: play", "")
    play = "  to meld\n    require every play in plays has (the play is new)\n    then lay plays from hand onto melds\n"
    more = "" if lines == "nothing" else f'\nclause play.more "More"\n  | More lines.\n{lines}\n'
    text = f'book toy "Toy"\n\nchapter 10 play "Play"\n\nclause play.game "The game"\n{good}{play}{more}'
    assert [problem.code for problem in check_library(library_of([parse(text, "toy.rules")]))] == codes


def test_a_number_of_cards_by_a_name_that_nobody_knows() -> None:
    """A pack whose number is reckoned from a word that is none is told of by that word, and not reckoned."""
    pack = """
        variant packed extends toy "Packed"

        chapter 20 more "More"

        clause more.pack "Another pack"
          | More cards.
          define packs: choose several when players is 2, otherwise 2
          deck (2 times packs) of JK
    """
    found = [problem for problem in check_library(library(pack)) if problem.code == "unknown-word"]
    assert [problem.found for problem in found] == ["the word 'several'"]


COUPLED = """
    variant coupled extends toy "Coupled"

    chapter 20 more "More"

    clause more.shout "A shout"
      | Somebody shouts.
      keep shouted as truth
      to draw
        then shouted becomes yes
      at setup
        then shouted becomes no
      question loud silent "Is it loud?"
        default hoarse because "Nobody says so."
        reading hoarse "No."
          nothing more
        reading loud "Yes."
          to meld
            forbid when shouted
      question often silent "Is it heard often?"
        arises where more.shout.loud is hoarse
        default seldom because "Nobody says so."
        reading seldom "No."
          nothing more
        reading often "Yes."
          to draw
            forbid when shouted
"""


def test_a_doubt_may_arise_under_a_default_that_another_book_reads_otherwise() -> None:
    """To say under which reading a doubt arises is idle where that is the default, unless some variant has another default."""
    louder = """
        variant louder extends coupled "Louder"

        chapter 20 more "More"

        read more.shout.loud as loud because "Somebody says so."
    """
    assert "idle-coupling" in [code for code, _ in told(library(COUPLED))]
    books = library(COUPLED, louder)
    assert "idle-coupling" not in [code for code, _ in told(books)]
    assert companions(books.book("coupled"), "more.shout.often") == {}
    assert companions(books.book("louder"), "more.shout.often") == {"more.shout.loud": "hoarse"}
