"""A search for cases: playouts are watched for what no case shows yet, and the few scripts that show it all are kept."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from random import Random

from meldspec.corpus.corpus import Corpus
from meldspec.corpus.expect import first_divergence, trace
from meldspec.corpus.family import Alternative, RulebookFamily
from meldspec.corpus.make_case import shows
from meldspec.corpus.mutation.every import every_mutant
from meldspec.corpus.mutation.score import mutation_score
from meldspec.corpus.plan import Company, Goal, Planned, Script, company_of, missing_in
from meldspec.corpus.search.initial_states import Opening, Start, random_start
from meldspec.corpus.search.matches import decided_before
from meldspec.corpus.search.observers import AlternativesObserver, Played, Sighting, goals_shown
from meldspec.corpus.search.playout import Turn, playout
from meldspec.corpus.search.random_player import RandomPlayer, candidate_acts, eager_style
from meldspec.corpus.search.shrink import least
from meldspec.corpus.search.witnessing import come_about
from meldspec.engine.referee import Referee
from meldspec.engine.verdict import Unanswered
from meldspec.position.request import NoPosition
from meldspec.protocol.case import LISTS, Case
from meldspec.table.faults import RulesFault
from meldspec.table.selection import Options
from meldspec.table.table import Act, Cells

DEAL_ACTS, POSITION_ACTS = 50, 8
"""How many acts a playout from a deal, or from a position, has at most."""
DEAL_LOOKS, POSITION_LOOKS = 60_000, 3_000
"""How many acts the look-ahead of the true rules may try over it; there are many more playouts from positions."""
DEALS = 0.15
"""How often a playout begins with a deal even where positions are wanted: what befalls before the first turn is seen there
alone."""
RICH = 0.7
"""How many of the deals have hands that are soon melded."""
ENOUGH = 4
"""What so many playouts have shown is no longer looked for."""
ENOUGH_IN_COMPANY = 12
"""The same in a company: the default readings may refuse what leads there, and the fewer such acts the better."""


Thought = Callable[[Cells], Iterable[Act]]
"""Acts that are to be tried at a table."""


def nothing_more(_: Cells) -> tuple[Act, ...]:
    """No act."""
    return ()


def eager_turns(referee: Referee, start: Start, random: Random, further: Thought = nothing_more) -> Iterator[Turn]:
    """The turns of a playout by eager players, with all that they and others could think of tried in each, and what is thought of
    further."""
    rulebook = referee.rulebook
    styles = [eager_style(rulebook, random) for _ in range(rulebook.layout.seats)]
    most = DEAL_ACTS if start.dealt else random.randint(1, POSITION_ACTS)

    def proposer(cells: Cells) -> Iterator[Act]:
        # The act that somebody asks about is for the first turn alone.
        if start.act is not None and cells is start.table.cells:
            yield start.act
        yield from candidate_acts(referee, cells, random)
        yield from further(cells)

    return playout(referee, start.table, RandomPlayer(referee, random, styles, start.act), most, proposer)


def missing_goals(corpus: Corpus, company: Company = ()) -> list[Goal]:
    """The goals that no case reaches, and that acts can reach: those that matter in this company."""
    missing = missing_in(corpus.sheet, corpus.planned.values())
    return [goal for goal in missing if goal.purpose != LISTS and company_of(corpus.sheet, goal) == company]


def missing_companies(corpus: Corpus, only: AbstractSet[str] = frozenset()) -> list[Company]:
    """The companies in which some goal matters that no case reaches, or one of these clauses and questions only."""
    missing = missing_in(corpus.sheet, corpus.planned.values())
    found = (company_of(corpus.sheet, goal) for goal in missing if not only or goal.of in only)
    return [company for company in dict.fromkeys(found) if company]


@dataclass(frozen=True)
class Finding:
    """A script that shows a goal, and kills a mutant where it has one, with the seed of its playout. `besides` is how much else it
    shows on the way; the less the better, and then the shorter."""

    goal: Goal
    script: Script
    seed: int
    besides: int
    mutant: Alternative | None = None

    def rank(self) -> tuple[int, int, int]:
        """How good it is; less is better."""
        return self.besides, *self.script.size()

    def holds(self, family: RulebookFamily, script: Script) -> bool:
        """Whether a script, this one or a shorter one, is found out to do the same."""
        # A shorter position may be none that there can be, or one in which too far ahead would have to be looked.
        with suppress(Unanswered, NoPosition):
            last = len(script.requests) - 1
            kills = self.mutant is None or self.mutant.diverges_at(trace(family.referee, script.requests)) == last
            return kills and shows(family, self.goal, script)
        return False


@dataclass
class Findings:
    """What is looked for, goals and surviving mutants, with the best finding for each and how many playouts have shown it."""

    family: RulebookFamily
    goals: AbstractSet[Goal]
    survivors: Collection[str] = ()
    best: dict[str, Finding] = field(default_factory=dict)
    met: Counter[str] = field(default_factory=Counter)

    def take(self, found: Finding) -> None:
        """Keep a finding where it is the best so far for its goal, or for the mutant that it kills."""
        if found.goal in self.goals:
            self._take(str(found.goal), replace(found, mutant=None))
        if found.mutant is not None and found.mutant.name in self.survivors:
            self._take(found.mutant.name, found)

    def _take(self, name: str, found: Finding) -> None:
        # A sighting is a hint (see AlternativesObserver); one that would be the best is tried before it counts.
        if name not in self.best or found.rank() < self.best[name].rank():
            if not found.holds(self.family, found.script):
                return
            self.best[name] = found
        self.met[name] += 1

    def open_goals(self) -> set[Goal]:
        """The goals that not enough playouts have shown yet."""
        enough = ENOUGH_IN_COMPANY if self.family.company else ENOUGH
        return {goal for goal in self.goals if self.met[str(goal)] < enough}

    def wants(self, other: Alternative, goals: AbstractSet[Goal]) -> bool:
        """Whether another rulebook is worth following: for its reading, for its clause, or because no case kills it."""
        if other.mutant is None:
            return other.goal in goals
        if other.name in self.survivors and self.met[other.name] < ENOUGH:
            return True
        return any(goal.of == other.about for goal in goals)


@dataclass
class Campaign:
    """A search under some options, of some clauses and questions only where they are named, from deals, from positions drawn at
    random or from some that were set out; in a company it is for the readings that matter there. Mutants that no case kills are
    looked for where that is wanted: they are killed better from deals. Where some of all that there are (`every`) are named, it is
    for these alone."""

    corpus: Corpus
    options: Options
    only: AbstractSet[str] = frozenset()
    positions: bool = False
    openings: Sequence[Opening] = ()
    company: Company = ()
    mutants: bool = False
    spoilt: AbstractSet[str] = frozenset()

    def __post_init__(self) -> None:
        corpus, only = self.corpus, self.only
        self.family = corpus.family(self.options, self.company)
        goals = {goal for goal in missing_goals(corpus, self.company) if not only or goal.of in only}
        survivors = mutation_score(corpus, only).survivors if self.mutants else {}
        self.clauses = {mutant.about for mutant in survivors.values()}
        if self.spoilt:
            goals, survivors = set(), {one.name: one for one in self.named}
        self.findings = Findings(self.family, goals, survivors)
        self.played = 0

    @cached_property
    def others(self) -> list[Alternative]:
        """The rulebooks that may show something: those of other readings, and the mutants of clauses that lack something; or those
        of mutants that are named."""
        if self.spoilt:
            return self.named
        clauses = {goal.of for goal in self.findings.goals if not goal.reading} | set(self.clauses)
        return [*self.family.readings.values(), *self.family.mutants(sorted(clauses))]

    @cached_property
    def named(self) -> list[Alternative]:
        """The rulebooks of the mutants that are named, as far as there are such."""
        every = every_mutant(self.family.rulebook)
        return [one for name in sorted(self.spoilt & every.keys()) for one in self.family.mutated(every[name])]

    def search(self, seeds: Iterable[int]) -> int:
        """Watch a playout for each seed, and add the cases that show what was missing; how many were added."""
        for seed in seeds:
            goals = self.findings.open_goals()
            others = [other for other in self.others if self.findings.wants(other, goals)]
            if not goals and not others:
                break
            self.played += 1
            self.play(seed, goals, others)
        return self._select_cases()

    def offer(self, goal: Goal, script: Script, mutant: Alternative, *, surely: bool = False) -> None:
        """Take what another search has found for a mutant; where it is surely a case, nothing else is looked for."""
        self.findings.take(Finding(goal, script, self.corpus.unplayed(), 0, mutant))
        if surely and mutant.name in self.findings.best:
            self.findings.met[mutant.name] = ENOUGH

    def play(self, seed: int, goals: AbstractSet[Goal], others: Sequence[Alternative]) -> None:
        """One playout, the same for the same seed, whatever is looked for."""
        rulebook = self.family.rulebook
        random = Random(f"{rulebook.name}:{sorted(rulebook.options.items())}:{seed}")
        positions = bool(self.openings) or (self.positions and random.random() >= DEALS)
        start = random_start(rulebook, random, RICH, positions, self.openings)
        if start is None or (start.dealt and decided_before(rulebook, start.table.cells)):
            return
        referee = Referee(rulebook, POSITION_LOOKS if positions else DEAL_LOOKS)
        played = Played(start, referee, [])
        first: dict[Goal, Sighting] = {}
        try:
            for turn in eager_turns(referee, start, random):
                for goal, act in self.shown(referee, turn):
                    if goal in goals:
                        first.setdefault(goal, Sighting(goal, len(played.turns), act))
                played.turns.append(turn)
        except RulesFault:
            # On a table that play never comes to the rules may break, and nothing is learnt; after a deal they must not.
            if start.dealt:
                raise
            return
        seen = [*first.values(), *AlternativesObserver(played, others, seed).sightings()]
        # From a position few acts follow, and little else can be shown on the way.
        ends = self._ends(played) if start.dealt and seen and not self.company else []
        for one in seen:
            script = played.script(one.turns, one.act, one.match)
            besides = sum(end <= one.turns for end in ends) + self._refused(script)
            self.findings.take(Finding(one.goal, script, seed, besides, one.mutant))

    def shown(self, referee: Referee, turn: Turn) -> Iterator[tuple[Goal, Act]]:
        """What a turn shows of clauses."""
        return goals_shown(self.family, referee, turn)

    def _ends(self, played: Played) -> list[int]:
        """For each other reading that answers a playout differently the request at which it does: a case should show one thing."""
        # By the acts played alone: what is only proposed is no part of the script.
        with suppress(Unanswered):
            way = trace(self.family.referee, played.script(len(played.turns)).requests)
            return [at for other in self.family.readings.values() if (at := other.diverges_at(way)) is not None]
        return []

    def _refused(self, script: Script) -> int:
        """In a company, how many requests there are from the first one on that the default readings answer differently."""
        if self.family.default is None:
            return 0
        # An implementation that reads by default leaves the script there, so the rest says nothing of it (decision 0011).
        with suppress(Unanswered):
            at = first_divergence(self.family.default.rulebook, trace(self.family.referee, script.requests))
            return 0 if at is None else len(script.requests) - at.number
        return 0

    def _select_cases(self) -> int:
        """Add the best findings as cases, a greedy set cover: one for each goal, then, the shortest first, those that kill mutants
        which none of the others kills; how many were added."""
        # Goals first: each wants a case of its own, and what mutants these kill besides needs no further one.
        ranked = sorted(self.findings.best.items(), key=lambda item: (item[1].mutant is not None, item[1].rank()[1:], item[0]))
        alive = {name: found.mutant for name, found in ranked if found.mutant is not None}
        added = 0
        for name, found in ranked:
            case = self._add(found) if found.mutant is None or name in alive else None
            if case is not None:
                added += 1
                played = trace(self.family.referee, case.requests)
                alive = {name: mutant for name, mutant in alive.items() if mutant.diverges_at(played) is None}
        return added

    def _add(self, found: Finding) -> Case | None:
        """A finding as a case, with no act or card that it can do without; none where it begins with a position that no game was
        found to come to."""
        # Only the chosen ones: to make a script shorter is to replay it again and again (decision 0004).
        acts = self.family.rulebook.acts.items()
        melds = {(name, field.spelt) for name, act in acts for field in act.fields if field.type == "meld"}
        told = "" if found.mutant is None else found.mutant.told
        if found.script.witness:
            # Of the game of a case nothing can be spared.
            return self.corpus.cases.get(self.corpus.add(found.goal, self.options, found.seed, found.script, told))
        script = least(found.script, partial(found.holds, self.family), melds)
        # A position that no game is known to come to is no case.
        led = come_about(self.corpus, Planned("", found.goal, self.options, found.seed, told), script)
        return None if led is None else self.corpus.cases.get(self.corpus.add(found.goal, self.options, found.seed, led, told))
