"""Formal lines as HTML: every line with its number and an anchor that is its id."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from meldspec.language import lines
from meldspec.language.spelling import format_line
from meldspec.site.atlas import Leaf
from meldspec.site.marks import anchor, element
from meldspec.site.names import declared_by
from meldspec.site.printed import Line


def formal(block: Iterable[Line], leaf: Leaf) -> str:
    """The formal lines as one block, each under its head; nothing where there are none."""
    rows: list[str] = []
    for _, group in groupby(block, key=lambda line: id(line.head)):
        members = list(group)
        rows += _head(members[0], leaf)
        rows += (_numbered(line, leaf) for line in members)
    return element("div", "\n" + "\n".join(rows) + "\n", "lines") if rows else ""


def _head(line: Line, leaf: Leaf) -> list[str]:
    """The head of a block, where it is no numbered line itself."""
    if line.head is None or isinstance(line.head, lines.Whenever):
        return []
    own = declared_by(line.head)[1]
    return [element("p", leaf.words.line(format_line(line.head), leaf.page, own), "head")]


def _numbered(line: Line, leaf: Leaf) -> str:
    """One line with its number in front, which leads to the line itself."""
    number = anchor(f"#{line.id}", line.id.rsplit(":", 1)[1], "number", line.id)
    text = leaf.words.line(line.text, leaf.page, declared_by(line.node)[1])
    return element("p", number + text, "" if line.head is None else "under", line.id)
