"""What is said of a finding wherever it is told: the clauses it stands under, what was done, the line that would explain it."""

import re
from collections import Counter
from dataclasses import replace

from meldspec.book.core import Tag
from meldspec.book.line_index import line_index
from meldspec.judge.booking import Booked, Sort
from meldspec.judge.findings import Finding
from meldspec.judge.floored import FLOORED
from meldspec.protocol.comparison import Difference
from meldspec.protocol.fields import ABSENT
from meldspec.protocol.messages import ActRequest, DealRequest, Illegal, PositionRequest
from meldspec.ruling.because import Because, clause_itself, clauses_of
from meldspec.ruling.why import Explainer, Reason
from meldspec.runner.words import say_action, say_request, told_value

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
    (r"(\S+) worth (\S+)", r"had \1 worth \2"),
    (r"(?:.* )?(\S+) made (\S+)", r"had \2 in the place of \1"),
    (r"(?:.* )?turned round", "said the opposite"),
    (r"(?:.* )?without part (\d+) of its '(and|or)'", r"lacked part \1 of its “\2”"),
    (r"(?:.* )?without arm (\d+)", r"lacked choice \1 of those it has"),
    (r"(?:.* )?always(?: so)?", "always held"),
    (r"(?:.* )?never so", "never held"),
    (r"nothing", "came to nothing"),
    (FLOORED, "took away no more than a side has, so that no score is below zero"),
)
"""What is done to a line, as the search for it says it, and in a sentence that begins with the line."""
PLACES = (
    (r"hands\[(\d+)\]", r"the hand of seat \1"),
    (r"feet\[(\d+)\]", r"the foot of seat \1"),
    (r"sides\[(\d+)\]\.melds\[(\d+)\]\.kind", r"what meld \2 of side \1 is called"),
    (r"sides\[(\d+)\]\.melds\[(\d+)\](?:\.cards)?", r"meld \2 of side \1"),
    (r"sides\[(\d+)\]\.melds", r"the melds of side \1"),
    (r"sides\[(\d+)\]\.red_threes", r"the red threes of side \1"),
    (r"pile\.cards", "the pile"),
    (r"stock", "cards left in the stock"),
    (r"turn", "whose turn it is"),
    (r"frozen", "whether the pile is frozen"),
    (r"ended", "how the deal has ended"),
    (r"scores", "the points of the deal"),
    (r"totals", "the points of the match"),
)
"""Places of an observation, and what they are called at a table."""
POINTS = ("scores", "totals")
"""The fields of an observation that have a number for each side."""
TELLING = ("ended", "pile", "hands", "feet", "sides", "frozen", "scores", "totals", "turn", "phase")
"""The fields of an observation, those first that tell a reader the most."""
NUMBERED = re.compile(r" \(the \d+\. time\)$")


def headline(finding: Finding, alone: bool = True) -> str:
    """What was asked where the finding shows first, how that departs, and why that is so; unless it stands `alone`, what the rules
    find is left to the rule that is told with it."""
    booked = finding.shortest
    request = booked.judged.transcript.case.requests[booked.judged.departure]
    match request:
        case DealRequest():
            asked = "the deal"
        case PositionRequest():
            asked = "the position"
        case ActRequest():
            asked = f"“seat {request.seat} {say_action(request.action)}”"
        case _:
            asked = f"“{say_request(request)[0]}”"
    why = _why(finding, alone)
    end = f": {why.rstrip('.')}." if why else "."
    return f"{asked[:1].upper()}{asked[1:]} {DONE[booked.sort]}{end}"


def _why(finding: Finding, alone: bool) -> str:
    """What decides, in one sentence: of an act what the rules find, and what the implementation says of it; else the first thing
    that is otherwise."""
    booked = finding.shortest
    said = next((reason.sentence for one in because_of(finding) for reason in one.says), "") if alone else ""
    # One cause may show in several ways, and the game that is shown is of one of them.
    match booked.sort:
        case Sort.ALLOWED:
            return said
        case Sort.REFUSED:
            answer = booked.judged.transcript.answers[booked.judged.departure]
            because = answer.why if isinstance(answer, Illegal) and answer.why is not ABSENT else ""
            return "; ".join(part for part in (said.rstrip("."), because and f"it says “{because.rstrip('.')}”") if part)
        case _:
            mismatch = booked.judged.mismatch
            told = sorted(mismatch.differences, key=lambda one: _rank(one.where)) if mismatch is not None else ()
            return _otherwise(told[0]) if told else ""


def _rank(where: str) -> int:
    """How much a place tells of what is otherwise, the most first: where cards lie more than how many they are."""
    name = where.partition("[")[0].partition(".")[0]
    return TELLING.index(name) if name in TELLING else len(TELLING)


def _otherwise(one: Difference) -> str:
    """One thing that is otherwise; of two lists of cards what one has more than the other, of points what each side has."""
    called = placed(one.where)
    if one.where in POINTS and isinstance(one.expected, tuple) and isinstance(one.found, tuple):
        pairs = enumerate(zip(one.expected, one.found, strict=False))
        sides = [f"side {side} has {found}, and by the rules {expected}" for side, (expected, found) in pairs if expected != found]
        return (
            f"{called}: {'; '.join(sides)}"
            if sides
            else f"{called} of {len(one.found)} sides, and by the rules of {len(one.expected)}"
        )
    if isinstance(one.expected, list | tuple) and isinstance(one.found, list | tuple):
        expected, found = (Counter(map(told_value, cards)) for cards in (one.expected, one.found))
        missing, more = (" ".join((here - there).elements()) for here, there in ((expected, found), (found, expected)))
        parts = (f"lacks {missing}" if missing else "", f"has {more} besides" if more else "")
        return f"{called} {' and '.join(part for part in parts if part)}" if missing or more else f"{called} has another order"
    return f"{called}: {told_value(one.found)}, and by the rules {told_value(one.expected)}"


def placed(where: str) -> str:
    """A place of an observation, as it is called at a table."""
    return next((re.sub(pattern, words, where) for pattern, words in PLACES if re.fullmatch(pattern, where)), where)


def cause_words(finding: Finding) -> str:
    """The line that would explain a finding, with its words where the rules are at hand; empty where none is known."""
    if finding.cause is None:
        return ""
    rulebook = finding.shortest.rulebook
    words = {} if rulebook is None else line_index(rulebook.sheet).words
    cause = finding.cause
    line = f"{cause.line} (“{words[cause.line]}”)" if cause.line in words else cause.line
    return f"It answers as if {line} {_spoilt(cause.what)}."


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
    # An explanation of an act costs as much as the ruling on it.
    explainer = _explainer(booked)
    told = _reasons(booked, explainer)
    found = sorted(clauses_of(rulebook, told), key=lambda one: one.clause != named)
    entry = rulebook.sheet.book.by_id().get(named)
    if entry is None or any(one.clause == named for one in found):
        return found
    return [replace(clause_itself(rulebook, entry), says=_fulfilled(booked, named, explainer)), *found]


def _reasons(booked: Booked, explainer: Explainer | None) -> dict[Tag, tuple[Reason, ...]]:
    """The lines that a departure is booked on, each with what it comes to there."""
    told: dict[Tag, tuple[Reason, ...]] = dict.fromkeys(booked.tags, ())
    if explainer is not None:
        explained = explainer.refusal if booked.sort is Sort.ALLOWED else explainer.permission
        told |= {tag: explained(tag) for tag in booked.tags if tag in explainer.lines}
    return told


def _fulfilled(booked: Booked, clause: str, explainer: Explainer | None) -> tuple[Reason, ...]:
    """What a clause asks of an act that was refused wrongly, and finds fulfilled."""
    if explainer is None or booked.sort is not Sort.REFUSED:
        return ()
    return tuple(reason for tag, reasons in explainer.fulfilled() if tag.clause == clause for reason in reasons)


def _explainer(booked: Booked) -> Explainer | None:
    """What explains the verdict on the act of a departure; none where it is no verdict that departs."""
    rulebook, step = booked.rulebook, booked.step
    if rulebook is None or step is None or step.act is None or step.before is None:
        return None
    return Explainer(rulebook, step.before, step.act) if booked.sort in (Sort.ALLOWED, Sort.REFUSED) else None
