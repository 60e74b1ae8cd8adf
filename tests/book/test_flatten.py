"""Variants are differences: what becomes of the clauses of the book that they extend."""

from __future__ import annotations

import pytest
from tests.book.toys import check_library, library, variant

from meldspec.book.flat import Gone, tagged
from meldspec.language import lines
from meldspec.language.problems import RulesError

BASE = """
    variant base extends toy "Base"

    chapter 20 ends "Ends"

    clause ends.stock "The end of the stock"
      | The deal ends with the stock.

    clause ends.out "Going out"
      | The deal ends with a hand.
      question at-once silent "At once?"
        default same-turn because "It is usual."
        reading same-turn "Yes."
          nothing more
        reading later "No."
          to draw
            forbid when no cards in the hand

    chapter 5 before "Before play"

    clause before.cut "The cut"
      | The pack is cut.
"""
CHILD = """
    variant child extends base "Child"

    chapter 20 ends "Ends"

    clause ends.late "Ending late"
      | Somebody is late.

    replace clause ends.stock "The stock goes on"
      cites sheet 4
      | The pile becomes the stock.

    drop clause ends.out "Nobody goes out."
      cites sheet 5
"""
READING = """
    variant reading extends base "Reading"

    chapter 20 ends "Ends"

    read ends.out.at-once as later because "Nobody hurries here."
      cites sheet 6
"""
GRANDCHILD = """
    variant grandchild extends child "Grandchild"

    chapter 20 ends "Ends"

    replace clause ends.stock "The stock ends"
      | As it was.
"""


def test_chapters_stand_by_number() -> None:
    """An added chapter stands where its number puts it, whatever the order of the texts."""
    book = variant("base", BASE)
    assert [entry.clause.id for entry in book.entries] == ["before.cut", "play.game", "ends.stock", "ends.out"]


def test_added_clauses_come_last_in_their_chapter() -> None:
    """A clause that a variant adds stands behind those that it inherits."""
    book = variant("child", BASE, CHILD)
    assert [entry.clause.id for entry in book.entries][2:] == ["ends.stock", "ends.late"]


def test_a_replaced_clause_keeps_its_place() -> None:
    """What replaces a clause has its id and its place, its own title and source, and knows what it replaces."""
    entry = variant("child", BASE, CHILD).entry("ends.stock")
    assert (entry.clause.title, entry.clause.cites[0].ranges) == ("The stock goes on", ((4, 4),))
    assert (entry.origin, entry.replaces, entry.chapter) == ("child", ("base",), (20, "ends", "Ends"))


def test_a_dropped_clause_is_gone_with_its_questions() -> None:
    """A dropped clause leaves no question behind, and the book remembers why it was dropped."""
    book = variant("child", BASE, CHILD)
    assert book.questions() == {}
    assert [(d.clause.title, d.why, d.origin, d.drop.cites[0].source) for d in book.dropped] == [
        ("Going out", "Nobody goes out.", "child", "sheet")
    ]


def test_differences_of_differences() -> None:
    """A clause replaced twice knows both clauses that it replaces, and what was dropped stays dropped."""
    book = variant("grandchild", BASE, CHILD, GRANDCHILD)
    assert book.ancestors == ("child", "base", "toy")
    assert book.entry("ends.stock").replaces == ("base", "child")
    assert book.entry("ends.late").origin == "child"
    assert "ends.out" not in book.by_id()


def test_inheritance_leaves_the_base_as_it_is() -> None:
    """What a variant does to a clause is nothing to the book that it extends."""
    books = library(BASE, CHILD)
    books.book("child")
    assert books.book("base").entry("ends.stock").clause.title == "The end of the stock"
    assert "base.cut" not in books.book("toy").by_id()


def test_books_are_listed_bases_first() -> None:
    """Base books come before variants, each in the order of the alphabet."""
    assert library(CHILD, BASE).names() == ("toy", "base", "child")


def test_lines_are_numbered_through_the_clause() -> None:
    """Lines are counted in the order of the text, those of readings too; a standing rule's condition counts, other heads do not."""
    entry = variant(
        "other",
        """
        variant other extends toy "Other"

        chapter 20 ends "Ends"

        clause ends.all "All sorts of lines"
          | Numbers run on.
          keep ended as truth
          to draw
            forbid when ended
            then ended becomes yes
          whenever ended
            then end the deal by stock
          question who silent "Who?"
            default one because "It is usual."
            reading one "One."
              to draw
                forbid when no cards in the hand
            reading two "Two."
              define enough: ended
        """,
    ).entry("ends.all")
    assert [(tag.line, tag.reading) for tag, _ in tagged(entry)] == [
        ("ends.all:1", ""),
        ("ends.all:2", ""),
        ("ends.all:4", ""),
        ("ends.all:6", "one"),
        ("ends.all:7", "two"),
    ]


@pytest.mark.parametrize("name", ["hen", "nobody"])
def test_a_book_that_cannot_be_made_is_refused(name: str) -> None:
    """A book that extends nothing that is there, or that is not there itself, is refused with what there is."""
    books = library('variant hen extends egg "Hen"')
    with pytest.raises(RulesError, match="no-such-book"):
        books.book(name)
    assert "toy" in books.names()


def test_a_variant_has_a_default_of_its_own() -> None:
    """`read` changes the default of an inherited question and why it is one; the clause stays what it was, also for the heirs."""
    heir = """
        variant heir extends reading "Heir"

        chapter 20 ends "Ends"

        clause ends.late "Ending late"
          | Somebody is late.
    """
    books = library(BASE, READING, heir)
    asked = {name: books.book(name).questions()["ends.out.at-once"] for name in ("base", "reading", "heir")}
    told = {name: (question.default, question.because, question.whose) for name, question in asked.items()}
    assert told["base"] == ("same-turn", "It is usual.", "")
    assert told["reading"] == told["heir"] == ("later", "Nobody hurries here.", "reading")
    assert asked["heir"].readings == asked["base"].readings
    assert books.book("reading").entry("ends.out").origin == "base"


def test_several_clauses_are_dropped_by_one_line() -> None:
    """What goes together goes by one line, and each of them is known to be dropped."""
    none = """
        variant none extends base "None"

        drop clause ends.stock, ends.out "It never ends."
    """
    book = variant("none", BASE, none)
    assert [one.clause.id for one in book.dropped] == ["ends.stock", "ends.out"]
    assert {one.why for one in book.dropped} == {"It never ends."}


def test_an_act_goes_with_the_clause_that_declares_it() -> None:
    """Lines about several acts are about the others then, and those about it alone are gone."""
    waved = """
        variant waved extends toy "Waved"

        chapter 20 wave "Waving"

        clause wave.act "Waving"
          | Somebody waves.
          act wave

        clause wave.turn "In turn"
          | In turn.
          to wave, draw
            require player is turn
          to wave
            forbid when no cards in the stock
    """
    still = """
        variant still extends waved "Still"

        drop clause wave.act "Nobody waves."
    """
    book = variant("still", waved, still)
    assert [(line.acts, len(line.body)) for line in book.entry("wave.turn").clause.body if isinstance(line, lines.To)] == [
        (("draw",), 1)
    ]


def test_a_name_that_went_is_remembered() -> None:
    """Whoever still speaks of what a dropped clause declared is told which clause that was."""
    late = """
        variant late extends toy "Late"

        chapter 20 late "Late"

        clause late.when "When"
          | Late.
          define too-late: no cards in the stock
          kind couple
            require exactly 2 cards in it

        clause late.bar "No more"
          | No more.
          to draw
            forbid when too-late
          to meld
            require some play in plays has the kind of the result of play is couple
    """
    never = """
        variant never extends late "Never"

        drop clause late.when "Never."
    """
    assert variant("never", late, never).gone["too-late"] == Gone("define too-late: …", "late.when", "drops")
    problems = check_library(library(late, never))
    assert any("late.when declares it, which 'never' drops: write 'kind couple'" in one.mend for one in problems)
    problem = next(one for one in problems if "too-late" in one.found)
    assert "late.when declares it, which 'never' drops: write 'define too-late: …' in a clause that stays" in problem.mend
