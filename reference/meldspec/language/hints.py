"""What a malformed line probably wanted to say."""

from __future__ import annotations

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from meldspec.language.layout import LogicalLine
from meldspec.language.place import Place
from meldspec.language.problems import Diagnostic


def malformed(error: UnexpectedInput, line: LogicalLine, file: str) -> Diagnostic:
    """The diagnostic of a line that the grammar does not know."""
    row = error.line if isinstance(error.line, int) and error.line > 0 else 1
    where = Place(file, line.number + row - 1, max(error.column, 1), max(error.column, 1) + 1)
    match error:
        case UnexpectedToken():
            return Diagnostic("malformed-line", where, f"'{error.token}'", ", ".join(sorted(error.expected)))
        case UnexpectedCharacters():
            return Diagnostic("malformed-line", where, f"'{error.char}'", ", ".join(sorted(error.allowed or ())))
        case _:
            return Diagnostic("malformed-line", where, "the end of the line", "more words")
