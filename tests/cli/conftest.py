"""What the tests of commands may use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.quick_snap import QUICK, SNAP

import meldspec.cli.explain as explain


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
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus with a case about the replaced clause and one about its question."""
    folder = tmp_path / "conformance"
    (folder / "corpus" / "quick").mkdir(parents=True)
    written = [
        {"case": "quick/snap.calling/allows-1", "title": "Two cards.", "about": {"clauses": ["snap.calling"], "questions": []}},
        {"case": "quick/kings/reading-1", "title": "A king.", "about": {"clauses": [], "questions": ["snap.calling.kings"]}},
    ]
    text = "".join(json.dumps(case) + "\n" for case in written)
    (folder / "corpus" / "quick" / "10-snap.jsonl").write_text(text, encoding="utf-8")
    monkeypatch.setattr(explain, "folder", lambda _: folder)
    return folder
