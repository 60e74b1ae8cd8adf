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
LONGER = 5
"""How many times as long one is waited for that was silent and told of in other words: others may keep the machine busy."""
SLOW = 60.0
"""Seconds that no run may take."""
MEMORY = 150
"""MiB by which no run may grow."""
SEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\ud800-\udfff]")
"""Signs of which none may reach a terminal."""


TAGS = {
    *("html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3", "h4", "p", "b", "a", "br", "code", "pre"),
    *("ul", "ol", "li", "dl", "dt", "dd", "div", "span", "table", "thead", "tbody", "tr", "th", "td"),
    *("section", "aside", "details", "summary"),
}
"""The elements of a page of a report: whatever else is there was said by an implementation."""


@dataclass
class Judged:
    """What came of the faults."""

    name: str = "faults"
    tries: int = 0
    seconds: float = 0.0
    memory: int = 0
    work: float = 0.0
    """Seconds of the processor, of the runner and of all implementations together."""
    defects: list[str] = field(default_factory=list)

    def __add__(self, other: Judged) -> Judged:
        """What came of the faults of two processes."""
        worst = (max(self.seconds, other.seconds), max(self.memory, other.memory))
        return Judged(self.name, self.tries + other.tries, *worst, self.work + other.work, self.defects + other.defects)


def judged(faults: Iterable[Fault]) -> Judged:
    """Hold each of them against the corpus."""
    found, before = Judged(), _memory()
    with tempfile.TemporaryDirectory(prefix="hostile-") as folder:
        corpus, pids = tiny_corpus(Path(folder) / "corpus"), Path(folder) / "pids"
        for fault in faults:
            at = monotonic()
            wrong = problems(fault, corpus, pids)
            if wrong and fault.silent:
                wrong = problems(fault, corpus, pids, LONGER)
            found.defects += [f"{fault.name}: {problem}" for problem in wrong]
            found.seconds = max(found.seconds, monotonic() - at)
            found.tries += 1
    found.memory, found.work = _memory() - before, spent()
    if found.memory > MEMORY:
        found.defects.append(f"grew by {found.memory} MiB")
    return found


def problems(fault: Fault, corpus: Path, pids: Path, longer: int = 1) -> list[str]:
    """What is told otherwise than it is to be."""
    pids.write_text("")
    timeout = str(SILENT * longer if fault.silent else PATIENT)
    page = pids.with_suffix(".html")
    page.unlink(missing_ok=True)
    words = ["test", "--variant", "mini", "--corpus", str(corpus), "--timeout", timeout, "--html", str(page), "--annotations"]
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
    found += _wrong_page(page)
    if monotonic() - at > SLOW:
        found.append(f"takes {monotonic() - at:.1f} s")
    found += [f"process {pid} is left" for pid in pids.read_text().split() if _living(int(pid))]
    return found


def _wrong_page(page: Path) -> list[str]:
    """What is wrong with the page that was written of it."""
    if not page.is_file():
        return ["has no page"]
    text = page.read_text(encoding="utf-8")
    wrong = [f"lets {sign.group()!r} through to the page"] if (sign := SEEN.search(text)) else []
    tags = set(re.findall(r"<([a-z0-9]+)", text)) - TAGS
    return wrong + [f"has a <{tag}> on its page" for tag in sorted(tags)]


def _living(pid: int) -> bool:
    """Whether a process runs."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def spent() -> float:
    """The seconds of the processor that this process and those that it has ended have had."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    """`judged WORKER WORKERS`: print what came of every so manieth fault as JSON."""
    worker, workers = map(int, sys.argv[1:])
    print(json.dumps(asdict(judged(FAULTS[worker::workers]))))


if __name__ == "__main__":
    main()
