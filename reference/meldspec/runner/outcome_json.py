"""What became of a case as plain values, whole: read again they are the same outcome."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from meldspec.protocol.case import Case
from meldspec.protocol.comparison import Difference, Mismatch, MismatchKind
from meldspec.protocol.fields import to_json
from meldspec.protocol.messages import read_expected
from meldspec.runner.outcome import Kind, Outcome, Share


def outcome_to_json(outcome: Outcome) -> dict[str, Any]:
    """The outcome; what is empty is left out."""
    mismatch, share = outcome.mismatch, vars(outcome.share)
    told = {
        "message": outcome.message,
        "mismatch": mismatch and {**vars(mismatch), "differences": [dict(vars(one)) for one in mismatch.differences]},
        "expected": outcome.expected and to_json(outcome.expected),
        "found": outcome.found,
        "under": dict(outcome.under),
        "answers": [to_json(answer) for answer in outcome.answers],
        "alive": [dict(readings) for readings in outcome.alive],
        "dead": [dict(readings) for readings in outcome.dead],
        "stderr": outcome.stderr,
        "share": {name: dict(counts) for name, counts in share.items() if counts},
    }
    kept = {key: one for key, one in told.items() if one}
    return {"case": outcome.case.id, "outcome": outcome.kind, "step": outcome.step, **kept}


def outcome_from_json(told: Mapping[str, Any], case: Case) -> Outcome:
    """The outcome of a case. Raises KeyError, TypeError or ValueError for what is none."""
    expected = told.get("expected")
    return Outcome(
        case=case,
        kind=Kind(told["outcome"]),
        step=told["step"],
        message=told.get("message", ""),
        mismatch=_mismatch(told["mismatch"]) if "mismatch" in told else None,
        expected=None if expected is None else read_expected(expected, "expected"),
        found=told.get("found", ""),
        under=told.get("under", {}),
        answers=tuple(read_expected(answer, "answers") for answer in told.get("answers", ())),
        alive=tuple(told.get("alive", ())),
        dead=tuple(told.get("dead", ())),
        stderr=told.get("stderr", ""),
        share=Share(**{name: Counter(counts) for name, counts in told.get("share", {}).items()}),
    )


def _mismatch(told: Mapping[str, Any]) -> Mismatch:
    differences = tuple(Difference(**one) for one in told["differences"])
    return Mismatch(MismatchKind(told["kind"]), differences, told["more"])
