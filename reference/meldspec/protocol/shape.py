"""The shapes of what an implementation says: cards, actions, observations, its introduction.

Each reader takes a value as JSON gave it and the place where it stood, and returns it typed, or raises
Malformed naming the place, what was found and what was expected. The published schemas say the same; a test
holds the two against each other. (They are not used here: a whole observation would cost milliseconds.)
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

CARD = re.compile(r"(?:[AKQJT98765432][CDHS]|JK)")

T = TypeVar("T")
Reader = Callable[[Any, str], T]


class Malformed(ValueError):
    """A value of the wrong shape: the message gives place, found and expected."""

    def __init__(self, place: str, found: object, expected: str) -> None:
        shown = repr(found)
        super().__init__(f"{place}: found {shown if len(shown) < 80 else shown[:77] + '…'}, expected {expected}")


# ── parts ───────────────────────────────────────────────────────────────────────────────────────────────────


def card(value: Any, place: str) -> str:
    """A card such as TH or JK."""
    if isinstance(value, str) and CARD.fullmatch(value):
        return value
    raise Malformed(place, value, "a card: rank AKQJT98765432, then suit CDHS; or JK")


def whole(value: Any, place: str) -> int:
    """A whole number; 3.0 is one, true is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    raise Malformed(place, value, "a whole number")


def natural(value: Any, place: str) -> int:
    """A whole number from 0 up: a count, or a seat, side or meld number."""
    number = whole(value, place)
    if number < 0:
        raise Malformed(place, value, "0 or more")
    return number


def boolean(value: Any, place: str) -> bool:
    """True or false."""
    if isinstance(value, bool):
        return value
    raise Malformed(place, value, "true or false")


def text(value: Any, place: str) -> str:
    """Any string."""
    if isinstance(value, str):
        return value
    raise Malformed(place, value, "a string")


def name(value: Any, place: str) -> str:
    """A string which is not empty."""
    if text(value, place):
        return str(value)
    raise Malformed(place, value, "a name")


def array(item: Reader[T], least: int = 0) -> Reader[list[T]]:
    """An array of at least `least` items."""

    def read(value: Any, place: str) -> list[T]:
        if not isinstance(value, list):
            raise Malformed(place, value, "an array")
        if len(value) < least:
            raise Malformed(place, value, f"at least {least}")
        return [item(one, f"{place}[{index}]") for index, one in enumerate(value)]

    return read


def maybe(item: Reader[T]) -> Reader[T | None]:
    """The item, or null."""

    def read(value: Any, place: str) -> T | None:
        return None if value is None else item(value, place)

    return read


def one_of(*words: str) -> Reader[str]:
    """One of these words."""

    def read(value: Any, place: str) -> str:
        if isinstance(value, str) and value in words:
            return value
        raise Malformed(place, value, f"one of {', '.join(words)}")

    return read


def fields(readers: Mapping[str, Reader[Any]], required: Sequence[str] = ()) -> Reader[dict[str, Any]]:
    """An object with these fields; others may stand in it, and are left as they are."""

    def read(value: Any, place: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise Malformed(place, value, "an object")
        for key in required:
            if key not in value:
                raise Malformed(place, value, f"a field {key!r}")
        return {key: readers[key](one, f"{place}.{key}") if key in readers else one for key, one in value.items()}

    return read


def mapping(item: Reader[T]) -> Reader[dict[str, T]]:
    """An object whose fields have any names."""

    def read(value: Any, place: str) -> dict[str, T]:
        if not isinstance(value, dict):
            raise Malformed(place, value, "an object")
        return {key: item(one, f"{place}.{key}") for key, one in value.items()}

    return read


# ── wholes ──────────────────────────────────────────────────────────────────────────────────────────────────

cards = array(card)


def _target(value: Any, place: str) -> str | int:
    return value if isinstance(value, str) and value in ("new", "garbage") else natural(value, place)


play = fields({"to": _target, "cards": array(card, 1)}, ["to", "cards"])

_ACTIONS: Mapping[str, Reader[dict[str, Any]]] = {
    "draw": fields({"heap": natural, "second": natural}),
    "take": fields({"plays": array(play), "top": natural, "count": natural}, ["plays"]),
    "meld": fields({"plays": array(play, 1)}, ["plays"]),
    "discard": fields({"card": card}, ["card"]),
    "pass": fields({}),
    "ask": fields({"seat": natural}, ["seat"]),
    "answer": fields({"yes": boolean}, ["yes"]),
}


def action(value: Any, place: str) -> dict[str, Any]:
    """An action with the fields of its type."""
    kind = fields({"type": one_of(*_ACTIONS)}, ["type"])(value, place)["type"]
    return _ACTIONS[kind](value, place)


def _pile(value: Any, place: str) -> dict[str, Any]:
    pile = fields({"cards": cards, "top": maybe(card), "count": natural})(value, place)
    if "cards" not in pile and not {"top", "count"} <= pile.keys():
        raise Malformed(place, value, "'cards', or both 'top' and 'count'")
    return pile


_meld = fields({"cards": array(card, 1), "kind": name}, ["cards"])

OBSERVATION: Mapping[str, Reader[Any]] = {
    "turn": maybe(natural),
    "phase": one_of("draw", "play", "answer", "over"),
    "asked": maybe(natural),
    "stock": natural,
    "pile": _pile,
    "frozen": boolean,
    "hands": array(cards),
    "feet": array(natural),
    "sides": array(fields({"melds": array(_meld), "red_threes": natural, "garbage": cards})),
    "ended": maybe(fields({"how": one_of("out", "stock", "stuck"), "seat": natural}, ["how"])),
    "scores": array(whole),
    "totals": array(whole),
    "match": maybe(fields({"winner": maybe(natural)}, ["winner"])),
}
"""The fields of an observation, in the order in which they are compared and shown."""

observation = fields(OBSERVATION)

introduction = fields(
    {
        "implementation": fields(
            {"name": name, "version": text, "language": text, "homepage": text},
            ["name", "version", "language"],
        ),
        "variants": array(name),
        "features": array(name),
        "readings": mapping(mapping(name)),
    },
    ["implementation", "variants"],
)
