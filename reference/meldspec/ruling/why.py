"""Why a line of the rules refuses or allows an act: the part of its condition that decides, in players' words with its values."""

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from itertools import combinations
from typing import Any

from meldspec.book.core import After, Call, Come, Const, Core, CouldAct, Each, Op, Tag, conjuncts, free_variables
from meldspec.book.sayings import Saying, Sayings, is_sum, key_of
from meldspec.book.sheet import JudgeLine
from meldspec.book.spoken import spoken
from meldspec.engine.asked import Asked, known_of
from meldspec.engine.candidates import candidates
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import determined
from meldspec.language.immutable import Immutable
from meldspec.ruling.values import said
from meldspec.ruling.words import Card, act_words, joined, plain, within
from meldspec.table.faults import EngineDefect, RulesFault
from meldspec.table.table import Act, Bag, Cells, Table

DEEP = 2
"""Of so many acts, one within the other, is it told why they are refused: an act that could not be followed, and the one that could
not follow it."""
FEW = 2
"""So many cards are taken away at most to see which kind was meant."""
TOLD = frozenset(("number", "cards", "row", "card", "rank", "kind", "phase", "player"))
"""The types of operands that are told with a condition."""


class Reason(Immutable):
    """One sentence, and the clause that has it; none where it is put together from the words of a line."""

    sentence: str
    clause: str = ""


class World(Immutable):
    """Where a condition is looked at: the cells, the names bound there, with the cells after the act at hand, on demand; the clause
    that asks, whose own sentences are told before those of others; and the conditions within whose sentences it is looked at."""

    cells: Cells
    names: dict[str, Any] = field(default_factory=dict)
    clause: str = ""
    telling: tuple[str | Core, ...] = ()

    def knowing(self, **names: Any) -> "World":
        """The same with further names bound."""
        return replace(self, names=self.names | names)


class Explainer:
    """Tells of one act on one table, under one rulebook, why lines refuse or allow it; cards are written by `card`."""

    def __init__(self, rulebook: Rulebook, table: Table, act: Act, card: Card = plain, deep: int = 0) -> None:
        self.rulebook, self.act, self.card, self.deep = rulebook, act, card, deep
        self.referee = Referee(rulebook)
        self.sayings = rulebook.sheet.derived(Sayings)
        self.world = World(table.cells, known_of(self.referee, table.cells, act))
        self.asked = rulebook.derived(Asked)
        self.lines = {judge.tag: judge for judge in rulebook.acts[act.name].judges}

    def refusal(self, tag: Tag) -> tuple[Reason, ...]:
        """Why a line refuses the act; nothing where it is not one of its judges, as the line of a kind."""
        judge = self.lines.get(tag)
        reasons = [] if judge is None else list(dict.fromkeys(self._told(judge, refused=True)))
        # What is the end of another reason, as of why a card could not be discarded then, is not told beside it.
        ends = [within(one.sentence.rstrip(".")) for one in reasons]
        return tuple(
            reason
            for reason, end in zip(reasons, ends, strict=True)
            if not any(other != reason and other.sentence.rstrip(".").endswith(f", and {end}") for other in reasons)
        )

    def permission(self, tag: Tag) -> tuple[Reason, ...]:
        """Why a line permits the act, as far as there are sentences on it."""
        reasons = self._told(self.lines[tag], refused=False)
        return tuple(dict.fromkeys(reason for reason in reasons if reason.clause))

    def looks_at_act(self, tag: Tag) -> bool:
        """Whether a line asks anything of the act or of what comes of it, and not of the table alone."""
        judge = self.lines.get(tag)
        own = {line.name for line in self.rulebook.acts[self.act.name].fields} | {"afterwards"}
        return judge is None or any(own & free_variables(core).keys() for core in (judge.require, judge.when) if core is not None)

    def hangs_on_table(self, tag: Tag) -> tuple[bool, int]:
        """Whether a line asks nothing of the act, and how many of its conditions ask only of the table: the fewer they are, the
        surer would it refuse the act at another table as well."""
        judge = self.lines.get(tag)
        own = {line.name for line in self.rulebook.acts[self.act.name].fields}
        parts = list(conjuncts(judge.when)) if judge is not None and judge.when is not None else []
        return not self.looks_at_act(tag), sum(1 for part in parts if not own & free_variables(part).keys())

    def lacks(self, tag: Tag) -> tuple[int, int]:
        """Of a permission that does not hold, how many of its conditions on the act fail, and how many of all: where the act is as
        it asks, and the table is not, it is the one that was meant."""
        judge = self.lines[tag]
        own = {line.name for line in self.rulebook.acts[self.act.name].fields}
        failing = [part for part in conjuncts(judge.when) if self.holds(part, False, self.world)] if judge.when else []
        return sum(1 for part in failing if own & free_variables(part).keys()), len(failing)

    def nearest_ways(self, refusing: Sequence[Tag]) -> list[Tag]:
        """What refuses an act, of its permissions only those of which the smallest part fails, terms taken apart: a way of which
        nothing is there is none that anybody meant."""
        failing = {
            tag: self._failing(self.lines[tag].when) for tag in refusing if tag in self.lines and self.lines[tag].mode == "allow"
        }
        return [tag for tag in refusing if tag not in failing or failing[tag] == min(failing.values())]

    def _failing(self, when: Core | None) -> float:
        """The part of the conditions that fail, of all that must hold."""
        parts = [self.holds(part, False, self.world) for part in self._taken_apart(when)] if when is not None else []
        return sum(parts) / len(parts) if parts else 0.0

    def _taken_apart(self, core: Core) -> Iterator[Core]:
        """What must all hold for a condition, terms that are asked of the same names included."""
        for part in conjuncts(core):
            body = self.rulebook.selection.bodies[part.name] if isinstance(part, Call) else None
            apart = body is not None and free_variables(body).keys() <= self.world.names.keys()
            yield from self._taken_apart(body) if body is not None and apart else (part,)

    def nearly(self, refusing: Sequence[Tag]) -> list[Tag]:
        """The permissions of an act that others than permissions refuse which lack a single one of several conditions."""
        if any(self.lines[tag].mode == "allow" for tag in refusing if tag in self.lines):
            return []
        allowing = ((judge.tag, judge.when) for judge in self.lines.values() if judge.mode == "allow")
        failing = {tag: [self.holds(part, False, self.world) for part in conjuncts(when)] for tag, when in allowing if when}
        return [tag for tag, parts in failing.items() if sum(parts) == 1 and len(parts) > 1]

    def fulfilled(self) -> Iterator[tuple[Tag, tuple[Reason, ...]]]:
        """Of an act that is allowed, the duties and bars that it fulfils, as far as there are sentences on them."""
        for tag, judge in self.lines.items():
            if judge.mode == "allow" or not self._bears(judge):
                continue
            reasons = [reason for reason in self._told(judge, refused=False) if reason.clause]
            # A duty of every such act is told where its clause speaks of it: else each act would be said to be in its phase.
            if judge.mode == "require" and judge.when is None:
                reasons = [reason for reason in reasons if reason.clause == tag.clause]
            if reasons:
                yield tag, tuple(dict.fromkeys(reasons))
        yield from self._kinds_fulfilled()
        if reasons := list(self._let_there()):
            yield self.rulebook.acts[self.act.name].tag, tuple(dict.fromkeys(reasons))

    def let_be(self, clause: str | None = None) -> Iterator[Reason]:
        """Why no line (of a clause) refuses an act that is allowed, be it that such a line seldom bears on one; sentences alone."""
        for judge in (judge for tag, judge in self.lines.items() if clause in (None, tag.clause) and judge.mode != "allow"):
            when = judge.when if judge.mode == "require" else None
            if when is not None and self.holds(when, False, self.world):
                told = self.why(when, False, replace(self.world, clause=judge.tag.clause))
            else:
                told = self._told(judge, refused=False)
            yield from (reason for reason in told if reason.clause)

    def bonuses(self, ended: Table) -> Iterator[tuple[Tag, tuple[Reason, ...]]]:
        """Of an act that ends the deal, what it brings besides by a line that there are sentences on: why it is given."""
        side, cells = self.world.names["side"], ended.cells
        for award in self.rulebook.compiled.awards:
            line = award.line
            if line.when is None or not any(award.points(self.referee, cells, side)):
                continue
            known = World(cells, {"side": side})
            things = self.value(line.loop.source, known) if line.loop else (None,)
            worlds = (known.knowing(**{line.loop.var: thing}) if line.loop else known for thing in things)
            told = [reason for world in worlds if self.value(line.when, world) for reason in self.why(line.when, True, world)]
            if reasons := tuple(dict.fromkeys(reason for reason in told if reason.clause == line.tag.clause)):
                yield line.tag, reasons

    def besides(self) -> Iterator[Reason]:
        """Of an act that is allowed, what a book has sentences for on what acts do."""
        for saying in self.sayings.besides:
            names = saying.free | free_variables(saying.condition).keys()
            if names <= self.world.names.keys() and self.holds(saying.condition, True, self.world):
                yield Reason(self.sentence(saying, self.world), saying.clause)

    def _let_there(self) -> Iterator[Reason]:
        """Why cards may go to a place beside the melds, where the rules say which: the reasons that there are sentences on."""
        plays = self.rulebook.acts[self.act.name].plays
        limits = dict(plays.line.limits) if plays else {}
        for to, cards, _ in self.world.names[plays.name] if plays else ():
            limit = limits.get(to)
            body = self.rulebook.selection.bodies[limit.name] if isinstance(limit, Call) else limit
            if isinstance(body, Each) and body.mode == "where":
                for card in dict.fromkeys(cards):
                    told = self.why(body.body, True, self.world.knowing(**{body.var: card}))
                    yield from (reason for reason in told if reason.clause)

    def escapes(self, tag: Tag) -> bool:
        """Whether a line would refuse an act that it allows, but for a condition that is an exception: a bar that does not hold, or
        a duty of which the first of several ways is not met."""
        judge = self.lines.get(tag)
        if judge is None or judge.mode == "allow":
            return False
        match judge.require:
            case Op("or", (first, *_)):
                return not self.holds(first, True, self.world)
            case None:
                return judge.mode == "forbid"
            case _:
                return False

    def _kinds_fulfilled(self) -> Iterator[tuple[Tag, tuple[Reason, ...]]]:
        """The same of the kinds of the melds that the act makes."""
        for cards in self._laid():
            world, kind = World(self.world.cells, {"it": cards}), self.rulebook.kind_of(cards)
            lines = (line for line in self.rulebook.selection.chosen(self.rulebook.sheet.kinds) if line.act == kind)
            for line in (line for line in lines if line.when is None or self.value(line.when, world)):
                reasons = self.why(line.require, True, world) if line.require else []
                if told := [reason for reason in reasons if reason.clause]:
                    yield line.tag, tuple(dict.fromkeys(told))

    def _bears(self, judge: JudgeLine) -> bool:
        """Whether a duty or a bar bears on an act that it does not refuse: a duty that there was, or a bar of several
        conditions that was escaped by one of them alone."""
        if judge.when is None:
            return True
        if judge.mode == "require":
            return bool(self.value(judge.when, self.world))
        parts = tuple(conjuncts(judge.when))
        escaping = [part for part in parts if not self.holds(part, True, self.world)]
        # What nearly every act leaves undone is no way to escape a bar on doing it.
        return len(parts) > 1 and len(escaping) == 1 and not isinstance(escaping[0], After)

    # ── cards that are no meld ─────────────────────────────────────────────────────────────────────────────────────────

    def no_melds(self) -> dict[Tag, tuple[Reason, ...]]:
        """For plays that make no meld, the lines of the kind that each comes nearest to, and what it lacks of them."""
        found: dict[Tag, tuple[Reason, ...]] = {}
        # Where there is no kind of meld at all, none is near.
        for cards in self._no_melds() if self.rulebook.selection.kinds() else ():
            kind, missed = self._nearest(cards)
            for line in missed:
                reasons = [replace(one, sentence=f"As a {kind} meld: {one.sentence}") for one in self._of_kind(line, cards)]
                found[line.tag] = (*found.get(line.tag, ()), *reasons)
        return found

    def _no_melds(self) -> Iterator[Bag]:
        """The cards that plays would make, where they are no meld."""
        return (laid for laid in self._laid() if self.rulebook.kind_of(laid) is None)

    def _laid(self) -> Iterator[Bag]:
        """The cards of each meld as the act would leave it."""
        line = self.rulebook.acts[self.act.name]
        for to, cards, lying in self.world.names[line.plays.name] if line.plays else ():
            if not isinstance(to, str):
                yield tuple(sorted(lying + cards))

    def _nearest(self, cards: Bag) -> tuple[str, list[JudgeLine]]:
        """The kind that some cards come nearest to, and its lines that they do not fulfil: the fewer cards must go until all but
        the fewest lines are fulfilled, the nearer."""
        chosen = self.rulebook.selection.chosen(self.rulebook.sheet.kinds)
        by_kind = {kind: [line for line in chosen if line.act == kind] for kind in self.rulebook.selection.kinds()}

        def far(lines: list[JudgeLine]) -> int:
            tried = (some for left in range(min(len(cards), FEW) + 1) for some in combinations(cards, len(cards) - left))
            # A line that is not fulfilled weighs more than a card too many, which may be the slip that was made.
            return min(len(cards) - len(some) + 2 * len(self._missed(lines, some)) for some in tried)

        kind = min(by_kind, key=lambda name: far(by_kind[name]))
        return kind, self._missed(by_kind[kind], cards)

    def _missed(self, lines: Sequence[JudgeLine], cards: Bag) -> list[JudgeLine]:
        """The lines of a kind that some cards do not fulfil."""
        world = World(self.world.cells, {"it": cards})
        return [line for line in lines if self._hinders(line, world)]

    def _hinders(self, line: JudgeLine, world: World) -> bool:
        """Whether a line of a kind keeps cards from it."""
        holds = line.when is None or bool(self.value(line.when, world))
        return holds and (line.require is None or not self.value(line.require, world))

    def _of_kind(self, line: JudgeLine, cards: Bag) -> list[Reason]:
        """Why a line keeps cards from a kind."""
        world = World(self.world.cells, {"it": cards})
        return self.why(line.require, False, world) if line.require else self.why(line.when, True, world) if line.when else []

    def _told(self, judge: JudgeLine, refused: bool) -> list[Reason]:
        """The reasons for which a line refuses the act or does not."""
        world = replace(self.world, clause=judge.tag.clause)
        if judge.mode == "require" and judge.require is not None:
            return self.why(judge.require, not refused, world)
        if judge.when is None:
            return []
        return self.why(judge.when, (judge.mode == "forbid") == refused, world)

    # ── the part that decides ──────────────────────────────────────────────────────────────────────────────────────────

    def why(self, core: Core, truth: bool, world: World, within: bool = False) -> list[Reason]:
        """The reasons for which a condition holds, or fails: those of the parts that decide it.

        `within` the sentence about it that sentence is not told again.
        """
        saying = None if within else self.sayings.of(core, truth, world.clause)
        if saying is not None and key_of(saying.condition) not in world.telling:
            inner = self._inside(core, world)
            if saying.free <= inner.names.keys():
                return [Reason(self.sentence(saying, inner), saying.clause)]
        match core:
            case Const():
                # What an option or a reading settles once for all is no reason in this position.
                return []
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
            case Come() | CouldAct(body=None) if not truth:
                return self._ahead(core, world) or [Reason(self._plainly(core, truth, world))]
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
        deciding = [arg for arg in args if self.holds(arg, truth, world)]
        # What holds of no cards at all is no reason beside another one: of an empty hand it is idle that all its cards are sevens.
        deciding = deciding[:1] + [arg for arg in deciding[1:] if not self._idly(arg, truth, world)]
        found = [self.why(arg, truth, world) for arg in (deciding if op == "and" else deciding[:1])]
        # Of conditions that fail besides the first, those are told that somebody has a sentence for: all that a side lacks.
        return [reason for number, some in enumerate(found) for reason in some if not number or reason.clause]

    def _idly(self, core: Core, truth: bool, world: World) -> bool:
        """Whether a condition holds, or fails, since all of no cards at all are what it asks for."""
        match core:
            case Op("not", (part,)):
                return self._idly(part, not truth, world)
            case Op("and" | "or" as op, args) if (op == "and") == truth:
                return any(self._idly(arg, truth, world) for arg in args)
            case Op("only", (_, cards)) if truth:
                return not self.value(cards, world)
        return False

    def holds(self, core: Core, truth: bool, world: World) -> bool:
        """Whether a condition holds (or fails); one that asks about what is not there does neither."""
        try:
            return bool(self.value(core, world)) == truth
        except EngineDefect:
            return False

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
        return self.asked.value(core, self.referee, world.cells, world.names)

    def sentence(self, saying: Saying, world: World) -> str:
        """A sentence with its values; where the rules fail at one of these, that, and where the sentence stands."""
        try:
            return self._with_values(saying, world)
        except RulesFault as fault:
            # What is said of a verdict means nothing to the rules, and so must not take it away.
            place = saying.place(self.rulebook.sheet.book)
            where = f"{place.file}:{place.line}" if place.line else saying.clause
            return f"A sentence cannot be told here ({where}): {fault.found}"

    def _with_values(self, saying: Saying, world: World) -> str:
        """A sentence with its values. Raises RulesFault where the rules fail at one of these."""
        text, parts = "", list(saying.parts)
        for number, part in enumerate(parts):
            if isinstance(part, str):
                text += part
            elif part.how == "why":
                asked = key_of(saying.condition)
                inner = replace(world, telling=(*world.telling, asked))
                reasons = self.why(part.core, bool(self.value(part.core, world)), inner, key_of(part.core) == asked)
                text += "; ".join(dict.fromkeys(reason.sentence.rstrip(".") for reason in reasons))
            elif part.how == "most":
                text += str(max(self._terms(part.core, world), default=0))
            else:
                text += self._added_up(part.core, world) if part.how == "each" else ""
                found, parts[number + 1] = said(
                    self.rulebook, part.core.type, self.value(part.core, world), self.card, str(parts[number + 1])
                )
                text += found
        return text

    def _terms(self, core: Core, world: World) -> list[int]:
        """What a sum adds up."""
        assert is_sum(core), "a sentence tells the terms of sums alone"
        return [self.value(core.body, world.knowing(**{core.var: thing})) for thing in self.value(core.source, world)]

    def _added_up(self, core: Core, world: World) -> str:
        """`30 + 60 = `, what stands before a sum; nothing where no two terms are added."""
        terms = [str(term) for term in self._terms(core, world) if term]
        return f"{' + '.join(terms)} = " if len(terms) > 1 else ""

    def _plainly(self, core: Core, truth: bool, world: World) -> str:
        """A condition in the words of the language, with the numbers and cards that it compares."""
        told = f"“{spoken(core)}” {'holds' if truth else 'does not hold'}"
        values = [] if not isinstance(core, Op) else [arg for arg in core.args if arg.type in TOLD and not isinstance(arg, Const)]
        shown = [f"{spoken(arg)}: {said(self.rulebook, arg.type, self.value(arg, world), self.card, '')[0]}" for arg in values]
        return f"{told} ({', '.join(shown)})" if shown else told

    # ── what could not follow ──────────────────────────────────────────────────────────────────────────────────────────

    def _ahead(self, asked: Come | CouldAct, world: World) -> list[Reason]:
        """Why nothing brings about what is asked: the act without plays that would, were it legal, with what refuses it; where that
        names no card, besides it one that does."""
        found = sorted(self._hindered(asked, world) if self.deep < DEEP else (), key=lambda one: len(one[1]))
        if not found:
            return []
        sorts = dict.fromkeys(act.name for act, *_ in found if act.name == found[0][0].name or self._named(act))
        told = list(sorts)[: 1 if self._named(found[0][0]) else 2]
        return [self._hindrance([one for one in found if one[0].name == name], world) for name in told]

    def _hindrance(self, found: Sequence["Hindered"], world: World) -> Reason:
        """What refuses the first of some acts of one sort, and which others the same refuses."""
        act, tags, explainer = found[0]
        words = act_words(self.rulebook, world.cells, act, self.card)
        # What bars the act itself says it all, whatever a side lacks besides; a way that was nearly open comes before both.
        nearly, in_order = explainer.nearly(tags), sorted(explainer.nearest_ways(tags), key=explainer.hangs_on_table)
        itself = [tag for tag in in_order if explainer.looks_at_act(tag)]
        lines = [tag for tag in itself if tag.clause == itself[0].clause] if itself and not nearly else [*nearly, *in_order]
        reasons = [reason for tag in lines for reason in explainer.refusal(tag) if reason.sentence]
        said = [reason for reason in reasons if reason.clause] or reasons
        # A line that bars it at any table has no condition to tell of.
        barred = f"“{self.rulebook.sheet.book.by_id()[lines[0].clause].clause.title}” bars it"
        told = within(joined(reason.sentence for reason in said)) if said else barred
        alike = (other for other, refusing, _ in found[1:] if refusing == tags and other.values != act.values)
        cards = {card: 0 for other in alike for card in self._named(other)}
        others = f"; nor {' '.join(map(self.card, self.rulebook.faces.spell(tuple(cards))))}" if cards else ""
        # What could not follow may end with the same cards.
        return Reason(f"To {words} would not be legal then: {told.removesuffix(others)}{others}", lines[0].clause)

    def _named(self, act: Act) -> list[int]:
        """The cards that an act names in fields of their own."""
        fields = zip(self.rulebook.acts[act.name].fields, act.values, strict=True)
        return [value for field, value in fields if field.type == "card"]

    def _comes(self, asked: Come, act: Act, world: World) -> bool:
        """Whether an act, legal or not, would bring a condition about."""
        try:
            after = determined(self.referee.carried_out(world.cells, act))
        except RulesFault:
            # What nobody may do need not make sense to the rules when it is done.
            return False
        return bool(self.value(asked.body, replace(world, cells=after)))

    def _hindered(self, asked: Come | CouldAct, world: World) -> Iterator["Hindered"]:
        """The acts without plays that would bring about what is asked, were they not refused."""
        player = world.names["player"]
        named = {asked.act} if isinstance(asked, CouldAct) else self.rulebook.acts.keys()
        for line in (line for name, line in self.rulebook.acts.items() if name in named and line.plays is None):
            for act in candidates(self.referee, line, world.cells, player):
                if isinstance(asked, CouldAct) or self._comes(asked, act, world):
                    verdict = determined(self.referee.judge(Table(world.cells), act))
                    if not verdict.legal and not verdict.why:
                        yield act, verdict.lines, Explainer(self.rulebook, Table(world.cells), act, self.card, self.deep + 1)


Hindered = tuple[Act, tuple[Tag, ...], Explainer]
"""An act that is refused, the lines that refuse it, and what tells why."""
