"""What was made for one rulebook of a book and comes out the same in the next one, kept with the book."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

from meldspec.book.core import Core
from meldspec.book.reach import reach_of
from meldspec.book.sheet import Line, Sheet, all_lines, expressions
from meldspec.table.selection import Selection

T = TypeVar("T")
MOST_KEPT = 16_384
"""So much is kept before all of it is forgotten: a rulebook is made of a thousand things, most of them small, of which a
reading changes a few; about 1 KiB each."""


class Kept:
    """What was made of the lines of one book.

    A ruling compiles a rulebook for every other reading that bears on it, and nearly every line of each says what it said in the
    one before. What a line comes to hangs on the options and on the readings of the terms that it leads to, and on nothing else;
    lines, expressions and meanings are told by identity, which lasts as long as the sheet with which this is kept.
    """

    def __init__(self, sheet: Sheet) -> None:
        doubtful = {line.name for line in sheet.terms if line.tag.question}
        reach = reach_of(sheet)
        self._hangs_on: dict[int, list[str]] = {}
        self._made: dict[Hashable, Any] = {}
        for line in all_lines(sheet):
            for thing, cores in ((line, expressions(line)), *((core, (core,)) for core in expressions(line))):
                self._hangs_on[id(thing)] = [name for name in reach.terms(*cores) if name in doubtful]

    def holds(self, core: Core) -> bool:
        """Whether an expression is one of the sheet's own, so that what is made of it may be kept."""
        return id(core) in self._hangs_on

    def hangs_on(self, line: Line) -> Sequence[str]:
        """The terms that a line leads to and that some question decides."""
        return self._hangs_on[id(line)]

    def key(self, selection: Selection, *things: Line | Core) -> Hashable:
        """The same for all selections in which some lines or expressions of the sheet say the same."""
        names = dict.fromkeys(name for thing in things for name in self._hangs_on[id(thing)])
        meanings = (id(selection.bodies.get(name)) for name in names)
        return *selection.options.values(), *map(id, things), *meanings

    def made(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made under a key, made when first asked for."""
        if key not in self._made:
            if len(self._made) >= MOST_KEPT:
                self._made.clear()
            self._made[key] = make()
        made: T = self._made[key]
        return made
