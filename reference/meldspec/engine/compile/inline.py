"""Expressions made ready for compiling: options filled in, short terms put in where they are called, constants worked out."""

from collections.abc import Mapping
from functools import reduce

from meldspec.book import fold
from meldspec.book.core import Call, Come, Const, Core, CouldAct, Each, Op, Var, free_variables, rebuilt
from meldspec.book.sheet import below
from meldspec.engine.compile.kept import Kept
from meldspec.table.selection import Selection

SHORT = 24
"""Terms of up to so many nodes are put in (docs/decisions/0015). A call costs more than most terms do, but what is put in twice is
compiled twice, and a ruling compiles a rulebook for every other reading."""
FEW = 4
"""So many numbers at most are written out."""
SIDE_OF_PLAYER = Op("side", (Var("player", "player"),), "side")


class Inliner:
    """Makes the expressions of one selection ready."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self.kept = selection.sheet.derived(Kept)
        self.meanings: dict[str, Core | None] = {}

    def ready(self, core: Core) -> Core:
        """The expression, ready to be written as Python."""
        if not self.kept.holds(core):
            return self._ready(core)
        return self.kept.made(("ready", self.kept.key(self.selection, core)), lambda: self._ready(core))

    def _ready(self, core: Core) -> Core:
        made = fold.folded_here(rebuilt(core, self._ready), self.selection.options, {})
        match made:
            case Call(name, args) if (meaning := self.meaning(name)) is not None:
                return _put_in(meaning, dict(args)) or made
            case Op("number", (Each("where", var, source, body),)):
                one, none = Const(1, "number"), Const(0, "number")
                counted = Each("sum", var, source, Op("choose", (one, body, none), "number"), "number")
                return self._written_out(counted) if isinstance(source, Op) and source.op == "numbers" else made
            case Each("every" | "some" | "sum"):
                return self._written_out(made)
            case _:
                return made

    def _written_out(self, each: Each) -> Core:
        """A list of a few known numbers, each of them asked about by itself: then it is known which numbered place is meant."""
        match each.source:
            case Op("numbers", (Const(int(low)), Const(int(high)))) if low <= high < low + FEW:
                given = [{each.var: Const(number, "number")} for number in range(low, high + 1)]
                if not all(_replaceable(each.body, values) for values in given):
                    return each
                word = {"every": "and", "some": "or"}.get(each.mode, "plus")
                parts = [self._ready(_replaced(each.body, values)) for values in given]
                return reduce(lambda one, other: fold.worked_out(Op(word, (one, other), each.type)), parts)
            case _:
                return each

    def meaning(self, name: str) -> Core | None:
        """What a term means, ready, if it is short; none, too, within the meaning of itself: books with faults may say so."""
        if name not in self.meanings:
            self.meanings[name] = None
            body = self.ready(self.selection.terms[name].body)
            self.meanings[name] = body if sum(1 for _ in below(body)) <= SHORT else None
        return self.meanings[name]


def _put_in(body: Core, args: Mapping[str, Core]) -> Core | None:
    """The meaning of a term with the values of its variables in it; none where a call would not mean the same."""
    changed = {name: arg for name, arg in args.items() if not (isinstance(arg, Var) and arg.name == name)}
    # A value is put in as often as its variable is said, so it must cost nothing and never be a fault of the rules.
    if not all(isinstance(arg, Const | Var) or arg == SIDE_OF_PLAYER for arg in changed.values()):
        return None
    return _replaced(body, changed) if _replaceable(body, changed) else None


def _replaceable(body: Core, values: Mapping[str, Core]) -> bool:
    """Whether an expression means the same with some variables replaced by values, wherever they stand in it."""
    inside = list(below(body))
    names = {*values, *(name for value in values.values() for name in free_variables(value))}
    # The answers of a look ahead are remembered under the values of the variables that it names.
    asks = any(isinstance(node, Come | CouldAct) for node in inside)
    return not values or not (asks or any(isinstance(node, Each) and node.var in names for node in inside))


def _replaced(node: Core, values: Mapping[str, Core]) -> Core:
    """An expression with some variables replaced by values."""
    if isinstance(node, Var):
        return values.get(node.name, node)
    return rebuilt(node, lambda inner: _replaced(inner, values)) if values else node
