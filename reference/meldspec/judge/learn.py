"""The assignment of readings that recorded answers show.

First each question by itself at the telling cells of its cases, the others as they are known by then, until nothing changes. Then
what is left unexplained: an assignment that differs in one or two questions is taken instead where it gives the answers of such a
case and still gives those of every case that is explained. What more than one reading would explain stays open.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, combinations, product
from random import Random

from meldspec.book.core import clause_of_question
from meldspec.judge.oracle import DEFAULTS, Assignment, Oracle, Transcript
from meldspec.judge.questions import Choice, QuestionEvidence, Settled
from meldspec.protocol.case import Case, Readings

ROUNDS = 12
"""How often all questions are gone through; a question whose reading hangs on another's settles a round after it."""
WORLDS = 100
"""So many assignments are tried for one case that none explains."""
BUDGET = 600
"""So many are tried for all such cases together: who breaks a rule in most cases breaks it there under any assignment."""
LOOKS = 20
"""So often it is looked for what bears on a case when a question is read otherwise, which asks for every other reading there is."""
REPAIRS = 2
"""How often what an assignment loses is made good by reading a further question otherwise."""
ANEW = 6
"""So often at most one question is taken to be read otherwise and all that hangs on it is learnt anew."""
DRAWS = 24
"""So many assignments are drawn for a case that none explains, with all that is open read by chance."""
DRAWN = 240
"""So many are drawn for all such cases together."""
WIDELY, IN_ALL = 72, 240
"""So many more are drawn of all questions for a case, and for all such cases together, while few are not explained."""
ASKED = 12
"""So many cases that none explains are asked which question that is."""


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
    tried: int = 0
    """How many assignments were tried for cases that none explains."""
    looked: int = 0
    """How often it was looked for what bears on a case when a question is read otherwise."""
    drawn: int = 0
    """How many assignments were drawn by chance, of what is open."""
    unexplained: int = 0
    """How many cases the assignment at hand does not explain."""
    widely: int = 0
    """How many of all questions."""
    few: int = 3
    """While no more cases are not explained, all questions are read by chance as well."""
    again: int = 0
    """How often all that hangs on a question was learnt anew."""

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
        while (better := self._further(assignment)) is not None:
            settled = self._by_single_questions(better)
            # By itself a question may go back to what it shows beside others that are wrong.
            assignment = settled if self._gives(settled, better, self.transcripts) else better
        found = (self._questions.settled(question, assignment) for question in self._about)
        questions = {one.question: self._with_company(one, assignment) for one in found if one.evidence}
        return Learnt(assignment, questions, self.claims)

    # ── each question by itself ─────────────────────────────────────────────────────────────────────────────────────────────

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
                if self._lost(explained, assignment, other) is None:
                    assignment = other
        return assignment

    def _with_company(self, settled: Settled, assignment: Assignment) -> Settled:
        """The same with the readings that speak against nothing where one question more is read otherwise, too.

        Only so is a reading that is left alone certain: two questions may show in the same cases.
        """
        if not settled.admitted:
            return settled
        others = frozenset(self.oracle.readings[settled.question]) - settled.admitted
        found = frozenset(reading for reading in others if self._beside_another(settled, reading, assignment))
        return replace(settled, admitted=settled.admitted | found)

    def _beside_another(self, settled: Settled, reading: str, assignment: Assignment) -> bool:
        """Whether a reading that some case speaks against gives all answers beside another reading of a question of that case."""
        oracle, about = self.oracle, self._about
        so_read = oracle.changed(assignment, settled.question, reading)
        told = about[settled.question]
        against = [one for one in told if reading not in settled.evidence.get(one.case.id, {reading})]
        hardest = next((one for one in against if oracle.explains(one, assignment)), None)
        # What no assignment is known to explain speaks for none.
        if hardest is None:
            return False
        for question in sorted(oracle.asked(hardest.case) - {settled.question}):
            for other in oracle.readings[question]:
                both = oracle.changed(so_read, question, other)
                if both != so_read and oracle.explains(hardest, both) and self._gives(both, assignment, [*told, *about[question]]):
                    return True
        return False

    def _gives(self, other: Assignment, assignment: Assignment, transcripts: Iterable[Transcript]) -> bool:
        """Whether another assignment explains all of some cases that the first one does."""
        return all(self.oracle.explains(one, other) for one in transcripts if self.oracle.explains(one, assignment))

    # ── what is left unexplained ────────────────────────────────────────────────────────────────────────────────────────────

    def _further(self, assignment: Assignment) -> Assignment | None:
        """An assignment that explains a case more, and every case that is explained already; none where there is no such."""
        explained = [one for one in self.transcripts if self.oracle.explains(one, assignment)]
        unexplained = [one for one in self.transcripts if not self.oracle.explains(one, assignment)]
        self.unexplained = len(unexplained)
        return self._anew(unexplained, explained, assignment) or self._better(unexplained, explained, assignment)

    def _better(
        self, unexplained: Sequence[Transcript], explained: Sequence[Transcript], assignment: Assignment
    ) -> Assignment | None:
        """Such an assignment near to the given one."""
        found = (self._explaining([one], explained, assignment, REPAIRS) for one in unexplained)
        return next((one for one in found if one is not None), None)

    def _explaining(
        self, wanted: Sequence[Transcript], explained: Sequence[Transcript], assignment: Assignment, repairs: int
    ) -> Assignment | None:
        """An assignment that gives the answers of some cases, and of all that are explained, near to the given one.

        What is gained for one case by reading a question otherwise may lose another, where that question is read together with a
        further one; so what is lost is repaired in the same way, a few times.
        """
        for other in self._instead(wanted[-1], assignment):
            if all(self.oracle.explains(one, other) for one in wanted) and not self._belied(other, assignment):
                lost = self._lost(explained, assignment, other)
                if lost is None:
                    return other
                found = self._explaining([*wanted, lost], explained, other, repairs - 1) if repairs else None
                if found is not None:
                    return found
        return None

    def _instead(self, transcript: Transcript, assignment: Assignment) -> Iterator[Assignment]:
        """Assignments that read one or two questions otherwise that bear on a case, those of the worlds that it names first."""
        seen = {assignment}
        for readings in self._nearby(transcript, assignment):
            other = self.oracle.with_all(assignment, readings)
            if len(seen) > WORLDS or self.tried >= BUDGET:
                return
            if other not in seen:
                seen.add(other)
                self.tried += 1
                yield other

    def _belied(self, other: Assignment, assignment: Assignment) -> bool:
        """Whether the answers do not keep to the limit of a reading that another assignment has, and the first one has not."""
        about = (one for question, _ in sorted(other - assignment) for one in self._about.get(question, ()))
        return any(self._questions.misses(one, other) for one in about)

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
                if other == assignment or until is None or until == len(transcript.answers) or self.looked == LOOKS:
                    continue
                self.looked += 1
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
        open_ = self._left_open(assignment) if self.drawn < DRAWN else {}
        for _ in range(DRAWS):
            if self.drawn == DRAWN or not open_:
                break
            self.drawn += 1
            yield from self._pared(transcript, assignment, {question: die.choice(left) for question, left in open_.items()})
        every = {question: self._open_to(question) for question in sorted(self.oracle.readings)}
        for _ in range(WIDELY if self.unexplained <= self.few else 0):
            if self.widely == IN_ALL:
                return
            self.widely += 1
            some = {question: die.choice(readings) for question, readings in every.items() if die.random() < 1 / 2}
            yield from self._pared(transcript, assignment, some)

    def _pared(self, transcript: Transcript, assignment: Assignment, readings: Readings) -> Iterator[Readings]:
        """Those of some readings that it takes to explain a case; nothing where they do not explain it."""
        if self.oracle.explains(transcript, self.oracle.with_all(assignment, readings)):
            yield self.oracle.pared(transcript, assignment, readings)

    def _left_open(self, assignment: Assignment) -> dict[str, Sequence[str]]:
        """The questions of which their cases admit several readings beside the rest of an assignment, with these."""
        left = {question: self._open_to(question) for question in sorted(self.oracle.readings)}
        for question in left.keys() & self._about.keys():
            # What is drawn of them is tried on every case.
            seen = self._questions.seen(question, assignment)[1]
            left[question] = [one for one in left[question] if one in seen]
        return {question: readings for question, readings in left.items() if len(readings) > 1}

    def _open_to(self, question: str) -> Sequence[str]:
        """The readings that may be tried for a question."""
        return self._questions.open_to(question)

    def _beside(self, questions: Iterable[str]) -> Iterator[str]:
        """The questions that some case tells apart together with one of these."""
        return (one for question in questions for one in self._questions.together(question))

    def bearing(self, transcript: Transcript, assignment: Assignment) -> set[str]:
        """The questions that bear on a case up to the first answer that an assignment does not give."""
        oracle = self.oracle
        until = oracle.departure(transcript, assignment)
        named = set(oracle.asked(transcript.case))
        return named if until is None else named | set(oracle.bearing(transcript.case, assignment, until, oracle.readings))

    # ── what hangs on one question ──────────────────────────────────────────────────────────────────────────────────────────

    def _anew(
        self, unexplained: Sequence[Transcript], explained: Sequence[Transcript], assignment: Assignment
    ) -> Assignment | None:
        """Such an assignment, however many questions it reads otherwise: one that bears on such a case is taken to be so, and all
        that were learnt beside it are learnt anew.

        Where whoever reads one question otherwise is refused in the cases of many others, each of these was taken for what that
        refusal looks like; no change of a few questions gets out of that.
        """
        for taken in self._votes(unexplained, assignment):
            if self.again >= ANEW:
                return None
            self.again += 1
            other = self._hanging_on(taken, assignment)
            gained = next((one for one in unexplained if self.oracle.explains(one, other)), None)
            if gained is None:
                continue
            lost = self._lost(explained, assignment, other)
            found = other if lost is None else self._explaining([gained, lost], explained, other, REPAIRS - 1)
            if found is not None:
                return found
        return None

    def _votes(self, unexplained: Sequence[Transcript], assignment: Assignment) -> list[tuple[str, str]]:
        """Single readings that let cases go on which the assignment does not explain, those that do so in most cases first."""
        votes: Counter[tuple[str, str]] = Counter()
        for transcript in unexplained[:ASKED]:
            until = self.oracle.departure(transcript, assignment)
            for question in self.bearing(transcript, assignment):
                for reading in self._open_to(question):
                    other = self.oracle.changed(assignment, question, reading)
                    later = self.oracle.departure(transcript, other)
                    if other != assignment and later is not None and (until is None or later > until):
                        votes[question, reading] += 1
        kept_to = (one for one in votes if not self._belied(self.oracle.changed(assignment, *one), assignment))
        return sorted(kept_to, key=lambda one: (-votes[one], one))

    def _hanging_on(self, taken: tuple[str, str], assignment: Assignment) -> Assignment:
        """The assignment with one question read so, and all that shows beside it, or beside what changed so, as their cases go."""
        fixed = taken[0]
        assignment = self.oracle.changed(assignment, *taken)
        waiting, left = [fixed], ROUNDS * len(self._about)
        while waiting and left:
            for question in sorted(set(self._beside([waiting.pop(0)])) - {fixed}):
                left -= 1
                other = self.oracle.changed(assignment, question, self._questions.choice(question, assignment)[0])
                if other != assignment:
                    assignment = other
                    waiting.append(question)
        return assignment

    def _lost(self, explained: Sequence[Transcript], assignment: Assignment, other: Assignment) -> Transcript | None:
        """A case whose answers another assignment does not give; those that tell of what it changes are asked first."""
        changed = {question for question, _ in assignment ^ other}
        first = sorted(explained, key=lambda one: not changed & self.oracle.asked(one.case))
        return next((one for one in first if not self.oracle.explains(one, other)), None)
