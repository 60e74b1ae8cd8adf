"""A search for an act that tells mutants from the rules they were made of: where so many acts do not, they count as equivalent.

First tables are hunted for at which the altered line comes to something else than the true one. Half of the playouts begin there or
beside the tables at which the cases about the clause decide, and the search climbs from these to tables at which fewer and fewer
other lines decide alike: where the altered line decides alone, whatever it does otherwise is seen.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from meldspec.book.core import Tag
from meldspec.corpus.corpus import Corpus
from meldspec.corpus.expect import trace
from meldspec.corpus.family import Alternative
from meldspec.corpus.mutation.footprint import Difference, UntaggedFootprint
from meldspec.corpus.mutation.operators import Mutant
from meldspec.corpus.mutation.score import options_of, usual_choices
from meldspec.corpus.plan import Company, Goal, Script
from meldspec.corpus.search.campaign import DEAL_LOOKS, POSITION_LOOKS, RICH, Thought, eager_turns
from meldspec.corpus.search.hunt import Hunt, begun_at, drop_farthest, impossible
from meldspec.corpus.search.infection import Infection
from meldspec.corpus.search.initial_states import Opening, Start, random_start
from meldspec.corpus.search.matches import decided_before
from meldspec.corpus.search.neighbours import akin, neighbour, tables_of
from meldspec.corpus.search.observers import AlternativesObserver, Played, Sighting
from meldspec.corpus.search.playout import Turn
from meldspec.corpus.search.random_player import acts_near_worth, acts_of_everybody
from meldspec.corpus.search.scale import scale_of
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.position.request import NoPosition
from meldspec.protocol.messages import DealRequest, PositionRequest
from meldspec.table.faults import RulesFault
from meldspec.table.selection import Options, in_order
from meldspec.table.table import Act, Cells, Table

BESIDE, DEALT = 0.5, 0.25
"""How often a playout begins beside what a case shows, and how often with a deal; the others begin with any position."""
SPREAD = 0.5
"""How often the hands of such a deal hold of one small set: what the setup does to red threes is seen only where they are dealt."""
DEFAULT, SHOWN = 0.5, 0.7
"""How often the options are the default ones; and how often, of the other times, such as cases about the clause are played under: a
rule about partners decides nothing as long as everybody plays alone."""
KEPT = 48
"""So many tables are kept to go on from."""
LET_PASS = 64
"""So many tables are drawn besides at which cases about other clauses put an act of the same sort."""
DRAWS = 20
"""So many neighbours are tried until one is a position of the rules."""
NOT_THERE = 99
"""How far a table is on which the line decides nothing."""
LEAST = 4
"""So many acts at least a playout is to put to a mutant, on the average; where it is fewer the search is given up."""
PLAYOUTS = 40
"""Where so many playouts on end put no act to a mutant, no further one is asked for."""
MOST_PLAYOUTS = 300
"""After so many no further one is asked for where it can be told what a line comes to, however few acts they have put to it."""
OFTEN = 100
"""Where a line came to something else so often, fewer acts are enough: of some sorts nobody can try many."""
MORE_PLAYOUTS = 3000
"""Where it came to something else, but not so often, further ones are asked for up to so many."""
TABLES = 300
"""So many tables are looked at for one at which an altered line comes to something else."""
VERY = 0.5
"""How often such a table itself is begun with, and not one beside it."""


@dataclass
class Looked:
    """How far a mutant was looked at: so many acts were put to it and to the rules it is held against, in so many playouts, only
    those counting that follow where its line came to something else, once it ever did; so often it came to something else, or left
    something on the table that nobody sees otherwise; at so many tables it was looked whether it does; so often its line decided,
    alone or with others; and what a case would show that is made of the first game which they answer differently, with that game.

    `known` tells whether it can be told of that line what it comes to."""

    acts: int = 0
    playouts: int = 0
    otherwise: int = 0
    tables: int = 0
    decides: int = 0
    known: bool = False
    apart: tuple[Goal, Script] | None = None

    def note(self, acts: int, times: Sequence[int], departs: int) -> None:
        """Note acts of a playout in each turn of which the line came to something else so many times, and after so many of whose
        acts the table was otherwise with nobody seeing it."""
        self.playouts += 1
        self.tables += len(times)
        otherwise = sum(times) + departs
        if otherwise and not self.otherwise:
            # Before that all acts told no more than that it never does.
            self.acts = 0
        self.otherwise += otherwise
        if departs or not self.otherwise:
            self.acts += acts
        elif otherwise:
            first = next(number for number, one in enumerate(times) if one)
            self.acts += acts * (len(times) - first) // len(times)


class Counting(AlternativesObserver):
    """Counts the acts that are put to each other rulebook, and the ends of deals."""

    def __init__(self, played: Played, others: Sequence[Alternative], seed: int) -> None:
        super().__init__(played, others, seed)
        self.acts: Counter[Rulebook] = Counter()
        self.departs: Counter[Rulebook] = Counter()
        self.true = {turn.table.cells for turn in self.turns}

    def _begun(self, other: Alternative, request: DealRequest) -> Table | None:
        table = super()._begun(other, request)
        self.departs[other.rulebook] += table is not None and table.cells != self.start.table.cells
        return table

    def _after(self, rules: Referee, cells: Cells, act: Act, asked: bool = True) -> Cells | None:
        self.acts[rules.rulebook] += 1
        # What only another rulebook remembers may be otherwise, and nobody see it.
        self.departs[rules.rulebook] += cells not in self.true
        return super()._after(rules, cells, act, asked)

    def _other_totals(self, other: Alternative) -> Sighting | None:
        over = self.turns and self.turns[-1].after.over()
        self.acts[other.rulebook] += bool(over) and not other.difference.same_scores
        return super()._other_totals(other)


@dataclass
class Climb:
    """The tables from which neighbours are drawn, each with how many lines decide at once where the line in question does."""

    tag: Tag
    tables: list[tuple[int, Opening]]
    otherwise: list[Opening] = field(default_factory=list)
    """Tables at which an altered line comes to something else."""

    def note(self, opening: Opening, turns: Sequence[Turn], infected: bool) -> None:
        """Keep a table where it is as near as those that are kept; `infected` tells whether a line is otherwise there."""
        far = 0 if infected else min((self.distance(turn) for turn in turns[:1]), default=NOT_THERE)
        if far <= max((one for one, _ in self.tables), default=NOT_THERE):
            self.tables.append((far, opening))
        drop_farthest(self.tables, KEPT)

    def distance(self, turn: Turn) -> int:
        """How many lines decide where the line does, of all that is proposed."""
        verdicts = [one.verdict for one in turn.proposals if one.verdict is not None]
        decided = [verdict for verdict in verdicts if any(tag.line == self.tag.line for tag in verdict.lines)]
        return min((1 if verdict.legal else len(verdict.lines) for verdict in decided), default=NOT_THERE)


Group = tuple[tuple[str, ...], Company]
"""The names of mutants of one line that are held against the same rules, and the readings of these."""


def groups(mutants: Iterable[tuple[Mutant, Mapping[str, str]]]) -> list[Group]:
    """The mutants of a line that are held against the same rules: each mutant with the readings of these."""
    found: dict[tuple[str, Company], list[str]] = {}
    for mutant, readings in mutants:
        found.setdefault((mutant.tag.line, tuple(sorted(readings.items()))), []).append(str(mutant))
    return [(tuple(names), readings) for (_, readings), names in found.items()]


def searches(
    corpus: Corpus, mutants: Iterable[tuple[Mutant, Mapping[str, str]]], under: Options = (), seed: int = 0, company: Company = ()
) -> Iterator["EquivalenceSearch"]:
    """A search for each group of some mutants; under some options alone, where they are named, of other games with another seed,
    and with some questions read otherwise on both sides."""
    every = list(mutants)
    named = {str(mutant): mutant for mutant, _ in every}
    for names, read in groups(every):
        yield EquivalenceSearch(corpus, [named[name] for name in names], dict(read), under, seed, company)


@dataclass
class EquivalenceSearch:
    """The mutants of one line, held against the rules of a book by default, or with some questions read otherwise (`readings`);
    with some questions read otherwise on both sides (`company`)."""

    corpus: Corpus
    mutants: Sequence[Mutant]
    readings: Mapping[str, str] = field(default_factory=dict)
    under: Options = ()
    seed: int = 0
    company: Company = ()
    looked: dict[str, Looked] = field(init=False)

    def __post_init__(self) -> None:
        self.looked = {str(mutant): Looked() for mutant in self.mutants}
        self._climbs: dict[Options, Climb] = {}
        self._others: dict[Options, list[Alternative]] = {}
        self._altered: dict[tuple[Options, str], Infection] = {}

    @cached_property
    def choices(self) -> list[Options]:
        """The options under which some mutant is not the rules over again, the default ones first where they are among them."""
        usual = (in_order(options) for options in usual_choices(self.corpus.sheet))
        every = [self.under] if self.under else usual
        return [options for options in every if self.others(options)]

    @cached_property
    def about(self) -> set[str]:
        """The clause of the line, and those akin to it."""
        tag = self.mutants[0].tag
        return {tag.clause, *akin(self.corpus.sheet, tag)}

    @cached_property
    def shown(self) -> list[Options]:
        """The options, other than the default ones, that cases about the clause or clauses akin to it have; where there are none
        such, all of them."""
        cases = (case for case in self.corpus.ordered() if self.about & set(case.about.clauses))
        played = [options for options in options_of(cases) if options != self.choices[0] and self.others(options)]
        return self.choices if self.under or not played else played

    def _drawn(self, random: Random) -> Options:
        """The options of a playout."""
        if random.random() < DEFAULT:
            return self.choices[0]
        return random.choice(self.shown if random.random() < SHOWN else self.choices)

    def others(self, options: Options) -> list[Alternative]:
        """The rulebooks of the mutants under some options, but for those that are the rules over again."""
        if options not in self._others:
            family = self.corpus.family(options, self.company)
            made = [one for mutant in self.mutants if (one := family.spoilt(mutant)) is not None]
            if self.readings:
                # The family knows how they differ from the default readings.
                base = UntaggedFootprint(self.base(options))
                made = [replace(one, difference=Difference(base, UntaggedFootprint(one.rulebook))) for one in made]
            self._others[options] = [one for one in made if not one.difference.nothing]
        return self._others[options]

    def base(self, options: Options) -> Rulebook:
        """The rules that the mutants are held against."""
        return make_rulebook(self.corpus.sheet, dict(options), {**dict(self.company), **self.readings})

    @property
    def _games(self) -> str:
        """What tells the games of one seed from those of another, as what a game is drawn from has it."""
        return f":{self.seed}" if self.seed else ""

    def hunt(self, tables: int) -> None:
        """Look at so many tables under some options for such at which each altered line comes to something else."""
        for options in dict.fromkeys([*self.choices[:1], *self.shown[:1]]):
            rulebook, climb = self.base(options), self._climb(options)
            for one in self.others(options):
                infection, looked = self._infection(options, rulebook, one), self.looked[one.name]
                begins = [opening for _, opening in climb.tables]
                hunt = Hunt(rulebook, infection, begins, Random(f"{one.name}:hunt{self._games}"))
                climb.otherwise.extend(hunt.found(tables))
                looked.tables += hunt.seen

    def search(self, acts: int, tables: int = TABLES) -> None:
        """Hunt, then play until every mutant was looked at in so many acts, or is told apart, or no act comes upon it."""
        self.hunt(tables)
        for seed in range(acts // LEAST) if self.choices else ():
            random = Random(f"{self.mutants[0]}:{seed}{self._games}")
            options = self._drawn(random)
            wanted = [one for one in self.others(options) if self._wanted(self.looked[one.name], acts)]
            if wanted:
                self._play(options, wanted, seed, random)
            elif not any(self._wanted(one, acts) for one in self.looked.values()):
                return

    @staticmethod
    def _wanted(one: Looked, acts: int) -> bool:
        most = MORE_PLAYOUTS if 0 < one.otherwise < OFTEN else MOST_PLAYOUTS
        if one.apart is not None or (one.known and one.playouts >= most):
            return False
        if one.known and not one.otherwise:
            # Where it never comes to something else no act tells anything; what counts is how many tables were looked at.
            return True
        return one.acts < acts and (one.acts > 0 or one.otherwise > 0 or one.playouts < PLAYOUTS)

    def _play(self, options: Options, others: Sequence[Alternative], seed: int, random: Random) -> None:
        rulebook = self.base(options)
        beside = random.random() < BESIDE
        start = self._beside(rulebook, options, random) if beside else self._anywhere(rulebook, random)
        if start is None:
            return
        played = Played(start, Referee(rulebook, DEAL_LOOKS if start.dealt else POSITION_LOOKS), [])
        infections = {one.name: self._infection(options, rulebook, one) for one in others}
        further = self._further(played.referee, list(infections.values()), random)
        try:
            played.turns.extend(eager_turns(played.referee, start, random, further))
        except RulesFault:
            # On a table that no game comes to the rules may break, and nothing is learnt.
            return
        times = {name: one.at(played.turns) if one.known else [] for name, one in infections.items()}
        otherwise = any(map(any, times.values()))
        if isinstance(start.request, PositionRequest) and (beside or otherwise):
            self._climb(options).note((start.request, start.act), played.turns, otherwise)
        for name, number in self._decided(others, played.turns):
            self.looked[name].decides += number
        self._hold(played, others, seed, times)

    def _hold(self, played: Played, others: Sequence[Alternative], seed: int, times: Mapping[str, Sequence[int]]) -> None:
        """Hold a playout against mutants, of each of which it is told how often its line came to something else in each turn."""
        observer = Counting(played, others, seed)
        seen = {one.mutant.name: one for one in observer.sightings() if one.mutant}
        for other in others:
            looked = self.looked[other.name]
            looked.note(observer.acts[other.rulebook], times[other.name], observer.departs[other.rulebook])
            if other.name in seen:
                one = seen[other.name]
                script = played.script(one.turns, one.act, one.match)
                with suppress(Unanswered, NoPosition):
                    if other.diverges_at(trace(Referee(played.referee.rulebook), script.requests)) is not None:
                        looked.apart = one.goal, script

    def _further(self, referee: Referee, infections: Sequence[Infection], random: Random) -> Thought:
        """What is tried besides at every table: acts of the sorts that the line is about, by anybody, and cards worth about as much
        as a number that players do not think of, first of all one that an altered term comes to."""
        worths = scale_of(referee.rulebook).worths
        judged = sorted({name for one in infections for name in one.judged})

        def further(cells: Cells) -> Iterator[Act]:
            yield from acts_of_everybody(referee, cells, judged, random)
            own = sorted({number for one in infections for number in one.numbers(cells)})
            yield from acts_near_worth(referee, cells, own or worths, random)

        return further

    def _infection(self, options: Options, true: Rulebook, other: Alternative) -> Infection:
        """Where the line that a mutant alters comes to something else."""
        key = options, other.name
        if key not in self._altered:
            self._altered[key] = Infection(true, other.rulebook, other.difference.altered)
        found = self._altered[key]
        self.looked[other.name].known = found.known
        return found

    def _decided(self, others: Sequence[Alternative], turns: Sequence[Turn]) -> Iterator[tuple[str, int]]:
        """How often the line decides what is proposed, of each mutant for the acts that this judges otherwise."""
        line, acts = self.mutants[0].tag.line, Counter[str]()
        for one in (one for turn in turns for one in turn.proposals if one.verdict is not None):
            assert one.verdict is not None
            acts[one.act.name] += any(tag.line == line for tag in one.verdict.lines)
        return ((other.name, sum(acts[act] for act in other.difference.judges_itself)) for other in others)

    def _anywhere(self, rulebook: Rulebook, random: Random) -> Start | None:
        dealt = random.random() < DEALT / (1 - BESIDE)
        start = random_start(rulebook, random, RICH, positions=not dealt, spread=SPREAD)
        with suppress(RulesFault, Unanswered):
            if start is not None and not (decided_before if dealt else impossible)(rulebook, start.table.cells):
                return start
        return None

    def _climb(self, options: Options) -> Climb:
        """The tables that the search goes on from under some options."""
        if options not in self._climbs:
            tag = self.mutants[0].tag
            openings = [*tables_of(self.corpus, options, self.about), *self._let_pass(options)]
            self._climbs[options] = Climb(tag, [(NOT_THERE, one) for one in openings])
        return self._climbs[options]

    def _let_pass(self, options: Options) -> list[Opening]:
        """Tables at which other clauses decide an act of a sort that the altered line is about: what it says otherwise shows where
        these let the act pass, and their cases know where that is."""
        rulebook = self.base(options)
        acts = {name for one in self.others(options) for name in self._infection(options, rulebook, one).judged}
        clauses = {line.tag.clause for line in rulebook.selection.chosen(rulebook.sheet.judges) if line.act in acts} - self.about
        openings = [one for one in tables_of(self.corpus, options, clauses) if one[1] is not None and one[1].name in acts]
        return Random(f"{self.mutants[0]}{self._games}").sample(openings, min(LET_PASS, len(openings)))

    def _beside(self, rulebook: Rulebook, options: Options, random: Random) -> Start | None:
        """A position beside one of those that are kept; none where none was met that the rules know."""
        climb = self._climb(options)
        for _ in range(DRAWS if climb.tables or climb.otherwise else 0):
            if climb.otherwise and random.random() < VERY:
                request, act = random.choice(climb.otherwise)
            else:
                request, act = random.choice([*(one for _, one in climb.tables), *climb.otherwise])
                request = neighbour(rulebook, request, random)
            if (start := begun_at(rulebook, (request, act))) is not None:
                return start
        return None
