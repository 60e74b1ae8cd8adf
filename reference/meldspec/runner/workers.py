"""Several processes that play the cases of a run side by side, each its own part, and what they have recorded by now.

Cases are dealt out in turn, so which worker plays which hangs on their order alone. What they came to is taken in that order, as if
one process had played them all.
"""

import json
import os
import selectors
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from meldspec.protocol.case import Case
from meldspec.runner.family import ends_with_its_parent
from meldspec.runner.log import Event, Kind, event_from_json
from meldspec.runner.stopping import Stops
from meldspec.runner.worker import order

_CHUNK = 64 * 1024
_PATIENCE = 10.0
"""Seconds in which a worker that is told to end must have ended its implementation."""


@dataclass
class _Part:
    """One worker, and what came of it that is no whole line yet."""

    process: subprocess.Popen[bytes]
    left_running: int | None = 0
    begun: bytes = b""

    def lines(self, chunk: bytes) -> Iterator[bytes]:
        """The lines that a chunk of its output ends."""
        *whole, self.begun = (self.begun + chunk).split(b"\n")
        yield from whole

    def end(self) -> None:
        """End it, if it goes on; it ends its implementation before."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            # What it still writes is read, so that it is kept from nothing.
            self.process.communicate(timeout=_PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()


@dataclass
class Workers:
    """The processes that play the cases of a run. `events` has what they noted by now of each case, `farewell` what was wrong with
    how one of them was left."""

    command: Sequence[str]
    variant: str
    timeout: float
    restarts: int
    jobs: int
    cases: Sequence[Case]
    progress: Callable[[Case], None] | None = None
    events: dict[str, list[Event]] = field(default_factory=dict)
    farewell: str | None = None
    parts: list[_Part] = field(default_factory=list)

    @property
    def left_running(self) -> int | None:
        """How many processes their implementations left behind; None where that cannot be told."""
        left = [part.left_running for part in self.parts]
        return None if None in left else sum(filter(None, left))

    def play(self, stops: Stops) -> None:
        """Play all cases. What `stops` it leaves what was recorded by then, and no process running."""
        try:
            for number in range(min(self.jobs, len(self.cases))):
                with stops.held():
                    self.parts.append(self._started(self.cases[number :: self.jobs]))
            self._listen()
            for part in self.parts:
                if status := part.process.wait():
                    raise RuntimeError(f"a process that plays a part of the cases ended with exit status {status}")
        finally:
            with stops.held():
                for part in self.parts:
                    part.end()

    def _started(self, cases: Sequence[Case]) -> _Part:
        # A file and no pipe: nobody has to write while somebody reads.
        with tempfile.TemporaryFile() as told:
            told.writelines(order(self.command, self.variant, self.timeout, self.restarts, cases))
            told.seek(0)
            # What lies in the folder where it is started must not be taken for a module of ours. In a session of its own: Ctrl-C
            # is for whoever started it, and passed on.
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", "meldspec.runner.worker"],
                stdin=told,
                stdout=subprocess.PIPE,
                start_new_session=True,
                preexec_fn=ends_with_its_parent(),
            )
        return _Part(process)

    def _listen(self) -> None:
        """Take what the workers note, as it comes."""
        named = {case.id: case for case in self.cases}
        with selectors.DefaultSelector() as selector:
            for part in self.parts:
                assert part.process.stdout is not None
                selector.register(part.process.stdout, selectors.EVENT_READ, part)
            while selector.get_map():
                for key, _ in selector.select():
                    chunk = os.read(key.fd, _CHUNK)
                    if not chunk:
                        selector.unregister(key.fileobj)
                    for line in key.data.lines(chunk):
                        told = json.loads(line)
                        if "event" in told:
                            self._note(key.data, event_from_json(told, named))

    def _note(self, part: _Part, event: Event) -> None:
        part.left_running = event.left_running
        if event.recording is None:
            self.farewell = self.farewell or event.farewell
            return
        case = event.recording.case
        self.events.setdefault(case.id, []).append(event)
        if event.kind is Kind.PLAYED and self.progress is not None:
            self.progress(case)
