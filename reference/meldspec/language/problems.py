"""Places in a rules text, and what can be wrong there or in the data beside it; words that messages share."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from meldspec.language.immutable import Immutable


# A tuple, which is made in three fifths of the time: a book has some ten thousand.
class Place(NamedTuple):
    """A stretch of one text: file as it was named, line and column from 1, the column just behind its end."""

    file: str
    line: int
    column: int = 1
    end_column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Place("", 0)

LONG_WORD, LONG_TEXT = 160, 400
"""Characters of a word, and of what is found or expected, that are shown in whole."""
HEAD, TAIL = 60, 20
"""Of a longer word so many are shown at its beginning and at its end."""
_LONG_WORD = re.compile(rf"(\S{{{LONG_WORD + 1},}})( \([0-9]+ characters\))?")
"""A word that is too long; behind it perhaps how long it was before it was cut for the first time."""


def legible(text: str) -> str:
    """A message without words that fill a page: of each its beginning, its end and how long it is."""
    return _LONG_WORD.sub(_shortened, text)


def _shortened(found: re.Match[str]) -> str:
    word, length = found.groups()
    return f"{word[:HEAD]}…{word[-TAIL:]}{length or f' ({len(word)} characters)'}"


def briefly(text: str) -> str:
    """A part of a message that fits on a screen."""
    text = legible(text)
    return text if len(text) <= LONG_TEXT else f"{text[:LONG_TEXT]}… ({len(text)} characters)"


class Diagnostic(Immutable):
    """One problem: where it is, its code, what was found, what was expected, and one likely mend."""

    code: str
    place: Place
    found: str
    expected: str
    mend: str = ""

    def __str__(self) -> str:
        mend = f"\n  mend: {legible(self.mend)}" if self.mend else ""
        return f"{self.place}: {self.code}\n  found: {briefly(self.found)}\n  expected: {legible(self.expected)}{mend}"


class RulesError(Exception):
    """A rules text that cannot be used; `problems` holds every diagnostic found, in the order of the text."""

    def __init__(self, problems: Iterable[Diagnostic]) -> None:
        # The order of the text, whichever phase found them: a reader mends from the top.
        self.problems = sorted(problems, key=lambda p: (p.place.file, p.place.line, p.place.column, p.code))
        super().__init__("\n".join(str(problem) for problem in self.problems))


class DataError(ValueError):
    """A file beside the rules, such as a list of sources, that cannot be used: `problems` holds a line for each wrong thing."""

    def __init__(self, *problems: str) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


def spans(numbers: Sequence[int]) -> str:
    """Numbers in rising order as they are cited: `1, 3-5`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A mend that offers the known word most like `word`, or nothing where none is near."""
    # The word itself may be known as something that does not belong there; to offer it again would help nobody.
    near = get_close_matches(word, [other for other in known if other != word], n=1, cutoff=0.6)
    return f"did you mean '{near[0]}'?" if near else ""


def counted(number: int, what: str) -> str:
    """`1 clause`, `3 clauses`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
