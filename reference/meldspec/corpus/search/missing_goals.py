"""Searching games for what a book's cases should show and no case shows yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial

from meldspec.book.sheet import Sheet
from meldspec.corpus.case import Goal, Script
from meldspec.corpus.corpus import Corpus, Options
from meldspec.corpus.family import Arena
from meldspec.corpus.make_case import shows
from meldspec.corpus.plan import Company, Planned, company_of, goals_of
from meldspec.corpus.search.goal_search import explore
from meldspec.corpus.search.initial_states import Opening
from meldspec.corpus.search.shrink import least


@dataclass
class Best:
    """The best script found so far for a goal, and the seed of its game: one on the way of which few other readings have parted
    from the default, since a case should show one thing; among those the shortest."""

    script: Script
    seed: int
    parted: int

    def rank(self) -> tuple[int, int, int]:
        """How good it is; less is better."""
        return self.parted, *self.script.size()


ENOUGH = 8
"""A goal that so many games have reached is no longer looked for."""


def missing_goals(corpus: Corpus, company: Company = ()) -> list[Goal]:
    """The goals of a book that no case reaches, in the order of the book: those that matter in this company."""
    missing = missing_in(corpus.sheet, corpus.planned.values())
    return [goal for goal in missing if company_of(corpus.sheet, goal) == company]


def missing_companies(corpus: Corpus, only: AbstractSet[str] = frozenset()) -> list[Company]:
    """The companies in which some goal matters that no case reaches, or one of these clauses and questions only."""
    missing = missing_in(corpus.sheet, corpus.planned.values())
    found = (company_of(corpus.sheet, goal) for goal in missing if not only or goal.of in only)
    return [company for company in dict.fromkeys(found) if company]


def missing_in(sheet: Sheet, plan: Iterable[Planned]) -> list[Goal]:
    """The goals of a book that are not in a plan."""
    have = {planned.goal for planned in plan}
    return [goal for goal in goals_of(sheet) if goal not in have]


def seek(
    corpus: Corpus,
    options: Options,
    seeds: Iterable[int],
    positions: bool = False,
    openings: Sequence[Opening] = (),
    only: AbstractSet[str] = frozenset(),
) -> int:
    """Add a case for every missing goal that one of the games reaches, or for those of some clauses and questions; how many were
    added. From positions readings are not looked for: a hunt is quicker there."""
    arena = corpus.arena(options)
    missing = [goal for goal in missing_goals(corpus) if not only or goal.of in only]
    wanted = {goal for goal in missing if not (positions and goal.purpose == "reading")}
    best = games(arena, wanted, seeds, positions, openings)
    for goal, found in best.items():
        if shows(arena, goal, found.script):
            script = least(found.script, partial(shows, arena, goal))
            corpus.add(goal, options, found.seed, script)
    return len(best)


def games(
    arena: Arena, goals: set[Goal], seeds: Iterable[int], positions: bool = False, openings: Sequence[Opening] = ()
) -> dict[Goal, Best]:
    """Play games and keep the best script for every goal, until each goal has been reached often enough."""
    best: dict[Goal, Best] = {}
    met: Counter[Goal] = Counter()
    for seed in seeds:

        def found(goal: Goal, script: Script, parted: int, seed: int = seed) -> None:
            mine = Best(script, seed, parted)
            if goal not in best or mine.rank() < best[goal].rank():
                best[goal] = mine
            met[goal] += 1

        wanted = {goal for goal in goals if met[goal] < ENOUGH}
        if not wanted:
            break
        explore(arena, seed, found, wanted, positions, openings)
    return best
