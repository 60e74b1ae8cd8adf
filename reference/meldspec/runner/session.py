"""A started implementation which has introduced itself, and can be asked one request after the other."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from meldspec.protocol.messages import Answer, ByeRequest, Errored, Farewell, HelloRequest, Introduction, Request, Unsupported
from meldspec.protocol.replies import ProtocolError, parse, spell
from meldspec.runner.outcome import Broke, Kind, brief
from meldspec.runner.process import CannotStart, ending
from meldspec.runner.report import Fatal, FatalKind
from meldspec.runner.stopping import Stops

_NAME = 60
"""Characters that are kept of what an implementation calls itself."""


class Channel(Protocol):
    """What a session asks, one line after the other: a child process (`process.Child`), or an object in this one."""

    left: int
    """How many processes it left running when it had ended, known once it is closed."""

    def exchange(self, line: bytes, timeout: float) -> bytes:
        """The one line that answers one line, within so many seconds. Raises Broke."""

    def stderr_mark(self) -> int:
        """How much it has written to standard error so far."""

    def stderr_since(self, mark: int) -> str:
        """What it wrote after that."""

    def leave(self, timeout: float) -> int | None:
        """How it ended, once it was told to; None where it stays."""

    def close(self) -> None:
        """End it, however it is."""


class Session:
    """From one start of an implementation to its end."""

    def __init__(self, start: Callable[[], Channel], timeout: float, stops: Stops) -> None:
        """Start an implementation and let it introduce itself, each answer within `timeout` seconds.

        Raises Fatal where no use can be made of it, with nothing left running.
        """
        self._timeout = timeout
        self.sent = 0
        child: Channel | None = None
        try:
            # What was started and is not known of could not be ended.
            with stops.held():
                self.child = child = start()
            self.introduction = self._greet()
        except CannotStart as problem:
            raise Fatal(FatalKind.UNUSABLE, f"The implementation cannot be started: {problem}.") from None
        except BaseException:
            # An interrupt, too, must leave no process behind.
            if child is not None:
                child.close()
            raise

    def ask(self, request: Request) -> Answer:
        """Send a request (without its seq) and return the answer. Raises Broke."""
        before = str(self.sent) if self.sent else None
        self.sent += 1
        seq = str(self.sent)
        line = self.child.exchange(spell(request, seq), self._timeout)
        try:
            return parse(line, request.cmd, seq, before)
        except ProtocolError as error:
            raise Broke(Kind.PROTOCOL, error.message, late=error.late) from None

    def farewell(self) -> None:
        """Say bye, and see that the implementation exits 0. Raises Broke where it does not."""
        answer = self.ask(ByeRequest())
        if not isinstance(answer, Farewell):
            raise Broke(Kind.PROTOCOL, "bye was not answered with ok")
        status = self.child.leave(self._timeout)
        if status is None:
            raise Broke(Kind.TIMEOUT, f"still running {self._timeout:g} s after it had answered bye")
        if status:
            raise Broke(Kind.CRASH, f"{ending(status)} after bye, expected exit status 0")

    def _greet(self) -> Introduction:
        try:
            answer = self.ask(HelloRequest())
        except Broke as broke:
            raise no_valid_hello(broke, self.child.stderr_since(0)) from None
        match answer:
            case Introduction(implementation=who):
                # What it calls itself stands at the head of every report.
                named = replace(who, name=_name(who.name), version=_name(who.version), language=_name(who.language))
                return replace(answer, implementation=named)
            case Unsupported(why=why) | Errored(message=why):
                said = "unsupported" if isinstance(answer, Unsupported) else "an error"
                message = f"The implementation answered hello with {said}: {brief(why or 'no reason given')}."
                raise Fatal(FatalKind.UNUSABLE, message, self.child.stderr_since(0))
            case _:
                raise AssertionError(f"hello was parsed as {answer}")


def _name(given: str) -> str:
    """A name on one line, cut to what a line holds."""
    plain = " ".join(given.split())
    return plain if len(plain) <= _NAME else f"{plain[:_NAME]}…"


def no_valid_hello(broke: Broke, stderr: str) -> Fatal:
    """The end of a run whose implementation breaks before it was asked anything."""
    end = "" if broke.message.endswith("?") else "."
    message = f"The implementation gave no valid answer to hello: {broke.kind}: {broke.message}{end}"
    return Fatal(FatalKind.UNUSABLE, message, stderr)
