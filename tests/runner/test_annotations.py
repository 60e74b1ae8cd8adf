"""Annotations of GitHub Actions: one line a finding, in which nothing that an implementation says is a command."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from tests.cli.quick_snap import run

from meldspec.runner.annotations import annotations as annotations_of
from meldspec.runner.report import Report

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "pytest.md").read_text(encoding="utf-8")
DEALER = PAGE.partition("# test_dealer.py\n")[2].partition("test_dealer = ")[0] + "from meldspec import speak\nspeak(Dealer())\n"
NASTY = "::error::x%0A\n::set-env name=PATH::/"


def printed(folder: Path, code: str, *words: str) -> list[str]:
    """The lines of a run in which an engine in Python deals."""
    (folder / "engine.py").write_text(code, encoding="utf-8")
    how = ("--variant", "manzana", "--upto", "deal", "--no-localise", *words)
    return run("test", *how, "--", sys.executable, "engine.py").output.splitlines()


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the engine is the one that a run begins in, and nobody runs it for GitHub."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)


def test_a_finding_is_an_error_at_the_engines_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Actions run it, a dealer who begins himself is an error at the file of the engine, with the rule and both answers."""
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    lines = printed(tmp_path, DEALER.replace('1 - request["dealer"]', 'request["dealer"]'))
    (error,) = [line for line in lines if line.startswith("::error")]
    assert error.startswith(
        "::error file=engine.py,title=deal.begin leaves another table::The deal leaves another table than the rules have: "
        "whose turn it is: 1, and by the rules 0.%0A"
        "Who begins [deal.begin]: Whoever did not deal"
    )
    assert "%0Aexpected: turn: 0%0Afound: turn: 1%0A" in error


def test_what_an_engine_says_is_no_command(tmp_path: Path) -> None:
    """Between the report's first line and its last nothing is heard as a command, and in an annotation all of it is escaped."""
    wrong = DEALER.replace('"phase": "draw"', f'"phase": {NASTY!r}').replace('"name": "dealer"', f'"name": {NASTY!r}')
    lines = printed(tmp_path, wrong, "--annotations")
    stopped = re.fullmatch(r"::stop-commands::([0-9a-f]{32})", lines[0])
    assert stopped
    heard = lines[lines.index(f"::{stopped[1]}::") + 1 :]
    assert len(heard) == 1 and heard[0].startswith("::error file=engine.py,title=")
    assert "%250A" in heard[0] and "::set-env name=PATH::/" in heard[0].partition("::")[2]


def test_nobody_is_annotated_who_did_not_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal, where it is not asked for, and of an engine that conforms there are no annotations."""
    wrong = DEALER.replace('1 - request["dealer"]', 'request["dealer"]')
    assert not any(line.startswith("::") for line in printed(tmp_path, wrong))
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    # Of one that conforms there are only the two lines between which nothing is a command.
    assert len([line for line in printed(tmp_path, DEALER) if line.startswith("::")]) == 2


def test_a_program_in_the_command_is_no_file() -> None:
    """A command may hold a whole program, which is longer than any name of a file."""
    report = Report("canasta", (sys.executable, "-c", "pass\n" * 1000), None, ())
    assert all(line.startswith("::error title=") for line in annotations_of(report))
