"""Where the data is found."""

from pathlib import Path

import pytest

from meldspec import data


def test_a_checkout_reads_its_own_folders() -> None:
    """In a checkout an edited rule counts at once, for it is read where it is edited."""
    assert data.folder("spec") == Path(__file__).resolve().parent.parent / "spec"


def test_a_wheel_reads_what_it_carries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed meldspec reads the data that came with it."""
    carried = tmp_path / "_data" / "grammar"
    carried.mkdir(parents=True)
    monkeypatch.setattr(data, "_PACKAGE", tmp_path)
    assert data.folder("grammar") == carried


def test_missing_data_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the data is missing, the error names the places looked in and what to do."""
    monkeypatch.setattr(data, "_PACKAGE", tmp_path / "a" / "b")
    with pytest.raises(FileNotFoundError, match=r"'spec' is missing: looked for .*_data.*install meldspec again"):
        data.folder("spec")
