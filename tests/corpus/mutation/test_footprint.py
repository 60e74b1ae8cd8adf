"""Which acts are certainly judged and carried out alike by two rulebooks of one book."""

from __future__ import annotations

from functools import cache

import pytest
from tests.book.toys import sheet
from tests.engine.variants import shelf

from meldspec.corpus.mutation.footprint import Difference, Footprint, digest_of, digest_of_all
from meldspec.corpus.mutation.unread import same_but_for_packs, same_but_for_unread
from meldspec.engine.rulebook import Rulebook, make_rulebook

LINES = """
option packs from 1, 2 otherwise 1
place heap is row shown as pile
act pass
act take
define few: at most 2 cards in heap
define rich: packs is 2 and at least 9 cards in hand
define idle: no cards in heap
cards natural are A K Q
kind set
  require natural in it share a rank
to take
  require some cards in heap
  forbid when packs is 2 and rich
  then move all from heap to hand
to meld
  require every play in plays has the result of play fits
to pass
  require few or could take
  then turn becomes the left of player
at scoring
  award 5 when few
"""


@cache
def canasta() -> Rulebook:
    """Ordinary Canasta with its default readings."""
    return shelf().rulebook("canasta")


def difference(old: str = "", new: str = "") -> Difference:
    """What the toy game does otherwise where some words of it are others."""
    books = []
    for lines in (LINES, LINES.replace(old, new)):
        book, problems = sheet(lines)
        assert problems == []
        books.append(make_rulebook(book))
    return Difference(*map(Footprint, books))


def test_the_same_rules_over_again() -> None:
    """Where nothing is otherwise, and where only words differ that the options rule out or that no line uses, nothing is."""
    assert difference().nothing
    assert difference("at least 9 cards in hand", "no cards in hand").nothing
    assert difference("define idle: no cards in heap", "define idle: some cards in heap").nothing
    assert difference("  forbid when packs is 2 and rich\n", "").nothing


def test_a_line_about_one_act() -> None:
    """Another duty of taking judges taking otherwise, and passing, which asks whether the heap could be taken."""
    found = difference("require some cards in heap", "require at least 2 cards in heap")
    assert found.same_table and found.same_scores and found.same_kinds
    assert found.judges_otherwise == {"take", "pass"}
    assert found.judges_itself == {"take"}


def test_a_term_that_an_act_and_the_score_use() -> None:
    """What a term means matters wherever it is used: to passing, and to the score, which is counted at the end of every act."""
    found = difference("at most 2 cards", "at most 3 cards")
    assert found.judges_itself == {"pass"}
    assert not found.same_scores
    assert not found.same_table
    assert found.same_kinds


def test_an_effect() -> None:
    """What an act does is no part of how it is judged, but the table is another one, also for who asks whether it could be done."""
    found = difference("then move all from heap to hand", "then move all from heap to stock")
    assert not found.same_table
    assert found.judges_otherwise == {"pass"}
    assert found.judges_itself == set()


def test_a_permission_that_never_holds_is_not_left_out() -> None:
    """An act whose only permission the options rule out is never legal; without that line it needs none."""
    found = difference("  require some cards in heap\n", "  require some cards in heap\n  allow when packs is 2\n")
    assert "take" in found.judges_itself


def test_a_kind() -> None:
    """Other kinds of melds are told by themselves, and to the act that asks whether cards fit one."""
    found = difference("natural in it share a rank", "at least 3 natural in it")
    assert not found.same_kinds
    assert "meld" in found.judges_itself
    assert "take" not in found.judges_itself


def test_what_two_rulebooks_share_need_not_be_tried_twice() -> None:
    """A rulebook is alike to itself in everything; a reading about one act leaves the others as they are."""
    rulebook = canasta()
    first = Footprint(rulebook)
    same = Difference(first, Footprint(rulebook))
    assert same.same_table and not same.judges_otherwise
    other = make_rulebook(rulebook.sheet, {}, {"out.last-discard.which": "plain"})
    found = Difference(first, Footprint(other))
    assert "discard" in found.judges_otherwise
    assert "answer" not in found.judges_otherwise


@pytest.mark.parametrize(
    ("variant", "question", "reading", "act"),
    [("bain", "meld.garbage.wild", "never", "meld"), ("dollars", "pile.take.choice", "any-number", "take")],
)
def test_what_an_act_may_name_is_part_of_how_it_is_judged(variant: str, question: str, reading: str, act: str) -> None:
    """A reading about the cards that may go to a pile, or about how many cards are taken, judges that act otherwise."""
    rulebook = shelf().rulebook(variant)
    found = Difference(Footprint(rulebook), Footprint(make_rulebook(rulebook.sheet, {}, {question: reading})))
    assert act in found.judges_itself
    assert "answer" not in found.judges_itself


MEMORIES = """
keep noted as number
keep again as number
keep read as number
to draw
  then noted becomes 1
  then again becomes noted
  then read becomes 1
to meld
  forbid when read is 1
whenever for each player in seats, no cards in the stock
  then noted becomes 3
  then read becomes 3
  then move all from hand to stock
"""


def test_what_is_noted_and_never_read_alters_nothing() -> None:
    """A memory that only another unread one is set by is the same rules over again, be it set by an act or by a standing rule; one
    that a line asks about is not, and none that breaks where somebody has no partner."""
    first, problems = sheet(MEMORIES)
    assert problems == []
    for old, new, same in (
        ("noted becomes 1", "noted becomes 2", True),
        ("noted becomes 3", "noted becomes 4", True),
        ("  then noted becomes 3\n", "", True),
        ("noted becomes 3", "noted becomes the number of the hand of the first of the partners of player", False),
        ("read becomes 1", "read becomes 2", False),
        ("read becomes 3", "read becomes 4", False),
    ):
        other, problems = sheet(MEMORIES.replace(old, new))
        assert problems == []
        found = Difference(Footprint(make_rulebook(first)), Footprint(make_rulebook(other)))
        assert not found.nothing
        assert same_but_for_unread(found) is same


ASKED = "to draw\n  forbid when at least 16 cards in the pack\n"


@pytest.mark.parametrize(("asked", "same"), [("", True), (ASKED, False)])
def test_how_many_jokers_there_are_alters_nothing_unless_it_is_asked(asked: str, same: bool) -> None:
    """Every deal tells its cards, so with a joker more each table is the same where no line asks how many cards there are."""
    first, second = (sheet(f"deck jokers of JK\ndefine jokers: {many}\n{asked}") for many in (2, 3))
    assert first[1] == second[1] == []
    found = Difference(*(Footprint(make_rulebook(one)) for one, _ in (first, second)))
    assert not found.nothing
    assert same_but_for_packs(found) is same


def test_which_cards_there_are_alters_what_can_be_laid() -> None:
    """A game with another card, or with other points for one, is another game."""
    told = [sheet(f"deck 2 of JK\nworth {points} for JK\n")[0] for points in (50, 25)]
    found = Difference(*(Footprint(make_rulebook(one)) for one in told))
    assert not same_but_for_packs(found)


DOUBT = """
question which silent "May the heap be taken before the stock is gone?"
  covers T-01
  default free because "Nothing bars it."
  reading free "Yes."
    nothing more
  reading barred "No."
    to meld
      require {asked}
question then silent "May a card be drawn where the heap could be taken up?"
  covers T-02
  default taken because "A heap is there to be taken."
  reading taken "No."
    to draw
      forbid when could come to (no cards in heap)
"""


@pytest.mark.parametrize(
    ("asked", "reading", "same"),
    [("could come to (some cards in heap)", {}, True), ("no cards in heap", {"play.more.which": "barred"}, False)],
)
def test_a_digest_is_of_the_lines_in_force(asked: str, reading: dict[str, str], same: bool) -> None:
    """What another reading looks ahead for leaves the digest as it is; a line in force that says something else does not."""
    books = [sheet(LINES + DOUBT.format(asked=one)) for one in ("some cards in heap", asked)]
    assert books[0][1] == books[1][1] == []
    first, second = (digest_of(make_rulebook(one, {}, reading)) for one, _ in books)
    assert (first == second) is same


def test_what_mutants_come_to_hangs_on_the_lines_of_all_readings() -> None:
    """Another line of a reading is other rules, in force or not; words for people, which move the lines besides, are none."""
    asked = ("some cards in heap", "at least 2 cards in heap")
    (first, _), (second, _) = (sheet(LINES + DOUBT.format(asked=one)) for one in asked)
    (moved, _) = sheet('note "This is played in the north."\n' + LINES + DOUBT.format(asked=asked[0]))
    assert digest_of_all(first) == digest_of_all(moved) != digest_of_all(second)
