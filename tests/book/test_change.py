"""A changed clause is the inherited one with single things otherwise in it: terms, numbers, lines, questions."""

from __future__ import annotations

import pytest
from tests.book.toys import library

from meldspec.book.flat import Entry
from meldspec.language.format import format_clause
from meldspec.language.problems import Diagnostic, RulesError

BASE = """
    variant base extends toy "Base"

    chapter 20 ends "Ends"

    clause ends.score "What it brings"
      cites page 3
      facts P-F1
      | A long meld brings 100.
      note "By hand."
      worth 10 for A K
      worth 5 for Q
      option rounds from 1, 2 otherwise 1
      define long-enough: 5
      define bonus of side: choose 10 when opened of side, 20 when no cards in stock, otherwise 0
      define a meld is long: at least long-enough cards in the meld
      to meld
        require some cards in the hand
        then opened becomes yes
      to draw, meld
        require the phase is draw
      at scoring
        award bonus
        award 100 for each meld in melds when meld is long
      question late silent "Late?"
        covers P-A1
        default never because "It is usual."
        reading never "No."
          define a player is late: no
        reading at-end "Yes."
          define a player is late: no cards in the stock
          to draw
            forbid when no cards in the hand
      question again silent "Again?"
        default yes-again because "Why not."
        reading yes-again "Yes."
          nothing more
        reading never "No."
          to draw
            forbid when opened
"""
HEAD = """
    variant child extends base "Child"

    chapter 20 ends "Ends"

"""

CITED = "      cites page 3\n"
"""The least change that there is: the citation as it was."""


def child(change: str) -> Entry:
    """The clause of the base book with a change made to it."""
    return library(BASE, f"{HEAD}    change clause ends.score\n{change}").book("child").entry("ends.score")


def text(change: str) -> list[str]:
    """The lines of the changed clause, as they are printed."""
    return format_clause(child(change).clause).split("\n")


def told(change: str) -> list[Diagnostic]:
    """What is wrong with a change."""
    with pytest.raises(RulesError) as caught:
        child(change)
    return caught.value.problems


def test_a_redefined_term_stands_where_the_old_one_stood() -> None:
    """A house that asks for six cards says that, and the rest of the clause is as it was."""
    before, after = text(CITED), text("      prose stands\n      redefine long-enough: 6\n")
    assert [line.replace("long-enough: 5", "long-enough: 6") for line in before if "facts" not in line][1:] == after[1:]


def test_a_redefined_term_of_a_meld() -> None:
    """What is said of a meld is redefined as it is defined."""
    assert "  define a meld is long: yes" in text("      prose stands\n      redefine a meld is long: yes\n")


def test_one_number_of_a_band() -> None:
    """Of several numbers that a term chooses from one is another."""
    change = """
      prose stands
      redefine bonus of side when no cards in stock: 25
      redefine bonus of side otherwise: 5
"""
    assert "  define bonus of side: choose 10 when opened of side, 25 when no cards in stock, otherwise 5" in text(change)


def test_the_worth_of_some_cards() -> None:
    """One rank is worth something else, and what it was named with is worth what it was."""
    found = text("      prose stands\n      redefine worth of A: 15\n")
    assert [line for line in found if "worth" in line] == ["  worth 10 for K", "  worth 15 for A", "  worth 5 for Q"]


def test_an_option_has_other_values() -> None:
    """Another choice of rounds."""
    assert "  option rounds from 2, 3 otherwise 2" in text("      prose stands\n      redefine rounds from 2, 3 otherwise 2\n")


def test_a_line_left_out() -> None:
    """A line that is quoted by its beginning does not stand, and a head without lines goes with its last line."""
    found = text('      prose stands\n      leave out "require some cards"\n      leave out "to draw, meld: require"\n')
    assert "    require some cards in the hand" not in found
    assert "  to draw, meld" not in found
    assert "    then opened becomes yes" in found


def test_lines_before_behind_and_instead() -> None:
    """New lines stand where they are put, with heads of their own or under the head of the line that is quoted."""
    change = """
      prose stands
      before "then opened becomes yes"
        forbid when no cards in the stock
      after "award bonus"
        award 1
      instead of "award 100 for"
        award 200
      before "to meld"
        define spare: 1
"""
    found = text(change)
    put = ["  define spare: 1", "  to meld", "    require some cards in the hand", "    forbid when no cards in the stock"]
    assert found[found.index("  define spare: 1") :][: len(put)] == put
    assert found[found.index("  at scoring") :][1:4] == ["    award bonus", "    award 1", "    award 200"]


def test_another_head_over_the_same_lines() -> None:
    """What holds for two acts holds for one alone."""
    found = text('      prose stands\n      instead of "to draw, meld"\n        to draw\n          same lines\n')
    assert found[found.index("  to draw") + 1] == "    require the phase is draw"


def test_more_lines() -> None:
    """A formal line of the change is one more, behind those that are inherited."""
    found = text("      prose stands\n      to draw\n        forbid when opened\n")
    assert found[found.index('  question late silent "Late?"') - 2 :][:2] == ["  to draw", "    forbid when opened"]


def test_a_settled_question() -> None:
    """What the parent asks is no question here: the lines of one reading hold without it."""
    found = text("      prose stands\n      settle late as at-end\n")
    assert "  define a player is late: no cards in the stock" in found
    assert not any("question late" in line for line in found)
    assert any("question again" in line for line in found)


def test_a_question_left_out() -> None:
    """What does not arise is not asked, and no reading of it holds."""
    found = text("      prose stands\n      leave out question late\n")
    assert not any("late" in line for line in found)


COUPLED = (
    BASE
    + """\
      question later silent "How late?"
        arises where ends.score.late is at-end
        default early because "It is usual."
        reading early "Not very."
          nothing more
        reading at-last "Very."
          to draw
            forbid when opened
"""
)


def test_a_question_that_arises_under_what_is_settled() -> None:
    """A doubt that arises under one answer alone arises always where that answer is settled on."""
    change = f"{HEAD}    change clause ends.score\n      prose stands\n      settle late as at-end\n"
    later = library(COUPLED, change).book("child").questions()["ends.score.later"]
    assert later.arises == ()


@pytest.mark.parametrize(("line", "here"), [("settle late as never", "settled as never"), ("leave out question late", "left out")])
def test_a_question_that_no_longer_arises(line: str, here: str) -> None:
    """A doubt that arises under one answer alone is left out where another answer is settled on, and the book is told so."""
    with pytest.raises(RulesError) as caught:
        library(COUPLED, f"{HEAD}    change clause ends.score\n      prose stands\n      {line}\n").book("child")
    (problem,) = caught.value.problems
    assert problem.code == "never-arises"
    assert problem.found == f"'ends.score.later', which arises where ends.score.late is at-end, and that is {here}"
    assert problem.mend == "write 'leave out question later' under 'change clause ends.score'"
    both = f"{HEAD}    change clause ends.score\n      prose stands\n      {line}\n      leave out question later\n"
    assert "ends.score.later" not in library(COUPLED, both).book("child").questions()


def test_a_question_asked_anew_with_the_same_readings() -> None:
    """Another reason and another default, and the readings as they were."""
    again, late = child('      question late conflict "Too late?"\n        default at-end because "Here it is."\n').clause.questions
    assert (late.asks, late.default, [reading.name for reading in late.readings]) == ("Too late?", "at-end", ["never", "at-end"])
    assert again.name == "again"


def test_a_reading_with_the_lines_of_another() -> None:
    """A reading in other words has the lines of an inherited one, or those with one thing otherwise."""
    change = """
      question late silent "Late?"
        default not-late because "So."
        reading not-late "Not."
          same lines as never
        reading at-end "Yes."
          same lines
          redefine a player is late: yes
          leave out "forbid when"
"""
    _, late = child(change).clause.questions
    assert [format_clause(child(change).clause).count(line) for line in ("late: yes", "late: no\n", "forbid when no")] == [1, 1, 0]
    assert [reading.name for reading in late.readings] == ["not-late", "at-end"]


def test_a_reading_with_the_lines_of_another_question() -> None:
    """A doubt that is asked otherwise may have an answer that the parent gives to another one."""
    change = """
      prose stands
      leave out question again
      question new silent "New?"
        default never because "So."
        reading never "No."
          same lines as again.never
        reading ever "Yes."
          nothing more
"""
    new = child(change).clause.questions[-1]
    assert new.readings[0].body == library(BASE).book("base").entry("ends.score").clause.questions[1].readings[1].body
    (problem,) = told(change.replace("again.never", "agin.never"))
    assert (problem.code, problem.mend) == ("no-such-question", "did you mean 'again'?")


def test_where_a_change_is_cited() -> None:
    """The own source of a game stands by what it changes; what it does not cite keeps the citation that it had."""
    assert child("      cites sheet 4\n      prose stands\n      redefine long-enough: 6\n").clause.cites[0].source == "sheet"
    assert child(CITED).clause.cites[0].source == "page"


def test_a_citation_of_its_own_changes_nothing_else() -> None:
    """What the own source of a game says as well is inherited none the less: the parent's clause, by that source."""
    entry = child("      cites sheet 4\n      facts P-F1\n")
    inherited = library(BASE).book("base").entry("ends.score")
    assert (entry.origin, entry.replaces, entry.changes, entry.cited) == ("base", (), (), "child")
    assert [cites.source for cites in entry.clause.cites] == ["sheet"]
    assert entry.clause.facts == ("P-F1",)
    assert (entry.clause.prose, entry.clause.body, entry.clause.questions, entry.clause.place) == (
        inherited.clause.prose,
        inherited.clause.body,
        inherited.clause.questions,
        inherited.clause.place,
    )


def test_facts_are_never_inherited() -> None:
    """A fact of the parent's source is no fact of this game's."""
    assert child(CITED).clause.facts == ()


def test_whose_a_changed_clause_is() -> None:
    """It is the changing book's, and what it was made of is known."""
    entry = child("      prose stands\n      redefine long-enough: 6\n")
    assert (entry.origin, entry.replaces, [book for book, _ in entry.changes]) == ("child", ("base",), ["child"])
    assert (entry.how, entry.like()) == ("changed", "changes that of base in line 4")


@pytest.mark.parametrize(
    ("change", "code", "found", "mend"),
    [
        ("redefine long-enough: 6", "prose-unlooked", "other lines in 'ends.score', and its prose as it was", "'prose stands'"),
        ("redefine long-enuf: 6", "no-such-term", "another meaning of 'long-enuf'", "did you mean 'long-enough'?"),
        ("redefine a player is late: yes", "no-such-term", "each reading of the question 'late'", "settle late as never"),
        ("redefine a meld is long-enough: yes", "other-term", "another sort of term", "write it so"),
        ("redefine bonus of side when opened: 3", "no-such-arm", "'when opened'", "write the whole term anew"),
        ("redefine bonus of side when over: 3", "no-such-arm", "'when over'", "otherwise: choose 3 when over, otherwise …'"),
        ("redefine award: 3", "no-such-term", "'award'", "for: award bonus · award 100 for each meld in melds when meld is long"),
        ("redefine long-enough otherwise: 3", "no-such-arm", "'otherwise'", "write the whole term anew"),
        ("redefine worth of J: 5", "no-such-worth", "another worth of 'J'", "name them as they stand there"),
        ("redefine worth of A: opened", "wrong-type", "'opened'", "write the number itself"),
        ("redefine laps from 1, 2 otherwise 1", "no-such-term", "'laps'", "name the clause that defines it"),
        ('leave out "require"', "many-such-lines", "require some cards in the hand · ", "put the head in front"),
        ('leave out "requires some cards in the hand"', "no-such-line", "requires", "did you mean 'require some cards"),
        ("leave out question latest", "no-such-question", "'latest'", "did you mean 'late'?"),
        ("settle late as never-ever", "no-such-reading", "'never-ever'", "did you mean 'never'?"),
        ("settle later as never", "no-such-question", "'later'", "did you mean 'late'?"),
        ('before "award bonus"\n        to draw\n          forbid when opened', "misplaced-line", "'to draw'", "without a head"),
        ('before "to meld"\n        forbid when opened', "misplaced-line", "'forbid when opened'", "with its head"),
        ('instead of "worth 5"\n        to draw\n          same lines', "misplaced-line", "'same lines'", "quote such a head"),
        ("redefine long-enough: 5", "idle-change", "'redefine long-enough: 5'", "leave it out"),
        ("redefine bonus of side otherwise: 0", "idle-change", "otherwise: 0", "leave it out"),
        ('question new silent "New?"\n        default one because "One."', "no-such-question", "'new'", "name one of them"),
    ],
)
def test_what_cannot_be_changed(change: str, code: str, found: str, mend: str) -> None:
    """A change that does not fit says where, what was found, and what to write."""
    lead = "" if code == "prose-unlooked" else "      prose stands\n"
    problem = next(problem for problem in told(f"{lead}      {change}\n") if problem.code == code)
    assert found in str(problem.found), problem
    assert mend in problem.mend, problem


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("", "that says nothing"),
        ("      prose stands\n", "where no line is otherwise"),
        ("      | New.\n      prose stands\n      redefine long-enough: 6\n", "beside prose of the change's own"),
    ],
)
def test_what_is_said_for_nothing(change: str, found: str) -> None:
    """A change that changes nothing, and prose that stands where no other could, are told of."""
    (problem,) = told(change)
    assert (problem.code, problem.mend.endswith("leave it out")) == ("idle-change", True)
    assert found in problem.found


def test_another_default_in_a_changed_clause() -> None:
    """A question that the change leaves alone may have another default by a line of its own, and one that it asks may not."""
    read = '\n    read ends.score.again as never because "Here."\n'
    changed = "    change clause ends.score\n      prose stands\n      redefine long-enough: 6\n"
    entry = library(BASE, HEAD + changed + read).book("child").entry("ends.score")
    assert [question.default for question in entry.clause.questions] == ["never", "never"]
    asks = '      question again silent "Again?"\n        default yes-again because "So."\n'
    with pytest.raises(RulesError) as caught:
        library(BASE, HEAD + changed + asks + read).book("child")
    assert "whose clause this variant changes" in str(caught.value)
