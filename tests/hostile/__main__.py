"""`make hostile`: spoilt inputs for every reader, kills and full disks for every writer, and one table of what came of it.

SEEDS (1) is how many seeds are tried, MINUTES (15) how long each of them takes at most; exit code 1 where there is a defect.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random
from time import monotonic

from tests.hostile.measured import Measured
from tests.hostile.readers import READERS
from tests.hostile.writers import WRITERS, Attacks, Outcome

TRIES = {"rules": 20_000, "positions": 20_000, "cases": 50_000, "yaml": 20_000, "protocol": 1_000_000}
READING = 0.75
"""The share of the time that is for reading."""
KILLS = 100
"""How often each command is killed at most, and run on a full disk."""
SHOWN = 10


def read(reader: str, seed: int, seconds: float) -> Measured:
    """The tries of one reader, in a process of its own, whose memory is measured."""
    words = [sys.executable, "-m", "tests.hostile.measured", reader, str(seed), str(TRIES[reader]), str(seconds)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        return Measured(reader, defects=[f"the process ended with {done.returncode}: {done.stderr[-300:]}"])
    return Measured(**json.loads(done.stdout))


def written(seed: int, seconds: float) -> list[Outcome]:
    """Each command that writes, killed and on a full disk, for as long as there is time."""
    found: list[Outcome] = []
    for writer in WRITERS:
        attacks, until = Attacks(writer), monotonic() + seconds / len(WRITERS)
        killed, full = Outcome(f"kill -9 {writer.name}"), Outcome(f"full disk {writer.name}")
        for number in range(KILLS):
            if monotonic() > until:
                break
            attacks.killed(Random(f"{seed}:k{number}"), killed)
            attacks.full(Random(f"{seed}:f{number}"), full)
        found += [killed, full]
    return found


def main() -> int:
    """All of it, seed by seed; 1 where something is a defect."""
    seeds, minutes = int(os.environ.get("SEEDS", "1")), float(os.environ.get("MINUTES", "15"))
    defects: list[str] = []
    print(f"{'seed':>4}  {'what':<18} {'tries':>8} {'refused':>8} {'defects':>8} {'worst time':>11} {'worst memory':>13}")
    for seed in range(1, seeds + 1):
        share = minutes * 60 * READING / len(READERS)
        for reader in READERS:
            one = read(reader, seed, share)
            row = f"{one.tries:>8} {one.refused:>8} {len(one.defects):>8} {one.seconds:>9.2f} s {'+' + str(one.memory):>9} MiB"
            print(f"{seed:>4}  {reader:<18} {row}", flush=True)
            defects += [f"{reader} {what}" for what in one.defects]
        for act in written(seed, minutes * 60 * (1 - READING)):
            row = f"{act.tries:>8} {'':>8} {len(act.defects):>8} {act.seconds:>9.2f} s"
            print(f"{seed:>4}  {act.name:<18} {row}   (files had changed in {act.changed}, drafts left: {act.drafts})", flush=True)
            defects += act.defects
    print("\n".join(defects[:SHOWN]))
    print(f"{len(defects)} defects" if defects else "no defects")
    return int(bool(defects))


if __name__ == "__main__":
    sys.exit(main())
