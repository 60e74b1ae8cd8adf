"""Mutants of a book, each with one line mutated: a case that kills one shows what the line does.

A line is left out, turned round, shorn of one of its parts, or has one of its numbers altered by a step.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from math import gcd
from typing import assert_never

from meldspec.book.core import After, Call, CardSet, Cell, Come, Const, Core, CouldAct, Each, Op, Suppose, Tag, Var, rebuilt
from meldspec.book.sheet import (
    ActLine,
    AwardLine,
    Declared,
    EffectLine,
    JudgeLine,
    Line,
    Sheet,
    Standing,
    TermLine,
    below,
    expressions,
)
from meldspec.corpus.mutation.places import Spot, places
from meldspec.language import lines
from meldspec.table.selection import Selection

STEP = 1
FEW = 2
"""A number that is more than so many times the least step of points, and a multiple of it, is taken for points."""
BEYOND = 1_000_000
"""More than anything in a game comes to."""
LEFT_OUT, TURNED, PART_OUT, CONSTANT = "left out", "turned round", "part left out", "always, never or nothing"
NUMBER, MEMBER = "number a step off", "member of a set"
"""The operators by the names under which they are reported."""
Mutation = tuple[str, str, Line | None]
"""The operator, what it has done to a line in words, and the line; none where it is left out."""


@dataclass(frozen=True)
class Mutant:
    """One mutated line: its tag, what was done to it, the sheet with it, and the operator that did it; `same` where how it was made
    proves that it comes to the same. `spot` is where the line stands, for several may have one number; none where more is altered
    than that line."""

    tag: Tag
    what: str
    sheet: Sheet
    operator: str
    same: bool = False
    spot: Spot | None = None

    def __str__(self) -> str:
        return f"{self.tag.line}: {self.what}"

    def called(self, told: str) -> bool:
        """Whether a plan means it by what was done to a line, or by the line as well where several lines of a clause can be spoilt
        so."""
        return told in (self.what, str(self))


def mutants(selection: Selection) -> Iterator[Mutant]:
    """All mutants of the lines in force, in the order of the sheet."""
    step, ranks = surroundings(selection.sheet)
    for line, put in places(selection.sheet):
        if selection.holds(line.tag):
            for operator, what, changed in mutations(line, step, ranks):
                yield Mutant(line.tag, what, put(changed), operator)


def surroundings(sheet: Sheet) -> tuple[int, dict[object, str]]:
    """What the mutations of a line hang on besides it: the least step of points, and which rank follows which."""
    return least_points(sheet), _next_ranks(sheet)


def least_points(sheet: Sheet) -> int:
    """The points by which anything can differ at least: what the worths of all cards are multiples of."""
    return gcd(*(line.node.points for line in sheet.declared if isinstance(line.node, lines.Worth))) or STEP


def _next_ranks(sheet: Sheet) -> dict[object, str]:
    """For each rank of the pack the next one, round in the order in which the pack is told: what a set of one rank is made of
    instead."""
    # Decks without suits are of whole cards, jokers for instance.
    decks = (line.node.ranks for line in sheet.declared if isinstance(line.node, lines.Deck) and line.node.suits)
    ranks = [str(rank) for rank in next(decks, ())]
    return dict(zip(ranks, [*ranks[1:], *ranks[:1]], strict=True))


def loosened(selection: Selection, question: str, reading: str) -> Iterator[Mutant]:
    """The mutants that take away what a reading says, a line at a time: a line that bars, permits or does something is left out, a
    term holds always or never, or comes to nothing; what cannot be left out is altered."""
    sheet = selection.sheet
    step, ranks = surroundings(sheet)
    # Of cards that the pack is to have so many cannot be made.
    made_of = selection.reach.terms(*(core for line in selection.chosen(sheet.declared) for core in expressions(line)))
    done: set[Tag] = set()
    for line, put in places(sheet):
        if (line.tag.question, line.tag.reading) == (question, reading) and selection.holds(line.tag):
            bounded = isinstance(line, TermLine) and line.name not in made_of
            for operator, what, changed in _taken_away(line, bounded) or mutations(line, step, ranks):
                # An effect that several acts have is one line, and who leaves it out has it with none of them.
                if not isinstance(line, EffectLine) or changed is not None:
                    yield Mutant(line.tag, what, put(changed), operator)
                elif line.tag not in done:
                    done.add(line.tag)
                    yield Mutant(line.tag, what, _without_effect(put(changed), line.tag), operator)


UNDONE, DONE = "left undone there", "done there, though its condition is not met"


def at_once(selection: Selection) -> Iterator[Mutant]:
    """Every effect in force left undone, and every one with a condition done whatever that says. At one single request that is what
    a condition comes to which an implementation has otherwise, in whatever way."""
    for line, put in places(selection.sheet):
        if isinstance(line, EffectLine) and selection.holds(line.tag):
            yield Mutant(line.tag, UNDONE, put(None), LEFT_OUT)
            if line.when is not None:
                yield Mutant(line.tag, DONE, put(replace(line, when=None)), PART_OUT)


def _taken_away(line: Line, bounded: bool) -> list[Mutation]:
    """The mutations of a line after which nothing is left of what it says; none where there is no such. A number that is a bound
    is put beyond all that there is, too."""
    match line:
        case JudgeLine(act=act, mode=mode):
            return [(LEFT_OUT, f"{mode} for {act} left out", None)]
        case AwardLine() | EffectLine() | Standing():
            return [(LEFT_OUT, "left out", None)]
        case TermLine(body=body):
            constants = list(_constant(body))
            if bounded and body.type == "number":
                # What takes so much, or so long, never is; that it is nothing shows the one side of a bound alone.
                constants.append(("beyond all bounds", Const(BEYOND, "number")))
            return [(CONSTANT, what, replace(line, body=core)) for what, core in constants]
        case _:
            return []


def _without_effect(sheet: Sheet, tag: Tag) -> Sheet:
    """A sheet in which no act has an effect of that line."""
    return replace(sheet, effects={act: [line for line in group if line.tag != tag] for act, group in sheet.effects.items()})


def mutations(line: Line, step: int, ranks: Mapping[object, str]) -> Iterator[Mutation]:
    """The ways to mutate one line: left out (none), or altered; numbers that are points are altered by `step`."""
    match line:
        case JudgeLine(act=act, mode=mode, require=require, when=when):
            told = f"{mode} for {act}"
            yield LEFT_OUT, f"{told} left out", None
            yield from ((operator, f"{told} {what}", replace(line, require=core)) for operator, what, core in _altered(require))
            yield from ((operator, f"{told} {what}", replace(line, when=core)) for operator, what, core in _altered(when))
            if require is not None and when is not None:
                yield PART_OUT, f"{told} always", replace(line, when=None)
        case AwardLine(when=when) | EffectLine(when=when):
            yield LEFT_OUT, "left out", None
            yield from ((operator, f"then {what}", replace(line, when=core)) for operator, what, core in _altered(when))
        case Standing(condition=condition):
            yield LEFT_OUT, "left out", None
            yield from ((PART_OUT, f"condition {what}", replace(line, condition=core)) for what, core in _parts_out(condition))
        case TermLine(body=body):
            yield from ((operator, what, replace(line, body=core)) for operator, what, core in _other_bodies(body))
        case Declared():
            yield from _other_declarations(line, ranks)
            return
        case ActLine():
            pass
        case _:
            assert_never(line)
    yield from _other_numbers(line, step)


def _other_declarations(line: Declared, ranks: Mapping[object, str]) -> Iterator[Mutation]:
    """A declaration with another set of cards, or another worth of some."""
    match line.node:
        case lines.Cards(name=name, items=items) if len(items) > 1:
            yield MEMBER, "without its first", replace(line, node=lines.Cards(name, items[1:]))
            yield MEMBER, "without its last", replace(line, node=lines.Cards(name, items[:-1]))
        case lines.Cards(name=name, items=(str(rank),)) if rank in ranks:
            yield MEMBER, f"{rank} made {ranks[rank]}", replace(line, node=lines.Cards(name, (ranks[rank],)))
        case lines.Worth(points=points, items=items):
            yield NUMBER, f"{points} made {points + STEP}", replace(line, node=lines.Worth(points + STEP, items))
        case _:
            pass


def _other_numbers(line: Line, step: int) -> Iterator[Mutation]:
    """A line with each of its numbers a step less, and a step more; none is made less than 0."""
    told = f"{line.mode} for {line.act} " if isinstance(line, JudgeLine) else ""
    # Points by the least step that any card makes: a bonus altered by one point could never be told in play.
    for value, put in numbers(line):
        size = step if is_points(value, step) else STEP
        for by in (-size, size):
            if value + by >= 0:
                yield NUMBER, f"{told}{value} made {value + by}", put(value + by)


def is_points(value: int, step: int) -> bool:
    """Whether a number is taken for points."""
    return value > FEW * step and value % step == 0


def _altered(core: Core | None) -> Iterator[tuple[str, str, Core]]:
    """A condition turned round, or without one of its parts."""
    if core is not None:
        yield TURNED, "turned round", Op("not", (core,), "truth")
        yield from ((PART_OUT, what, part) for what, part in _parts_out(core))


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
        case Const() | Var() | CardSet() | Cell() | Call() | Op() | Suppose() | Come() | CouldAct():
            pass
        case _:
            assert_never(core)


def _other_bodies(body: Core) -> Iterator[tuple[str, str, Core]]:
    """What a term might be made to mean instead."""
    yield from ((CONSTANT, what, core) for what, core in _constant(body))
    if body.type == "truth":
        yield from ((PART_OUT, what, core) for what, core in _parts_out(body))


def _constant(body: Core) -> Iterator[tuple[str, Core]]:
    """What a term comes to that looks at nothing."""
    match body.type:
        case "truth":
            yield "always so", Const(True, "truth")
            yield "never so", Const(False, "truth")
        case "number":
            yield "nothing", Const(0, "number")
        # Nothing of its own type: a mutant that breaks at once is killed by any case and shows nothing.
        case "cards":
            yield "no cards", Op("without", (body, body), "cards")
        case "row":
            yield "none of it", Op("uppermost", (Const(0, "number"), body), "row")
        case "card":
            yield "no card", Const(None, "card")
        case _:
            pass


def numbers(line: Line) -> Iterator[tuple[int, Callable[[int], Line]]]:
    """Each number constant in a resolved line, in order, with how to make the line with another in its place."""
    # The effects of a standing rule are lines of their own, and whom it is about is not what it says.
    cores = (line.condition,) if isinstance(line, Standing) else expressions(line)
    values = (_number(node) for core in cores for node in below(core))
    for place, value in enumerate(value for value in values if value is not None):
        yield value, partial(_with_number, line, place)


def _number(core: Core) -> int | None:
    """The number that an expression is, if it is a constant."""
    return core.value if isinstance(core, Const) and core.type == "number" and isinstance(core.value, int) else None


def _with_number(line: Line, place: int, number: int) -> Line:
    """A line with another number for its constant of that place."""
    passed = count()

    def put(core: Core) -> Core:
        if _number(core) is None:
            return rebuilt(core, put)
        return Const(number, core.type) if next(passed) == place else core

    return replace(line, condition=put(line.condition)) if isinstance(line, Standing) else rebuilt(line, put)
