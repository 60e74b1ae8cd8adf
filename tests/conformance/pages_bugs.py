"""The engine of ordinary Canasta that was written from the pages alone, with mistakes sown in it: which of them a report names.

`python -m tests.conformance.pages_bugs` judges all of them and prints what came of it; with words, those whose names begin so.
It has no more memory than MEMORY, and says how much it took.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml
from tests.engine.variants import shelf

from meldspec.data import folder
from meldspec.protocol.case import Case, load_cases
from meldspec.protocol.manifest import FULL, of_size, read_manifest
from meldspec.runner.held_to import HeldTo
from meldspec.runner.report import Report
from meldspec.runner.run import run

ENGINE = folder("conformance") / "adapters" / "pages-canasta"
PATCHES = ENGINE / "bugs"
PATCH = shutil.which("patch")
PATIENT = 60
"""Seconds for each answer, however busy the machine is."""
MEMORY = 4 << 30
"""Bytes of addresses that the judge may take: what looks ahead without a bound breaks off here, and does not take the machine."""


@dataclass(frozen=True)
class Bug:
    """A mistake as `bugs.yaml` tells of it: `clauses` are those that it breaks; `found` is the clause under which a report is to
    have it, and `unfound` says why none has it, where that is so."""

    name: str
    wrong: str
    clauses: tuple[str, ...]
    found: str = ""
    unfound: str = ""

    @property
    def patch(self) -> Path:
        """What sows it."""
        return PATCHES / f"{self.name}.patch"

    @property
    def named(self) -> bool:
        """Whether a report is to have it under a clause that it breaks."""
        return self.found in self.clauses


@cache
def told() -> dict[str, Any]:
    """What `bugs.yaml` has."""
    found = yaml.safe_load((PATCHES / "bugs.yaml").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def bugs() -> list[Bug]:
    """All of them, in their order."""
    return [Bug(**{**one, "clauses": tuple(one["clauses"])}) for one in told()["bugs"]]


def pairs() -> list[tuple[Bug, Bug]]:
    """Those that are sown two at once."""
    by_name = {bug.name: bug for bug in bugs()}
    return [(by_name[first], by_name[second]) for first, second in told()["pairs"]]


@cache
def corpus(variant: str, size: str = FULL) -> tuple[Case, ...]:
    """The cases of a variant that a run of some size plays."""
    cases = folder("conformance") / "corpus"
    return tuple(of_size(load_cases(cases, variant), size, read_manifest(cases)))


def sown(into: Path, *some: Bug) -> Path:
    """A copy of the engine with these mistakes in it."""
    copy = into / "-".join(["engine", *(bug.name[:2] for bug in some)])
    shutil.copytree(ENGINE, copy, ignore=shutil.ignore_patterns("__pycache__", "bugs"))
    for bug in some:
        done = subprocess.run(["patch", "-p1", "-i", str(bug.patch)], cwd=copy, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    return copy


def judged(variant: str, *command: str, size: str = FULL) -> Report:
    """An engine, held against the cases of a variant."""
    rules = HeldTo.of(shelf(), variant)
    return run(corpus(variant, size), command, variant=variant, timeout=PATIENT, rules=rules)


def judged_with(into: Path, *some: Bug) -> Report:
    """The engine with some mistakes in it, held against the corpus."""
    return judged("canasta", sys.executable, "-B", str(sown(into, *some) / "main.py"))


def clauses_of(report: Report) -> set[str]:
    """The clauses that the findings of a report name: what they are booked on, and what would explain them."""
    found = report.findings
    lines = {line.partition(":")[0] for one in found for line in one.lines}
    return lines | {one.clause for one in found} | {one.cause.clause for one in found if one.cause}


def outcome(some: Sequence[Bug], named: set[str]) -> str:
    """What came of some mistakes at once, in a few words."""
    if all(named & set(bug.clauses) for bug in some):
        return "named"
    if all(named & {bug.found, *bug.clauses} for bug in some):
        return "found"
    return "not as told" if named else "not found"


def main(beginnings: Iterable[str]) -> None:
    """Judge the bugs whose names begin so, or else all and the pairs, and print what each report names."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    wanted = tuple(beginnings)
    alone = [(bug,) for bug in bugs() if not wanted or bug.name.startswith(wanted)]
    found = right = 0
    with TemporaryDirectory() as scratch:
        for some in [*alone, *(() if wanted else pairs())]:
            named = clauses_of(judged_with(Path(scratch), *some))
            names = " + ".join(bug.name for bug in some)
            print(f"{names:75} {outcome(some, named):11} {' '.join(sorted(named))}", flush=True)
            if len(some) == 1:
                found += bool(named)
                right += bool(named & set(some[0].clauses))
    print(f"of {len(alone)} bugs {found} are found, {right} of them under a clause that they break")
    print(f"the judge took {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10} MB at most")


if __name__ == "__main__":
    main(sys.argv[1:])
