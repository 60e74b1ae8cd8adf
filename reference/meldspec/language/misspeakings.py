"""Common ways to misspeak the rules language, from `grammar/misspeakings.toml`."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from meldspec.data import folder
from meldspec.language.immutable import Immutable


class Misspeaking(Immutable):
    """A way to misspeak: its code, what it looks like, what to write instead, lines that do so.

    It may be `unfinished`: a way for a line to break off. `numbers` are the number words, which are the same for all.
    """

    code: str
    pattern: re.Pattern[str]
    mend: str
    examples: list[str]
    numbers: Mapping[str, int]
    unfinished: bool = False

    def hit(self, text: str, start: int, end: int) -> re.Match[str] | None:
        """Where the pattern meets the part of the text from `start` to `end`, or words just before it.

        Words before count because a word that means nothing is taken for a name, and the next one does not fit then.
        What counts of a hit is its group `here`, where there is one, and the whole of it otherwise.
        """
        if self.unfinished and start < end:
            return None
        before = len(text[:start].rstrip())
        # What stands in quotation marks is the author's own words, and misspeaks nothing.
        quotation = text.startswith('"', start)
        for hit in self.pattern.finditer(text):
            left, right = hit.span("here" if "here" in self.pattern.groupindex else 0)
            # Hits behind the fault explain nothing: the parser has not seen them.
            if left >= max(end, 1) or (quotation and left > start):
                return None
            if start < right or (right == before and (self.unfinished or taken_for_a_name(text, left, right))):
                return hit
        return None

    def advice(self, hit: re.Match[str], start: int) -> str:
        """What to write instead of a hit; a hit before the fault, which begins at `start`, is named."""
        mend, word = self.mended(hit), hit.groupdict().get("here") or hit.group()
        named = hit.end("here" if "here" in self.pattern.groupindex else 0) > start or f"'{word}'" in mend
        return mend if named or self.unfinished else f"for '{word}', {mend}"

    def mended(self, hit: re.Match[str]) -> str:
        """The mend with the words of a hit."""
        groups = {name: found or "" for name, found in hit.groupdict().items()}
        word = groups.get("here", hit.group())
        return self.mend.format(
            **{**groups, "here": word},
            lower=word.lower(),
            upper=word.upper(),
            hyphens=re.sub(r"_+|(?<=[a-z])(?=[A-Z])", "-", word).strip("-").lower(),
            digits=re.sub(r"\D", "", word),
            number=self.numbers.get(word.lower(), ""),
        )


def taken_for_a_name(text: str, left: int, right: int) -> bool:
    """Whether the grammar may have taken what stands there for a name, or its last word; a line begins with none."""
    # Imported here, since this module is read where nothing is parsed.
    from meldspec.language.grammar import is_name

    words = text[left:right].split()
    plain = "".join(words).replace("-", "")
    return bool(text[:left].strip()) and plain.isalpha() and plain.islower() and is_name(words[-1])


@cache
def _data() -> dict[str, Any]:
    """What the file holds."""
    # Imported here, since nobody misspeaks in rules that are in order.
    import tomllib

    found: dict[str, Any] = tomllib.loads((folder("grammar") / "misspeakings.toml").read_text(encoding="utf-8"))
    return found


def number_words() -> dict[str, int]:
    """The numbers by their words."""
    # Asked for much more often than the patterns, which take a tenth of a second to make.
    numbers: dict[str, int] = _data()["numbers"]
    return numbers


@cache
def misspeakings() -> tuple[Misspeaking, ...]:
    """The project's misspeakings, the first that fits first, read at first use."""
    numbers = number_words()
    ways = [
        {**way, "pattern": re.compile(way["pattern"].replace("NUMBER", "|".join(numbers)), re.MULTILINE)}
        for way in _data()["misspeaking"]
    ]
    return tuple(Misspeaking(**way, numbers=numbers) for way in ways)


def misspeaking_at(text: str, start: int, end: int) -> tuple[Misspeaking, str] | None:
    """The first misspeaking that explains a fault at that part of the text, with its mend."""
    hits = ((way, hit) for way in misspeakings() if (hit := way.hit(text, start, end)))
    return next(((way, way.advice(hit, start)) for way, hit in hits), None)
