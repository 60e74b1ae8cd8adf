"""What an answer may be, and what is refused as a protocol error."""

import json
from typing import Any

import pytest

from meldspec.protocol.messages import (
    Action,
    Answer,
    ByeRequest,
    Dealt,
    Enumerated,
    Errored,
    Farewell,
    Illegal,
    Implementation,
    Introduction,
    Legal,
    Observation,
    Unsupported,
)
from meldspec.protocol.replies import ProtocolError, parse, spell

WHO = {"name": "Fake", "version": "1", "language": "Lua"}
FAKE = Implementation("Fake", "1", "Lua")
SEEN = {"observation": {"turn": 1}}


@pytest.mark.parametrize(
    ("cmd", "reply", "answer"),
    [
        ("hello", {"ok": {"implementation": WHO, "variants": ["mini"]}}, Introduction(FAKE, ("mini",))),
        ("deal", {"ok": SEEN}, Dealt(Observation(turn=1))),
        ("position", {"ok": SEEN}, Dealt(Observation(turn=1))),
        ("act", {"ok": {"verdict": "legal", **SEEN}}, Legal(Observation(turn=1))),
        ("act", {"ok": {"verdict": "illegal"}}, Illegal()),
        ("act", {"ok": {"verdict": "illegal", "why": "no"}}, Illegal("no")),
        ("act", {"ok": {"verdict": "unsupported", "why": "no"}}, Unsupported("no")),
        ("act", {"unsupported": {"why": "no"}}, Unsupported("no")),
        ("deal", {"unsupported": {}}, Unsupported()),
        ("hello", {"error": {"message": "oh"}}, Errored("oh")),
        ("legal", {"ok": {"actions": [{"type": "draw"}]}}, Enumerated((Action("draw"),))),
        ("bye", {"ok": {}}, Farewell()),
    ],
)  # fmt: skip
def test_answers(cmd: str, reply: dict[str, Any], answer: Answer) -> None:
    """Every reply of the protocol is understood, with fields that it does not know."""
    line = json.dumps({"seq": "1", "surplus": 1, **reply}).encode()
    assert parse(line, cmd, "1") == answer
    assert parse(line + b"\r", cmd, "1") == answer


def test_introduction_in_full() -> None:
    """Features and claimed readings are taken from hello."""
    readings = {"mini": {"draw": "two"}}
    ok = {"implementation": {**WHO, "homepage": "h"}, "variants": [], "features": ["x"], "readings": readings}
    answer = parse(json.dumps({"seq": "1", "ok": ok}).encode(), "hello", "1")
    assert answer == Introduction(Implementation("Fake", "1", "Lua", "h"), (), ("x",), readings)


def test_whole_numbers_may_be_written_as_decimals() -> None:
    """A language without whole numbers writes 3.0, and means 3; it may not mean 2.5 or true."""
    answer = parse(b'{"seq":"1","ok":{"observation":{"stock":3.0}}}', "deal", "1")
    assert answer == Dealt(Observation(stock=3)) and isinstance(answer, Dealt)
    assert isinstance(answer.observation.stock, int)
    for wrong in (b"2.5", b"true", b'"3"', b"1e999", b"-1"):
        with pytest.raises(ProtocolError):
            parse(b'{"seq":"1","ok":{"observation":{"stock":%s}}}' % wrong, "deal", "1")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", "an empty line, expected an answer"),
        (b"{}", "has no seq"),
        (b'\xef\xbb\xbf{"seq":"1"}', "begins with a byte order mark"),
        (b'{"seq":"1"}', "only seq, expected one of ok"),
        (b'{"seq":"1","ok":[]}', r"at ok: found \[\], expected an object"),
        (b'{"seq":"1","ok":{"verdict":"fine"}}', r"ok\.verdict: found 'fine', expected one of legal"),
        (b'{"seq":"1","ok":{"verdict":"illegal","why":4}}', r"ok\.why: found 4, expected a string"),
        (b'{"seq":"1","error":"oh"}', "at error: found 'oh', expected an object"),
        (b'{"seq":"1","error":{}}', "expected a field 'message'"),
        (b'{"seq":"1","unsupported":{"why":[]}}', r"unsupported\.why: found \[\]"),
        (b'{"seq":"1","cmd":"act","seat":0}', "the request itself, sent back"),
    ],
)
def test_protocol_errors(line: bytes, message: str) -> None:
    """A line that is no answer is refused with what was found and what was expected."""
    with pytest.raises(ProtocolError, match=message) as broke:
        parse(line, "act", "1")
    assert not broke.value.late


def test_answer_to_the_request_before() -> None:
    """A line with the seq of the request before is a second answer to that one."""
    with pytest.raises(ProtocolError, match="a second line for one request") as broke:
        parse(b'{"seq":"1","ok":{}}', "act", "2", before="1")
    assert broke.value.late


def test_request_on_the_wire() -> None:
    """A request is one line of compact UTF-8, its seq first."""
    assert spell(ByeRequest(more={"note": "é"}), "7") == '{"seq":"7","cmd":"bye","note":"é"}\n'.encode()
