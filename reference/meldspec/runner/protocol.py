"""The implementation protocol, version 1: how a request is spelt and what an answer may be.

An answer is read strictly, for what is let pass here would be compared as if it were meant: whatever is not
exactly one JSON object with the right `seq` and one of `ok`, `unsupported` and `error` is a protocol error.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, TypeAlias

from meldspec.protocol import shape
from meldspec.protocol.case import Json, Readings
from meldspec.runner.broke import Broke, BrokeKind

VERSION = 1

HELLO: Json = {"cmd": "hello", "protocol": VERSION}
BYE: Json = {"cmd": "bye"}

FEATURE_NEEDED = {"position": "positions", "legal": "enumerate"}
"""Requests that are sent only to who claims the feature."""


@dataclass(frozen=True)
class Introduction:
    """The answer to hello: who it is, what it plays and how it claims to read the open questions."""

    name: str
    version: str
    language: str
    variants: tuple[str, ...]
    features: frozenset[str] = frozenset()
    readings: Mapping[str, Readings] = field(default_factory=dict)
    homepage: str | None = None


@dataclass(frozen=True)
class Dealt:
    """The answer to a deal or a position: what can be seen of the table."""

    observation: Json


@dataclass(frozen=True)
class Legal:
    """The act was done; what can be seen of the table afterwards."""

    observation: Json


@dataclass(frozen=True)
class Illegal:
    """The act was refused, and nothing changed."""

    why: str | None = None


@dataclass(frozen=True)
class Enumerated:
    """Every legal action of a seat with at most one play."""

    actions: Sequence[Json]


@dataclass(frozen=True)
class Farewell:
    """The answer to bye."""


@dataclass(frozen=True)
class Unsupported:
    """The implementation cannot express the request."""

    why: str = ""


@dataclass(frozen=True)
class Errored:
    """The implementation says that it broke."""

    message: str


Answer: TypeAlias = Introduction | Dealt | Legal | Illegal | Enumerated | Farewell | Unsupported | Errored


def spell(request: Json, seq: str) -> bytes:
    """The request as one line, with its end."""
    return json.dumps({"seq": seq, **request}, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def parse(line: bytes, request: Json, seq: str, before: str | None = None) -> Answer:
    """The answer in a line, to `request` sent under `seq`. `before` is the seq of the request before it.

    Raises Broke with kind PROTOCOL; `late` where the line answers the request before a second time.
    """
    reply = _object(line)
    _check_seq(reply, request, seq, before)
    said = [key for key in ("ok", "unsupported", "error") if key in reply]
    if len(said) != 1:
        found = " and ".join(said) if said else f"only {', '.join(reply)}"
        hint = "; it looks like the request itself, sent back" if reply.get("cmd") == request["cmd"] else ""
        _refuse(f"the answer has {found}, expected one of ok, unsupported and error{hint}")
    try:
        return _answer(said[0], reply[said[0]], str(request["cmd"]))
    except shape.Malformed as malformed:
        _refuse(f"the answer to {request['cmd']} is malformed at {malformed}")


def _object(line: bytes) -> dict[str, Any]:
    shown = line[:80].decode("utf-8", errors="replace")
    try:
        value = json.loads(line.decode("utf-8"), parse_constant=_no_number, object_pairs_hook=_no_twice)
    except UnicodeDecodeError as problem:
        _refuse(f"a line that is no UTF-8, at byte {problem.start}: {shown!r}")
    except json.JSONDecodeError as problem:
        hint = "write nothing but answers to standard output, and everything else to standard error"
        _refuse(f"a line that is no JSON ({problem.msg}, column {problem.colno}): {shown!r}; {hint}")
    except (ValueError, RecursionError) as problem:
        _refuse(f"a line that is no plain JSON ({problem}): {shown!r}")
    if not isinstance(value, dict):
        _refuse(f"a line that is no JSON object: {shown!r}")
    return value


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")


def _no_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return value


def _check_seq(reply: Json, request: Json, seq: str, before: str | None) -> None:
    found = reply.get("seq")
    if found == seq:
        return
    if before is not None and found == before:
        message = f"a second line for one request: seq {before!r} was answered already"
        raise Broke(BrokeKind.PROTOCOL, f"{message}; answer each request with one line", late=True)
    if "seq" not in reply:
        _refuse(f"the answer to {request['cmd']} has no seq, expected {seq!r}")
    hint = "; repeat it as it came, a string" if str(found) == seq else ""
    _refuse(f"the answer to {request['cmd']} has seq {found!r}, expected {seq!r}{hint}")


def _answer(said: str, value: Any, cmd: str) -> Answer:
    match said:
        case "unsupported":
            return Unsupported(shape.fields({"why": shape.text})(value, said).get("why", ""))
        case "error":
            return Errored(shape.fields({"message": shape.text}, ["message"])(value, said)["message"])
    match cmd:
        case "hello":
            return _introduction(shape.introduction(value, said))
        case "deal" | "position":
            return Dealt(_observation(value))
        case "act":
            return _verdict(value)
        case "legal":
            actions = shape.fields({"actions": shape.array(shape.action)}, ["actions"])(value, said)
            return Enumerated(actions["actions"])
        case _:
            shape.fields({})(value, said)
            return Farewell()


def _introduction(hello: Json) -> Introduction:
    who = hello["implementation"]
    return Introduction(
        name=who["name"],
        version=who["version"],
        language=who["language"],
        homepage=who.get("homepage"),
        variants=tuple(hello["variants"]),
        features=frozenset(hello.get("features", ())),
        readings=hello.get("readings", {}),
    )


def _observation(ok: Any) -> Json:
    read = shape.fields({"observation": shape.observation}, ["observation"])
    observation: Json = read(ok, "ok")["observation"]
    return observation


def _verdict(ok: Any) -> Answer:
    read = shape.fields({"verdict": shape.one_of("legal", "illegal", "unsupported")}, ["verdict"])
    verdict = read(ok, "ok")["verdict"]
    if verdict == "legal":
        return Legal(_observation(ok))
    why = shape.fields({"why": shape.text})(ok, "ok").get("why")
    return Illegal(why) if verdict == "illegal" else Unsupported(why or "")


def _refuse(message: str) -> NoReturn:
    raise Broke(BrokeKind.PROTOCOL, message)
