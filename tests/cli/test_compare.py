"""`meldspec compare`: the table on the terminal and in Markdown."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.quick_snap import run

ROWS = "hand: {title: Hand, clauses: [snap.cards], cell: [{dealt: hands}]}\ncall: {title: Calling, cell: [{says: snap.calling}]}\n"


@pytest.fixture
def compared(spec: Path) -> Path:
    """The folder of Snap with a table of two rows."""
    (spec / "compare.yaml").write_text(ROWS, encoding="utf-8")
    return spec


def test_markdown_is_a_table(compared: Path) -> None:
    """In Markdown each row is a line with a cell for each game, and a mark where something is open."""
    lines = run("compare", "--markdown", "--spec", compared).output.splitlines()
    assert lines[:3] == ["| | Snap | Quick Snap |", "| --- | --- | --- |", "| Hand | 6 | 6 |"]
    assert lines[3].endswith("| Whoever is quicker takes the heap. (?) |")


def test_rows_games_and_ids_can_be_chosen(compared: Path) -> None:
    """One row of one game is printed with the clauses that it comes from."""
    result = run("compare", "quick", "--row", "hand", "--ids", "--markdown", "--spec", compared)
    assert result.output.splitlines()[2:] == ["| Hand | 6 [snap.cards] |"]


def test_a_wide_terminal_has_a_table_and_a_narrow_one_lists(compared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the columns have room there is a table, elsewhere a list of games under each row."""
    monkeypatch.setenv("COLUMNS", "100")
    assert "│ Hand" in run("compare", "--spec", compared).output
    monkeypatch.setenv("COLUMNS", "50")
    narrow = run("compare", "--spec", compared).output
    assert "│" not in narrow
    assert narrow.startswith("Hand\n  snap   6")


def test_unknown_words_are_refused(compared: Path) -> None:
    """A game or a row that is none ends with what there is."""
    assert "no variant 'quikc': did you mean 'quick'?" in run("compare", "quikc", "--spec", compared).output
    result = run("compare", "--row", "hnad", "--spec", compared)
    assert "there is no such row: did you mean 'hand'?" in result.output
    assert result.exit_code == 2


def test_a_folder_without_rows_has_those_of_the_project(spec: Path) -> None:
    """Snap is asked what all games are: its deal is found whatever it is called, and of a stopped pile nothing is claimed."""
    result = run("compare", "snap", "--markdown", "--spec", spec)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert "| Hand | 6 |" in lines
    assert "| Foot | – |" in lines
    assert "| Tops that stop it | not told: no clause pile.stopped |" in lines
    assert "| Canastas | not told: no clause score.canastas, no clause score.sequences |" in lines
    # Without a foot nobody takes one up, whatever the clause would be called.
    assert "| Taking up the foot | – |" in lines
