"""Tries of one reader, measured: how many, what became of them, the worst time and memory. Run in a process of its own."""

from __future__ import annotations

import json
import resource
import signal
import sys
import traceback
from dataclasses import asdict, dataclass, field
from random import Random
from time import monotonic, process_time
from types import FrameType

from tests.hostile.readers import READERS, REFUSED, WARM

HANGS = 120
"""Seconds by the clock after which a try is broken off."""
SLOW = 10
"""Seconds of the processor that nothing may take: by the clock every try is slow where others keep the machine busy."""
KIBI = 1024


@dataclass
class Measured:
    """What came of the tries of one reader; times in seconds of the processor, memory in MiB: how much more the process had at its
    worst than before the first try."""

    name: str
    tries: int = 0
    refused: int = 0
    seconds: float = 0.0
    memory: int = 0
    work: float = 0.0
    """Seconds of the processor that all of it took."""
    defects: list[str] = field(default_factory=list)

    def __add__(self, other: Measured) -> Measured:
        """The tries of two processes together."""
        return Measured(
            self.name,
            self.tries + other.tries,
            self.refused + other.refused,
            max(self.seconds, other.seconds),
            max(self.memory, other.memory),
            self.work + other.work,
            self.defects + other.defects,
        )


class _Hangs(BaseException):
    """A try does not come to an end."""


def _broken_off(number: int, frame: FrameType | None) -> None:
    raise _Hangs


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // KIBI


def measured(reader: str, seed: int, tries: int, seconds: float, worker: int = 0, workers: int = 1) -> Measured:
    """So many tries of a reader, or as many as can be begun in a time; what is tried as number N of a seed is the same everywhere,
    and of several workers each takes every so manieth number."""
    found = Measured(reader)
    # What is read once and kept is not what an input costs.
    list(READERS[reader](Random(0)))
    before, begun, number = _memory(), monotonic(), worker
    signal.signal(signal.SIGALRM, _broken_off)
    while found.tries < tries and monotonic() - begun < seconds:
        _try(found, f"{seed}:{number}")
        number += workers
    found.memory, found.work = _memory() - before, process_time()
    return found


def _try(found: Measured, name: str) -> None:
    """Whatever is tried under a name: one text, or the lines of a whole conversation."""
    attempt, goes_on = READERS[found.name](Random(name)), True
    while goes_on:
        at = process_time()
        signal.alarm(HANGS)
        try:
            outcome = next(attempt, None)
            goes_on = outcome is not None
            found.refused += outcome == REFUSED
        except _Hangs:
            found.defects.append(f"{name}: more than {HANGS} s")
        except Exception:
            last = traceback.format_exc().strip().splitlines()
            found.defects.append(f"{name}: {last[-1][:200]} ({last[-3].strip() if len(last) > 2 else ''})")
        finally:
            signal.alarm(0)
        found.tries += goes_on
        took = process_time() - at
        if took > SLOW:
            found.defects.append(f"{name}: {took:.1f} s")
        found.seconds = max(found.seconds, took)


def main() -> None:
    """`measured READER SEED TRIES SECONDS WORKER WORKERS`: print what came of it as JSON."""
    reader, seed, tries, seconds, worker, workers = sys.argv[1:]
    WARM.get(reader, lambda: None)()
    print(json.dumps(asdict(measured(reader, int(seed), int(tries), float(seconds), int(worker), int(workers)))))


if __name__ == "__main__":
    main()
