"""The implementation protocol, version 1: from a request to its answer. There is nothing to fill in but who you are.

What is wrong with a request comes back in one of three ways, and they are kept apart:
  an illegal act       the rules forbid it (Refusal)                 {"ok":{"verdict":"illegal","why":…}}
  not supported        a rule or a game this engine does not know    {"unsupported":{"why":…}}
  an error             the request makes no sense, or a defect here  {"error":{"message":…}}
"""

import json
import re
import sys
import traceback
from typing import Any

from cards import CARDS
from errors import Malformed, Refusal, Unsupported
from game import ACTS, Game, act, begin, observe

PROTOCOL = 1
ABOUT: dict[str, Any] = {
    "implementation": {"name": "@NAME@", "version": "0.1.0", "language": "Python"},
    "variants": ["@VARIANT@"],
}
Json = dict[str, Any]


class Session:
    """A conversation: it remembers the deal between requests."""

    def __init__(self) -> None:
        self.done = False
        self._game: Game | None = None

    def answer(self, line: bytes) -> Json:
        """The answer to one line; it never raises."""
        seq = _seq_of(line)
        try:
            request = _read(line)
            seq = request["seq"]
            return {"seq": seq, "ok": self._reply(request)}
        except Unsupported as unknown:
            return {"seq": seq, "unsupported": {"why": str(unknown)}}
        except Malformed as malformed:
            return {"seq": seq, "error": {"message": str(malformed)}}
        except Exception as defect:
            # A defect of this engine: show where.
            traceback.print_exc(file=sys.stderr)
            return {"seq": seq, "error": {"message": f"{type(defect).__name__}: {defect}"}}

    def _reply(self, request: Json) -> Json:
        match request.get("cmd"):
            case "hello":
                if request.get("protocol") != PROTOCOL:
                    raise Unsupported(f"protocol {request.get('protocol')}; this speaks {PROTOCOL}")
                return ABOUT
            case "deal":
                # A deal that fails forgets the last one too.
                self._game = None
                self._game = begin(_deal(request))
                return {"observation": observe(self._game)}
            case "act":
                return self._act(request)
            case "bye":
                self.done = True
                return {}
            case other:
                raise Unsupported(f"the request {other!r}")

    def _act(self, request: Json) -> Json:
        if self._game is None:
            raise Malformed("no deal was begun: send `deal` first")
        seat, action = request.get("seat"), request.get("action")
        if not isinstance(action, dict) or not isinstance(action.get("type"), str):
            raise Malformed("act: found no action with a type")
        if not isinstance(seat, int):
            raise Malformed(f"act: seat is {seat!r}, expected a number")
        if action["type"] not in ACTS:
            raise Unsupported(f"the act {action['type']}")
        try:
            self._game = act(self._game, seat, action)
        except Refusal as refusal:
            return {"verdict": "illegal", "why": str(refusal)}
        return {"verdict": "legal", "observation": observe(self._game)}


def _seq_of(line: bytes) -> str:
    """The `seq` of a line that may be no JSON at all, as far as it can be seen; else a question mark."""
    found = re.search(rb'"seq"\s*:\s*"([^"\\]+)"', line)
    return found[1].decode(errors="replace") if found else "?"


def _read(line: bytes) -> Json:
    try:
        request = json.loads(line)
    except ValueError as problem:
        raise Malformed(f"the line is no JSON: {problem}") from None
    if not isinstance(request, dict):
        raise Malformed("the line is no JSON object")
    if not isinstance(request.get("seq"), str) or not request["seq"]:
        raise Malformed("the request has no `seq` that is a text")
    return request


def _deal(request: Json) -> Json:
    """The deal in a request, once it is seen to be one."""
    if request.get("variant") not in ABOUT["variants"]:
        raise Unsupported(f"the variant {request.get('variant')}")
    seats, dealer, hands, stock = (request.get(name) for name in ("seats", "dealer", "hands", "stock"))
    if not isinstance(seats, int) or not isinstance(hands, list) or len(hands) != seats:
        raise Malformed(f"deal: expected {seats} hands")
    if not isinstance(dealer, int) or not 0 <= dealer < seats:
        raise Malformed(f"deal: dealer is {dealer!r}")
    for cards in (*hands, *request.get("feet", ()), stock):
        if not isinstance(cards, list):
            raise Malformed("deal: expected lists of cards")
        for card in cards:
            if card not in CARDS:
                raise Malformed(f"deal: {card!r} is no card")
    return request
