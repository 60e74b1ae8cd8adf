"""Rulebooks with one line spoilt: a case that tells one from the true rulebook shows what the line does."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from meldspec.book.core import Const, Core, Op, Tag
from meldspec.book.sheet import AwardLine, Declared, EffectLine, JudgeLine, Sheet, Standing, TermLine
from meldspec.engine.selection import Selection
from meldspec.language import lines

STEP = 1


@dataclass(frozen=True)
class Mutant:
    """One spoilt line: its tag, what was done to it, and the sheet with it."""

    tag: Tag
    what: str
    sheet: Sheet


def with_lines(sheet: Sheet, name: str, changed: Any) -> Sheet:
    """A sheet with other lines of one sort."""
    other = copy(sheet)
    setattr(other, name, changed)
    return other


def mutants(selection: Selection) -> Iterator[Mutant]:
    """All mutants of the lines in force, in the order of the sheet, those of lines about an act aside: what such a line does is
    seen in the verdict that it gives."""
    sheet = selection.sheet
    for name in ("kinds", "awards", "standing", "terms", "declared"):
        group: list[Any] = getattr(sheet, name)
        for number, line in enumerate(group):
            if selection.holds(line.tag):
                for what, changed in spoilt(line):
                    rest = [*group[:number], *([changed] if changed is not None else []), *group[number + 1 :]]
                    yield Mutant(line.tag, what, with_lines(sheet, name, rest))
        if name == "standing":
            yield from _inside_standing(selection)
    yield from _effects(selection, "effects", sheet.effects)
    yield from _effects(selection, "events", sheet.events)


def _effects(selection: Selection, name: str, groups: dict[str, list[EffectLine]]) -> Iterator[Mutant]:
    """Effects left out or altered."""
    for key, group in groups.items():
        for number, line in enumerate(group):
            if selection.holds(line.tag):
                for what, changed in spoilt(line):
                    rest = [*group[:number], *([changed] if changed is not None else []), *group[number + 1 :]]
                    yield Mutant(line.tag, what, with_lines(selection.sheet, name, {**groups, key: rest}))


def _inside_standing(selection: Selection) -> Iterator[Mutant]:
    """Effects of standing rules altered."""
    group = selection.sheet.standing
    for number, rule in enumerate(group):
        for inner, line in enumerate(rule.effects):
            if selection.holds(line.tag):
                for what, changed in spoilt(line):
                    kept = (*rule.effects[:inner], *((changed,) if changed is not None else ()), *rule.effects[inner + 1 :])
                    rest = [*group[:number], replace(rule, effects=kept), *group[number + 1 :]]
                    yield Mutant(line.tag, what, with_lines(selection.sheet, "standing", rest))


def spoilt(line: Any) -> Iterator[tuple[str, Any]]:
    """The ways to spoil one line: left out (none), or altered."""
    match line:
        case JudgeLine():
            yield "left out", None
        case AwardLine() | Standing() | EffectLine():
            yield "left out", None
        case TermLine(body=body) if _type_of(body) == "truth":
            yield "always so", replace(line, body=Const(True, "truth"))
            yield "never so", replace(line, body=Const(False, "truth"))
        case TermLine(body=body) if body.type == "number":
            yield "nothing", replace(line, body=Const(0, "number"))
        case TermLine(body=body) if body.type == "cards":
            yield "no cards", replace(line, body=Op("without", (body, body), "cards"))
        case Declared(node=lines.Cards(name=name, items=items)) if len(items) > 1:
            yield "without its first", replace(line, node=lines.Cards(name, items[1:]))
            yield "without its last", replace(line, node=lines.Cards(name, items[:-1]))
            return
        case Declared(node=lines.Worth(points=points, items=items)):
            yield f"{points} made {points + STEP}", replace(line, node=lines.Worth(points + STEP, items))
            return
        case Declared():
            return
        case _:
            pass
    for number in range(len(_numbers(line))):
        for by in (-STEP, STEP):
            changed, old = _shifted(line, number, by)
            yield f"{old} made {old + by}", changed


def _type_of(core: Core) -> str:
    return core.type


def _numbers(value: Any) -> list[int]:
    """The number constants in a resolved line, in order."""
    if isinstance(value, Const):
        return [value.value] if value.type == "number" and isinstance(value.value, int) else []
    if isinstance(value, Standing):
        return _numbers(value.condition)
    if isinstance(value, Tag):
        return []
    if isinstance(value, tuple):
        return [n for part in value for n in _numbers(part)]
    if is_dataclass(value):
        return [n for f in fields(value) for n in _numbers(getattr(value, f.name))]
    return []


def _shifted(line: Any, number: int, by: int) -> tuple[Any, int]:
    """A line with its number-th constant altered, and what it was."""
    left = [number]
    old = [0]

    def rebuilt(value: Any) -> Any:
        if isinstance(value, Const):
            if value.type != "number" or not isinstance(value.value, int):
                return value
            left[0] -= 1
            if left[0] != -1:
                return value
            old[0] = value.value
            return replace(value, value=value.value + by)
        if isinstance(value, tuple):
            return tuple(rebuilt(part) for part in value)
        if is_dataclass(value) and not isinstance(value, type | Tag):
            skip = {"effects"} if isinstance(value, Standing) else set()
            return replace(value, **{f.name: rebuilt(getattr(value, f.name)) for f in fields(value) if f.name not in skip})
        return value

    return rebuilt(line), old[0]
