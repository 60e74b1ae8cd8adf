"""All cases of a run, played in their order: what the log of an earlier part of it knows is taken from there, the rest is asked."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from meldspec.judge.judgement import Judgement, Lesson, Verdict, by_lesson, lesson
from meldspec.judge.oracle import Answers, Assignment, Course, Oracle, Transcript
from meldspec.protocol.case import Case, Readings
from meldspec.protocol.courses import courses
from meldspec.protocol.messages import Introduction
from meldspec.runner import log as logged
from meldspec.runner.log import Event, Log, LogProblem
from meldspec.runner.outcome import BROKE, Broke, Kind, Outcome
from meldspec.runner.play import CasePlay, Recording
from meldspec.runner.readings import seen
from meldspec.runner.report import Fatal, FatalKind, Report
from meldspec.runner.session import Session, no_valid_hello
from meldspec.runner.stopping import Stops
from meldspec.runner.words import printable

AGAIN = 3
"""How often a case is played once more that speaks against an implementation of which some case has shown that it is unsteady."""
ANEW = 4
"""So many cases that speak against an implementation are played once more in a process of their own."""
ROUNDS = 4
"""How often what is learnt of the readings may let cases go on that were left early."""

Progress = Callable[[Case], None]
"""Called once for each case, when it has been played."""


@dataclass
class Playing:
    """A run while it goes on: what was recorded, the process that is up, and what it has cost so far."""

    report: Report
    restarts: int
    start: Callable[[], Session]
    progress: Progress | None
    stops: Stops
    log: Log
    oracle: Oracle
    """The rules that are asked: of one who claims these readings, once these are known."""
    claims: Readings = field(default_factory=dict)
    """Known once the implementation has introduced itself."""
    session: Session | None = None
    recordings: dict[str, Recording] = field(default_factory=dict)
    taught: Lesson | None = None
    """What is learnt of what is recorded, as long as that does not change."""
    judged: Judgement | None = None
    """The judgement on it."""
    previous: str | None = None
    """The case that this process played last."""
    broken: bool = False
    """Whether the implementation has to be started again, which is bounded."""
    resumes: bool = False
    """Whether an earlier part of the run knows the implementation, which was not started yet in this one."""
    sent: int = 0
    """How many requests had been sent to the process that was up when the log ends."""
    beforehand: dict[str, list[Event]] = field(default_factory=dict)
    """What other processes have noted of cases that come later here."""
    began: float = field(default_factory=time.monotonic)

    def introduction(self) -> Introduction:
        """How the implementation introduced itself. Raises Fatal where it cannot be used."""
        self.resumes = self.log.introduction is not None
        if self.log.introduction is None:
            self.session = self.start()
            self.log.introduced(self.session.introduction)
        assert self.log.introduction is not None
        self.report.introduction = self.log.introduction
        claims = (self.log.introduction.readings or {}).get(self.report.variant, {})
        resolved = self.report.rules.doubts().resolved(claims) if claims else {}
        # Whatever it calls a question or a reading stands in every report.
        self.claims = {printable(question): printable(reading) for question, reading in resolved.items()}
        self.oracle = self.oracle.of_claims(self.claims)
        return self.log.introduction

    def play_all(self, cases: Sequence[Case]) -> None:
        """Record all cases; what is learnt from them lets those go on that were left, and says which to play once more."""
        self.play(cases)
        self._see_whether_it_is_steady(self._go_on_with_what_was_left())
        self._say_bye()
        if self.log.past:
            raise LogProblem("the log goes on where this run is at its end: it is of another run")

    def play(self, cases: Sequence[Case]) -> None:
        """Record cases, and go on."""
        told = frozenset(self.beforehand)
        for case in cases:
            self._play(case, _named(case))
            if self.progress is not None and case.id in self.recordings and case.id not in told:
                self.progress(case)

    def play_part(self, cases: Sequence[Case]) -> None:
        """Record cases of a run of which others are recorded by another process."""
        self.play(cases)
        self._say_bye()

    def take_beforehand(self, cases: Sequence[Case]) -> None:
        """Take what others have noted, and nothing else."""
        for case in cases:
            if case.id in self.beforehand:
                self._play(case, ())

    def judgement(self) -> Judgement:
        """What is recorded by now comes to."""
        if self.judged is None:
            self.judged = by_lesson(self.oracle, self._steady(), self._lesson())
        return self.judged

    def _lesson(self) -> Lesson:
        """What is learnt of what is recorded by now."""
        if self.taught is None:
            self.taught = lesson(self.oracle, self._steady(), self.claims)
        return self.taught

    def _steady(self) -> list[Transcript]:
        """What is recorded by now; of what was answered in two ways nothing is learnt."""
        return [one.transcript for one in self.recordings.values() if one.ended is not Kind.UNSTEADY]

    def _forget(self) -> None:
        """Forget what was made of what was recorded before."""
        self.taught = self.judged = None

    def drop(self) -> None:
        """End the process that is up, if one is."""
        with self.stops.held():
            if self.session is not None:
                self.session.child.close()
                if self.report.left_running is not None:
                    self.report.left_running += self.session.child.left
            self.session = self.previous = None

    def add(self, recording: Recording) -> None:
        """Take what was recorded of a case that is none of those of the run."""
        with self.stops.held():
            self.recordings[recording.case.id] = recording
            self.report.outcomes = (*self.report.outcomes, Outcome(recording.case, Kind.NOT_RUN))
            self._forget()

    def break_off(self) -> None:
        """End a process that broke; to start it again is bounded."""
        self.drop()
        self.broken = True

    def spent(self) -> float:
        """Seconds since the run began, those of its earlier parts counted."""
        return time.monotonic() - self.began

    # ── one case ────────────────────────────────────────────────────────────────────────────────────────────

    def _play(self, case: Case, known: Sequence[Course]) -> None:
        if not self.goes_on():
            return
        if (events := self.beforehand.pop(case.id, None)) is not None:
            # The process that is up here has not played it.
            self.drop()
            for event in events:
                self._apply(event)
            return
        past = self._past(logged.Kind.PLAYED, case)
        if past is not None:
            self._take(past)
            if past.kind is logged.Kind.BLAMED:
                self._play(case, known)
            return
        self._ask(case, logged.Kind.PLAYED, known, CasePlay.recording)

    def _ask(self, case: Case, kind: logged.Kind, known: Sequence[Course], how: Callable[[CasePlay], Recording]) -> None:
        """Play a case in one of the ways of playing one, and note what was answered."""
        session = self.running()
        if session is None:
            return
        play = CasePlay(case, session, known)
        try:
            recording = how(play)
        except Broke as late:
            # It belongs to what was asked before: this case is played once more.
            self._blame_previous(late, session.child.stderr_since(play.mark))
            if kind is logged.Kind.AGAIN:
                self._again(case, anew=True)
            else:
                self._play(case, known)
            return
        with self.stops.held():
            if play.broke:
                self.drop()
            self._note(kind, recording=recording, broke=play.broke)

    def _go_on_with_what_was_left(self) -> Judgement:
        """Play cases again that were left at an answer which what was learnt by then expects."""
        for _ in range(ROUNDS):
            left = list(self._unfinished(self._lesson().learnt.assignment))
            if not left:
                break
            for case, course in left:
                self._play(case, (*_named(case), course))
        return self.judgement()

    def _unfinished(self, assignment: Assignment) -> Iterator[tuple[Case, Course]]:
        """The cases that were left early although all their answers are those of the readings that were learnt."""
        for one in self.recordings.values():
            course = self.oracle.course(one.case, assignment) if one.left else None
            if course is not None and self.oracle.explains(one.transcript, assignment):
                yield one.case, course

    def _see_whether_it_is_steady(self, judgement: Judgement) -> None:
        """Play once more what speaks against it: who answers otherwise then breaks no clause, but is unsteady."""
        times: Counter[str] = Counter()
        while suspects := [case for case in self._suspects(judgement) if times[case] < self._often()]:
            for case in suspects:
                times[case] += 1
                self._once_more(case)
            # Without what an unsteady case said other cases may contradict each other, or none.
            judgement = self.judgement()
        self._see_whether_it_forgets(self._suspects(judgement))

    def _see_whether_it_forgets(self, suspects: Sequence[str]) -> None:
        """Play some of what still speaks against it once more, each in a process that is started anew; where one is answered
        otherwise then, all. Who keeps something from one deal to the next answers alike as long as it is up."""
        last = len(suspects) - 1
        some = dict.fromkeys(suspects[last * number // (ANEW - 1)] for number in range(ANEW)) if suspects else {}
        for case in some:
            self._once_more(case, anew=True)
        if any(self.recordings[case].ended is Kind.UNSTEADY for case in some):
            for case in self._suspects(self.judgement()):
                if case not in some:
                    self._once_more(case, anew=True)

    def _once_more(self, case: str, anew: bool = False) -> None:
        """Play a case once more, perhaps in a process that is started anew."""
        # Who may not be started any more has at least been held against every case.
        if not (self.broken and self.report.restarts == self.restarts):
            if anew:
                self.drop()
            self._again(self.recordings[case].case, anew)

    def _often(self) -> int:
        """How often what speaks against it is played once more: whoever was unsteady once may go wrong the same way twice."""
        return AGAIN if any(one.ended is Kind.UNSTEADY for one in self.recordings.values()) else 1

    def _suspects(self, judgement: Judgement) -> list[str]:
        """The cases that depart, and those that contradict each other or what the implementation claims."""
        departing = [one.transcript.case.id for one in judgement.cases if one.verdict is Verdict.DEPARTS]
        questions = seen(judgement, self.oracle, self.claims)
        return departing + [case for one in questions for case in (*one.contradicting, *one.belying) if case not in departing]

    def _again(self, case: Case, anew: bool) -> None:
        before = self.recordings[case.id]
        if before.ended in BROKE or not self.goes_on():
            return
        past = self._past(logged.Kind.AGAIN, case)
        if past is not None:
            self._take(past)
            if past.kind is logged.Kind.BLAMED:
                self._again(case, anew)
            return
        self._ask(case, logged.Kind.AGAIN, (), lambda play: play.again(before, anew))

    def _blame_previous(self, broke: Broke, stderr: str) -> None:
        """Put a surplus line down to the case that it belongs to; to hello, where there is none."""
        previous = self.previous
        if previous is None:
            # Nothing was played by this process but hello: it would break so again.
            self.report.fatal = no_valid_hello(broke, stderr)
            self.drop()
            return
        found = self.recordings[previous]
        # That something is not supported is no answer, so it was not kept as the last one.
        answers = found.answers if found.ended is Kind.UNSUPPORTED else found.answers[:-1]
        blamed = replace(found, answers=answers, ended=Kind.PROTOCOL, message=broke.message, stderr=stderr, left=False)
        with self.stops.held():
            self.drop()
            self._note(logged.Kind.BLAMED, recording=blamed, broke=True)

    def _say_bye(self) -> None:
        if self.report.fatal is not None or self.broken:
            return
        past = self._past(logged.Kind.LEFT)
        if past is not None:
            self._take(past)
            if past.kind is logged.Kind.LEFT:
                return
        session = None if self.broken else self.running()
        if session is None:
            return
        mark, farewell = session.child.stderr_mark(), None
        try:
            session.farewell()
        except Broke as broke:
            if broke.late and self.previous is not None:
                self._blame_previous(broke, session.child.stderr_since(mark))
                return
            farewell = f"{broke.kind}: {broke.message}"
        with self.stops.held():
            self.drop()
            self._note(logged.Kind.LEFT, farewell=farewell)

    # ── what happened, now or before ────────────────────────────────────────────────────────────────────────

    def _past(self, kind: logged.Kind, case: Case | None = None) -> Event | None:
        """What the log says that happened next. Raises LogProblem where that is not what happens in this run."""
        if not self.log.past:
            return None
        event = self.log.past.popleft()
        expected = event.kind is logged.Kind.BLAMED or (
            event.kind is kind and (case is None or (event.recording is not None and event.recording.case.id == case.id))
        )
        if not expected:
            raise LogProblem("the log does not go on as this run does: it is of another run, or was written by another meldspec")
        return event

    def _note(self, kind: logged.Kind, **what: Any) -> None:
        """Let something happen, and note it."""
        sent = self.session.sent if self.session else 0
        event = Event(kind, round(self.spent(), 3), self.report.left_running, sent, **what)
        self.log.note(event)
        self._apply(event)

    def _take(self, event: Event) -> None:
        """Let happen what happened before."""
        self.report.left_running = event.left_running
        self.began = time.monotonic() - event.seconds
        self.sent = event.sent
        self._apply(event)

    def _apply(self, event: Event) -> None:
        recording = event.recording
        if recording is not None:
            if self.recordings.get(recording.case.id) is not recording:
                self.recordings[recording.case.id] = recording
                self._forget()
            self.previous = recording.case.id
        if event.kind is logged.Kind.LEFT:
            # Of several processes the first with which something was wrong is told.
            self.report.farewell = self.report.farewell or event.farewell
        if event.broke:
            self.break_off()

    # ── the process ─────────────────────────────────────────────────────────────────────────────────────────

    def goes_on(self) -> bool:
        """Whether the run goes on; an implementation that broke is started again for it, so often and no oftener."""
        if self.report.fatal is None and self.broken:
            if self.report.restarts == self.restarts:
                message = f"It broke once more after {self.restarts} restarts (--restarts); the cases left were not played."
                self.report.fatal = Fatal(FatalKind.RESTARTS, message)
                return False
            self.report.restarts += 1
            self.broken = False
        return self.report.fatal is None

    def running(self) -> Session | None:
        """The process that is up, started if need be; None where it cannot be, which is the end of the run."""
        if self.session is None:
            try:
                self.session = self.start()
            except Fatal as fatal:
                self.report.fatal = fatal
                return None
            self.previous = None
            if self.resumes and self.session.introduction != self.log.introduction:
                raise LogProblem(
                    "the implementation introduces itself otherwise than in the log: it is another one, or was changed"
                )
            if self.resumes:
                # As if nothing had happened between: what went wrong is told with the number of the request.
                self.session.sent = max(self.session.sent, self.sent)
            self.resumes = False
        return self.session


def _named(case: Case) -> tuple[Course, ...]:
    """The courses that a case names itself."""
    answers = Answers(case)
    return tuple(Course(one.expect, answers) for one in courses(case))
