"""Tries of one reader, measured: how many, what became of them, the worst time and memory. Run in a process of its own."""

from __future__ import annotations

import json
import resource
import signal
import sys
import traceback
from dataclasses import asdict, dataclass, field
from random import Random
from time import monotonic
from types import FrameType

from tests.hostile.readers import READERS, REFUSED

HANGS = 30
"""Seconds after which a try is broken off."""
SLOW = 10
"""Seconds that nothing may take."""
KIBI = 1024


@dataclass
class Measured:
    """What came of the tries of one reader; memory in MiB, how much more the process had at its worst than before the first try."""

    reader: str
    tries: int = 0
    refused: int = 0
    seconds: float = 0.0
    memory: int = 0
    defects: list[str] = field(default_factory=list)


class _Hangs(BaseException):
    """A try does not come to an end."""


def _broken_off(number: int, frame: FrameType | None) -> None:
    raise _Hangs


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // KIBI


def measured(reader: str, seed: int, tries: int, seconds: float) -> Measured:
    """So many tries of a reader, or as many as can be begun in a time; try N of a seed is the same everywhere."""
    found, attempt = Measured(reader), READERS[reader]
    # What is read once and kept is not what an input costs.
    attempt(Random(0))
    before, begun = _memory(), monotonic()
    signal.signal(signal.SIGALRM, _broken_off)
    for number in range(tries):
        if monotonic() - begun > seconds:
            break
        name, at = f"{seed}:{number}", monotonic()
        signal.alarm(HANGS)
        try:
            found.refused += attempt(Random(name)) == REFUSED
        except _Hangs:
            found.defects.append(f"{name}: more than {HANGS} s")
        except Exception:
            last = traceback.format_exc().strip().splitlines()
            found.defects.append(f"{name}: {last[-1][:200]} ({last[-3].strip() if len(last) > 2 else ''})")
        finally:
            signal.alarm(0)
        found.tries += 1
        took = monotonic() - at
        if SLOW < took < HANGS:
            found.defects.append(f"{name}: {took:.1f} s")
        found.seconds = max(found.seconds, took)
    found.memory = _memory() - before
    return found


if __name__ == "__main__":
    print(json.dumps(asdict(measured(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])))))
