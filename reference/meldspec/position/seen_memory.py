"""What a table shows of what the rules remember: by the words `as seen` of each memory, and by them alone.

Who sets out the middle of a deal tells the cards, and seldom that a side has opened or that a card was drawn this turn. What
a table shows of this is law, and stands in the book where the memory is declared; what no table shows is asked for where a ruling
turns on it. `meldspec explore` and a test hold the words against what was remembered in random play.
"""

from collections.abc import Hashable, Mapping
from typing import Any

from meldspec.book.core import Core
from meldspec.book.sheet import Sheet
from meldspec.engine.asked import Asked
from meldspec.engine.compile.kept import Kept
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.language import lines
from meldspec.position.memory import memories
from meldspec.table.faults import RulesFault
from meldspec.table.table import ENDED, PHASE, TURN, CellRange, Cells

Arms = tuple[tuple[Core, Core], ...]
Words = list[tuple[CellRange, Arms]]
"""For each memory values and conditions, the first that holds counting."""
TABLES_KEPT = 128
"""Of so many tables is kept what words of memory tell of them: a ruling asks of one table under a hundred readings."""


class SeenLines:
    """The words `as seen` and `likely` of one rulebook. They are `alike` in other rulebooks where they tell the same of the same
    table; none where they ask what could be done, which hangs on all other lines."""

    def __init__(self, rulebook: Rulebook) -> None:
        declared = rulebook.selection.declared(lines.Keep)
        told = [(rulebook.layout[node.name], line) for node, line in declared if line.seen or line.likely]
        self.seen: Words = [(range_, line.seen) for range_, line in told if line.seen]
        self.likely: Words = [(range_, line.likely) for range_, line in told if line.likely]
        reach = rulebook.sheet.derived(Kept).reach
        ahead = any(reach.looked_at(line).ahead for _, line in told)
        self.alike = None if ahead else rulebook.alike(*(line for _, line in told))


class _Tables:
    """What words of memory told of the tables that were asked about last, under all rulebooks of a sheet."""

    def __init__(self, sheet: Sheet) -> None:
        self._told: dict[Cells, dict[Hashable, dict[int, Any]]] = {}

    def of(self, cells: Cells) -> dict[Hashable, dict[int, Any]]:
        """What was told of one table, by the words."""
        if cells not in self._told and len(self._told) >= TABLES_KEPT:
            self._told.clear()
        return self._told.setdefault(cells, {})


def seen_memory(rulebook: Rulebook, cells: Cells) -> dict[int, Any]:
    """The cells of memory that a table shows, with their values; memory that lies in the table itself is not looked at."""
    words = rulebook.derived(SeenLines)
    return _told_by(rulebook, cells, words.seen, words.alike and ("seen", words.alike))


def likely_memory(rulebook: Rulebook, cells: Cells) -> dict[int, Any]:
    """What cells of memory are likely to be, where the book has words for it; whether the table shows them is not looked at."""
    words = rulebook.derived(SeenLines)
    return _told_by(rulebook, cells, words.likely, words.alike and ("likely", words.alike))


def _told_by(rulebook: Rulebook, cells: Cells, words: Words, alike: Hashable | None) -> dict[int, Any]:
    """What some words tell of a table, as it was told before by words `alike`."""
    if alike is None:
        return _told(rulebook, cells, words)
    known = rulebook.sheet.derived(_Tables).of(tuple(cells))
    if alike not in known:
        known[alike] = _told(rulebook, cells, words)
    return dict(known[alike])


def _told(rulebook: Rulebook, cells: Cells, words: Words) -> dict[int, Any]:
    """The cells of which some condition holds, with their values."""
    asked, referee = rulebook.derived(Asked), Referee(rulebook)
    found: dict[int, Any] = {}
    for range_, arms in words:
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
