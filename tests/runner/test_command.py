"""`meldspec test` on the command line: its exit codes, and what it says when it is used wrongly."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.engine.variants import library
from tests.surroundings import listens_to_signals

from meldspec.cli import main
from meldspec.cli._looked_up import strange_claims
from meldspec.data import folder
from meldspec.sources.doubts import doubts_of

MakeCommand = Callable[..., list[str]]
MANZANA = folder("conformance") / "corpus" / "manzana"
DEAL = {
    "cmd": "deal",
    "variant": "mini",
    "seats": 1,
    "dealer": 0,
    "options": {},
    "match": {"deal": 1, "totals": [0]},
    "hands": [["7C"]],
    "feet": [[]],
    "stock": ["9H"],
}


def line(name: str, **expected: Any) -> str:
    """A case of one deal, as a line of a corpus."""
    case = {
        "format": 1,
        "case": f"mini/{name}",
        "variant": "mini",
        "options": {},
        "about": {"clauses": ["deal"], "questions": []},
        "purpose": "effect",
        "title": "A deal.",
        "touches": [],
        "requests": [DEAL],
        "expect": [{"observation": expected}],
        "because": [[]],
        "allowed": {},
        "worlds": [],
    }
    return json.dumps(case) + "\n"


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A corpus of two cases of the mini game, of which the fake engine passes the first."""
    place = tmp_path / "corpus"
    (place / "mini").mkdir(parents=True)
    (place / "mini" / "10.jsonl").write_text(line("deal/effect-1", stock=1) + line("deal/effect-2", stock=5))
    return place


def meldspec_test(corpus: Path, *words: str, command: Sequence[str] = (), variant: str = "mini") -> Result:
    """Run the command; the engine need not be there where the command line is wrong."""
    args = ["test", "--variant", variant, "--corpus", str(corpus), "--timeout", "30", *words, "--"]
    return CliRunner().invoke(main, [*args, *(command or ["no-such-engine"])])


def test_conforms(corpus: Path, fake: MakeCommand) -> None:
    """Exit code 0: every case that was chosen went as the rules say."""
    result = meldspec_test(corpus, "--case", "deal/effect-1", command=fake())
    assert result.exit_code == 0
    assert "It conforms in every case that was checked (1)." in result.output


def test_does_not_conform(corpus: Path, fake: MakeCommand) -> None:
    """Exit code 1: a rule is broken."""
    result = meldspec_test(corpus, command=fake())
    assert result.exit_code == 1
    assert "stock: 5" in result.output


def test_reports_are_written(corpus: Path, tmp_path: Path, fake: MakeCommand) -> None:
    """The report goes to a JUnit and a JSON file as well."""
    files = tmp_path / "report.xml", tmp_path / "report.json"
    words = ["--junit", str(files[0]), "--json", str(files[1]), "-v"]
    assert meldspec_test(corpus, *words, command=fake()).exit_code == 1
    assert files[0].read_text().startswith("<?xml")
    assert json.loads(files[1].read_text())["counts"] == {"failed": 1, "passed": 1}


def test_engine_not_found(corpus: Path) -> None:
    """Exit code 3: the engine cannot be started, and what to do is said."""
    result = meldspec_test(corpus)
    assert result.exit_code == 3
    assert "cannot be started: no command no-such-engine" in result.output


def test_unknown_variant(corpus: Path) -> None:
    """Exit code 2: a variant which the corpus does not have is named, with the one that was meant."""
    result = meldspec_test(corpus, variant="minni")
    assert result.exit_code == 2
    assert "no variant 'minni'; it has mini; did you mean mini?" in result.output


def test_empty_corpus(tmp_path: Path) -> None:
    """Exit code 2: a corpus without a case is said to be empty."""
    result = meldspec_test(tmp_path)
    assert result.exit_code == 2
    assert "is empty" in result.output and "meldspec corpus" in result.output


def test_empty_chapters(tmp_path: Path) -> None:
    """Exit code 2: files without a case are said to hold none."""
    (tmp_path / "mini").mkdir()
    (tmp_path / "mini" / "10.jsonl").write_text("")
    result = meldspec_test(tmp_path)
    assert result.exit_code == 2
    assert "no case in them" in result.output


def test_unknown_case(corpus: Path) -> None:
    """Exit code 2: a case that is not there is named, with the ones that are near."""
    result = meldspec_test(corpus, "--case", "mini/deal/effect-3")
    assert result.exit_code == 2
    assert "did you mean mini/deal/effect-2 or mini/deal/effect-1?" in result.output


def of_manzana(place: Path, **about: list[str]) -> Path:
    """A corpus of one case of a real game, which says that it is about something else."""
    case = json.loads((MANZANA / "cards.jsonl").read_text().splitlines()[0])
    (place / "manzana").mkdir()
    (place / "manzana" / "10.jsonl").write_text(json.dumps({**case, "about": {**case["about"], **about}}))
    return place


def test_case_about_no_clause(tmp_path: Path) -> None:
    """Exit code 4: a case about a clause that the book does not have is told, with the clause that was meant."""
    result = meldspec_test(of_manzana(tmp_path, clauses=["cards.pak"]), variant="manzana")
    assert result.exit_code == 4
    assert "is about cards.pak, which manzana does not have; did you mean 'cards.pack'?" in result.output


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("pile.frozen", "manzana has the clause pile.frozen, but the corpus has no case of it"),
        ("turn.forced-take.duty", "turn.forced-take.duty is a question of manzana; --case takes the id of a case or of a clause"),
    ],
)
def test_name_of_the_rules_without_a_case(tmp_path: Path, name: str, said: str) -> None:
    """Exit code 2: who asks for the cases of a clause that has none, or of a question, is told what it is."""
    result = meldspec_test(of_manzana(tmp_path), "--case", name, variant="manzana")
    assert result.exit_code == 2
    assert said in " ".join(result.output.replace("│", " ").split())


def test_claims_are_looked_up() -> None:
    """A claim about no question of the book, or to read a question as nobody can, is told; the others are not."""
    book = library().book("manzana")
    doubts = doubts_of(book, (), {})
    question, node = next(iter(book.questions().items()))
    claims = {"moon": "full", f"{question}s": "x", question: node.default}
    told = list(strange_claims(claims, doubts))
    assert told[0] == "It claims a reading of 'moon', which is no question of manzana."
    assert told[1:] == [f"It claims a reading of '{question}s', which is no question of manzana; did you mean '{question}'?"]
    (one,) = strange_claims({question: "moon"}, doubts)
    assert one.startswith(f"It claims to read {question} as 'moon', which is none of its readings: ") and node.default in one
    assert len(list(strange_claims({f"x{number}": "y" for number in range(1000)}, doubts))) < 30


def test_no_command(corpus: Path) -> None:
    """Exit code 2: without an engine there is nothing to test."""
    result = CliRunner().invoke(main, ["test", "--variant", "mini", "--corpus", str(corpus)])
    assert result.exit_code == 2
    assert "COMMAND" in result.output


def test_no_folder_for_a_report(corpus: Path, tmp_path: Path, fake: MakeCommand) -> None:
    """Exit code 2: a report that cannot be written is noticed before the run, not after it."""
    result = meldspec_test(corpus, "--json", str(tmp_path / "no" / "report.json"), command=fake())
    assert result.exit_code == 2
    assert "no folder" in result.output


def test_folder_where_nothing_may_be_written(
    corpus: Path, tmp_path: Path, fake: MakeCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 2: a report for a read-only place is refused before the run, not after it."""
    monkeypatch.setattr("os.access", lambda place, how: how != os.W_OK)
    for option in ("--json", "--log"):
        result = meldspec_test(corpus, option, str(tmp_path / "report"), command=fake())
        assert result.exit_code == 2
        assert "nothing may be written in the folder" in result.output


def test_broken_corpus(corpus: Path) -> None:
    """Exit code 4: a corpus that is not whole is our fault, not the engine's."""
    (corpus / "mini" / "20.jsonl").write_text("{}\n")
    result = meldspec_test(corpus)
    assert result.exit_code == 4
    assert "20.jsonl:1" in result.output


def test_own_failure(corpus: Path, fake: MakeCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 4: a failure of meldspec itself is never taken for one of the engine."""

    def fail(*args: object) -> None:
        raise RuntimeError("out of ink")

    monkeypatch.setattr("meldspec.cli.test.print_report", fail)
    result = meldspec_test(corpus, command=fake())
    assert result.exit_code == 4
    assert "meldspec itself failed (out of ink)" in result.output


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_told_to_end(corpus: Path, tmp_path: Path, number: signal.Signals, code: int) -> None:
    """A run that is told to end, by a CI job or at the keyboard, ends the engine too."""
    engine = tmp_path / "engine.py"
    engine.write_text("import os, time\nprint(os.getpid(), file=open('pid', 'w'), flush=True)\ntime.sleep(600)\n")
    args = ["test", "--variant", "mini", "--corpus", str(corpus), "--timeout", "600", "--"]
    start = [sys.executable, "-c", "from meldspec.cli import main; main()"]
    words = [*start, *args, sys.executable, "-S", "-E", str(engine)]
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.DEVNULL, preexec_fn=listens_to_signals) as runner:
        try:
            pid = _read_pid(tmp_path / "pid")
            runner.send_signal(number)
            runner.wait(60)
        finally:
            runner.kill()
    assert runner.returncode == code
    with pytest.raises(ProcessLookupError):
        os.killpg(pid, 0)


def _read_pid(path: Path) -> int:
    """The process id which the engine writes as it starts."""
    for _ in range(600):
        if path.exists() and path.read_text().endswith("\n"):
            return int(path.read_text())
        time.sleep(0.1)
    raise AssertionError("the engine was never started")
