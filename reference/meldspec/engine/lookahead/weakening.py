"""Conditions weakened to what can be told of them while some cells are not known: the ground of what a look-ahead may rule out.

A condition that is weakened fails only where the condition itself fails, whatever the unknown cells hold (docs/decisions/0014). Two
sorts of cells are known in part: of those that are *rising* a position shows all that they could come to have, and of those that
are *falling* no more than they have for certain. A condition that only gains by more (`increases`) may be asked of the former, one
that only loses by more of the latter.
"""

from collections.abc import Callable, Iterator
from dataclasses import field
from functools import cached_property, partial
from typing import Any

from meldspec.book.core import (
    After,
    Call,
    CardSet,
    Cell,
    Come,
    Const,
    Core,
    CouldAct,
    Each,
    Op,
    Suppose,
    Var,
    free_variables,
    rebuilt,
)
from meldspec.book.fold import YES, worked_out
from meldspec.book.reach import Name, Names, Reach, Reads
from meldspec.book.sheet import JudgeLine, below
from meldspec.engine.compile.kept import Kept
from meldspec.engine.rulebook import Rulebook
from meldspec.language.immutable import Immutable
from meldspec.table.selection import Selection, folded

NOTHING: Names = frozenset()


def free_names(core: Core) -> Names:
    """The variables that an expression reads, without the player's."""
    return frozenset(free_variables(core)) - {"player", "afterwards"}


def negation(core: Core) -> Core:
    """That a condition does not hold."""
    match core:
        case Op("not", (inner,)):
            return inner
        case Const(bool(value)):
            return Const(not value, "truth")
        case _:
            return Op("not", (core,), "truth")


def substituted(core: Core, values: dict[str, Core]) -> Core | None:
    """An expression with expressions for its variables; none where a name within it would be taken for another."""
    names = {*values, *(name for value in values.values() for name in free_variables(value))}
    for node in below(core):
        # Conditions on other positions are compiled where they stand, with the variables that they have there.
        if isinstance(node, Suppose | Come | CouldAct) or (isinstance(node, Each) and node.var in names):
            return None
    return _filled(core, values)


def _filled(core: Core, values: dict[str, Core]) -> Core:
    if isinstance(core, Var):
        return values.get(core.name, core)
    # What is bound within is none of these names, so what speaks of none of them stays as it is.
    return core if values.keys().isdisjoint(free_variables(core)) else rebuilt(core, lambda inner: _filled(inner, values))


class Reader(Reach):
    """Tells what the expressions and effects of one selection read and write, looking into their terms."""

    def __init__(self, selection: Selection) -> None:
        super().__init__(selection.reach.groups, selection.holds)
        self.selection = selection
        self._kept = selection.sheet.derived(Kept)

    def led_to(self, name: str) -> frozenset[Name]:
        # As in all other selections in which it and the terms that it leads to say the same.
        line = self.selection.terms.get(name)
        if line is None:
            return super().led_to(name)
        return self._kept.made(("term", self._kept.key(self.selection, line)), partial(super().led_to, name))

    def parts(self, core: Core, holds: bool = True) -> Iterator[Core]:
        """Conditions that must all hold where the expression does (or, with `holds` no, where it does not)."""
        match core:
            case Op("not", (inner,)):
                yield from self.parts(inner, not holds)
            case Op("and" | "or" as op, args) if (op == "and") == holds:
                for arg in args:
                    yield from self.parts(arg, holds)
            case Call():
                body = self.said(core)
                yield from [core if holds else negation(core)] if body is None else self.parts(body, holds)
            case Op("between", (chosen, Call() as called, low, high)):
                source = self.said(called)
                told = core if source is None else Op("between", (chosen, source, low, high), "truth")
                yield told if holds else negation(told)
            # What is asked of the position after the act can be asked part by part, too.
            case After(body):
                yield from (After(part) for part in self.parts(body, holds))
            case _:
                yield core if holds else negation(core)

    def said(self, term: Call) -> Core | None:
        """What a term says where it is used; none where that cannot be written in its stead."""
        body = folded(self.selection.bodies[term.name], self.selection)
        # The same expression for all readings under which the term says the same, so that what is told of it is told once.
        return self._kept.made(("said", term, body), lambda: substituted(body, dict(term.args)))

    def inlined(self, core: Core) -> Core:
        """What is said where terms are used, and terms in these, as far as that can be written in their stead."""
        said = self.said(core) if isinstance(core, Call) else None
        return core if said is None else self.inlined(said)

    def increases(self, core: Core, names: Names, more: bool = True) -> bool:
        """Whether cards or a number become more, or a condition comes to hold, only as some cells have more (or fewer).

        Told by the words alone: what is not known to be monotone counts as not.
        """
        if not self.reads(core).cells & names:
            return True
        match core:
            case Cell(_, owner):
                return more and (owner is None or self.increases(owner, NOTHING))
            case Op("not", (inner,)):
                return self.increases(inner, names, not more)
            case Op("and" | "or" | "with" | "number" | "plus", args):
                return all(self.increases(arg, names, more) for arg in args)
            case Op("ge" | "gt" | "le" | "lt" as op, (one, other)):
                rises = more == (op in ("ge", "gt"))
                return self.increases(one, names, rises) and self.increases(other, names, not rises)
            case Op("filter", (CardSet(), source)):
                return self.increases(source, names, more)
            case Each("some" | "where", _, source, body):
                return self.increases(source, names, more) and self.increases(body, names, more)
            case Call(name, args):
                told = all(not self.reads(arg).cells & names for _, arg in args)
                return told and self.increases(folded(self.selection.bodies[name], self.selection), names, more)
            case _:
                return False

    def weakened(self, core: Core, unknown: Names, rising: Names = NOTHING, holds: bool = True, given: Names | None = None) -> Core:
        """A condition that holds wherever another one may hold, some cells being unknown (with `holds` no: must hold).

        Of those that are `rising` it is known what they have at most, and that is what the condition will find there. Where names
        are `given`, no other variables are known.
        """
        match core:
            case Const():
                return core
            case Op("not", (inner,)):
                return worked_out(Op("not", (self.weakened(inner, unknown, rising, not holds, given),), "truth"))
            case Op("and" | "or" as op, args):
                return worked_out(Op(op, tuple(self.weakened(arg, unknown, rising, holds, given) for arg in args), "truth"))
        read = self.reads(core)
        bound = given is None or free_names(core) <= given
        if bound and not (read.ahead or read.faces or read.cells & unknown):
            return core
        if bound and not (read.ahead or read.faces or read.cells & unknown - rising) and self.increases(core, rising, holds):
            return core
        said = self.inlined(core)
        if isinstance(said, Call) or said is core:
            return Const(holds, "truth")
        return self.weakened(said, unknown, rising, holds, given)

    def at_least(self, core: Core, unknown: Names, falling: Names, given: Names) -> Core:
        """A condition that fails only where another one fails, too, once there is more in `falling` places than is known to be."""
        read = self.reads(core)
        told = not (read.ahead or read.faces or read.cells & (unknown - falling)) and free_names(core) <= given
        if told and self.increases(core, falling, more=False):
            return core
        match core:
            case Op("and" | "or" as op, args):
                return worked_out(Op(op, tuple(self.at_least(arg, unknown, falling, given) for arg in args), "truth"))
            # Of a number that can only rise "is 1" fails for good where "at most 1" does.
            case Op("eq", (number, Const(int()) as most)):
                return self.at_least(Op("le", (number, most), "truth"), unknown, falling, given)
            case Each("every", var, source, said) if isinstance(source, Cell) and source.name not in unknown - falling:
                return Each("every", var, source, self.at_least(said, unknown, falling, given | {var}), "truth")
        said = self.inlined(core)
        return YES if isinstance(said, Call) or said is core else self.at_least(said, unknown, falling, given)

    def after_act(self, core: Core, unknown: Names, falling: Names, given: Names) -> Core:
        """The same of a condition on an act, parts of which speak of the position after it: of that it is known what there is at
        least, and of the position before it nothing of these places."""
        match core:
            case After(body):
                return self.at_least(body, unknown, falling, given)
            case Op("and" | "or" as op, args):
                return worked_out(Op(op, tuple(self.after_act(arg, unknown, falling, given) for arg in args), "truth"))
        said = self.inlined(core) if self.reads(core).ahead else core
        return (
            self.weakened(core, unknown | falling, given=given) if said is core else self.after_act(said, unknown, falling, given)
        )


class Requirement(Immutable):
    """What a line asks of an act: `body` must hold where `guard` does. `free` are the variables that either reads, without the
    player's. `weaker` is what is left of it where some cells are not known, by these, and `fewer` what is left where others hold
    more than is known."""

    guard: Core
    body: Core
    read: Reads
    free: Names
    made: Callable[[], Callable[..., bool]] = field(compare=False)
    names: tuple[str, ...] = ()
    # With the requirement, which many rulebooks share, and not with any of them.
    weaker: dict[tuple[Names, Names], "Requirement | None"] = field(default_factory=dict, compare=False, repr=False)
    fewer: dict[tuple[Names, Names], "Requirement | None"] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def holds(self) -> Callable[..., bool]:
        """The requirement as a function, made when it is first asked."""
        return self.made()

    def told_by(self, unknown: Names) -> bool:
        """Whether it can be told without knowing some cells."""
        return not (self.read.ahead or self.read.faces or self.read.cells & unknown)


def requirement(rulebook: Rulebook, reader: Reader, guard: Core, body: Core, names: tuple[str, ...]) -> Requirement:
    """A requirement as a function of the cells, the player and the values of the act's fields."""
    free = free_names(guard) | free_names(body)
    read = reader.reads(guard, body)
    whole = body if guard == YES else Op("or", (negation(guard), body), "truth")
    return Requirement(guard, body, read, free, lambda: _never if read.ahead else rulebook.function(whole, *names), names)


def _never(*_: Any) -> bool:
    raise AssertionError("what looks past the position is not looked at beforehand")


def requirements(reader: Reader, line: JudgeLine) -> Iterator[tuple[Core, Core]]:
    """The conditions that a line which refuses asks for, each with what it is asked under."""
    when = YES if line.when is None else folded(line.when, reader.selection)
    if line.mode == "require":
        assert line.require is not None
        yield from ((when, part) for part in reader.parts(folded(line.require, reader.selection)) if part != YES)
    elif line.mode == "forbid":
        for part in reader.parts(when, holds=False):
            match part:
                case Op("not", (Op("and", args),)):
                    body = next((a for a in reversed(args) if isinstance(a, Each)), args[-1])
                    rest = tuple(a for a in args if a is not body)
                    yield (rest[0] if len(rest) == 1 else Op("and", rest, "truth")), negation(body)
                case _:
                    yield YES, part
