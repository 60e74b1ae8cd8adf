"""Whether a ruling is what its position file expects, so that a house rule can be tested in a text file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from meldspec.ruling.ruling import Ruling

WORDS = {True: "legal", False: "illegal"}


def expects(ruling: Ruling) -> bool:
    """Whether the file of a ruling expects anything."""
    return "expect" in ruling.position.marked.value


def unmet(ruling: Ruling) -> list[str]:
    """What the file expects and the ruling does not give, each as one sentence; empty where all is as expected."""
    wanted: dict[str, Any] = ruling.position.marked.value.get("expect", {})
    verdict = WORDS[ruling.judgement.legal]
    told = []
    if wanted.get("verdict", verdict) != verdict:
        told.append(f"it is {verdict}, expected {wanted['verdict']}")
    told += _lines(ruling, wanted.get("by", []))
    told += _readings(ruling, wanted.get("otherwise", {}))
    return told


def _lines(ruling: Ruling, wanted: list[str]) -> Iterator[str]:
    """Clauses or lines that were to decide it and do not."""
    found = {tag.line for tag in ruling.judgement.lines}
    known = found | {line.rsplit(":", 1)[0] for line in found}
    for name in wanted:
        if name not in known:
            yield f"it is decided by {', '.join(sorted(found)) or 'no line'}, expected {name}"


def _readings(ruling: Ruling, wanted: dict[str, str]) -> Iterator[str]:
    """Readings that were to turn the verdict and do not."""
    turned = {(o.question, o.reading) for o in ruling.otherwise if o.judgement.legal != ruling.judgement.legal}
    for question, reading in wanted.items():
        if (question, reading) not in turned:
            others = ", ".join(f"{q}={r}" for q, r in sorted(turned)) or "no reading of any question"
            yield f"the verdict is turned by {others}, expected {question}={reading}"
