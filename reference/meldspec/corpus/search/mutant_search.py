"""Playing games made for the purpose against rulebooks that no case tells from the true one yet: near misses are tried at every
turn, and each is judged by all of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import process_time

from meldspec.corpus.case import Goal, Script
from meldspec.corpus.divergence import BREAKS, BUDGET, GAME_BUDGET, GAME_SECONDS, told_at, trace
from meldspec.corpus.family import Arena
from meldspec.corpus.mutation.footprint import Difference
from meldspec.corpus.search.candidate_acts import odd_melds, trials
from meldspec.corpus.search.initial_states import some_deal, with_totals
from meldspec.corpus.search.random_player import choose, random_style
from meldspec.engine.lookahead.search import OutOfBudget
from meldspec.engine.play import legal
from meldspec.engine.rulebook import Rulebook
from meldspec.protocol.actions import act_request
from meldspec.protocol.messages import ActRequest, CaseRequest, DealRequest, Illegal
from meldspec.protocol.observe import begin_from_request, observation
from meldspec.table.act import Act
from meldspec.table.faults import EngineDefect
from meldspec.table.layout import SCORES
from meldspec.table.table import Cells, Table

ACTS = 40
"""How many acts a game of the hunt has at most."""
RICH = 0.8
"""How many of the games are dealt hands that are soon melded."""
OFTEN = 0.35
"""How many of the acts that are tried are put to a quarry with a table of its own: more games find more than more acts do."""


@dataclass(frozen=True)
class Quarry:
    """A rulebook that some case should tell from the true one: of a spoilt line, or of another reading."""

    name: str
    goal: Goal | None
    rulebook: Rulebook
    kin: Difference

    @property
    def about(self) -> frozenset[str]:
        """The clause and the question that it is of."""
        return frozenset((self.goal.of if self.goal else self.name.split(":")[0],))


Found = Callable[[Quarry, Script], None]
"""Told of a script whose last request a quarry answers otherwise."""


class Hunt:
    """One game: the requests so far, and the table of every quarry that keeps another table than the true rules do."""

    def __init__(self, arena: Arena, quarries: list[Quarry], found: Found, random: Random) -> None:
        self.arena, self.found, self.random = arena, found, random
        self.near = [q for q in quarries if q.kin.same_table]
        self.apart: dict[str, tuple[Quarry, Table]] = {}
        self.far = [q for q in quarries if not q.kin.same_table]
        self.caught: set[str] = set()
        self.requests: list[CaseRequest] = []
        self.end = process_time() + GAME_SECONDS

    def catch(self, quarry: Quarry, *more: ActRequest) -> None:
        """Report a quarry, once in a game."""
        self.apart.pop(quarry.name, None)
        if quarry.name not in self.caught:
            self.caught.add(quarry.name)
            self.found(quarry, Script((*self.requests, *more)))

    def begin(self, deal: DealRequest) -> None:
        """Begin a deal everywhere."""
        self.deal, self.requests = deal, [deal]
        seen = observation(self.arena.rulebook, begin_from_request(self.arena.rulebook, deal))
        for quarry in self.far:
            try:
                table = begin_from_request(quarry.rulebook, deal)
                same = observation(quarry.rulebook, table) == seen
            except BREAKS:
                same = False
            if same:
                self.apart[quarry.name] = (quarry, table)
            else:
                self.catch(quarry)

    def play(self, table: Table) -> None:
        """Play the game to its end, or for so many acts, trying acts on the way."""
        rulebook = self.arena.rulebook
        styles = [random_style(rulebook, self.random) for _ in range(rulebook.layout.seats)]
        for number in range(ACTS):
            if table.over() or process_time() > self.end:
                break
            for act in dict.fromkeys(trials(rulebook, table.cells, self.random)):
                self.try_act(table.cells, act)
            for quarry, mine in list(self.apart.values()):
                if not quarry.kin.same_kinds:
                    for act in odd_melds(rulebook, quarry.rulebook, table.cells, self.random):
                        self.compare(quarry, mine.cells, act, legal(rulebook, table.cells, act) is not None)
            chosen = choose(rulebook, table.cells, self.random, styles[number % len(styles)])
            if chosen is None:
                break
            table = self.go_on(chosen[0], Table(chosen[1]))
        if table.over() and process_time() < self.end:
            self.other_totals(table)

    def try_act(self, cells: Cells, act: Act) -> None:
        """Propose an act to all, while there is time."""
        if process_time() > self.end:
            return
        mine = legal(self.arena.rulebook, cells, act) is not None
        for quarry in self.near:
            if act.name in quarry.kin.judges_otherwise and quarry.name not in self.caught:
                self.compare(quarry, cells, act, mine)
        for quarry, table in list(self.apart.values()):
            if self.random.random() < OFTEN:
                self.compare(quarry, table.cells, act, mine)

    def compare(self, quarry: Quarry, cells: Cells, act: Act, mine: bool) -> None:
        """Report a quarry that judges an act otherwise, or cannot judge it."""
        quarry.rulebook.search.budget = BUDGET
        try:
            other: bool | None = legal(quarry.rulebook, cells, act) is not None
        except OutOfBudget:
            return
        except BREAKS:
            other = None
        finally:
            quarry.rulebook.search.budget = None
        if other is not mine:
            self.catch(quarry, act_request(self.arena.rulebook, act))

    def go_on(self, act: Act, after: Table) -> Table:
        """Carry out a legal act everywhere."""
        seen = observation(self.arena.rulebook, after)
        request = act_request(self.arena.rulebook, act)
        for quarry, table in list(self.apart.values()):
            quarry.rulebook.search.budget = BUDGET
            try:
                cells = legal(quarry.rulebook, table.cells, act)
                same = cells is not None and observation(quarry.rulebook, Table(cells)) == seen
            except OutOfBudget:
                del self.apart[quarry.name]
                continue
            except BREAKS:
                cells, same = None, False
            finally:
                quarry.rulebook.search.budget = None
            if same and cells is not None:
                self.apart[quarry.name] = (quarry, Table(cells))
            else:
                self.catch(quarry, request)
        self.requests.append(request)
        return after

    def other_totals(self, table: Table) -> None:
        """The same game with totals that bring a side just to, or a step beside, a number of the rules."""
        scores = table.cells[SCORES]
        numbers = self.arena.numbers
        others = len(scores) - 1
        for number in numbers[-1:]:
            for first, rest in STEPS_BESIDE:
                totals = [number + more - score for more, score in zip((first, *(rest,) * others), scores, strict=True)]
                self.compare_whole([with_totals(self.deal, totals), *self.requests[1:]])

    def compare_whole(self, requests: list[CaseRequest]) -> None:
        """Hold a finished game against every quarry that is left."""
        left = [quarry for quarry in self.far if quarry.name not in self.caught]
        played = trace(self.arena.rulebook, requests) if left else None
        if played is None or any(isinstance(said, Illegal) for said in played.expect):
            return
        for quarry in left:
            at = told_at(quarry.rulebook, played)
            if at is not None:
                self.caught.add(quarry.name)
                self.found(quarry, Script(played.requests[: at + 1]))


STEP, FAR = 5, 50
"""How many points beside a number that decides a match a total is brought: just, and by far."""
STEPS_BESIDE = ((0, 0), (0, -FAR), (-STEP, -FAR), (FAR, 0))
"""How far beside such a number the first side's total is brought, and those of the others."""


def hunt(arena: Arena, quarries: list[Quarry], found: Found, seed: int) -> None:
    """Play one game against some quarries. The same seed and quarries find the same."""
    rulebook = arena.rulebook
    arena.forget()
    random = Random(f"{rulebook.name}:{sorted(rulebook.options.items())}:hunt:{seed}")
    deal, table = some_deal(rulebook, random, arena.numbers, RICH)
    game = Hunt(arena, quarries, found, random)
    rulebook.search.budget = GAME_BUDGET
    try:
        game.begin(deal)
        game.play(table)
    except EngineDefect:
        return
    finally:
        rulebook.search.budget = None
