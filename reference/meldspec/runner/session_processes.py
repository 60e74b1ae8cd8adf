"""Every process of a session: the group its leader heads, and those which took a group of their own in it."""

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

_PROC = Path("/proc")
_DEAD = "ZX"
"""The states of a process which has ended and only waits to be taken note of."""


def send(session: int, number: signal.Signals) -> None:
    """Send a signal to every process of the session led by process `session`; none there is no error."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(session, number)
    for pid in _members(session):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def kill(session: int, patience: float) -> None:
    """End every process of the session, and wait up to `patience` seconds until they are gone.

    It is sent again and again, for a process that is being ended may just have started another.
    """
    deadline = time.monotonic() + patience
    send(session, signal.SIGKILL)
    while any(_members(session)) and time.monotonic() < deadline:
        time.sleep(0.005)
        send(session, signal.SIGKILL)


def _members(session: int) -> Iterator[int]:
    """The session's living processes that /proc shows; none on a system without it: the group must do."""
    for folder in _PROC.glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            # The name, in brackets, may hold anything; after it come state, parent, group, session.
            fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
            if int(fields[3]) == session and fields[0] not in _DEAD:
                yield int(folder.name)
