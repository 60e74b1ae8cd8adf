"""The parser of one line, made from the two files of `grammar/` at first use."""

import re
from collections.abc import Iterator
from functools import cache

from lark import Lark, Token
from lark.lexer import PatternStr

from meldspec.data import folder


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
    # LALR, since it is quick and tells at once which terminals could stand at a fault; one line at a time (decision 2).
    return Lark(source, parser="lalr", start="line", propagate_positions=True, postlex=WholeWords())


def is_name(word: str) -> bool:
    """Whether the word can be a name; the words of expressions cannot."""
    pattern = next(t.pattern.to_regexp() for t in parser().terminals if t.name == "NAME")
    return re.fullmatch(pattern, word) is not None


@cache
def keywords() -> dict[str, str]:
    """The words and signs of the language by the names of their terminals."""
    # `for each` is none of the strings: it is a regular expression, since a line may break between its words.
    strings = [t for t in parser().terminals if isinstance(t.pattern, PatternStr)]
    return {terminal.name: terminal.pattern.value for terminal in strings} | {"_FOR_EACH": "for each"}
