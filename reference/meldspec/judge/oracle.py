"""What the rules expect of a case under an assignment of readings, worked out once for each."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from meldspec.protocol.case import Case, Readings
from meldspec.protocol.comparison import compare
from meldspec.protocol.courses import courses
from meldspec.protocol.messages import Answer, Expected

Assignment = frozenset[tuple[str, str]]
"""The readings other than the default, each as (question, reading); every other question is read by its default."""
DEFAULTS: Assignment = frozenset()
Course = tuple[Expected | None, ...]
"""What is expected of each request; None where nothing is said of the answer."""
Expectations = Callable[[Case, Readings], Sequence[Expected] | None]
"""What the rules expect, request by request, of one who follows these readings and else the defaults; None where that cannot be
said, and a list shorter than the case's requests says nothing of the rest."""


def agrees(expected: Expected | None, answer: Answer) -> bool:
    """Whether an answer is the expected one, as far as anything is expected."""
    return expected is None or compare(expected, answer) is None


@dataclass(frozen=True)
class Transcript:
    """A case, and the answers that were given to its requests, as far as there are any."""

    case: Case
    answers: tuple[Answer, ...]


@dataclass
class Oracle:
    """The rules, asked about cases. `readings` has for every question that is known its readings, the default first; without
    `expectations` no more is known than what the cases themselves name."""

    readings: Mapping[str, Sequence[str]]
    expectations: Expectations | None
    kept: dict[tuple[str, Assignment], Course | None] = field(default_factory=dict)
    compared: dict[int, tuple[Transcript, tuple[bool, ...]]] = field(default_factory=dict)

    def default(self, question: str) -> str:
        """The default reading of a question."""
        return self.readings[question][0]

    def reading(self, assignment: Assignment, question: str) -> str:
        """How an assignment reads a question."""
        return dict(assignment).get(question, self.default(question))

    def changed(self, assignment: Assignment, question: str, reading: str) -> Assignment:
        """The assignment with one question read so."""
        rest = frozenset(pair for pair in assignment if pair[0] != question)
        return rest if reading == self.default(question) else rest | {(question, reading)}

    def course(self, case: Case, assignment: Assignment) -> Course | None:
        """What is expected of the requests of a case; None where the rules so read have no such table, or come to no end."""
        if not assignment:
            return case.expect
        key = case.id, assignment
        if key not in self.kept:
            self.kept[key] = self._worked_out(case, assignment)
        return self.kept[key]

    def departure(self, transcript: Transcript, assignment: Assignment) -> int | None:
        """The first request whose answer an assignment does not give, the number of the answers where it gives them all, None where
        it says nothing of the case."""
        course = self.course(transcript.case, assignment)
        if course is None:
            return None
        by_default = self._agreeing(transcript)
        for step, (said, answer) in enumerate(zip(course, transcript.answers, strict=False)):
            # What is expected as by default is compared once: that is most of what any assignment expects.
            if not (by_default[step] if said is transcript.case.expect[step] else agrees(said, answer)):
                return step
        return len(transcript.answers)

    def _agreeing(self, transcript: Transcript) -> tuple[bool, ...]:
        """For each answer of a transcript whether it is the one of the default readings."""
        key = id(transcript)
        if key not in self.compared:
            expected = zip(transcript.case.expect, transcript.answers, strict=False)
            # Kept with the transcript, whose id is then nobody else's.
            self.compared[key] = transcript, tuple(agrees(said, answer) for said, answer in expected)
        return self.compared[key][1]

    def explains(self, transcript: Transcript, assignment: Assignment) -> bool:
        """Whether an assignment gives all answers of a transcript."""
        return self.departure(transcript, assignment) == len(transcript.answers)

    def asked(self, case: Case) -> frozenset[str]:
        """The questions that a case is known to tell readings of apart."""
        return frozenset(question for world in case.worlds for question in world.readings if question in self.readings)

    def sensitive(self, case: Case, assignment: Assignment, until: int) -> Iterator[tuple[str, str]]:
        """Every other reading of a single question under which the first `until` + 1 requests are answered otherwise than under the
        assignment."""
        mine = self.course(case, assignment)
        if mine is None:
            return
        for question, readings in self.readings.items():
            for reading in readings:
                if reading != self.reading(assignment, question):
                    other = self.course(case, self.changed(assignment, question, reading))
                    if other is not None and other[: until + 1] != mine[: until + 1]:
                        yield question, reading

    def _worked_out(self, case: Case, assignment: Assignment) -> Course | None:
        if self.expectations is None:
            return self._named(case, assignment)
        expect = self.expectations(case, dict(assignment))
        if expect is None:
            return None
        # Most answers are those of the default readings: kept once, they take little room however many assignments are asked of.
        shared = (mine if mine == said else said for mine, said in zip(case.expect, expect, strict=False))
        return (*shared, *(None,) * (len(case.requests) - len(expect)))

    def _named(self, case: Case, assignment: Assignment) -> Course | None:
        """What a case itself names of an assignment; None of readings that it names apart alone, or no further."""
        asked = self.asked(case)
        bearing = {question: reading for question, reading in assignment if question in asked}
        if not bearing:
            return case.expect
        return next((one.expect for one in courses(case) if one.readings == bearing), None)
