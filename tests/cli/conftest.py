"""What the tests of commands may use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.quick_snap import QUICK, SNAP
from tests.engine.variants import shelf

import meldspec.cli._shared as shared
import meldspec.cli.ask as ask
import meldspec.cli.compare as compare
import meldspec.cli.diff as diff
import meldspec.cli.positions as positions
import meldspec.cli.print as print_command
from meldspec.book.library import Books, read_library
from meldspec.data import folder
from meldspec.engine.rulebook import Library


@pytest.fixture(autouse=True)
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules that come with meldspec are read, and what is compiled of them is made, once for all tests; other rules are read
    as ever."""

    def read(root: Path | None = None) -> Books:
        return shelf().books if root in (None, folder("spec")) else read_library(root)

    def library(read: Books) -> Library:
        return shelf() if read is shelf().books else Library(read)

    monkeypatch.setattr(shared, "read_library", read)
    for command in (ask, compare, diff, positions, print_command):
        monkeypatch.setattr(command, "Library", library)


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    """A folder of rules with Snap and a variant of it."""
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "snap.rules").write_text(SNAP, encoding="utf-8")
    (folder / "quick.rules").write_text(QUICK, encoding="utf-8")
    (folder / "sources.yaml").write_text(
        f"sheet:\n  title: A sheet\n  paragraphs: [{', '.join(['a' * 64] * 3)}]\n", encoding="utf-8"
    )
    return folder


@pytest.fixture
def corpus(spec: Path) -> Path:
    """A corpus of the rules in that folder, with a case about the replaced clause and one about its question."""
    (spec / "corpus" / "quick").mkdir(parents=True)
    written = [
        {"case": "quick/snap.calling/allows-1", "title": "Two cards.", "about": {"clauses": ["snap.calling"], "questions": []}},
        {"case": "quick/kings/reading-1", "title": "A king.", "about": {"clauses": [], "questions": ["snap.calling.kings"]}},
    ]
    text = "".join(json.dumps(case) + "\n" for case in written)
    (spec / "corpus" / "quick" / "10-snap.jsonl").write_text(text, encoding="utf-8")
    return spec / "corpus"
