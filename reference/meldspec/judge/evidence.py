"""What one case shows of one question: which of its readings the answers admit, all other questions read alike."""

from collections.abc import Collection, Mapping

from meldspec.judge.oracle import Assignment, Oracle, Transcript
from meldspec.protocol.comparison import compare, differences
from meldspec.protocol.messages import Answer, Dealt, Enumerated, Expected, Legal


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


def verdict(answer: Expected | Answer) -> str:
    """What sort of answer it is: that differs where one says legal and the other does not."""
    return type(answer).__name__


def _by_telling_cells(expected: Mapping[str, Expected | None], answer: Answer) -> set[str]:
    """Of readings that all expect another answer, those that expect it where they differ among themselves."""
    said = {reading: one for reading, one in expected.items() if one is not None}
    if len({verdict(one) for one in said.values()}) > 1:
        return {reading for reading, one in said.items() if verdict(one) == verdict(answer)}
    telling = {cell for one in said.values() for other in said.values() for cell in cells(one, other)}
    return {reading for reading, one in said.items() if not _meet(telling, cells(one, answer))}


def cells(expected: Expected, found: Expected | Answer) -> set[str]:
    """Where two answers of one sort differ: the places of an observation, or the actions that one of them lacks."""
    if isinstance(expected, Dealt | Legal) and isinstance(found, Dealt | Legal):
        return {one.where for one in differences(expected.observation, found.observation)}
    if isinstance(expected, Enumerated) and isinstance(found, Enumerated):
        mismatch = compare(expected, found)
        return {str(one.expected or one.found) for one in mismatch.differences} if mismatch else set()
    return set() if verdict(expected) == verdict(found) else {"verdict"}


def _meet(some: Collection[str], others: Collection[str]) -> bool:
    """Whether two sets of places overlap; a place lies in another where that is the beginning of its name."""
    return any(one.startswith(other) or other.startswith(one) for one in some for other in others)
