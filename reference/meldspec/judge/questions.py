"""What the cases of one question show of it, all other questions read as an assignment has them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from meldspec.judge.evidence import admitted, explains_but_for_points, misses_limit
from meldspec.judge.oracle import Assignment, Oracle, Transcript
from meldspec.protocol.case import Readings
from meldspec.protocol.fields import ABSENT

LIMITS, OF_ONE = 40, 2
"""So often it is looked whether another question explains that the limit of a reading looks missed, and so often for one case."""
Choice = tuple[str, frozenset[str]]
"""How a question is read by what its cases show, and all readings that they admit."""


@dataclass(frozen=True)
class Settled:
    """What the answers show of one question.

    `reading` is how it is read where the cases are judged. `admitted` are the readings that all cases admit, by themselves or
    beside another reading of one question more: one where the question is settled, more where it is open, none where some case
    speaks against each, so that no reading explains them all. `evidence` has the cases that rule readings out, each with what it
    admits.
    """

    question: str
    reading: str
    admitted: frozenset[str]
    evidence: Mapping[str, frozenset[str]]


@dataclass
class QuestionEvidence:
    """The questions that the cases of some transcripts tell readings of apart; where these leave a choice a claim decides, after it
    the default."""

    oracle: Oracle
    transcripts: Sequence[Transcript]
    claims: Readings = field(default_factory=dict)
    as_another: dict[tuple[str, int, Assignment], bool] = field(default_factory=dict)
    """Of cases in which the limit of a reading looks missed, whether another question explains it."""
    told_together: dict[str, frozenset[str]] = field(default_factory=dict)
    """The questions that some case tells apart together with each."""
    known: dict[tuple[str, Assignment], Choice] = field(default_factory=dict)
    """What the cases of a question were seen to show, beside what is read of the questions that they tell anything of."""

    @cached_property
    def about(self) -> dict[str, list[Transcript]]:
        """The transcripts of the cases that tell readings of a question apart, question by question."""
        return self.oracle.by_question(self.transcripts)

    def open_to(self, question: str) -> Sequence[str]:
        """The readings that may be tried for a question: the one that is claimed, or else all."""
        readings = self.oracle.readings[question]
        return [self.claims[question]] if self.claims.get(question) in readings else readings

    def together(self, question: str) -> frozenset[str]:
        """The questions that some case tells apart together with one."""
        if question not in self.told_together:
            told = self.about.get(question, ())
            self.told_together[question] = frozenset().union(*(self.oracle.asked(transcript.case) for transcript in told))
        return self.told_together[question]

    def seen(self, question: str, assignment: Assignment) -> Choice:
        """What the cases of a question show, as it was found beside the same readings of all that they tell apart with it.

        Another question may bear on a case all the same, where several are read otherwise: what rests on this has to be tried on
        every case.
        """
        return self.known.get(self._beside(question, assignment)) or self.choice(question, assignment)

    def choice(self, question: str, assignment: Assignment) -> Choice:
        """How a question is read by what its cases show beside the rest of an assignment, and all readings that they admit.

        That a limit is missed is asked of no reading that some case speaks against anyhow.
        """
        every = frozenset(self.oracle.readings[question])
        left = every.intersection(*self._told(question, assignment).values())
        left -= self._all_missed(question, assignment, left)
        found = self._wanted(question, assignment, left), left
        self.known[self._beside(question, assignment)] = found
        return found

    def _beside(self, question: str, assignment: Assignment) -> tuple[str, Assignment]:
        """A question, and what an assignment has of all that its cases tell apart with it."""
        return question, _told_by(self.together(question), assignment)

    def settled(self, question: str, assignment: Assignment) -> Settled:
        """What the cases of a question show of it beside the rest of an assignment."""
        every = frozenset(self.oracle.readings[question])
        told = self._told(question, assignment)
        for one, reading in self._limits(question):
            # What the case speaks against anyhow is not looked into.
            if reading in told[one.case.id] and self.misses(one, self.oracle.changed(assignment, question, reading)):
                told[one.case.id] -= {reading}
        evidence = {case: readings for case, readings in told.items() if readings != every}
        left = every.intersection(*evidence.values())
        return Settled(question, self._wanted(question, assignment, left), left, evidence)

    def beside_another(self, settled: Settled, reading: str, assignment: Assignment) -> Iterator[Assignment]:
        """The assignments in which a reading that some case speaks against gives all answers beside another reading of a question
        of that case."""
        oracle, about = self.oracle, self.about
        so_read = oracle.changed(assignment, settled.question, reading)
        told = about[settled.question]
        against = [one for one in told if reading not in settled.evidence.get(one.case.id, {reading})]
        hardest = next((one for one in against if oracle.explains(one, assignment)), None)
        # What no assignment is known to explain speaks for none.
        if hardest is None:
            return
        for question in sorted(oracle.asked(hardest.case) - {settled.question}):
            for other in oracle.readings[question]:
                both = oracle.changed(so_read, question, other)
                if both != so_read and oracle.explains(hardest, both) and self.gives(both, assignment, [*told, *about[question]]):
                    yield both

    def gives(self, other: Assignment, assignment: Assignment, transcripts: Iterable[Transcript]) -> bool:
        """Whether another assignment explains all of some cases that the first one does."""
        return all(self.oracle.explains(one, other) for one in transcripts if self.oracle.explains(one, assignment))

    def _told(self, question: str, assignment: Assignment) -> dict[str, frozenset[str]]:
        """What each case of a question admits of it beside the rest of an assignment, by its id."""
        return {one.case.id: admitted(self.oracle, one, question, assignment) for one in self.about[question]}

    def _wanted(self, question: str, assignment: Assignment, left: Collection[str]) -> str:
        """The reading to take of those that are left: the one that is claimed, or the first; where none is, the one that explains
        the most."""
        wanted = [self.claims.get(question, ""), *self.oracle.readings[question]]
        return next((one for one in wanted if one in left), None) or self._most(question, assignment, wanted)

    def _limits(self, question: str) -> Iterator[tuple[Transcript, str]]:
        """The cases that show the limit of a reading of a question, with the reading, which is not the default.

        The default is followed all the same where nothing else is: what it bars is then no question any more, but a rule.
        """
        for one in self.about[question]:
            reading = one.case.about.reading
            if reading is not ABSENT and question in one.case.about.questions and reading != self.oracle.default(question):
                yield one, reading

    def misses(self, transcript: Transcript, assignment: Assignment) -> bool:
        """Whether the answers do not keep to the limit of a reading that an assignment has, which their case shows."""
        return misses_limit(self.oracle, transcript, assignment) and not self._as_another_has_it(transcript, assignment)

    def _all_missed(self, question: str, assignment: Assignment, readings: Collection[str]) -> set[str]:
        """Those of some readings of a question whose limit some case shows and the answers do not keep to."""
        limits = ((one, reading) for one, reading in self._limits(question) if reading in readings)
        return {reading for one, reading in limits if self.misses(one, self.oracle.changed(assignment, question, reading))}

    def _as_another_has_it(self, transcript: Transcript, assignment: Assignment) -> bool:
        """Whether another question, read otherwise, gives the answers of a case: then what looks like a limit that is missed may
        be how that one is read."""
        oracle = self.oracle
        # Of how other questions are read no more counts than the case is known to tell: else it would be looked for time and again.
        key = transcript.case.id, len(transcript.answers), _told_by(oracle.asked(transcript.case), assignment)
        often = sum(one[0] == key[0] for one in self.as_another)
        if key not in self.as_another and len(self.as_another) < LIMITS and often < OF_ONE:
            questions = sorted(oracle.readings.keys() - set(transcript.case.about.questions))
            others = ((one, other) for one in questions for other in self.open_to(one))
            self.as_another[key] = any(oracle.explains(transcript, oracle.changed(assignment, *pair)) for pair in others)
        return self.as_another.get(key, False)

    def _most(self, question: str, assignment: Assignment, wanted: Sequence[str]) -> str:
        """The reading that explains the most of a question's cases, of those whose limits are kept to; of those that explain as
        many the one that is wanted first.

        First it is counted what is explained but for points: who counts wrongly does so in every deal that ends, and would seem to
        follow whatever reading lets the fewest end.
        """

        def explained(reading: str) -> tuple[int, int]:
            other, cases = self.oracle.changed(assignment, question, reading), self.about[question]
            but_for_points = sum(explains_but_for_points(self.oracle, one, other) for one in cases)
            return but_for_points, sum(self.oracle.explains(one, other) for one in cases)

        readings = [one for one in wanted if one in self.oracle.readings[question]]
        # To find out that a limit is missed takes long: it is asked of none that would not be taken anyhow.
        best_first = sorted(readings, key=explained, reverse=True)
        kept_to = (one for one in best_first if not self._all_missed(question, assignment, {one}))
        return next(kept_to, readings[0])


def _told_by(questions: Collection[str], assignment: Assignment) -> Assignment:
    """What an assignment has of some questions."""
    return frozenset(pair for pair in assignment if pair[0] in questions)
