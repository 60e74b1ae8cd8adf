"""The commands that print books: variants, show, explain, questions."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.quick_snap import SNAP, run

from meldspec.book.library import library_of
from meldspec.language.parse import parse

# ── variants, show, questions ──────────────────────────────────────────────────────────────────────────────────────────────


def test_variants_are_listed(spec: Path) -> None:
    """Every book is listed with what it extends, what may be chosen, and how much there is in it."""
    assert run("variants", "--spec", spec).output == (
        "snap  Snap\n  players 2\n  3 clauses, 0 questions\n\n"
        "quick  Quick Snap\n  extends snap; 1 added, 0 changed, 1 replaced, 1 dropped\n  players 2\n  3 clauses, 2 questions\n"
    )


def test_a_shown_book_is_a_book(spec: Path) -> None:
    """What `show` prints can be read again as a book of its own, with the same clauses and a note where each comes from."""
    text = parse(run("show", "quick", "--spec", spec).output, "shown")
    book = library_of([text]).book("quick")
    assert [entry.clause.id for entry in book.entries] == ["snap.cards", "snap.calling", "snap.end"]
    assert [entry.clause.notes for entry in book.entries] == [("Inherited from snap.",), ("Replaces that of snap.",), ("Own.",)]


def test_a_base_book_is_shown_as_it_is(spec: Path) -> None:
    """A base book is shown without notes that nobody wrote: it is the text itself in canonical form."""
    assert parse(run("show", "snap", "--spec", spec).output) == parse(SNAP)


def test_where_clauses_come_from(spec: Path) -> None:
    """`--origin` lists where each clause comes from, and what was dropped and why."""
    assert [line.split("  ")[0] for line in run("show", "quick", "--origin", "--spec", spec).output.splitlines()] == [
        "snap.cards",
        "snap.calling",
        "snap.end",
        "snap.laying",
    ]
    assert "dropped by quick" in run("show", "quick", "--origin", "--spec", spec).output


@pytest.mark.parametrize(
    ("clause", "why"),
    [("snap.laying", "quick drops it (Everybody lays at once.)"), ("snap.caling", "did you mean 'snap.calling'?")],
)
def test_a_clause_that_is_not_there(spec: Path, clause: str, why: str) -> None:
    """A clause that a book does not have is refused with what became of it, or with what may have been meant."""
    result = run("show", "quick", "--clause", clause, "--spec", spec)
    assert result.exit_code == 2
    assert why in result.output


def test_an_unknown_variant_is_refused(spec: Path) -> None:
    """A misspelt variant is met with the one that was meant."""
    result = run("questions", "quik", "--spec", spec)
    assert result.exit_code == 2
    assert "did you mean 'quick'?" in result.output


def test_questions_are_listed(spec: Path) -> None:
    """Each question is one line with a star at its default, and the kinds are counted."""
    assert run("questions", "quick", "--spec", spec).output == (
        "id                  kind      readings       covers  asks\n"
        "snap.calling.kings  silent    alike*, more   QK-A01  Is a king worth more?\n"
        "snap.end.last       misprint  counts*, lost  QK-A02  Does the last card count?\n"
        "\n2 questions: 1 silent, 1 misprint\n"
    )


def test_questions_of_one_kind(spec: Path) -> None:
    """`--kind` leaves only the questions of one kind of doubt, and says so where there is none."""
    assert "snap.end.last" not in run("questions", "quick", "--kind", "silent", "--spec", spec).output
    assert (
        run("questions", "snap", "--kind", "silent", "--spec", spec).output == "snap leaves no question open of the kind silent.\n"
    )


# ── explain ────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_clause_is_explained(spec: Path) -> None:
    """A clause is explained with its number, its place, its numbered lines, and what variants make of it."""
    told = run("explain", "snap.laying", "--spec", spec).output
    assert told.startswith("snap.laying  1.2 Laying in turn\n  Snap (snap)\n  rules/snap.rules:25:1\n")
    assert "       to lay\n     1   require player is turn\n" in told
    assert "     4 whenever phase is playing" in told
    assert "     5   then end the deal by out\n" in told
    assert told.endswith("  dropped in quick: Everybody lays at once. (cites sheet 1)\n")


def test_a_clause_as_a_variant_has_it(spec: Path, corpus: Path) -> None:
    """With a variant the clause is explained as it stands there, with its source, its facts and its cases."""
    told = run("explain", "snap.calling", "--variant", "quick", "--spec", spec).output
    assert "Quick Snap (quick); replaces that of snap" in told
    assert "  cites   sheet 2\n  facts   QK-F02\n" in told
    assert "  1 case in quick\n    quick/snap.calling/allows-1  Two cards.\n" in told
    assert "replaced in quick" in run("explain", "snap.calling", "--spec", spec).output
    assert corpus.is_dir()


def test_a_line_is_pointed_at(spec: Path) -> None:
    """Asked about a line, the clause is printed with an arrow at it."""
    told = run("explain", "snap.laying:2", "--spec", spec).output
    assert [line for line in told.splitlines() if ">" in line] == ["  >  2   then move card from hand to heap"]


def test_a_question_is_explained(spec: Path, corpus: Path) -> None:
    """A question is explained with its readings, the reason for its default, and its cases."""
    told = run("explain", "snap.calling.kings", "--spec", spec).output
    assert "    covers QK-A01\n    * alike: No.\n      the default, because: A card is a card.\n" in told
    assert "    - more: One more.\n" in told
    assert "quick/kings/reading-1  A king." in told
    assert corpus.is_dir()


@pytest.mark.parametrize(("listed", "how", "clause"), [("QK-F03", "carried", "snap.end"), ("QK-A01", "covered", "snap.calling")])
def test_a_fact_or_doubt_is_explained(spec: Path, listed: str, how: str, clause: str) -> None:
    """An id of the inventories leads to the clause that carries it or the question that covers it."""
    assert run("explain", listed, "--spec", spec).output.startswith(f"{listed} is {how} by\n\n{clause}  1.")


def test_a_word_of_the_rules_is_explained() -> None:
    """A word that GAME.md or a line names leads to the line which says what it means."""
    told = run("explain", "draws-first", "--variant", "manzana").output
    assert told.startswith("draws-first: a word of manzana\n\nmeld.laying  ")
    (pointed,) = [line for line in told.splitlines() if "  >  " in line]
    assert pointed.split(maxsplit=2)[2] == "define draws-first: yes"


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ("ender", "'ender' is a word of the language itself and not of a game"),
        ("snap.caling", "did you mean 'snap.calling'?"),
        ("snap.laying:9", "its lines are numbered from 1 to 5"),
        ("QK-F09", "no clause carries QK-F09"),
        ("snap.calling.kinks", "did you mean 'snap.calling.kings'?"),
    ],
)
def test_an_unknown_id_is_refused(spec: Path, asked: str, why: str) -> None:
    """An id that nothing has is refused with what may have been meant."""
    result = run("explain", asked, "--spec", spec)
    assert result.exit_code == 2
    assert why in result.output


def test_a_dropped_clause_says_who_dropped_it(spec: Path) -> None:
    """Asked about a clause that the variant dropped, the answer is why it did."""
    result = run("explain", "snap.laying", "--variant", "quick", "--spec", spec)
    assert result.exit_code == 2
    assert "quick drops it (Everybody lays at once.)" in result.output
