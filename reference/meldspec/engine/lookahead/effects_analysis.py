"""What lines read and write, told without carrying them out: the ground of what looking ahead may rule out beforehand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, assert_never

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
)
from meldspec.book.fold import worked_out
from meldspec.book.reach import Names, Reach, Reads
from meldspec.book.sheet import EffectLine, JudgeLine
from meldspec.engine.lookahead.monotone import gains
from meldspec.engine.rulebook import Rulebook
from meldspec.table.selection import Selection, folded

NOTHING: Names = frozenset()
YES = Const(True, "truth")


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


def put_in(core: Core, values: dict[str, Core]) -> Core | None:
    """An expression with expressions for its variables; none where a name within it would be taken for another."""
    match core:
        case Var(name):
            return values.get(name, core)
        case Op(op, args, type_):
            inner = [put_in(arg, values) for arg in args]
            return None if None in inner else Op(op, tuple(i for i in inner if i is not None), type_)
        case Call(name, args, type_):
            given = [(n, put_in(arg, values)) for n, arg in args]
            return None if any(g is None for _, g in given) else Call(name, tuple((n, g) for n, g in given if g), type_)
        case Cell(name, owner, type_) if owner is not None:
            own = put_in(owner, values)
            return None if own is None else Cell(name, own, type_)
        case Each(mode, var, source, body, type_) if not _taken(var, values):
            listed, said = put_in(source, values), put_in(body, values)
            return None if listed is None or said is None else Each(mode, var, listed, said, type_)
        case After(body):
            then = put_in(body, values)
            return None if then is None else After(then)
        case Const() | CardSet() | Cell():
            return core
        case Each() | Suppose() | Come() | CouldAct():
            return None
        case _:
            assert_never(core)


def _taken(var: str, values: dict[str, Core]) -> bool:
    """Whether a name that a list gives its things would be taken for another one."""
    return var in values or any(var in free_variables(value) for value in values.values())


class Reader(Reach):
    """Tells what the expressions and effects of one selection read and write, looking into their terms."""

    def __init__(self, selection: Selection) -> None:
        super().__init__(selection.reach.groups, selection.holds)
        self.selection = selection

    def parts(self, core: Core, holds: bool = True) -> Iterator[Core]:
        """Conditions that must all hold where the expression does (or, with `holds` no, where it does not)."""
        match core:
            case Op("not", (inner,)):
                yield from self.parts(inner, not holds)
            case Op("and" | "or" as op, args) if (op == "and") == holds:
                for arg in args:
                    yield from self.parts(arg, holds)
            case Call(name, args):
                body = put_in(folded(self.selection.bodies[name], self.selection), dict(args))
                yield from [core if holds else negation(core)] if body is None else self.parts(body, holds)
            case Op("between", (chosen, Call(name, args), low, high)):
                source = put_in(folded(self.selection.bodies[name], self.selection), dict(args))
                told = core if source is None else Op("between", (chosen, source, low, high), "truth")
                yield told if holds else negation(told)
            case After(body):
                yield from (After(part) for part in self.parts(body, holds))
            case _:
                yield core if holds else negation(core)

    def inlined(self, core: Core) -> Core:
        """What a term says where it is used, as far as that can be written in its stead."""
        if not isinstance(core, Call):
            return core
        said = put_in(folded(self.selection.bodies[core.name], self.selection), dict(core.args))
        return core if said is None else self.inlined(said)

    def arms(self, core: Core) -> list[Core]:
        """Conditions one of which holds where an expression does."""
        said = self.inlined(core)
        if isinstance(said, Op) and said.op == "or":
            return [arm for arg in said.args for arm in self.arms(arg)]
        return [said if isinstance(said, After) else core]

    def hoped(self, core: Core, unknown: Names, rising: Names = NOTHING, holds: bool = True, given: Names | None = None) -> Core:
        """A condition that holds wherever another one may hold, some cells being unknown (with `holds` no: must hold).

        Of those that are `rising` it is known what they have at most, and that is what the condition will find there. Where names
        are `given`, no other variables are known.
        """
        match core:
            case Const():
                return core
            case Op("not", (inner,)):
                return worked_out(Op("not", (self.hoped(inner, unknown, rising, not holds, given),), "truth"))
            case Op("and" | "or" as op, args):
                return worked_out(Op(op, tuple(self.hoped(arg, unknown, rising, holds, given) for arg in args), "truth"))
        read = self.reads(core)
        bound = given is None or free_names(core) <= given
        if bound and not (read.ahead or read.faces or read.cells & unknown):
            return core
        if bound and not (read.ahead or read.faces or read.cells & unknown - rising) and gains(self, core, rising, holds):
            return core
        said = self.inlined(core)
        return Const(holds, "truth") if isinstance(said, Call) or said is core else self.hoped(said, unknown, rising, holds, given)

    def blurred(self, lines: Iterable[EffectLine], unknown: Names) -> Names:
        """What is not known after effects, some cells being unknown before them; standing rules are left aside."""
        for line in self.selection.chosen(lines):
            seen = self.looked_at(line)
            written = self.writes([line]).everything()
            if seen.ahead or seen.faces or seen.cells & unknown or "over" in unknown:
                unknown |= written
            elif line.verb == "raise":
                unknown |= self.blurred(self.selection.sheet.events.get(line.word, []), unknown)
        return unknown


@dataclass(frozen=True)
class Duty:
    """What a line asks of an act: `body` must hold where `guard` does. `free` are the variables that either reads, without the
    player's."""

    guard: Core
    body: Core
    read: Reads
    free: Names
    made: Callable[[], Callable[..., bool]] = field(compare=False)
    names: tuple[str, ...] = ()

    @cached_property
    def holds(self) -> Callable[..., bool]:
        """The duty as a function, made when it is first asked."""
        return self.made()

    def told_by(self, unknown: Names) -> bool:
        """Whether it can be told without knowing some cells."""
        return not (self.read.ahead or self.read.faces or self.read.cells & unknown)


def duty(rulebook: Rulebook, reader: Reader, guard: Core, body: Core, names: tuple[str, ...]) -> Duty:
    """A duty as a function of the cells, the player and the values of the act's fields."""
    free = free_names(guard) | free_names(body)
    read = reader.reads(guard, body)
    whole = body if guard == YES else Op("or", (negation(guard), body), "truth")
    return Duty(guard, body, read, free, lambda: _never if read.ahead else rulebook.function(whole, *names), names)


def _never(*_: Any) -> bool:
    raise AssertionError("what looks past the position is not looked at beforehand")


def duties(reader: Reader, line: JudgeLine) -> Iterator[tuple[Core, Core]]:
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
