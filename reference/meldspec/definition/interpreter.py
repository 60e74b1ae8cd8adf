"""The definition of a rulebook's meaning: its lines read off directly, without compiling and without remembering anything.

The compiled rulebook must agree with it on every verdict, position and score. It is as slow as it is plain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from meldspec.book.core import After, Call, CardSet, Cell, Come, Const, Core, CouldAct, Each, Op, Suppose, Tag, Var
from meldspec.book.sheet import JudgeLine
from meldspec.definition.acts import bound, can_be, proposals
from meldspec.definition.ahead import asked, come, could
from meldspec.definition.effects import befall, closed, rounds, settled, unscored
from meldspec.definition.words import NEW_MELD, WORDS, Cards, Cells, Facts, bag, cards_of, same
from meldspec.language import lines
from meldspec.table.act import Act
from meldspec.table.cards import Faces
from meldspec.table.faults import EngineDefect, of_nobody
from meldspec.table.layout import DEAL_NUMBER, DEALER, ENDED, PHASE, TABLE_CELLS, TOTALS, Layout
from meldspec.table.selection import Selection

Propose = Callable[[str, Cells, int], Iterable[Act]]
"""(act, cells, seat) → every act of that sort that could be proposed there, legal or not."""
Dealt = Mapping[str, Sequence[Cards]]


@dataclass(frozen=True)
class World:
    """Where an expression is looked at: a position, the names known there, and what the act at hand would lead to."""

    cells: Cells
    names: dict[str, Any] = field(default_factory=dict)
    afterwards: Callable[[], Cells] | None = None

    def at(self, cells: Cells) -> World:
        """The same in another position."""
        return replace(self, cells=cells)

    def knowing(self, **names: Any) -> World:
        """The same with further names known."""
        return replace(self, names=self.names | names)


@dataclass(frozen=True)
class Judgement:
    """Whether an act is legal; `lines` are all lines that refuse it, or those that permit it."""

    legal: bool
    lines: tuple[Tag, ...] = ()


class Walk:
    """The meaning of the lines in force, for so many seats and cards of such faces."""

    def __init__(self, selection: Selection, faces: Faces, layout: Layout, propose: Propose | None = None) -> None:
        self.selection, self.sheet = selection, selection.sheet
        self.faces, self.layout = faces, layout
        self.acts = {act.name: act for act in selection.chosen(self.sheet.acts)}
        judges = selection.chosen(self.sheet.judges)
        self.judges = {name: [line for line in judges if line.act == name] for name in self.acts}
        kind_lines = selection.chosen(self.sheet.kinds)
        self.kinds = {name: [line for line in kind_lines if line.act == name] for name in selection.kinds()}
        self.terms = selection.bodies
        self.propose = propose or (lambda name, cells, seat: proposals(self, name, cells, seat))
        self.asking: list[Any] = []

    # ── expressions ────────────────────────────────────────────────────────────────────────────────────────────────────

    def world(self, cells: Cells, **names: Any) -> World:
        """A position, and whoever is known there."""
        return World(cells, {name: value for name, value in names.items() if value is not None})

    def value(self, core: Core, world: World) -> Any:
        """What an expression is, at a place in a world."""
        match core:
            case Const(value):
                return value
            case Var(name):
                return world.names.get(name)
            case CardSet(name):
                return self.faces.sets[name]
            case Cell(name, owner):
                return self.held(name, None if owner is None else self.value(owner, world), world.cells)
            case Call(name, args):
                names = {word: self.value(arg, world) for word, arg in args}
                return self.value(self.terms[name], replace(world, names=names))
            case Op(op, args):
                return self.word(op, args, world)
            case Each(mode, var, source, body):
                return self.each(mode, var, source, body, world)
            case After(body):
                assert world.afterwards is not None
                return self.value(body, world.at(world.afterwards()))
            case Suppose(memory, supposed, body):
                owner = None if memory.owner is None else self.value(memory.owner, world)
                cells = list(world.cells)
                cells[self.index(memory.name, owner)] = self.value(supposed, world)
                return self.value(body, world.at(tuple(cells)))
            case Come():
                return asked(self, core, world, lambda: come(self, core, world))
            case CouldAct():
                return asked(self, core, world, lambda: could(self, core, world))

    def held(self, name: str, owner: int | None, cells: Cells) -> Any:
        """What a place or a memory holds, or a word about the table."""
        match name:
            case "over":
                return cells[ENDED] is not None
            case "seats":
                first = 0 if cells[DEALER] is None else cells[DEALER] + 1
                return tuple((first + number) % self.layout.seats for number in range(self.layout.seats))
            case "sides":
                return tuple(range(self.layout.sides))
            case _:
                return cells[self.index(name, owner)]

    def index(self, name: str, owner: int | None) -> int:
        """The number of the cell of a place, a memory or a word about the table."""
        if name in TABLE_CELLS:
            return TABLE_CELLS[name]
        if owner is None and self.layout[name].owner:
            raise of_nobody(name, owner)
        there = self.layout[name]
        if there.owner == "number" and (owner is None or owner - there.low not in range(there.count)):
            raise EngineDefect(f"there is no {name} of {owner}")
        return there.first + (owner or 0) - there.low

    def own(self, place: str, player: int) -> int:
        """The cell of a place that is a player's, his side's, or the table's."""
        return self.index(place, {"player": player, "side": player % self.layout.sides}.get(self.layout[place].owner))

    def form(self, place: Core) -> str:
        """The form of a place: row, cards or groups."""
        assert isinstance(place, Cell)
        return self.layout[place.name].form

    def word(self, op: str, args: tuple[Core, ...], world: World) -> Any:
        """A built-in word; what decides early is not asked further."""
        match op, args:
            case "option", (Const(name),):
                return self.selection.options[str(name)]
            case "and", _:
                return all(self.value(arg, world) for arg in args)
            case "or", _:
                return any(self.value(arg, world) for arg in args)
            case "choose", (*arms, otherwise):
                pairs = zip(arms[::2], arms[1::2], strict=True)
                return self.value(next((value for value, when in pairs if self.value(when, world)), otherwise), world)
        values = [self.value(arg, world) for arg in args]
        match op:
            case "eq":
                return same(values[0], values[1], {arg.type for arg in args})
            case "cards":
                return cards_of(self.facts(world), values[0], args[0].type)
            case "kind":
                return self.kind_of(values[0])
            case "fits":
                return self.kind_of(values[0]) is not None
            case _:
                return WORDS[op](self.facts(world), *values)

    def facts(self, world: World) -> Facts:
        """What the built-in words look at."""
        return Facts(self.faces, self.layout, world.cells)

    def each(self, mode: str, var: str, source: Core, body: Core, world: World) -> Any:
        """`every|some|no NAME in LIST has COND` · `NAME in LIST where COND` · `sum of NUMBER for each NAME in LIST`"""
        things = self.value(source, world)
        if mode == "sum":
            return sum(self.value(body, world.knowing(**{var: thing})) for thing in things)
        found = tuple(thing for thing in things if self.value(body, world.knowing(**{var: thing})))
        answers: dict[str, Any] = {"every": len(found) == len(things), "some": bool(found), "no": not found}
        return answers.get(mode, found)

    # ── kinds of melds ─────────────────────────────────────────────────────────────────────────────────────────────────

    def kind_of(self, cards: Cards) -> str | None:
        """The kind that cards are of; none where they are of no kind, or of more than one."""
        kinds = [name for name in self.kinds if cards and not self.unkind(name, cards)]
        return kinds[0] if len(kinds) == 1 else None

    def unkind(self, name: str, cards: Cards) -> list[Tag]:
        """The lines of a kind that cards do not fulfil."""
        world = self.world((), it=cards)
        return [line.tag for line in self.kinds[name] if not self.content(line, world)]

    def nearest(self, cards: Cards) -> list[Tag]:
        """Why cards are no meld: the lines of those kinds that fewest lines keep them from."""
        missed = [self.unkind(name, cards) for name in self.kinds]
        fewest = min((len(tags) for tags in missed), default=0)
        return [tag for tags in missed if len(tags) == fewest for tag in tags]

    # ── acts ───────────────────────────────────────────────────────────────────────────────────────────────────────────

    def content(self, line: JudgeLine, world: World) -> bool:
        """Whether a line does not refuse; of a permission, whether it stands."""
        when = line.when is None or bool(self.value(line.when, world))
        if line.mode == "allow":
            return when
        if line.mode == "forbid":
            return not when
        assert line.require is not None
        return not when or bool(self.value(line.require, world))

    def acting(self, cells: Cells, act: Act) -> World:
        """The world in which the lines about an act are looked at."""
        names = {"player": act.seat} | bound(self, cells, act)
        return World(cells, names, lambda: self.carry_out(cells, act))

    def judge(self, cells: Cells, act: Act) -> Judgement:
        """Whether an act is legal, with every line that refuses it; where no permission stands, all of them do."""
        if not can_be(self, cells, act):
            return Judgement(False, (self.acts[act.name].tag,))
        world = self.acting(cells, act)
        about = [(line, self.content(line, world)) for line in self.judges[act.name]]
        permits = [line.tag for line, content in about if line.mode == "allow" and content]
        refusals = [line.tag for line, content in about if line.mode != "allow" and not content]
        if not permits:
            refusals += [line.tag for line, _ in about if line.mode == "allow"]
        if refusals:
            refusals += self.no_melds(cells, act)
        return Judgement(not refusals, tuple(refusals or permits))

    def legal(self, cells: Cells, act: Act) -> bool:
        """The same without reasons, and so without looking further than the first line that refuses."""
        if not can_be(self, cells, act):
            return False
        world = self.acting(cells, act)
        permits = [line for line in self.judges[act.name] if line.mode == "allow"]
        duties = (line for line in self.judges[act.name] if line.mode != "allow")
        return all(self.content(line, world) for line in duties) and (
            not permits or any(self.content(line, world) for line in permits)
        )

    def no_melds(self, cells: Cells, act: Act) -> list[Tag]:
        """For plays that make no meld, the lines of the kinds that they come nearest to, each line once."""
        found: dict[Tag, None] = {}
        for line in (f for f in self.acts[act.name].fields if f.type == "plays"):
            groups = next((self.own(n, act.seat) for n in line.onto if self.layout[n].form == "groups"), None)
            for to, cards, _ in bound(self, cells, act)[line.name]:
                if groups is not None and not isinstance(to, str):
                    laid = bag((*cards, *(() if to == NEW_MELD else cells[groups][to])))
                    found |= dict.fromkeys([] if self.kind_of(laid) else self.nearest(laid))
        return list(found)

    def carry_out(self, cells: Cells, act: Act) -> Cells:
        """The position after an act: its effects, the standing rules, and the scores if the deal has ended."""
        world = replace(self.acting(cells, act), afterwards=None)
        done = befall(self, self.sheet.effects.get(act.name, []), world)
        return closed(self, settled(self, done))

    # ── the beginning and the scores ───────────────────────────────────────────────────────────────────────────────────

    def begin(self, dealt: Dealt, dealer: int = 0, deal_number: int = 1, totals: Sequence[int] = ()) -> Cells:
        """The position when the first turn begins, from the cards as they were dealt, by place."""
        cells = self.layout.blank()
        cells[DEALER], cells[DEAL_NUMBER] = dealer, deal_number
        cells[TOTALS] = tuple(totals) or (0,) * self.layout.sides
        cells[PHASE] = next(iter(self.sheet.symbols.phases), None)
        for name, all_cards in dealt.items():
            for number, cards in enumerate(all_cards):
                cells[self.layout[name].first + number] = tuple(cards) if self.layout[name].form == "row" else bag(cards)
        done = befall(self, self.sheet.events.get("setup", []), self.world(tuple(cells)))
        return closed(self, settled(self, done))

    def passed(self, cells: Cells) -> Cells:
        """A deal that has ended, with what befalls before another one begins."""
        return befall(self, self.sheet.events.get("passing", []), self.world(cells))

    def points(self, cells: Cells) -> Iterator[tuple[Tag, int, int]]:
        """Every line that gives points, the side it gives them, and how many, once for each thing it counts."""
        cells = unscored(cells)
        for side in range(self.layout.sides):
            for line in self.selection.chosen(self.sheet.awards):
                for world in rounds(self, line.loop, self.world(cells, side=side)):
                    if line.when is None or self.value(line.when, world):
                        yield line.tag, side, line.sign * self.value(line.points, world)

    def scores(self, cells: Cells) -> tuple[int, ...]:
        """The points of each side in a deal that has ended."""
        given = list(self.points(cells))
        return tuple(sum(points for _, of, points in given if of == side) for side in range(self.layout.sides))

    def shown(self, cells: Cells) -> dict[str, Any]:
        """What is shown of a position besides its places."""
        shows = ((line.node, line.value) for line in self.selection.declared(lines.Show))
        return {n.key: self.value(v, self.world(cells)) for n, v in shows if isinstance(n, lines.Show) and v is not None}
