"""Every process of a session: the group its leader heads, and those which took a group of their own in it."""

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

_PROC = Path("/proc")


def send(session: int, number: signal.Signals) -> None:
    """Send a signal to every process of the session led by process `session`; none there is no error."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(session, number)
    for pid in _members(session):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def _members(session: int) -> Iterator[int]:
    """The session's processes that /proc shows; none on a system without it, where the group must do."""
    for folder in _PROC.glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            # The name, in brackets, may hold anything; after it come state, parent, group, session.
            fields = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
            if int(fields[3]) == session:
                yield int(folder.name)
