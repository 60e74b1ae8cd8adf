"""What follows from the options alone: expressions with the options filled in and constants worked out, lines cut down so.

What is left of a line is only what it *says*, without its place, and so rulebooks are compared: two lines of different readings
that say the same come out equal, and a line whose condition the options rule out is gone. Equal lines behave alike; lines that
differ may still behave alike.
"""

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import assert_never, cast

from meldspec.book.core import Call, Const, Core, Op, Tag, rebuilt
from meldspec.book.sheet import ActLine, AwardLine, Declared, EffectLine, JudgeLine, Line, Standing, TermLine
from meldspec.language.immutable import kept_with
from meldspec.language.problems import Place


def folded(core: Core, options: Mapping[str, int], bodies: Mapping[str, Core]) -> Core:
    """The expression with the options filled in and what follows from them worked out.

    `bodies` holds the meaning of each term that may be looked into; a term that is not there stays as it is.
    """
    if isinstance(core, Op):
        args = tuple([folded(arg, options, bodies) for arg in core.args])
        # What stays as it is stays the same node, of which much has been told before.
        core = core if all(map(operator.is_, args, core.args)) else Op(core.op, args, core.type)
    return folded_here(core, options, bodies)


@kept_with
def may_settle(core: Core) -> bool:
    """Whether an expression could come to a constant under some options: of most it can be told that they never do."""
    if isinstance(core, Op):
        # One part may decide alone what these come to, of which the others stay open.
        enough = any if core.op in ("and", "or", "choose") else all
        return core.op == "option" or (core.op in SETTLING and enough(map(may_settle, core.args)))
    return isinstance(core, Const) or (isinstance(core, Call) and not core.args)


def folded_throughout(core: Core, options: Mapping[str, int], bodies: Mapping[str, Core]) -> Core:
    """The same within lists, calls and looks ahead too, where `folded` leaves an expression as it is written."""
    return folded_here(rebuilt(core, lambda inner: folded_throughout(inner, options, bodies)), options, bodies)


def folded_here(core: Core, options: Mapping[str, int], bodies: Mapping[str, Core]) -> Core:
    """One node, all below it being folded."""
    if isinstance(core, Op):
        named = core.args[0] if core.op == "option" else None
        return Const(options[str(named.value)], core.type) if isinstance(named, Const) else worked_out(core)
    # Only a term without variables, and only if it comes to a value: what is put in twice would be compiled twice.
    if isinstance(core, Call) and not core.args and core.name in bodies:
        body = folded(bodies[core.name], options, bodies)
        return Const(body.value, core.type) if isinstance(body, Const) else core
    return core


def worked_out(node: Op) -> Core:
    """An operation on constants as the constant it gives."""
    args = node.args
    match node.op:
        case "and" | "or":
            stop = node.op == "or"
            rest = tuple(a for a in args if not (isinstance(a, Const) and a.value is not stop))
            # What is left of the constants decides: it is `no` under `and`, `yes` under `or`.
            if any(isinstance(a, Const) for a in rest):
                return Const(stop, "truth")
            if len(rest) == len(args) > 1:
                return node
            return rest[0] if len(rest) == 1 else Op(node.op, rest, "truth") if rest else Const(not stop, "truth")
        case "choose":
            return _first_arm(node)
        case _:
            values = [a.value for a in args if isinstance(a, Const)]
            # A name that nobody knows stands for nothing: it is told where it is resolved, and there is no reckoning with it.
            if len(values) == len(args) and node.op in FOLDS and None not in values:
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
    # By nothing gives nothing: an option may be 0, and rules are total.
    "divided": lambda number, by: number // by if by else 0,
}
SETTLING = frozenset(("and", "or", "choose", *FOLDS))
"""The operations that can come to a constant, options apart."""


# ── lines cut down to what they say ─────────────────────────────────────────────────────────────────────────────────────────

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
            return rebuilt(line.with_other({"tag": NOWHERE, "effects": ()}), self.fold).with_other({"effects": effects})
        said = rebuilt(line, self.fold).with_other({"tag": NOWHERE})
        # A condition that always holds is none.
        always = isinstance(said, JudgeLine | EffectLine | AwardLine) and said.when == YES
        return said.with_other({"when": None}) if always else said


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
