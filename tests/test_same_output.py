"""A record of what users see is compared byte by byte, and what differs is named."""

from pathlib import Path

from tests.same_output.compared import differences


def record(folder: Path, **files: str) -> Path:
    """A tiny record."""
    (folder / "books").mkdir(parents=True)
    for name, text in files.items():
        (folder / "books" / name).write_text(text, encoding="utf-8")
    return folder


def test_equal_records_have_no_differences(tmp_path: Path) -> None:
    """The same bytes in other folders are the same record."""
    left, right = (record(tmp_path / name, show="a\nb\n", check="") for name in ("left", "right"))
    assert list(differences(left, right)) == []


def test_names_the_file_and_the_line(tmp_path: Path) -> None:
    """A line that differs is shown from both sides, and so is one that only one side has."""
    left, right = record(tmp_path / "left", show="a\nb\n"), record(tmp_path / "right", show="a\nc\nd\n")
    (told,) = differences(left, right)
    assert told.splitlines()[:4] == ["books/show: differs", "  line 2", "    - b", "    + c"]
    assert "  line 4\n    - (there is no such line)" in told


def test_names_a_file_of_one_side_only(tmp_path: Path) -> None:
    """A file that is missing is a difference, and so is an end of a line that no editor shows."""
    left, right = record(tmp_path / "left", show="a\n", check=""), record(tmp_path / "right", show="a\r\n")
    missing, ending = differences(left, right)
    assert missing == f"books/check: only in {left}"
    assert ending.startswith("books/show: differs\n  line 1")
