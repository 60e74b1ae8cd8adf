"""What the acts and the standing rules of a rulebook ask and change, told line by line without carrying them out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from meldspec.book.core import After, Cell, Come, Const, Core, Each, Op, Var, free_variables
from meldspec.book.reach import Names, Reads, Written
from meldspec.book.sheet import EffectLine, JudgeLine, Standing
from meldspec.book.traverse import all_lines, below, expressions
from meldspec.engine.compile.record import CompiledAct
from meldspec.engine.lookahead.auto_join import Gathering, gathering
from meldspec.engine.lookahead.effects_analysis import (
    NOTHING,
    YES,
    Duty,
    Reader,
    duties,
    duty,
    free_names,
    negation,
    put_in,
)
from meldspec.engine.lookahead.twin_limit import Crowd, crowds
from meldspec.engine.rulebook import Rulebook
from meldspec.table.selection import folded
from meldspec.table.table import Cells

PLAYER = "player"


@dataclass(frozen=True)
class Conduct:
    """One act: what it asks, what it permits, what it asks of each play and of the position after it, in what no two melds may be
    alike after it, and what it changes. What is asked stands beside what it is asked under."""

    line: CompiledAct
    asks: tuple[Duty, ...]
    permits: tuple[Duty, ...]
    of_plays: tuple[tuple[Duty, Duty], ...]
    afterwards: tuple[tuple[Duty, Duty], ...]
    apart: tuple[tuple[Duty, Duty], ...]
    crowds: tuple[Crowd, ...]
    written: Written
    source: Reads

    @property
    def lays(self) -> bool:
        """Whether it lays plays."""
        return self.line.plays is not None


@dataclass(frozen=True)
class Rule:
    """One standing rule: its list if it has one, the parts of its condition, what it looks at, whether it looks at more than that,
    what it changes, and the melds that it gathers where it does nothing else."""

    var: str
    things: Duty | None
    parts: tuple[Duty, ...]
    read: Names
    blind: bool
    written: Written
    gathers: Gathering | None = None


class Bringing(NamedTuple):
    """A line that may change what is wanted: when it is carried out, what the act's lines before it change, and whether standing
    rules may have acted before it, too."""

    when: Duty
    before: Names
    blind: bool

    def stale(self, rules: Iterable[Rule]) -> Names:
        """What may not be any more, when the line is carried out, as it was before the act."""
        return self.before.union(*(rule.written.everything() for rule in rules if self.blind))


class Lines:
    """The lines of one rulebook, looked at."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.selection = rulebook.selection
        self.reader = Reader(self.selection)
        self.hopes: dict[tuple[int, Names, Names], Duty | None] = {}
        self.whens: dict[tuple[str, Names], tuple[Bringing, ...] | None] = {}

    @cached_property
    def acts(self) -> dict[str, Conduct]:
        """Every act in force."""
        return {name: self._conduct(line) for name, line in self.rulebook.acts.items()}

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Every standing rule in force."""
        return tuple(self._rule(rule) for rule in self.selection.chosen(self.selection.sheet.standing))

    @cached_property
    def looked_at(self) -> dict[str, Names]:
        """What the lines about each act look at, its effects and the standing rules included."""
        standing = NOTHING.union(*(rule.read for rule in self.rules))
        effects = self.selection.sheet.effects
        return {
            name: standing.union(
                *(ask.read.cells for ask in (*act.asks, *act.permits)),
                *(self.reader.looked_at(line).cells for line in self.selection.chosen(effects.get(name, []))),
            )
            for name, act in self.acts.items()
        }

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
        gathers = gathering(self.rulebook, self.reader, rule)
        return Rule(var, things, parts, read, blind, self.reader.writes(rule.effects), gathers)

    def _conduct(self, line: CompiledAct) -> Conduct:
        """One act, looked at."""
        lines = line.judges
        asked = [pair for judge in lines if judge.mode != "allow" for pair in duties(self.reader, judge)]
        names = tuple(f.name for f in line.fields)
        plays = None if line.plays is None else line.plays.name
        afterwards = tuple(self._afterwards(asked))
        return Conduct(
            line,
            tuple(duty(self.rulebook, self.reader, guard, body, names) for guard, body in asked),
            tuple(self._permit(judge, names) for judge in lines if judge.mode == "allow"),
            tuple(self._of_plays(asked, plays)) if plays is not None else (),
            afterwards,
            tuple((under, mark) for under, then in afterwards for mark in self._mark(then.body)),
            tuple(self._crowds(asked, plays)) if plays is not None else (),
            self._written(line),
            self.reader.reads(*(f.source for f in line.line.fields)),
        )

    def _written(self, line: CompiledAct) -> Written:
        """What an act changes. Where it does not simply lay its plays, what they change is not foreseen."""
        onto = [n for f in line.fields for n in f.beside]
        written = self.reader.writes(self.selection.sheet.effects.get(line.name, []), onto)
        if len(written.lays) == 1 and _plain(written.lays[0]):
            return written
        return Written(written.everything(), written.lessened, (), written.elsewhere)

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
                told = part if free_names(part) <= {var} else self.reader.hoped(part, NOTHING, given=frozenset({var}))
                one = duty(self.rulebook, self.reader, YES, told, (var,))
                if one.body != YES and one.free <= {var} and not under.free:
                    yield under, one

    def _crowds(self, asked: Iterable[tuple[Core, Core]], plays: str) -> Iterator[Crowd]:
        """Of which melds there can be only so many."""
        for guard, body in asked:
            if isinstance(body, Each) and body.mode == "every" and body.source == Var(plays, "plays") and guard == YES:
                for part in self.reader.parts(body.body):
                    yield from crowds(self.rulebook, self.reader, body.var, part)

    def _afterwards(self, asked: Iterable[tuple[Core, Core]]) -> Iterator[tuple[Duty, Duty]]:
        """What is asked of the position after the act, and under what."""
        for guard, body in asked:
            if isinstance(body, After):
                under = duty(self.rulebook, self.reader, YES, guard, ())
                then = duty(self.rulebook, self.reader, YES, body.body, ())
                if not under.free and not then.free:
                    yield under, then

    def _mark(self, then: Core) -> Iterator[Duty]:
        """`every M in MELDS has (not M is P or the number of (TWIN in MELDS where TWIN is P and X of TWIN is X of M) is 1)`: X of a
        meld that is P. There may be no P, or several."""
        if not (isinstance(then, Each) and then.mode == "every" and isinstance(then.source, Cell)):
            return
        arms = then.body.args if isinstance(then.body, Op) and then.body.op == "or" else (then.body,)
        match arms[-1]:
            case Op("eq" | "le", (Op("number", (Each("where", twin, source, where),)), Const(1))) if source == then.source:
                such = [negation(arm) for arm in arms[:-1]]
                if len(where_parts := list(_conjuncts(where))) == len(such) + 1:
                    yield from self._marking(then.var, twin, such, where_parts)

    def _marking(self, var: str, twin: str, such: list[Core], parts: list[Core]) -> Iterator[Duty]:
        """The mark of a meld, from what is said of it and of its twin."""
        for part in parts:
            rest = [put_in(other, {twin: Var(var, "cards")}) for other in parts if other is not part]
            if not isinstance(part, Op) or part.op != "eq" or any(one not in such for one in rest):
                continue
            for mark, same in (part.args, part.args[::-1]):
                if put_in(mark, {twin: Var(var, "cards")}) == same and set(free_variables(mark)) == {twin}:
                    alike = tuple(other for other in parts if other is not part)
                    yield self._mark_of(twin, alike, mark)

    def _mark_of(self, twin: str, alike: tuple[Core, ...], mark: Core) -> Duty:
        """A mark as a function of a meld, none where it is not such a meld."""
        such = Op("and", alike, "truth") if len(alike) > 1 else alike[0] if alike else YES
        read = self.reader.reads(such, mark)
        held = self.rulebook.function(mark, twin)
        fits = (lambda *_: True) if such == YES or read.ahead else self.rulebook.function(such, twin)

        def given(cells: Cells, seat: int, meld: Any) -> Any:
            return (held(cells, seat, meld),) if fits(cells, seat, meld) else None

        return Duty(such, mark, read, frozenset({twin}), lambda: given)

    def bringing(self, act: str, wanted: Names) -> tuple[Bringing, ...] | None:
        """Lines one of which is carried out where the effects of an act change one of some cells; none where that is not told."""
        if (act, wanted) not in self.whens:
            self.whens[act, wanted] = self._bringing(self.selection.sheet.effects.get(act, []), wanted)
        return self.whens[act, wanted]

    def _bringing(self, lines: Iterable[EffectLine], wanted: Names) -> tuple[Bringing, ...] | None:
        found: tuple[Bringing, ...] = ()
        before, blind = NOTHING, False
        for line in self.selection.chosen(lines):
            written = self.reader.writes([line]).everything()
            if written & wanted:
                one = None if line.when is None or line.loop is not None else self._when(line.when)
                if one is None:
                    return None
                found += (Bringing(one, before, blind),)
            before, blind = before | written, blind or line.verb in ("raise", "settle")
        return found

    def _when(self, when: Core) -> Duty | None:
        """The condition of an effect, if it hangs on the position alone."""
        told = duty(self.rulebook, self.reader, YES, folded(when, self.selection), ())
        return None if told.free else told

    def hoped(self, asked: Duty, unknown: Names, rising: Names = NOTHING) -> Duty | None:
        """What can be told of a condition, some cells being unknown: it fails only where the condition does. None: nothing."""
        if asked.told_by(unknown):
            return asked
        known = (id(asked), unknown, rising)
        if known not in self.hopes:
            whole = asked.body if asked.guard == YES else Op("or", (negation(asked.guard), asked.body), "truth")
            less = self.reader.hoped(whole, unknown, rising)
            self.hopes[known] = None if less == YES else duty(self.rulebook, self.reader, YES, less, asked.names)
        return self.hopes[known]


def _plain(line: EffectLine) -> bool:
    """Whether a line lays the plays of the act from a place of the player's own, whenever the act is done."""
    plays, source = line.parts[:2]
    own = isinstance(source, Cell) and (source.owner is None or source.owner == Var(PLAYER, PLAYER))
    return isinstance(plays, Var) and own and line.loop is None and line.when is None


def _conjuncts(core: Core) -> tuple[Core, ...]:
    """The conditions that a conjunction is made of."""
    return core.args if isinstance(core, Op) and core.op == "and" else (core,)
