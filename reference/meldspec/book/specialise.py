"""Lines cut down to what they say under a choice of options and readings, without their places: so rulebooks are compared.

What is left is only what lines *say*: two lines of different readings that say the same come out equal, and a line whose
condition the options rule out is gone. Equal lines behave alike; lines that differ may still behave alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import assert_never, cast

from meldspec.book.core import Const, Core, Tag, rebuilt
from meldspec.book.sheet import ActLine, AwardLine, Declared, EffectLine, JudgeLine, Standing, TermLine
from meldspec.book.traverse import Line
from meldspec.language.place import Place

NOWHERE = Tag("", Place("", 0))
YES, NO = Const(True, "truth"), Const(False, "truth")


class Specialiser:
    """Cuts down lines: `holds` says which are in force, `fold` fills in the options."""

    def __init__(self, holds: Callable[[Tag], bool], fold: Callable[[Core], Core]) -> None:
        self.holds, self.fold = holds, fold

    def lines(self, group: Iterable[Line]) -> list[Line]:
        """Lines that hold, and can come to say anything."""
        found = (self.line(line) for line in group if self.holds(line.tag))
        return [line for line in found if not _idle(line)]

    def line(self, line: Line) -> Line:
        """What a line says."""
        if isinstance(line, Standing):
            effects = cast(tuple[EffectLine, ...], tuple(self.lines(line.effects)))
            return replace(rebuilt(replace(line, tag=NOWHERE, effects=()), self.fold), effects=effects)
        said = replace(rebuilt(line, self.fold), tag=NOWHERE)
        # A condition that always holds is none.
        return replace(said, when=None) if isinstance(said, JudgeLine | EffectLine | AwardLine) and said.when == YES else said


def _idle(line: Line) -> bool:
    """Whether a line never applies. A permission that never does stays: where it is the only one, nothing is permitted."""
    match line:
        case Standing():
            return line.condition == NO
        case JudgeLine():
            return line.when == NO and line.mode != "allow"
        case EffectLine() | AwardLine():
            return line.when == NO
        case TermLine() | ActLine() | Declared():
            return False
        case _:
            assert_never(line)
