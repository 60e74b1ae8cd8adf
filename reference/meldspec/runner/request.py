"""The shapes of what is asked: requests read strictly, as an implementation that trusts nobody reads them.

What an action is beyond its type is for the rules to say: a book may have acts that no other has.
"""

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from meldspec.protocol.case import Json
from meldspec.protocol.shape import Malformed, Reader, array, card, cards, fields, mapping, name, natural, one_of, text, whole
from meldspec.runner.process import LINE_LIMIT


def _anything(value: Any, place: str) -> Any:
    return value


def _counted(least: int) -> Reader[int]:
    """A whole number from some number up."""

    def read(value: Any, place: str) -> int:
        number = whole(value, place)
        if number < least:
            raise Malformed(place, value, f"{least} or more")
        return number

    return read


_TABLE: Mapping[str, Reader[Any]] = {
    "variant": name,
    "seats": _counted(1),
    "dealer": natural,
    "options": mapping(_anything),
    "match": fields({"deal": _counted(1), "totals": array(whole)}, ["deal", "totals"]),
    "hands": array(cards),
    "feet": array(cards),
    "stock": cards,
    "heaps": array(natural),
}
_meld = fields({"cards": array(card, 1)}, ["cards"])
_side = fields({"melds": array(_meld), "red_threes": natural, "garbage": cards}, ["melds", "red_threes"])
_POSITION: Mapping[str, Reader[Any]] = {
    **_TABLE,
    "pile": cards,
    "sides": array(_side),
    "turn": natural,
    "phase": one_of("draw", "play", "answer"),
}
_ACT = {"seat": natural, "action": fields({"type": text}, ["type"])}

REQUESTS: Mapping[str, Reader[dict[str, Any]]] = {
    "hello": fields({"protocol": whole}, ["protocol"]),
    "deal": fields(_TABLE, [name for name in _TABLE if name != "heaps"]),
    "position": fields({**_POSITION, "marks": mapping(_anything)}, [name for name in _POSITION if name != "heaps"]),
    "act": fields(_ACT, list(_ACT)),
    "legal": fields({"seat": natural}, ["seat"]),
    "bye": fields({}),
}
"""Reads the fields of each request."""


def read_line(line: bytes) -> dict[str, Any]:
    """The object in a line.

    Raises ValueError, which says what was found, for what is no plain JSON object.
    """
    if len(line) > LINE_LIMIT:
        raise ValueError(f"a line of more than {LINE_LIMIT} bytes; a request is one short JSON object")
    try:
        value = json.loads(line.decode("utf-8"), parse_constant=_no_number)
    except UnicodeDecodeError as problem:
        raise ValueError(f"a line that is no UTF-8, at byte {problem.start}") from None
    except json.JSONDecodeError as problem:
        raise ValueError(f"a line that is no JSON ({problem.msg}, column {problem.colno})") from None
    except RecursionError:
        raise ValueError("brackets within brackets without end") from None
    if not isinstance(value, dict):
        raise ValueError(f"a line that is no JSON object but a {type(value).__name__}")
    return value


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")


def read_request(value: Json, place: str = "") -> dict[str, Any]:
    """The request in an object, which stands at `place`.

    Raises Malformed, a ValueError, where a field is missing or of the wrong shape.
    """
    cmd = one_of(*REQUESTS)(value.get("cmd"), f"{place}.cmd".lstrip("."))
    return REQUESTS[cmd](value, place or cmd)
