"""Runs that are stopped, and such as cannot write what they found: nothing is lost but the case that was being played."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.runner.conftest import DEALT, DRAW, DRAWN, DRAWN_TWO, ILLEGAL, ILLEGAL_DISCARD, raw_case
from tests.sampling import THOROUGH
from tests.surroundings import hears_interrupts, listens_to_signals

from meldspec.cli import main
from meldspec.runner.family import processes
from meldspec.runner.judged import tell
from meldspec.runner.report import Report

MakeCommand = Callable[..., list[str]]
STARTS = [sys.executable, "-c", "from meldspec.cli import main; main()"]
FULL = Path("/dev/full")

WORLDS = [{"readings": {"draw": "two"}, "from": 1, "expect": [DRAWN_TWO]}]
WRONG = {"verdict": "legal", "observation": {"stock": 1}}
CASES = [
    raw_case("draw/reading-1", [DRAW], [DEALT, DRAWN], worlds=WORLDS, purpose="reading"),
    raw_case("good/allows-1", [DRAW], [DEALT, DRAWN]),
    raw_case("wrong/allows-1", [DRAW], [DEALT, WRONG]),
    raw_case("trouble/allows-1", [DRAW, ILLEGAL_DISCARD], [DEALT, DRAWN, ILLEGAL], trouble=True),
    raw_case("trouble/allows-2", [DRAW], [DEALT, DRAWN], trouble=True),
    raw_case("good/refuses-1", [ILLEGAL_DISCARD], [DEALT, ILLEGAL]),
]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A corpus of six cases: some that are passed, one that is failed, and two in which the fake engine misbehaves."""
    place = tmp_path / "corpus"
    (place / "mini").mkdir(parents=True)
    (place / "mini" / "10.jsonl").write_text("".join(json.dumps(case) + "\n" for case in CASES))
    return place


def words(corpus: Path, *more: str) -> list[str]:
    """The words of the command before those that start the engine."""
    return ["test", "--variant", "mini", "--corpus", str(corpus), "--timeout", "300", *more, "--"]


def played(corpus: Path, engine: list[str], *more: str) -> Result:
    """A run to its end."""
    return CliRunner().invoke(main, [*words(corpus, *more), *engine])


def report_in(file: Path) -> dict[str, Any]:
    """The report in a file, without the time that was spent, which is never the same."""
    report: dict[str, Any] = json.loads(file.read_text())
    return {name: part for name, part in report.items() if name != "seconds"}


def outcomes(report: dict[str, Any]) -> list[str]:
    """What the cases came to, in their order."""
    return [case["outcome"] for case in report["cases"]]


# ── told to stop ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGINT", 130), ("SIGHUP", 129), ("SIGQUIT", 131)])
def test_stopped_by_a_signal(name: str, code: int, corpus: Path, tmp_path: Path, fake: MakeCommand) -> None:
    """A run that a signal stops prints and writes what it has, and ends the engine that it waits for."""
    files = tmp_path / "report.json", tmp_path / "run.jsonl"
    more = ["--json", str(files[0]), "--log", str(files[1])]
    line = [*STARTS, *words(corpus, *more), *fake("hang")]
    with subprocess.Popen(line, stdout=subprocess.PIPE, preexec_fn=listens_to_signals) as runner:
        try:
            # Head, hello, and the three cases before the one in which it hangs.
            wait_for_lines(files[1], 5)
            runner.send_signal(getattr(signal, name))
            said = runner.communicate(timeout=60)[0].decode()
        finally:
            runner.kill()
    assert runner.returncode == code
    assert f"Stopped by {name}: 3 of 6 cases not run; until then: 1 rule broken in 1 case." in said
    report = report_in(files[0])
    assert outcomes(report) == ["passed", "passed", "failed", "not run", "not run", "not run"]
    assert (report["stopped"], report["exit_code"]) == (name, code)


def test_stopped_while_causes_are_looked_for(corpus: Path, fake: MakeCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who stops a run when all cases have been played gets what was found at once, without the causes."""
    looked: list[bool] = []

    def told(report: Report, *recorded: Any) -> None:
        looked.append(report.stopped is None)
        if looked == [True]:
            signal.raise_signal(signal.SIGINT)
        tell(report, *recorded)

    monkeypatch.setattr("meldspec.runner.run.tell", told)
    with hears_interrupts():
        result = played(corpus, fake("none"), "--case", "wrong")
    assert (result.exit_code, looked) == (130, [True, False])
    assert (
        "Stopped by SIGINT: all cases were run, causes were not looked for to the end; until then: 1 rule broken" in result.output
    )


def test_stopped_once_more(corpus: Path, fake: MakeCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who stops a run again while it is found out what the answers come to is not kept waiting, and gets no report."""
    slow = fake("hang")
    monkeypatch.setattr("meldspec.runner.playing.lesson", lambda *given: signal.raise_signal(signal.SIGTERM))
    with hears_interrupts():
        result = played(corpus, slow, "--deadline", "2", "--case", "wrong", "--case", "trouble")
    assert result.exit_code == 143
    assert result.output.startswith("Stopped by SIGTERM before it was known what the answers come to: there is no report")


def wait_for_lines(file: Path, count: int) -> None:
    """Wait until so many lines stand in a file."""
    for _ in range(1200):
        if file.exists() and file.read_bytes().count(b"\n") >= count:
            return
        time.sleep(0.05)
    raise AssertionError(f"{file} never had {count} lines")


@pytest.mark.parametrize(("only", "code", "said"), [("good", 124, "2 of 2 cases not run."), ("wrong", 1, "1 rule broken")])
def test_deadline(only: str, code: int, said: str, corpus: Path, fake: MakeCommand) -> None:
    """A run whose time is over says what was not run; what it found until then it still stands to."""
    engine = fake("hang") if only == "wrong" else [sys.executable, "-S", "-E", "-c", SLOW]
    result = played(corpus, engine, "--deadline", "2", "--case", only, "--case", "trouble" if only == "wrong" else only)
    assert result.exit_code == code
    assert "Stopped by its deadline" in result.output and said in result.output


SLOW = """
import json, time
who = {"implementation": {"name": "Slow", "version": "1", "language": "Python"}, "variants": ["mini"]}
print(json.dumps({"seq": json.loads(input())["seq"], "ok": who}), flush=True)
time.sleep(600)
"""


# ── resumed ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("misbehaviour", ["die", "repeat_late"])
def test_resumed_run_comes_to_the_same(misbehaviour: str, corpus: Path, tmp_path: Path, fake: MakeCommand) -> None:
    """Wherever a run was cut off, in the middle of a line too, it goes on to the report to which it would have come."""
    log, file = tmp_path / "run.jsonl", tmp_path / "report.json"
    whole = played(corpus, fake(misbehaviour), "--log", str(log), "--json", str(file), "-v")
    assert whole.exit_code == 1, whole.output
    expected, lines = report_in(file), log.read_bytes().splitlines(keepends=True)
    for count in range(1, len(lines) + 1, 1 if THOROUGH else 3):
        cut = lines[count][:20] if count < len(lines) else b""
        log.write_bytes(b"".join(lines[:count]) + cut)
        again = played(corpus, fake(misbehaviour), "--resume", str(log), "--json", str(file), "-v")
        assert (again.exit_code, again.output) == (1, whole.output)
        assert report_in(file) == expected
        assert len(log.read_bytes().splitlines()) == len(lines)


def test_log_of_a_run_that_ended(corpus: Path, tmp_path: Path, fake: MakeCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that came to its end is told anew from its log, and nothing is started."""
    log, pids = tmp_path / "run.jsonl", tmp_path / "started"
    whole = played(corpus, fake("die"), "--log", str(log))
    monkeypatch.setenv("FAKE_PIDS", str(pids))
    assert played(corpus, fake("die"), "--resume", str(log)).output == whole.output
    assert not pids.exists()


def test_runner_that_is_killed(corpus: Path, tmp_path: Path, fake: MakeCommand) -> None:
    """Whoever kills the runner has lost the case that was being played, and no other; the engine ends too."""
    log, file = tmp_path / "run.jsonl", tmp_path / "report.json"
    line = [*STARTS, *words(corpus, "--log", str(log)), *fake("hang")]
    with subprocess.Popen(line, stdout=subprocess.DEVNULL) as runner:
        wait_for_lines(log, 5)
        runner.kill()
    assert gone(Path(os.environ["FAKE_PIDS"]))
    resumed = played(corpus, fake("hang"), "--resume", str(log), "--json", str(file), "--deadline", "2")
    assert outcomes(report_in(file))[:3] == ["passed", "passed", "failed"]
    assert "Stopped by its deadline: 3 of 6 cases not run" in resumed.output


def gone(pids: Path) -> bool:
    """Whether no process that is noted in a file lives any more, after some patience; it would stay for good."""
    for _ in range(1200):
        noted = {int(pid) for pid in pids.read_text().split()}
        if not any(one.pid in noted and one.living for one in processes()):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody can be found so")
@pytest.mark.parametrize("misbehaviour", ["hang", "daemon_and_hang"])
def test_what_a_killed_runner_leaves(misbehaviour: str, corpus: Path, tmp_path: Path, fake: MakeCommand) -> None:
    """An engine behind a script that starts it, and what it started itself, end too where the runner is killed."""
    log, script = tmp_path / "run.jsonl", ["sh", "-c", '"$@"; true', "sh"]
    line = [*STARTS, *words(corpus, "--log", str(log)), *script, *fake(misbehaviour)]
    with subprocess.Popen(line, stdout=subprocess.DEVNULL) as runner:
        wait_for_lines(log, 5)
        runner.kill()
    assert gone(Path(os.environ["FAKE_PIDS"]))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--restarts", "3"], "--restarts: 20 there, 3 here"),
        (["--case", "good"], "number of cases: 6 there, 2 here"),
        ([], "command: "),
    ],
)
def test_log_of_another_run(more: list[str], said: str, corpus: Path, tmp_path: Path, fake: MakeCommand) -> None:
    """A run does not go on with the log of another, and says in what it is another."""
    log = tmp_path / "run.jsonl"
    played(corpus, fake("die"), "--log", str(log))
    before = log.read_bytes()
    result = played(corpus, fake("die" if more else "none"), "--resume", str(log), *more)
    assert (result.exit_code, log.read_bytes()) == (2, before)
    assert "is the log of another run" in result.output and said in result.output


def test_changed_implementation(corpus: Path, tmp_path: Path, fake: MakeCommand) -> None:
    """A run does not go on with an engine that introduces itself otherwise than it did before."""
    log, engine = tmp_path / "run.jsonl", tmp_path / "engine.py"
    text = Path(fake()[3]).read_text()
    engine.write_text(text)
    command = [sys.executable, "-S", "-E", str(engine)]
    played(corpus, command, "--log", str(log))
    log.write_bytes(b"".join(log.read_bytes().splitlines(keepends=True)[:4]))
    engine.write_text(text.replace('"version": "1"', '"version": "2"'))
    result = played(corpus, command, "--resume", str(log))
    assert result.exit_code == 2
    assert "introduces itself otherwise than in the log" in result.output


@pytest.mark.parametrize("text", ["", "no log\n", "[1]\n", '{"log":1}\n'])
def test_no_log_at_all(text: str, corpus: Path, tmp_path: Path, fake: MakeCommand) -> None:
    """What is no log of a run is said to be none."""
    log = tmp_path / "run.jsonl"
    log.write_text(text)
    result = played(corpus, fake(), "--resume", str(log))
    assert result.exit_code == 2
    assert "log" in result.output and "defect" not in result.output


@pytest.mark.parametrize(
    ("part", "value", "told"),
    [
        (("event",), "plaid", "event: found 'plaid', expected one of played, again, blamed, left"),
        (("seconds",), None, "seconds: found null, expected seconds"),
        (("seconds",), -1, "seconds: found -1, expected seconds"),
        (("left_running",), "x", "left_running: found 'x', expected a whole number"),
        (("sent",), [], "sent: found [], expected a whole number"),
        (("case",), "mini/other/allows-1", "case: found 'mini/other/allows-1', expected a case of this run"),
        (("case",), ["x"], "case: found ['x'], expected a string"),
        (("answers",), [{"verdict": "illegal"}] * 9, "expected as many answers as there are requests, or fewer"),
        (("answers", 0), [[]], "answers[0]: found [[]], expected an object"),
        (("ended",), "well", "ended: found 'well', expected one of passed"),
        (("broke",), 1, "broke: found 1, expected true or false"),
        (("share",), {"moon": {}}, "share: found 'moon', expected one of expected, given, unknown"),
        (("share", "given"), {"turn": "x"}, "share.given.turn: found 'x', expected a whole number"),
    ],
)
def test_log_that_was_spoilt(
    part: tuple[str | int, ...], value: object, told: str, corpus: Path, tmp_path: Path, fake: MakeCommand
) -> None:
    """A log of which a value was spoilt is refused at its line, in words, and is left as it is."""
    log = tmp_path / "run.jsonl"
    played(corpus, fake("die"), "--log", str(log))
    lines = log.read_text().splitlines()
    line = json.loads(lines[2])
    *way, last = part
    held = line
    for step in way:
        held = held[step]
    held[last] = value
    log.write_text("\n".join([*lines[:2], json.dumps(line), *lines[3:]]) + "\n")
    before = log.read_bytes()
    result = played(corpus, fake("die"), "--resume", str(log))
    assert (result.exit_code, log.read_bytes()) == (2, before)
    assert f"{log}:3 is no line of the log of a run: " in result.output and told in result.output


@pytest.mark.parametrize("names", [("--json", "--junit"), ("--json", "--log"), ("--json", "--resume")])
def test_two_things_in_one_file(names: tuple[str, str], corpus: Path, tmp_path: Path, fake: MakeCommand) -> None:
    """A report does not take the place of another report, or of the log of its own run."""
    file = tmp_path / "run.jsonl"
    if "--resume" in names:
        played(corpus, fake(), "--log", str(file))
    before = file.read_bytes() if file.exists() else None
    result = played(corpus, fake(), names[0], str(file), names[1], f"{tmp_path}/../{tmp_path.name}/run.jsonl")
    assert result.exit_code == 2 and "is named twice" in result.output
    assert (file.read_bytes() if file.exists() else None) == before
    assert played(corpus, fake(), "--json", "/dev/null", "--junit", "/dev/null").exit_code == 1


def test_log_is_not_written_over(corpus: Path, tmp_path: Path, fake: MakeCommand) -> None:
    """A new run does not take the place of a log that is there."""
    log = tmp_path / "run.jsonl"
    played(corpus, fake(), "--log", str(log))
    result = played(corpus, fake(), "--log", str(log))
    assert result.exit_code == 2
    assert "go on with that one by --resume" in result.output


# ── what cannot be written ──────────────────────────────────────────────────────────────────────────────────

needs_full = pytest.mark.skipif(not FULL.exists(), reason="only Linux has a disk that is always full")


@needs_full
def test_report_that_finds_no_place(corpus: Path, tmp_path: Path, fake: MakeCommand) -> None:
    """Where a file finds no place, the report is printed, the other files are written, and one line says what is not."""
    files = tmp_path / "report.xml", tmp_path / "log.jsonl"
    result = played(corpus, fake(), "--json", str(FULL), "--junit", str(files[0]), "--log", str(files[1]))
    assert result.exit_code == 74
    assert "It does not conform" in result.stdout
    assert result.stderr == "Error: /dev/full cannot be read or written: No space left on device\n"
    assert files[0].read_text().startswith("<?xml")


@needs_full
def test_log_that_finds_no_place(corpus: Path, fake: MakeCommand) -> None:
    """A run whose log finds no place goes on without it, and says so at its end."""
    result = played(corpus, fake(), "--log", str(FULL))
    assert result.exit_code == 74
    assert "It does not conform" in result.stdout
    assert result.stderr == "Error: /dev/full cannot be read or written: No space left on device\n"


@needs_full
def test_terminal_that_finds_no_place(corpus: Path, tmp_path: Path, fake: MakeCommand) -> None:
    """Where the report cannot be printed, its files are written nevertheless."""
    file = tmp_path / "report.json"
    with FULL.open("wb") as full:
        line = [*STARTS, *words(corpus, "--json", str(file)), *fake()]
        done = subprocess.run(line, stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (74, b"Error: the output cannot be read or written: No space left on device\n")
    assert outcomes(report_in(file))[0] == "passed"


def test_nobody_reads(corpus: Path, tmp_path: Path, fake: MakeCommand) -> None:
    """Where nobody reads the report, as after `| head`, its files are written, and nothing is said of the implementation."""
    file = tmp_path / "report.json"
    read, write = os.pipe()
    os.close(read)
    try:
        line = [*STARTS, *words(corpus, "--json", str(file)), *fake()]
        done = subprocess.run(line, stdout=write, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")
    assert outcomes(report_in(file))[0] == "passed"


def test_no_columns(corpus: Path, fake: MakeCommand) -> None:
    """A terminal that does not know how wide it is gets the whole report."""
    result = CliRunner().invoke(main, [*words(corpus), *fake()], env={"COLUMNS": "0"})
    assert "It does not conform: 1 rule broken in 1 case." in result.output
