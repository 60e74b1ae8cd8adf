"""The one reader of JSON: what JSON leaves open, a key twice or a number of any length, is refused."""

import json
from math import isinf
from typing import Any, NoReturn

DIGITS = 18
"""The longest whole number."""


def plain_json(data: bytes) -> Any:
    """The value of a JSON text in UTF-8.

    Raises UnicodeDecodeError and JSONDecodeError, another ValueError for what is JSON and not plain, and RecursionError for
    brackets within brackets without end.
    """
    text = data.decode("utf-8")
    return json.loads(text, parse_constant=_no_number, parse_int=_whole, parse_float=_bounded, object_pairs_hook=_no_twice)


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")


def _whole(word: str) -> int:
    if len(word) > DIGITS:
        raise ValueError(f"a number of {len(word)} digits; expected at most {DIGITS}")
    return int(word)


def _bounded(word: str) -> float:
    number = float(word)
    if isinf(number):
        raise ValueError(f"{word[:DIGITS]} is larger than any number that programs keep")
    return number


def _no_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # JSON leaves open which of two equal keys counts, so what was meant cannot be known.
    value = dict(pairs)
    if len(value) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return value
