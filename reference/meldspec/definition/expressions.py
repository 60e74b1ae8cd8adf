"""What an expression is worth in a position, and which cards make a meld of which kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, assert_never

from meldspec.book.core import After, Call, CardSet, Cell, Come, Const, Core, CouldAct, Each, Op, Suppose, Tag, Var
from meldspec.book.sheet import JudgeLine
from meldspec.definition.words import WORDS, Cards, Cells, Facts
from meldspec.table.cards import Faces
from meldspec.table.faults import EngineDefect, of_nobody
from meldspec.table.number_list import number_list
from meldspec.table.selection import Selection
from meldspec.table.table import DEALER, ENDED, TABLE_CELLS, Layout


@dataclass(frozen=True)
class World:
    """Where an expression is evaluated: a position, the names bound there, and the position after the act at hand, on demand."""

    cells: Cells
    names: dict[str, Any] = field(default_factory=dict)
    afterwards: Callable[[], Cells] | None = None

    def at(self, cells: Cells) -> World:
        """The same in another position."""
        return replace(self, cells=cells)

    def knowing(self, **names: Any) -> World:
        """The same with further names bound."""
        return replace(self, names=self.names | names)


class Expressions(ABC):
    """The lines in force under some options and readings, for cards of such faces and so many seats: the value of expressions."""

    def __init__(self, selection: Selection, faces: Faces, layout: Layout) -> None:
        self.selection, self.sheet = selection, selection.sheet
        self.faces, self.layout = faces, layout
        kind_lines = selection.chosen(self.sheet.kinds)
        self.kinds = {name: [line for line in kind_lines if line.act == name] for name in selection.kinds()}
        self.terms = selection.bodies

    @abstractmethod
    def possible(self, core: Come | CouldAct, world: World) -> bool:
        """Whether something could come about by further acts: answered where acts are known (interpreter.py)."""

    def world(self, cells: Cells, **names: Any) -> World:
        """A position, and whoever is known there."""
        return World(cells, {name: value for name, value in names.items() if value is not None})

    def value(self, core: Core, world: World) -> Any:
        """The value of an expression in a world.

        Raises EngineDefect where the rules speak of what belongs to nobody, or of a number that there is none of.
        """
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
                # A term sees its own operands and nothing else of where it is used.
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
            case Come() | CouldAct():
                return self.possible(core, world)
            case _:
                assert_never(core)

    def held(self, name: str, owner: int | None, cells: Cells) -> Any:
        """What a place or a memory holds, or a word about the table."""
        match name:
            case "over":
                return cells[ENDED] is not None
            case "ender":
                return None if cells[ENDED] is None else cells[ENDED][1]
            case "ending":
                return "" if cells[ENDED] is None else cells[ENDED][0]
            case "seats":
                # In the order of play: the player after the dealer comes first.
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
        """A built-in word; operands behind one that decides are not evaluated, since they may have no value then."""
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
            case "numbers", (low, high):
                return number_list(self.sheet, self.value(low, world), self.value(high, world))
        facts = Facts(self.faces, self.layout, world.cells, self.kind_of, tuple(arg.type for arg in args))
        return WORDS[op](facts, *(self.value(arg, world) for arg in args))

    def each(self, mode: str, var: str, source: Core, body: Core, world: World) -> Any:
        """`every|some|no NAME in LIST has COND` · `NAME in LIST where COND` · `sum of NUMBER for each NAME in LIST`"""
        things = self.value(source, world)
        if mode == "sum":
            return sum(self.value(body, world.knowing(**{var: thing})) for thing in things)
        found = tuple(thing for thing in things if self.value(body, world.knowing(**{var: thing})))
        answers: dict[str, Any] = {"every": len(found) == len(things), "some": bool(found), "no": not found}
        return answers.get(mode, found)

    # ── lines that judge, and kinds of melds, which are told by such lines ─────────────────────────────────────────────

    def content(self, line: JudgeLine, world: World) -> bool:
        """Whether a line does not refuse; of a permission, whether it stands."""
        when = line.when is None or bool(self.value(line.when, world))
        if line.mode == "allow":
            return when
        if line.mode == "forbid":
            return not when
        assert line.require is not None
        return not when or bool(self.value(line.require, world))

    def kind_of(self, cards: Cards) -> str | None:
        """The kind that cards are of; none where they are of no kind, or of more than one."""
        kinds = [name for name in self.kinds if cards and not self.missed(name, cards)]
        return kinds[0] if len(kinds) == 1 else None

    def missed(self, name: str, cards: Cards) -> list[Tag]:
        """The lines of a kind that cards do not fulfil."""
        world = self.world((), it=cards)
        return [line.tag for line in self.kinds[name] if not self.content(line, world)]

    def nearest(self, cards: Cards) -> list[Tag]:
        """Why cards are no meld: the lines of those kinds that fewest lines keep them from."""
        missed = [self.missed(name, cards) for name in self.kinds]
        fewest = min((len(tags) for tags in missed), default=0)
        return [tag for tags in missed if len(tags) == fewest for tag in tags]
