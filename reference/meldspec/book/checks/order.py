"""Whether the order of ranks names ranks of the pack, each once, and is there where a line counts by it."""

from __future__ import annotations

from collections.abc import Iterator, Set

from meldspec.book.checks.cards import Pack
from meldspec.book.core import Op, Tag
from meldspec.book.sheet import Sheet
from meldspec.book.traverse import all_lines, below, expressions, together
from meldspec.language import lines
from meldspec.language.problems import Diagnostic, did_you_mean

COUNTING = "span"
"""The word that counts by the order of ranks."""


def check_order(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """What is wrong with the `order` lines of a book; that there is none where a line counts by it."""
    ranks = {rank for rank, _ in Pack(sheet).looks.values()}
    earlier: list[Tag] = []
    for tag, order, _ in sheet.declared_as(lines.Order):
        problems += _ranks(order, ranks)
        problems += _second(tag, earlier)
        earlier.append(tag)
    if not earlier:
        problems += _missing(sheet)


def _ranks(order: lines.Order, ranks: Set[str]) -> Iterator[Diagnostic]:
    """Ranks that no card has, and ranks named twice."""
    for number, rank in enumerate(order.ranks):
        if rank not in ranks:
            mend = did_you_mean(rank, ranks) or "leave it out, or add such cards to a deck line"
            yield Diagnostic("no-card", order.place, f"'{rank}' in the order of ranks", "ranks of the pack", mend)
        elif rank in order.ranks[:number]:
            yield Diagnostic("set-twice", order.place, f"'{rank}' twice in the order", "each rank once", "leave one of them out")


def _second(tag: Tag, earlier: list[Tag]) -> Iterator[Diagnostic]:
    """A second order that can be in force with an earlier one."""
    for other in earlier:
        if together(other, tag):
            mend = f"the first one stands at {other.place}: delete one, or put them under different readings"
            yield Diagnostic("declared-twice", tag.place, "a second order of ranks", "one order", mend)
            return


def _missing(sheet: Sheet) -> Iterator[Diagnostic]:
    """A line that counts by an order in a book that has none."""
    for line in (*all_lines(sheet), *sheet.terms):
        nodes = (node for core in expressions(line) for node in below(core))
        # Told of at the first such line only: one `order` line mends them all.
        if any(isinstance(node, Op) and node.op == COUNTING for node in nodes):
            mend = "declare it, low to high: order 4 5 6 7 8 9 T J Q K A"
            yield Diagnostic("no-order", line.tag.place, f"'{COUNTING} of' in a book without an order of ranks", "an order", mend)
            return
