"""Numbers at which a remembered number may turn something: those that stand in the lines that speak of it, and their neighbours."""

from collections.abc import Iterator

from meldspec.book.core import Core
from meldspec.book.numbers import LineNumbers
from meldspec.book.sheet import all_lines, below, expressions
from meldspec.engine.rulebook import Rulebook

FEWEST = (0, 1, 2)
"""Numbers that are always tried: they count turns or rounds."""
MANY = 999
"""A number that stands for late in a deal, or for many points, where something is counted."""


class SpokenNumbers:
    """The numbers that stand in the lines of one rulebook, by the memory that these speak of."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.selection, self.numbers = rulebook.selection, rulebook.sheet.derived(LineNumbers)
        self.seats = rulebook.layout.seats
        self._tried: dict[str, tuple[int, ...]] = {}

    def tried(self, memory: str) -> tuple[int, ...]:
        """The values of a memory that are tried: of what is counted the first, the second, when each player has had one, and long
        after; and each number that a line compares it with, or speaks of besides, with one fewer and one more."""
        if memory not in self._tried:
            spoken = {number for core in self._speaking(memory) for number in self._within(core)}
            # Only where a line speaks of fewer than none may there be fewer.
            beside = {near for number in spoken for near in (number - 1, number, number + 1) if near >= min(number, 0)}
            self._tried[memory] = tuple(sorted({*FEWEST, self.seats, MANY, *beside}))
        return self._tried[memory]

    def _speaking(self, memory: str) -> Iterator[Core]:
        """The expressions that speak of a memory, by themselves or by a term."""
        lines = (line for line in all_lines(self.selection.sheet) if self.selection.holds(line.tag))
        yield from (core for line in lines for core in expressions(line) if memory in self.selection.reach.reads(core).cells)

    def _within(self, core: Core) -> Iterator[int]:
        """The numbers in an expression, and those that its terms come to whatever the table."""
        yield from (number for part in below(core) if part.type == "number" for number in self.numbers.coming(part))
