"""The implementation as a child process: one line in, one line out, and nothing of it left behind.

One thread: while a response is awaited, a selector feeds the child's standard input and drains its standard
output and standard error together, so neither side can block the other. The child leads a session of its
own; whatever it starts is ended with it (`family`), and it ends with the runner, even where that is killed.
"""

import contextlib
import errno
import os
import select
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from meldspec.language.problems import legible
from meldspec.protocol.replies import LINE_LIMIT
from meldspec.runner.family import Family, Household, ends_with_its_parent, stopped
from meldspec.runner.outcome import Broke, Kind

STDERR_KEPT = 64 * 1024
"""Bytes of standard error that are kept, counted from its end."""

_CHUNK = 64 * 1024
_LAST_WORDS = 0.5
"""Seconds in which a child that closed its output may still exit and finish its standard error."""
_PATIENCE = 5.0
"""Seconds in which what was ended must be gone; only a process stuck in the system is not."""
_LIKE_AN_ANSWER = '"seq"'
"""What no line but an answer has in it."""
_SCRIPT = "; a script needs a first line such as `#!/usr/bin/env python3`, or its interpreter named before it"
_GRACE = 0.3
"""Seconds between asking a child to end and ending it."""


class CannotStart(Exception):
    """The command cannot be started at all; the message says why and what to do."""

    def __init__(self, message: str) -> None:
        super().__init__(legible(message))


class Child:
    """A running implementation; to close it ends the whole process session."""

    def __init__(self, command: Sequence[str], household: Household | None = None) -> None:
        """Start `command`, in a household that takes in what it leaves behind. Raises CannotStart, which says what to do."""
        household = household or Household()
        self._popen = _start(command, household.mark)
        self._family = Family(self.pid, household)
        self.left = 0
        """How many processes it left running when it had ended, known once it is closed."""
        stdin, stdout, stderr = self._popen.stdin, self._popen.stdout, self._popen.stderr
        assert stdin is not None and stdout is not None and stderr is not None
        self._stdin, self._stdout, self._stderr_pipe = stdin, stdout, stderr
        # Written without blocking, or a child that writes before it reads could hang both.
        os.set_blocking(stdin.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(stdout, selectors.EVENT_READ)
        self._selector.register(stderr, selectors.EVENT_READ)
        self._out = bytearray()
        self._outgoing = memoryview(b"")
        self._stderr = b""
        self._stderr_total = self._asked_at = 0
        self._stdin_broken = False

    @property
    def pid(self) -> int:
        """The child's process id, which is also its session's."""
        return self._popen.pid

    def exchange(self, line: bytes, timeout: float) -> bytes:
        """Send one line (with its end) and return the one line answered (without its end).

        `timeout` is in seconds, for the whole exchange. Raises Broke: a time-out, a crash, an oversized
        line, or (`late`) more than one line for the request before.
        """
        # Whatever is there before anything was asked belongs to the request before.
        self._pump(0)
        if self._out:
            raise _surplus(bytes(self._out), late=True)
        self._asked_at = self._stderr_total
        self._outgoing = memoryview(line)
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        return self._await_line(time.monotonic() + timeout, timeout)

    def stderr_mark(self) -> int:
        """How many bytes of standard error have been read so far."""
        return self._stderr_total

    def stderr_since(self, mark: int) -> str:
        """What came on standard error after `mark`, cut to its last 64 KiB."""
        kept = min(self._stderr_total - mark, STDERR_KEPT, len(self._stderr))
        return self._stderr[len(self._stderr) - kept :].decode("utf-8", errors="replace")

    def leave(self, timeout: float) -> int | None:
        """Close the child's input and wait, in seconds, for it to exit: its status, None where it stays.

        Raises Broke where it says anything more.
        """
        self._close_stdin()
        status = self._exit_status(timeout)
        self._pump(0)
        if self._out:
            raise _surplus(bytes(self._out), late=False)
        return status

    def close(self) -> None:
        """End the child and everything that came of it; a second call does nothing."""
        if self._stdout.closed:
            return
        try:
            self._close_stdin()
            ended = self._exit_status(0) is not None
            # Asked first, so that a well-behaved engine may write its last words.
            if not ended:
                self._family.signal(signal.SIGTERM)
                self._exit_status(_GRACE)
            # A helper that hears of the end a moment later was not left behind.
            elif not self._family.gone_within(_GRACE):
                self.left = len(self._family.members())
        finally:
            self._family.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._popen.wait(timeout=_PATIENCE)
            self._selector.close()
            self._stdout.close()
            self._stderr_pipe.close()

    # ── the pipes ───────────────────────────────────────────────────────────────────────────────────────

    def _await_line(self, deadline: float, timeout: float) -> bytes:
        searched = 0
        while True:
            end = self._out.find(b"\n", searched)
            if end > LINE_LIMIT or (end < 0 and len(self._out) > LINE_LIMIT):
                raise Broke(Kind.OVERSIZED, f"a line of more than {LINE_LIMIT} bytes; an answer is one short JSON object")
            # An answer counts only once the whole request has gone out: one that comes before was not to it.
            if end >= 0 and not self._outgoing:
                answer = bytes(self._out[:end])
                del self._out[: end + 1]
                return answer
            if end >= 0 and len(self._out) > LINE_LIMIT:
                raise _surplus(bytes(self._out[:LINE_LIMIT]), late=False)
            searched = len(self._out) if end < 0 else end
            if self._stdin_broken or self._stdout not in self._selector.get_map():
                raise self._crash()
            remaining = deadline - time.monotonic()
            if remaining <= 0:
                raise self._silent(timeout)
            self._pump(remaining)

    def _pump(self, timeout: float) -> None:
        """Move what can be moved through the pipes, waiting up to `timeout` seconds for the first of it."""
        for key, _ in self._selector.select(timeout):
            if key.fileobj is self._stdin:
                self._write()
                continue
            # What is ready can be read without blocking; nothing there is the end.
            chunk = os.read(key.fd, _CHUNK)
            if not chunk:
                self._selector.unregister(key.fileobj)
            elif key.fileobj is self._stdout:
                self._out += chunk
            else:
                self._stderr_total += len(chunk)
                self._stderr = (self._stderr + chunk)[-STDERR_KEPT:]

    def _write(self) -> None:
        try:
            sent = os.write(self._stdin.fileno(), self._outgoing[:_CHUNK])
        except BlockingIOError:
            return
        except OSError:
            # It reads no more; what it still says, and how it ends, is found out where the answer is awaited.
            self._stdin_broken = True
            sent = len(self._outgoing)
        self._outgoing = self._outgoing[sent:]
        if not self._outgoing:
            self._selector.unregister(self._stdin)

    def _close_stdin(self) -> None:
        if self._outgoing:
            self._selector.unregister(self._stdin)
            self._outgoing = memoryview(b"")
        with contextlib.suppress(OSError):
            self._stdin.close()

    # ── how it ended ────────────────────────────────────────────────────────────────────────────────────

    def _exit_status(self, timeout: float) -> int | None:
        """The exit status, once it is there; drains the pipes meanwhile, so that no write holds the child."""
        deadline = time.monotonic() + timeout
        while self._popen.poll() is None and time.monotonic() < deadline:
            # Where both pipes are closed already this only waits.
            self._drain(0.01)
        return self._popen.poll()

    def _drain(self, timeout: float) -> None:
        """Move what comes from who answers no more, and keep no more of it than a line may have."""
        self._pump(timeout)
        del self._out[LINE_LIMIT:]

    def _crash(self) -> Broke:
        status = self._exit_status(_LAST_WORDS)
        deadline = time.monotonic() + _LAST_WORDS
        while status is not None and self._selector.get_map() and time.monotonic() < deadline:
            self._drain(0.05)
        if status is None:
            closed = "input, so that it can read no request," if self._reads_no_more() else "output"
            return Broke(Kind.CRASH, f"closed its standard {closed} and stayed, without an answer")
        if self._out:
            told = f"ended after {len(self._out)} bytes without an end of line ({ending(status)})"
            return Broke(Kind.CRASH, f"{told}; end each answer with a newline")
        hint = "" if status else "; it must answer every request, `bye` the last of them, before it ends"
        return Broke(Kind.CRASH, f"ended without an answer ({ending(status)}){hint}")

    def _silent(self, timeout: float) -> Broke:
        status = self._popen.poll()
        if status is not None:
            return Broke(Kind.CRASH, f"{ending(status)} without an answer, while a process it had started kept its output open")
        if self._out:
            found = f"{len(self._out)} bytes, but no end of line, within {timeout:g} s"
            return Broke(Kind.TIMEOUT, f"{found}; end each answer with a newline")
        if self._reads_no_more():
            return self._crash()
        if stopped(self.pid):
            return Broke(Kind.TIMEOUT, f"no answer within {timeout:g} s: the process was stopped, as by SIGSTOP")
        if _LIKE_AN_ANSWER in self.stderr_since(self._asked_at):
            hint = "what came on standard error looks like one: write answers to standard output"
            return Broke(Kind.TIMEOUT, f"no answer within {timeout:g} s; {hint}")
        return Broke(Kind.TIMEOUT, f"no answer within {timeout:g} s; is the output flushed after every line?")

    def _reads_no_more(self) -> bool:
        """Whether nobody is left who could read what is written to the child's standard input."""
        if self._stdin_broken:
            return True
        asked = select.poll()
        asked.register(self._stdin, 0)
        return any(told & select.POLLERR for _, told in asked.poll(0))


def ending(status: int) -> str:
    """An exit status in words: the number, or the signal that ended the process."""
    if status >= 0:
        return f"exit status {status}"
    with contextlib.suppress(ValueError):
        return f"ended by {signal.Signals(-status).name}"
    return f"ended by signal {-status}"


def _surplus(output: bytes, *, late: bool) -> Broke:
    shown = output[:80].decode("utf-8", errors="replace")
    return Broke(
        Kind.PROTOCOL,
        f"more than one line for one request: after the answer came {shown!r}; "
        "answer each request with one line, and write everything else to standard error",
        late=late,
    )


def _start(command: Sequence[str], mark: str) -> subprocess.Popen[bytes]:
    if os.name != "posix":
        raise CannotStart("the runner needs a POSIX system (Linux, macOS, WSL) to end what it starts")
    try:
        return subprocess.Popen(
            list(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            env={**os.environ, **dict([mark.split("=")] if mark else [])},
            preexec_fn=ends_with_its_parent(),
        )
    except FileNotFoundError:
        raise CannotStart(_not_found(command[0])) from None
    except PermissionError:
        raise CannotStart(f"{command[0]} may not be executed: `chmod +x` it, or name the program that runs it before it") from None
    except (OSError, ValueError) as problem:
        no_program = isinstance(problem, OSError) and problem.errno == errno.ENOEXEC
        raise CannotStart(f"{command[0]} cannot be started: {problem}{_SCRIPT if no_program else ''}") from None


def _not_found(name: str) -> str:
    if os.sep not in name and Path(name).is_file():
        return f"no command {name} on the path; for the file of that name in this folder say ./{name}"
    if os.sep in name and Path(name).exists():
        return f"{name} is there, but the program that its first line names to run it is not"
    return f"no command {name}: it is neither a file nor found on the path"
