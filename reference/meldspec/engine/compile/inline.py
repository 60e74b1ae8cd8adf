"""Expressions made ready for compiling: options filled in, short terms put in where they are called, constants worked out."""

from __future__ import annotations

from collections.abc import Mapping

from meldspec.book import fold
from meldspec.book.core import Call, Come, Const, Core, CouldAct, Each, Op, Var, free_variables, rebuilt
from meldspec.book.sheet import below
from meldspec.table.selection import Selection

SHORT = 24
"""Terms of up to so many nodes are put in. To call a function costs as much as ten nodes do, but what is put in twice is compiled
twice, and a ruling compiles a rulebook for every other reading."""
SIDE_OF_PLAYER = Op("side", (Var("player", "player"),), "side")


class Inliner:
    """Makes the expressions of one selection ready."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self.meanings: dict[str, Core | None] = {}
        self.shortened: dict[int, tuple[Core, Core]] = {}

    def ready(self, core: Core) -> Core:
        """The expression, ready to be written as Python; the same one for the same object."""
        if id(core) not in self.shortened:
            self.shortened[id(core)] = core, self._ready(core)
        return self.shortened[id(core)][1]

    def _ready(self, core: Core) -> Core:
        made = fold.folded_here(rebuilt(core, self._ready), self.selection.options, {})
        if isinstance(made, Call) and (meaning := self.meaning(made.name)) is not None:
            return _put_in(meaning, dict(made.args)) or made
        return made

    def meaning(self, name: str) -> Core | None:
        """What a term means, ready, if it is short; none, too, within the meaning of itself: books with faults may say so."""
        if name not in self.meanings:
            self.meanings[name] = None
            body = self._ready(self.selection.terms[name].body)
            self.meanings[name] = body if sum(1 for _ in below(body)) <= SHORT else None
        return self.meanings[name]


def _put_in(body: Core, args: Mapping[str, Core]) -> Core | None:
    """The meaning of a term with the values of its variables in it; none where a call would not mean the same."""
    changed = {name: arg for name, arg in args.items() if not (isinstance(arg, Var) and arg.name == name)}
    # A value is put in as often as its variable is said, so it must cost nothing and never be a fault of the rules.
    if not all(isinstance(arg, Const | Var) or arg == SIDE_OF_PLAYER for arg in changed.values()):
        return None
    if changed:
        inside = list(below(body))
        # The answers to these are remembered under the values of the variables that they name.
        if any(isinstance(node, Come | CouldAct) for node in inside):
            return None
        taken = {node.var for node in inside if isinstance(node, Each)}
        if taken & {*changed, *(name for arg in changed.values() for name in free_variables(arg))}:
            return None
    return _replaced(body, changed)


def _replaced(node: Core, values: Mapping[str, Core]) -> Core:
    """An expression with some variables replaced by values."""
    if isinstance(node, Var):
        return values.get(node.name, node)
    return rebuilt(node, lambda inner: _replaced(inner, values)) if values else node
