"""`meldspec sources`: its answers and its exit codes."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import meldspec.cli.sources as under_test
from meldspec.cli import main

TEXT = "Draw one.\nDiscard one.\n"


def run(*words: str | Path) -> Result:
    """The command's result."""
    return CliRunner().invoke(main, ["sources", *(str(word) for word in words)])


def listed(*digests: str) -> str:
    """A list of sources with one that has these paragraphs, and one that has none."""
    paragraphs = "".join(f"    - {digest}\n" for digest in digests)
    return f"toy:\n  title: A game\n  paragraphs:\n{paragraphs}book:\n  title: A book\n"


@pytest.fixture
def documents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the document of the one numbered source of a small spec."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "toy.txt").write_text(TEXT, encoding="utf-8")
    digests: Sequence[str] = run("digests", tmp_path / "docs" / "toy.txt").output.replace("- ", "").split()
    (tmp_path / "sources.yaml").write_text(listed(*digests), encoding="utf-8")
    monkeypatch.setattr(under_test, "folder", lambda _: tmp_path)
    return tmp_path / "docs"


def test_a_document_as_recorded_passes(documents: Path) -> None:
    """The document that was read is told to be it, with exit code 0."""
    result = run("verify", documents)
    assert result.output == "toy: all 2 paragraphs as recorded, in toy.txt\n"
    assert result.exit_code == 0


def test_a_changed_document_fails(documents: Path) -> None:
    """A document with another second paragraph is told to differ there, with exit code 1."""
    (documents / "toy.txt").write_text("Draw one.\nDiscard two.\n", encoding="utf-8")
    result = run("verify", documents)
    assert result.output == "toy: differs in toy.txt: paragraph 2 reads otherwise\n"
    assert result.exit_code == 1


def test_a_missing_document_fails(documents: Path) -> None:
    """A folder without the document is told to lack it, with exit code 1."""
    (documents / "toy.txt").unlink()
    result = run("verify", documents)
    assert "missing" in result.output
    assert result.exit_code == 1


@pytest.mark.parametrize(("tag", "why"), [("book", "no numbered paragraphs"), ("boko", "is no source")])
def test_a_source_that_cannot_be_verified_is_refused(documents: Path, tag: str, why: str) -> None:
    """A source without paragraphs, or no source at all, is refused with what could be asked for."""
    result = run("verify", documents, "--only", tag)
    assert result.exit_code == 2
    assert why in result.output
    assert "toy" in result.output


def test_a_document_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """Digests of a file that is no UTF-8 are refused with the offset of the first bad byte."""
    (tmp_path / "x.bin").write_bytes(b"abc\xff")
    result = run("digests", tmp_path / "x.bin")
    assert result.exit_code == 1
    assert "offset 3" in result.output


def test_a_file_of_no_source_is_named(documents: Path) -> None:
    """A file that no source is like is named, and is nothing wrong; asked for one source only, others are not looked at."""
    (documents / "other.txt").write_text("Something else.\n", encoding="utf-8")
    (documents / ".hidden").write_text("Nothing.\n", encoding="utf-8")
    result = run("verify", documents)
    assert result.output.splitlines()[1:] == ["other.txt: the document of no source"]
    assert result.exit_code == 0
    assert "other.txt" not in run("verify", documents, "--only", "toy").output


def test_a_ledger_is_begun(spec: Path) -> None:
    """The ledger of a source is begun for a variant; a source that is none is refused with what there is."""
    result = run("ledger", "quick", "sheet", "--spec", spec)
    assert result.output.startswith("source: sheet\nvariant: quick\nunfinished: true\n")
    assert result.exit_code == 0
    refused = run("ledger", "quick", "shet", "--spec", spec)
    assert "no source 'shet': did you mean 'sheet'?" in refused.output
    assert refused.exit_code == 2
