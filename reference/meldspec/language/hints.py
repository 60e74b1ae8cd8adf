"""What a malformed line probably wanted to say."""

from __future__ import annotations

import unicodedata

from meldspec.language.faults import Fault, find_fault, in_words
from meldspec.language.layout import LogicalLine
from meldspec.language.mends import guess, likely_mend, reserved
from meldspec.language.misspeakings import misspeakings
from meldspec.language.place import Place
from meldspec.language.problems import Diagnostic

MALFORMED = "malformed-line"
"""The code of a line that is wrong in a way that nobody thought of."""


BEGIN = "begin the line with the word that says what it does: allow, require, forbid, then, define …; prose with '|'"


def malformed(line: LogicalLine, file: str) -> Diagnostic:
    """The diagnostic of a line that the grammar does not know."""
    fault = find_fault(line.text)
    assert fault is not None, "the line is well formed"
    code, mend = explained(line.text, fault)
    return Diagnostic(code, place_of(fault, line, file), shown(fault.word), in_words(fault.accepts), mend)


def explained(text: str, fault: Fault) -> tuple[str, str]:
    """The code of what is wrong, and one likely mend."""
    if fault.accepts == {"STRING"} and fault.word.isalnum():
        return "missing-quotes", f'put it in quotation marks: "{text[fault.start :].strip()}"'
    # From the surest explanation to the vaguest.
    if named := reserved(text, fault):
        return named.code, named.advice
    if known := misspeakings().find(text, fault.start, fault.end):
        way, mend = known
        return way.code, mend
    if tried := likely_mend(text, fault):
        return tried.code, tried.advice
    # Nothing fits at the very beginning, so nothing is known of what the line was to be.
    if not text[: fault.start].strip():
        return "no-such-line", BEGIN
    return MALFORMED if fault.word else "missing-word", guess(text, fault)


def place_of(fault: Fault, line: LogicalLine, file: str) -> Place:
    """Where the fault is in the file."""
    before = line.text[: fault.start]
    column = fault.start - (before.rfind("\n") + 1) + 1
    return Place(file, line.number + before.count("\n"), column, column + max(fault.end - fault.start, 1))


def shown(word: str) -> str:
    """What was found, in quotation marks; a character that cannot be seen by its name."""
    if not word:
        return "the end of the line"
    if word.isprintable() and not word.isspace():
        return word if word.startswith('"') else f'"{word}"' if "'" in word else f"'{word}'"
    names = (unicodedata.name(char, "control character").lower() for char in word)
    return ", ".join(f"{name} (U+{ord(char):04X})" for name, char in zip(names, word, strict=True))
