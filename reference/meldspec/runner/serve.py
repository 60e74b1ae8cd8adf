"""The reference as an implementation: the other side of the protocol, request by request."""

import json
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Protocol

from meldspec import __version__
from meldspec.book.sheet import Sheet
from meldspec.corpus.expect import answer
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Library, Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.language.problems import RulesError
from meldspec.position.request import NoPosition
from meldspec.protocol import messages
from meldspec.protocol.case import Readings
from meldspec.protocol.fields import to_json
from meldspec.protocol.replies import LINE_LIMIT, read_line
from meldspec.runner.dealt import too_large_a_hand, too_many_cards, unknown, unlikely
from meldspec.table.selection import ChoiceError
from meldspec.table.table import Table

NO_SEQ = "?"
"""Stands in the answer to a line whose seq cannot be told."""
FEATURES = ("enumerate", "positions")


class Cannot(ValueError):
    """A request that this implementation cannot express; the message says why."""


@dataclass
class Server:
    """Answers requests by the rules; `readings` has, for every variant that is played, a reading of every question.

    `must_hold` raises RulesError for a book that cannot be played by, and is asked when a variant is first played. One that is
    `strict` refuses deals that no pack gives, and fields that nobody knows.
    """

    library: Library
    readings: Mapping[str, Readings]
    must_hold: Callable[[Sheet], None] = lambda sheet: None
    held: set[str] = field(default_factory=set)
    referee: Referee | None = None
    table: Table | None = None
    done: bool = False
    """Whether bye was said."""
    strict: bool = False

    def reply(self, line: bytes) -> dict[str, Any]:
        """The answer to a line, whatever is in it."""
        seq = NO_SEQ
        try:
            value = read_line(line)
            found = value.get("seq")
            if not isinstance(found, str) or not found:
                raise ValueError(f"seq is {found!r}, expected a text that the answer can repeat")
            seq = found
            return {"seq": seq, **self.answer(messages.read_request(value))}
        except (Cannot, ChoiceError, NoPosition) as why:
            return {"seq": seq, "unsupported": {"why": str(why)}}
        except (ValueError, RulesError, Unanswered) as problem:
            return {"seq": seq, "error": {"message": str(problem)}}
        except Exception as defect:
            traceback.print_exc(file=sys.stderr)
            return {"seq": seq, "error": {"message": f"a defect of meldspec: {type(defect).__name__}: {defect}"}}

    def answer(self, request: messages.Request) -> dict[str, Any]:
        """The answer to a well-formed request, without its seq. Raises Cannot, or ValueError for what makes no sense."""
        match request:
            case messages.HelloRequest():
                return {"ok": self.hello(request)}
            case messages.ByeRequest():
                self.done = True
                return {"ok": {}}
            case messages.DealRequest() | messages.PositionRequest():
                return {"ok": self.begin(request)}
            case _:
                return {"ok": self.go_on(request)}

    def hello(self, request: messages.HelloRequest) -> dict[str, Any]:
        """Who this is, what it plays and how it reads the open questions."""
        if request.protocol != messages.VERSION:
            raise Cannot(f"this implementation speaks version {messages.VERSION} of the protocol, not {request.protocol}")
        return {
            "implementation": {"name": "meldspec", "version": __version__, "language": "Python"},
            "variants": list(self.readings),
            "features": list(FEATURES),
            "readings": {variant: dict(readings) for variant, readings in self.readings.items()},
        }

    def begin(self, request: messages.Beginning) -> dict[str, Any]:
        """A deal or a position, which forgets the one before."""
        # Before anything can go wrong: after a deal that was refused, no act of the deal before may be answered.
        self.referee = self.table = None
        referee = Referee(self.rulebook_for(request))
        if problem := too_many_cards(referee.rulebook, request):
            raise Cannot(problem)
        if self.strict and (wrong := [*unlikely(referee.rulebook, request)]):
            raise ValueError("; ".join(wrong))
        begun = answer(referee, None, request)
        self.referee, self.table = referee, begun.table
        return dict(to_json(begun.said))

    def rulebook_for(self, request: messages.Beginning) -> Rulebook:
        """The rulebook of the variant and options of a request; where no option tells how many play, its seats do."""
        variant = request.variant
        if variant not in self.readings:
            raise Cannot(f"'{variant}' is not played; there is {', '.join(self.readings) or 'none'}")
        if variant not in self.held:
            # Not at the start: whoever says hello waits for an answer, and seven books take seconds.
            self.must_hold(self.library.sheet(variant))
            self.held.add(variant)
        # The engine of another author may name no options; how many play is then told by the seats.
        options = {"players": request.seats, **request.options}
        return self.library.rulebook(variant, options, self.readings[variant])

    def go_on(self, request: messages.CaseRequest) -> dict[str, Any]:
        """An act, or the question what is legal, in the deal that was begun."""
        if self.referee is None or self.table is None:
            raise ValueError(f"'{request.cmd}' before any deal; begin with 'deal' or 'position'")
        if self.strict and (wrong := [*unknown(request)]):
            raise ValueError("; ".join(wrong))
        if isinstance(request, messages.LegalRequest) and (
            problem := too_large_a_hand(self.referee.rulebook, self.table, request.seat)
        ):
            raise Cannot(problem)
        asked = answer(self.referee, self.table, request)
        self.table = asked.table
        found: dict[str, Any] = to_json(asked.said)
        if asked.verdict is None or asked.verdict.legal:
            return found
        # What is wrong with the act: why it could not be tried, or the lines that refuse it.
        return found | {"why": asked.verdict.why or " · ".join(asked.lines)}


class Answering(Protocol):
    """Who answers lines, until it is done."""

    @property
    def done(self) -> bool:
        """Whether bye was said."""

    def reply(self, line: bytes) -> dict[str, Any]:
        """The answer to a line, whatever is in it."""


def serve(server: Answering, requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer line after line until bye is said or the input ends."""
    while not server.done and (line := _line(requests)):
        answers.write(json.dumps(server.reply(line), separators=(",", ":")).encode() + b"\n")
        answers.flush()


def _line(requests: BinaryIO) -> bytes:
    """One line; of one that is too long its beginning, the rest thrown away; nothing at the end of the input."""
    line = rest = requests.readline(LINE_LIMIT + 1)
    while rest and not rest.endswith(b"\n"):
        rest = requests.readline(LINE_LIMIT)
    return line
