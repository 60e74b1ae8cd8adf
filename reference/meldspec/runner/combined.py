"""Several readings at once: cases in which they meet, which worlds of one reading cannot foresee.

The corpus names the worlds of a case one reading at a time. Who follows two readings other than the default
may answer as neither alone would; then the rules themselves are asked what they expect of both together.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from meldspec.runner.case import Case, Readings
from meldspec.runner.outcome import Outcome
from meldspec.runner.readings import Evidence, Seen
from meldspec.runner.worlds import Course, Expectations, course


@dataclass(frozen=True)
class Combined:
    """Asks `expectations` about the readings that the evidence shows, or that are claimed."""

    expectations: Expectations | None
    evidence: Evidence

    def rescue(self, case: Case) -> Course | None:
        """The course of all the readings seen or claimed so far; None where it is no new one."""
        vector = self.evidence.vector()
        if not vector or any(world.readings == vector for world in case.worlds):
            return None
        return self._course(case, vector)

    def reconsider(self, outcomes: Mapping[str, Outcome]) -> None:
        """Take back evidence against a reading where all readings together explain the answers as well."""
        for seen in self.evidence.seen():
            for reading in _candidates(seen):
                self._explain(seen.question, reading, outcomes)

    def _explain(self, question: str, reading: str, outcomes: Mapping[str, Outcome]) -> None:
        vector = {**self.evidence.vector(), question: reading}
        if len(vector) < 2 or reading == self.evidence.default(question):
            return
        for witness in tuple(self.evidence.witnesses.get(question, {}).values()):
            if reading not in witness.admits:
                outcome = outcomes[witness.case]
                together = self._course(outcome.case, vector)
                if together is not None and together.agrees(outcome.answers):
                    self.evidence.discard(witness.case, [question])

    def _course(self, case: Case, vector: Readings) -> Course | None:
        expect = None if self.expectations is None else self.expectations(case, vector)
        if expect is None:
            return None
        asked = {question for world in case.worlds for question in world.readings} | set(case.questions)
        # What the case does not ask about it is no evidence of.
        relevant = {question: reading for question, reading in vector.items() if question in asked}
        return course(case, relevant or vector, expect)


def _candidates(seen: Seen) -> list[str]:
    """The readings which a question in trouble may be read by after all: as claimed, as most often seen."""
    if not seen.failed:
        return []
    seen_most = sorted(seen.evidence, key=lambda reading: -len(seen.evidence[reading]))
    return sorted(seen_most, key=lambda reading: reading != seen.claim)
