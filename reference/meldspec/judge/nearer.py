"""Assignments of readings that explain more cases than a given one.

What is left unexplained when each question is read as its own cases show it was taken for something else. The plainest is tried
first: one question read otherwise that loses nothing, one with all that hangs on it learnt anew, one or two with what they lose
made good, one that explains more than it loses, and last one beside two others that together look like what was taken.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, islice, product
from random import Random

from meldspec.book.core import clause_of_question
from meldspec.judge.oracle import Assignment, Oracle, Transcript
from meldspec.judge.questions import QuestionEvidence
from meldspec.protocol.case import Case, Readings

Reading = tuple[str, str]
"""A question, and how it is read."""
WORLDS = 100
"""So many assignments are tried for one case that none explains."""
BUDGET = 600
"""So many are tried for all such cases together: who breaks a rule in most cases breaks it there under any assignment."""
LOOKS = 20
"""So often it is looked for what bears on a case when a question is read otherwise, which asks for every other reading there is."""
REPAIRS = 2
"""How often what an assignment loses is made good by reading a further question otherwise."""
AFTER_IT = 12
"""How often what hangs on a question is learnt anew for each question that any case tells of."""
ANEW = 6
"""So many readings at most are taken, each by itself, and all that hangs on it is learnt anew, before anything else is tried."""
MENDED = 6
"""Of so many readings at most, each taken by itself, it is looked for a second one that makes good what the first one loses."""
DRAWS = 24
"""So many assignments are drawn for a case that none explains, with all that is open read by chance."""
DRAWN = 240
"""So many are drawn for all such cases together."""
WIDELY, IN_ALL = 72, 240
"""So many more are drawn of all questions for a case, and for all such cases together, while few are not explained."""
ASKED = 12
"""So many cases that none explains are asked which readings would let them go on."""


@dataclass
class Spent:
    """What was tried for cases that none explains, since half of those that are left by now were explained."""

    unexplained: int = 0
    """How many cases were not explained then."""
    tried: int = 0
    """How many assignments were tried."""
    looked: int = 0
    """How often it was looked for what bears on a case when a question is read otherwise."""
    drawn: int = 0
    """How many assignments were drawn by chance, of what is open."""
    widely: int = 0
    """How many of all questions."""


@dataclass(frozen=True)
class Standing:
    """An assignment, and which of all cases it explains."""

    assignment: Assignment
    explained: Sequence[Transcript]
    unexplained: Sequence[Transcript]


@dataclass
class Nearer:
    """Looks for such assignments; what is claimed is doubted only where a case about it shows otherwise."""

    oracle: Oracle
    questions: QuestionEvidence
    few: int
    """While no more cases are not explained, all questions are read by chance as well."""
    spent: Spent = field(default_factory=Spent)
    unexplained: int = 0
    """How many cases the assignment at hand does not explain."""

    def found(self, assignment: Assignment) -> Assignment | None:
        """An assignment that explains more cases; none where there is none that this comes upon."""
        at = self._standing(assignment)
        self.unexplained = len(at.unexplained)
        if 2 * self.unexplained <= self.spent.unexplained or not self.spent.unexplained:
            self.spent = Spent(self.unexplained)
        # By default all is an assignment, too, and an empty one: it is found where it is not None.
        return next((one for one in self._tried(at) if one is not None), None)

    def _tried(self, at: Standing) -> Iterator[Assignment | None]:
        """What is come upon in one way after the other, the plainest first."""
        votes = self._votes(at)
        yield self._gaining(votes, at, 0)
        yield self._anew(votes, at)
        yield self._mended(votes, at)
        yield self._better(at)
        yield self._gaining(votes, at, len(at.unexplained))
        yield self._sideways(at)

    def _standing(self, assignment: Assignment) -> Standing:
        """Which cases an assignment explains."""
        told = [(one, self.oracle.explains(one, assignment)) for one in self.questions.transcripts]
        return Standing(
            assignment, [one for one, explained in told if explained], [one for one, explained in told if not explained]
        )

    def _gaining(self, votes: Iterable[Reading], at: Standing, at_most: int) -> Assignment | None:
        """The assignment with one question read otherwise that explains the most cases more than it loses, of which there may be so
        many.

        Whoever takes one question for what others look like together is helped by none of those alone: then what explains the most
        is nearer, and what it loses is learnt beside it.
        """
        best, most = None, 0
        for taken in votes:
            other = self.oracle.changed(at.assignment, *taken)
            gained = sum(self.oracle.explains(one, other) for one in at.unexplained)
            enough = min(gained - most, at_most + 1)
            if enough > 0 and (lost := self._losses(at, other, enough)) < enough:
                best, most = other, gained - lost
        return best

    def _mended(self, votes: Iterable[Reading], at: Standing) -> Assignment | None:
        """Such an assignment that loses nothing, with a second question read otherwise that makes good what the first one loses.

        Where many cases are lost by one question, the reading beside it that explains the most of them is nearer than any that
        explains one of them.
        """
        for taken in islice(votes, MENDED):
            other = self.oracle.changed(at.assignment, *taken)
            if self._gains(at, other):
                there = self._standing(other)
                second = self._gaining(self._votes(there), there, len(there.unexplained))
                # What makes the loss good may be the way back.
                if second is not None and self._gains(at, second) and self._lost(at, second) is None:
                    return second
        return None

    def _sideways(self, at: Standing) -> Assignment | None:
        """Such an assignment, near to one that explains the same cases though it reads two questions otherwise.

        Two readings together may look like one of a third question, so that neither of these is missed where that was taken; what
        hangs on them is seen in no case before they are taken instead.
        """
        for both in self._beside_two(at.assignment):
            if self._lost(at, both) is None:
                aside = replace(at, assignment=both)
                found = self._gaining(self._votes(aside), aside, len(at.unexplained))
                if found is not None:
                    return found
        return None

    def _beside_two(self, assignment: Assignment) -> Iterator[Assignment]:
        """The assignments that read two questions otherwise, as they are open to, and give all answers about these."""
        for question in self.questions.about:
            settled = self.questions.settled(question, assignment)
            excluded = (one for one in self._open_to(question) if settled.admitted and one not in settled.admitted)
            for both in chain.from_iterable(self.questions.beside_another(settled, one, assignment) for one in excluded):
                if all(self.oracle.reading(both, one) in self._open_to(one) for one, _ in both ^ assignment):
                    yield both

    def _better(self, at: Standing) -> Assignment | None:
        """An assignment near to the given one that loses nothing."""
        found = (self._explaining([one], at, REPAIRS) for one in at.unexplained)
        return next((one for one in found if one is not None), None)

    def _explaining(self, wanted: Sequence[Transcript], at: Standing, repairs: int) -> Assignment | None:
        """An assignment that gives the answers of some cases, and of all that are explained, near to the given one.

        What is gained for one case by reading a question otherwise may lose another, where that question is read together with a
        further one; so what is lost is repaired in the same way, a few times.
        """
        for other in self._instead(wanted[-1], at.assignment):
            if all(self.oracle.explains(one, other) for one in wanted) and not self._belied(other, at.assignment):
                lost = self._lost(at, other)
                if lost is None:
                    return other
                found = self._explaining([*wanted, lost], replace(at, assignment=other), repairs - 1) if repairs else None
                if found is not None:
                    return found
        return None

    def _instead(self, transcript: Transcript, assignment: Assignment) -> Iterator[Assignment]:
        """Assignments that read one or two questions otherwise that bear on a case, those of the worlds that it names first."""
        seen = {assignment}
        for readings in self._nearby(transcript, assignment):
            other = self.oracle.with_all(assignment, readings)
            if len(seen) > WORLDS or self.spent.tried >= BUDGET:
                return
            if other not in seen:
                seen.add(other)
                self.spent.tried += 1
                yield other

    def _belied(self, other: Assignment, assignment: Assignment) -> bool:
        """Whether the answers do not keep to the limit of a reading that another assignment has, and the first one has not."""
        about = (one for question, _ in sorted(other - assignment) for one in self.questions.about.get(question, ()))
        return any(self.questions.misses(one, other) for one in about)

    def _nearby(self, transcript: Transcript, assignment: Assignment) -> Iterator[Readings]:
        """What may be read otherwise to explain a case."""
        known = self.oracle.readings
        worlds = (world.readings for world in transcript.case.worlds if world.readings.keys() <= known.keys())
        told = [readings for readings in worlds if all(one in self._open_to(question) for question, one in readings.items())]
        yield from told
        # As they are told, with all that the case asks besides as it is by default: it may have been taken for something else.
        beside_them = {question: self._open_to(question)[0] for question in self.oracle.asked(transcript.case)}
        yield from ({**beside_them, **readings} for readings in told)
        yield from self._by_chance(transcript, assignment)
        bearing = sorted(self.bearing(transcript, assignment))
        # What bears on a case only beside another question is told apart together with it in some other case.
        beside = sorted(set(self._beside(bearing)).difference(bearing))
        yield from self._read(chain(combinations(bearing, 1), combinations(bearing, 2)))
        yield from self._together(transcript, assignment)
        yield from self._read(product(bearing, beside))
        # Of what one clause leaves open, often two only together decide what neither does alone.
        yield from self._read(combinations(self._of_clauses(transcript.case), 2))

    def _of_clauses(self, case: Case) -> list[str]:
        """The questions of the clauses of which a case is known to tell readings of some question apart."""
        clauses = set(map(clause_of_question, self.oracle.asked(case)))
        return sorted(question for question in self.oracle.readings if clause_of_question(question) in clauses)

    def _read(self, questions: Iterable[Sequence[str]]) -> Iterator[Readings]:
        """Some questions at a time, read in every way."""
        for some in questions:
            # What is claimed is doubted only where a case about it shows otherwise.
            for readings in product(*(self._open_to(question) for question in some)):
                yield dict(zip(some, readings, strict=True))

    def _together(self, transcript: Transcript, assignment: Assignment) -> Iterator[Readings]:
        """What explains a case by two questions of which neither shows in it alone: one that it is known to tell readings of apart,
        and one that bears on it when that is read otherwise."""
        oracle, case = self.oracle, transcript.case
        for question in sorted(oracle.asked(case)):
            for reading in self._open_to(question):
                other = oracle.changed(assignment, question, reading)
                until = oracle.departure(transcript, other)
                if other == assignment or until is None or until == len(transcript.answers) or self.spent.looked == LOOKS:
                    continue
                self.spent.looked += 1
                for second in oracle.bearing(case, other, until, oracle.readings):
                    for one in self._open_to(second):
                        if oracle.explains(transcript, oracle.changed(other, second, one)):
                            yield {question: reading, second: one}

    def _by_chance(self, transcript: Transcript, assignment: Assignment) -> Iterator[Readings]:
        """What explains a case by any number of questions that are open, none of which need show in it without the others.

        All of them are read by chance, a few times; where that explains the case, what it does not take is left as it was. Where
        few cases are not explained, about half of all questions are so read as well: each may look settled by what others, read
        wrongly with it, make of its cases.
        """
        die = Random(transcript.case.id)
        # To find what is open every question is asked anew, so it is done only where a draw is left.
        open_ = self._left_open(assignment) if self.spent.drawn < DRAWN else {}
        for _ in range(DRAWS):
            if self.spent.drawn == DRAWN or not open_:
                break
            self.spent.drawn += 1
            yield from self._pared(transcript, assignment, {question: die.choice(left) for question, left in open_.items()})
        every = {question: self._open_to(question) for question in sorted(self.oracle.readings)}
        for _ in range(WIDELY if self.unexplained <= self.few else 0):
            if self.spent.widely == IN_ALL:
                return
            self.spent.widely += 1
            some = {question: die.choice(readings) for question, readings in every.items() if die.random() < 1 / 2}
            yield from self._pared(transcript, assignment, some)

    def _pared(self, transcript: Transcript, assignment: Assignment, readings: Readings) -> Iterator[Readings]:
        """Those of some readings that it takes to explain a case; nothing where they do not explain it."""
        if self.oracle.explains(transcript, self.oracle.with_all(assignment, readings)):
            yield self.oracle.pared(transcript, assignment, readings)

    def _left_open(self, assignment: Assignment) -> dict[str, Sequence[str]]:
        """The questions of which their cases admit several readings beside the rest of an assignment, with these."""
        left = {question: self._open_to(question) for question in sorted(self.oracle.readings)}
        for question in sorted(left.keys() & self.questions.about.keys()):
            # What is drawn of them is tried on every case.
            seen = self.questions.seen(question, assignment)[1]
            left[question] = [one for one in left[question] if one in seen]
        return {question: readings for question, readings in left.items() if len(readings) > 1}

    def _open_to(self, question: str) -> Sequence[str]:
        """The readings that may be tried for a question."""
        return self.questions.open_to(question)

    def _beside(self, questions: Iterable[str]) -> Iterator[str]:
        """The questions that some case tells apart together with one of these."""
        return (one for question in questions for one in self.questions.together(question))

    def bearing(self, transcript: Transcript, assignment: Assignment) -> set[str]:
        """The questions that bear on a case up to the first answer that an assignment does not give."""
        oracle = self.oracle
        until = oracle.departure(transcript, assignment)
        named = set(oracle.asked(transcript.case))
        return named if until is None else named | set(oracle.bearing(transcript.case, assignment, until, oracle.readings))

    # ── what hangs on one question ──────────────────────────────────────────────────────────────────────────────────────────

    def _anew(self, votes: Sequence[Reading], at: Standing) -> Assignment | None:
        """Such an assignment, however many questions it reads otherwise: one that bears on such a case is taken to be so, and all
        that were learnt beside it are learnt anew.

        Where whoever reads one question otherwise is refused in the cases of many others, each of these was taken for what that
        refusal looks like; no change of a few questions gets out of that.
        """
        for taken in votes[:ANEW]:
            other = self._hanging_on(taken, at.assignment)
            gained = next((one for one in at.unexplained if self.oracle.explains(one, other)), None)
            if gained is None:
                continue
            lost = self._lost(at, other)
            found = other if lost is None else self._explaining([gained, lost], replace(at, assignment=other), REPAIRS - 1)
            if found is not None:
                return found
        return None

    def _votes(self, at: Standing) -> list[Reading]:
        """Single readings that let cases go on which the assignment does not explain, those that do so in most cases first."""
        votes: Counter[Reading] = Counter()
        assignment = at.assignment
        for transcript in at.unexplained[:ASKED]:
            until = self.oracle.departure(transcript, assignment)
            for question in sorted(self.bearing(transcript, assignment)):
                for reading in self._open_to(question):
                    other = self.oracle.changed(assignment, question, reading)
                    later = self.oracle.departure(transcript, other)
                    if other != assignment and later is not None and (until is None or later > until):
                        votes[question, reading] += 1
        kept_to = (one for one in votes if not self._belied(self.oracle.changed(assignment, *one), assignment))
        return sorted(kept_to, key=lambda one: (-votes[one], one))

    def _hanging_on(self, taken: Reading, assignment: Assignment) -> Assignment:
        """The assignment with one question read so, and all that shows beside it, or beside what changed so, as their cases go."""
        fixed = taken[0]
        assignment = self.oracle.changed(assignment, *taken)
        waiting, left = [fixed], AFTER_IT * len(self.questions.about)
        while waiting and left > 0:
            for question in sorted(set(self._beside([waiting.pop(0)])) - {fixed}):
                left -= 1
                other = self.oracle.changed(assignment, question, self.questions.choice(question, assignment)[0])
                if other != assignment:
                    assignment = other
                    waiting.append(question)
        return assignment

    # ── what another assignment loses ───────────────────────────────────────────────────────────────────────────────────────

    def _lost(self, at: Standing, other: Assignment) -> Transcript | None:
        """A case that is explained and whose answers another assignment does not give."""
        return first_lost(self.oracle, at.explained, at.assignment, other)

    def _gains(self, at: Standing, other: Assignment) -> bool:
        """Whether another assignment explains a case that is not explained."""
        return any(self.oracle.explains(one, other) for one in at.unexplained)

    def _losses(self, at: Standing, other: Assignment, enough: int) -> int:
        """How many such cases there are, counted no further than needed."""
        return sum(1 for _ in islice(lost(self.oracle, at.explained, at.assignment, other), enough))


def first_lost(oracle: Oracle, explained: Iterable[Transcript], assignment: Assignment, other: Assignment) -> Transcript | None:
    """A case explained by an assignment whose answers another one does not give."""
    return next(lost(oracle, explained, assignment, other), None)


def lost(oracle: Oracle, explained: Iterable[Transcript], assignment: Assignment, other: Assignment) -> Iterator[Transcript]:
    """All such cases; those that tell of what is read otherwise are asked first."""
    changed = {question for question, _ in assignment ^ other}
    first = sorted(explained, key=lambda one: not changed & oracle.asked(one.case))
    return (one for one in first if not oracle.explains(one, other))
