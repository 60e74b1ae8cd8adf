"""Which conditions come to hold, and which cards and numbers become more, only as some cells have more in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from meldspec.book.core import Call, CardSet, Cell, Core, Each, Op
from meldspec.table.selection import folded

if TYPE_CHECKING:
    from meldspec.engine.lookahead.effects_analysis import Reader


def gains(reader: Reader, core: Core, names: frozenset[str], more: bool = True) -> bool:
    """Whether cards or a number become more, or a condition comes to hold, only as some cells have more (with `more` no: fewer)."""
    if not reader.reads(core).cells & names:
        return True
    match core:
        case Cell(name, owner):
            return more and (owner is None or gains(reader, owner, frozenset()))
        case Op("not", (inner,)):
            return gains(reader, inner, names, not more)
        case Op("and" | "or" | "with" | "number" | "plus", args):
            return all(gains(reader, arg, names, more) for arg in args)
        case Op("ge" | "gt" | "le" | "lt" as op, (one, other)):
            rises = more == (op in ("ge", "gt"))
            return gains(reader, one, names, rises) and gains(reader, other, names, not rises)
        case Op("filter", (CardSet(), source)):
            return gains(reader, source, names, more)
        case Each("some" | "where", _, source, body):
            return gains(reader, source, names, more) and gains(reader, body, names, more)
        case Call(name, args):
            told = all(not reader.reads(arg).cells & names for _, arg in args)
            return told and gains(reader, folded(reader.selection.bodies[name], reader.selection), names, more)
        case _:
            return False
