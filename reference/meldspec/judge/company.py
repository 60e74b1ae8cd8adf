"""Readings that a case speaks against, and that give all answers all the same where further open questions are read otherwise, too.

Who is said to read a question so, and not otherwise, is to read it so beside whatever the answers leave open of the others.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice, product
from random import Random

from meldspec.book.core import clause_of_question
from meldspec.corpus.family import Pair
from meldspec.judge.learn import Learnt
from meldspec.judge.oracle import Assignment, Oracle, Transcript

Open = Mapping[str, Sequence[str]]
"""Questions, each with the readings that the answers admit."""
ROUNDS = 3
"""How often all questions are gone through: what is found open of one may leave another open."""
REPAIRS = 5
"""How often what a reading loses is made good by reading further questions otherwise."""
DRAWS = 6
"""So many times what is open, and does the case no harm, is read by chance for one case."""
TRIED = 500
"""So many assignments are tried for one reading; what is not found by then is held for excluded."""
FEW_CASES, MOVING, TRIED_OF_FEW = 60, 6, 2_000
"""Where so few cases were played, which may well have nothing that is about a question by itself, so many readings that have a case
go another way are tried with each other one, and so many assignments in all."""


def with_company(oracle: Oracle, learnt: Learnt, transcripts: Sequence[Transcript]) -> Learnt:
    """What was learnt of some transcripts, with the readings admitted besides that give all answers in company."""
    explained = [one for one in transcripts if oracle.explains(one, learnt.assignment)]
    company = Company(oracle, explained, learnt.assignment, learnt.claims)
    admitted = company.widened({name: one.admitted for name, one in learnt.questions.items()})
    questions = {name: replace(one, admitted=admitted[name]) for name, one in learnt.questions.items()}
    return replace(learnt, questions=questions)


@dataclass
class Company:
    """Looks for such readings beside an assignment, which gives the answers of the `explained` cases."""

    oracle: Oracle
    explained: Sequence[Transcript]
    assignment: Assignment
    claims: Mapping[str, str]
    tried: int = 0
    """How many assignments were tried for the reading that is looked at."""

    def widened(self, admitted: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
        """What is admitted of each question, with the readings that are found."""
        found = dict(admitted)
        for _ in range(ROUNDS):
            open_ = self._open(found)
            # Where some case speaks against every reading there is none that gives all answers.
            more = {question: left | self._more(question, left, open_) for question, left in found.items() if left}
            if all(more[question] == found[question] for question in more):
                break
            found |= more
        return found

    def _open(self, admitted: Mapping[str, frozenset[str]]) -> Open:
        """The questions of which more than one reading is left, with these; what is claimed is read as it is claimed."""
        found: dict[str, Sequence[str]] = {}
        for question, readings in sorted(self.oracle.readings.items()):
            left = [one for one in readings if one in admitted.get(question, readings)]
            if len(left) > 1 and self.claims.get(question) not in left:
                found[question] = left
        return found

    def _more(self, question: str, left: frozenset[str], open_: Open) -> frozenset[str]:
        """The readings of a question that are not left, and give all answers beside others of open questions."""
        others = (one for one in self.oracle.readings[question] if one not in left)
        return frozenset(one for one in others if self._goes(question, one, open_))

    def _goes(self, question: str, reading: str, open_: Open) -> bool:
        """Whether a reading gives all answers beside others of open questions."""
        self.tried = 0
        return self._gives(self.oracle.changed(self.assignment, question, reading), {question}, open_, REPAIRS)

    def _gives(self, other: Assignment, fixed: set[str], open_: Open, repairs: int) -> bool:
        """Whether an assignment gives all answers, or does so with open questions, but for those that are fixed, read otherwise."""
        lost = self._lost(other, fixed)
        if lost is None or repairs == 0:
            return lost is None
        left = {question: readings for question, readings in open_.items() if question not in fixed}
        for readings in self._explaining(lost, other, left, fixed):
            if self._gives(self.oracle.with_all(other, readings), fixed | readings.keys(), open_, repairs - 1):
                return True
        return False

    def _lost(self, other: Assignment, fixed: set[str]) -> Transcript | None:
        """A case whose answers an assignment does not give; short ones that tell of what it changes are asked first."""

        def order(one: Transcript) -> tuple[bool, int, str]:
            return not fixed & self.oracle.asked(one.case), len(one.case.requests), one.case.id

        return next((one for one in sorted(self.explained, key=order) if not self.oracle.explains(one, other)), None)

    def _explaining(self, lost: Transcript, other: Assignment, left: Open, fixed: Collection[str]) -> Iterator[dict[str, str]]:
        """Other readings of some of the questions that are left which explain a case: of one, of those that only together are known
        to be told apart by the case, of two that are akin, of two further ones where few cases were played, or by chance of
        several, none of which has the case go another way before it is lost."""
        begun, harmless, alone = self.oracle.departure(lost, other) or 0, set[Pair](), set[Pair]()
        others = [(question, one) for question, readings in left.items() for one in readings]
        others = [pair for pair in others if pair[1] != self.oracle.reading(other, pair[0])]
        for question, reading in others:
            step = self._departure(lost, other, {question: reading})
            if step == len(lost.answers):
                alone.add((question, reading))
                yield {question: reading}
            elif step is not None and step >= begun:
                harmless.add((question, reading))
        for world in lost.case.worlds:
            together = len(world.readings) > 1 and all(one in left.get(question, ()) for question, one in world.readings.items())
            if together and self._explains(lost, other, world.readings):
                yield dict(world.readings)
        others = [pair for pair in others if pair not in alone]
        apart = sorted(harmless)
        for pair in (*_akin(lost, apart, fixed), *self._in_few(lost, other, others, apart, begun)):
            if self._explains(lost, other, pair):
                yield pair
        # A die for each question: what is drawn of it is then the same whatever else is open, and much of what is asked was asked.
        dice = {question: Random(f"{lost.case.id} {question}") for question in left}
        for _ in range(DRAWS if len(left) > 1 else 0):
            drawn = {question: dice[question].choice(readings) for question, readings in left.items()}
            # In the order of the dice, not of a set: what is left out first decides what is left.
            drawn = {question: reading for question, reading in drawn.items() if (question, reading) in harmless}
            if self._explains(lost, other, drawn):
                yield self.oracle.pared(lost, other, drawn)

    def _in_few(
        self, lost: Transcript, other: Assignment, others: Sequence[Pair], harmless: Sequence[Pair], begun: int
    ) -> Iterator[dict[str, str]]:
        """Where few cases were played, of some readings, each with its question, two of one clause that do no harm by themselves,
        and one that has a case go another way up to where it is lost, with each other one."""
        if len(self.explained) > FEW_CASES:
            return
        for one, beside in combinations(harmless, 2):
            if one[0] != beside[0] and clause_of_question(one[0]) == clause_of_question(beside[0]):
                yield dict((one, beside))

        def moves(question: str, reading: str) -> bool:
            return self.oracle.part(lost.case, other, self.oracle.changed(other, question, reading), begun + 1)

        for question, reading in islice((pair for pair in others if moves(*pair)), MOVING):
            yield from ({question: reading, one: read} for one, read in others if one != question)

    def _explains(self, lost: Transcript, other: Assignment, readings: Mapping[str, str]) -> bool:
        """Whether an assignment with some questions read so gives all answers of a case."""
        return self._departure(lost, other, readings) == len(lost.answers)

    def _departure(self, lost: Transcript, other: Assignment, readings: Mapping[str, str]) -> int | None:
        """The first request of a case whose answer an assignment with some questions read so does not give; none where enough was
        tried."""
        self.tried += 1
        enough = TRIED_OF_FEW if len(self.explained) <= FEW_CASES else TRIED
        return None if self.tried > enough else self.oracle.departure(lost, self.oracle.with_all(other, readings))


def _akin(lost: Transcript, readings: Sequence[Pair], fixed: Collection[str]) -> Iterator[dict[str, str]]:
    """Of some readings, each with its question, two at a time: one of a question that a case is about, and one of another question
    of its clause, or of the clauses of those that are fixed."""
    about = lost.case.about.questions
    clauses = {clause_of_question(question) for question in (*about, *fixed)}
    mine = [one for one in readings if one[0] in about]
    beside = [one for one in readings if clause_of_question(one[0]) in clauses]
    return (dict((one, other)) for one, other in product(mine, beside) if one[0] != other[0])
