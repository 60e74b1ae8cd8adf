"""A search for what no case shows yet of single readings: effects and limits, on paths of their own, and lines that are altered."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from meldspec.corpus.arena import Arena, arena_of
from meldspec.corpus.corpus import Corpus
from meldspec.corpus.evidence import Evidence, Gatherer, Shown, Strangers, least
from meldspec.corpus.family import Alternative, RulebookFamily
from meldspec.corpus.make_case import shows
from meldspec.corpus.plan import Company, Goal, Planned, Script, company_of
from meldspec.corpus.search import shrink
from meldspec.corpus.search.campaign import Campaign, Finding, Findings
from meldspec.corpus.search.initial_states import Opening
from meldspec.corpus.search.playout import Turn
from meldspec.corpus.search.witnessing import come_about
from meldspec.engine.referee import Referee
from meldspec.engine.verdict import Unanswered
from meldspec.position.request import NoPosition
from meldspec.protocol.case import LIMIT
from meldspec.table.selection import Options
from meldspec.table.table import Act

TRIES = 5
"""So many scripts that show something are pared down in the hope that others' readings then no longer show on their path; after
these only such as are better to begin with."""


@dataclass(frozen=True)
class Wanted:
    """Something to be shown of a reading: what is to answer otherwise, the goal of the case, and of a limit the line; `known` is
    how many strangers the best case of it has now, none where there is no case."""

    goal: Goal
    other: Alternative
    told: str
    known: int | None

    def holds(self, arena: Arena, family: RulebookFamily, script: Script) -> bool:
        """Whether a script shows it."""
        with suppress(Unanswered, NoPosition):
            return arena.shows_limit(script, self.told) if self.goal.purpose == LIMIT else shows(family, self.goal, script)
        return False


@dataclass(frozen=True)
class Best:
    """The best script for something wanted, pared down, with the strangers on its path."""

    script: Script
    strangers: Strangers
    seed: int

    def rank(self) -> tuple[int, int, int]:
        """How good it is; less is better."""
        return len(self.strangers), *self.script.size()


class EvidenceFindings(Findings):
    """What is wanted, by the names of what answers otherwise, with the best script for each."""

    def __init__(self, family: RulebookFamily, wanted: Mapping[str, Wanted], arena: Callable[[Goal], Arena]) -> None:
        super().__init__(family, frozenset())
        self.wanted, self.arena = wanted, arena
        self.scripts: dict[str, Best] = {}
        self.tries: Counter[str] = Counter()
        acts = family.rulebook.acts.items()
        self.melds = {(name, field.spelt) for name, act in acts for field in act.fields if field.type == "meld"}

    def open(self) -> list[Alternative]:
        """What is not shown yet on a path of its own."""
        return [one.other for name, one in self.wanted.items() if name not in self.scripts or self.scripts[name].strangers]

    def take(self, found: Finding) -> None:
        """Keep a finding, pared down, where it is the best so far, and better than what the cases show already."""
        name = str(found.goal) if found.mutant is None else found.mutant.name
        wanted, best = self.wanted.get(name), self.scripts.get(name)
        if wanted is None or (best is not None and not best.strangers):
            return
        arena = self.arena(wanted.goal)
        holds = partial(wanted.holds, arena, self.family)
        if not holds(found.script):
            return
        self.tries[name] += 1
        bound = wanted.known if best is None else len(best.strangers)
        before = arena.strangers(found.script.requests)
        if before is None or (bound is not None and len(before) >= bound and self.tries[name] > TRIES):
            return
        made = self._pared(found, holds, arena, before)
        if made is not None and (bound is None or len(made.strangers) < bound):
            self.scripts[name] = made

    def _pared(self, found: Finding, holds: Callable[[Script], bool], arena: Arena, before: Strangers) -> Best | None:
        """A finding without what it does not need; where that brings strangers on its path, without what keeps them away."""
        script = shrink.least(found.script, holds, self.melds)
        strangers = arena.strangers(script.requests)
        if strangers is None or len(strangers) > len(before):

            def as_good(script: Script) -> bool:
                now = arena.strangers(script.requests) if holds(script) else None
                return now is not None and len(now) <= len(before)

            script = shrink.least(found.script, as_good, self.melds)
            strangers = arena.strangers(script.requests)
        return None if strangers is None else Best(script, strangers, found.seed)


@dataclass
class EvidenceCampaign(Campaign):
    """A campaign in the arena of a reading, or in that of the defaults for whatever shows there."""

    family: RulebookFamily = field(kw_only=True)
    wanted: Mapping[str, Wanted] = field(kw_only=True)
    arenas: Callable[[Goal], Arena] = field(kw_only=True)

    def __post_init__(self) -> None:
        self.sought = EvidenceFindings(self.family, self.wanted, self.arenas)
        self.findings = self.sought
        self.played = 0

    def shown(self, referee: Referee, turn: Turn) -> Iterator[tuple[Goal, Act]]:
        """No clause is looked for."""
        return iter(())

    def search(self, seeds: Iterable[int]) -> int:
        """Watch a playout for each seed, and add the cases that show what was wanted; how many were added."""
        for seed in seeds:
            others = self.sought.open()
            if not others:
                break
            self.played += 1
            self.play(seed, frozenset(), others)
        added = 0
        for name, best in sorted(self.sought.scripts.items(), key=lambda pair: (pair[1].rank(), pair[0])):
            wanted = self.wanted[name]
            planned = Planned("", wanted.goal, self.options, best.seed, wanted.told)
            script = come_about(self.corpus, planned, best.script)
            if script is not None:
                self.corpus.add(wanted.goal, self.options, best.seed, script, wanted.told)
                added += 1
        return added


@dataclass(frozen=True)
class Hunt:
    """A campaign to come: where all that is read by default, or so in company, is in force, or a reading of a question; for what
    some evidence lacks, or for what tells lines of the reading that are `altered`."""

    corpus: Corpus
    options: Options
    lacking: Sequence[Evidence]
    company: Company = ()
    reading: tuple[str, str] | None = None
    altered: Sequence[str] = ()

    @property
    def name(self) -> str:
        """What is in force."""
        pairs = [self.reading] if self.reading else self.company
        return " ".join(f"{question}={reading}" for question, reading in pairs) or "the defaults"

    def made(self, positions: bool = True, openings: Sequence[Opening] = ()) -> EvidenceCampaign | None:
        """The campaign; none where the cases that were found since show all that it would look for."""
        kept: dict[tuple[str, str], Arena] = {}

        def arena(goal: Goal) -> Arena:
            key = goal.of, goal.reading
            if key not in kept:
                kept[key] = arena_of(self.corpus.family(self.options), *key)
            return kept[key]

        if self.reading:
            place = arena(Goal(LIMIT, *self.reading))
            family, wanted = place.family, dict(self._of_lines(place))
            for one in self.lacking:
                wanted |= _limits(with_new(self.corpus, one), place)
        else:
            family = self.corpus.family(self.options, self.company)
            wanted = {name: found for one in self.lacking for name, found in self._wanted(family, one).items()}
        begin: dict[str, Any] = {"positions": positions, "openings": openings, "company": family.company}
        campaign = EvidenceCampaign(self.corpus, self.options, **begin, family=family, wanted=wanted, arenas=arena)
        return campaign if wanted else None

    def _of_lines(self, arena: Arena) -> Iterator[tuple[str, Wanted]]:
        """The altered lines that are looked for, as far as they are no case's and are rules that say something else."""
        goal = Goal(LIMIT, arena.question, arena.reading)
        known = {planned.told for planned in self.corpus.planned.values() if planned.goal == goal}
        for name in self.altered:
            if name not in known and (other := arena.missed(name)) is not None:
                yield name, Wanted(goal, other, name, None)

    def _wanted(self, family: RulebookFamily, one: Evidence) -> dict[str, Wanted]:
        """What shows by default, or in the company, of one reading."""
        goal = Goal("reading", one.question, one.reading)
        other = family.readings.get((one.question, one.reading))
        if other is not None and company_of(self.corpus.sheet, goal) == self.company:
            return {} if _apart(one.effect) else {str(goal): Wanted(goal, other, "", _known(one.effect))}
        if not self.company and family.rulebook.readings[one.question] == one.reading:
            place = arena_of(family, one.question, one.reading)
            return _limits(one, place) if place.by_default else {}
        return {}


def hunts(corpus: Corpus, options: Options, evidence: Iterable[Evidence]) -> list[Hunt]:
    """The hunts for all that some evidence lacks: by the defaults first, then in each company, then for the limits of each other
    reading, those of which a line bites nowhere before those that only have no path of their own."""
    lacking = sorted((one for one in evidence if not one.apart), key=lambda one: one.limited)
    companies = {one: company_of(corpus.sheet, Goal("reading", one.question, one.reading)) for one in lacking}
    usual = corpus.family(options).rulebook.readings
    first = [Hunt(corpus, options, lacking, company) for company in dict.fromkeys([(), *companies.values()])]
    rest = (one for one in lacking if companies[one] or usual[one.question] != one.reading)
    return first + [Hunt(corpus, options, [one], reading=(one.question, one.reading)) for one in rest if not _limited_apart(one)]


def of_reading(line: str) -> tuple[str, str, str] | None:
    """The question, the reading and the altered line of it that `meldspec mutation --readings` lists so; none where it lists a line
    of the rules by default."""
    reading, _, altered = line.partition(": ")
    question, apart, answer = reading.partition(" = ")
    return (question, answer, altered) if apart else None


def hunts_for_lines(corpus: Corpus, options: Options, lines: Iterable[str]) -> list[Hunt]:
    """The hunts for what tells altered lines of readings, each called as it is listed."""
    by_reading: dict[tuple[str, str], list[str]] = {}
    for of in map(of_reading, lines):
        if of is not None:
            by_reading.setdefault(of[:2], []).append(of[2])
    return [Hunt(corpus, options, (), reading=reading, altered=names) for reading, names in by_reading.items()]


def with_new(corpus: Corpus, one: Evidence) -> Evidence:
    """Evidence with what the cases about its question show besides, as they are now."""
    now = Gatherer(corpus, one.question).of(one.question, one.reading)
    limits = {name: least([one.limits.get(name), now.limits.get(name)]) for name in {**one.limits, **now.limits}}
    return Evidence(one.question, one.reading, least([one.effect, now.effect]), limits)


def _limits(one: Evidence, arena: Arena) -> dict[str, Wanted]:
    """The lines of a reading that bite in no case, or in none with a path of its own."""
    goal = Goal(LIMIT, one.question, one.reading)
    found = ((name, other, one.limits.get(name)) for name, other in arena.limits.items())
    return {name: Wanted(goal, other, name, _known(shown)) for name, other, shown in found if not _apart(shown)}


def _limited_apart(one: Evidence) -> bool:
    return all(_apart(shown) for shown in one.limits.values())


def _apart(shown: Shown | None) -> bool:
    return shown is not None and not shown.strangers


def _known(shown: Shown | None) -> int | None:
    return None if shown is None else len(shown.strangers)
