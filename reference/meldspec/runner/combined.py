"""Several readings at once: cases in which they meet, which worlds of one reading cannot foresee.

The corpus names the worlds of a case one reading at a time, and no further than to their first difference. Who follows two
readings other than the default may answer as neither alone would; then the rules themselves are asked what they expect of both
together, and of the requests that a world says nothing of.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from meldspec.judge.oracle import Expectations
from meldspec.protocol.case import Case, Readings
from meldspec.protocol.comparison import first_divergence
from meldspec.protocol.messages import Answer
from meldspec.runner.courses import Course, course, courses
from meldspec.runner.outcome import Kind, Outcome
from meldspec.runner.readings import Evidence

ROUNDS = 4
"""How often the evidence is gone through anew, as long as that changes what is known."""
DEPTH, WIDTH = 2, 3
"""How many readings are added to those seen so far to explain a case, and how many sets of readings are followed up each time."""
LIMIT = 200
"""So many sets of readings are tried in a run to explain cases; who breaks rules would else have them all tried in vain."""


@dataclass(frozen=True)
class Combined:
    """Asks `expectations` about the readings that the evidence shows, or that are claimed."""

    expectations: Expectations | None
    evidence: Evidence
    tried: set[frozenset[tuple[str, str]]] = field(default_factory=set)

    def rescue(self, case: Case, answers: Sequence[Answer]) -> Course | None:
        """A course that agrees with answers which no course of the case explains: that of all readings seen or claimed so far,
        or of those and one or two more that matter in the case. None where there is no such course."""
        front: list[Readings] = [self.evidence.vector()]
        seen = list(front)
        for _ in range(DEPTH + 1):
            ranked = sorted(self._ranked(case, front, answers), key=lambda one: one[:2], reverse=True)
            if ranked and ranked[0][0] == len(answers):
                return self._course(case, ranked[0][2])
            beside = [more for step, _, vector in ranked[:WIDTH] for more in self._beside(case, vector, step)]
            front = [more for number, more in enumerate(beside) if more not in seen and more not in beside[:number]]
            seen += front
        return None

    def _ranked(self, case: Case, front: Sequence[Readings], answers: Sequence[Answer]) -> Iterator[tuple[int, int, Readings]]:
        """How far each of some sets of readings agrees with the answers, and how little differs there."""
        for vector in front:
            self.tried.add(frozenset(vector.items()))
            # What is seen so far is always asked: most cases of who follows several readings are explained by just that.
            if len(self.tried) <= LIMIT or vector == self.evidence.vector():
                found = self._course(case, vector, len(answers))
                if found is not None:
                    yield (*_reached(found, answers), vector)

    def prolong(self, case: Case, live: Sequence[Course], answers: Sequence[Answer]) -> tuple[Course, ...]:
        """The courses with what the rules expect to the end of the case, as far as they agree with the answers so far."""
        found = []
        for silent in live:
            for vector in ({**self.evidence.vector(), **silent.readings}, silent.readings):
                whole = self._course(case, vector)
                if whole is not None and whole.agrees(answers):
                    found.append(whole)
                    break
        return tuple(found)

    def consider(self, outcomes: Mapping[str, Outcome]) -> None:
        """Look once more at what all answers tell of the readings, each question by what is known of the others."""
        for _ in range(ROUNDS):
            before = self.evidence.vector()
            # What speaks against a reading is taken back where that reading and all others seen so far explain the answers as well.
            for question, known in self.evidence.known.items():
                for reading in sorted(known - self.evidence.admitted(question)):
                    self._verify(question, reading, outcomes)
            self._settle_all(outcomes)
            if self.evidence.vector() == before:
                return

    def _verify(self, question: str, reading: str, outcomes: Mapping[str, Outcome]) -> None:
        """Go through the cases that rule a reading out, up to the first that does so rightly."""
        vector = self._with(self.evidence.vector(), question, reading)
        # Alone it was ruled out by the case itself; only in company with another reading can it explain what speaks against it.
        if not vector.keys() - {question}:
            return
        for case, admits in tuple(self.evidence.witnesses[question].items()):
            if reading not in admits:
                if not self._agrees(outcomes[case], vector):
                    return
                self.evidence.witness(question, case, admits | {reading})

    def _settle_all(self, outcomes: Mapping[str, Outcome]) -> None:
        """Look in the cases that went another way than the default, or could have done so only by several readings together, for
        what they tell of questions that are still open."""
        for outcome in outcomes.values():
            telling = outcome.kind is Kind.OTHERREAD or (outcome.kind is Kind.PASSED and _together(outcome.case))
            bases = self._bases(outcome) if telling else []
            if bases:
                for question in sorted(_asked(outcome.case)):
                    self._settle(outcome, bases, question)

    def _bases(self, outcome: Outcome) -> list[Readings]:
        """All readings seen so far, with those of each way of the case that they leave, as far as they explain its answers."""
        seen = self.evidence.vector()
        left = [ways for ways in outcome.alive if all(self._left(q, r) for q, r in ways.items())] or outcome.alive[:1]
        return [vector for ways in left if self._agrees(outcome, vector := {**seen, **ways})]

    def _left(self, question: str, reading: str) -> bool:
        """Whether nothing seen so far speaks against a reading."""
        return question not in self.evidence.known or reading in self.evidence.admitted(question)

    def _settle(self, outcome: Outcome, bases: Sequence[Readings], question: str) -> None:
        """Find the readings of a question that a case admits, where all others are as in one of `bases`."""
        known = self.evidence.known[question]
        open_ = self.evidence.admitted(question)
        # Settled, or contradicted: another witness changes nothing.
        if len(open_) < 2:
            return
        out = {r for r in open_ if not any(self._bears(outcome, base, question, r) for base in bases)}
        if out:
            before = self.evidence.witnesses[question].get(outcome.case.id, known)
            self.evidence.witness(question, outcome.case.id, before - out)

    def _bears(self, outcome: Outcome, base: Readings, question: str, reading: str) -> bool:
        """Whether a set of readings that explains a case does so with a question read in some way, as far as the rules can say."""
        if base.get(question, self.evidence.default(question)) == reading:
            return True
        return self._agrees(outcome, self._with(base, question, reading), unsure=True)

    def _agrees(self, outcome: Outcome, vector: Readings, unsure: bool = False) -> bool:
        """Whether these readings explain all answers of a case; `unsure` where the rules cannot be asked."""
        found = self._course(outcome.case, vector, len(outcome.answers))
        return unsure if found is None else found.agrees(outcome.answers)

    def _beside(self, case: Case, vector: Readings, step: int) -> Iterator[Readings]:
        """The sets of readings with one more, or one other, that shows in the case up to a step."""
        for world in case.worlds:
            if world.start <= step or _together(case):  # Under such readings others may show sooner than under the defaults.
                yield {**vector, **world.readings}
                if len(world.readings) > 1:  # The one that matters beside others may matter beside what is read here, too.
                    yield {**world.readings, **vector}
        for question in _asked(case) & vector.keys():
            yield self._with(vector, question, self.evidence.default(question))

    def _with(self, vector: Readings, question: str, reading: str) -> dict[str, str]:
        """A set of readings with another reading of one question; a default is not named."""
        rest = {name: one for name, one in vector.items() if name != question}
        return rest if reading == self.evidence.default(question) else {**rest, question: reading}

    def _course(self, case: Case, vector: Readings, length: int | None = None) -> Course | None:
        """The course of these readings, only of the first requests where a length is given; none where the rules cannot say."""
        if not vector:
            return courses(case)[0]
        if self.expectations is None:
            return None
        expect = self.expectations(case if length is None else replace(case, requests=case.requests[:length]), vector)
        if expect is None:
            return None
        asked = _asked(case) | set(case.about.questions)
        # What the case does not ask about it is no evidence of.
        relevant = {question: reading for question, reading in vector.items() if question in asked}
        return course(case, relevant or vector, expect)


def _asked(case: Case) -> set[str]:
    """The questions that a case tells readings of apart."""
    return {question for world in case.worlds for question in world.readings}


def _together(case: Case) -> bool:
    """Whether a case is of readings that matter only together."""
    return any(len(world.readings) > 1 for world in case.worlds)


def _reached(tried: Course, answers: Sequence[Answer]) -> tuple[int, int]:
    """How far a course agrees with the answers: the first request that it does not, and how little differs there."""
    found = first_divergence(tried.expect, answers)
    return (len(answers), 0) if found is None else (found[0], -len(found[1].differences))
