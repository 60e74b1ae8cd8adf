"""Mutants with one node of one line replaced: another owner, another zone, another bound, an addend more or less, one for each.

Every operator is a function from a node, and the surroundings it stands in, to what may stand there instead, each in words.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count, islice

from meldspec.book.core import Cell, Const, Core, Each, Op, Suppose, Var, free_variables, rebuilt
from meldspec.book.quantities import UNBOUND
from meldspec.book.sheet import AwardLine, Declared, EffectLine, Line, Loop, Standing, below, expressions
from meldspec.corpus.mutation.operators import (
    Mutation,
    is_points,
    least_points,
    numbers,
)
from meldspec.engine.rulebook import Rulebook
from meldspec.language import lines
from meldspec.language.vocabulary import EFFECTS

ADDEND, QUANTIFIER, BOUND, OWNER, ZONE = "addend", "each made one", "cap or floor", "owner", "zone"
ARM, MEMBER_IN, FAR, SIGN = "arm left out", "member added or removed", "number far off", "sign turned round"
OTHER_ZONES = 2
"""So many other places are tried for each place in a line."""
MODES = {"every": "some", "some": "every", "no": "every"}
"""What a quantifier is made."""
FURTHER, FACTOR = 10, 2
"""By how much points are put far off, and how many times as much a number is made."""
NEAR = 5
"""By how much a bound is put far off."""


@dataclass(frozen=True)
class Surroundings:
    """What a node stands in: the rules, which say what places and ranks there are."""

    rulebook: Rulebook

    @cached_property
    def step(self) -> int:
        """The points by which anything can differ at least."""
        return least_points(self.rulebook.sheet)

    @cached_property
    def places(self) -> list[lines.PlaceLine]:
        """The places in force that hold cards or melds, in the order of the book."""
        return [node for node, _ in self.rulebook.selection.declared(lines.PlaceLine)]

    @cached_property
    def partners(self) -> bool:
        """Whether players have partners."""
        return self.rulebook.layout.seats > self.rulebook.layout.sides

    @cached_property
    def ranks(self) -> list[str]:
        """The ranks of the pack in the order in which it is told; whole cards are none."""
        decks = (line.ranks for line, _ in self.rulebook.selection.declared(lines.Deck) if line.suits)
        return [str(rank) for rank in next(decks, ())]


Change = tuple[str, Core]
"""What is done to a node in words, and what stands there instead."""
Operator = Callable[[Core, Surroundings], Iterator[Change]]


# ── operators on nodes ──────────────────────────────────────────────────────────────────────────────────────────────────────


def addends(node: Core, around: Surroundings) -> Iterator[Change]:
    """A sum, or cards with others, without either part; a number that is counted or remembered one more."""
    match node:
        case Op("plus" | "minus" | "with" | "without" as op, (first, second), type_) if type_ == first.type:
            yield f"without what follows '{op}'", first
            if op in ("plus", "with") and second.type == type_:
                yield f"without what precedes '{op}'", second
        case Op("times" | "divided" as op, (first, _), _):
            yield f"without '{op}'", first
        case Op("number", _, "number"):
            yield "one more than the number", Op("plus", (node, Const(1, "number")), "number")
        case Op("worth" | "total" | "score", _, "number"):
            yield f"{around.step} more than the {node.op}", Op("plus", (node, Const(around.step, "number")), "number")
        case Cell(name, _, "number"):
            yield f"one more than {name}", Op("plus", (node, Const(1, "number")), "number")
        case _:
            pass


def quantifiers(node: Core, around: Surroundings) -> Iterator[Change]:
    """Every, some and no made another one."""
    if isinstance(node, Each) and node.mode in MODES:
        mode = MODES[node.mode]
        yield f"{mode} instead of {node.mode}", replace(node, mode=mode)


def bounds(node: Core, around: Surroundings) -> Iterator[Change]:
    """A count without its floor or its cap, or with the one made both; a comparison made equality."""
    match node:
        case Op("between", (kind, cards, low, high), type_):
            if UNBOUND not in (low, high) and low != high:
                yield "without its floor", Op("between", (kind, cards, UNBOUND, high), type_)
                yield "without its cap", Op("between", (kind, cards, low, UNBOUND), type_)
            elif low == high:
                yield "at least instead of exactly", Op("between", (kind, cards, low, UNBOUND), type_)
                yield "at most instead of exactly", Op("between", (kind, cards, UNBOUND, high), type_)
            elif high == UNBOUND:
                yield "exactly instead of at least", Op("between", (kind, cards, low, low), type_)
                yield "at most instead of at least", Op("between", (kind, cards, UNBOUND, low), type_)
            elif high != Const(0, "number"):
                yield "exactly instead of at most", Op("between", (kind, cards, high, high), type_)
                yield "at least instead of at most", Op("between", (kind, cards, high, UNBOUND), type_)
        case Op("ge" | "le" | "gt" | "lt" as op, args, type_) if args[0].type == "number":
            other = {"ge": "gt", "gt": "ge", "le": "lt", "lt": "le"}[op]
            if not any(isinstance(arg, Const) for arg in args):
                yield f"'{other}' instead of '{op}'", Op(other, args, type_)
            yield "equal instead of a bound", Op("eq", args, type_)
        case Op("only", (kind, cards), type_):
            yield "some instead of only", Op("between", (kind, cards, Const(1, "number"), UNBOUND), type_)
        case _:
            pass


def owners(node: Core, around: Surroundings) -> Iterator[Change]:
    """What is of a player made that of the next one or the partner, what is of a side that of the opponents."""
    match node:
        case Cell(name, owner, _) if owner is not None:
            yield from ((f"{name} {whose}", replace(node, owner=other)) for whose, other in _other_owners(owner, around))
        case Op("left", (player,), type_):
            yield "the player instead of the next", player
            yield "the next but one instead of the next", Op("left", (node,), type_)
        case Op("partners", (player,), type_):
            yield "the partners of the next", Op("partners", (Op("left", (player,), "player"),), type_)
        case Op("players" | "total" | "score" as word, (side,), type_) if side.type == "side":
            yield f"the {word} of the opponents", Op(word, (_opponents(side),), type_)
        case _:
            pass


def _other_owners(owner: Core, around: Surroundings) -> Iterator[Change]:
    if owner.type == "player":
        yield "of the next", Op("left", (owner,), "player")
        if around.partners:
            yield "of the partner", Op("first", (Op("partners", (owner,), "players"),), "player")
    elif owner.type == "side":
        yield "of the opponents", _opponents(owner)


def _opponents(side: Core) -> Core:
    """The side of who sits left of a player of a side."""
    named = side.args[0] if isinstance(side, Op) and side.op == "side" else None
    player = named or Op("first", (Op("players", (side,), "players"),), "player")
    return Op("side", (Op("left", (player,), "player"),), "side")


def zones(node: Core, around: Surroundings) -> Iterator[Change]:
    """A place made another one of the same form, as far as it is known whose; the top of a row what lies below it."""
    match node:
        case Cell(name, owner, "cards" | "row" | "groups" as type_):
            mine = next((place for place in around.places if place.name == name), None)
            if mine is not None:
                yield from islice(_other_places(mine, owner, type_, around), OTHER_ZONES)
        case Op("top", (row,), type_):
            yield "the card below the top", Op("top", (Op("rest", (row,), "row"),), type_)
        case Op("uppermost", (_, row), type_) if row.type == type_:
            yield "the whole row", row
        case _:
            pass


def _other_places(mine: lines.PlaceLine, owner: Core | None, type_: str, around: Surroundings) -> Iterator[Change]:
    for place in around.places:
        same_form = place.form == mine.form or (type_ == "cards" and place.form == "row")
        if place.name != mine.name and same_form:
            if place.owner == mine.owner:
                yield f"{place.name} instead of {mine.name}", Cell(place.name, owner, FORMS[place.form])
            elif not place.owner:
                yield f"{place.name} instead of {mine.name}", Cell(place.name, None, FORMS[place.form])
            elif (mine.owner, place.owner) == ("player", "side") and owner is not None:
                yield f"{place.name} instead of {mine.name}", Cell(place.name, Op("side", (owner,), "side"), FORMS[place.form])


FORMS = {"row": "row", "bag": "cards", "groups": "groups"}
"""The types of places by their forms."""


def arms(node: Core, around: Surroundings) -> Iterator[Change]:
    """A choice without one of its arms."""
    match node:
        case Op("choose", args, type_):
            for number in range(0, len(args) - 1, 2):
                rest = (*args[:number], *args[number + 2 :])
                yield f"without arm {number // 2 + 1}", rest[0] if len(rest) == 1 else Op("choose", rest, type_)
        case _:
            pass


OPERATORS: dict[str, Operator] = {
    ADDEND: addends,
    QUANTIFIER: quantifiers,
    BOUND: bounds,
    OWNER: owners,
    ZONE: zones,
    ARM: arms,
}
"""The operators on nodes by the names under which they are reported."""


# ── their use on lines, and operators on whole lines ────────────────────────────────────────────────────────────────────────


def further(line: Line, around: Surroundings) -> Iterator[Mutation]:
    """The further mutations of a line: of each of its nodes, its loop, its sign, its numbers and its set."""
    if not isinstance(line, Declared):
        for operator, alternatives in OPERATORS.items():
            yield from ((operator, what, changed) for what, changed in at_every_node(line, alternatives, around))
        yield from ((QUANTIFIER, what, changed) for what, changed in once_only(line))
        yield from ((FAR, what, changed) for what, changed in far_numbers(line, around.step))
    if isinstance(line, AwardLine):
        yield SIGN, "charged instead of awarded" if line.sign > 0 else "awarded instead of charged", replace(line, sign=-line.sign)
    if isinstance(line, Declared):
        yield from ((MEMBER_IN, what, changed) for what, changed in other_members(line, around.ranks))
        if isinstance(line.node, lines.Worth):
            for value in far_from(line.node.points, around.step):
                yield FAR, f"{line.node.points} made {value}", replace(line, node=replace(line.node, points=value))


def at_every_node(line: Line, alternatives: Operator, around: Surroundings) -> Iterator[tuple[str, Line]]:
    """A line with each of its nodes replaced by what may stand there instead."""
    cores = (line.condition,) if isinstance(line, Standing) else expressions(line)
    changed = _changed(line)
    for place, node in enumerate(node for core in cores for node in below(core)):
        for what, other in alternatives(node, around):
            # What an effect changes is a place or a memory, whatever else is altered.
            if isinstance(other, Cell) or not any(node is one for one in changed):
                yield what, _with_node(line, place, other)


def _changed(line: Line) -> list[Core]:
    """The cells that a line changes, or supposes to be otherwise."""
    written = [line.parts[number] for number in EFFECTS[line.verb].changes] if isinstance(line, EffectLine) else []
    return written + [node.memory for core in expressions(line) for node in below(core) if isinstance(node, Suppose)]


def _with_node(line: Line, place: int, other: Core) -> Line:
    """A line with another node in one place, in the order of `below`."""
    passed = count()

    def put(core: Core) -> Core:
        return other if next(passed) == place else rebuilt(core, put)

    return replace(line, condition=put(line.condition)) if isinstance(line, Standing) else rebuilt(line, put)


def once_only(line: Line) -> Iterator[tuple[str, Line]]:
    """What is done, or given, for each of a list done for one of them at most."""
    if not isinstance(line, EffectLine | AwardLine | Standing) or line.loop is None:
        return
    loop = line.loop
    if loop.source.type == "players":
        first = Op("eq", (Var(loop.var, "player"), Op("first", (loop.source,), "player")), "truth")
        yield "for the first alone", replace(line, loop=Loop(loop.var, Each("where", loop.var, loop.source, first, "players")))
    elif not isinstance(line, Standing):
        told = line.points if isinstance(line, AwardLine) else Op("and", line.parts, "truth")
        if loop.var not in free_variables(told):
            some = Each("some", loop.var, loop.source, line.when or Const(True, "truth"), "truth")
            yield "once, not for each", replace(line, loop=None, when=some)


def far_numbers(line: Line, step: int) -> Iterator[tuple[str, Line]]:
    """A line with each of its numbers put far off."""
    for value, put in numbers(line):
        yield from ((f"{value} made {other}", put(other)) for other in far_from(value, step))


def far_from(value: int, step: int) -> list[int]:
    """Numbers that lie further off than by a step: points by so many and a factor, a bound too."""
    if is_points(value, step):
        return [value - FURTHER, value + FURTHER, value * FACTOR, value * FURTHER]
    return [value + NEAR, *([value * FURTHER] if value > 1 else [])]


def other_members(line: Declared, ranks: list[str]) -> Iterator[tuple[str, Line]]:
    """A set of cards without one of its inner members, or with the rank that follows the last of its ranks."""
    node = line.node
    if not isinstance(node, lines.Cards | lines.Worth):
        return
    items = node.items
    inner = range(1, len(items) - 1) if isinstance(node, lines.Cards) else range(len(items)) if len(items) > 1 else ()
    for number in inner:
        yield f"without {items[number]}", replace(line, node=replace(node, items=(*items[:number], *items[number + 1 :])))
    if isinstance(node, lines.Cards) and ranks:
        last = max((ranks.index(item) for item in items if item in ranks), default=-1)
        more = next((rank for rank in [*ranks[last + 1 :], *ranks] if rank not in items), None)
        if more is not None:
            yield f"with {more}", replace(line, node=replace(node, items=(*items, more)))
