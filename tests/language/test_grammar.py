"""What the grammar promises: one way to read a line, and keywords that never get in a name's way unsaid."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

import lark
import pytest
from lark.lexer import PatternStr

from meldspec.data import folder
from meldspec.language.grammar import parser
from meldspec.language.layout import LogicalLine
from meldspec.language.parse import parse_line
from meldspec.language.problems import RulesError
from meldspec.language.vocabulary import JOINING

OPEN_RIGHT = {
    "HAS",
    "WHERE",
    "NAME",
    "CARD",
    "INT",
    "PLUS",
    "MINUS",
    "TIMES",
    "WITH",
    "WITHOUT",
    "DIVIDED",
    "DOWN",
    "IS",
    "FITS",
    "SHARE",
    "DIFFER",
}
"""Behind `where` a condition takes all it can; `some X in Y` takes a `has`; `no` before a name is a quantity."""

VERBS = {"DRAW", "MOVE", "LAY", "JOIN", "RAISE", "SETTLE", "END"}


@contextmanager
def lark_log(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Lark's own log, which is where it tells of conflicts, heard by the test."""
    before = lark.logger.level
    lark.logger.addHandler(caplog.handler)
    lark.logger.setLevel(logging.DEBUG)
    try:
        yield
    finally:
        lark.logger.removeHandler(caplog.handler)
        lark.logger.setLevel(before)


def keywords() -> dict[str, str]:
    """The words of the grammar by the names of their terminals."""
    strings = [t for t in parser().terminals if isinstance(t.pattern, PatternStr)]
    return {t.name: t.pattern.value for t in strings if t.pattern.value.isalpha()}


def reserved(word: str) -> bool:
    """Whether the word can never be a name."""
    name = next(t for t in parser().terminals if t.name == "NAME")
    return re.fullmatch(name.pattern.to_regexp(), word) is None


def test_only_open_ends_can_be_read_two_ways(caplog: pytest.LogCaptureFixture) -> None:
    """A line has one reading; where two were possible, the nearest condition takes all that it can."""
    source = "\n".join((folder("grammar") / f).read_text("utf-8") for f in ("rules.lark", "words.lark"))
    with lark_log(caplog):
        lark.Lark(source, parser="lalr", start="line", debug=True)
    conflicts = set(re.findall(r"conflict for terminal (\w+)", caplog.text))
    assert conflicts == OPEN_RIGHT


def test_no_name_is_taken_for_a_keyword() -> None:
    """Where a name may stand, no word that can be a name is a keyword, but for the verbs that begin an effect."""
    table = parser().parser.parser._parse_table.states
    free = {terminal for terminal, word in keywords().items() if not reserved(word)}
    clashes = {terminal for actions in table.values() if "NAME" in actions for terminal in free & set(actions)}
    assert clashes == VERBS


def test_joining_words_are_no_names() -> None:
    """A name never begins a line by chance with a word that joins it to the line above."""
    assert [word for word in JOINING if not reserved(word)] == []


@pytest.mark.parametrize("glued", ["a orb", "isnot over", "a is b andc", "at leasttwo a in b", "no aces inhand"])
def test_words_glued_together_are_refused(glued: str) -> None:
    """A keyword is never read out of the beginning of a longer word."""
    with pytest.raises(RulesError):
        parse_line(LogicalLine(f"whenever {glued}", 1, 0), "a text")
