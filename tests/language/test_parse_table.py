"""Lines are read by a table that was worked out beforehand, as Lark itself reads them."""

from functools import cache

import pytest
from hypothesis import given, settings, strategies as st
from tests.language.parse_tables import worked_out

from meldspec.book.library import files_below
from meldspec.data import folder
from meldspec.language.by_lark import by_lark
from meldspec.language.by_table import UNREAD, by_table
from meldspec.language.expressions import Nodes
from meldspec.language.extent import LEVELS
from meldspec.language.faults import RUN
from meldspec.language.layout import LogicalLine, logical_lines
from meldspec.language.parse_table import NAME, Table, table
from meldspec.language.problems import RulesError
from meldspec.language.tree import Node


@cache
def book_lines() -> list[LogicalLine]:
    """Every formal line of every book."""
    texts = (path.read_text(encoding="utf-8") for path, _ in files_below(folder("spec")))
    return [line for text in texts for line in logical_lines(text) if not line.prose]


def quickly(line: LogicalLine) -> object:
    """What the table reads a line as."""
    known = table()
    assert isinstance(known, Table)
    return by_table(line.text, Nodes("a text", line.number, line.text), known)


def slowly(line: LogicalLine) -> object:
    """What Lark reads a line as."""
    try:
        return by_lark(line, "a text")
    except RulesError:
        return UNREAD


def with_places(made: object) -> object:
    """A node with its place and those of all within it, which equality leaves out."""
    if isinstance(made, Node):
        return type(made), {name: with_places(value) for name, value in vars(made).items() if not name.startswith("_")}
    return tuple(map(with_places, made)) if isinstance(made, tuple) else made


def test_the_table_is_that_of_the_grammar(goldens: bool) -> None:
    """The table kept beside the grammar is what Lark works out of it."""
    path = folder("grammar") / NAME
    if goldens:
        path.write_text(worked_out(), encoding="utf-8")
        table.cache_clear()
    assert path.read_text(encoding="utf-8") == worked_out()


def test_every_line_of_the_books_is_read_as_by_lark() -> None:
    """Each line of each game makes the same node in the same place."""
    assert not [line.text for line in book_lines() if with_places(quickly(line)) != with_places(slowly(line))]


@given(st.data())
@settings(deadline=None)
def test_a_spoilt_line_is_read_as_by_lark_or_not_at_all(data: st.DataObject) -> None:
    """A line with a word left out, said twice, or taken from another line is the same to both, or wrong for both."""
    line, other = (data.draw(st.sampled_from(book_lines())) for _ in range(2))
    words, more = RUN.findall(line.text), RUN.findall(other.text)
    at, gap = data.draw(st.integers(0, len(words) - 1)), data.draw(st.sampled_from(["", " ", "  ", "\n", "\n  \n "]))
    put = data.draw(st.sampled_from([[], [words[at]] * 2, [data.draw(st.sampled_from(more))], [words[at], data.draw(st.text())]]))
    spoilt = LogicalLine(" " * line.indent + " ".join(words[:at]) + gap + " ".join([*put, *words[at + 1 :]]), 7, line.indent)
    assert with_places(quickly(spoilt)) == with_places(slowly(spoilt))


@pytest.mark.parametrize("depth", [LEVELS // 2 - 8, LEVELS, 10 * LEVELS])
def test_a_line_nests_as_deep_as_lark_lets_it(depth: int) -> None:
    """Brackets within brackets, and `not` before `not`, are read by both or by none."""
    for text in ("whenever " + "(" * depth + "over" + ")" * depth, "whenever " + "not " * depth + "over"):
        line = LogicalLine(text, 1, 0)
        assert with_places(quickly(line)) == with_places(slowly(line))


@pytest.mark.parametrize("text", ["deck 1234567890 of A", 'say "' + "x" * 10_001 + '" whether over'])
def test_what_is_too_large_is_left_to_lark(text: str) -> None:
    """A number or a line that is too long is not read by the table, so that it is told what is wrong."""
    assert quickly(LogicalLine(text, 1, 0)) is UNREAD
