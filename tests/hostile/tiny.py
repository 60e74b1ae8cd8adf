"""A tiny game of three cases, so that a whole run of the runner takes a fraction of a second."""

from __future__ import annotations

import json
from pathlib import Path

from tests.runner.conftest import DEALT, DRAW, DRAWN, ILLEGAL, ILLEGAL_DISCARD, raw_case

ENGINE = Path(__file__).resolve().parent.parent / "runner" / "fakes" / "engine.py"
"""A program that plays it."""
CASES = (
    raw_case("good/allows-1", [DRAW], [DEALT, DRAWN]),
    # In the first act of this one a program misbehaves that is to.
    raw_case("trouble/allows-1", [DRAW, ILLEGAL_DISCARD], [DEALT, DRAWN, ILLEGAL], trouble=True),
    raw_case("again/refuses-1", [ILLEGAL_DISCARD], [DEALT, ILLEGAL]),
)


def tiny_corpus(place: Path) -> Path:
    """Write the cases as the corpus of the variant `mini`."""
    (place / "mini").mkdir(parents=True)
    (place / "mini" / "10.jsonl").write_text("".join(f"{json.dumps(case)}\n" for case in CASES), encoding="utf-8")
    return place
