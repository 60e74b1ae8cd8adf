"""The numbers that a sentence of plain English names, in words or in figures."""

import re
from collections.abc import Iterator, Sequence

from meldspec.language.immutable import Immutable
from meldspec.language.misspeakings import number_words

# A mark between two words parts them: `a thousand, and ninety` are two numbers.
TOKEN = re.compile(r"[0-9][0-9,]*[0-9]|[0-9]|[A-Za-z']+|[,.;:]")
ARTICLES = ("a", "an")
LINK = "and"


class Named(Immutable):
    """A number that a sentence names: the words of it, what it is, and the word before it, in lower case."""

    words: str
    value: int
    before: str


LONGEST = 18
"""Digits of a number that are read."""


def numbers_named(sentence: str) -> Iterator[Named]:
    """The numbers that a sentence names, in their order; `a` belongs to `a hundred`, and is no number by itself."""
    found = list(TOKEN.finditer(sentence))
    words = [token.group().lower() for token in found]
    at = 0
    while at < len(words):
        value, end = _number(words, at)
        if value is None:
            at += 1
            continue
        yield Named(sentence[found[at].start() : found[end - 1].end()], value, words[at - 1] if at else "")
        at = end


def _number(words: Sequence[str], at: int) -> tuple[int | None, int]:
    """The number that begins at a word, and where it ends; none where none does."""
    if words[at][0].isdigit():
        # A page of digits is no number of any rule: its beginning is, which no line has either.
        return int(words[at].replace(",", "")[:LONGEST]), at + 1
    known = number_words()
    following = known.get(words[at + 1], 0) if at + 1 < len(words) else 0
    if words[at] in ARTICLES and _many(following):
        parts, end = [following], at + 2
    elif words[at] in known:
        parts, end = [known[words[at]]], at + 1
    else:
        return None, at
    while end < len(words):
        # `a hundred and fifty`: the word that joins belongs to the number where another one follows.
        joined = words[end] == LINK and _many(parts[-1]) and end + 1 < len(words)
        value = known.get(words[end + joined])
        if value is None or not _taken(parts, value, joined):
            break
        end += 1 + joined
    return sum(parts), end


def _taken(parts: list[int], value: int, joined: bool) -> bool:
    """Whether one number more goes with those before it: `two hundred` is so many hundreds, `twenty five` has it added."""
    if _many(value) and not joined and parts[-1] < value:
        parts[-1] *= value
        return True
    if len(str(value)) <= _noughts(parts[-1]):
        parts.append(value)
        return True
    return False


def _many(value: int) -> bool:
    """Whether a number is one that others tell how many there are of, as a hundred."""
    return _noughts(value) > 1


def _noughts(value: int) -> int:
    """How many noughts a number ends with."""
    return len(str(value)) - len(str(value).rstrip("0"))
