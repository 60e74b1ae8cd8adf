"""A run: cases in order against one implementation, started again as often as it breaks."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from meldspec.protocol.case import Case
from meldspec.protocol.messages import Introduction
from meldspec.runner.combined import Combined
from meldspec.runner.courses import Expectations
from meldspec.runner.family import Household
from meldspec.runner.outcome import Broke, Kind, Outcome
from meldspec.runner.play import CasePlay
from meldspec.runner.readings import evidence_for
from meldspec.runner.report import Fatal, FatalKind, Report
from meldspec.runner.session import Session, no_valid_hello

TIMEOUT = 5.0
"""Seconds for each answer, unless told otherwise."""
RESTARTS = 20
"""How often an implementation that broke is started again in one run, unless told otherwise."""

Progress = Callable[[Outcome], None]
"""Called once for each case, when it has been played."""


def run(
    cases: Sequence[Case],
    command: Sequence[str],
    *,
    variant: str,
    timeout: float = TIMEOUT,
    restarts: int = RESTARTS,
    expectations: Expectations | None = None,
    defaults: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> Report:
    """Hold the implementation that `command` starts against the cases, all of them of `variant`.

    `timeout` is in seconds for each answer; `restarts` bounds how often a broken implementation is started
    again. `expectations` says what the rules expect of one who follows several readings at once; `defaults`
    names the default reading of each question. Whatever was started is ended when this returns or raises.
    """
    began = time.monotonic()
    report = Report(variant, tuple(command), None, tuple(Outcome(case, Kind.NOT_RUN) for case in cases))
    with Household() as household:
        report.left_running = 0 if household.whole else None
        try:
            session = Session(command, timeout, household)
        except Fatal as fatal:
            report.fatal = fatal
            return report
        report.introduction = introduction = session.introduction
        if variant not in introduction.variants:
            session.child.close()
            report.fatal = _not_played(introduction, variant)
            return report
        evidence = evidence_for(cases, (introduction.readings or {}).get(variant, {}), defaults or {})
        state = _Run(report, timeout, restarts, Combined(expectations, evidence), progress, household, session)
        try:
            state.play_all(cases)
        finally:
            state.drop()
    state.tell()
    report.seconds = time.monotonic() - began
    return report


def _not_played(introduction: Introduction, variant: str) -> Fatal:
    played = ", ".join(introduction.variants) or "no variant"
    message = f"{introduction.implementation.name} does not play {variant}: in its answer to hello it names {played}."
    return Fatal(FatalKind.VARIANT, message)


@dataclass
class _Run:
    """The state of a run: what was played, the process that is up, and what it has cost so far."""

    report: Report
    timeout: float
    restarts: int
    combined: Combined
    progress: Progress | None
    household: Household
    session: Session | None
    outcomes: dict[str, Outcome] = field(default_factory=dict)
    tried: dict[str, Mapping[str, str]] = field(default_factory=dict)
    """The readings that were known of when a case failed."""
    previous: str | None = None
    """The case that this process played last."""

    def play_all(self, cases: Sequence[Case]) -> None:
        """Play the cases about readings first, for what they show may explain the others."""
        reading = [case for case in cases if case.purpose == "reading"]
        others = [case for case in cases if case.purpose != "reading"]
        # What is known of the readings by then explains other cases at once, which would else fail and be played again.
        for group in (reading, others):
            for case in group:
                self._play(case)
                if self.progress is not None and case.id in self.outcomes:
                    self.progress(self.outcomes[case.id])
            self._retry()
            self.combined.consider(self.outcomes)
        self._retry()
        self._say_bye()
        self.combined.consider(self.outcomes)

    def drop(self) -> None:
        """End the process that is up, if one is."""
        if self.session is not None:
            self.session.child.close()
            if self.report.left_running is not None:
                self.report.left_running += self.session.child.left
        self.session = self.previous = None

    def tell(self) -> None:
        """Fill the report in; a case that was not played keeps the outcome which it has there."""
        self.report.outcomes = tuple(self.outcomes.get(one.case.id, one) for one in self.report.outcomes)
        self.report.readings = self.combined.evidence.seen()

    def _play(self, case: Case) -> None:
        session = self._running()
        if session is None:
            return
        mark = session.child.stderr_mark()
        try:
            outcome = CasePlay(case, session, self.combined).outcome()
        except Broke as late:
            self._blame_previous(late, session.child.stderr_since(mark))
            self._play(case)
            return
        self.outcomes[case.id] = outcome
        self.combined.evidence.add(outcome)
        self.previous = case.id
        if outcome.kind is Kind.FAILED:
            self.tried[case.id] = self.combined.evidence.vector()
        if outcome.needs_restart:
            self.drop()

    def _retry(self) -> None:
        """Play failed cases again, if by now more is known of the readings than when they failed."""
        if self.combined.expectations is None:
            return
        vector = self.combined.evidence.vector()
        for outcome in tuple(self.outcomes.values()):
            # With the same readings it would fail as it did.
            if outcome.kind is Kind.FAILED and self.tried[outcome.case.id] != vector:
                self._play(outcome.case)

    def _running(self) -> Session | None:
        """The process that is up, started again if need be; None where the run is at its end."""
        report = self.report
        if self.session is None and report.fatal is None:
            if report.restarts == self.restarts:
                message = f"It broke once more after {self.restarts} restarts (--restarts); the cases left were not played."
                report.fatal = Fatal(FatalKind.RESTARTS, message)
                return None
            report.restarts += 1
            try:
                self.session = Session(report.command, self.timeout, self.household)
            except Fatal as fatal:
                report.fatal = fatal
        return self.session

    def _blame_previous(self, broke: Broke, stderr: str) -> None:
        """Put a surplus line down to the case that it belongs to; to hello, where there is none."""
        previous = self.previous
        self.drop()
        if previous is None:
            # Nothing was played by this process but hello: it would break so again.
            self.report.fatal = no_valid_hello(broke, stderr)
            return
        found = self.outcomes[previous]
        self.outcomes[previous] = blamed = replace(
            found, kind=Kind.PROTOCOL, step=found.length - 1, message=broke.message, mismatch=None, alive=(), dead=(), stderr=stderr
        )
        self.combined.evidence.add(blamed)

    def _say_bye(self) -> None:
        if self.session is None or self.report.fatal is not None:
            return
        mark = self.session.child.stderr_mark()
        try:
            self.session.farewell()
        except Broke as broke:
            if broke.late and self.previous is not None:
                self._blame_previous(broke, self.session.child.stderr_since(mark))
            else:
                self.report.farewell = f"{broke.kind}: {broke.message}"
