"""All cases of a run, played in their order: what the log of an earlier part of it knows is taken from there, the rest is asked."""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from meldspec.protocol.case import Case, Readings
from meldspec.protocol.messages import Introduction
from meldspec.runner import log as logged
from meldspec.runner.combined import Combined
from meldspec.runner.log import Event, Log, LogProblem
from meldspec.runner.outcome import Broke, Kind, Outcome
from meldspec.runner.play import CasePlay
from meldspec.runner.report import Fatal, FatalKind, Report
from meldspec.runner.session import Session, no_valid_hello
from meldspec.runner.stopping import Stops

AGAIN = 3
"""How often a case is played once more that speaks against an implementation of which some case has shown that it is unsteady."""

Progress = Callable[[Outcome], None]
"""Called once for each case, when it has been played."""


@dataclass
class Playing:
    """A run while it goes on: what was played, the process that is up, and what it has cost so far."""

    report: Report
    restarts: int
    start: Callable[[], Session]
    progress: Progress | None
    stops: Stops
    log: Log
    combined: Combined | None = None
    """Known once the implementation has introduced itself."""
    session: Session | None = None
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    tried: dict[str, Readings] = field(default_factory=dict)
    """The readings that were known of when a case failed."""
    previous: str | None = None
    """The case that this process played last."""
    broken: bool = False
    """Whether the implementation has to be started again, which is bounded."""
    resumes: bool = False
    """Whether an earlier part of the run knows the implementation, which was not started yet in this one."""
    sent: int = 0
    """How many requests had been sent to the process that was up when the log ends."""
    began: float = field(default_factory=time.monotonic)

    def introduction(self) -> Introduction:
        """How the implementation introduced itself. Raises Fatal where it cannot be used."""
        self.resumes = self.log.introduction is not None
        if self.log.introduction is None:
            self.session = self.start()
            self.log.introduced(self.session.introduction)
        assert self.log.introduction is not None
        self.report.introduction = self.log.introduction
        return self.log.introduction

    def play_all(self, cases: Sequence[Case], combined: Combined) -> None:
        """Play the cases about readings first, for what they show may explain the others."""
        self.combined = combined
        reading = [case for case in cases if case.purpose == "reading"]
        others = [case for case in cases if case.purpose != "reading"]
        # What is known of the readings by then explains other cases at once, which would else fail and be played again.
        for group in (reading, others):
            for case in group:
                self._play(case)
                if self.progress is not None and case.id in self.outcomes:
                    self.progress(self.outcomes[case.id])
            self._retry()
            combined.consider(self.outcomes)
        self._retry()
        combined.consider(self.outcomes)
        self._see_whether_it_is_steady()
        self._say_bye()
        combined.consider(self.outcomes)
        if self.log.past:
            raise LogProblem("the log goes on where this run is at its end: it is of another run")

    def drop(self) -> None:
        """End the process that is up, if one is."""
        with self.stops.held():
            if self.session is not None:
                self.session.child.close()
                if self.report.left_running is not None:
                    self.report.left_running += self.session.child.left
            self.session = self.previous = None

    def tell(self) -> None:
        """Fill the report in; a case that was not played keeps the outcome which it has there."""
        self.report.outcomes = tuple(self.outcomes.get(one.case.id, one) for one in self.report.outcomes)
        self.report.readings = self.combined.evidence.seen() if self.combined else ()
        self.report.seconds = self._spent()

    # ── one case ────────────────────────────────────────────────────────────────────────────────────────────

    def _play(self, case: Case) -> None:
        if not self._goes_on():
            return
        past = self._past(logged.Kind.PLAYED, case)
        if past is not None:
            self._take(past)
            if past.kind is logged.Kind.BLAMED:
                self._play(case)
            return
        self._ask(case, logged.Kind.PLAYED, lambda play: play.outcome())

    def _ask(self, case: Case, kind: logged.Kind, how: Callable[[CasePlay], Outcome]) -> None:
        """Play a case in one of the ways of playing one, and note what it came to."""
        session = self._running()
        if session is None:
            return
        assert self.combined is not None
        known = set(self.combined.tried)
        play = CasePlay(case, session, self.combined)
        try:
            outcome = how(play)
        except Broke as late:
            # It belongs to what was asked before: this case is played once more.
            self._blame_previous(late, session.child.stderr_since(play.mark))
            (self._again if kind is logged.Kind.AGAIN else self._play)(case)
            return
        asked = tuple(dict(vector) for vector in self.combined.tried - known)
        with self.stops.held():
            if play.broke:
                self.drop()
            self._note(kind, outcome=outcome, asked=asked, broke=play.broke)

    def _retry(self) -> None:
        """Play failed cases again, if by now more is known of the readings than when they failed."""
        assert self.combined is not None
        if self.combined.expectations is None:
            return
        vector = self.combined.evidence.vector()
        for outcome in tuple(self.outcomes.values()):
            # With the same readings it would fail as it did.
            if outcome.kind is Kind.FAILED and self.tried[outcome.case.id] != vector:
                self._play(outcome.case)

    def _see_whether_it_is_steady(self) -> None:
        """Play once more what speaks against it: who answers otherwise then breaks no clause, but is unsteady."""
        assert self.combined is not None
        times: Counter[str] = Counter()
        while suspects := [case for case in self._suspects() if times[case] < self._often()]:
            for case in suspects:
                times[case] += 1
                # Who may not be started any more has at least been held against every case.
                if not (self.broken and self.report.restarts == self.restarts):
                    self._again(self.outcomes[case].case)
            # Without what an unsteady case said other cases may contradict each other, or none.
            self.combined.consider(self.outcomes)

    def _often(self) -> int:
        """How often what speaks against it is played once more: whoever was unsteady once may go wrong the same way twice."""
        return AGAIN if any(outcome.kind is Kind.UNSTEADY for outcome in self.outcomes.values()) else 1

    def _suspects(self) -> list[str]:
        """The cases that failed, and those that contradict each other or what the implementation claims."""
        assert self.combined is not None
        failed = [case for case, outcome in self.outcomes.items() if outcome.kind is Kind.FAILED]
        return failed + [case for seen in self.combined.evidence.seen() for case in (*seen.contradicting, *seen.belying)]

    def _again(self, case: Case) -> None:
        before = self.outcomes[case.id]
        if before.needs_restart or not self._goes_on():
            return
        past = self._past(logged.Kind.AGAIN, case)
        if past is not None:
            self._take(past)
            if past.kind is logged.Kind.BLAMED:
                self._again(case)
            return
        self._ask(case, logged.Kind.AGAIN, lambda play: play.again(before))

    def _blame_previous(self, broke: Broke, stderr: str) -> None:
        """Put a surplus line down to the case that it belongs to; to hello, where there is none."""
        previous = self.previous
        if previous is None:
            # Nothing was played by this process but hello: it would break so again.
            self.report.fatal = no_valid_hello(broke, stderr)
            self.drop()
            return
        found = self.outcomes[previous]
        blamed = replace(
            found, kind=Kind.PROTOCOL, step=found.length - 1, message=broke.message, mismatch=None, alive=(), dead=(), stderr=stderr
        )
        with self.stops.held():
            self.drop()
            self._note(logged.Kind.BLAMED, outcome=blamed, broke=True)

    def _say_bye(self) -> None:
        if self.report.fatal is not None or self.broken:
            return
        past = self._past(logged.Kind.LEFT)
        if past is not None:
            self._take(past)
            if past.kind is logged.Kind.LEFT:
                return
        session = None if self.broken else self._running()
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
            event.kind is kind and (case is None or (event.outcome is not None and event.outcome.case.id == case.id))
        )
        if not expected:
            raise LogProblem("the log does not go on as this run does: it is of another run, or was written by another meldspec")
        return event

    def _note(self, kind: logged.Kind, **what: Any) -> None:
        """Let something happen, and note it."""
        sent = self.session.sent if self.session else 0
        event = Event(kind, round(self._spent(), 3), self.report.left_running, sent, **what)
        self.log.note(event)
        self._apply(event)

    def _take(self, event: Event) -> None:
        """Let happen what happened before."""
        self.report.left_running = event.left_running
        self.began = time.monotonic() - event.seconds
        self.sent = event.sent
        self._apply(event)

    def _apply(self, event: Event) -> None:
        assert self.combined is not None
        self.combined.tried.update(frozenset(vector.items()) for vector in event.asked)
        outcome = event.outcome
        if outcome is not None:
            self.outcomes[outcome.case.id] = outcome
            self.combined.evidence.add(outcome)
            self.previous = outcome.case.id
            if outcome.kind is Kind.FAILED:
                self.tried[outcome.case.id] = self.combined.evidence.vector()
        if event.kind is logged.Kind.LEFT:
            self.report.farewell = event.farewell
        if event.broke:
            self.drop()
            self.broken = True

    def _spent(self) -> float:
        return time.monotonic() - self.began

    # ── the process ─────────────────────────────────────────────────────────────────────────────────────────

    def _goes_on(self) -> bool:
        """Whether the run goes on; an implementation that broke is started again for it, so often and no oftener."""
        if self.report.fatal is None and self.broken:
            if self.report.restarts == self.restarts:
                message = f"It broke once more after {self.restarts} restarts (--restarts); the cases left were not played."
                self.report.fatal = Fatal(FatalKind.RESTARTS, message)
                return False
            self.report.restarts += 1
            self.broken = False
        return self.report.fatal is None

    def _running(self) -> Session | None:
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
