"""The walk: played on at random with the rules looking on, after the cases."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.conformance.by_hand import cases, shelf

from meldspec.cli.test import command
from meldspec.data import folder
from meldspec.protocol.case import Case, case_from_line
from meldspec.protocol.messages import ActRequest, DealRequest
from meldspec.runner.held_to import HeldTo
from meldspec.runner.outcome import Kind
from meldspec.runner.report import ExitCode, Report
from meldspec.runner.run import run
from meldspec.runner.walk import Plan
from meldspec.runner.walk_case import save_found

REFERENCE = [sys.executable, "-m", "meldspec", "serve"]
FOUND = {
    "forgets_the_hands": "score.hands",
    "never_ends_the_deal": "out.goes-out",
    "plays_out_of_turn": "turn.whose",
    "takes_only_the_top": "pile.take",
}
"""Who breaks a rule that a few deals come to, and the clause."""
UNCONCERNED = "meld.set"
"""A clause whose case all of these have right."""


def miniature(name: str) -> list[str]:
    """The command that starts one of the deliberately wrong implementations."""
    return [sys.executable, str(folder("conformance") / "miniatures" / f"{name}.py")]


def walked(command: list[str], deals: int, about: str = UNCONCERNED) -> Report:
    """A run with the cases about a clause, and on from there."""
    played = [case for case in cases() if case.subject == about]
    rules = HeldTo.of(shelf(), "canasta", localise=False)
    return run(played, command, variant="canasta", timeout=60, rules=rules, walk=Plan(deals))


def test_who_plays_by_the_rules_is_accused_of_nothing() -> None:
    """Deals with an engine that has everything right find nothing, and the same deals are played again from the same seed."""
    first, second = (walked(REFERENCE, 3) for _ in range(2))
    assert first.exit_code is ExitCode.CONFORMS
    assert first.walk == second.walk
    assert first.walk is not None
    assert first.walk.deals == 3 and first.walk.found == ()
    assert first.walk.acts > first.walk.refused > 0


@pytest.mark.parametrize("name", FOUND)
def test_who_breaks_a_rule_is_found_out(name: str, tmp_path: Path) -> None:
    """A broken rule about which no case was played is found, under its name, in a game that begins with a deal; the case that is
    kept of it is broken again when it is played by itself."""
    report = walked(miniature(name), 6)
    assert FOUND[name] in {finding.clause for finding in report.findings}
    assert report.exit_code is ExitCode.DIFFERS
    save_found(report, tmp_path / "found.jsonl")
    kept = [case_from_line(line, name) for line in (tmp_path / "found.jsonl").read_bytes().splitlines()]
    (case, *_) = (case for case in kept if case.subject == FOUND[name])
    assert isinstance(case.requests[0], DealRequest) and all(isinstance(one, ActRequest) for one in case.requests[1:])
    again = run([case], miniature(name), variant="canasta", timeout=60, rules=HeldTo.of(shelf(), "canasta", localise=False))
    assert [outcome.kind for outcome in again.outcomes] == [Kind.FAILED]


def test_what_an_earlier_walk_found_may_be_among_the_cases() -> None:
    """Where a mistake was mended, the same deals may lead to another one: it is a case of its own beside the one that was kept."""
    found = walked(miniature("plays_out_of_turn"), 3)
    (kept, *_) = (one.case for one in found.outcomes if one.case.id in (found.walk.found if found.walk else ()))
    name = "/".join((kept.id.rpartition("/")[0].replace(kept.subject, FOUND["takes_only_the_top"]), kept.id.rpartition("/")[2]))
    mine = [replace(kept, id=name), *(case for case in cases() if case.subject == UNCONCERNED)]
    rules = HeldTo.of(shelf(), "canasta", localise=False)
    again = run(mine, miniature("takes_only_the_top"), variant="canasta", timeout=60, rules=rules, walk=Plan(6))
    ids = [one.case.id for one in again.outcomes]
    assert len(set(ids)) == len(ids) and again.walk is not None and again.walk.found


def test_what_the_cases_have_found_is_not_told_again() -> None:
    """A rule that a case has shown to be broken is not told once more, but it is counted how often it came up."""
    report = walked(miniature("forgets_the_hands"), 2, about="score.hands")
    assert report.walk is not None
    assert report.walk.known > 0
    assert [finding.clause for finding in report.findings] == ["score.hands"]
    assert not any(case in report.walk.found for finding in report.findings for case in finding.cases)


def test_who_breaks_is_told_once() -> None:
    """An engine that dies over every discard is started again for each deal, and told of once."""
    report = walked(miniature("dies_on_discards"), 3)
    assert [outcome.kind for outcome in report.outcomes] == [Kind.PASSED, Kind.CRASH]
    assert report.walk is not None
    assert report.walk.known == 2
    assert report.outcomes[-1].case.requests[-1].cmd == "act"


@pytest.mark.parametrize("words", [["--save", "found.jsonl"], ["--seed", "3"]])
def test_what_is_for_a_walk_wants_one(words: list[str]) -> None:
    """Whoever asks for the finds of a walk, or for its seed, is told that none was asked for."""
    done = CliRunner().invoke(command, ["--variant", "canasta", *words, "--", *REFERENCE])
    assert done.exit_code == ExitCode.USAGE
    assert "--walk 20" in done.output


def test_nothing_found_writes_nothing(good: Case, tmp_path: Path) -> None:
    """Where nothing was found no file is written: a corpus without a case would be none."""
    report = Report("mini", (), None, ())
    save_found(report, tmp_path / "found.jsonl")
    assert list(tmp_path.glob("found*")) == []
