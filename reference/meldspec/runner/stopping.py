"""A run that is told to stop before its end: by a signal, or because its time is over.

Whatever a run is doing then it leaves at once, an answer that it waits for too, but for the few things that must not be done by
half: what a case came to is noted whole, and the implementation is ended.
"""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Self

LATE = 124
"""The exit code of a run whose time was over before anything was found, as that of timeout(1)."""
_TOLD = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")
"""The signals by which a terminal or a CI job tells a run to stop; not every system has all of them."""


class Stopped(BaseException):
    """The run was told to stop; `by` says what told it, `code` is the exit code that says so."""

    def __init__(self, by: str, code: int) -> None:
        super().__init__(by)
        self.by = by
        self.code = code


class Stops:
    """While it lasts, signals and the deadline end the run by raising Stopped: once, and once more where that is said."""

    def __init__(self, deadline: float | None = None) -> None:
        """`deadline` is in seconds from the moment when it is entered; none where the run may take as long as it likes."""
        self._deadline = deadline
        self._before: dict[int, Any] = {}
        # Only a run that listens can be left; what comes before is remembered.
        self._held = 1
        self._stopped: Stopped | None = None
        self._raised = self._again = False

    def __enter__(self) -> Self:
        numbers = [getattr(signal, name) for name in _TOLD if hasattr(signal, name)]
        try:
            # Whoever has a signal ignored, as nohup does, means it.
            for number in (one for one in numbers if signal.getsignal(one) is not signal.SIG_IGN):
                self._before[number] = signal.signal(number, self._heard)
            if self._deadline is not None:
                self._before[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._heard)
                signal.setitimer(signal.ITIMER_REAL, self._deadline)
        except ValueError:
            # Python lets only the main thread say what a signal does; in another one the run goes without.
            self.__exit__()
        return self

    def __exit__(self, *_: object) -> None:
        if signal.SIGALRM in self._before:
            signal.setitimer(signal.ITIMER_REAL, 0)
        for number, before in self._before.items():
            signal.signal(number, before)
        self._before.clear()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Leave what is done here as soon as the run is told to stop, or at once if it was told before."""
        self._held -= 1
        try:
            self._stop()
            yield
        finally:
            self._held += 1

    def once_more(self) -> None:
        """From here on whoever was told to stop may be told so again by a signal, and leaves then what is done after the first."""
        self._again = True

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let what must not be done by half come to its end before the run stops."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
        self._stop()

    def _heard(self, number: int, frame: FrameType | None) -> None:
        late = number == signal.SIGALRM
        if self._stopped is None or (self._again and self._raised and not late):
            self._stopped = Stopped("its deadline", LATE) if late else Stopped(signal.Signals(number).name, 128 + number)
            self._raised = False
        self._stop()

    def _stop(self) -> None:
        if self._stopped is not None and not self._held and not self._raised:
            self._raised = True
            raise self._stopped
