"""An implementation as an object of Python: asked by the runner in its own process, or made to speak the protocol.

Both go line by line through the protocol, as with any other program, so that it is judged alike. Within this process nothing can
end an answer that takes too long, and a debugger stops where it is told to.
"""

import json
import sys
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from meldspec.protocol.messages import VERSION
from meldspec.protocol.replies import read_line
from meldspec.runner.process import STDERR_KEPT, CannotStart
from meldspec.runner.serve import serve

Json = dict[str, Any]
"""An object of the protocol as JSON has it: dictionaries, lists, texts and numbers."""


class Refused(Exception):
    """The rules forbid the act; its text is the `why` of the answer."""


class NotSupported(Exception):
    """The engine does not know what the request asks for: a game, an option, an act; its text is the `why`."""


class Engine(ABC):
    """An engine, as the runner asks it; docs/protocol.md says what each request means.

    Requests and answers are plain JSON. `deal` forgets whatever went on before it. What a method raises besides `Refused` and
    `NotSupported` is told as an error of the engine, with its traceback.
    """

    @abstractmethod
    def hello(self) -> Json:
        """Who answers: `implementation` (`name`, `version`, `language`) and the `variants` it plays; perhaps `features` and
        `readings`."""

    @abstractmethod
    def deal(self, request: Json) -> Json:
        """Begin the deal that is set out in a request; the observation of the table."""

    @abstractmethod
    def act(self, seat: int, action: Json) -> Json:
        """Have a seat do something; the observation afterwards. Raises Refused where the rules forbid it: nothing has changed."""

    def legal(self, seat: int) -> Sequence[Json]:
        """All legal actions of a seat with one play at most; asked of engines with the feature `enumerate` alone."""
        raise NotSupported(f"this engine lists no actions, for seat {seat} as for others")

    def position(self, request: Json) -> Json:
        """Begin in the middle of a deal; asked of engines with the feature `positions` alone."""
        raise NotSupported(f"this engine begins no deal of {request.get('variant')} in its middle")


class Speaker:
    """Answers lines of the protocol for an engine."""

    def __init__(self, engine: Engine, tell: Callable[[str], object] = sys.stderr.write) -> None:
        """`tell` is given the traceback of a defect of the engine."""
        self.engine = engine
        self.tell = tell
        self.done = False

    def reply(self, line: bytes) -> Json:
        """The answer to one line, with its seq; it never raises, but for what ends the program."""
        seq = "?"
        try:
            request = read_line(line)
            seq = request.pop("seq", seq)
            answered = self._answer(request)
            # What is no JSON is found here, where the engine can still be told of it.
            json.dumps(answered)
            return {"seq": seq, "ok": answered}
        except Refused as refused:
            return {"seq": seq, "ok": {"verdict": "illegal", **_why(refused)}}
        except NotSupported as unknown:
            return {"seq": seq, "unsupported": _why(unknown)}
        except Exception as defect:
            self.tell(traceback.format_exc())
            return {"seq": seq, "error": {"message": f"{type(defect).__name__}: {defect}"}}

    def _answer(self, request: Json) -> Json:
        match request.get("cmd"):
            case "hello" if request.get("protocol") != VERSION:
                raise NotSupported(f"version {request.get('protocol')} of the protocol; this speaks {VERSION}")
            case "hello":
                return self.engine.hello()
            case "deal":
                return {"observation": self.engine.deal(request)}
            case "position":
                return {"observation": self.engine.position(request)}
            case "act":
                return {"verdict": "legal", "observation": self.engine.act(request["seat"], request["action"])}
            case "legal":
                return {"actions": list(self.engine.legal(request["seat"]))}
            case "bye":
                self.done = True
                return {}
            case other:
                raise NotSupported(f"the request {other!r}")


def _why(said: Exception) -> Json:
    return {"why": str(said)} if str(said) else {}


def speak(engine: Engine) -> None:
    """Speak the protocol for an engine, on standard input and output, until it is told `bye`."""
    serve(Speaker(engine), sys.stdin.buffer, sys.stdout.buffer)


class InProcess:
    """An engine that is asked in this process, as a session asks a child process."""

    left = 0

    def __init__(self, made: Callable[[], Engine]) -> None:
        """Make the engine. Raises CannotStart where that fails."""
        self._told = ""
        try:
            self._speaker = Speaker(made(), self._tell)
        except Exception as defect:
            raise CannotStart(f"{type(defect).__name__}: {defect}") from defect

    def _tell(self, text: str) -> None:
        self._told += text

    def exchange(self, line: bytes, timeout: float) -> bytes:
        """The answer to a line; nobody looks at the time."""
        return json.dumps(self._speaker.reply(line)).encode()

    def stderr_mark(self) -> int:
        """How much was told of defects; what the engine prints is printed."""
        return len(self._told)

    def stderr_since(self, mark: int) -> str:
        """The tracebacks since then, cut to what is kept."""
        return self._told[mark:][-STDERR_KEPT:]

    def leave(self, timeout: float) -> int | None:
        """There is nothing to end."""
        return 0

    def close(self) -> None:
        """There is nothing to end."""
