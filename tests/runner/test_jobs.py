"""Several processes of an implementation that play the cases side by side."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.runner.conftest import DEALT, DRAW, DRAWN, DRAWN_TWO, ILLEGAL, ILLEGAL_DISCARD, raw_case
from tests.sampling import sampled
from tests.surroundings import listens_to_signals

from meldspec.cli import main
from meldspec.data import folder
from meldspec.protocol.case import Case, case_from_json
from meldspec.runner.outcome import Kind
from meldspec.runner.report_files import report_to_json
from meldspec.runner.run import run
from meldspec.runner.stopping import Stops

MakeCommand = Callable[..., list[str]]
SERVE = [sys.executable, "-c", "from meldspec.cli import main; main()", "serve"]
SLOW = """
import json, os, sys, time
print(os.getpid(), file=open(os.environ["FAKE_PIDS"], "a"), flush=True)
who = {"implementation": {"name": "Slow", "version": "1", "language": "Python"}, "variants": ["mini"]}
for line in sys.stdin:
    request = json.loads(line)
    if request["cmd"] == "hello":
        print(json.dumps({"seq": request["seq"], "ok": who}), flush=True)
    elif request["options"] or time.sleep(0.1):
        time.sleep(600)
    else:
        print(json.dumps({"seq": request["seq"], "ok": {"observation": {"stock": 4}}}), flush=True)
"""
"""An engine that needs a moment for a deal, and never comes back from one with options."""


def cases(troubles: int = 1) -> list[Case]:
    """Cases that go right, go wrong, tell readings apart, and get the engine into trouble."""
    worlds = [{"readings": {"draw": "two"}, "from": 1, "expect": [DRAWN_TWO]}]
    raw = [
        raw_case("good/allows-1", [DRAW], [DEALT, DRAWN]),
        raw_case("draw/reading-1", [DRAW], [DEALT, DRAWN], worlds=worlds, purpose="reading"),
        raw_case("wrong/allows-1", [], [{"observation": {"turn": 3}}]),
        *(raw_case(f"trouble/allows-{n}", [DRAW], [DEALT, DRAWN], trouble=True) for n in range(troubles)),
        raw_case("wrong/allows-2", [], [{"observation": {"turn": 3}}]),
        raw_case("again/refuses-1", [ILLEGAL_DISCARD], [DEALT, ILLEGAL]),
        raw_case("good/allows-2", [DRAW], [DEALT, DRAWN]),
    ]
    return [case_from_json(one) for one in raw]


def told(command: list[str], jobs: int, played: list[Case], **how: Any) -> dict[str, Any]:
    """The report as JSON, without what hangs on the clock, or on how many requests the process was sent before."""
    report = report_to_json(run(played, command, variant="mini", timeout=30, jobs=jobs, **how))
    for case in report["cases"]:
        case["message"] = re.sub(r'"seq": "\d+"', "", case.get("message", ""))
    return {key: value for key, value in report.items() if key != "seconds"}


@pytest.mark.parametrize(
    "name", sampled(["none", "die", "unsupported", "two_lines", "bye_fails"], lambda name: name in {"none", "die"})
)
def test_the_report_is_the_same(name: str, fake: MakeCommand) -> None:
    """However many processes play the cases, the report is the same, with what broke and how often it was started again."""
    command = fake(name, read={"draw": "two"}, claim={"draw": "two"})
    one = told(command, 1, cases())
    assert told(command, 2, cases()) == one
    assert told(command, 9, cases()) == one


def test_restarts_are_counted_together(fake: MakeCommand) -> None:
    """So many restarts are for all processes together: the cases after the last of them are not run, whoever had played them."""
    one = told(fake("die"), 1, cases(6), restarts=2)
    assert one["fatal"] is not None and one["counts"]["not run"] > 0
    assert told(fake("die"), 3, cases(6), restarts=2) == one


def test_each_case_is_told_once(fake: MakeCommand) -> None:
    """Whoever watches hears of each case once."""
    seen: list[str] = []
    run(cases(), fake(), variant="mini", timeout=30, jobs=2, progress=lambda case: seen.append(case.id))
    assert sorted(seen) == sorted(case.id for case in cases())


def test_they_play_at_the_same_time() -> None:
    """Engines of which each waits for the other come to an end: they play side by side."""
    many = [case_from_json(raw_case(f"good/effect-{n}", [], [{"observation": {"stock": 4}}])) for n in range(4)]
    # One that only introduces itself, then two that play.
    wait = "while sum(1 for _ in open(os.environ['FAKE_PIDS'])) < 3: time.sleep(0.01)"
    engine = SLOW.replace(
        "    request = json.loads(line)", f"    request = json.loads(line)\n    if request['cmd'] == 'deal':\n        {wait}"
    )
    report = run(many, [sys.executable, "-S", "-E", "-c", engine], variant="mini", timeout=120, jobs=2)
    assert report.agreed == 4


def test_a_real_game() -> None:
    """The reference itself comes to the same report by two processes."""
    args = ["test", "--variant", "manzana", "--upto", "turn"]
    one, two = (CliRunner().invoke(main, [*args, *jobs, "--", *SERVE]) for jobs in ((), ("--jobs", "2")))
    assert one.exit_code == two.exit_code == 0
    assert one.output == two.output


def test_a_bad_leave_of_the_process_that_is_asked_first_is_told(tmp_path: Path) -> None:
    """Who leaves wrongly only once, after the few cases that are played before all others, is told of it."""
    serve, marker = shlex.join(SERVE), shlex.quote(str(tmp_path / "left"))
    engine = ["sh", "-c", f"if [ -e {marker} ]; then exec {serve}; fi; touch {marker}; {serve}; exit 7"]
    result = CliRunner().invoke(main, ["test", "--variant", "manzana", "--upto", "turn", "--jobs", "2", "--", *engine])
    assert result.exit_code == 1
    assert "it does not take its leave as the protocol wants" in result.output and "exit status 7" in result.output


def test_a_broken_rule_is_found_alike() -> None:
    """Somebody for whom no pile is ever frozen is told the same, word for word, whether one process plays the cases or two."""
    engine = [sys.executable, str(folder("conformance") / "miniatures" / "forgets_the_freeze.py")]
    args = ["test", "--variant", "canasta", "--case", "pile.frozen/refuses"]
    one, two = (CliRunner().invoke(main, [*args, *jobs, "--", *engine]) for jobs in ((), ("--jobs", "2")))
    assert one.exit_code == two.exit_code == 1
    assert one.output == two.output and "\n✗ pile." in one.output


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A corpus of cases of which one is never answered."""
    place = tmp_path / "corpus"
    (place / "mini").mkdir(parents=True)
    named = [(f"good/effect-{n}", False) for n in range(6)] + [("trouble/effect-1", True)]
    raw = [raw_case(name, [], [{"observation": {"stock": 4}}], trouble=trouble) for name, trouble in named]
    (place / "mini" / "10.jsonl").write_text("".join(json.dumps(one) + "\n" for one in raw))
    return place


def words(corpus: Path, *more: str) -> list[str]:
    """The command line of a run that does not wait for slow answers."""
    args = ["test", "--variant", "mini", "--corpus", str(corpus), "--timeout", "600", "--jobs", "2", *more]
    return [*args, "--", sys.executable, "-S", "-E", "-c", SLOW]


def test_what_was_recorded_is_kept() -> None:
    """A run that is told to stop has what all of its processes have recorded by then."""
    # Each about something of its own, so that they are played in this order.
    many = [case_from_json(raw_case(f"good-{n}/effect-1", [], [{"observation": {"stock": 4}}])) for n in range(6)]
    many += [case_from_json(raw_case("trouble/effect-1", [], [{"observation": {"stock": 4}}], trouble=True))]
    seen: list[Case] = []

    def heard(case: Case) -> None:
        seen.append(case)
        if len(seen) == 6:
            os.kill(os.getpid(), signal.SIGTERM)

    with Stops() as stops:
        slow = [sys.executable, "-S", "-E", "-c", SLOW]
        report = run(many, slow, variant="mini", timeout=600, jobs=2, progress=heard, stops=stops)
    assert report.exit_code == 143
    assert report.counts == {Kind.PASSED: 6, Kind.NOT_RUN: 1}


def test_deadline(corpus: Path) -> None:
    """A run whose time is over says so, however many processes it has."""
    result = CliRunner().invoke(main, words(corpus, "--deadline", "4"))
    assert result.exit_code == 124, result.output
    assert "Stopped by its deadline" in result.output


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGINT", 130), ("SIGKILL", -9)])
def test_told_to_end(name: str, code: int, corpus: Path, tmp_path: Path) -> None:
    """A run that is told to end, or killed, leaves nobody running."""
    start = [sys.executable, "-c", "from meldspec.cli import main; main()", *words(corpus)]
    with subprocess.Popen(start, stdout=subprocess.PIPE, preexec_fn=listens_to_signals) as runner:
        try:
            # One that only introduces itself, then two that play.
            wait_for_lines(tmp_path / "pids", 3)
            runner.send_signal(getattr(signal, name))
            runner.communicate(timeout=60)
        finally:
            runner.kill()
    assert runner.returncode == code
    time.sleep(1)


def wait_for_lines(file: Path, count: int) -> None:
    """Wait until so many lines stand in a file."""
    for _ in range(1200):
        if file.exists() and file.read_bytes().count(b"\n") >= count:
            return
        time.sleep(0.05)
    raise AssertionError(f"{file} never had {count} lines")


def test_not_with_a_log(corpus: Path, tmp_path: Path) -> None:
    """Exit code 2: a log is of one process, and it is said so before anything is played."""
    result = CliRunner().invoke(main, words(corpus, "--log", str(tmp_path / "run.jsonl")))
    assert result.exit_code == 2
    assert "--jobs plays without a log" in result.output
    assert not (tmp_path / "run.jsonl").exists()


def test_modules_of_ours_are_meant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fake: MakeCommand) -> None:
    """A file in the folder where a run is started is not taken for a module."""
    (tmp_path / "json.py").write_text("raise SystemExit(9)\n")
    monkeypatch.chdir(tmp_path)
    assert told(fake(), 2, cases())["counts"]["passed"] >= 4
