"""The processes that an implementation is made of, whatever it did to get away, and how all of them are ended.

To a child belong its session, which it leads, and whatever descends from it. A process whose parent has ended belongs to
nobody any more, unless a `Household` takes it in: on Linux a process may ask that such orphans below it become its own children
(prctl, PR_SET_CHILD_SUBREAPER), so that a daemon which forked twice and made a session of its own is still found.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple, Self

from meldspec.runner import watcher

_PATIENCE = 5.0
"""Seconds in which what was ended must be gone; only a process stuck in the system is not."""
_DEAD = "ZX"
"""The states of a process which has ended and only waits to be taken note of."""
_PROC = Path("/proc")

# linux/prctl.h
_PDEATHSIG, _SET_SUBREAPER, _GET_SUBREAPER = 1, 36, 37
_prctl: Callable[..., int] | None = ctypes.CDLL(None).prctl if sys.platform == "linux" else None
"""Looked up once: a child that was forked and has not begun its program yet must do as little as possible."""


class Process(NamedTuple):
    """A process as /proc shows it; `started` tells it from a later one of the same number."""

    pid: int
    state: str
    parent: int
    session: int
    started: int

    @property
    def living(self) -> bool:
        """Whether it can still do anything."""
        return self.state not in _DEAD


def processes() -> Iterator[Process]:
    """All processes that /proc shows; none on a system without it."""
    for folder in _PROC.glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            # The name, in brackets, may hold anything; after it come state, parent, group, session.
            told = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
            yield Process(int(folder.name), told[0], int(told[1]), int(told[3]), int(told[19]))


def stopped(pid: int) -> bool:
    """Whether a process was told to stop, and only waits to be told to go on."""
    return any(one.pid == pid and one.state == "T" for one in processes())


def ends_with_its_parent() -> Callable[[], None] | None:
    """What a child does before it begins its program, so that it does not outlive this process, even one that is killed."""
    prctl, parent = _prctl, os.getpid()
    if prctl is None:
        return None

    def before_it_begins() -> None:
        prctl(_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        # Whoever lost the parent in the moment between hears of it no more.
        if os.getppid() != parent:
            os._exit(1)

    return before_it_begins


class Household:
    """While it lasts, processes below this one whose parents ended become its children, where the system has such a thing."""

    def __init__(self) -> None:
        self.whole = False
        """Whether no process can get away."""
        self.mark = ""
        """What stands in the environment of every process that belongs here, as NAME=VALUE; nothing where nobody looks for it."""
        self._watcher: subprocess.Popen[bytes] | None = None
        self._before = 0
        self._own: frozenset[tuple[int, int]] = frozenset()

    def __enter__(self) -> Self:
        if _prctl is not None:
            self.mark = f"MELDSPEC_RUN={token_hex(8)}"
            self._watcher = _watch(self.mark)
            before = ctypes.c_int()
            _prctl(_GET_SUBREAPER, ctypes.byref(before), 0, 0, 0)
            self._before = before.value
            # Whoever was started for another purpose is left alone.
            self._own = frozenset((one.pid, one.started) for one in _children())
            self.whole = _prctl(_SET_SUBREAPER, 1, 0, 0, 0) == 0
        return self

    def __exit__(self, *_: object) -> None:
        # Whoever came in at the very last, as when the run was told to stop while it started something.
        for one in self.taken_in():
            with suppress(ProcessLookupError):
                os.kill(one.pid, signal.SIGKILL)
        if self.whole and _prctl is not None:
            _prctl(_SET_SUBREAPER, self._before, 0, 0, 0)
        if self._watcher is not None:
            # A word, so that it does not look for anybody.
            with suppress(OSError):
                self._watcher.communicate(b".")

    def taken_in(self) -> Iterator[Process]:
        """The children that came to this process since it opened its house, the one that was started among them; not those of
        others who run beside it and whose parents have ended."""
        if self.whole:
            yield from (one for one in _children() if (one.pid, one.started) not in self._own and self._belongs(one.pid))

    def _belongs(self, pid: int) -> bool:
        """Whether a process has the mark of this house, or does not show what environment it has."""
        try:
            environment = (_PROC / str(pid) / "environ").read_bytes()
        except OSError:
            return True
        return not environment or self.mark.encode() in environment.split(b"\0")


def _watch(mark: str) -> subprocess.Popen[bytes]:
    """Start who ends what is marked if this process is killed; in a session of its own, for nobody else is to end it."""
    words = [sys.executable, "-I", "-S", watcher.__file__, mark]
    return subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True)


def _children() -> Iterator[Process]:
    here = os.getpid()
    return (one for one in processes() if one.parent == here)


class Family:
    """An implementation: the child that was started, and everything that came of it."""

    def __init__(self, head: int, household: Household) -> None:
        """The family of a child that leads a session of its own."""
        self.head = head
        self._household = household

    def members(self) -> list[int]:
        """The living processes of the family that the system shows."""
        every, here = list(processes()), os.getpid()
        found = {one.pid for one in self._household.taken_in()}
        # The number of a child that has ended may be somebody else's by now.
        found |= {one.pid for one in every if one.session == self.head or (one.pid == self.head and one.parent == here)}
        while more := {one.pid for one in every if one.parent in found} - found:
            found |= more
        return [one.pid for one in every if one.pid in found and one.living]

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to every process of the family; none there is no error."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.head, number)
        for pid in self.members():
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)

    def gone_within(self, seconds: float) -> bool:
        """Whether nobody is left of it, waiting up to some seconds."""
        deadline = time.monotonic() + seconds
        while self.members():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.005)
        return True

    def kill(self) -> None:
        """End every process of the family, and wait for as long as is bearable until they are gone."""
        deadline = time.monotonic() + _PATIENCE
        self.signal(signal.SIGKILL)
        # Again and again: a process that is being ended may just have started another.
        while not self.gone_within(0.005) and time.monotonic() < deadline:
            self.signal(signal.SIGKILL)
        self._bury()

    def _bury(self) -> None:
        """Take note of the ends of those that were taken in; of the child itself whoever started it does."""
        for one in self._household.taken_in():
            if one.pid != self.head and not one.living:
                with suppress(ChildProcessError):
                    os.waitpid(one.pid, os.WNOHANG)
