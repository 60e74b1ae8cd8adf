"""Why a line of the rules refuses or allows an act: the part of its condition that decides, in players' words with its values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from meldspec.book.core import After, Call, Come, Const, Core, Each, Op, Tag, free_variables
from meldspec.book.sayings import Saying, Sayings
from meldspec.book.sheet import JudgeLine
from meldspec.book.spoken import spoken
from meldspec.engine.candidates import candidates
from meldspec.engine.play import bound, later
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import determined
from meldspec.ruling.values import said
from meldspec.ruling.words import Card, act_words, plain
from meldspec.table.table import Act, Cells, Table

DEEP = 2
"""Of so many acts, one within the other, is it told why they are refused: an act that could not be followed, and the one that could
not follow it."""
TOLD = frozenset(("number", "cards", "row", "card", "rank", "kind", "phase", "player"))
"""The types of operands that are told with a condition."""


@dataclass(frozen=True)
class Reason:
    """One sentence, and the clause that has it; none where it is put together from the words of a line."""

    sentence: str
    clause: str = ""


@dataclass(frozen=True)
class World:
    """Where a condition is looked at: the cells, the names bound there, and the cells after the act at hand, on demand."""

    cells: Cells
    names: dict[str, Any] = field(default_factory=dict)

    def knowing(self, **names: Any) -> "World":
        """The same with further names bound."""
        return replace(self, names=self.names | names)


class Explainer:
    """Tells of one act on one table, under one rulebook, why lines refuse or allow it; cards are written by `card`."""

    def __init__(self, rulebook: Rulebook, table: Table, act: Act, card: Card = plain, deep: int = 0) -> None:
        self.rulebook, self.act, self.card, self.deep = rulebook, act, card, deep
        self.referee = Referee(rulebook)
        self.sayings = rulebook.sheet.derived(Sayings)
        line = rulebook.acts[act.name]
        values = bound(rulebook, table.cells, act)
        names = {f.name: value for f, value in zip(line.fields, values, strict=True)}
        names |= {"player": act.seat, "side": rulebook.layout.side_of(act.seat)}
        names["afterwards"] = later(self.referee, table.cells, act, values)
        self.world = World(table.cells, names)
        self.lines = {judge.tag: judge for judge in line.judges}

    def refusal(self, tag: Tag) -> tuple[Reason, ...]:
        """Why a line refuses the act; nothing where it is not one of its judges, as the line of a kind."""
        judge = self.lines.get(tag)
        return () if judge is None else tuple(dict.fromkeys(self._told(judge, refused=True)))

    def permission(self, tag: Tag) -> tuple[Reason, ...]:
        """Why a line permits the act, as far as there are sentences on it."""
        reasons = self._told(self.lines[tag], refused=False)
        return tuple(dict.fromkeys(reason for reason in reasons if reason.clause))

    def fulfilled(self) -> Iterator[tuple[Tag, tuple[Reason, ...]]]:
        """Of an act that is allowed, the duties and bars that it fulfils, as far as there are sentences on them."""
        for tag, judge in self.lines.items():
            if judge.mode == "allow" or (judge.mode == "require" and judge.when and not self.value(judge.when, self.world)):
                continue
            if reasons := [reason for reason in self._told(judge, refused=False) if reason.clause]:
                yield tag, tuple(dict.fromkeys(reasons))

    def _told(self, judge: JudgeLine, refused: bool) -> list[Reason]:
        """The reasons for which a line refuses the act or does not."""
        if judge.mode == "require" and judge.require is not None:
            return self.why(judge.require, not refused, self.world)
        if judge.when is None:
            return []
        return self.why(judge.when, (judge.mode == "forbid") == refused, self.world)

    # ── the part that decides ──────────────────────────────────────────────────────────────────────────────────────────

    def why(self, core: Core, truth: bool, world: World) -> list[Reason]:
        """The reasons for which a condition holds, or fails: those of the parts that decide it."""
        saying = self.sayings.of(core, truth)
        if saying is not None:
            inner = self._inside(core, world)
            if saying.free <= inner.names.keys():
                return [Reason(self.sentence(saying, inner), saying.clause)]
        match core:
            case Op("not", (part,)):
                return self.why(part, not truth, world)
            case Op("and" | "or" as op, args):
                return self._joined(op, args, truth, world)
            case Call(name, _):
                return self.why(self.rulebook.selection.bodies[name], truth, self._inside(core, world))
            case Each("every" | "some" | "no", _, _, _):
                return self._each(core, truth, world)
            case After(body):
                return self.why(body, truth, replace(world, cells=world.names["afterwards"]()))
            case Come(body) if not truth:
                return self._ahead(body, world) or [Reason(self._plainly(core, truth, world))]
            case _:
                return [Reason(self._plainly(core, truth, world))]

    def _inside(self, core: Core, world: World) -> World:
        """What is known within a term: what it is asked of, and what is known where it is used."""
        if not isinstance(core, Call):
            return world
        return world.knowing(**{name: self.value(arg, world) for name, arg in core.args})

    def _joined(self, op: str, args: Sequence[Core], truth: bool, world: World) -> list[Reason]:
        """Of conditions that must all hold the first that fails, of those of which one is enough the first that holds; all of them
        where it took all."""
        if (op == "and") == truth:
            reasons = [reason for arg in args for reason in self.why(arg, truth, world)]
            # Where there are sentences on some of them, these are what players go by.
            return [reason for reason in reasons if reason.clause] or reasons
        deciding = next((arg for arg in args if bool(self.value(arg, world)) == truth), args[-1])
        return self.why(deciding, truth, world)

    def _each(self, core: Each, truth: bool, world: World) -> list[Reason]:
        """Of a list the first thing that decides; where none did, the words alone."""
        # Something decides: one for which the body fails, of `every`, one for which it holds, of `some` and `no`.
        sought = core.mode != "every"
        if (core.mode == "some") == truth:
            for thing in self.value(core.source, world):
                inner = world.knowing(**{core.var: thing})
                if bool(self.value(core.body, inner)) == sought:
                    return self.why(core.body, sought, inner)
        return [Reason(self._plainly(core, truth, world))]

    # ── values and sentences ───────────────────────────────────────────────────────────────────────────────────────────

    def value(self, core: Core, world: World) -> Any:
        """The value of an expression."""
        names = sorted(free_variables(core).keys() - {"player"})
        found = self.rulebook.function(core, *names)
        return found(world.cells, world.names.get("player"), *(world.names.get(name) for name in names), rt=self.referee)

    def sentence(self, saying: Saying, world: World) -> str:
        """A sentence with its values."""
        text, parts = "", list(saying.parts)
        for number, part in enumerate(parts):
            if isinstance(part, str):
                text += part
            elif part.why:
                reasons = self.why(part.core, bool(self.value(part.core, world)), world)
                text += "; ".join(dict.fromkeys(reason.sentence.rstrip(".") for reason in reasons))
            else:
                found, parts[number + 1] = said(
                    self.rulebook, part.core.type, self.value(part.core, world), self.card, str(parts[number + 1])
                )
                text += found
        return text

    def _plainly(self, core: Core, truth: bool, world: World) -> str:
        """A condition in the words of the language, with the numbers and cards that it compares."""
        told = f"“{spoken(core)}” {'holds' if truth else 'does not hold'}"
        values = [] if not isinstance(core, Op) else [arg for arg in core.args if arg.type in TOLD and not isinstance(arg, Const)]
        shown = [f"{spoken(arg)}: {said(self.rulebook, arg.type, self.value(arg, world), self.card, '')[0]}" for arg in values]
        return f"{told} ({', '.join(shown)})" if shown else told

    # ── what could not follow ──────────────────────────────────────────────────────────────────────────────────────────

    def _ahead(self, goal: Core, world: World) -> list[Reason]:
        """Why nothing brings a condition about: the act without plays that would, were it legal, and what refuses it."""
        found = list(self._hindered(goal, world)) if self.deep < DEEP else []
        if not found:
            return []
        act, tags, explainer = min(found, key=lambda one: len(one[1]))
        words = act_words(self.rulebook, world.cells, act, self.card)
        reasons = [reason for tag in tags for reason in explainer.refusal(tag)]
        told = "; ".join(dict.fromkeys(reason.sentence.rstrip(".") for reason in reasons))
        return [Reason(f"“{words}” would then not be legal: {told}", tags[0].clause)]

    def _hindered(self, goal: Core, world: World) -> Iterator[tuple[Act, tuple[Tag, ...], "Explainer"]]:
        """The acts without plays that would bring a condition about, were they not refused."""
        player = world.names["player"]
        for line in self.rulebook.acts.values():
            for act in candidates(self.referee, line, world.cells, player) if line.plays is None else ():
                after = determined(self.referee.carried_out(world.cells, act))
                if self.value(goal, replace(world, cells=after)):
                    verdict = determined(self.referee.judge(Table(world.cells), act))
                    if not verdict.legal and not verdict.why:
                        yield act, verdict.lines, Explainer(self.rulebook, Table(world.cells), act, self.card, self.deep + 1)
