"""One line out, one line in: how a request is spelt on the wire, and what an answer may be.

An answer is read strictly, for what is let pass here would be compared as if it were meant: whatever is not
exactly one JSON object with the right `seq` and one of `ok`, `unsupported` and `error` is a protocol error.
"""

import json
from dataclasses import dataclass
from typing import Any

from meldspec.protocol import messages
from meldspec.protocol.fields import SHOWN, Json, Malformed, in_json, record, to_json
from meldspec.protocol.plain_json import plain_json

BYTE_ORDER_MARK = "\ufeff"
LINE_LIMIT = 1024 * 1024
"""Bytes of the longest line that is read."""


@dataclass(eq=False)
class ProtocolError(Exception):
    """A line that is no answer to what was asked; `late` where it answers the request before a second time."""

    message: str
    late: bool = False


def spell(request: messages.Request, seq: str) -> bytes:
    """The request as one line, with its end."""
    return json.dumps({"seq": seq, **to_json(request)}, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def parse(line: bytes, cmd: str, seq: str, before: str | None = None) -> messages.Answer:
    """The answer in a line, to a request `cmd` sent under `seq`. `before` is the seq of the request before it.

    Raises ProtocolError.
    """
    reply = _object(line)
    _check_seq(reply, cmd, seq, before)
    said = [key for key in ("ok", "unsupported", "error") if key in reply]
    if len(said) != 1:
        found = " and ".join(said) if said else f"only {', '.join(reply)}"
        hint = "; it looks like the request itself, sent back" if reply.get("cmd") == cmd else ""
        raise ProtocolError(f"the answer has {found}, expected one of ok, unsupported and error{hint}")
    try:
        return _answer(said[0], reply[said[0]], cmd)
    except Malformed as malformed:
        raise ProtocolError(f"the answer to {cmd} is malformed at {malformed}") from None


def _object(line: bytes) -> dict[str, Any]:
    shown = line[:SHOWN].decode("utf-8", errors="replace")
    try:
        value = plain_json(line)
    except UnicodeDecodeError as problem:
        raise ProtocolError(f"a line that is no UTF-8, at byte {problem.start}: {shown!r}") from None
    except json.JSONDecodeError as problem:
        raise ProtocolError(_no_json(problem, shown)) from None
    except RecursionError:
        raise ProtocolError(f"a line that is no plain JSON (brackets within brackets without end): {shown!r}") from None
    except ValueError as problem:
        raise ProtocolError(f"a line that is no plain JSON ({problem}): {shown!r}") from None
    if not isinstance(value, dict):
        raise ProtocolError(f"a line that is no JSON object: {shown!r}")
    return value


def _no_json(problem: json.JSONDecodeError, shown: str) -> str:
    """What is wrong with a line that was to be JSON, and what its author most likely has to do."""
    text = problem.doc.rstrip()
    if not text:
        return "an empty line, expected an answer; write nothing but answers to standard output, each on one line"
    if text.startswith(BYTE_ORDER_MARK):
        return f"a line that begins with a byte order mark: {shown!r}; write UTF-8 without one"
    if not text.startswith("{"):
        hint = "write nothing but answers to standard output, and everything else to standard error"
    elif problem.pos >= len(text):
        hint = "it breaks off there: write each answer on one line, without a line break within"
    elif problem.msg == "Extra data":
        hint = "something stands behind the answer: end each answer with a newline"
    else:
        hint = "an answer is one JSON object on one line"
    return f"a line that is no JSON ({problem.msg}, column {problem.colno}): {shown!r}; {hint}"


def _check_seq(reply: Json, cmd: str, seq: str, before: str | None) -> None:
    found = reply.get("seq")
    if found == seq:
        return
    # Not just a wrong seq: the case before had its answer already, and this line is its fault.
    if before is not None and found == before:
        message = f"a second line for one request: seq {before!r} was answered already"
        raise ProtocolError(f"{message}; answer each request with one line", late=True)
    if "seq" not in reply:
        raise ProtocolError(f"the answer to {cmd} has no seq, expected {seq!r}")
    hint = "" if isinstance(found, str) else "; repeat it as it came, a string"
    raise ProtocolError(f"the answer to {cmd} has seq {in_json(found)}, expected {seq!r}{hint}")


def _answer(said: str, value: Any, cmd: str) -> messages.Answer:
    match said, cmd:
        case "unsupported", _:
            # Only as a verdict does the word `verdict` mean anything; here it is a field like any other that nobody knows.
            plain = {key: one for key, one in value.items() if key != "verdict"} if isinstance(value, dict) else value
            return record(messages.Unsupported)(plain, said)
        case "error", _:
            return record(messages.Errored)(value, said)
        case _, "hello":
            return record(messages.Introduction)(value, said)
        case _, "deal" | "position":
            return record(messages.Dealt)(value, said)
        case _, "act":
            return messages.read_verdict(value, said)
        case _, "legal":
            return messages.Enumerated(record(messages.Listing)(value, said).actions)
        case _:
            return record(messages.Farewell)(value, said)


def read_line(line: bytes) -> dict[str, Any]:
    """The object in a line that was sent to an implementation.

    Raises ValueError, which says what was found, for what is no plain JSON object.
    """
    if len(line) > LINE_LIMIT:
        raise ValueError(f"a line of more than {LINE_LIMIT} bytes; a request is one short JSON object")
    try:
        value = plain_json(line)
    except UnicodeDecodeError as problem:
        raise ValueError(f"a line that is no UTF-8, at byte {problem.start}") from None
    except json.JSONDecodeError as problem:
        raise ValueError(f"a line that is no JSON ({problem.msg}, column {problem.colno})") from None
    except RecursionError:
        raise ValueError("brackets within brackets without end") from None
    if not isinstance(value, dict):
        raise ValueError(f"a line that is no JSON object but a {type(value).__name__}")
    return value
