"""What was recorded of a case as plain values, whole: read again they are the same recording."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from meldspec.protocol.case import Case
from meldspec.protocol.fields import to_json
from meldspec.protocol.messages import read_expected
from meldspec.runner.outcome import Kind, Share
from meldspec.runner.play import Recording


def recording_to_json(recording: Recording) -> dict[str, Any]:
    """The recording; what is empty is left out."""
    told = {
        "ended": recording.ended,
        "message": recording.message,
        "stderr": recording.stderr,
        "left": recording.left,
        "share": {name: dict(counts) for name, counts in vars(recording.share).items() if counts},
    }
    answers = [to_json(answer) for answer in recording.answers]
    return {"case": recording.case.id, "answers": answers, **{key: one for key, one in told.items() if one}}


def recording_from_json(told: Mapping[str, Any], case: Case) -> Recording:
    """The recording of a case. Raises KeyError, TypeError or ValueError for what is none."""
    return Recording(
        case=case,
        answers=tuple(read_expected(answer, "answers") for answer in told["answers"]),
        ended=Kind(told["ended"]) if "ended" in told else None,
        message=told.get("message", ""),
        stderr=told.get("stderr", ""),
        left=told.get("left", False),
        share=Share(**{name: Counter(counts) for name, counts in told.get("share", {}).items()}),
    )
