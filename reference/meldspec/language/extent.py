"""How large a rules text may be: bounds far beyond every game, so that nothing takes long to be refused."""

from lark import Token, Tree

from meldspec.language.layout import LogicalLine, physical_lines
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
"""After so many problems of one file no more are looked for: to say well what is wrong with a line takes a while."""


def too_long(text: str, file: str) -> Diagnostic | None:
    """What is said of a text that has too many lines."""
    count = len(physical_lines(text))
    if count <= LINES:
        return None
    return Diagnostic("too-long", Place(file, LINES + 1), f"{count} lines", f"at most {LINES} in one file", "split the file in two")


def too_large(found: Tree[Token], line: LogicalLine, file: str) -> Diagnostic | None:
    """What is said of a line that is too long, nests too deep, or has a number that is too long."""
    place = Place(file, line.number, line.indent + 1, len(line.text.split("\n", 1)[0]) + 1)
    if len(line.text) > CHARACTERS:
        what = f"a line of {len(line.text)} characters"
        return Diagnostic("too-long", place, what, f"at most {CHARACTERS}, lines that go on with it counted", "define parts of it")
    # Not by a function that calls itself: how deep it is, is what is asked.
    waiting: list[tuple[Tree[Token] | Token, int]] = [(found, 1)]
    while waiting:
        node, level = waiting.pop()
        if level > LEVELS:
            return Diagnostic(
                "too-deep", place, "brackets within brackets without end", f"at most {LEVELS} levels", "define parts of it"
            )
        if isinstance(node, Tree):
            waiting += [(child, level + 1) for child in node.children if child is not None]
        elif node.type == "INT" and len(node) > DIGITS:
            return Diagnostic(
                "too-large", place, f"a number of {len(node)} digits", f"at most {DIGITS} digits", "write a smaller one"
            )
    return None


def enough(file: str, line: int) -> Diagnostic:
    """What is said where no more is looked for."""
    mend = "mend those first: the lines from here on were not looked at"
    return Diagnostic("too-many", Place(file, line), f"more than {PROBLEMS} problems above", "rules text", mend)
