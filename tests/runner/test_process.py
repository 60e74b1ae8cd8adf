"""The child process: what is started is ended, whatever happens."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.surroundings import listens_to_signals

from meldspec.protocol.case import Case
from meldspec.protocol.replies import LINE_LIMIT
from meldspec.runner.family import Household, processes
from meldspec.runner.outcome import Broke, Kind
from meldspec.runner.process import CannotStart, Child
from meldspec.runner.run import run

MakeCommand = Callable[..., list[str]]
ECHO = [sys.executable, "-S", "-E", "-c", "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"]


def gone(pid: int) -> bool:
    """Whether no process of the group is left."""
    try:
        os.killpg(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_one_line_each_way() -> None:
    """A line goes in, a line comes out, and the process is gone afterwards."""
    with closing(Child(ECHO)) as child:
        assert child.exchange(b"one\n", 30) == b"one"
        assert child.exchange(b"two\n", 30) == b"two"
    assert gone(child.pid)


def test_longest_line() -> None:
    """A line of exactly the limit is read, even while as much is still to be sent."""
    line = b"x" * LINE_LIMIT
    with closing(Child(ECHO)) as child:
        assert child.exchange(line + b"\n", 30) == line
        with pytest.raises(Broke) as broke:
            child.exchange(line + b"x\n", 30)
    assert broke.value.kind is Kind.OVERSIZED


def test_end_twice() -> None:
    """Ending a child a second time does nothing."""
    child = Child(ECHO)
    child.close()
    child.close()
    assert gone(child.pid)


def test_child_that_never_reads() -> None:
    """A child that does not read its input is not waited for beyond its time."""
    with closing(Child([sys.executable, "-S", "-E", "-c", "import time; time.sleep(600)"])) as child, pytest.raises(Broke) as broke:
        child.exchange(b"x" * 10_000_000 + b"\n", 0.5)
    assert broke.value.kind is Kind.TIMEOUT
    assert gone(child.pid)


FLOOD = """
import os, time
os.read(0, 4)
helper = not os.fork()
os.close(0)
time.sleep(0.3 if helper else 0.1)
if not helper:
    os.write(1, b"one\\n")
    os._exit(0)
for _ in range(200):
    os.write(1, b"x" * 1_000_000)
"""


def test_helper_that_writes_on_when_the_child_has_ended() -> None:
    """However much comes without an end of line, no more of it is kept than a line may have."""
    with closing(Child([sys.executable, "-S", "-E", "-c", FLOOD])) as child:
        assert child.exchange(b"one\n", 30) == b"one"
        with pytest.raises(Broke) as broke:
            child.exchange(b"two\n", 30)
    assert broke.value.kind is Kind.CRASH
    assert f"ended after {LINE_LIMIT} bytes" in broke.value.message


def test_child_that_ends_while_it_is_written_to() -> None:
    """A child that closes its input is a crash, not an error of the runner."""
    with closing(Child([sys.executable, "-S", "-E", "-c", "raise SystemExit(5)"])) as child, pytest.raises(Broke) as broke:
        child.exchange(b"x" * 10_000_000 + b"\n", 30)
    assert broke.value.kind is Kind.CRASH
    assert "exit status 5" in broke.value.message


def test_keyboard_interrupt(good: Case, again: Case, fake: MakeCommand) -> None:
    """A run that is interrupted leaves no engine behind."""

    def interrupt(case: Case) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run([good, again], fake(), variant="mini", timeout=30, progress=interrupt)


def test_interrupt_while_an_engine_hangs(trouble: Case, fake: MakeCommand, tmp_path: Path) -> None:
    """A run that is told to end while it waits for an engine ends the engine as well."""
    script = tmp_path / "waits.py"
    script.write_text(
        "import sys\nfrom contextlib import closing\nfrom meldspec.runner.process import Child\n"
        "with closing(Child(sys.argv[1:])) as child:\n    print(child.pid, flush=True)\n    child.exchange(b'{}\\n', 600)\n"
    )
    hangs = [sys.executable, "-S", "-E", "-c", "import time; time.sleep(600)"]
    words = [sys.executable, str(script), *hangs]
    with subprocess.Popen(words, stdout=subprocess.PIPE, preexec_fn=listens_to_signals) as runner:
        try:
            assert runner.stdout is not None
            pid = int(runner.stdout.readline())
            time.sleep(0.2)
            runner.send_signal(signal.SIGINT)
            runner.wait(30)
        finally:
            runner.kill()
    assert gone(pid)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing ends with a parent that is killed")
def test_runner_that_is_killed(tmp_path: Path) -> None:
    """An engine that hangs ends even where its runner is killed, and can end nothing any more."""
    script = tmp_path / "killed.py"
    script.write_text(
        "import os, signal, sys\nfrom meldspec.runner.process import Child\n"
        "child = Child(sys.argv[1:])\nprint(child.pid, flush=True)\nos.kill(os.getpid(), signal.SIGKILL)\n"
    )
    hangs = [sys.executable, "-S", "-E", "-c", "import time; time.sleep(600)"]
    done = subprocess.run([sys.executable, str(script), *hangs], stdout=subprocess.PIPE, check=False)
    assert done.returncode == -signal.SIGKILL
    # Hung before, it would stay for ten minutes; whoever takes in such a process may let it lie for a while, ended.
    for _ in range(600):
        if all(one.pid != int(done.stdout) or not one.living for one in processes()):
            return
        time.sleep(0.05)
    raise AssertionError("the engine is still there")


def test_no_such_command() -> None:
    """A command that is not there is named."""
    with pytest.raises(CannotStart, match="no command no-such-engine: it is neither a file nor found"):
        Child(["no-such-engine"])


def test_command_in_this_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in the current folder is not on the path: the hint says how to name it."""
    (tmp_path / "engine").write_text("#!/bin/sh\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CannotStart, match=r"say \./engine"):
        Child(["engine"])


def test_command_that_may_not_run(tmp_path: Path) -> None:
    """A file that is not executable brings the advice to make it so."""
    engine = tmp_path / "engine.py"
    engine.write_text("print()")
    with pytest.raises(CannotStart, match="chmod"):
        Child([str(engine)])


@pytest.mark.parametrize(("text", "hint"), [("#!/no/such/interpreter\n", "its first line names"), ("print()\n", "interpreter")])
def test_script_without_interpreter(text: str, hint: str, tmp_path: Path) -> None:
    """A script whose first line names no program that is there brings a hint."""
    engine = tmp_path / "engine"
    engine.write_text(text)
    engine.chmod(0o755)
    with pytest.raises(CannotStart, match=hint):
        Child([str(engine)])


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody is taken in")
def test_who_belongs_to_somebody_else_is_left_alone() -> None:
    """A program of somebody else whose parent ends comes to the run's own process, and is none of the implementation's."""
    with Household() as household:
        begun = subprocess.run(["sh", "-c", "sleep 60 > /dev/null & echo $!"], stdout=subprocess.PIPE, check=True)
        pid = int(begun.stdout)
        try:
            assert pid not in {one.pid for one in household.taken_in()}
        finally:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
