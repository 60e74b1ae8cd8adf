"""Commands that write, killed at random moments and written to a disk that is full: every file is the old one or the new one."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic, sleep

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "meldspec")
DRAFT = ".draft"
REFUSED = 74
"""The exit code where the system refuses to write."""
Files = dict[str, bytes]


@dataclass(frozen=True)
class Writer:
    """A command that writes into a folder, which is `{}` in its words, and what stands there before."""

    name: str
    words: tuple[str, ...]
    prepare: Callable[[Path], None]


def _untidy(place: Path) -> None:
    """Rules that are to be formatted."""
    for path in sorted((ROOT / "spec" / "variants").glob("*.rules"))[:3]:
        (place / path.name).write_bytes(path.read_bytes().replace(b"\n\n", b"\n\n\n"))


def _reviewed(place: Path) -> None:
    """A folder of rules of one's own that inherits something unread."""
    shutil.copytree(ROOT / "docs" / "own-variant", place, dirs_exist_ok=True)
    (place / "review").mkdir(exist_ok=True)
    (place / "review" / "kitchen.yaml").write_text("# Looked at.\n" * 200, encoding="utf-8")


def _pages(place: Path) -> None:
    """Pages of an earlier day."""
    for name in ("clauses.json", "books.md", "ids.md"):
        (place / name).write_bytes(b"old\n" * 500)


def _corpus(place: Path) -> None:
    """A corpus that other rules would write otherwise."""
    shutil.copytree(ROOT / "conformance" / "corpus" / "manzana", place / "manzana")
    for path in (place / "manzana").glob("*.jsonl"):
        path.write_bytes(path.read_bytes().replace(b'"title":"', b'"title":"Once '))


WRITERS = (
    Writer("format", ("format", "{}"), _untidy),
    Writer("review", ("review", "kitchen", "cards.pack", "--holds", "So it is.", "--spec", "{}"), _reviewed),
    Writer("docs", ("docs", "--spec", "docs/own-variant", "{}"), _pages),
    Writer("corpus", ("corpus", "manzana", "--out", "{}"), _corpus),
)


@dataclass
class Outcome:
    """What came of one sort of attack on one command."""

    name: str
    tries: int = 0
    changed: int = 0
    drafts: int = 0
    seconds: float = 0.0
    defects: list[str] = field(default_factory=list)


def files(place: Path) -> Files:
    """What stands in a folder, drafts left out."""
    found = (path for path in sorted(place.rglob("*")) if path.is_file() and path.suffix != DRAFT)
    return {str(path.relative_to(place)): path.read_bytes() for path in found}


def begun(writer: Writer, place: Path, most: int | None = None) -> subprocess.Popen[bytes]:
    """The command, started; with no file longer than so many bytes."""

    def full() -> None:
        if most is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    words = [*COMMAND, *(word.format(place) for word in writer.words)]
    # Python itself would leave half of a compiled module behind, and never read it again without an error.
    surroundings = {**os.environ, "MELDSPEC_CACHE": "off", "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=full, env=surroundings)


class Attacks:
    """The attacks on one command: what it writes when nobody hinders it is found out first."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.root = Path(tempfile.mkdtemp(prefix="hostile-"))
        place = self.fresh()
        self.old, at = files(place), monotonic()
        with begun(writer, place) as running:
            said = running.communicate()[1]
        if running.returncode:
            raise AssertionError(f"{writer.name} does not run by itself: {said.decode()[:400]}")
        self.takes, self.new = monotonic() - at, files(place)

    def fresh(self) -> Path:
        """A folder as it stands before."""
        place = self.root / "place"
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir()
        self.writer.prepare(place)
        return place

    def _judge(self, outcome: Outcome, place: Path, what: str) -> None:
        """Note every file that is neither the old nor the new one."""
        now = files(place)
        for name, text in now.items():
            if text not in (self.old.get(name), self.new.get(name)):
                outcome.defects.append(f"{self.writer.name} {what}: {name} has {len(text)} bytes, part of neither")
        if lost := [name for name in self.old if name in self.new and name not in now]:
            outcome.defects.append(f"{self.writer.name} {what}: {lost[0]} is gone")
        outcome.changed += now != self.old
        outcome.drafts += len(list(place.rglob(f"*{DRAFT}")))
        outcome.tries += 1

    def killed(self, random: Random, outcome: Outcome) -> None:
        """Kill it at a random moment; most of these late, when it writes."""
        place, after = self.fresh(), self.takes * (1 - random.random() ** 2 * 0.6)
        with begun(self.writer, place) as running:
            sleep(after)
            running.send_signal(signal.SIGKILL)
            running.communicate()
        self._judge(outcome, place, f"killed after {after:.2f} s")

    def full(self, random: Random, outcome: Outcome) -> None:
        """Run it where no file can be longer than a random size."""
        place, most = self.fresh(), int(max(map(len, self.new.values())) * random.random() ** 2)
        at = monotonic()
        with begun(self.writer, place, most) as running:
            said = running.communicate()[1].decode(errors="replace")
        outcome.seconds = max(outcome.seconds, monotonic() - at)
        what = f"on a disk with room for {most} bytes"
        self._judge(outcome, place, what)
        if "Traceback" in said or running.returncode not in (0, REFUSED):
            outcome.defects.append(f"{self.writer.name} {what}: exit code {running.returncode}, {said[-200:]}")
        if outcome.drafts:
            outcome.defects.append(f"{self.writer.name} {what}: a draft is left")
