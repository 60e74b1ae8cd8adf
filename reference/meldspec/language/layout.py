"""A rules text as logical lines: physical lines joined where one goes on with the line above it, and what is wrong with them."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from meldspec.language.immutable import Immutable
from meldspec.language.problems import Diagnostic, Place, counted
from meldspec.language.vocabulary import JOINING

OPEN_ENDS = (",", ":")
"""After a line that ends so, a line that stands further in goes on with it."""

STEP = 2
"""Spaces of one level of indentation."""

TURNS = r"\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069"
"""Signs that turn the direction of writing, by which a line is made to look otherwise than it reads, or that break a line."""
TURNING = re.compile(f"[{TURNS}]")
UNSEEN = re.compile(rf"[\x00-\x09\x0b-\x1f\x7f-\x9f{TURNS}]")
"""Control characters, tabs among them: they are reported, and otherwise read as spaces."""


class LogicalLine(Immutable):
    """One formal line: its raw text, margin included, the number of its first physical line, its indentation.

    Indentation is in spaces, a tab counting as one level; in the text a tab is one space, so that columns are
    those of the file.
    """

    text: str
    number: int
    indent: int

    @property
    def first_word(self) -> str:
        """The word that tells what kind of line this is."""
        return "|" if self.prose else self.text.split(None, 1)[0]

    @cached_property
    def prose(self) -> bool:
        """Whether it is a sentence for people, `| …`."""
        return self.text.lstrip(" ").startswith("|")


def physical_lines(text: str) -> list[str]:
    """The lines of a text, whatever the system that wrote it; a byte order mark is no part of the first."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def continues(last: LogicalLine, raw: str, indent: int) -> bool:
    """Whether a physical line goes on with the logical line above it; prose does neither."""
    # Prose is for people: a sentence that happens to begin with `and` must not be read as rules, nor go on with some.
    stripped = raw.strip()
    if last.prose or stripped.startswith("|"):
        return False
    joins = stripped.startswith(",") or stripped.split(None, 1)[0] in JOINING
    return joins or (last.text.endswith(OPEN_ENDS) and indent > last.indent)


def logical_lines(text: str) -> list[LogicalLine]:
    """The logical lines of a text, blank ones left out."""
    lines: list[LogicalLine] = []
    for number, raw in enumerate(physical_lines(text), 1):
        if not raw.strip():
            continue
        margin = raw[: len(raw) - len(raw.lstrip(" \t"))]
        indent = len(margin) + margin.count("\t") * (STEP - 1)
        # `margins` reports these characters; read as spaces they hide no other fault of the line.
        spaced = UNSEEN.sub(" ", raw).rstrip()
        if not spaced:
            continue
        if lines and continues(lines[-1], spaced, indent):
            last = lines[-1]
            # Blank lines between are kept as line ends, so that the parse counts lines as the file does.
            gap = number - last.number - last.text.count("\n")
            lines[-1] = LogicalLine(last.text + "\n" * gap + spaced, last.number, last.indent)
        else:
            lines.append(LogicalLine(spaced, number, indent))
    return lines


# ── what is wrong with spaces and characters ────────────────────────────────────────────────────────────────────────────────────


def margin_problems(text: str, lines: Sequence[LogicalLine], file: str) -> list[Diagnostic]:
    """All of them; the logical lines are those of the text."""
    physical = physical_lines(text)
    return [*tabs(physical, file), *unseen(physical, file), *indentation(lines, file)]


def tabs(physical: Sequence[str], file: str) -> Iterator[Diagnostic]:
    """The first tab of the text, with the number of lines that have some."""
    # One diagnostic for all of them: an editor that indents by tabs does so on every line.
    tabbed = [number for number, line in enumerate(physical, 1) if "\t" in line]
    if tabbed:
        column = physical[tabbed[0] - 1].index("\t") + 1
        more = f", and tabs on {len(tabbed) - 1} more lines" if len(tabbed) > 1 else ""
        place = Place(file, tabbed[0], column, column + 1)
        yield Diagnostic("tab", place, f"a tab{more}", "spaces", "indent by two spaces a level, and put one between words")


def unseen(physical: Sequence[str], file: str) -> Iterator[Diagnostic]:
    """The first control character of each line that has one."""
    for number, line in enumerate(physical, 1):
        if hit := UNSEEN.search(line.replace("\t", " ")):
            column = hit.start() + 1
            found = f"an unseen control character (U+{ord(hit.group()):04X})"
            place = Place(file, number, column, column + 1)
            yield Diagnostic("control-character", place, found, "text that can be seen", "delete the character")


def indentation(lines: Sequence[LogicalLine], file: str) -> Iterator[Diagnostic]:
    """Every line that stands between two levels, or more than one level further in than the line above it."""
    above = -STEP
    for line in lines:
        most = above + STEP
        if line.indent % STEP:
            levels = f"{line.indent - 1} or {line.indent + 1} spaces"
            mend = f"indent by {levels if line.indent < most else counted(most, 'space') + ', or fewer'}"
            yield bad_indent(line, file, "a multiple of two spaces", mend)
        elif line.indent > most:
            mend = f"indent by {counted(most, 'space')}, or fewer" if most else "begin at the left edge"
            yield bad_indent(line, file, "one level further in than the line above, at most", mend)
        # The level that was meant, as far as it can be told: one bad indentation is not told of again for every line under it.
        above = min(line.indent - line.indent % STEP, most)


def bad_indent(line: LogicalLine, file: str, expected: str, mend: str) -> Diagnostic:
    """The diagnostic of a line that is indented oddly."""
    found = f"an indentation of {counted(line.indent, 'space')}"
    return Diagnostic("bad-indent", Place(file, line.number, 1, line.indent + 1), found, expected, mend)
