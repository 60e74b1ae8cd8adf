"""Real inputs, spoilt: a seed gives the same spoilt text everywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

EVIL = (
    b"\xff", b"\x00", b"\t", b"\r", b"\xef\xbb\xbf", b"\xe2\x80\xae", b"\xe2\x80\xa8", b"\xd9\xa3",
    b"[" * 3000, b"(" * 300, b"{" * 50, b"not " * 90, b"9" * 5000, b"9" * 12, b"a" * 20_000, b"\n" * 200,
    b"-1", b"0", b"1e400", b"NaN", b"null", b"''", b'"', b"\\", b"&a [*a]", b"*a", b"!!python/name:os.system",
    b"<<: {}", b"- ", b": ", b"| ", b"---\n", b"sides 0", b"deck 0 of A", b"from 1 to 99999999",
)  # fmt: skip
"""What nobody means to write."""
ODD: tuple[Any, ...] = (
    None, True, 0, -1, 1, 99, 2.5, 10**17, "", "x", "7C", "10H", "JK", "new", "legal", "canasta", "\u202e",
    [], [None], ["7C"], [[]], [[["7C"]]], ["KC"] * 300, {}, {"how": 1}, {"players": 4},
)  # fmt: skip
"""Values of JSON that stand where others should."""


def spoilt(random: Random, text: bytes) -> bytes:
    """A text with one to three things changed."""
    for _ in range(random.choice((1, 1, 2, 3))):
        text = random.choice((_line, _line, _token, _token, _evil, _cut, _byte))(random, text)
    return text


def _line(random: Random, text: bytes) -> bytes:
    """A line taken out, told twice, put elsewhere, or moved in or out."""
    rows = text.split(b"\n")
    at, other = random.randrange(len(rows)), random.randrange(len(rows))
    match random.randrange(5):
        case 0:
            del rows[at]
        case 1:
            rows.insert(at, rows[other])
        case 2:
            rows[at], rows[other] = rows[other], rows[at]
        case 3:
            rows[at] = b"  " + rows[at]
        case _:
            rows[at] = rows[at].removeprefix(b"  ")
    return b"\n".join(rows)


def _token(random: Random, text: bytes) -> bytes:
    """A word in the place of another one."""
    words = text.split(b" ")
    words[random.randrange(len(words))] = random.choice((random.choice(words), random.choice(EVIL), b""))
    return b" ".join(words)


def _evil(random: Random, text: bytes) -> bytes:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(EVIL) + text[at:]


def _cut(random: Random, text: bytes) -> bytes:
    """A stretch taken out, or the end cut off."""
    first = random.randrange(len(text) + 1)
    return text[:first] + (text[first + random.randrange(60) :] if random.random() < 0.7 else b"")


def _byte(random: Random, text: bytes) -> bytes:
    if not text:
        return b"\x00"
    at = random.randrange(len(text))
    return text[:at] + bytes([random.randrange(256)]) + text[at + 1 :]


def spoilt_json(random: Random, value: Any) -> bytes:
    """A value as JSON with one to three things in it changed, or its text spoilt."""
    whole = json.loads(json.dumps(value))
    for _ in range(random.choice((1, 1, 2, 3))):
        _spoil(random, whole)
    text = json.dumps(whole).encode()
    return spoilt(random, text).replace(b"\n", b" ") if random.random() < 0.25 else text


def exchanged(random: Random, value: Any) -> Any:
    """A value of JSON in which one to three texts or numbers have changed places with others: most such tables can be read."""
    whole = json.loads(json.dumps(value))
    for _ in range(random.choice((1, 1, 2, 3))):
        leaves = list(_leaves(whole))
        (one, key), (other, name) = random.choice(leaves), random.choice(leaves)
        if type(one[key]) is type(other[name]):
            one[key], other[name] = other[name], one[key]
    return whole


def _leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """Where the texts and numbers of a value stand: each the map or list that holds it, and its key there."""
    for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
        if isinstance(inner, dict | list):
            yield from _leaves(inner)
        else:
            yield value, key


def _spoil(random: Random, whole: Any) -> None:
    """Change one thing somewhere inside a value."""
    inner = whole
    while True:
        keys: list[Any] = list(inner) if isinstance(inner, dict) else list(range(len(inner)))
        if not keys:
            return
        key = random.choice(keys)
        if not isinstance(inner[key], dict | list) or not inner[key] or random.random() < 0.25:
            break
        inner = inner[key]
    match random.randrange(4):
        case 0:
            del inner[key]
        case 1 if isinstance(inner, dict):
            inner[random.choice(("surplus", "cmd", "seat", "verdict", "ok"))] = inner.pop(key)
        case 2 if isinstance(inner, list):
            inner.insert(key, deepcopy(inner[random.randrange(len(inner))]))
        case _:
            inner[key] = deepcopy(random.choice(ODD))
