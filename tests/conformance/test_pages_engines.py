"""Two engines that were written from the pages alone conform, and what is sown wrong in one of them is found and told."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from tests.conformance.pages_bugs import (
    ENGINE,
    PATCH,
    PATCHES,
    Bug,
    bugs,
    clauses_of,
    judged,
    judged_with,
    pairs,
    sown,
)
from tests.engine.variants import shelf
from tests.sampling import sampled

from meldspec.data import folder
from meldspec.runner.outcome import Kind
from meldspec.runner.report import ExitCode, Report

NODE = shutil.which("node")
KADNER = folder("conformance") / "adapters" / "pages-kadner" / "main.mjs"
QUICK = {"14-buried-three-replaced"}
"""What `make test` sows: it shows in one case alone, and the line of the rules is found that would explain it."""

needs_patch = pytest.mark.skipif(PATCH is None, reason="there is no command `patch` to sow the mistakes with")


def amiss(report: Report) -> list[str]:
    """What there is in the report of an engine that has everything right: nothing."""
    ended = [kind.name for kind in report.counts if kind is not Kind.PASSED]
    read = [seen.question for seen in report.failed_readings]
    exit_code = [] if report.exit_code is ExitCode.CONFORMS else [f"exit code {report.exit_code}"]
    return [*(finding.at for finding in report.findings), *ended, *read, *exit_code]


def told_wrong(report: Report, bug: Bug) -> bool:
    """Whether the report does not have a mistake under the clause that is told, or has it under a clause that it breaks where it is
    told to be named by none, or has anything where no case is told to find it."""
    named = clauses_of(report)
    if bug.unfound:
        return bool(named)
    return bug.found not in named or bug.named != bool(named & set(bug.clauses))


# ── what is right ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_ordinary_canasta_conforms() -> None:
    """The engine of ordinary Canasta has every case right."""
    assert amiss(judged("canasta", sys.executable, "-B", str(ENGINE / "main.py"))) == []


@pytest.mark.skipif(NODE is None, reason="needs Node to run conformance/adapters/pages-kadner; there is no command `node`")
def test_kadner_conforms() -> None:
    """The engine of Hand and Foot with Wild Cards and Sevens has every case right."""
    assert amiss(judged("kadner", "node", str(KADNER))) == []


# ── what is sown ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_bug_is_told() -> None:
    """Every patch is told of, with clauses that the game has, and with where it is found or why it is not."""
    assert [bug.patch for bug in bugs()] == sorted(PATCHES.glob("*.patch"))
    clauses = {entry.clause.id for entry in shelf().sheet("canasta").book.entries}
    for bug in bugs():
        assert bug.clauses and {*bug.clauses, *([bug.found] if bug.found else [])} <= clauses, bug.name
        assert bool(bug.found) != bool(bug.unfound), bug.name


@needs_patch
def test_every_bug_can_be_sown(tmp_path: Path) -> None:
    """Every patch applies to the engine as it is, the pairs one after the other, and what comes of it is still a program."""
    for some in [*((bug,) for bug in bugs()), *pairs()]:
        for changed in (sown(tmp_path, *some) / "ordinary").glob("*.py"):
            assert compile(changed.read_text(encoding="utf-8"), changed.name, "exec")


@needs_patch
@pytest.mark.parametrize("bug", sampled(bugs(), lambda bug: bug.name in QUICK), ids=lambda bug: bug.name)
def test_a_bug_is_found(bug: Bug, tmp_path: Path) -> None:
    """A mistake that is sown is found, and the report names it as the list says."""
    report = judged_with(tmp_path, bug)
    assert not told_wrong(report, bug), clauses_of(report)


@needs_patch
@pytest.mark.thorough
@pytest.mark.parametrize("pair", pairs(), ids=lambda pair: " + ".join(bug.name for bug in pair))
def test_two_bugs_are_told_apart(pair: tuple[Bug, Bug], tmp_path: Path) -> None:
    """Of two mistakes at once each is found, and named as it is alone."""
    report = judged_with(tmp_path, *pair)
    assert [bug.name for bug in pair if told_wrong(report, bug)] == []
