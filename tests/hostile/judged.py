"""Implementations with a fault, each held against the tiny corpus as `meldspec test` does it, and what is told of it."""

from __future__ import annotations

import json
import os
import re
import resource
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import monotonic

from click.testing import CliRunner
from tests.hostile.faults import FAULTS, Fault
from tests.hostile.tiny import tiny_corpus

from meldspec.cli import main as meldspec

ENGINE = Path(__file__).resolve().parent / "faulty.py"
SILENT = 1.0
"""Seconds for an answer where none comes; they are more where one does, however busy the machine is."""
PATIENT = 20.0
SLOW = 15.0
"""Seconds that no run may take: it starts four times at most."""
MEMORY = 150
"""MiB by which no run may grow."""
SEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\ud800-\udfff]")
"""Signs of which none may reach a terminal."""


@dataclass
class Judged:
    """What came of the faults."""

    name: str = "faults"
    tries: int = 0
    seconds: float = 0.0
    memory: int = 0
    defects: list[str] = field(default_factory=list)

    def __add__(self, other: Judged) -> Judged:
        """What came of the faults of two processes."""
        worst = (max(self.seconds, other.seconds), max(self.memory, other.memory))
        return Judged(self.name, self.tries + other.tries, *worst, self.defects + other.defects)


def judged(faults: Iterable[Fault]) -> Judged:
    """Hold each of them against the corpus."""
    found, before = Judged(), _memory()
    with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
        corpus, pids = tiny_corpus(Path(folder) / "corpus"), Path(folder) / "pids"
        for fault in faults:
            at = monotonic()
            found.defects += [f"{fault.name}: {problem}" for problem in problems(fault, corpus, pids)]
            found.seconds = max(found.seconds, monotonic() - at)
            found.tries += 1
    found.memory = _memory() - before
    if found.memory > MEMORY:
        found.defects.append(f"grew by {found.memory} MiB")
    return found


def problems(fault: Fault, corpus: Path, pids: Path) -> list[str]:
    """What is told otherwise than it is to be."""
    pids.write_text("")
    timeout = str(SILENT if fault.silent else PATIENT)
    words = ["test", "--variant", "mini", "--corpus", str(corpus), "--timeout", timeout]
    at = monotonic()
    result = CliRunner(env={"FAKE_PIDS": str(pids)}).invoke(
        meldspec, [*words, "--", sys.executable, "-S", "-E", str(ENGINE), fault.name]
    )
    told = " ".join(result.output.split())
    found = [f"does not say “{word}”: {told[:600]}" for word in fault.words if word not in f"{told} "]
    if result.exit_code != fault.code:
        found.append(f"exit code {result.exit_code}, expected {fault.code}: {told[:600]}")
    if sign := SEEN.search(result.output):
        found.append(f"lets {sign.group()!r} through to the terminal")
    if monotonic() - at > SLOW:
        found.append(f"takes {monotonic() - at:.1f} s")
    found += [f"process {pid} is left" for pid in pids.read_text().split() if _living(int(pid))]
    return found


def _living(pid: int) -> bool:
    """Whether a process runs."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    """`judged WORKER WORKERS`: print what came of every so manieth fault as JSON."""
    worker, workers = map(int, sys.argv[1:])
    print(json.dumps(asdict(judged(FAULTS[worker::workers]))))


if __name__ == "__main__":
    main()
