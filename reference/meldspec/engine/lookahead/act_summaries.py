"""What the acts and the standing rules of a rulebook ask and change, told line by line without carrying them out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import NamedTuple

from meldspec.book.core import After, Cell, Come, Core, Each, Op, Var
from meldspec.book.fold import YES
from meldspec.book.nevers import Nevers
from meldspec.book.reach import Names, Reads, Written
from meldspec.book.sheet import ActLine, EffectLine, JudgeLine, Line, Sheet, Standing, all_lines, below, expressions
from meldspec.engine.lookahead.auto_join import joins_alike
from meldspec.engine.lookahead.forced_truths import Setting, settings
from meldspec.engine.lookahead.weakening import NOTHING, Reader, Requirement, free_names, negation, requirement, requirements
from meldspec.engine.rulebook import Rulebook
from meldspec.language.immutable import Immutable, kept_with
from meldspec.table.selection import folded

PLAYER = "player"


class OfPlay(NamedTuple):
    """What an act asks of each play: under what, as far as it is asked of the play `alone`, and all of it."""

    under: Requirement
    alone: Requirement
    whole: Core
    var: str


class ActSummary(Immutable):
    """One act: what it asks, what it permits, what it asks of each play and of the position after it, in what no two melds may be
    alike after it, what it changes, and what truths it sets. What is asked stands beside what it is asked under."""

    line: ActLine
    lays: bool
    asks: tuple[Requirement, ...]
    permits: tuple[Requirement, ...]
    of_plays: tuple[OfPlay, ...]
    afterwards: tuple[tuple[Requirement, Core], ...]
    written: Written
    source: Reads
    settings: tuple[Setting, ...]


class LineSummary(NamedTuple):
    """What one line about an act asks of it, of each of its plays, and of the position after it."""

    asks: tuple[Requirement, ...]
    of_plays: tuple[OfPlay, ...]
    afterwards: tuple[tuple[Requirement, Core], ...]


class Rule(Immutable):
    """One standing rule: its list if it has one, the parts of its condition, what it looks at, whether it looks at more than that,
    what it changes, and the melds that it gathers where it does nothing else."""

    var: str
    things: Requirement | None
    parts: tuple[Requirement, ...]
    read: Names
    blind: bool
    written: Written
    joins: bool = False

    @kept_with
    def told(self) -> tuple[Requirement, ...]:
        """The parts of its condition that can be asked beforehand, of each thing of its list."""
        return tuple([part for part in self.parts if part.free <= {self.var}])


class Trigger(NamedTuple):
    """A line that may change what is wanted: when it is carried out, what the act's lines before it change, and whether standing
    rules may have acted before it, too; and what those lines and the value that it gives hang on, where that is told."""

    when: Requirement
    before: Names
    blind: bool
    hangs_on: Names | None

    def stale(self, rules: Iterable[Rule]) -> Names:
        """What may not be any more, when the line is carried out, as it was before the act."""
        return self.before.union(*(rule.written.everything() for rule in rules if self.blind))

    def told_by_doing(self, unknown: Names, rising: Names) -> bool:
        """Whether all is known that it hangs on, its condition aside, and so is what the lines before it come to."""
        return self.hangs_on is not None and not self.hangs_on & unknown and not self.before & rising


class Goals(dict[str, Reads]):
    """What conditions look at, by the keys of what asks for them; most are never asked for."""

    def __init__(self, reader: Reader, comes: Mapping[str, Come]) -> None:
        super().__init__()
        self._reader, self._comes = reader, comes

    def __missing__(self, key: str) -> Reads:
        return self.setdefault(key, self._reader.reads(self._comes[key].body))


def _comes(sheet: Sheet) -> dict[str, Come]:
    """Every `could … come to` of a sheet by its key."""
    asked = [core for line in all_lines(sheet) for core in expressions(line)] + [
        one.condition for one in sheet.derived(Nevers).lines
    ]
    return {node.key: node for core in asked for node in below(core) if isinstance(node, Come)}


class Lines:
    """The lines of one rulebook, looked at."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.selection = rulebook.selection
        self.reader = Reader(self.selection)
        self.beside_memo: dict[tuple[int, Names, Names], Requirement | None] = {}
        self.whens: dict[tuple[str, Names], tuple[Trigger, ...] | None] = {}

    # Neither acts nor the lines about them are compiled for it: most are never tried.
    @cached_property
    def acts(self) -> dict[str, ActSummary]:
        """Every act in force."""
        chosen, sheet = self.selection.chosen, self.selection.sheet
        judges: dict[str, list[JudgeLine]] = {}
        for judge in chosen(sheet.judges):
            judges.setdefault(judge.act, []).append(judge)
        return {line.name: self._known(line, judges.get(line.name, [])) for line in chosen(sheet.acts)}

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Every standing rule in force."""
        found = []
        for rule in self.selection.chosen(self.selection.sheet.standing):
            lines: list[Line] = [rule, *self.reader.carried_out(rule.effects)]
            found.append(self.rulebook.shared("rule", lines, partial(self._rule, rule)))
        return tuple(found)

    @cached_property
    def goals(self) -> Mapping[str, Reads]:
        """What the condition of each `could … come to` looks at, by its key."""
        return Goals(self.reader, self.selection.sheet.derived(_comes))

    def _known(self, line: ActLine, judges: list[JudgeLine]) -> ActSummary:
        """One act, looked at in this rulebook or in another one in which its lines say the same."""
        lines: list[Line] = [line, *judges, *self.reader.carried_out(self._effects(line.name))]
        return self.rulebook.shared("summary", lines, partial(self._summary, line, judges))

    def _rule(self, rule: Standing) -> Rule:
        """One standing rule, looked at."""
        var = "" if rule.loop is None else rule.loop.var
        names = () if var in ("", PLAYER) else (var,)
        conditions = self.reader.parts(folded(rule.condition, self.selection))
        parts = tuple(requirement(self.rulebook, self.reader, YES, part, names) for part in conditions)
        things = None if rule.loop is None else requirement(self.rulebook, self.reader, YES, rule.loop.source, ())
        source = None if rule.loop is None else rule.loop.source
        seen = [self.reader.reads(rule.condition, source), *map(self.reader.looked_at, rule.effects)]
        blind = any(e.verb in ("raise", "settle") for e in rule.effects) or any(s.ahead or s.faces for s in seen)
        read = NOTHING.union(*(s.cells for s in seen))
        return Rule(var, things, parts, read, blind, self.reader.writes(rule.effects), joins_alike(rule))

    def _summary(self, line: ActLine, judges: Iterable[JudgeLine]) -> ActSummary:
        """One act, looked at."""
        names = tuple(f.name for f in line.fields)
        plays = next((field.name for field in line.fields if field.type == "plays"), None)
        # Most readings change one line about an act, and of the others nothing needs to be told anew.
        told = [self._of_line(line, judge, names, plays) for judge in judges if judge.mode != "allow"]
        return ActSummary(
            line,
            plays is not None,
            tuple(one for some in told for one in some.asks),
            tuple(self._permit(judge, names) for judge in judges if judge.mode == "allow"),
            tuple(one for some in told for one in some.of_plays),
            tuple(one for some in told for one in some.afterwards),
            self._written(line),
            self.reader.reads(*(f.source for f in line.fields)),
            () if plays is None else tuple(settings(self.rulebook, self.reader, self._effects(line.name), plays)),
        )

    def _of_line(self, line: ActLine, judge: JudgeLine, names: tuple[str, ...], plays: str | None) -> LineSummary:
        """One line about an act that may refuse it, looked at in this rulebook or in another one in which it says the same."""

        def looked_at() -> LineSummary:
            asked = list(requirements(self.reader, judge))
            return LineSummary(
                tuple(requirement(self.rulebook, self.reader, guard, body, names) for guard, body in asked),
                tuple(self._of_plays(asked, plays)) if plays is not None else (),
                tuple(self._afterwards(asked)),
            )

        return self.rulebook.shared("asked", [line, judge], looked_at)

    def _effects(self, act: str) -> Sequence[EffectLine]:
        return self.selection.chosen(self.selection.sheet.effects.get(act, []))

    def _written(self, line: ActLine) -> Written:
        """What an act changes. Where it does not simply lay its plays, what they change is not foreseen."""
        layout = self.rulebook.layout
        onto = [name for field in line.fields for name in field.onto if layout[name].form == "cards"]
        written = self.reader.writes(self.selection.sheet.effects.get(line.name, []), onto)
        if len(written.lays) == 1 and _plain(written.lays[0]):
            return written
        return Written(written.everything(), written.lessened)

    def _permit(self, line: JudgeLine, names: tuple[str, ...]) -> Requirement:
        """Under what a line permits an act."""
        return requirement(self.rulebook, self.reader, YES, YES if line.when is None else folded(line.when, self.selection), names)

    def _of_plays(self, asked: Iterable[tuple[Core, Core]], plays: str) -> Iterator[OfPlay]:
        """What is asked of each play, one condition after another."""
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
            under = requirement(self.rulebook, self.reader, YES, guard, ())
            # What hangs on several plays at once is weakened to what one play alone must meet.
            for part in found if not under.free else ():
                told = part if free_names(part) <= {var} else self.reader.weakened(part, NOTHING, given=frozenset({var}))
                yield OfPlay(under, requirement(self.rulebook, self.reader, YES, told, (var,)), part, var)

    def _afterwards(self, asked: Iterable[tuple[Core, Core]]) -> Iterator[tuple[Requirement, Core]]:
        """What is asked of the position after the act, and under what."""
        for guard, body in asked:
            if isinstance(body, After):
                under = requirement(self.rulebook, self.reader, YES, guard, ())
                if not under.free and not free_names(body):
                    yield under, body

    def triggers(self, act: str, wanted: Names) -> tuple[Trigger, ...] | None:
        """Lines one of which is carried out where the effects of an act change one of some cells; none where that is not told."""
        if (act, wanted) not in self.whens:
            self.whens[act, wanted] = self._triggers(self.selection.sheet.effects.get(act, []), wanted)
        return self.whens[act, wanted]

    def _triggers(self, lines: Sequence[EffectLine], wanted: Names) -> tuple[Trigger, ...] | None:
        found: tuple[Trigger, ...] = ()
        lines = self.selection.chosen(lines)
        before, blind, seen = NOTHING, False, Reads(frozenset())
        for line in lines:
            written = self.reader.writes([line]).everything()
            if written & wanted:
                one = None if line.when is None or line.loop is not None else self._when(line.when)
                if one is None:
                    return None
                hangs_on = self.reader.reads(*line.parts).cells | seen.cells
                told = line.verb == "becomes" and not (blind or seen.ahead or seen.faces) and self._harmless(lines)
                found += (Trigger(one, before, blind, hangs_on if told else None),)
            # An event or a settling lets standing rules act in between, and these are looked at by whoever asks (`stale`).
            before, blind = before | written, blind or line.verb in ("raise", "settle")
            seen = Reads(seen.names | self.reader.looked_at(line).names)
        return found

    def _harmless(self, lines: Iterable[EffectLine]) -> bool:
        """Whether effects may be carried out in a position of which not all is known: they look at nothing but the position, and
        let no standing rules act, which might never come to rest there."""
        return not any(line.verb == "settle" or self.reader.looked_at(line).ahead for line in self.reader.carried_out(lines))

    def _when(self, when: Core) -> Requirement | None:
        """The condition of an effect, if it hangs on the position alone."""
        told = requirement(self.rulebook, self.reader, YES, folded(when, self.selection), ())
        return None if told.free else told

    def beside(self, core: Core, names: tuple[str, ...], unknown: Names, falling: Names) -> Requirement | None:
        """What can be told of a condition on an act, of some places no more being known than what is there at least."""
        known = (id(core), unknown, falling)
        if known not in self.beside_memo:
            less = self.reader.after_act(core, unknown, falling, frozenset(names))
            self.beside_memo[known] = None if less == YES else requirement(self.rulebook, self.reader, YES, less, names)
        return self.beside_memo[known]

    def at_end(self, asked: Requirement, unknown: Names, falling: Names) -> Requirement | None:
        """What can be told of a condition, whatever the act's fields, by what there is at least in some places, and that looks at
        these. None: nothing."""
        known = (unknown, falling)
        if known not in asked.fewer:
            whole = asked.body if asked.guard == YES else Op("or", (negation(asked.guard), asked.body), "truth")
            less = self.reader.at_least(whole, unknown, falling, NOTHING)
            told = None if less == YES else requirement(self.rulebook, self.reader, YES, less, ())
            asked.fewer[known] = told if told is not None and told.read.cells & falling else None
        return asked.fewer[known]

    def weakened(self, asked: Requirement, unknown: Names, rising: Names = NOTHING) -> Requirement | None:
        """What can be told of a condition, some cells being unknown: it fails only where the condition does. None: nothing."""
        if asked.told_by(unknown):
            return asked
        known = (unknown, rising)
        if known not in asked.weaker:
            whole = asked.body if asked.guard == YES else Op("or", (negation(asked.guard), asked.body), "truth")
            less = self.reader.weakened(whole, unknown, rising)
            asked.weaker[known] = None if less == YES else requirement(self.rulebook, self.reader, YES, less, asked.names)
        return asked.weaker[known]


def _plain(line: EffectLine) -> bool:
    """Whether a line lays the plays of the act from a place of the player's own, whenever the act is done."""
    plays, source = line.parts[:2]
    own = isinstance(source, Cell) and (source.owner is None or source.owner == Var(PLAYER, PLAYER))
    return isinstance(plays, Var) and own and line.loop is None and line.when is None
