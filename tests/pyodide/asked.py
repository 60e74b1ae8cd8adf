"""What is asked of the desk in Pyodide and here: everything about all examples, and the rulings on positions of random play."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.ruling.drawn import drawn

from meldspec.engine.rulebook import Library
from meldspec.sources.marked_file import read_marked

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


def asked(library: Library, count: int) -> Iterator[tuple[str, str]]:
    """Every question as the page asks it, each with a name; `count` positions of random play for each game."""
    for name in library.books.names():
        yield f"the game {name}", question("game", {"variant": name})
    for path in sorted(EXAMPLES.glob("*.yaml")):
        fields = read_marked(path.read_text(encoding="utf-8"), path.name).value
        for ask in ("score" if "ended" in fields else "rule" if "act" in fields else "choices", "json"):
            yield f"{path.stem}, {ask}", question(ask, fields)
    for name in library.books.names():
        for fields in drawn(library.rulebook(name), f"pyodide {name}", count):
            yield str(fields["title"]), question("json", fields)


def question(ask: str, fields: dict[str, Any]) -> str:
    """One question in one line."""
    return json.dumps({"ask": ask, "fields": fields}, ensure_ascii=False)
