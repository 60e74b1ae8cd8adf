"""`meldspec corpus`: one variant at a time, what is missing, what is held fast, and a search that ends in time."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

from click.testing import CliRunner, Result

from meldspec.cli import main
from meldspec.data import folder

CORPUS = folder("conformance") / "corpus"


def asked(*words: str) -> Result:
    """What the command says."""
    return CliRunner().invoke(main, ["corpus", *words])


def test_a_corpus_that_is_as_it_would_be_written_is_let_be() -> None:
    """Checking the corpus of one variant says nothing where all is well."""
    result = asked("manzana", "--check")
    assert (result.exit_code, result.output) == (0, "")


def test_a_case_that_was_altered_is_told(tmp_path: Path) -> None:
    """A corpus with an altered case is not as it would be written; writing it mends it."""
    copytree(CORPUS, tmp_path, dirs_exist_ok=True)
    file = tmp_path / "manzana" / "end.jsonl"
    true = file.read_text(encoding="utf-8")
    file.write_text(true.replace('"title":"', '"title":"So: ', 1), encoding="utf-8")
    result = asked("manzana", "--check", "--out", str(tmp_path))
    assert (result.exit_code, result.output) == (1, "manzana/end.jsonl is not as it would be written\n")
    assert asked("manzana", "--out", str(tmp_path)).exit_code == 0
    assert file.read_text(encoding="utf-8") == true


def test_what_no_case_shows_is_told() -> None:
    """Every goal of Manzana has a case, or a reason why it can have none."""
    result = asked("manzana", "--missing")
    assert result.exit_code == 0
    assert "of 103 goals have a case, 2 can have none" in result.output


def test_a_variant_that_there_is_not_is_refused() -> None:
    """Whoever misspells a variant is told which there are."""
    result = asked("manzanna")
    assert result.exit_code == 2
    assert "there is no variant manzanna; there is canasta" in result.output


def test_an_option_that_there_is_not_is_refused(tmp_path: Path) -> None:
    """Whoever searches under an unknown option is told."""
    result = asked("manzana", "--search", "1", "--option", "seats=2", "--out", str(tmp_path))
    assert result.exit_code == 2
    assert "manzana has no option seats" in result.output


def test_a_search_makes_the_first_cases_of_a_variant(tmp_path: Path) -> None:
    """In a folder without cases a short search finds some, and what it writes is as it would be written again."""
    result = asked("manzana", "--search", "2", "--minutes", "0.3", "--out", str(tmp_path))
    assert result.exit_code == 0
    assert list((tmp_path / "manzana").glob("*.jsonl"))
    assert asked("manzana", "--check", "--out", str(tmp_path)).exit_code == 0
