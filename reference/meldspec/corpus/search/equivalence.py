"""A search for an act that tells mutants from the rules they were made of: where so many acts do not, they count as equivalent.

Half of the playouts begin beside the tables at which the cases about the clause decide, and the search climbs from there to tables
at which fewer and fewer other lines decide alike: where the altered line decides alone, whatever it does otherwise is seen.
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
from meldspec.corpus.family import Alternative, Options
from meldspec.corpus.mutation.footprint import Difference, UntaggedFootprint
from meldspec.corpus.mutation.operators import Mutant
from meldspec.corpus.mutation.score import options_of, usual_choices
from meldspec.corpus.plan import Company, Goal, Script
from meldspec.corpus.search.campaign import DEAL_LOOKS, POSITION_LOOKS, RICH, Thought, eager_turns
from meldspec.corpus.search.infection import Infection
from meldspec.corpus.search.initial_states import Opening, Start, random_start
from meldspec.corpus.search.matches import decided_before
from meldspec.corpus.search.neighbours import akin, neighbour, tables_of
from meldspec.corpus.search.observers import AlternativesObserver, Played, Sighting
from meldspec.corpus.search.playout import Turn
from meldspec.corpus.search.random_player import acts_near_worth
from meldspec.corpus.search.scale import scale_of
from meldspec.engine.never import unreached
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.position.request import NoPosition, table_from_position
from meldspec.protocol.messages import DealRequest, PositionRequest
from meldspec.table.faults import RulesFault
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
DRAWS = 20
"""So many neighbours are tried until one is a position of the rules."""
NOT_THERE = 99
"""How far a table is on which the line decides nothing."""
LEAST = 4
"""So many acts at least a playout is to put to a mutant, on the average; where it is fewer the search is given up."""
PLAYOUTS = 40
"""Where so many playouts on end put no act to a mutant, no further one is asked for."""


@dataclass
class Looked:
    """How far a mutant was looked at: so many acts were put to it and to the rules it is held against, in so many playouts, of one
    that alters a term only those at tables at which that comes to something else, where it ever does; so often its line decided,
    alone or with others, or left something on the table that nobody sees otherwise, or came to something else; and what a case
    would show that is made of the first game which they answer differently, with that game."""

    acts: int = 0
    playouts: int = 0
    decides: int = 0
    apart: tuple[Goal, Script] | None = None

    def note(self, acts: int, infected: int | None, tables: int) -> None:
        """Note acts of a playout with so many tables; of an altered term those at which it comes to something else, once there was
        one: before, all of them tell that it never does."""
        if infected is None:
            self.acts += acts
            return
        if infected and not self.decides:
            self.acts = 0
        self.decides += infected
        self.acts += acts * infected // max(tables, 1) if self.decides else acts


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

    def note(self, opening: Opening, turns: Sequence[Turn], infected: bool) -> None:
        """Keep a table where it is as near as those that are kept; `infected` tells whether a term is otherwise there."""
        far = 0 if infected else min((self.distance(turn) for turn in turns[:1]), default=NOT_THERE)
        if far <= max((one for one, _ in self.tables), default=NOT_THERE):
            self.tables.append((far, opening))
        if len(self.tables) > KEPT:
            # Of those that are as far the oldest goes.
            self.tables.remove(max(self.tables, key=lambda one: one[0]))

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
        usual = (tuple(sorted(options.items())) for options in usual_choices(self.corpus.sheet))
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

    def search(self, acts: int) -> None:
        """Play until every mutant was looked at in so many acts, or is told apart, or no act comes upon it."""
        other = f":{self.seed}" if self.seed else ""
        for seed in range(acts // LEAST) if self.choices else ():
            random = Random(f"{self.mutants[0]}:{seed}{other}")
            options = self._drawn(random)
            wanted = [one for one in self.others(options) if self._wanted(self.looked[one.name], acts)]
            if wanted:
                self._play(options, wanted, seed, random)
            elif not any(self._wanted(one, acts) for one in self.looked.values()):
                return

    @staticmethod
    def _wanted(one: Looked, acts: int) -> bool:
        return one.apart is None and one.acts < acts and (one.acts > 0 or one.playouts < PLAYOUTS)

    def _play(self, options: Options, others: Sequence[Alternative], seed: int, random: Random) -> None:
        rulebook = self.base(options)
        beside = random.random() < BESIDE
        start = self._beside(rulebook, options, random) if beside else self._anywhere(rulebook, random)
        if start is None:
            return
        played = Played(start, Referee(rulebook, DEAL_LOOKS if start.dealt else POSITION_LOOKS), [])
        terms = self._infections(options, rulebook, others)
        further = self._further(played.referee, list(terms.values()), random)
        try:
            played.turns.extend(eager_turns(played.referee, start, random, further))
        except RulesFault:
            # On a table that no game comes to the rules may break, and nothing is learnt.
            return
        tables = [turn.table.cells for turn in played.turns]
        infected = {name: sum(map(one.at, tables)) for name, one in terms.items() if one.known}
        otherwise = any(infected.values())
        if isinstance(start.request, PositionRequest) and (beside or otherwise):
            self._climb(options).note((start.request, start.act), played.turns, otherwise)
        for name, number in self._decided(others, played.turns):
            self.looked[name].decides += number
        observer = Counting(played, others, seed)
        seen = {one.mutant.name: one for one in observer.sightings() if one.mutant}
        for other in others:
            looked = self.looked[other.name]
            looked.note(observer.acts[other.rulebook], infected.get(other.name), len(tables))
            looked.decides += observer.departs[other.rulebook]
            looked.playouts += 1
            if other.name in seen:
                one = seen[other.name]
                script = played.script(one.turns, one.act, one.match)
                with suppress(Unanswered, NoPosition):
                    if other.diverges_at(trace(Referee(rulebook), script.requests)) is not None:
                        looked.apart = one.goal, script

    def _further(self, referee: Referee, infections: Sequence[Infection], random: Random) -> Thought:
        """What is tried besides at every table: cards worth about as much as a number that players do not think of, first of all
        one that the altered term comes to."""
        worths = scale_of(referee.rulebook).worths

        def further(cells: Cells) -> Iterator[Act]:
            own = sorted({number for one in infections for number in one.numbers(cells)})
            yield from acts_near_worth(referee, cells, own or worths, random)

        return further

    def _infections(self, options: Options, true: Rulebook, others: Sequence[Alternative]) -> dict[str, Infection]:
        """Where the term that each mutant alters comes to something else, by their names; nothing where they alter no term."""
        line = self.mutants[0].tag.line
        name = next((one.name for one in true.sheet.terms if one.tag.line == line), None)
        if name is None:
            return {}
        for other in others:
            if (options, other.name) not in self._altered:
                self._altered[options, other.name] = Infection(true, other.rulebook, name)
        return {other.name: self._altered[options, other.name] for other in others}

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
            if start is not None and not (decided_before if dealt else _impossible)(rulebook, start.table.cells):
                return start
        return None

    def _climb(self, options: Options) -> Climb:
        """The tables that the search goes on from under some options."""
        if options not in self._climbs:
            tag = self.mutants[0].tag
            openings = tables_of(self.corpus, options, self.about)
            self._climbs[options] = Climb(tag, [(NOT_THERE, one) for one in openings])
        return self._climbs[options]

    def _beside(self, rulebook: Rulebook, options: Options, random: Random) -> Start | None:
        """A position beside one of those that are kept; none where none was met that the rules know."""
        tables = self._climb(options).tables
        for _ in range(DRAWS if tables else 0):
            request, act = random.choice(tables)[1]
            request = neighbour(rulebook, request, random)
            try:
                table = table_from_position(rulebook, request)
                if not table.over() and not _impossible(rulebook, table.cells):
                    return Start(request, table, act)
            except (NoPosition, RulesFault, Unanswered):
                continue
        return None


def _impossible(rulebook: Rulebook, cells: Cells) -> bool:
    """Whether the rules say that no game comes to a table, or that the match was over before the deal."""
    return decided_before(rulebook, cells) or any(unreached(rulebook, cells))
