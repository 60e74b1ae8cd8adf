"""How a command ends whose surroundings do not let it go on: what is said, and the exit code."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.surroundings import listens_to_interrupts

STARTS = [sys.executable, "-c", "from meldspec.cli import main; main()"]
FULL = Path("/dev/full")


def test_interrupted() -> None:
    """Ctrl-C is 130 in every command, with one word and no traceback."""
    hello = b'{"seq":"1","cmd":"hello","protocol":1}\n'
    words = [*STARTS, "serve"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, preexec_fn=listens_to_interrupts) as serving:
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


def test_a_word_that_fills_a_page_is_cut() -> None:
    """Of a word of 5,000 letters on the command line, wherever it stands, a message shows the beginning and the end."""
    long = "x" * 5000
    for words in ([long], [f"--{long}"], ["show", long], ["explain", f"a.{long}"], ["rule", long], ["check", "--spec", long]):
        done = subprocess.run([*STARTS, *words], capture_output=True, text=True, check=False)
        assert (done.returncode, max(map(len, done.stderr.splitlines())) < 400) == (2, True)
        assert "characters)" in done.stderr
