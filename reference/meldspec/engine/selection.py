"""Sheet, options and readings → the lines in force: no open question is left."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from meldspec.book.core import Call, Const, Core, Op, Tag
from meldspec.book.sheet import ActLine, AwardLine, Declared, EffectLine, JudgeLine, Sheet, Standing, TermLine
from meldspec.language import lines
from meldspec.language.problems import did_you_mean

Line = TypeVar("Line", JudgeLine, EffectLine, AwardLine, Standing, TermLine, ActLine, Declared)


class ChoiceError(ValueError):
    """An option or a reading that the book does not offer; the message says what it offers."""


@dataclass(frozen=True)
class Selection:
    """The lines in force under the options and readings chosen; `readings` names one for every question of the book."""

    sheet: Sheet
    options: dict[str, int]
    readings: dict[str, str]

    def holds(self, tag: Tag) -> bool:
        """Whether a line is in force."""
        return not tag.question or self.readings[tag.question] == tag.reading

    def chosen(self, group: Iterable[Line]) -> list[Line]:
        """Those lines of a group that are in force."""
        return [line for line in group if self.holds(line.tag)]

    def terms(self) -> dict[str, TermLine]:
        """The body in force of every term."""
        return {line.name: line for line in self.chosen(self.sheet.terms)}

    def declared(self, sort: type) -> list[Declared]:
        """The declarations in force of one sort."""
        return [line for line in self.chosen(self.sheet.declared) if isinstance(line.node, sort)]


def select(sheet: Sheet, options: Mapping[str, int] | None = None, readings: Mapping[str, str] | None = None) -> Selection:
    """The selection for some options and readings; what is not named has its default.

    Raises ChoiceError for an option, a value, a question or a reading that the book does not have.
    """
    return Selection(sheet, _options(sheet, options or {}), _readings(sheet, readings or {}))


def _options(sheet: Sheet, asked: Mapping[str, int]) -> dict[str, int]:
    known = sheet.symbols.options
    for name, value in asked.items():
        if name not in known:
            raise ChoiceError(f"'{name}' is no option of {sheet.book.name}; there is {', '.join(known) or 'none'}")
        if value not in known[name].values:
            offered = ", ".join(str(v) for v in known[name].values)
            raise ChoiceError(f"{name} {value} is not offered by {sheet.book.name}; it offers {offered}")
    return {name: asked.get(name, node.default) for name, node in known.items()}


def _readings(sheet: Sheet, asked: Mapping[str, str]) -> dict[str, str]:
    questions = sheet.book.questions()
    for question, reading in asked.items():
        if question not in questions:
            mend = did_you_mean(question, questions)
            raise ChoiceError(f"'{question}' is no question of {sheet.book.name}{'; ' + mend if mend else ''}")
        offered = [r.name for r in questions[question].readings]
        if reading not in offered:
            raise ChoiceError(f"'{reading}' is no reading of {question}; it has {', '.join(offered)}")
    return {name: asked.get(name, question.default) for name, question in questions.items()}


def folded(core: Core, selection: Selection) -> Core:
    """The expression with the options filled in and what follows from them worked out."""
    match core:
        case Op("option", (Const(name, _),), type_):
            return Const(selection.options[str(name)], type_)
        case Op(op, args, type_):
            return _worked_out(Op(op, tuple(folded(arg, selection) for arg in args), type_))
        case Call(name, (), type_):
            body = folded(selection.terms()[name].body, selection)
            return Const(body.value, type_) if isinstance(body, Const) else core
        case _:
            return core


def _worked_out(node: Op) -> Core:
    """An operation on constants as the constant it gives."""
    args = node.args
    match node.op:
        case "and" | "or":
            stop = node.op == "or"
            rest = tuple(a for a in args if not (isinstance(a, Const) and a.value is not stop))
            if any(isinstance(a, Const) for a in rest):
                return Const(stop, "truth")
            return rest[0] if len(rest) == 1 else Op(node.op, rest, "truth") if rest else Const(not stop, "truth")
        case "choose":
            return _first_arm(node)
        case _:
            values = [a.value for a in args if isinstance(a, Const)]
            if len(values) == len(args) and node.op in FOLDS:
                return Const(FOLDS[node.op](*values), node.type)
            return node


def _first_arm(node: Op) -> Core:
    """A choice whose arms are known to hold or not."""
    *arms, otherwise = node.args
    kept: list[Core] = []
    for value, condition in zip(arms[::2], arms[1::2], strict=True):
        if isinstance(condition, Const):
            if condition.value:
                otherwise = value
                break
            continue
        kept += [value, condition]
    return Op("choose", (*kept, otherwise), node.type) if kept else otherwise


FOLDS: dict[str, Callable[..., int | bool]] = {
    "not": operator.not_,
    "eq": operator.eq,
    "ge": operator.ge,
    "le": operator.le,
    "gt": operator.gt,
    "lt": operator.lt,
    "plus": operator.add,
    "minus": operator.sub,
    "times": operator.mul,
}


def seats_and_sides(selection: Selection) -> tuple[int, int]:
    """How many seats and sides there are: the option `players` and the line `sides`."""
    seats = selection.options.get("players", 0)
    count = selection.declared(lines.Sides)
    if not seats or not count or count[-1].value is None:
        raise ChoiceError(f"{selection.sheet.book.name} does not say how many players and sides there are")
    sides = folded(count[-1].value, selection)
    if not isinstance(sides, Const) or not isinstance(sides.value, int) or sides.value < 1:
        raise ChoiceError(f"{selection.sheet.book.name}: the number of sides is no number that the options settle")
    return seats, sides.value
