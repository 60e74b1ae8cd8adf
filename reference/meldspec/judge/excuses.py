"""What would explain a case that departs: open questions read otherwise, as long as that leaves the other cases explained.

Who departs from what was learnt may read something otherwise that no case settles. That excuses it only where the cases about those
very questions are answered so, too: readings that only together explain a case may each be open, and yet a further case speak
against the two.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, islice, product

from meldspec.judge.learn import Learnt
from meldspec.judge.nearer import WORLDS
from meldspec.judge.oracle import Assignment, Oracle, Transcript

Unsettled = Mapping[str, tuple[str, ...]]
"""Open questions, each with the readings that nothing excludes."""
TOGETHER = 4_000
"""So many ways to read two of the questions otherwise that are not settled are tried for a case that departs."""
MOVING = 12
"""Beside so many of those ways, of which each has the case go another way that does not explain it, a third question is read
otherwise."""
MENDED = 3
"""So many cases that an excuse leaves unexplained are looked at, one after the other, where further open questions explain each of
them; whoever is explained so far is not accused."""


@dataclass(eq=False)
class _Sought:
    """A case for which an excuse is looked for: what some case speaks against (`refuted`), and two questions read otherwise that
    only together have it go another way, and not the way it went (`moving`)."""

    transcript: Transcript
    refuted: list[Assignment] = field(default_factory=list)
    moving: list[Assignment] = field(default_factory=list)


@dataclass(frozen=True)
class Excuses:
    """Looks for what would explain a case beside what was learnt of all `transcripts`; looking closely, it finds open questions
    that show only beside each other, too."""

    oracle: Oracle
    learnt: Learnt
    transcripts: Sequence[Transcript]
    closely: bool = True

    def of(self, transcripts: Iterable[Transcript]) -> dict[str, tuple[str, ...]]:
        """The open questions on which cases that depart hang, by the ids of these; none where nothing that is open explains one.

        What two questions come to is asked of all of them, one after another, since rules read in thousands of ways are not kept.
        """
        found: dict[str, tuple[str, ...]] = {}
        left: list[_Sought] = []
        for transcript in transcripts:
            sought = _Sought(transcript)
            found[transcript.case.id] = self._near(sought) or self._without_table(transcript)
            if not found[transcript.case.id]:
                left.append(sought)
        pairs = self._choices(self.learnt.assignment, self._unsettled, (2,)) if self.closely else iter(())
        for other in islice(pairs, TOGETHER):
            if not left:
                break
            for one in [one for one in left if self._excuses(one, other)]:
                found[one.transcript.case.id] = self._changed(other)
                left.remove(one)
        if self.closely:
            found |= {one.transcript.case.id: self._beside(one) for one in left}
        return found

    def _near(self, sought: _Sought) -> tuple[str, ...]:
        """The open questions that bear on a case, if they explain it, read otherwise one at a time or together."""
        open_ = self._open(sought.transcript, self.learnt.assignment, self._unsettled)
        others = islice(self._choices(self.learnt.assignment, open_), WORLDS)
        return tuple(open_) if any(self._excuses(sought, other) for other in others) else ()

    def _without_table(self, transcript: Transcript) -> tuple[str, ...]:
        """The open questions that may be read so that some meld on the table that a case begins with is none: whoever reads one of
        them so is asked about what cannot be, and whatever is answered breaks nothing."""
        oracle, taken = self.oracle, self.learnt.assignment
        stands, case = oracle.stands, transcript.case
        if stands is None:
            return ()

        def may_not_stand(question: str) -> bool:
            readings = (one for one in self._unsettled[question] if one != oracle.reading(taken, question))
            others = (oracle.changed(taken, question, one) for one in readings)
            return any(oracle.course(case, one) is None and not stands(case, dict(one)) for one in others)

        return tuple(filter(may_not_stand, self._unsettled))

    def _beside(self, sought: _Sought) -> tuple[str, ...]:
        """Three open questions that explain a case: two that have it go another way only together, and a third beside them."""
        for other in sought.moving:
            changes = dict(self._changes(other))
            left = {question: readings for question, readings in self._unsettled.items() if question not in changes}
            for more in self._choices(other, left, (1,)):
                if self._excuses(sought, more):
                    return self._changed(more)
        return ()

    def _excuses(self, sought: _Sought, other: Assignment) -> bool:
        """Whether an assignment explains a case, and no case about what it reads otherwise speaks against it; what some case speaks
        against is kept, for beside more that is read otherwise it would, too."""
        changes = self._changes(other)
        if any(one <= changes for one in sought.refuted):
            return False
        if not self.oracle.explains(sought.transcript, other):
            if len(changes) == 2 and len(sought.moving) < MOVING and self._moves(sought.transcript, other, changes):
                sought.moving.append(other)
            return False
        if self._stands([sought.transcript], other):
            return True
        # More read otherwise does not make good the case that speaks against it: all that bears on that case was tried with it.
        sought.refuted.append(changes)
        return False

    def _moves(self, transcript: Transcript, other: Assignment, changes: Assignment) -> bool:
        """Whether an assignment has a case go another way, up to where what was learnt departs, than what was learnt and than with
        any of its changes left out."""
        case, taken, oracle = transcript.case, self.learnt.assignment, self.oracle
        step = self._departure(transcript, taken)
        less = (oracle.changed(other, question, oracle.reading(taken, question)) for question, _ in changes)
        return step is not None and all(oracle.part(case, other, one, step + 1) for one in (taken, *less))

    def _changed(self, other: Assignment) -> tuple[str, ...]:
        """The questions that an assignment reads otherwise than what was learnt."""
        return tuple(sorted(dict(self._changes(other))))

    def _changes(self, other: Assignment) -> Assignment:
        """What an assignment reads otherwise than what was learnt, the default readings among it."""
        questions = {question for question, _ in other ^ self.learnt.assignment}
        return frozenset((question, self.oracle.reading(other, question)) for question in questions)

    def _stands(self, explained: Sequence[Transcript], other: Assignment) -> bool:
        """Whether an assignment that explains some cases explains those about the questions that it changes, too, or does so with
        further open questions read otherwise, which leave explained what was."""
        changed = dict(self._changes(other))
        lost = self._lost(other, changed)
        if lost is None or len(explained) > MENDED:
            return True
        left = {question: readings for question, readings in self._unsettled.items() if question not in changed}
        for more in islice(self._choices(other, self._open(lost, other, left)), WORLDS):
            if all(self.oracle.explains(one, more) for one in (lost, *explained)) and self._stands([*explained, lost], more):
                return True
        return False

    def _lost(self, other: Assignment, changed: Iterable[str]) -> Transcript | None:
        """A case about some questions whose answers an assignment does not give; of one for which it has no table nothing is known,
        and what nobody can see may be now this and now that."""
        seen = sorted({*changed} - self.oracle.unseen)
        asked = (one for question in seen for one in self._about.get(question, ()))
        return next((one for one in asked if self._departure(one, other) is not None), None)

    def _departure(self, transcript: Transcript, assignment: Assignment) -> int | None:
        """The first request whose answer an assignment does not give; None where it gives all, or where nothing is known of it."""
        step = self.oracle.departure(transcript, assignment)
        return None if step == len(transcript.answers) else step

    @cached_property
    def _about(self) -> dict[str, list[Transcript]]:
        """Of each question the transcripts of the cases that tell its readings apart, and that what was learnt explains; the short
        ones are asked first."""
        explained = (one for one in self.transcripts if self.oracle.explains(one, self.learnt.assignment))
        return self.oracle.by_question(sorted(explained, key=lambda one: (len(one.case.requests), one.case.id)))

    @cached_property
    def _unsettled(self) -> Unsettled:
        """The questions that are not settled, in the order of their ids, each with the readings that nothing excludes."""
        choices = {question: self.learnt.choices(self.oracle, question) for question in sorted(self.oracle.readings)}
        return {question: readings for question, readings in choices.items() if len(readings) > 1}

    def _open(self, transcript: Transcript, assignment: Assignment, unsettled: Unsettled) -> Unsettled:
        """Those of some open questions that bear on a case up to where an assignment departs, and those that do so only when one
        that the case names is read otherwise."""
        case, oracle = transcript.case, self.oracle
        named = oracle.asked(case) & unsettled.keys()
        bearing = set(named)
        pairs = sorted((one, reading) for one in named if self.closely for reading in unsettled[one])
        for one in dict.fromkeys((assignment, *(oracle.changed(assignment, *pair) for pair in pairs))):
            step = self._departure(transcript, one)
            if step is not None:
                bearing |= {*oracle.bearing(case, one, step, unsettled.keys() - bearing)}
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
