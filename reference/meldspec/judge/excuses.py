"""What would explain a case that departs: open questions read otherwise, as long as that leaves the other cases explained.

Who departs from what was learnt may read something otherwise that no case settles. That excuses it only where the cases about those
very questions are answered so, too: readings that only together explain a case may each be open, and yet a further case speak
against the two.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, product

from meldspec.judge.learn import WORLDS, Learnt
from meldspec.judge.oracle import Assignment, Oracle, Transcript

Unsettled = Mapping[str, tuple[str, ...]]
"""Open questions, each with the readings that nothing excludes."""
TOGETHER = 4_000
"""So many ways to read two of the questions otherwise that are not settled are tried for a case that departs."""
MENDED = 3
"""So many cases that an excuse leaves unexplained are looked at, one after the other, where further open questions explain each of
them; whoever is explained so far is not accused."""


@dataclass(frozen=True)
class Excuses:
    """Looks for what would explain a case beside what was learnt of all transcripts; looking closely, it finds open questions
    that show only beside each other, too."""

    oracle: Oracle
    learnt: Learnt
    closely: bool = True
    about: Mapping[str, Sequence[Transcript]] = field(default_factory=dict)
    """Of each question the transcripts of the cases that tell its readings apart, and that what was learnt explains."""

    @classmethod
    def of(cls, oracle: Oracle, learnt: Learnt, transcripts: Iterable[Transcript], closely: bool) -> "Excuses":
        """The excuses that some transcripts leave."""
        about: dict[str, list[Transcript]] = {}
        for transcript in sorted(transcripts, key=lambda one: (len(one.case.requests), one.case.id)):
            if oracle.explains(transcript, learnt.assignment):
                for question in oracle.asked(transcript.case):
                    about.setdefault(question, []).append(transcript)
        return cls(oracle, learnt, closely, about)

    def questions(self, transcript: Transcript, step: int) -> tuple[str, ...]:
        """The open questions on which a case hangs that departs at a request; none where nothing that is open explains it."""
        unsettled, refuted = self._unsettled(), list[Assignment]()
        open_ = self._open(transcript, self.learnt.assignment, step, unsettled)
        for other in islice(self._choices(self.learnt.assignment, open_), WORLDS):
            if self._excuses(transcript, other, unsettled, refuted):
                return tuple(open_)
        if self.closely:
            for other in islice(self._choices(self.learnt.assignment, unsettled, (2,)), TOGETHER):
                if self._excuses(transcript, other, unsettled, refuted):
                    return tuple(sorted({question for question, _ in self._changes(other)}))
        return ()

    def _excuses(self, transcript: Transcript, other: Assignment, unsettled: Unsettled, refuted: list[Assignment]) -> bool:
        """Whether an assignment explains a case, and no case about what it reads otherwise speaks against it; what some case speaks
        against is kept, for beside more that is read otherwise it would, too."""
        changes = self._changes(other)
        if any(one <= changes for one in refuted) or not self.oracle.explains(transcript, other):
            return False
        if self._stands([transcript], other, {question for question, _ in changes}, unsettled, MENDED):
            return True
        # More read otherwise does not make good the case that speaks against it: all that bears on that case was tried with it.
        refuted.append(changes)
        return False

    def _changes(self, other: Assignment) -> Assignment:
        """What an assignment reads otherwise than what was learnt, the default readings among it."""
        questions = {question for question, _ in other ^ self.learnt.assignment}
        return frozenset((question, self.oracle.reading(other, question)) for question in questions)

    def _stands(
        self, explained: Sequence[Transcript], other: Assignment, changed: Collection[str], unsettled: Unsettled, mended: int
    ) -> bool:
        """Whether an assignment explains the cases about the questions that it changes, or does so with further open questions read
        otherwise, which leave explained what was."""
        lost = self._lost(other, changed)
        if lost is None or mended == 0:
            return True
        left = {question: readings for question, readings in unsettled.items() if question not in changed}
        open_ = self._open(lost, other, self.oracle.departure(lost, other) or 0, left)
        for more in islice(self._choices(other, open_), WORLDS):
            if all(self.oracle.explains(one, more) for one in (lost, *explained)):
                changed_so = {*changed, *(question for question, _ in more ^ other)}
                if self._stands([*explained, lost], more, changed_so, unsettled, mended - 1):
                    return True
        return False

    def _lost(self, other: Assignment, changed: Collection[str]) -> Transcript | None:
        """A case about some questions whose answers an assignment does not give; of one for which it has no table nothing is known,
        and what nobody can see may be now this and now that."""
        seen = sorted({*changed} - self.oracle.unseen)
        for one in (one for question in seen for one in self.about.get(question, ())):
            step = self.oracle.departure(one, other)
            if step is not None and step < len(one.answers):
                return one
        return None

    def _unsettled(self) -> Unsettled:
        """The questions that are not settled, in the order of their ids, each with the readings that nothing excludes."""
        choices = {question: self.learnt.choices(self.oracle, question) for question in sorted(self.oracle.readings)}
        return {question: readings for question, readings in choices.items() if len(readings) > 1}

    def _open(self, transcript: Transcript, assignment: Assignment, until: int, unsettled: Unsettled) -> dict[str, tuple[str, ...]]:
        """The questions that bear on a case up to a request and are not settled, each with the readings that nothing excludes."""
        case, oracle = transcript.case, self.oracle
        named = oracle.asked(case) & unsettled.keys()
        bearing = {*named, *oracle.bearing(case, assignment, until, unsettled.keys() - named)}
        for question, reading in sorted((one, reading) for one in named if self.closely for reading in unsettled[one]):
            # What bears on the case only when another question is read otherwise.
            other = oracle.changed(assignment, question, reading)
            until_then = oracle.departure(transcript, other)
            if other != assignment and until_then is not None and until_then < len(transcript.answers):
                bearing |= {*oracle.bearing(case, other, until_then, unsettled.keys() - bearing)}
        return {question: unsettled[question] for question in sorted(bearing)}

    def _choices(
        self, assignment: Assignment, open_: Mapping[str, tuple[str, ...]], numbers: Iterable[int] = ()
    ) -> Iterator[Assignment]:
        """The assignments that read the open questions in every way that is left, the nearest to the one that is taken first, or so
        many of them at once otherwise than it does."""
        taken = {question: self.oracle.reading(assignment, question) for question in open_}
        others = {question: [one for one in readings if one != taken[question]] for question, readings in open_.items()}
        for number in numbers or range(1, len(open_) + 1):
            for questions in combinations(open_, number):
                for readings in product(*(others[question] for question in questions)):
                    yield self.oracle.with_all(assignment, dict(zip(questions, readings, strict=True)))
