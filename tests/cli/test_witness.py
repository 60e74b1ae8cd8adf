"""Who reads so, and what takes missing cards: marks of readings and of questions, written, read again and told."""

from __future__ import annotations

import pytest
from tests.cli.quick_snap import run
from tests.engine.variants import library

from meldspec.language import lines
from meldspec.language.format import format_text
from meldspec.language.parse import parse
from meldspec.language.problems import RulesError

TEXT = """\
book toy "Toy"

chapter 1 one "One"

clause a.b "A"
  | It is so.
  question many silent "Many?"
    covers N-01
    arises with no full pack
    default few because "It is usual."
    reading few "No."
      nothing more
    reading lots "Yes."
      witness program
      to draw
        forbid when yes
    reading more "All."
      witness program
      nothing more
"""


def question(text: str) -> lines.Question:
    """The question of a text."""
    return parse(text).chapters[0].clauses[0].questions[0]


def test_the_marks_are_read_and_written() -> None:
    """A reading that only programs have, with lines or without, and a question of missing cards stay as they are."""
    asked = question(TEXT)
    assert asked.no_full_pack
    assert [(one.name, one.witness, len(one.body)) for one in asked.readings] == [
        ("few", "", 0),
        ("lots", "program", 1),
        ("more", "program", 0),
    ]
    assert format_text(parse(TEXT)) == TEXT


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("    reading few", "    witness program\n    reading few", "misplaced-line"),
        ("      witness program\n      nothing more\n", "      witness program\n", "empty-block"),
        ("  question many", "  arises with no full pack\n  question many", "misplaced-line"),
        ("      witness program\n      to", "      witness people\n      to", "malformed-line"),
    ],
    ids=["under-a-question", "and-no-line", "under-a-clause", "other-witness"],
)
def test_a_mark_in_the_wrong_place_is_told(old: str, new: str, code: str) -> None:
    """A witness stands under a reading beside its lines, and what takes missing cards under a question."""
    assert old in TEXT
    with pytest.raises(RulesError) as told:
        parse(TEXT.replace(old, new, 1))
    assert code in [problem.code for problem in told.value.problems]


def test_what_programs_alone_read_is_told_so() -> None:
    """No text of the ordinary game wants a natural card beside one that joins a meld; two programs do, and it is said of them."""
    asked = library().book("canasta").questions()["pile.match.hand-card"]
    assert {one.name: one.whose for one in asked.readings} == {
        "top-alone": "",
        "mate-needed": " (only computer programs play it so)",
    }
    explained = run("explain", "pile.match.hand-card").output
    assert "- mate-needed: Yes, one at least. (only computer programs play it so)" in explained
    listed = run("questions", "canasta").output
    assert "top-alone*, mate-needed°" in listed


def test_a_ruling_says_that_only_programs_read_so() -> None:
    """Beside a ruling the other reading stands with who reads so."""
    told = " ".join(run("rule", "docs/examples/canasta-match-the-top.yaml").output.split())
    assert "(only computer programs play it so)" in told


@pytest.mark.parametrize("name", ["canasta", "pennies", "dollars", "manzana", "kadner", "railroad", "bain"])
def test_what_no_full_pack_brings_about_is_marked(name: str) -> None:
    """That the stock has no card for a dealt red three, or none to turn up, is asked of missing cards wherever it is asked."""
    asked = library().book(name).questions()
    rare = {id for id, one in asked.items() if {"N-01", "N-03"} & {*one.covers}}
    assert {id for id, one in asked.items() if one.no_full_pack} == rare
    assert f"{len(asked)} question" in run("questions", name).output
