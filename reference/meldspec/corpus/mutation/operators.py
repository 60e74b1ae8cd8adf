"""Rulebooks with one line spoilt: a case that tells one from the true rulebook shows what the line does.

A line is left out, turned round, shorn of one of its parts, or has one of its numbers altered by a step.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, fields, is_dataclass, replace
from math import gcd
from typing import Any, assert_never

from meldspec.book.core import After, Const, Core, Each, Op, Tag
from meldspec.book.sheet import ActLine, AwardLine, Declared, EffectLine, JudgeLine, Sheet, Standing, TermLine
from meldspec.language import lines
from meldspec.table.selection import Selection

STEP = 1
DOWN = ("A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2")
NEXT = dict(zip(DOWN, (*DOWN[1:], DOWN[0]), strict=True))
"""The rank that a set of one rank is made of instead."""
FEW = 2
"""A number that is more than so many times the least step of points, and a multiple of it, is taken for points."""


@dataclass(frozen=True)
class Mutant:
    """One spoilt line: its tag, what was done to it, and the sheet with it."""

    tag: Tag
    what: str
    sheet: Sheet

    def __str__(self) -> str:
        return f"{self.tag.line}: {self.what}"


def with_lines(sheet: Sheet, name: str, changed: Any) -> Sheet:
    """A sheet with other lines of one sort."""
    other = copy(sheet)
    setattr(other, name, changed)
    return other


def mutants(selection: Selection) -> Iterator[Mutant]:
    """All mutants of the lines in force, in the order of the sheet."""
    sheet = selection.sheet
    step = least_points(sheet)
    for name in ("judges", "kinds", "awards", "standing", "terms", "declared"):
        group: list[Any] = getattr(sheet, name)
        for number, line in enumerate(group):
            if selection.holds(line.tag):
                for what, changed in spoilt(line, step):
                    rest = [*group[:number], *([changed] if changed is not None else []), *group[number + 1 :]]
                    yield Mutant(line.tag, what, with_lines(sheet, name, rest))
        if name == "standing":
            yield from _inside_standing(selection, step)
    yield from _effects(selection, "effects", sheet.effects, step)
    yield from _effects(selection, "events", {k: g for k, g in sheet.events.items() if k not in UNSEEN_EVENTS}, step)


UNSEEN_EVENTS = ("dealing", "passing")
"""Events before a transcript begins and after it has ended."""


def least_points(sheet: Sheet) -> int:
    """The points by which anything can differ at least: what the worths of all cards are multiples of."""
    return gcd(*(line.node.points for line in sheet.declared if isinstance(line.node, lines.Worth))) or STEP


def _effects(selection: Selection, name: str, groups: dict[str, list[EffectLine]], step: int) -> Iterator[Mutant]:
    """Effects left out or altered."""
    whole: dict[str, list[EffectLine]] = getattr(selection.sheet, name)
    for key, group in groups.items():
        for number, line in enumerate(group):
            if selection.holds(line.tag):
                for what, changed in spoilt(line, step):
                    rest = [*group[:number], *([changed] if changed is not None else []), *group[number + 1 :]]
                    yield Mutant(line.tag, what, with_lines(selection.sheet, name, {**whole, key: rest}))


def _inside_standing(selection: Selection, step: int) -> Iterator[Mutant]:
    """Effects of standing rules altered."""
    group = selection.sheet.standing
    for number, rule in enumerate(group):
        for inner, line in enumerate(rule.effects):
            if selection.holds(line.tag):
                for what, changed in spoilt(line, step):
                    kept = (*rule.effects[:inner], *((changed,) if changed is not None else ()), *rule.effects[inner + 1 :])
                    rest = [*group[:number], replace(rule, effects=kept), *group[number + 1 :]]
                    yield Mutant(line.tag, what, with_lines(selection.sheet, "standing", rest))


def spoilt(line: Any, step: int = STEP) -> Iterator[tuple[str, Any]]:
    """The ways to spoil one line: left out (none), or altered; numbers that are points are altered by `step`."""
    match line:
        case JudgeLine(act=act, mode=mode, require=require, when=when):
            told = f"{mode} for {act}"
            yield f"{told} left out", None
            yield from ((f"{told} {what}", replace(line, require=core)) for what, core in _altered(require))
            yield from ((f"{told} {what}", replace(line, when=core)) for what, core in _altered(when))
            if require is not None and when is not None:
                yield f"{told} always", replace(line, when=None)
        case AwardLine(when=when) | EffectLine(when=when):
            yield "left out", None
            yield from ((f"then {what}", replace(line, when=core)) for what, core in _altered(when))
        case Standing(condition=condition):
            yield "left out", None
            yield from ((f"condition {what}", replace(line, condition=core)) for what, core in _parts_out(condition))
        case TermLine(body=body):
            yield from ((what, replace(line, body=core)) for what, core in _other_bodies(body))
        case Declared(node=lines.Cards(name=name, items=items)) if len(items) > 1:
            yield "without its first", replace(line, node=lines.Cards(name, items[1:]))
            yield "without its last", replace(line, node=lines.Cards(name, items[:-1]))
            return
        case Declared(node=lines.Cards(name=name, items=(str(rank),))) if rank in NEXT:
            yield f"{rank} made {NEXT[rank]}", replace(line, node=lines.Cards(name, (NEXT[rank],)))
            return
        case Declared(node=lines.Worth(points=points, items=items)):
            yield f"{points} made {points + STEP}", replace(line, node=lines.Worth(points + STEP, items))
            return
        case Declared():
            return
        case ActLine():
            pass
        case _:
            assert_never(line)
    yield from _other_numbers(line, step)


def _other_numbers(line: Any, step: int) -> Iterator[tuple[str, Any]]:
    """A line with each of its numbers a step less, and a step more; none is made less than 0."""
    told = f"{line.mode} for {line.act} " if isinstance(line, JudgeLine) else ""
    for number, value in enumerate(_numbers(line)):
        size = step if value > FEW * step and value % step == 0 else STEP
        for by in (-size, size):
            if value + by >= 0:
                changed, old = _shifted(line, number, by)
                yield f"{told}{old} made {old + by}", changed


def _altered(core: Core | None) -> Iterator[tuple[str, Core]]:
    """A condition turned round, or without one of its parts."""
    if core is not None:
        yield "turned round", Op("not", (core,), "truth")
        yield from _parts_out(core)


def _parts_out(core: Core) -> Iterator[tuple[str, Core]]:
    """A condition without one of its parts, however deep it stands: what `and` or `or` joins."""
    match core:
        case Op("and" | "or" as op, args, type_):
            for number in range(len(args)):
                rest = (*args[:number], *args[number + 1 :])
                yield f"without part {number + 1} of its '{op}'", rest[0] if len(rest) == 1 else Op(op, rest, type_)
            for number, arg in enumerate(args):
                yield from ((what, Op(op, (*args[:number], new, *args[number + 1 :]), type_)) for what, new in _parts_out(arg))
        case Op("not", (arg,), type_):
            yield from ((what, Op("not", (new,), type_)) for what, new in _parts_out(arg))
        case Each() | After():
            yield from ((what, replace(core, body=new)) for what, new in _parts_out(core.body))
        case _:
            pass


def _other_bodies(body: Core) -> Iterator[tuple[str, Core]]:
    """What a term might be made to mean instead."""
    match body.type:
        case "truth":
            yield "always so", Const(True, "truth")
            yield "never so", Const(False, "truth")
            yield from _parts_out(body)
        case "number":
            yield "nothing", Const(0, "number")
        case "cards":
            yield "no cards", Op("without", (body, body), "cards")
        case "row":
            yield "none of it", Op("uppermost", (Const(0, "number"), body), "row")
        case "card":
            yield "no card", Const(None, "card")
        case _:
            pass


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
