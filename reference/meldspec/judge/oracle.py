"""What the rules expect of a case under an assignment of readings, worked out once for each."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from meldspec.protocol.agreement import dealt_unseen
from meldspec.protocol.case import Case, Readings
from meldspec.protocol.comparison import compare
from meldspec.protocol.courses import courses
from meldspec.protocol.fields import ABSENT
from meldspec.protocol.messages import Answer, Expected

Assignment = frozenset[tuple[str, str]]
"""The readings other than the default, each as (question, reading); every other question is read by its default."""
DEFAULTS: Assignment = frozenset()
Expectations = Callable[[Case, Readings], Iterable[Expected]]
"""What the rules expect, request by request, of one who follows these readings and else the defaults; where it ends early nothing
is said of the rest. What comes later is not worked out before it is asked for."""


class Answers:
    """The different answers that are expected of each request of a case, under whatever readings: those that are equal are one and
    the same object, so that they take room once, are told apart at a glance, and are compared with what was answered once."""

    def __init__(self, case: Case) -> None:
        self._by_step: list[list[Expected]] = [[said] for said in case.expect]
        self._told: dict[tuple[int, int], tuple[Expected, Expected]] = {}
        # The first that names some readings is the one that counts.
        self.named = {frozenset(world.readings.items()): world for world in reversed(case.worlds)}

    def one(self, step: int, said: Expected | None) -> Expected | None:
        """The one that stands for all that are equal to an answer."""
        if said is None:
            return None
        # By identity first, which stays its own while it is kept here: most courses are told the very same answer.
        told = self._told.get((step, id(said)))
        if told is None:
            told = self._told[step, id(said)] = said, self._found(self._by_step[step], said)
        return told[1]

    def _found(self, known: list[Expected], said: Expected) -> Expected:
        """The first of those that are known which is equal to an answer, itself where none is."""
        for one in known:
            if one is said or one == said:
                return one
        known.append(said)
        return said


class Course:
    """What is expected of each request of a case; None where nothing is said of the answer.

    Each is worked out when it is asked for: most courses are asked no further than to the first answer that is otherwise.
    """

    def __init__(self, said: Iterable[Expected | None], answers: Answers) -> None:
        self._said, self._answers = iter(said), answers
        self._known: list[Expected | None] = []
        self.broken_off = False
        """Whether working it out was ended from outside, so that nothing more will come of it."""

    def __getitem__(self, step: int) -> Expected | None:
        while len(self._known) <= step:
            try:
                said = next(self._said, None)
            except BaseException:
                self.broken_off = True
                raise
            self._known.append(self._answers.one(len(self._known), said))
        return self._known[step]

    def until(self, steps: int) -> tuple[Expected | None, ...]:
        """What is expected of the first requests."""
        return tuple(self[step] for step in range(steps))


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
    unseen: frozenset[str] = frozenset()
    """The questions of which no reading is held against anybody, since nobody at a table can see it."""
    of_programs: frozenset[tuple[str, str]] = frozenset()
    """The readings, each with its question, that only programs have, and no publication."""
    own_acts: frozenset[tuple[str, str]] = frozenset()
    """The readings, each with its question, that have an act of their own; by default there is none such, and no case names it."""
    stands: Callable[[Case, Readings], bool] | None = None
    """Whether all melds of the table that a case begins with are melds for one who reads so, where the rules can be asked that."""
    of_cases: bool = True
    """Whether what cases expect, and what they name of readings, is what these rules expect."""
    kept: dict[tuple[str, Assignment], Course | None] = field(default_factory=dict)
    answers: dict[str, Answers] = field(default_factory=dict)
    whole: "Oracle | None" = None
    """The same with the readings that nobody is taken to follow, where some were set aside."""
    compared: dict[tuple[int, int], tuple[Expected, Answer, bool]] = field(default_factory=dict)
    """Of answers that were compared whether they agree, by the identities of both, which stay theirs while they are kept here."""

    def of_claims(self, claims: Readings) -> "Oracle":
        """The same rules, asked about one who claims to read so: a reading with an act of its own nobody follows who does not say
        so, for it is by that act that it differs from rules which are merely wrong (decision 88)."""
        aside = self.own_acts - claims.items()
        if not aside:
            return self
        left = {question: [one for one in every if (question, one) not in aside] for question, every in self.readings.items()}
        return replace(self, readings=left, whole=self.of_anybody())

    def of_anybody(self) -> "Oracle":
        """The same rules with all readings: what is found may rest on one that nobody claims, and who follows it learns that."""
        return self.whole or self

    def of_other_rules(self, expectations: Expectations) -> "Oracle":
        """The same questions, asked of rules by which the cases were not made."""
        return replace(self, expectations=expectations, stands=None, of_cases=False, whole=None, kept={}, answers={}, compared={})

    def default(self, question: str) -> str:
        """The default reading of a question."""
        return self.readings[question][0]

    def reading(self, assignment: Assignment, question: str) -> str:
        """How an assignment reads a question."""
        return dict(assignment).get(question, self.default(question))

    def changed(self, assignment: Assignment, question: str, reading: str) -> Assignment:
        """The assignment with one question read so."""
        rest = frozenset([pair for pair in assignment if pair[0] != question])
        return rest if reading == self.default(question) else rest | {(question, reading)}

    def with_all(self, assignment: Assignment, readings: Readings) -> Assignment:
        """The assignment with some questions read so."""
        rest = frozenset([pair for pair in assignment if pair[0] not in readings])
        return rest.union([pair for pair in readings.items() if pair[1] != self.default(pair[0])])

    def course(self, case: Case, assignment: Assignment) -> Course | None:
        """What is expected of the requests of a case; None where the rules so read have no such table."""
        key = case.id, assignment
        course = self.kept.get(key)
        if key not in self.kept or (course is not None and course.broken_off):
            course = self.kept[key] = self._begun(case, assignment)
        return course

    def departure(self, transcript: Transcript, assignment: Assignment) -> int | None:
        """The first request whose answer an assignment does not give, the number of the answers where it gives them all, None where
        it comes to no answer before."""
        course = self.course(transcript.case, assignment)
        if course is None:
            return None
        for step in range(len(transcript.answers)):
            # Where the rules are asked and come to no answer, they explain none; what a case leaves unsaid may be anything.
            if course[step] is None and self.expectations is not None:
                return None
            if not self.agrees(transcript, course, step):
                return step
        return len(transcript.answers)

    def agrees(self, transcript: Transcript, course: Course, step: int) -> bool:
        """Whether an answer of a transcript is the one that a course has there, as far as it has any."""
        said, answer = course[step], transcript.answers[step]
        if said is None:
            return True
        key = id(said), id(answer)
        if key not in self.compared:
            self.compared[key] = said, answer, agrees(said, answer)
        return self.compared[key][2]

    def aside(self, transcript: Transcript, assignment: Assignment = DEFAULTS) -> bool:
        """Whether the answer to the deal is none that the readings have, as far as those are tried that the case tells apart beside
        an assignment, and differs only in what nobody at a table can see: then nothing that follows tells anything."""
        if not self.unseen or not transcript.answers:
            return False
        case, dealt = transcript.case, transcript.answers[0]
        shown = {self.with_all(assignment, world.readings) for world in case.worlds if world.start == 0} | {assignment}
        known = list(self._dealt(case, shown))
        if any(agrees(one, dealt) for one in known) or not any(dealt_unseen(case.requests[0], one, dealt) for one in known):
            return False
        return not any(agrees(one, dealt) for one in self._dealt(case, self._with_unseen(shown)))

    def _dealt(self, case: Case, assignments: Iterable[Assignment]) -> Iterator[Expected]:
        """What some assignments answer to the first request of a case, as far as they come to any answer."""
        for assignment in assignments:
            course = self.course(case, assignment)
            if course is not None and (said := course[0]) is not None:
                yield said

    def _with_unseen(self, assignments: Iterable[Assignment]) -> Iterator[Assignment]:
        """Some assignments, each with a question that nobody can see read in any way."""
        for assignment in assignments:
            for question in sorted(self.unseen & self.readings.keys()):
                yield from (self.changed(assignment, question, reading) for reading in self.readings[question])

    def explains(self, transcript: Transcript, assignment: Assignment) -> bool:
        """Whether an assignment gives all answers of a transcript."""
        return self.departure(transcript, assignment) == len(transcript.answers)

    def pared(self, transcript: Transcript, assignment: Assignment, readings: Readings) -> dict[str, str]:
        """Those of some readings, which explain a transcript beside an assignment, that it takes for that."""
        needed = dict(readings)
        for question in readings:
            less = {one: reading for one, reading in needed.items() if one != question}
            if self.explains(transcript, self.with_all(assignment, less)):
                needed = less
        return needed

    def asked(self, case: Case) -> frozenset[str]:
        """The questions that a case is known to tell readings of apart, or to show the limit of a reading of."""
        named = (question for world in case.worlds for question in world.readings)
        limited = () if case.about.reading is ABSENT else case.about.questions
        return frozenset(question for question in (*named, *limited) if question in self.readings)

    def by_question(self, transcripts: Iterable[Transcript]) -> dict[str, list[Transcript]]:
        """The transcripts of the cases that tell readings of a question apart, question by question in the order of their ids."""
        found: dict[str, list[Transcript]] = {}
        for transcript in transcripts:
            for question in self.asked(transcript.case):
                found.setdefault(question, []).append(transcript)
        return dict(sorted(found.items()))

    def bearing(
        self, case: Case, assignment: Assignment, until: int, questions: Iterable[str], passing: Collection[tuple[str, str]] = ()
    ) -> Iterator[str]:
        """Those of some questions of which another reading, but for those that are passed over, answers one of the first
        `until` + 1 requests otherwise than an assignment does."""
        mine = self.course(case, assignment)
        if mine is None:
            return
        for question in questions:
            taken = self.reading(assignment, question)
            others = (one for one in self.readings[question] if one != taken and (question, one) not in passing)
            courses = (self.course(case, self.changed(assignment, question, one)) for one in others)
            if any(other is not None and self.differ(other, mine, until + 1) for other in courses):
                yield question

    def part(self, case: Case, one: Assignment, other: Assignment, until: int) -> bool:
        """Whether two assignments answer one of the first requests of a case otherwise, as far as the rules so read have such a
        table."""
        first, second = self.course(case, one), self.course(case, other)
        return first is not None and second is not None and self.differ(first, second, until)

    def differ(self, one: Course, other: Course, until: int) -> bool:
        """Whether two courses expect different answers of one of the first requests, as far as both come to any."""
        for step in range(until):
            mine, others = one[step], other[step]
            if mine is None or others is None:
                return False
            if mine is not others:
                return True
        return False

    def _begun(self, case: Case, assignment: Assignment) -> Course | None:
        if case.id not in self.answers:
            self.answers[case.id] = Answers(case)
        answers = self.answers[case.id]
        if not assignment and self.of_cases:
            return Course(case.expect, answers)
        if self.expectations is None:
            return self._named(case, assignment, answers)
        course = Course(self._said(case, self.expectations(case, dict(assignment)), assignment), answers)
        return None if course[0] is None else course

    def _said(self, case: Case, expectations: Iterable[Expected], assignment: Assignment) -> Iterator[Expected | None]:
        """What is expected, where the case names it itself taken from there: that costs nothing."""
        world = self.answers[case.id].named.get(assignment) if self.of_cases else None
        said = () if world is None else (*case.expect[: world.start], *world.expect)
        yield from said
        yield from islice(expectations, len(said), None)

    def _named(self, case: Case, assignment: Assignment, answers: Answers) -> Course | None:
        """What a case itself names of an assignment; None of readings that it names apart alone."""
        asked = self.asked(case)
        bearing = {question: reading for question, reading in assignment if question in asked}
        # A case names all readings that matter in it, alone or together: where none of these is named, it goes as by default.
        within = [one for one in courses(case) if one.readings.items() <= bearing.items()]
        most = max(within, key=lambda one: len(one.readings))
        whole = all(one.readings.items() <= most.readings.items() for one in within)
        return Course(most.expect, answers) if whole else None
