"""How a command ends whose surroundings do not let it go on: what is said, and the exit code."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.surroundings import listens_to_signals

STARTS = [sys.executable, "-c", "from meldspec.cli import main; main()"]
FULL = Path("/dev/full")


def test_interrupted() -> None:
    """Ctrl-C is 130 in every command, with one word and no traceback."""
    hello = b'{"seq":"1","cmd":"hello","protocol":1}\n'
    words = [*STARTS, "serve"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, preexec_fn=listens_to_signals) as serving:
        assert serving.stdin is not None and serving.stdout is not None and serving.stderr is not None
        serving.stdin.write(hello)
        serving.stdin.flush()
        assert b'"ok"' in serving.stdout.readline()
        serving.send_signal(signal.SIGINT)
        said = serving.stderr.read()
    assert (serving.returncode, said) == (130, b"Interrupted.\n")


@pytest.mark.parametrize("word", ["variants", "--help"])
def test_nobody_reads(word: str) -> None:
    """Whoever reads no further, as `head`, ends a command without a word."""
    read, write = os.pipe()
    os.close(read)
    try:
        done = subprocess.run([*STARTS, word], stdout=write, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not FULL.exists(), reason="only Linux has a disk that is always full")
@pytest.mark.parametrize("word", ["variants", "--help"])
def test_full_disk(word: str) -> None:
    """Where the output finds no place, one line says so, and nothing is called a defect of meldspec."""
    with FULL.open("wb") as full:
        done = subprocess.run([*STARTS, word], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 74
    assert done.stderr == b"Error: the output cannot be read or written: No space left on device\n"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
def test_encodings_without_our_signs(encoding: str) -> None:
    """Where the terminal has no arrows or rounded quotation marks, others are printed instead."""
    surroundings = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    words = [*STARTS, "explain", "--variant", "canasta", "pile.pair"]
    done = subprocess.run(words, capture_output=True, env=surroundings, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode(encoding)


PROGRAM = [sys.executable, "-m", "meldspec"]
TEST = ["test", "--variant", "manzana", "--case", "cards.natural", "--", *PROGRAM, "serve"]


def closed(redirected: str, *words: str) -> subprocess.CompletedProcess[str]:
    """What becomes of a command that a shell starts with some of its inputs or outputs closed."""
    return subprocess.run(["sh", "-c", f'"$@" {redirected}', "sh", *PROGRAM, *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("words", [["show", "canasta"], ["variants"], ["--version"], TEST])
def test_what_is_printed_nowhere_is_told(words: list[str]) -> None:
    """Where standard output is closed one line says that nothing could be written, and nothing else happens."""
    done = closed(">&-", *words)
    assert (done.returncode, done.stderr) == (74, "Error: the output cannot be read or written: Bad file descriptor\n")
    assert closed(">&- 2>&-", *words).returncode == 74
    assert closed("<&- >&- 2>&-", *words).returncode == 74


def test_from_a_closed_input_nothing_comes() -> None:
    """Where standard input is closed nothing is asked of the reference, a dialogue has no answers, and a run does not mind."""
    assert (closed("<&-", "serve").returncode, closed("<&-", "serve").stderr) == (0, "")
    asked = closed("<&-", "ask")
    assert asked.returncode == 2 and "Traceback" not in asked.stderr
    done = closed("<&- 2>&-", *TEST)
    assert done.returncode == 0 and "It conforms in every case that was checked (1)." in done.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names of files must be text")
def test_a_name_that_is_no_text_is_a_name(tmp_path: Path) -> None:
    """Rules in a file or a folder whose name is no UTF-8 are checked, formatted and shown like any others."""
    place = Path(os.fsdecode(bytes(tmp_path) + b"/caf\xe9"))
    place.mkdir()
    (place / os.fsdecode(b"\xff.rules")).write_text(
        Path("tests/books/well/duo.rules").read_text(encoding="utf-8"), encoding="utf-8"
    )
    for words, code in ((["check"], 0), (["check", "--spec"], 0), (["format", "--check"], 0), (["show", "duo", "--spec"], 0)):
        for _ in range(2):
            done = subprocess.run([*PROGRAM, *words, place], capture_output=True, check=False)
            assert (done.returncode, done.stderr) == (code, b"")


@pytest.mark.parametrize("columns", ["1", "9" * 5000, "\u00b2", "-1"])
def test_any_number_of_columns(columns: str) -> None:
    """Whatever COLUMNS says, a table is printed."""
    surroundings = {**os.environ, "COLUMNS": columns}
    done = subprocess.run([*PROGRAM, *TEST], capture_output=True, text=True, env=surroundings, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert max(map(len, done.stdout.splitlines())) <= 1000


def test_a_word_that_fills_a_page_is_cut() -> None:
    """Of a word of 5,000 letters on the command line, wherever it stands, a message shows the beginning and the end."""
    long = "x" * 5000
    for words in ([long], [f"--{long}"], ["show", long], ["explain", f"a.{long}"], ["rule", long], ["check", "--spec", long]):
        done = subprocess.run([*STARTS, *words], capture_output=True, text=True, check=False)
        assert (done.returncode, max(map(len, done.stderr.splitlines())) < 400) == (2, True)
        assert "characters)" in done.stderr
