"""A started implementation which has introduced itself, and can be asked one request after the other."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from meldspec.protocol.messages import Answer, ByeRequest, Errored, Farewell, HelloRequest, Introduction, Request, Unsupported
from meldspec.protocol.replies import ProtocolError, parse, spell
from meldspec.runner.broke import Broke, BrokeKind, CannotStart
from meldspec.runner.process import Child, ending


class Unusable(Exception):
    """No use can be made of the implementation: it cannot be started, or does not introduce itself."""

    def __init__(self, message: str, stderr: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.stderr = stderr


class Session:
    """From one start of an implementation to its end. Use it as a context manager."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        """Start `command` and let it introduce itself, each answer within `timeout` seconds.

        Raises Unusable, with nothing left running.
        """
        self._timeout = timeout
        self._sent = 0
        self._before: str | None = None
        try:
            self._child = Child(command)
        except CannotStart as problem:
            raise Unusable(f"The implementation cannot be started: {problem}.") from None
        try:
            self.introduction = self._greet()
        except BaseException:
            # An interrupt, too, must leave no process behind.
            self._child.end()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        self.end()

    def ask(self, request: Request) -> Answer:
        """Send a request (without its seq) and return the answer. Raises Broke."""
        self._sent += 1
        seq, before = str(self._sent), self._before
        line = self._child.exchange(spell(request, seq), self._timeout)
        self._before = seq
        try:
            return parse(line, request.cmd, seq, before)
        except ProtocolError as error:
            raise Broke(BrokeKind.PROTOCOL, error.message, late=error.late) from None

    def stderr_mark(self) -> int:
        """A mark on standard error, for `stderr_since`."""
        return self._child.stderr_mark()

    def stderr_since(self, mark: int) -> str:
        """What the implementation wrote to standard error after the mark, its last 64 KiB."""
        return self._child.stderr_since(mark)

    def farewell(self) -> None:
        """Say bye, and see that the implementation exits 0. Raises Broke where it does not."""
        answer = self.ask(ByeRequest())
        if not isinstance(answer, Farewell):
            raise Broke(BrokeKind.PROTOCOL, "bye was not answered with ok")
        status = self._child.leave(self._timeout)
        if status is None:
            raise Broke(BrokeKind.TIMEOUT, f"still running {self._timeout:g} s after it had answered bye")
        if status:
            raise Broke(BrokeKind.CRASH, f"{ending(status)} after bye, expected exit status 0")

    def end(self) -> None:
        """End the implementation and everything that it started."""
        self._child.end()

    def _greet(self) -> Introduction:
        try:
            answer = self.ask(HelloRequest())
        except Broke as broke:
            message = f"The implementation gave no valid answer to hello: {broke.kind}: {broke.message}."
            raise Unusable(message, self.stderr_since(0)) from None
        match answer:
            case Introduction():
                return answer
            case Unsupported(why=why) | Errored(message=why):
                said = "unsupported" if isinstance(answer, Unsupported) else "an error"
                message = f"The implementation answered hello with {said}: {why or 'no reason given'}."
                raise Unusable(message, self.stderr_since(0))
            case _:
                raise AssertionError(f"hello was parsed as {answer}")
