"""From the start of an implementation to its end: nothing that was started stays behind."""

import signal

import pytest

from meldspec.runner.session import Session
from meldspec.runner.stopping import Stopped, Stops


class Started:
    """A channel to somebody who is there, and of whom it is known whether he was ended."""

    left = 0

    def __init__(self) -> None:
        self.closed = False

    def exchange(self, line: bytes, timeout: float) -> bytes:
        """Nothing is asked of him."""
        raise AssertionError(line)

    def stderr_mark(self) -> int:
        """He writes nothing."""
        return 0

    def stderr_since(self, mark: int) -> str:
        """Nothing ever comes."""
        return ""

    def leave(self, timeout: float) -> int | None:
        """He stays."""
        return None

    def close(self) -> None:
        """Whoever started him ends him."""
        self.closed = True


def test_who_is_started_when_the_run_is_stopped_is_ended() -> None:
    """Somebody presses Ctrl-C in the moment in which the implementation is started: it is ended as well."""
    stops, child = Stops(), Started()

    def start() -> Started:
        stops._heard(signal.SIGINT, None)
        return child

    with pytest.raises(Stopped), stops.listening():
        Session(start, 1, stops)
    assert child.closed
