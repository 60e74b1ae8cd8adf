"""The report as JSON, whole: for tools, and for comparing one run with the next."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from meldspec.protocol.fields import to_json
from meldspec.protocol.messages import Introduction
from meldspec.runner.outcome import Kind, Outcome
from meldspec.runner.readings import Seen, Witness
from meldspec.runner.report import Report
from meldspec.runner.share import Share
from meldspec.runner.words import say_answer

FORMAT = 1


def write_json(report: Report, file: Path) -> None:
    """Write the report as one indented JSON object."""
    # ASCII alone: what an implementation wrote to its standard error may hold halves of characters, which no UTF-8 has.
    file.write_text(json.dumps(report_to_json(report), indent=1, ensure_ascii=True) + "\n", encoding="utf-8")


def report_to_json(report: Report) -> dict[str, Any]:
    """The report as plain values. Its own format is numbered: fields may be added in a format."""
    return {
        "format": FORMAT,
        "variant": report.variant,
        "command": list(report.command),
        "implementation": _introduction(report.introduction) if report.introduction else None,
        "exit_code": int(report.exit_code),
        "fatal": vars(report.fatal) if report.fatal else None,
        "farewell": report.farewell,
        "restarts": report.restarts,
        "seconds": round(report.seconds, 3),
        "counts": dict(sorted(report.counts.items())),
        "fields": _share(report.share),
        "readings": [_seen(seen) for seen in report.readings],
        "cases": [_outcome(outcome) for outcome in report.outcomes],
    }


def _introduction(introduction: Introduction) -> dict[str, Any]:
    who = introduction.implementation
    return {
        "name": who.name,
        "version": who.version,
        "language": who.language,
        "homepage": who.homepage or None,
        "variants": list(introduction.variants),
        "features": sorted(set(introduction.features or ())),
    }


def _share(share: Share) -> dict[str, Any]:
    return {
        "share": round(share.whole, 4),
        "expected": dict(sorted(share.expected.items())),
        "given": dict(sorted(share.given.items())),
        "unknown": dict(sorted(share.unknown.items())),
    }


def _seen(seen: Seen) -> dict[str, Any]:
    return {
        "question": seen.question,
        "followed": seen.followed,
        "admitted": sorted(seen.admitted),
        "claim": seen.claim,
        "evidence": {reading: list(cases) for reading, cases in seen.evidence.items()},
        "contradicting": _witnesses(seen.contradicting),
        "belying": _witnesses(seen.belying),
    }


def _witnesses(witnesses: Iterable[Witness]) -> list[dict[str, Any]]:
    return [{"case": witness.case, "admits": sorted(witness.admits)} for witness in witnesses]


def _outcome(outcome: Outcome) -> dict[str, Any]:
    shown: dict[str, Any] = {"case": outcome.case.id, "outcome": outcome.kind}
    if outcome.step is not None:
        shown |= {"step": outcome.step, "request": to_json(outcome.case.requests[outcome.step])}
    if outcome.mismatch is not None and outcome.step is not None:
        shown |= {
            "mismatch": outcome.mismatch.kind,
            "expected": to_json(outcome.expected),
            "under": dict(outcome.under),
            "found": say_answer(outcome.answers[outcome.step]),
            "differences": [to_json(vars(difference)) for difference in outcome.mismatch.differences],
            "because": list(outcome.case.because[outcome.step]),
        }
    optional = {"message": outcome.message, "stderr": outcome.stderr}
    followed = [dict(readings) for readings in outcome.alive if readings and outcome.kind is Kind.OTHERREAD]
    return shown | {key: text for key, text in optional.items() if text} | ({"follows": followed} if followed else {})
