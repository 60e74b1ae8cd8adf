"""Catching survivors: hunts for scripts that tell what no case tells, and of those the few that tell it all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from meldspec.corpus.alternatives import worlds
from meldspec.corpus.case import Goal, Script
from meldspec.corpus.corpus import Corpus, Options
from meldspec.corpus.divergence import told_at, trace
from meldspec.corpus.family import Arena
from meldspec.corpus.make_case import shows
from meldspec.corpus.mutation.score import Score, score
from meldspec.corpus.plan import Company
from meldspec.corpus.search.initial_states import Opening
from meldspec.corpus.search.missing_goals import missing_goals
from meldspec.corpus.search.mutant_search import Found, Quarry, hunt
from meldspec.corpus.search.position_search import fray
from meldspec.corpus.search.shrink import least
from meldspec.protocol.messages import Illegal, Legal, Unsupported

Way = Callable[[Arena, list[Quarry], Found, int], None]
"""How games are played: `hunt` or `fray`."""
ENOUGH = 3
"""A quarry that so many games have told from the true rules is no longer hunted."""
ENOUGH_BESIDE = 12
"""The same in a company: the default readings may refuse what leads there, and the fewer such acts the better."""


@dataclass
class Bag:
    """What a hunt has brought home: for each quarry its best script, with the seed of its game.

    Scripts of deals are pared down at once and ranked by how few other readings part on the way; those of positions are as short
    as they come, and only the best is pared down in the end.
    """

    arena: Arena
    pared: bool = True
    wanted: set[Goal] = field(default_factory=set)
    survivors: Collection[str] = ()
    best: dict[str, tuple[tuple[int, int, int], Script, int]] = field(default_factory=dict)
    met: Counter[str] = field(default_factory=Counter)

    def take(self, seed: int, quarry: Quarry, script: Script) -> None:
        """Keep a script that a game found, made as short as it can be, where it is the best for its quarry so far."""
        if not self.serves(quarry, script) or not tells(self.arena, quarry, script):
            return
        self.met[quarry.name] += 1
        if self.pared:
            script = least(script, lambda shorter: tells(self.arena, quarry, shorter))
        others = crowd(self.arena, script) if self.pared or self.arena.company else 0
        rank = (others, *script.size())
        if quarry.name not in self.best or rank < self.best[quarry.name][0]:
            self.best[quarry.name] = rank, script, seed

    def serves(self, quarry: Quarry, script: Script) -> bool:
        """Whether what a script shows is wanted: of a line spoilt for the sake of its clause, what the clause still lacks."""
        return quarry.name in self.survivors or goal_of(self.arena, quarry, script) in self.wanted

    def has(self, quarry: Quarry) -> bool:
        """Whether enough is known of the clause of a spoilt line that is hunted for the sake of its clause alone."""
        mine = [name for name in self.met if name.split(":")[0] in quarry.about]
        return quarry.name not in self.survivors and sum(self.met[name] for name in mine) >= ENOUGH * ENOUGH


def goal_of(arena: Arena, quarry: Quarry, script: Script) -> Goal:
    """What the script of a quarry shows: the reading, or something of the clause whose line is spoilt."""
    if quarry.goal is not None:
        return quarry.goal
    (clause,) = quarry.about
    last = trace(arena.rulebook, script.requests).expect[-1]
    judging = {line.tag.clause for about in arena.rulebook.acts.values() for line in about.judges}
    if clause not in judging or not isinstance(last, Illegal | Legal):
        return Goal("effect", clause)
    return Goal("refuses" if isinstance(last, Illegal) else "allows", clause)


def crowd(arena: Arena, script: Script) -> int:
    """How much else a script shows: the other readings that part from the default on its way, or, in a company, the requests from
    the first one on that the default readings answer otherwise."""
    played = trace(arena.rulebook, script.requests)
    if arena.plain is None:
        return len(worlds(arena, script, played.expect))
    at = told_at(arena.plain, played)
    return 0 if at is None else len(script.requests) - at


def tells(arena: Arena, quarry: Quarry, script: Script) -> bool:
    """Whether a script tells a quarry from the true rules with its last request, all acts before it being legal."""
    if quarry.goal is not None:
        return shows(arena, quarry.goal, script)
    played = trace(arena.rulebook, script.requests)
    if any(isinstance(said, Illegal | Unsupported) for said in played.expect[:-1]):
        return False
    return told_at(quarry.rulebook, played, quarry.kin) == len(script.requests) - 1


def quarries_of(arena: Arena, corpus: Corpus, scored: Score) -> list[Quarry]:
    """What no case tells from the true rules: readings that no case shows, and spoilt lines that survive, or that could reach a
    goal that is missing."""
    missing = missing_goals(corpus, arena.company)
    found = []
    for goal in missing:
        key = (goal.of, goal.reading)
        if goal.purpose == "reading" and key in arena.readings:
            found.append(Quarry(str(goal), goal, arena.readings[key], arena.kin[key]))
    wanted = {goal.of for goal in missing if goal.purpose != "reading"}
    clauses = wanted | {mutant.tag.clause for mutant in scored.survivors.values()}
    for one in arena.spoilt(sorted(clauses)):
        if one.clause in wanted or str(one.mutant) in scored.survivors:
            found.append(Quarry(str(one.mutant), None, one.rulebook, one.kin))
    return found


def catch(corpus: Corpus, options: Options, seeds: Iterable[int], only: frozenset[str] = frozenset()) -> int:
    """Hunt in some games for what no case tells yet, or for that of some clauses and questions only, and add the cases that tell
    it; how many were added."""
    return _caught(corpus, options, seeds, only, hunt, score(corpus.sheet, corpus.ordered(), corpus.arenas, only))


def catch_in_positions(
    corpus: Corpus,
    options: Options,
    seeds: Iterable[int],
    only: frozenset[str] = frozenset(),
    openings: Sequence[Opening] = (),
) -> int:
    """The same from the middle of deals, drawn at random or as somebody has set them out, for goals alone: lines that survive are
    told better from whole deals."""
    return _caught(corpus, options, seeds, only, partial(fray, openings=openings), Score())


def catch_beside(
    corpus: Corpus,
    options: Options,
    company: Company,
    seeds: Iterable[int],
    only: frozenset[str],
    positions: bool,
    openings: Sequence[Opening] = (),
) -> int:
    """Hunt, from deals or from the middle of them, for the readings that matter only in some company."""
    return _caught(corpus, options, seeds, only, partial(fray, openings=openings) if positions else hunt, Score(), company)


def _caught(
    corpus: Corpus,
    options: Options,
    seeds: Iterable[int],
    only: frozenset[str],
    way: Way,
    scored: Score,
    company: Company = (),
) -> int:
    """Hunt in one of these ways."""
    arena = corpus.beside(options, company)
    quarries = [q for q in quarries_of(arena, corpus, scored) if not only or only & q.about]
    wanted = set(missing_goals(corpus, arena.company))
    bag, enough = Bag(arena, way is hunt, wanted, scored.survivors), ENOUGH_BESIDE if company else ENOUGH
    for seed in seeds:
        left = [quarry for quarry in quarries if bag.met[quarry.name] < enough and (quarry.goal or not bag.has(quarry))]
        if not left:
            break
        way(arena, left, partial(bag.take, seed), seed)
    return Keeping(corpus, options, bag, scored).keep([quarry for quarry in quarries if quarry.name in bag.best])


@dataclass
class Keeping:
    """The choice of cases among what a hunt has brought home."""

    corpus: Corpus
    options: Options
    bag: Bag
    scored: Score

    def __post_init__(self) -> None:
        self.arena = self.bag.arena
        self.missing = set(missing_goals(self.corpus, self.arena.company))
        self.spoilt = {str(one.mutant): one for group in self.arena.made.values() for one in group}

    def keep(self, quarries: list[Quarry]) -> int:
        """Add the best scripts as cases: those that reach a missing goal, then, the shortest first, those that tell what no other
        one tells; how many were added."""
        ranked = sorted(quarries, key=lambda quarry: (self.bag.best[quarry.name][0][1:], quarry.name))
        left = {quarry.name: quarry for quarry in ranked if quarry.goal is None and quarry.name in self.scored.survivors}
        goals = [(goal_of(self.arena, quarry, self.bag.best[quarry.name][1]), quarry) for quarry in ranked]
        added = 0
        for goal, quarry in goals:
            if goal in self.missing:
                self.missing.discard(goal)
                added += self.add(goal, quarry, left)
        for goal, quarry in goals:
            if quarry.name in left:
                added += self.add(goal, quarry, left)
        return added

    def add(self, goal: Goal, quarry: Quarry, left: dict[str, Quarry]) -> int:
        """Add one case, and take from what is left all that it tells."""
        _, script, seed = self.bag.best[quarry.name]
        if not shows(self.arena, goal, script):
            return 0
        if not self.bag.pared:
            script = least(script, partial(shows, self.arena, goal))
        told = "" if quarry.goal else self.spoilt[quarry.name].mutant.what
        name = self.corpus.add(goal, self.options, seed, script, told)
        if name not in self.corpus.cases:
            return 0
        played = trace(self.arena.rulebook, self.corpus.cases[name].requests)
        for other in [q for q in left.values() if told_at(q.rulebook, played, q.kin) is not None]:
            del left[other.name]
        return 1
