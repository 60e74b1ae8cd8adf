"""A part of a run in a process of its own: its cases are played once, and what is recorded is written as the lines of a log.

It is a program, started by `workers`: a process has one household, and ends its implementation alone.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from typing import IO

from meldspec.judge.oracle import Oracle
from meldspec.protocol.case import Case, case_from_line, written
from meldspec.runner.family import Household
from meldspec.runner.log import Log
from meldspec.runner.playing import Playing
from meldspec.runner.process import Child
from meldspec.runner.report import Fatal, Report
from meldspec.runner.session import Session
from meldspec.runner.stopping import Stopped, Stops


def order(command: Sequence[str], variant: str, timeout: float, restarts: int, cases: Sequence[Case]) -> Iterator[bytes]:
    """The lines that tell a worker what to do: how, and then its cases."""
    yield json.dumps({"command": list(command), "variant": variant, "timeout": timeout, "restarts": restarts}).encode() + b"\n"
    yield from (written(case).encode() + b"\n" for case in cases)


def work(lines: IO[bytes], log: IO[bytes]) -> None:
    """Do what an order says, up to the first fault with which no run goes on; whoever gave it plays what is missing."""
    told = json.loads(lines.readline())
    cases = [case_from_line(line, "a case of this part") for line in lines]
    report = Report(told["variant"], tuple(told["command"]), None, ())
    with Stops() as stops, Household() as household:
        report.left_running = 0 if household.whole else None
        start = partial(Session, partial(Child, report.command, household), told["timeout"], stops)
        playing = Playing(report, told["restarts"], start, None, stops, Log(log), Oracle({}, None))
        try:
            with stops.listening():
                playing.introduction()
                playing.play_part(cases)
        except (Fatal, Stopped):
            pass
        finally:
            playing.drop()


if __name__ == "__main__":
    work(sys.stdin.buffer, sys.stdout.buffer)
