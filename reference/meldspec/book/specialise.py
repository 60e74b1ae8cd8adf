"""Lines cut down to what they say under a choice of options and readings, without their places: so rulebooks are compared.

What is left is only what lines *say*: two lines of different readings that say the same come out equal, and a line whose
condition the options rule out is gone. Equal lines behave alike; lines that differ may still behave alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import assert_never

from meldspec.book.core import Const, Core, Tag
from meldspec.book.sheet import ActLine, AwardLine, Declared, EffectLine, FieldLine, JudgeLine, Loop, Standing, TermLine
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
        match line:
            case JudgeLine(_, _, _, require, when):
                return replace(line, tag=NOWHERE, require=self.maybe(require), when=self.when(when))
            case EffectLine():
                return self.effect(line)
            case AwardLine(_, _, points, loop, when):
                return replace(line, tag=NOWHERE, points=self.fold(points), loop=self.loop(loop), when=self.when(when))
            case Standing(_, loop, condition, effects):
                kept = (self.effect(effect) for effect in effects if self.holds(effect.tag))
                folded = tuple(effect for effect in kept if not _idle(effect))
                return Standing(NOWHERE, self.loop(loop), self.fold(condition), folded)
            case TermLine(_, name, param, body):
                return TermLine(NOWHERE, name, param, self.fold(body))
            case ActLine(_, name, fields):
                return ActLine(NOWHERE, name, tuple(map(self.field, fields)))
            case Declared(_, node, value):
                return Declared(NOWHERE, node, self.maybe(value))
            case _:
                assert_never(line)

    def effect(self, line: EffectLine) -> EffectLine:
        """What an effect does."""
        parts = tuple(map(self.fold, line.parts))
        return replace(line, tag=NOWHERE, parts=parts, loop=self.loop(line.loop), when=self.when(line.when))

    def field(self, field: FieldLine) -> FieldLine:
        """What a field of an act may be."""
        limits = tuple((place, self.fold(cards)) for place, cards in field.limits)
        return replace(field, source=self.maybe(field.source), limits=limits)

    def maybe(self, core: Core | None) -> Core | None:
        """An expression that need not be there."""
        return None if core is None else self.fold(core)

    def when(self, core: Core | None) -> Core | None:
        """A condition; one that always holds is none."""
        folded = self.maybe(core)
        return None if folded == YES else folded

    def loop(self, loop: Loop | None) -> Loop | None:
        """What a line goes through."""
        return None if loop is None else Loop(loop.var, self.fold(loop.source))


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
