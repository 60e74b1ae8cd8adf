"""What a file does not say of the match, and a ruling rests on or tells: which deal it is, and what the sides had before it."""

from collections.abc import Iterable, Iterator

from meldspec.book.sheet import all_lines
from meldspec.position.position import Position
from meldspec.table.table import DEAL_NUMBER

DEAL, TOTAL = "deal-number", "total"
"""How the rules call them."""


def match_as_taken(position: Position, clauses: Iterable[str], totals_told: bool = False) -> Iterator[str]:
    """What is taken of the match, as far as lines of some clauses look at it; of the points also where they are told."""
    value, selection = position.marked.value, position.rulebook.selection
    named = set(clauses)
    lines = [line for line in all_lines(position.rulebook.sheet) if line.tag.clause in named and selection.holds(line.tag)]
    looked = frozenset[str]().union(*(selection.reach.looked_at(line).cells for line in lines))
    if DEAL in looked and "deal" not in value:
        taken = "the first" if position.table.cells[DEAL_NUMBER] == 1 else "the second, since there are points before it"
        yield f"Which deal of the match it is: taken to be {taken}."
    if (TOTAL in looked or totals_told) and "totals" not in value:
        yield "What the sides had before this deal: taken to be nothing."
