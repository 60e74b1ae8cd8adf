"""`meldspec check`: every fault at once, with counts and exit codes."""

from __future__ import annotations

from pathlib import Path

from tests.cli.quick_snap import QUICK, SNAP, run


def test_good_rules_pass_with_their_counts(spec: Path) -> None:
    """Rules without a fault are counted, with exit code 0."""
    result = run("check", "--spec", spec)
    assert result.output == "2 books, 6 clauses, 2 questions, 4 readings, 31 lines; 2 facts carried.\nNothing is wrong.\n"
    assert result.exit_code == 0


def test_a_fault_is_shown_where_it_stands(spec: Path) -> None:
    """A fault is shown with its line, what was expected and a mend, with exit code 1."""
    (spec / "snap.rules").write_text(SNAP.replace("require player is turn", "require player is trn"), encoding="utf-8")
    (spec / "quick.rules").unlink()
    result = run("check", "--spec", spec)
    assert "unknown-word: found the word 'trn'\n  --> rules/snap.rules:26:" in result.output
    assert "26 |     require player is trn\n" in result.output
    assert "did you mean 'turn'?" in result.output
    assert result.output.endswith("1 problem.\n")
    assert result.exit_code == 1


def test_malformed_lines_come_before_meaning(spec: Path) -> None:
    """Where lines are malformed they are told alone, since what the book means is not known."""
    (spec / "snap.rules").write_text(SNAP + "  keep marks as number\n  requier marks\n", encoding="utf-8")
    result = run("check", "--spec", spec)
    assert "requier" in result.output
    assert "unused" not in result.output
    assert result.exit_code == 1


def test_citations_are_followed(spec: Path) -> None:
    """A paragraph that the source does not have is told."""
    (spec / "quick.rules").write_text(QUICK.replace("cites sheet 3", "cites sheet 7"), encoding="utf-8")
    assert "no-paragraph: found paragraph 7 of 'sheet'" in run("check", "--spec", spec).output


def test_kinds_are_tried_on_cards(spec: Path) -> None:
    """Two meld kinds that share cards are told with an example."""
    melds = """
  place melds of side is groups
  act meld with plays: plays from hand onto melds
  to meld
    require every play in plays has (the result of play fits)
    then lay plays from hand onto melds
  kind pair
    require it share a rank
    require exactly 2 cards in it
  kind few
    require at most 3 cards in it
"""
    (spec / "snap.rules").write_text(SNAP + melds.lstrip("\n"), encoding="utf-8")
    (spec / "quick.rules").unlink()
    result = run("check", "--spec", spec)
    assert "kinds-overlap" in result.output
    assert "which fit both 'pair' and 'few'" in result.output


def test_a_path_tells_which_books_are_meant(spec: Path) -> None:
    """Of a path's books alone the faults are told; what they extend comes from the folder of rules."""
    (spec / "snap.rules").write_text(SNAP + "  define luck: 3\n", encoding="utf-8")
    quick = run("check", "--spec", spec, spec / "quick.rules")
    snap = run("check", "--spec", spec, spec / "snap.rules")
    assert "luck" not in quick.output
    assert quick.output.splitlines()[-2].startswith("1 book, 3 clauses, 2 questions, 4 readings, ")
    assert "the term 'luck', which no line speaks of" in snap.output
    assert (quick.exit_code, snap.exit_code) == (0, 1)


def test_a_folder_without_rules_is_refused(tmp_path: Path) -> None:
    """A folder without rules is a mistake in the command line, not a good book."""
    result = run("check", "--spec", tmp_path)
    assert result.exit_code == 2
    assert "no .rules file" in result.output
