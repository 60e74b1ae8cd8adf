"""Rules text → tree. All malformed lines of a text are reported at once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any as Anything

from lark import Lark, Token
from lark.exceptions import UnexpectedInput

from meldspec.data import folder
from meldspec.language import lines
from meldspec.language.formal import FormalLines
from meldspec.language.hints import malformed
from meldspec.language.layout import LogicalLine, logical_lines
from meldspec.language.nesting import Sprout, nest
from meldspec.language.place import Place
from meldspec.language.problems import Diagnostic, RulesError


class WholeWords:
    """Has the lexer try NAME everywhere: else `orb` would be read as `or` and `b` where no name may stand."""

    always_accept = ("NAME",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens as they are."""
        return stream


@cache
def parser() -> Lark:
    """The LALR parser of one logical line, made from the two files of `grammar/` at first use."""
    files = [folder("grammar") / name for name in ("rules.lark", "words.lark")]
    source = "\n".join(file.read_text(encoding="utf-8") for file in files)
    return Lark(source, parser="lalr", start="line", propagate_positions=True, postlex=WholeWords())


def parse_line(line: LogicalLine, file: str) -> Anything:
    """The node of one logical line.

    Raises RulesError with a single diagnostic where the line is malformed.
    """
    if line.prose:
        return "prose", (line.text.strip()[1:].strip(),)
    try:
        found = parser().parse(line.text)
    except UnexpectedInput as error:
        raise RulesError([malformed(error, line, file)]) from None
    return FormalLines(file, line.number).transform(found)


def parse(text: str, file: str = "<text>") -> lines.Text:
    """The tree of one rules text.

    Raises RulesError that holds every malformed or misplaced line of the text.
    """
    problems: list[Diagnostic] = []
    sprouts: list[Sprout] = []
    for line in logical_lines(text):
        where = Place(file, line.number, line.indent + 1, len(line.text.split("\n", 1)[0]) + 1)
        try:
            sprouts.append(Sprout(parse_line(line, file), line.indent, where, line.first_word))
        except RulesError as error:
            problems += error.problems
            sprouts.append(Sprout(None, line.indent, where, line.first_word))
    tree = nest(sprouts, file, problems)
    if problems or tree is None:
        raise RulesError(problems)
    return tree
