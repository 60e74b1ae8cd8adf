"""What lines read, may write, call and look ahead to, in small books."""

from __future__ import annotations

import pytest
from tests.book.toys import sheet

from meldspec.book.core import Core
from meldspec.book.reach import Reach, of_act, reach_of
from meldspec.book.sheet import Sheet

LINES = """
option packs from 1, 2 otherwise 1
place heap is row shown as pile
keep passed of player as truth
keep asked as truth
event stirred
act pass
act take
define few: at most 2 cards in hand
define fewer: few and no cards in heap
define mild: the suit of the top of heap is the suit of the top of stock
define able: could take
question of-few silent "Which are few?"
  default strict because "It is tried."
  reading strict "Those of the hand."
    define many: not few
  reading loose "Those of the stock."
    define many: at most 2 cards in the stock
to take
  require some cards in heap
  require many
  then move all from heap to hand
  then raise stirred when many
to pass
  require opened of side
  then passed of player becomes yes
at stirred
  then asked becomes no for each player in seats
at judging
  then turn becomes none
"""


def made(more: str = "") -> Sheet:
    """The toy game with a heap, a pass, and further lines."""
    book, problems = sheet(LINES + more)
    assert problems == []
    return book


def condition(words: str) -> tuple[Reach, Core]:
    """What there is to ask, and a condition put in as the last line about drawing."""
    book = made(f"to draw\n  forbid when {words}\n")
    core = book.judges[-1].when
    assert core is not None
    return reach_of(book), core


@pytest.mark.parametrize(
    ("words", "cells"),
    [
        ("no cards in hand", {"hand"}),
        ("few", {"hand"}),
        ("fewer", {"hand", "heap"}),
        ("packs is 2 or asked", {"asked"}),
        ("some player in seats has passed of player", {"seats", "dealer", "passed"}),
        ("the total of side is above 3", {"total"}),
        ("many", {"hand", "stock"}),
    ],
)
def test_what_a_condition_looks_at(words: str, cells: set[str]) -> None:
    """A condition looks at its own places and memories and at those of its terms, under whatever reading these hold."""
    reach, core = condition(words)
    assert reach.reads(core).cells == cells


@pytest.mark.parametrize(
    ("words", "terms"),
    [
        ("no cards in hand", ()),
        ("few", ("few",)),
        ("fewer and not able", ("able", "fewer", "few")),
        ("many", ("many", "few")),
    ],
)
def test_which_terms_a_condition_calls(words: str, terms: tuple[str, ...]) -> None:
    """A term that is used by a term is used too; each is told once."""
    reach, core = condition(words)
    assert reach.terms(core) == terms


@pytest.mark.parametrize(
    ("words", "ahead"),
    [
        ("few", False),
        ("able", True),
        ("could pass", True),
        ("could come to opened of side", True),
        ("afterwards few", True),
        ("supposing asked is yes so asked", False),
    ],
)
def test_what_looks_past_the_position(words: str, ahead: bool) -> None:
    """Whoever asks what could be done, or how things stand after the act, looks past the position as it is."""
    reach, core = condition(words)
    assert reach.reads(core).ahead is ahead


def test_cards_held_against_cards() -> None:
    """A line about the suits of cards tells cards apart that are of one rank; one about their number does not."""
    reach, core = condition("mild")
    assert reach.reads(core).suits
    assert not reach.reads(core).faces
    assert not reach.reads(condition("few")[1]).suits
    assert condition("the top of heap is the top of stock")[0].reads(condition("the top of heap is the top of stock")[1]).faces


def test_the_whole_book() -> None:
    """Whether suits matter in a book is told by all its lines, definitions that nothing uses included."""
    assert reach_of(made()).everything.suits
    assert reach_of(made()).everything.of("option") == set()
    assert reach_of(made("to draw\n  forbid when packs is 2\n")).everything.of("option") == {"packs"}


def test_only_the_reading_in_force() -> None:
    """With one reading chosen, what the other one would look at is not looked at."""
    book = made("to draw\n  forbid when many\n")
    loose = reach_of(book, lambda tag: tag.reading in ("", "loose"))
    assert loose.reads(book.judges[-1].when).cells == {"stock"}
    assert loose.terms(book.judges[-1].when) == ("many",)


def test_what_an_act_may_change() -> None:
    """Taking the heap empties it into the hand, and what it stirs up changes what was asked."""
    book = made()
    written = reach_of(book).writes(book.effects["take"])
    assert written.changed == {"hand", "asked"}
    assert written.lessened == {"heap"}
    assert written.everything() == {"hand", "asked", "heap"}


def test_the_end_of_a_deal_changes_more() -> None:
    """Who ends the deal brings about its scores, and what is said of judging the match."""
    book = made("to pass\n  then end the deal by out\n")
    assert reach_of(book).writes(book.effects["pass"][-1:]).changed == {"over", "ender", "ending", "turn", "total", "score"}


def test_a_memory_that_is_only_set_is_not_looked_at() -> None:
    """Setting a memory looks at whose it is, not at what it was."""
    book = made("to pass\n  then passed of turn becomes few\n")
    assert reach_of(book).looked_at(book.effects["pass"][-1]).cells == {"turn", "hand"}


def test_terms_and_events_that_lead_to_themselves() -> None:
    """An event that brings about itself changes what it changes, and no more."""
    book = made("at stirred\n  then raise stirred when asked\n")
    assert reach_of(book).writes(book.events["stirred"]).changed == {"asked"}


def lines_of(book: Sheet, act: str) -> list[str]:
    """The ids of the lines that an act may come upon, in the order of the book."""
    reach = reach_of(book)
    found = {line.tag.line for line in reach.lines(of_act(act))}
    return sorted(found)


def test_the_lines_that_an_act_comes_upon() -> None:
    """Taking comes upon its own lines, those of the event that it raises, and the terms that these use under any reading."""
    book = made()
    readings = {line.tag.reading for line in reach_of(book).lines(of_act("take"))}
    assert readings == {"", "strict", "loose"}
    few = next(line.tag.line for line in book.terms if line.name == "few")
    stirred = book.events["stirred"][0].tag.line
    assert {few, stirred} <= set(lines_of(book, "take"))
    assert not {few, stirred} & set(lines_of(book, "pass"))


def test_the_lines_of_acts_that_could_be_done() -> None:
    """Who asks whether the heap could be taken comes upon the lines about taking; who asks what could come, upon all acts'."""
    asking = made("to pass\n  require not could take\n")
    assert set(lines_of(made(), "take")) <= set(lines_of(asking, "pass"))
    wishing = made("to pass\n  require could come to opened of side\n")
    drawing = {line.tag.line for line in wishing.judges if line.act == "draw"}
    assert drawing <= set(lines_of(wishing, "pass"))
    assert not drawing & set(lines_of(asking, "pass"))


def test_the_lines_that_score() -> None:
    """A line that speaks of a score comes upon all that scores the deal and judges the match."""
    book = made("at scoring\n  award 5 for each player in players of side\nto pass\n  require the score of side is above 3\n")
    scoring = {*(line.tag.line for line in book.awards), *(line.tag.line for line in book.events["judging"])}
    assert scoring <= set(lines_of(book, "pass"))
