"""The assignment of readings that recorded answers show.

First each question by itself at the telling cells of its cases, the others as they are known by then, until nothing changes. Then
what is left unexplained: an assignment is taken instead that explains more cases (`judge.nearer`). What more than one reading would
explain stays open.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from meldspec.judge.nearer import Nearer, first_lost
from meldspec.judge.oracle import DEFAULTS, Assignment, Oracle, Transcript
from meldspec.judge.questions import Choice, QuestionEvidence, Settled
from meldspec.protocol.case import Readings

ROUNDS = 12
"""How often all questions are gone through; a question whose reading hangs on another's settles a round after it."""


@dataclass(frozen=True)
class Learnt:
    """The assignment that the answers show, and what they show of each question that they tell anything of."""

    assignment: Assignment
    questions: Mapping[str, Settled]
    claims: Readings = field(default_factory=dict)
    """The readings that the implementation says it follows."""

    def choices(self, oracle: Oracle, question: str) -> tuple[str, ...]:
        """The readings of a question that no evidence excludes, every one where there is none.

        Where some case speaks against each reading, no reading explains them all: then none but the one that explains the most is
        left, for what it does not explain is wrong under it, and more would be under any other. Who claims a reading that is left
        is held to it. What nobody can see is always open: who does now this and now that breaks nothing.
        """
        settled = self.questions.get(question)
        every = tuple(oracle.readings[question])
        if question in oracle.unseen:
            return every
        left = every if settled is None else tuple(one for one in every if one in settled.admitted) or (settled.reading,)
        claim = self.claims.get(question)
        return (claim,) if claim in left else left


def claimed(oracle: Oracle, claims: Readings) -> Assignment:
    """The assignment that is claimed, as far as it is of readings that there are."""
    return oracle.with_all(DEFAULTS, {one: reading for one, reading in claims.items() if reading in oracle.readings.get(one, ())})


@dataclass
class Learner:
    """Learns from transcripts; a claim decides where the evidence leaves a choice, after it the default."""

    oracle: Oracle
    transcripts: Sequence[Transcript]
    claims: Readings = field(default_factory=dict)
    few: int = 3
    """While no more cases are not explained, all questions are read by chance as well."""

    @cached_property
    def _questions(self) -> QuestionEvidence:
        """What the cases of each question show of it."""
        return QuestionEvidence(self.oracle, self.transcripts, self.claims)

    @property
    def _about(self) -> Mapping[str, Sequence[Transcript]]:
        """The transcripts of the cases that tell readings of a question apart, question by question."""
        return self._questions.about

    def learn(self) -> Learnt:
        """The assignment that gives the most of the answers."""
        assignment = self._by_single_questions(self._at_first_sight(claimed(self.oracle, self.claims)))
        nearer = Nearer(self.oracle, self._questions, self.few)
        while (better := nearer.found(assignment)) is not None:
            settled = self._by_single_questions(better)
            # By itself a question may go back to what it shows beside others that are wrong.
            assignment = settled if self._questions.gives(settled, better, self.transcripts) else better
        found = (self._questions.settled(question, assignment) for question in self._about)
        questions = {one.question: self._with_company(one, assignment) for one in found if one.evidence}
        return Learnt(assignment, questions, self.claims)

    def _at_first_sight(self, assignment: Assignment) -> Assignment:
        """Every question as its own cases show it, all others as they are given: the cases name most of what that asks for."""
        shown = {question: self._questions.choice(question, assignment)[0] for question in self._about}
        return self.oracle.with_all(assignment, shown)

    def _by_single_questions(self, assignment: Assignment) -> Assignment:
        """Every question as its own cases show it, the others as they are known by then, until nothing changes.

        At first what was seen of a question is taken as it was found: each question that turns out to be read otherwise would ask
        for all that the others show anew.
        """
        for choice in (self._questions.seen, self._questions.choice):
            known = {assignment}
            for _ in range(ROUNDS):
                for question in self._about:
                    assignment = self.oracle.changed(assignment, question, self._shown(question, assignment, choice))
                if assignment in known:
                    break
                known.add(assignment)
        return self._plainest(assignment)

    def _shown(self, question: str, assignment: Assignment, choice: Callable[[str, Assignment], Choice]) -> str:
        """How a question is read beside the rest of an assignment: as in it, where the cases of the question admit that."""
        (shown, left), reading = choice(question, assignment), self.oracle.reading(assignment, question)
        return reading if reading in left and self.claims.get(question) not in left else shown

    def _plainest(self, assignment: Assignment) -> Assignment:
        """The assignment with every question by default that its own cases leave open, where that loses no case.

        A case may hang on a question that it is not known to tell readings of apart, beside others that are read otherwise.
        """
        explained = [one for one in self.transcripts if self.oracle.explains(one, assignment)]
        for question, _ in sorted(assignment):
            if question in self._about:
                other = self.oracle.changed(assignment, question, self._questions.choice(question, assignment)[0])
                if first_lost(self.oracle, explained, assignment, other) is None:
                    assignment = other
        return assignment

    def _with_company(self, settled: Settled, assignment: Assignment) -> Settled:
        """The same with the readings that speak against nothing where one question more is read otherwise, too.

        Only so is a reading that is left alone certain: two questions may show in the same cases.
        """
        if not settled.admitted:
            return settled
        others = frozenset(self.oracle.readings[settled.question]) - settled.admitted
        found = frozenset(reading for reading in others if any(self._questions.beside_another(settled, reading, assignment)))
        return replace(settled, admitted=settled.admitted | found)
