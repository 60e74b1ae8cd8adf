"""What one case shows of one question: which of its readings the answers admit, all other questions read alike."""

from collections.abc import Collection, Mapping

from meldspec.judge.oracle import Assignment, Oracle, Transcript
from meldspec.protocol.comparison import MismatchKind, compare, telling_cells, verdict
from meldspec.protocol.fields import ABSENT
from meldspec.protocol.messages import Answer, Expected

POINTS = ("scores", "totals", "match")
"""The fields of an observation that follow from the points of a deal."""


def admitted(oracle: Oracle, transcript: Transcript, question: str, assignment: Assignment) -> frozenset[str]:
    """The readings of a question that a transcript admits beside the rest of an assignment; all of them where it tells nothing.

    Readings are told apart at telling cells alone: where what they expect differs. An answer that none of them gives ends the
    case as evidence, since what comes after it follows from a table that no reading has; what it tells in their telling cells
    still counts, unless no reading has these either.
    """
    every = frozenset(oracle.readings[question])
    courses = {reading: oracle.course(transcript.case, oracle.changed(assignment, question, reading)) for reading in every}
    # Under a reading that has no such table, or comes to no end, nothing is known, and so nothing speaks against it.
    alive = {reading: course for reading, course in courses.items() if course is not None}
    unknown = every - alive.keys()
    for number, answer in enumerate(transcript.answers):
        if len(alive) < 2:
            # Nothing that comes later can tell one reading from another.
            break
        agreeing = {reading for reading, course in alive.items() if oracle.agrees(transcript, course, number)}
        if not agreeing:
            kept = _by_telling_cells({reading: course[number] for reading, course in alive.items()}, answer)
            return frozenset(kept or alive) | unknown
        alive = {reading: alive[reading] for reading in agreeing}
    return frozenset(alive) | unknown


def misses_limit(oracle: Oracle, transcript: Transcript, assignment: Assignment) -> bool:
    """Whether a case shows the limit of a reading that an assignment has, and the answers go as the reading has it up to the last
    one, which is not its own there where its line bites: whoever answers so follows the reading in what it lets be done alone.
    Who has another line than the reading has, and not none, may follow it and be wrong."""
    about = transcript.case.about
    if about.reading is ABSENT or about.cells is ABSENT or about.altered is True:
        return False
    (question,) = about.questions
    if question not in oracle.readings or oracle.reading(assignment, question) != about.reading:
        return False
    course, last = oracle.course(transcript.case, assignment), len(transcript.case.requests) - 1
    if course is None or len(transcript.answers) <= last:
        return False
    if not all(oracle.agrees(transcript, course, step) for step in range(last)):
        return False
    said = course[last]
    return said is not None and _meet(but_points(about.cells) or about.cells, telling_cells(said, transcript.answers[last]))


def explains_but_for_points(oracle: Oracle, transcript: Transcript, assignment: Assignment) -> bool:
    """Whether an assignment gives all answers of a transcript up to one that has other points, and nothing else otherwise."""
    step = oracle.departure(transcript, assignment)
    if step is None or step == len(transcript.answers):
        return step is not None
    course = oracle.course(transcript.case, assignment)
    said = None if course is None else course[step]
    mismatch = None if said is None else compare(said, transcript.answers[step])
    if mismatch is None or mismatch.kind is not MismatchKind.OBSERVATION:
        return False
    return not but_points([one.where for one in mismatch.differences])


def _by_telling_cells(expected: Mapping[str, Expected | None], answer: Answer) -> set[str]:
    """Of readings that all expect another answer, those that expect it where they differ among themselves; where none does, those
    that do so but for points, which are otherwise in every deal where something is counted wrongly."""
    said = {reading: one for reading, one in expected.items() if one is not None}
    if len({verdict(one) for one in said.values()}) > 1:
        return {reading for reading, one in said.items() if verdict(one) == verdict(answer)}
    telling = {cell for one in said.values() for other in said.values() for cell in telling_cells(one, other)}
    otherwise = {reading: telling_cells(one, answer) for reading, one in said.items()}
    whole = {reading for reading, cells in otherwise.items() if not _meet(telling, cells)}
    return whole or {reading for reading, cells in otherwise.items() if not _meet(but_points(telling), cells)}


def but_points(cells: Collection[str]) -> list[str]:
    """Those of some places that do not follow from points."""
    return [cell for cell in cells if not cell.startswith(POINTS)]


def _meet(some: Collection[str], others: Collection[str]) -> bool:
    """Whether two sets of places overlap; a place lies in another where that is the beginning of its name."""
    return any(one.startswith(other) or other.startswith(one) for one in some for other in others)
