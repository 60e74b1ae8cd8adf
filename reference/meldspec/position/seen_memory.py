"""What a table shows of what the rules remember: by the words `as seen` of each memory, and by them alone.

Who sets out the middle of a deal tells the cards, and seldom that a side has opened or that a card was drawn this turn. What
a table shows of this is law, and stands in the book where the memory is declared; what no table shows is asked for where a ruling
turns on it. `meldspec explore` and a test hold the words against what was remembered in random play.
"""

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Literal

from meldspec.book.core import Core
from meldspec.book.sheet import Sheet
from meldspec.engine.asked import Asked
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.language import lines
from meldspec.position.memory import memories
from meldspec.table.faults import RulesFault
from meldspec.table.table import ENDED, PHASE, TURN, CellRange, Cells

Arms = tuple[tuple[Core, Core], ...]


MOST_KEPT = 256
"""So many tables are kept with what the words of memory tell of them."""


class _Tables:
    """What the words of memory told of the tables that were asked about last, under all rulebooks of a sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self.told: dict[Hashable, dict[int, Any]] = {}


class SeenLines:
    """The words `as seen` and `likely` of one rulebook: for each memory values and conditions, the first that holds counting.
    They are `alike` under most readings; none where they ask what could be done, which hangs on all other lines."""

    def __init__(self, rulebook: Rulebook) -> None:
        kept = rulebook.selection.declared(lines.Keep)
        declared = [(rulebook.layout[node.name], line) for node, line in kept]
        self.seen = [(range_, line.seen) for range_, line in declared if line.seen]
        self.likely = [(range_, line.likely) for range_, line in declared if line.likely]
        said = [line for _, line in kept if line.seen or line.likely]
        ahead = any(rulebook.selection.reach.looked_at(line).ahead for line in said)
        self.alike = None if ahead else rulebook.alike(*said)


def seen_memory(rulebook: Rulebook, cells: Cells) -> dict[int, Any]:
    """The cells of memory that a table shows, with their values; memory that lies in the table itself is not looked at."""
    return _kept(rulebook, cells, "seen")


def likely_memory(rulebook: Rulebook, cells: Cells) -> dict[int, Any]:
    """What cells of memory are likely to be, where the book has words for it; whether the table shows them is not looked at."""
    return _kept(rulebook, cells, "likely")


def _kept(rulebook: Rulebook, cells: Cells, sort: Literal["seen", "likely"]) -> dict[int, Any]:
    """What the words of one sort tell of a table. A ruling asks this of one table under a hundred readings."""
    words = rulebook.derived(SeenLines)
    memory = words.seen if sort == "seen" else words.likely
    if words.alike is None:
        return _told_by(rulebook, cells, memory)
    told, key = rulebook.sheet.derived(_Tables).told, (sort, words.alike, tuple(cells))
    if key not in told:
        if len(told) >= MOST_KEPT:
            told.clear()
        told[key] = _told_by(rulebook, cells, memory)
    return dict(told[key])


def _told_by(rulebook: Rulebook, cells: Cells, memory: Iterable[tuple[CellRange, Arms]]) -> dict[int, Any]:
    """The cells of which some condition holds, with their values."""
    asked, referee = rulebook.derived(Asked), Referee(rulebook)
    found: dict[int, Any] = {}
    for range_, arms in memory:
        for number, cell in enumerate(range_.cells):
            owner = {range_.owner: number}
            try:
                value = next((value for value, when in arms if asked.value(when, referee, cells, owner)), None)
                if value is not None:
                    found[cell] = asked.value(value, referee, cells, owner)
            except RulesFault:
                # It speaks of somebody who is not there, as of whose turn it is when the deal is over: so nothing is shown.
                continue
    return found


def as_written(rulebook: Rulebook, cells: Cells) -> Cells:
    """A table as a file without a word of memory has it: every memory at its start, and no turn and no phase in a deal that is
    over."""
    start: dict[int, Any] = {n: range_.start for range_ in memories(rulebook) for n in range_.cells}
    if cells[ENDED] is not None:
        start |= {PHASE: "", TURN: None}
    return tuple(start.get(cell, value) for cell, value in enumerate(cells))


def wrongly_seen(rulebook: Rulebook, cells: Cells) -> Mapping[int, Any]:
    """What a table is said to show of a memory that was otherwise: a fault of the words `as seen`."""
    return {n: value for n, value in seen_memory(rulebook, as_written(rulebook, cells)).items() if cells[n] != value}
