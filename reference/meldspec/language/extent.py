"""How large a rules text may be: bounds far beyond every game, so that nothing takes long to be refused."""

from meldspec.language.layout import physical_lines
from meldspec.language.problems import Diagnostic, Place

LINES = 10_000
"""Lines of one file; the longest of our own has a seventh."""
CHARACTERS = 10_000
"""Characters of one line with all that goes on with it."""
LEVELS = 60
"""How deep a line may nest, brackets and joining words counted; the deepest of our own has a third."""
DIGITS = 9
"""Digits of a number."""
PROBLEMS = 100
"""After so many problems of one file, or of the files of a folder, no more are looked for: to say well what is wrong with a line
takes a while."""


def too_long(text: str, file: str) -> Diagnostic | None:
    """What is said of a text that has too many lines."""
    count = len(physical_lines(text))
    if count <= LINES:
        return None
    return Diagnostic("too-long", Place(file, LINES + 1), f"{count} lines", f"at most {LINES} in one file", "split the file in two")


def enough(file: str, line: int) -> Diagnostic:
    """What is said where no more is looked for."""
    mend = "mend those first: what comes from here on was not looked at"
    return Diagnostic("too-many", Place(file, line), f"more than {PROBLEMS} problems above", "rules text", mend)
