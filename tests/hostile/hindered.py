"""A command that writes, hindered in every way: killed at random moments and at every writing, refused every writing by the system,
and on a disk with room for part of it. Each file must be the old or the new one.

The command is run up to its first writing once, in this process, which then forks: each try goes on from there.
"""

from __future__ import annotations

import atexit
import errno
import json
import os
import resource
import select
import shutil
import signal
import sys
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

from tests.hostile.judged import spent
from tests.hostile.points import KILL, Points
from tests.hostile.writers import ROOT, WRITERS, broken, drafts, files

KILLS = 100
"""How often a command is killed at random moments, and run on a disk with room for part of what it writes."""
REFUSED = 74
"""The exit code where the system refuses to write."""
ERRORS = (errno.ENOSPC, errno.EIO, errno.EROFS, errno.EACCES)
HANGS = 180.0


@dataclass
class Outcome:
    """What came of one sort of hindrance to one command."""

    name: str
    tries: int = 0
    changed: int = 0
    drafts: int = 0
    seconds: float = 0.0
    points: int = 0
    """How many moments there are at which the command writes."""
    work: float = 0.0
    """Seconds of the processor that all tries on the command took, those of the other sort too."""
    defects: list[str] = field(default_factory=list)

    def __add__(self, other: Outcome) -> Outcome:
        """What came of the tries of two processes."""
        both = (self.tries + other.tries, self.changed + other.changed, self.drafts + other.drafts)
        return Outcome(
            self.name, *both, max(self.seconds, other.seconds), self.points, self.work + other.work, self.defects + other.defects
        )


class Plan(NamedTuple):
    """How a try is hindered: killed after some seconds, without room for so many bytes, or struck at a moment by an error."""

    after: float | None = None
    room: int | None = None
    at: int = 0
    error: int = KILL

    @property
    def kills(self) -> bool:
        """Whether the command is not told of it."""
        return self.after is not None or (self.at > 0 and self.error == KILL)

    def __str__(self) -> str:
        if self.after is not None:
            return f"killed after {self.after:.3f} s"
        if self.room is not None:
            return f"on a disk with room for {self.room} bytes"
        return f"at its writing {self.at}: {'killed' if self.error == KILL else os.strerror(self.error)}"


class Ended(NamedTuple):
    """How a try ended: its exit code, or less than 0 and the number of a signal; what it said; how long it took."""

    code: int
    said: str
    seconds: float


class Hindered:
    """The tries on one command."""

    def __init__(self, name: str, seed: int, seconds: float, most: int, worker: int, workers: int) -> None:
        self.name, self.writer = name, WRITERS[name]
        self.seed, self.seconds, self.most = seed, seconds, most
        self.mine = slice(worker, None, workers)
        self.place = Path(tempfile.mkdtemp(prefix="hostile-")) / "place"
        self.points = Points(self.place, self._all)
        self.killed, self.refused = Outcome(f"killed: {name}"), Outcome(f"refused: {name}")

    def run(self) -> None:
        """Run the command; this comes back in each process in which a try has come to its end."""
        from meldspec.cli import main

        self._fresh()
        if self.writer.keeps:
            os.environ["MELDSPEC_CACHE"] = str(self.place)
        with tempfile.TemporaryFile() as answers:
            answers.write(self.writer.answers.encode())
            answers.seek(0)
            os.dup2(answers.fileno(), 0)
        self.points.watch()
        os.chdir(ROOT)
        sys.argv = ["meldspec", *(word.format(self.place) for word in self.writer.words)]
        main(prog_name="meldspec")

    def _fresh(self) -> None:
        """Let the folder be as it was."""
        shutil.rmtree(self.place, ignore_errors=True)
        self.place.mkdir()
        self.writer.prepare(self.place)

    def _all(self) -> None:
        """All tries, each in a process of its own, in which alone this comes back; this process ends here."""
        try:
            self.old = files(self.place)
            ended = self._tried(Plan())
            if ended is None:
                return
            if ended.code not in self.writer.codes:
                raise AssertionError(f"{self.name} does not run by itself: {ended.said[-400:]}")
            self.takes, self.new = ended.seconds, files(self.place)
            self.killed.points = self.refused.points = int(ended.said.split()[-1])
            if not self._hindered():
                return
        except BaseException as defect:
            self.refused.defects.append(f"{self.name}: {defect}")
        self.killed.work = self.refused.work = spent()
        print(json.dumps([asdict(self.killed), asdict(self.refused)]), flush=True)
        shutil.rmtree(self.place.parent, ignore_errors=True)
        os._exit(0)

    def _hindered(self) -> bool:
        """Let every plan be tried for which there is time; False in the process of a try."""
        begun = monotonic()
        for plan in self._plans()[self.mine][: self.most]:
            if monotonic() - begun > self.seconds:
                break
            ended = self._tried(plan)
            if ended is None:
                return False
            self._judge(plan, ended)
        return True

    def _plans(self) -> list[Plan]:
        """The plans of a seed, in an order in which the first of them are of every sort."""
        random, points = Random(f"{self.seed}:{self.name}"), range(1, self.killed.points + 1)
        most = max(map(len, self.new.values()))
        plans = [Plan(after=self.takes * random.random()) for _ in range(KILLS)]
        plans += [Plan(room=int(most * random.random() ** 2)) for _ in range(KILLS)]
        plans += [Plan(at=at) for at in points]
        plans += [Plan(at=at, error=random.choice(ERRORS)) for at in points]
        random.shuffle(plans)
        return plans

    def _tried(self, plan: Plan) -> Ended | None:
        """How a try ended that was hindered so; None in the process of the try."""
        self._fresh()
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(read)
            for standard in (1, 2):
                os.dup2(write, standard)
            os.close(write)
            self.points.count, self.points.at, self.points.error = 0, plan.at, plan.error
            if plan == Plan():
                atexit.register(lambda: print(self.points.count, file=sys.stderr))
            if plan.room is not None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (plan.room, plan.room))
            return None
        os.close(write)
        begun, said = monotonic(), b""
        until = begun + (HANGS if plan.after is None else plan.after)
        while True:
            if not select.select([read], [], [], max(until - monotonic(), 0))[0]:
                os.kill(pid, signal.SIGKILL)
                until = monotonic() + HANGS
            elif chunk := os.read(read, 65536):
                said += chunk
            else:
                break
        os.close(read)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        return Ended(code, said.decode(errors="replace"), monotonic() - begun)

    def _judge(self, plan: Plan, ended: Ended) -> None:
        """Note what came of a try."""
        outcome, now = self.killed if plan.kills else self.refused, files(self.place)
        outcome.tries += 1
        outcome.changed += now != self.old
        outcome.drafts += drafts(self.place)
        outcome.seconds = max(outcome.seconds, ended.seconds)
        told = f"{self.name} {plan}"
        if problem := broken(self.writer, self.old, self.new, now):
            outcome.defects.append(f"{told}: {problem}")
        if plan.kills and ended.code == -signal.SIGKILL:
            return
        # What cannot be kept for the next run is no failure of this one.
        codes = self.writer.codes if self.writer.keeps else (*self.writer.codes, REFUSED)
        if "Traceback" in ended.said or ended.code not in codes:
            outcome.defects.append(f"{told}: exit code {ended.code}, {ended.said[-200:]}")
        if drafts(self.place):
            outcome.defects.append(f"{told}: a draft is left")


def main() -> None:
    """`hindered COMMAND SEED SECONDS MOST WORKER WORKERS`: print what came of it as JSON."""
    name, seed, seconds, most, worker, workers = sys.argv[1:]
    os.environ.setdefault("MELDSPEC_CACHE", "off")
    Hindered(name, int(seed), float(seconds), int(most), int(worker), int(workers)).run()


if __name__ == "__main__":
    main()
