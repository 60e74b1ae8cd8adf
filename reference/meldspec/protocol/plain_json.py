"""The one reader of JSON: what JSON leaves open, a key twice or a number of any length, is refused."""

import json
from collections import Counter
from itertools import chain
from math import isinf
from typing import Any, NoReturn

DIGITS = 18
"""The longest whole number."""
DEPTH = 100
"""So many brackets may stand within one another."""
SEEN_FLAT = 20
"""So often the innermost brackets are taken away to see that; an ordinary case has eight within one another."""
NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))


def plain_json(data: bytes) -> Any:
    """The value of a JSON text in UTF-8.

    Raises UnicodeDecodeError and JSONDecodeError, another ValueError for what is JSON and not plain, and RecursionError for
    brackets within brackets without end.
    """
    text = data.decode("utf-8")
    value = json.loads(text, parse_constant=_no_number, parse_int=_whole, parse_float=_bounded, object_pairs_hook=_no_twice)
    if not _flat(data):
        _not_too_deep(value)
    return value


def _flat(data: bytes) -> bool:
    """Whether it is seen from the brackets alone that few stand within one another; brackets in words may hide that."""
    brackets = data.translate(None, NO_BRACKETS)
    for _ in range(SEEN_FLAT):
        if len(brackets) <= DEPTH:
            return True
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    return False


def _not_too_deep(value: Any) -> None:
    """Refuse brackets within brackets that whoever goes through the value would not come out of."""
    layer = [value]
    for _ in range(DEPTH + 1):
        within = (one.values() if isinstance(one, dict) else one for one in layer if isinstance(one, dict | list))
        layer = list(chain.from_iterable(within))
        if not layer:
            return
    raise RecursionError(f"brackets within brackets, more than {DEPTH} deep")


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON number")


def _whole(word: str) -> int:
    if (digits := len(word.lstrip("-"))) > DIGITS:
        raise ValueError(f"a number of {digits} digits; expected at most {DIGITS}")
    return int(word)


def _bounded(word: str) -> float:
    number = float(word)
    if isinf(number) or len(f"{abs(number):.0f}") > DIGITS:
        raise ValueError(f"{word[:DIGITS]} is too large a number; expected at most {DIGITS} digits")
    return number


def _no_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # JSON leaves open which of two equal keys counts, so what was meant cannot be known.
    value = dict(pairs)
    if len(value) < len(pairs):
        twice = next(key for key, often in Counter(key for key, _ in pairs).items() if often > 1)
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return value
