"""What is said of a finding wherever it is told: the clauses it stands under, what was done, the line that would explain it."""

import re
from dataclasses import replace

from meldspec.book.core import Tag
from meldspec.book.line_index import line_index
from meldspec.judge.booking import Booked, Sort
from meldspec.judge.findings import Finding
from meldspec.protocol.messages import ActRequest, DealRequest, PositionRequest
from meldspec.ruling.because import Because, clause_itself, clauses_of
from meldspec.ruling.why import Explainer, Reason
from meldspec.runner.words import say_action, say_request

DONE = {
    Sort.ALLOWED: "is done, and the rules forbid it",
    Sort.REFUSED: "is refused, and the rules allow it",
    Sort.TABLE: "leaves another table than the rules have",
    Sort.POINTS: "comes to other points than the rules give",
    Sort.LABEL: "leaves a meld that is called otherwise than the rules call it",
    Sort.LISTED: "is answered by other acts than the rules allow",
}
"""What a departure of each sort comes to, behind what was asked."""
SPOILT = (
    (r"(?:require|forbid|allow) for (\S+) left out", r"were not there for \1"),
    (r"left out", "were not there"),
    (r"left undone there", "were not carried out there"),
    (r"done there, though its condition is not met", "were carried out there, though its condition is not met"),
    (r"the whole clause left out", "and the rest of its clause were not there"),
    (r"all of (.+) left out", r"and what its clause says besides “\1” were not there"),
    (r"(?:.* )?(\S+) made (\S+)", r"had \2 in the place of \1"),
    (r"(?:.* )?turned round", "said the opposite"),
    (r"(?:.* )?without part (\d+) of its '(and|or)'", r"lacked part \1 of its “\2”"),
    (r"(?:.* )?without arm (\d+)", r"lacked choice \1 of those it has"),
    (r"(?:.* )?always(?: so)?", "always held"),
    (r"(?:.* )?never so", "never held"),
    (r"nothing", "came to nothing"),
)
"""What is done to a line, as the search for it says it, and in a sentence that begins with the line."""
NUMBERED = re.compile(r" \(the \d+\. time\)$")


def headline(finding: Finding) -> str:
    """What was asked where the finding shows first, and how that departs."""
    booked = finding.shortest
    step = booked.judged.step
    assert step is not None, "a departure is at some request"
    request = booked.judged.transcript.case.requests[step]
    match request:
        case DealRequest():
            asked = "the deal"
        case PositionRequest():
            asked = "the position"
        case ActRequest():
            asked = f"“seat {request.seat} {say_action(request.action)}”"
        case _:
            asked = f"“{say_request(request)[0]}”"
    return f"{asked[:1].upper()}{asked[1:]} {DONE[finding.sort]}."


def cause_words(finding: Finding) -> str:
    """The line that would explain a finding, with its words where the rules are at hand; empty where none is known."""
    if finding.cause is None:
        return ""
    rulebook = finding.shortest.rulebook
    words = {} if rulebook is None else line_index(rulebook.sheet).words
    cause = finding.cause
    ties = [f"{line} {_spoilt(what)}" for line, what in cause.ties if line != cause.line]
    besides = f"; or as if {' or '.join(ties)}" if ties else ""
    line = f"{cause.line} (“{words[cause.line]}”)" if cause.line in words else cause.line
    return f"It answers as if {line} {_spoilt(cause.what)}{besides}."


def _spoilt(what: str) -> str:
    """What is done to a line, as the end of a sentence that begins with it."""
    plain = NUMBERED.sub("", what)
    return next((re.sub(pattern, words, plain) for pattern, words in SPOILT if re.fullmatch(pattern, plain)), f"were so: {plain}")


def because_of(finding: Finding) -> list[Because]:
    """The clauses that a finding is booked on, with what they come to in its shortest case; first the one that it is named after,
    which a cause may have found elsewhere."""
    booked, named = finding.shortest, finding.clause
    rulebook = booked.rulebook
    if rulebook is None or booked.step is None:
        return []
    told = _reasons(booked)
    found = sorted(clauses_of(rulebook, told), key=lambda one: one.clause != named)
    entry = rulebook.sheet.book.by_id().get(named)
    if entry is None or any(one.clause == named for one in found):
        return found
    return [replace(clause_itself(rulebook, entry), says=_fulfilled(booked, named)), *found]


def _reasons(booked: Booked) -> dict[Tag, tuple[Reason, ...]]:
    """The lines that a departure is booked on, each with what it comes to there."""
    told: dict[Tag, tuple[Reason, ...]] = dict.fromkeys(booked.tags, ())
    explainer = _explainer(booked)
    if explainer is not None:
        explained = explainer.refusal if booked.sort is Sort.ALLOWED else explainer.permission
        told |= {tag: explained(tag) for tag in booked.tags if tag in explainer.lines}
    return told


def _fulfilled(booked: Booked, clause: str) -> tuple[Reason, ...]:
    """What a clause asks of an act that was refused wrongly, and finds fulfilled."""
    explainer = _explainer(booked)
    if explainer is None or booked.sort is not Sort.REFUSED:
        return ()
    return tuple(reason for tag, reasons in explainer.fulfilled() if tag.clause == clause for reason in reasons)


def _explainer(booked: Booked) -> Explainer | None:
    """What explains the verdict on the act of a departure; none where it is no verdict that departs."""
    rulebook, step = booked.rulebook, booked.step
    if rulebook is None or step is None or step.act is None or step.before is None:
        return None
    return Explainer(rulebook, step.before, step.act) if booked.sort in (Sort.ALLOWED, Sort.REFUSED) else None
