"""What is wrong with a text before any of its words are read: tabs, unseen characters, odd indentation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meldspec.language.layout import STEP, UNSEEN, LogicalLine, physical_lines
from meldspec.language.place import Place
from meldspec.language.problems import Diagnostic


def margin_problems(text: str, lines: Sequence[LogicalLine], file: str) -> Iterator[Diagnostic]:
    """All of them; the logical lines are those of the text."""
    physical = physical_lines(text)
    yield from tabs(physical, file)
    yield from unseen(physical, file)
    yield from indentation(lines, file)


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
            mend = f"indent by {levels if line.indent < most else spaces(most) + ', or fewer'}"
            yield bad_indent(line, file, "a multiple of two spaces", mend)
        elif line.indent > most:
            mend = f"indent by {spaces(most)}, or fewer" if most else "begin at the left edge"
            yield bad_indent(line, file, "one level further in than the line above, at most", mend)
        # The level that was meant, as far as it can be told: one bad indentation is not told of again for every line under it.
        above = min(line.indent - line.indent % STEP, most)


def bad_indent(line: LogicalLine, file: str, expected: str, mend: str) -> Diagnostic:
    """The diagnostic of a line that is indented oddly."""
    found = f"an indentation of {spaces(line.indent)}"
    return Diagnostic("bad-indent", Place(file, line.number, 1, line.indent + 1), found, expected, mend)


def spaces(count: int) -> str:
    """`1 space`, `4 spaces`."""
    return f"{count} space" if count == 1 else f"{count} spaces"
