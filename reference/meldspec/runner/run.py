"""A run: cases in order against one implementation, from the first hello to what its report says."""

from collections.abc import Mapping, Sequence

from meldspec.judge.oracle import Expectations, Oracle
from meldspec.protocol.case import Case
from meldspec.protocol.messages import Introduction
from meldspec.runner.family import Household
from meldspec.runner.judged import outcomes
from meldspec.runner.log import Log
from meldspec.runner.outcome import Kind, Outcome
from meldspec.runner.playing import Playing, Progress
from meldspec.runner.readings import known_readings, seen
from meldspec.runner.report import Fatal, FatalKind, Report
from meldspec.runner.session import Session
from meldspec.runner.stopping import Stopped, Stops

TIMEOUT = 5.0
"""Seconds for each answer, unless told otherwise."""
RESTARTS = 20
"""How often an implementation that broke is started again in one run, unless told otherwise."""


def run(
    cases: Sequence[Case],
    command: Sequence[str],
    *,
    variant: str,
    timeout: float = TIMEOUT,
    restarts: int = RESTARTS,
    expectations: Expectations | None = None,
    questions: Mapping[str, Sequence[str]] | None = None,
    progress: Progress | None = None,
    stops: Stops | None = None,
    log: Log | None = None,
) -> Report:
    """Hold the implementation that `command` starts against the cases, all of them of `variant`.

    `timeout` is in seconds for each answer; `restarts` bounds how often a broken implementation is started
    again. `expectations` says what the rules expect of one who follows some readings; `questions` names the
    readings of each question, the default first. What `stops` it, it leaves with what it has; `log` notes what
    happens, and may know what happened before. Whatever was started is ended when this returns or raises.
    """
    report = Report(variant, tuple(command), None, tuple(Outcome(case, Kind.NOT_RUN) for case in cases))
    log, stops = log or Log(), stops or Stops()
    oracle = Oracle(known_readings(cases, questions or {}), expectations)
    with Household() as household:
        report.left_running = 0 if household.whole else None

        def start() -> Session:
            return Session(command, timeout, household, stops)

        playing = Playing(report, restarts, start, progress, stops, log, oracle)
        try:
            with stops.listening():
                _play(playing, cases)
        except Fatal as fatal:
            report.fatal = fatal
        except Stopped as stopped:
            report.stopped = stopped
        finally:
            playing.drop()
    _judge(playing)
    report.seconds = playing.spent()
    return report


def _play(playing: Playing, cases: Sequence[Case]) -> None:
    """Play the cases as far as it goes. Raises Fatal where nothing can be played."""
    introduction, variant = playing.introduction(), playing.report.variant
    if variant not in introduction.variants:
        raise _not_played(introduction, variant)
    playing.play_all(cases)


def _judge(playing: Playing) -> None:
    """Put into the report what was recorded comes to; a case that was not played keeps the outcome which it has there."""
    report, judgement = playing.report, playing.judgement()
    found = outcomes(judgement, playing.recordings, playing.oracle)
    report.outcomes = tuple(found.get(one.case.id, one) for one in report.outcomes)
    report.readings = seen(judgement.learnt, playing.oracle, playing.claims)


def _not_played(introduction: Introduction, variant: str) -> Fatal:
    played = ", ".join(introduction.variants) or "no variant"
    message = f"{introduction.implementation.name} does not play {variant}: in its answer to hello it names {played}."
    return Fatal(FatalKind.VARIANT, message)
