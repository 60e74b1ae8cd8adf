"""`make hostile`: spoilt inputs for every reader, faulty implementations for the runner, every command that writes hindered.

One table of what came of it is printed.

SEEDS (1) is how many seeds are tried, MINUTES (15) how long each of them takes at most; exit code 1 where there is a defect.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import reduce
from operator import add
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

from tests.hostile.hindered import Outcome
from tests.hostile.judged import Judged
from tests.hostile.measured import Measured
from tests.hostile.writers import WRITERS

TRIES = {
    "cases": 50_000,
    "yaml": 20_000,
    "reports": 10_000,
    "links": 20_000,
    "protocol": 1_000_000,
    "positions": 20_000,
    "rules": 20_000,
}
WORKERS = 2
"""Processes that share the tries of each row."""
WEIGHTS = {
    "cases": 4,
    "yaml": 10,
    "reports": 8,
    "links": 12,
    "protocol": 18,
    "faults": 9,
    "positions": 20,
    "rules": 24,
} | dict.fromkeys(WRITERS, 3)
"""What each row may take of the time; what one leaves of it the next ones have."""
MOST = 10_000
SHOWN = 20


def each(module: str, *words: str) -> list[Any]:
    """What the workers of a row print, each of which is a process whose memory is its own."""

    def one(worker: int) -> Any:
        command = [sys.executable, "-m", f"tests.hostile.{module}", *words, str(worker), str(WORKERS)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not done.stdout:
            raise AssertionError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr[-600:]}")
        return json.loads(done.stdout.splitlines()[-1])

    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(one, range(WORKERS)))


class Table:
    """The rows as they are printed, and the defects."""

    def __init__(self) -> None:
        self.defects: list[str] = []
        worst = f"{'worst time':>11} {'worst memory':>13}"
        print(
            f"{'seed':>4}  {'what':<18} {'tries':>8} {'refused':>8} {'defects':>8} {worst} {'processor':>11} {'took':>7}",
            flush=True,
        )

    def row(self, seed: int, one: Measured | Judged | Outcome, took: float) -> None:
        """Print a row; of a reader that fell short of its tries the number that was asked for, too."""
        name, refused, memory, note = one.name, "", "", ""
        if isinstance(one, Measured):
            refused, memory = str(one.refused), f"+{one.memory} MiB"
            note = f"   (of {TRIES[name]})" if one.tries < TRIES[name] else ""
        elif isinstance(one, Judged):
            memory = f"+{one.memory} MiB"
        else:
            note = f"   ({one.points} writings; files had changed in {one.changed}, drafts left: {one.drafts})"
        times = f"{one.work:>9.0f} s {took:>5.0f} s"
        numbers = f"{one.tries:>8} {refused:>8} {len(one.defects):>8} {one.seconds:>9.2f} s {memory:>13} {times}"
        print(f"{seed:>4}  {name:<18} {numbers}{note}", flush=True)
        self.defects += [f"{name}: {what}" for what in one.defects]


def reader(name: str, seed: int, seconds: float) -> list[Measured]:
    """The tries of one reader."""
    return [reduce(add, [Measured(**one) for one in each("measured", name, str(seed), str(TRIES[name] // WORKERS), str(seconds))])]


def faulty(name: str, seed: int, seconds: float) -> list[Judged]:
    """The faults of implementations, all of them."""
    return [reduce(add, [Judged(**one) for one in each("judged")])]


def writer(name: str, seed: int, seconds: float) -> list[Outcome]:
    """A command that writes, hindered."""
    found = each("hindered", name, str(seed), str(seconds), str(MOST))
    return [reduce(add, [Outcome(**one) for one in sort]) for sort in zip(*found, strict=True)]


def main() -> int:
    """All of it; what is kept between runs is kept for this one alone."""
    with TemporaryDirectory(prefix="hostile-") as cache:
        os.environ["MELDSPEC_CACHE"] = cache
        return everything()


def everything() -> int:
    """Row by row and seed by seed; 1 where something is a defect."""
    seeds, minutes = int(os.environ.get("SEEDS", "1")), float(os.environ.get("MINUTES", "15"))
    table, begun = Table(), monotonic()
    rows: dict[str, Callable[[str, int, float], Any]] = {
        name: reader if name in TRIES else writer if name in WRITERS else faulty for name in WEIGHTS
    }
    for seed in range(1, seeds + 1):
        until, left = monotonic() + minutes * 60, sum(WEIGHTS.values())
        for name, weight in WEIGHTS.items():
            at = monotonic()
            share = max(until - at, 0) * weight / left
            left -= weight
            for one in rows[name](name, seed, share):
                table.row(seed, one, monotonic() - at)
    print("".join(f"{defect}\n" for defect in table.defects[:SHOWN]), end="")
    print(f"{len(table.defects)} defects" if table.defects else "no defects", f"in {(monotonic() - begun) / 60:.1f} minutes")
    return int(bool(table.defects))


if __name__ == "__main__":
    sys.exit(main())
