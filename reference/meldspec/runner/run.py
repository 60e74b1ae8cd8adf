"""A run: cases in order against one implementation, from the first hello to what its report says."""

from collections.abc import Callable, Sequence
from functools import partial

from meldspec.protocol.case import Case
from meldspec.protocol.messages import Introduction
from meldspec.runner.asking import Pool
from meldspec.runner.family import Household
from meldspec.runner.held_to import NOTHING_KNOWN, HeldTo
from meldspec.runner.judged import tell
from meldspec.runner.led import as_played
from meldspec.runner.log import Log
from meldspec.runner.outcome import Kind, Outcome
from meldspec.runner.playing import Playing, Progress
from meldspec.runner.process import Child
from meldspec.runner.readings import known_readings
from meldspec.runner.report import Fatal, FatalKind, Report
from meldspec.runner.session import Channel, Session
from meldspec.runner.stopping import Stopped, Stops
from meldspec.runner.walk import Plan, Walk
from meldspec.runner.workers import Workers

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
    rules: HeldTo = NOTHING_KNOWN,
    progress: Progress | None = None,
    stops: Stops | None = None,
    log: Log | None = None,
    jobs: int = 1,
    walk: Plan | None = None,
    start: Callable[[], Channel] | None = None,
) -> Report:
    """Hold the implementation that `command`, or else `start`, starts against the cases, all of them of `variant`.

    `timeout` is in seconds for each answer; `restarts` bounds how often a broken implementation is started again; `rules` are asked
    what they expect of who follows other readings. What `stops` it, it leaves with what it has; `log` notes what happens, and may
    know what happened before. So many `jobs` play the cases side by side, without a log; with a plan of a `walk` it is played on
    when they are done. All that was started is ended in the end. Raises Stopped where there is to be no report.
    """
    report = Report(variant, tuple(command), None, tuple(Outcome(case, Kind.NOT_RUN) for case in cases), rules=rules)
    log, stops = log or Log(), stops or Stops()
    workers = Workers(command, variant, timeout, restarts, jobs, cases, progress)
    with Household() as household:
        report.left_running = 0 if household.whole else None
        session = partial(Session, start or partial(Child, command, household), timeout, stops)
        oracle = rules.oracle(known_readings(cases, rules.readings))
        playing = Playing(report, restarts, session, progress, stops, log, oracle)
        try:
            with stops.listening():
                _play(playing, cases, workers, walk)
        except Fatal as fatal:
            report.fatal = fatal
        except Stopped as stopped:
            report.stopped = stopped
        finally:
            playing.drop()
    return _told(report, playing, stops)


def _told(report: Report, playing: Playing, stops: Stops) -> Report:
    """The report, with what all that was recorded comes to; whoever stops it while causes are looked for has it without these.

    Raises Stopped where that is told before it is known what readings were shown: then there is nothing to report.
    """
    report.seconds = playing.spent()
    stops.once_more()
    try:
        with stops.listening():
            tell(report, playing.judgement(), playing.recordings, playing.oracle, playing.claims)
    except Stopped as stopped:
        report.stopped = report.stopped or stopped
        if playing.judged is None:
            raise
        tell(report, playing.judged, playing.recordings, playing.oracle, playing.claims)
    return report


def _play(playing: Playing, cases: Sequence[Case], workers: Workers, walk: Plan | None) -> None:
    """Play the cases as far as it goes. Raises Fatal where nothing can be played."""
    introduction, variant = playing.introduction(), playing.report.variant
    if variant not in introduction.variants:
        raise _not_played(introduction, variant)
    features, rules = introduction.features or (), playing.report.rules
    cases = as_played(cases, introduction, rules.expectations, rules.readings)
    playing.report.outcomes = tuple(Outcome(case, Kind.NOT_RUN) for case in cases)
    pool = Pool(cases, features)
    first = [case for _, case in pool.probes]
    if first and workers.jobs > 1:
        # Its farewell shows whether the last of them was well answered; what follows is played by others.
        playing.play_part(first)
    else:
        playing.play(first)
    playing.report.asked = pool.asked(playing.recordings)
    rest = pool.in_order(playing.report.asked)
    if workers.jobs > 1:
        workers.cases = rest
        _play_beside(playing, workers)
    playing.play_all(rest)
    playing.report.farewell = playing.report.farewell or workers.farewell
    if walk is not None and playing.report.fatal is None:
        Walk(walk, playing).play()


def _play_beside(playing: Playing, workers: Workers) -> None:
    """Let workers play all cases, and keep what they noted; where the run is told to stop, take what they have noted by then."""
    # It has only introduced itself, and would take their processes for what it left behind.
    playing.drop()
    playing.beforehand = workers.events
    try:
        workers.play(playing.stops)
    except Stopped:
        playing.take_beforehand(workers.cases)
        raise
    finally:
        left, report = workers.left_running, playing.report
        report.left_running = None if left is None or report.left_running is None else report.left_running + left


def _not_played(introduction: Introduction, variant: str) -> Fatal:
    played = ", ".join(introduction.variants) or "no variant"
    message = f"{introduction.implementation.name} does not play {variant}: in its answer to hello it names {played}."
    return Fatal(FatalKind.VARIANT, message)
