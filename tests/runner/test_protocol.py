"""What an answer may be, and what is refused as a protocol error."""

import json
from typing import Any

import pytest

from meldspec.runner.broke import Broke, BrokeKind
from meldspec.runner.protocol import (
    BYE,
    HELLO,
    Answer,
    Dealt,
    Enumerated,
    Errored,
    Farewell,
    Illegal,
    Introduction,
    Legal,
    Unsupported,
    parse,
    spell,
)

ACT: dict[str, Any] = {"cmd": "act", "seat": 0, "action": {"type": "draw"}}
DEAL, LEGAL = {"cmd": "deal"}, {"cmd": "legal", "seat": 0}
WHO = {"name": "Fake", "version": "1", "language": "Lua"}
SEEN = {"observation": {"turn": 1}}


@pytest.mark.parametrize(
    ("request_", "reply", "answer"),
    [
        (HELLO, {"ok": {"implementation": WHO, "variants": ["mini"]}}, Introduction("Fake", "1", "Lua", ("mini",))),
        (DEAL, {"ok": SEEN}, Dealt({"turn": 1})),
        ({"cmd": "position"}, {"ok": SEEN}, Dealt({"turn": 1})),
        (ACT, {"ok": {"verdict": "legal", **SEEN}}, Legal({"turn": 1})),
        (ACT, {"ok": {"verdict": "illegal"}}, Illegal()),
        (ACT, {"ok": {"verdict": "illegal", "why": "no"}}, Illegal("no")),
        (ACT, {"ok": {"verdict": "unsupported", "why": "no"}}, Unsupported("no")),
        (ACT, {"unsupported": {"why": "no"}}, Unsupported("no")),
        (DEAL, {"unsupported": {}}, Unsupported("")),
        (HELLO, {"error": {"message": "oh"}}, Errored("oh")),
        (LEGAL, {"ok": {"actions": [{"type": "draw"}]}}, Enumerated([{"type": "draw"}])),
        (BYE, {"ok": {}}, Farewell()),
    ],
)  # fmt: skip
def test_answers(request_: dict[str, Any], reply: dict[str, Any], answer: Answer) -> None:
    """Every reply of the protocol is understood, with fields that it does not know."""
    line = json.dumps({"seq": "1", "surplus": 1, **reply}).encode()
    assert parse(line, request_, "1") == answer
    assert parse(line + b"\r", request_, "1") == answer


def test_introduction_in_full() -> None:
    """Features and claimed readings are taken from hello."""
    readings = {"mini": {"draw": "two"}}
    ok = {"implementation": {**WHO, "homepage": "h"}, "variants": [], "features": ["x"], "readings": readings}
    answer = parse(json.dumps({"seq": "1", "ok": ok}).encode(), HELLO, "1")
    assert answer == Introduction("Fake", "1", "Lua", (), frozenset({"x"}), readings, "h")


def test_whole_numbers_may_be_written_as_decimals() -> None:
    """A language without whole numbers writes 3.0, and means 3; it may not mean 2.5 or true."""
    answer = parse(b'{"seq":"1","ok":{"observation":{"stock":3.0}}}', DEAL, "1")
    assert answer == Dealt({"stock": 3}) and isinstance(answer, Dealt)
    assert isinstance(answer.observation["stock"], int)
    for wrong in (b"2.5", b"true", b'"3"', b"1e999", b"-1"):
        with pytest.raises(Broke):
            parse(b'{"seq":"1","ok":{"observation":{"stock":%s}}}' % wrong, DEAL, "1")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", "no JSON"),
        (b"{}", "has no seq"),
        (b'\xef\xbb\xbf{"seq":"1"}', "BOM"),
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
    with pytest.raises(Broke, match=message) as broke:
        parse(line, ACT, "1")
    assert broke.value.kind is BrokeKind.PROTOCOL
    assert not broke.value.late


def test_answer_to_the_request_before() -> None:
    """A line with the seq of the request before is a second answer to that one."""
    with pytest.raises(Broke, match="a second line for one request") as broke:
        parse(b'{"seq":"1","ok":{}}', ACT, "2", before="1")
    assert broke.value.late


def test_request_on_the_wire() -> None:
    """A request is one line of compact UTF-8, its seq first."""
    assert spell({"cmd": "bye", "note": "é"}, "7") == '{"seq":"7","cmd":"bye","note":"é"}\n'.encode()
