"""What can be ruled out before looking ahead: plays that no act may make, and ends of a turn that no act may reach.

A position is at rest, so every standing rule's condition is false in it. Where part of such a condition cannot change by what may
be done, the rule stays at rest, and what it would write stays as it is. What remains unchanged is known beforehand, and lines that
look at nothing else are asked beforehand. Nothing is ruled out that some sequence of acts could reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from meldspec.book.core import After, CardSet, Cell, Come, Const, Core, Each, Op, Var, free_variables
from meldspec.book.sheet import ActLine, EffectLine, JudgeLine, Standing
from meldspec.book.walk import all_lines, below, expressions
from meldspec.engine.ahead import NOTHING, YES, Duty, Names, Reader, Reads, Written, duties, duty, put_in
from meldspec.engine.play import Cells
from meldspec.engine.selection import folded

if TYPE_CHECKING:
    from meldspec.engine.rulebook import Rulebook

PLAYER = "player"


@dataclass(frozen=True)
class Conduct:
    """One act: what it asks, what it permits, what it asks of each play and of the position after it, in what no two melds may be
    alike after it, and what it changes. What is asked stands beside what it is asked under."""

    line: ActLine
    asks: tuple[Duty, ...]
    permits: tuple[Duty, ...]
    of_plays: tuple[tuple[Duty, Duty], ...]
    afterwards: tuple[tuple[Duty, Duty], ...]
    apart: tuple[tuple[Duty, Duty], ...]
    written: Written
    source: Reads

    @property
    def lays(self) -> bool:
        """Whether it lays plays."""
        return any(f.type == "plays" for f in self.line.fields)


@dataclass(frozen=True)
class Rule:
    """One standing rule: its list if it has one, the parts of its condition, what it looks at, whether it looks at more than that,
    and what it changes."""

    var: str
    things: Duty | None
    parts: tuple[Duty, ...]
    read: Names
    blind: bool
    written: Written


@dataclass(frozen=True)
class Change:
    """What may change: cells that may become anything, places that only lose cards, and the places from which and onto which
    plays are laid; `disturbed` are those of the latter that change otherwise too. `acts` may bring it about, and `rules`."""

    changed: Names = NOTHING
    lessened: Names = NOTHING
    laid: Names = NOTHING
    disturbed: Names = NOTHING
    acts: tuple[Conduct, ...] = field(default=(), compare=False)
    rules: tuple[Rule, ...] = field(default=(), compare=False)

    def all(self) -> Names:
        """Everything that may change in any way."""
        return self.changed | self.lessened | self.laid

    def unknown(self) -> Names:
        """What is not known of a position after plays, though the plays are."""
        return self.changed | self.lessened | self.disturbed


class Outlook:
    """The outlook of one rulebook."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.selection = rulebook.selection
        self.reader = Reader(self.selection)

    @cached_property
    def acts(self) -> dict[str, Conduct]:
        """Every act in force."""
        return {name: self._conduct(line) for name, line in self.rulebook.acts.items()}

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Every standing rule in force."""
        return tuple(self._rule(rule) for rule in self.selection.chosen(self.selection.sheet.standing))

    @cached_property
    def wishes(self) -> dict[str, Reads]:
        """What the condition of each `could … come to` looks at, by its key."""
        sheet = self.selection.sheet
        lines = (line for line in (*all_lines(sheet), *sheet.terms) if self.selection.holds(line.tag))
        nodes = (node for line in lines for core in expressions(line) for node in below(core))
        return {n.key: self.reader.reads(n.body) for n in nodes if isinstance(n, Come)}

    def _rule(self, rule: Standing) -> Rule:
        """One standing rule, looked at."""
        var = "" if rule.loop is None else rule.loop.var
        names = () if var in ("", PLAYER) else (var,)
        conditions = self.reader.parts(folded(rule.condition, self.selection))
        parts = tuple(duty(self.rulebook, self.reader, YES, part, names) for part in conditions)
        things = None if rule.loop is None else duty(self.rulebook, self.reader, YES, rule.loop.source, ())
        source = None if rule.loop is None else rule.loop.source
        seen = [self.reader.reads(rule.condition, source), *map(self.reader.looked_at, rule.effects)]
        blind = any(e.verb in ("raise", "settle") for e in rule.effects) or any(s.ahead or s.faces for s in seen)
        read = NOTHING.union(*(s.cells for s in seen))
        return Rule(var, things, parts, read, blind, self.reader.writes(rule.effects))

    def _conduct(self, line: ActLine) -> Conduct:
        """One act, looked at."""
        lines = self.rulebook.judges[line.name]
        asked = [pair for judge in lines if judge.mode != "allow" for pair in duties(self.reader, judge)]
        names = tuple(f.name for f in line.fields)
        plays = next((f.name for f in line.fields if f.type == "plays"), None)
        afterwards = tuple(self._afterwards(asked))
        return Conduct(
            line,
            tuple(duty(self.rulebook, self.reader, guard, body, names) for guard, body in asked),
            tuple(self._permit(judge, names) for judge in lines if judge.mode == "allow"),
            tuple(self._of_plays(asked, plays)) if plays is not None else (),
            afterwards,
            tuple((under, mark) for under, then in afterwards for mark in self._mark(then.body)),
            self._written(line),
            self.reader.reads(*(f.source for f in line.fields)),
        )

    def _written(self, line: ActLine) -> Written:
        """What an act changes. Where it does not simply lay its plays, what they change is not foreseen."""
        onto = [n for f in line.fields for n in f.onto if self.rulebook.layout[n].form == "cards"]
        written = self.reader.writes(self.selection.sheet.effects.get(line.name, []), onto)
        if len(written.lays) == 1 and _plain(written.lays[0]):
            return written
        return Written(written.everything(), written.lessened)

    def _permit(self, line: JudgeLine, names: tuple[str, ...]) -> Duty:
        return duty(self.rulebook, self.reader, YES, YES if line.when is None else folded(line.when, self.selection), names)

    def _of_plays(self, asked: Iterable[tuple[Core, Core]], plays: str) -> Iterator[tuple[Duty, Duty]]:
        """What is asked of each play by itself, and under what."""
        for guard, body in asked:
            match body:
                case Each("every", var, Var(name), inner) if name == plays:
                    found = self.reader.parts(inner)
                case Op("not", (Each("some", var, Var(name), inner),)) if name == plays:
                    found = self.reader.parts(inner, holds=False)
                case Each("no", var, Var(name), inner) if name == plays:
                    found = self.reader.parts(inner, holds=False)
                case _:
                    continue
            under = duty(self.rulebook, self.reader, YES, guard, ())
            for part in found:
                one = duty(self.rulebook, self.reader, YES, part, (var,))
                if one.free <= {var} and not under.free:
                    yield under, one

    def _afterwards(self, asked: Iterable[tuple[Core, Core]]) -> Iterator[tuple[Duty, Duty]]:
        """What is asked of the position after the act, and under what."""
        for guard, body in asked:
            if isinstance(body, After):
                under = duty(self.rulebook, self.reader, YES, guard, ())
                then = duty(self.rulebook, self.reader, YES, body.body, ())
                if not under.free and not then.free:
                    yield under, then

    def _mark(self, then: Core) -> Iterator[Duty]:
        """`every MELD in MELDS has the number of (TWIN in MELDS where X of TWIN is X of MELD) is 1`: X of a meld."""
        match then:
            case Each("every", var, Cell() as melds, Op("eq" | "le", (Op("number", (found,)), Const(1)))):
                match found:
                    case Each("where", twin, source, Op("eq", (one, other))) if source == melds:
                        for mark, same in ((one, other), (other, one)):
                            if put_in(mark, {twin: Var(var, "cards")}) == same and set(free_variables(mark)) == {twin}:
                                yield duty(self.rulebook, self.reader, YES, mark, (twin,))

    # ── what may change ────────────────────────────────────────────────────────────────────────────────────────────────

    def change(self, cells: Cells, seat: int, names: Iterable[str], base: Change, to_the_last: bool = True) -> Change:
        """What may change, besides what a base says, by acts of some sorts, however many, and by the standing rules they wake.

        Without `to_the_last`, only as long as something is left in the places from which plays are laid.
        """
        names = tuple(names)
        change = base
        while True:
            acts = tuple(self.acts[n] for n in names if not self._barred(self.acts[n], change, cells, seat))
            awake = tuple(rule for rule in self.rules if not self._asleep(rule, change, cells, to_the_last))
            rules = [rule.written for rule in awake]
            laid = base.laid.union(p.name for a in acts for line in a.written.lays for p in line.parts if isinstance(p, Cell))
            found = Change(
                base.changed.union(*(a.written.changed for a in acts), *(w.changed for w in rules)),
                base.lessened.union(*(a.written.lessened for a in acts), *(w.lessened for w in rules)),
                laid,
                base.disturbed | laid.intersection(name for w in rules for name in w.everything()),
                acts,
                awake,
            )
            if found == change:
                return found
            change = found

    def unknown_after(self, act: Conduct, rules: Iterable[Rule], unknown: Names) -> Names:
        """What is not known after an act and the standing rules that it may wake, some cells being unknown before it."""
        unknown = self.reader.blurred(self.selection.sheet.effects.get(act.line.name, []), unknown)
        before: Names | None = None
        while before != unknown:
            before = unknown
            for rule in rules:
                if rule.read & unknown or rule.blind:
                    unknown |= rule.written.everything()
        return unknown

    def _barred(self, act: Conduct, change: Change, cells: Cells, seat: int) -> bool:
        """Whether no act of a sort can be legal as long as nothing else changes."""
        told = (ask for ask in act.asks if not ask.free and self._stays(ask, change))
        fields = [None] * len(act.line.fields)
        return any(not ask.holds(cells, seat, *fields) for ask in told)

    def _asleep(self, rule: Rule, change: Change, cells: Cells, to_the_last: bool) -> bool:
        """Whether a standing rule that is at rest stays so."""
        parts = (part for part in rule.parts if part.free <= {rule.var})
        stays = [p for p in parts if self._stays(p, change) or (not to_the_last and _until_empty(p, change))]
        if rule.things is None:
            return any(not part.holds(cells, None) for part in stays)
        if not rule.things.told_by(change.all()):
            return False
        given = [(thing,) if rule.var == PLAYER else (None, thing) for thing in _list(rule.things, cells)]
        return all(any(not part.holds(cells, *values) for part in stays) for values in given)

    def _stays(self, condition: Duty, change: Change) -> bool:
        """Whether a condition that is false now stays false."""
        if condition.read.ahead:
            return False
        if not condition.read.cells & change.all():
            return True
        match condition.body:
            case Op("between", (CardSet(), source, Const(int(low)), Const(None))) if condition.guard == YES and low > 0:
                return shrinks(source, change)
            case _:
                return False


def _plain(line: EffectLine) -> bool:
    """Whether a line lays the plays of the act from a place of the player's own, whenever the act is done."""
    plays, source = line.parts[:2]
    own = isinstance(source, Cell) and (source.owner is None or source.owner == Var(PLAYER, PLAYER))
    return isinstance(plays, Var) and own and line.loop is None and line.when is None


def _list(things: Duty, cells: Cells) -> tuple[Any, ...]:
    """The things of a list."""
    found: Any = things.holds(cells, None)
    return tuple(found)


def _until_empty(condition: Duty, change: Change) -> bool:
    """Whether a condition that is false now stays false as long as a place from which plays are laid has cards."""
    match condition.body:
        case Op("between", (CardSet("cards"), Cell(name, Var()), Const(None), Const(0))) if condition.guard == YES:
            return name in change.laid and name not in change.changed | change.lessened
        case _:
            return False


def shrinks(core: Core, change: Change) -> bool:
    """Whether some cards can only become fewer."""
    match core:
        case Cell(name, owner, "cards" | "row") if owner is None or isinstance(owner, Var):
            return name not in change.changed and name not in change.disturbed
        case Op("filter", (CardSet(), source)):
            return shrinks(source, change)
        case Op("with", (one, other)):
            return shrinks(one, change) and shrinks(other, change)
        case _:
            return False
