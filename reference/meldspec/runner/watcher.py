"""Outlives a runner that is killed, and ends what is left of its implementation: run as a program, with nothing else imported.

A runner that is killed can end nothing any more. The kernel ends the process that it started, but not what that one had started,
such as an engine behind a script that starts it. All of them have a mark in their environment, by which they are found here.
"""

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PATIENCE = 5.0
"""Seconds in which what was ended must be gone."""


def marked(mark: str) -> Iterator[int]:
    """The processes that have a mark in their environment."""
    for folder in Path("/proc").glob("[0-9]*"):
        # Who has ended has none any more, and that of others is not shown.
        with suppress(OSError):
            if mark.encode() in (folder / "environ").read_bytes().split(b"\0"):
                yield int(folder.name)


def watch(mark: str) -> None:
    """Wait for a word of the runner; where its end comes without one, end all that is marked."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(number, signal.SIG_IGN)
    if sys.stdin.buffer.read(1):
        return
    deadline = time.monotonic() + _PATIENCE
    while (left := list(marked(mark))) and time.monotonic() < deadline:
        for pid in left:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.01)


if __name__ == "__main__":
    watch(sys.argv[1])
