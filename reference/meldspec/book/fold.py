"""What follows from the options alone: expressions with the options filled in and constants worked out."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from meldspec.book.core import Call, Const, Core, Op, rebuilt


def folded(core: Core, options: Mapping[str, int], bodies: Mapping[str, Core]) -> Core:
    """The expression with the options filled in and what follows from them worked out.

    `bodies` holds the meaning of each term that may be looked into; a term that is not there stays as it is.
    """
    if isinstance(core, Op):
        core = Op(core.op, tuple([folded(arg, options, bodies) for arg in core.args]), core.type)
    return folded_here(core, options, bodies)


def folded_throughout(core: Core, options: Mapping[str, int], bodies: Mapping[str, Core]) -> Core:
    """The same within lists, calls and looks ahead too, where `folded` leaves an expression as it is written."""
    return folded_here(rebuilt(core, lambda inner: folded_throughout(inner, options, bodies)), options, bodies)


def folded_here(core: Core, options: Mapping[str, int], bodies: Mapping[str, Core]) -> Core:
    """One node, all below it being folded."""
    match core:
        case Op("option", (Const(name, _),), type_):
            return Const(options[str(name)], type_)
        case Op():
            return worked_out(core)
        # Only a term without variables, and only if it comes to a value: what is put in twice would be compiled twice.
        case Call(name, (), type_) if name in bodies:
            body = folded(bodies[name], options, bodies)
            return Const(body.value, type_) if isinstance(body, Const) else core
        case _:
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
    # By nothing gives nothing: an option may be 0, and rules are total.
    "divided": lambda number, by: number // by if by else 0,
}
