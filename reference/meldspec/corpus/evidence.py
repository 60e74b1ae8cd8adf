"""What the cases of a corpus show of every reading: its effect, the limit of each of its lines, and on whose paths."""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from meldspec.book.sheet import Sheet
from meldspec.corpus.arena import Arena, played_by
from meldspec.corpus.corpus import Corpus
from meldspec.corpus.expect import Trace
from meldspec.corpus.family import Pair
from meldspec.corpus.plan import Planned
from meldspec.corpus.unplayable import NO_FAULTS, nobody_can
from meldspec.protocol.case import Case
from meldspec.table.selection import Options, in_order

Strangers = frozenset[str]
"""The questions other than the one in question whose readings show on the path of a case."""


@dataclass(frozen=True)
class Shown:
    """The case that shows something with the fewest strangers on its path; none where it has a path of its own."""

    case: str
    strangers: Strangers


@dataclass(eq=False)
class Evidence:
    """What there is of one reading: for its effect against each other reading that it was told from, and for every line that was
    loosened, the best case; nothing where there is none."""

    question: str
    reading: str
    effect: Shown | None = None
    limits: dict[str, Shown | None] = field(default_factory=dict)

    @property
    def limited(self) -> bool:
        """Whether every line of it bites in some case; one that has no line of its own says nothing that could be left out."""
        return all(shown is not None for shown in self.limits.values())

    def all_shown(self) -> list[Shown]:
        """What there is, of its effect and of its lines."""
        return [one for one in (self.effect, *self.limits.values()) if one is not None]

    @property
    def apart(self) -> bool:
        """Whether effect and limits are shown, all of them on paths of their own."""
        shown = [self.effect, *self.limits.values()]
        return all(one is not None and not one.strangers for one in shown)


@dataclass
class Played:
    """The cases of some options, each with its trace by the default readings."""

    cases: Sequence[Case]
    traces: Mapping[str, Trace]


class Gatherer:
    """Holds the cases of a corpus, or those about one question, against readings of its book."""

    def __init__(self, corpus: Corpus, about: str = "") -> None:
        self.corpus = corpus
        by_options: dict[Options, list[Case]] = {}
        for case in corpus.ordered():
            if not about or about in case.about.questions:
                by_options.setdefault(in_order(case.options), []).append(case)
        usual = in_order(corpus.sheet.symbols.defaults())
        self.played: dict[Options, Played] = {}
        for options in sorted(by_options, key=lambda one: one != usual):
            cases = by_options[options]
            traces = ((case.id, played_by(corpus.family(options), case.requests)) for case in cases)
            self.played[options] = Played(cases, {name: played for name, played in traces if played is not None})

    def all(self, only: Set[str] = frozenset()) -> Iterator[Evidence]:
        """The evidence of every reading, question by question; of some questions alone where these are named."""
        for question, readings in readings_of(self.corpus.sheet).items():
            if only and question not in only:
                continue
            found = [self.of(question, reading) for reading in readings]
            # Whatever parts a reading from the default parts the default from it.
            found[0].effect = least([one.effect for one in found[1:]])
            yield from found

    def of(self, question: str, reading: str) -> Evidence:
        """The evidence of one reading; that of the effect of a default is that of the others."""
        found = Evidence(question, reading)
        for options, played in self.played.items():
            arena = self.corpus.arena(options, question, reading)
            names = [name for name in arena.limits if name not in found.limits or not _apart(found.limits[name])]
            found.limits |= {name: found.limits.get(name) for name in names}
            if not arena.by_default and not _apart(found.effect):
                found.effect = least([found.effect, *self._effects(arena, played)])
            self._limits(arena, played, found, names)
        return found

    def _effects(self, arena: Arena, played: Played) -> Iterator[Shown]:
        """The cases that part a reading from the default, until one has a path of its own."""
        ways = []
        for case in played.cases:
            starts = [w.start + (len(w.expect) - 1 if arena.company else 0) for w in case.worlds if w.readings == arena.together]
            if starts and case.id in played.traces:
                ways.append((_named(case, starts[0], arena), starts[0], case))
        for named, start, case in sorted(ways, key=lambda way: (len(way[0]), way[1], way[2].id)):
            shown = _shown(arena, case, start, named)
            yield shown
            if not shown.strangers:
                return

    def _limits(self, arena: Arena, played: Played, found: Evidence, names: Sequence[str]) -> None:
        """Note for lines of a reading the cases in which they are missed."""
        for case in played.cases:
            left = [name for name in names if not _apart(found.limits[name])]
            if not left:
                return
            mine = _trace(arena, case, played)
            for name in left:
                at = None if mine is None else arena.limits[name].diverges_at(mine)
                if at is None:
                    continue
                known, named = found.limits[name], _named(case, at, arena)
                if known is None or len(named) < len(known.strangers):
                    found.limits[name] = least([known, _shown(arena, case, at, named)])


def lost_limits(corpus: Corpus, notes: Mapping[str, str], lost: Mapping[str, Planned]) -> Iterator[tuple[str, str]]:
    """Those of some cases that showed limits and are lost, of whose readings some line bites in no case now, and what to do."""
    goals = {planned.goal for planned in lost.values()}
    # Most lines bite in a case about their own question; all cases are asked only of those that do not.
    lacking = {goal: _lacking(Gatherer(corpus, goal.of).of(goal.of, goal.reading), notes) for goal in goals}
    if any(lacking.values()):
        every = Gatherer(corpus)
        lacking |= {goal: _lacking(every.of(goal.of, goal.reading), notes) for goal, lines in lacking.items() if lines}
    name = corpus.sheet.book.name
    for case, planned in lost.items():
        goal, bare = planned.goal, ", ".join(f"'{line}'" for line in lacking[planned.goal])
        if bare:
            told = f"it does not show what is missed without the line that the plan calls '{planned.told}', and no case shows what"
            yield (
                case,
                f"{told} is missed without {bare}; `meldspec corpus {name} --search N --evidence --of {goal.of}` looks for one",
            )


def readings_of(sheet: Sheet) -> dict[str, list[str]]:
    """The readings of every question, the default first."""
    return {
        name: sorted((reading.name for reading in asked.readings), key=lambda reading: reading != asked.default)
        for name, asked in sheet.book.questions().items()
    }


def least(shown: Sequence[Shown | None]) -> Shown | None:
    """What is shown with the fewest strangers."""
    return min((one for one in shown if one is not None), key=lambda one: (len(one.strangers), one.case), default=None)


def told_of(
    evidence: Sequence[Evidence], notes: Mapping[str, str], name: str, faults: Mapping[Pair, str] = NO_FAULTS
) -> Iterator[str]:
    """What there is of each reading of a game, in lines: how much in all, then what is lacking, that aside of which it is argued
    that there can be none, and what shows only together with other questions; `faults` are those of readings by which nobody can
    play."""
    moot = _without_effect(evidence, notes)
    effects = [one.effect for one in evidence if one not in moot or one.effect]
    lines = [(one, line, shown) for one in evidence for line, shown in one.limits.items()]
    argued = [(one, line) for one, line, shown in lines if shown is None and _note(one, line) in notes]
    limits = [shown for one, line, shown in lines if (one, line) not in argued]
    by_question: dict[str, list[Evidence]] = {}
    for one in evidence:
        by_question.setdefault(one.question, []).append(one)
    whole = [many for many in by_question.values() if all(_whole(one, notes, moot) for one in many)]
    own = [many for many in whole if all(not shown.strangers for one in many for shown in one.all_shown())]
    yield (
        f"{name}: of {len(by_question)} questions the cases show {len(whole)} whole, {len(own)} of them on paths of their own; "
        f"of {len(evidence)} readings {_share(effects)} in effect; of {len(lines)} lines {_share(limits)} bite, "
        f"and {len(argued)} can bite in no case"
    )
    for one in evidence:
        if one.effect is None and one not in moot:
            yield f"  {one.question}={one.reading}: no case shows it{nobody_can(faults.get((one.question, one.reading)))}"
        for line in _lacking(one, notes):
            yield f"  {one.question}={one.reading}: no case shows that it bites ({line})"
        beside = sorted({name for shown in one.all_shown() for name in shown.strangers})
        if beside:
            yield f"  {one.question}={one.reading}: shows together with {', '.join(beside)}"


def _share(shown: Sequence[Shown | None]) -> str:
    """How many things are shown, and how many of them on a path of their own."""
    return f"{sum(one is not None for one in shown)} ({sum(_apart(one) for one in shown)} on a path of its own)"


def _note(one: Evidence, line: str) -> str:
    """The key of an argument that a line can bite in no case."""
    return f"{one.question}/limit-{one.reading}: {line}"


def _lacking(one: Evidence, notes: Mapping[str, str]) -> list[str]:
    """The lines of a reading that bite in no case, those aside of which it is argued that they can bite in none."""
    return [line for line, shown in one.limits.items() if shown is None and _note(one, line) not in notes]


def _without_effect(evidence: Sequence[Evidence], notes: Mapping[str, str]) -> Set[Evidence]:
    """The readings of which it is argued that they show in no case; a default that nothing else is parted from is among them."""
    argued = {one for one in evidence if f"{one.question}/reading-{one.reading}" in notes}
    by_question: dict[str, list[Evidence]] = {}
    for one in evidence:
        by_question.setdefault(one.question, []).append(one)
    # The default comes first, and has the effects of the others.
    return argued | {usual for usual, *others in by_question.values() if others and argued.issuperset(others)}


def _whole(one: Evidence, notes: Mapping[str, str], moot: Set[Evidence]) -> bool:
    """Whether all that there can be is shown of a reading."""
    effect = one.effect is not None or one in moot
    return effect and not _lacking(one, notes)


def _apart(shown: Shown | None) -> bool:
    return shown is not None and not shown.strangers


def _named(case: Case, until: int, arena: Arena) -> Strangers:
    """The strangers that a case names itself: readings that part from the default by some request."""
    return frozenset(name for world in case.worlds if world.start <= until for name in world.readings) - arena.own


def _shown(arena: Arena, case: Case, until: int, named: Strangers) -> Shown:
    # To ask beside the reading, too, takes a while, and is of use only where the case could have a path of its own.
    found = named or arena.strangers(case.requests[: until + 1])
    return Shown(case.id, named if found is None else found)


def _trace(arena: Arena, case: Case, played: Played) -> Trace | None:
    """A case as a reading has it; where that keeps the same table and answers alike, as the defaults have it."""
    usual = played.traces.get(case.id)
    if usual is None or arena.by_default:
        return usual
    alone = arena.default.readings.get((arena.question, arena.reading))
    alike = alone is not None and not arena.company and alone.difference.same_table
    if alike and not any(world.readings == arena.together for world in case.worlds):
        return usual
    return played_by(arena.family, case.requests)
