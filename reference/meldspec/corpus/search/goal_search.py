"""Playing at random in search of cases: every game is compared with what spoilt lines and other readings would make of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from random import Random
from time import process_time

from meldspec.corpus.case import Goal, Script
from meldspec.corpus.divergence import BUDGET, GAME_BUDGET, GAME_SECONDS, SCENE_BUDGET, Trace, told_at, trace
from meldspec.corpus.expect import begun
from meldspec.corpus.family import Arena, Pair
from meldspec.corpus.search.initial_states import Opening, some_start, with_totals
from meldspec.corpus.search.near_misses import probes
from meldspec.corpus.search.random_player import choose, random_style
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.step import Verdict, judged, step
from meldspec.position.request import NoPosition
from meldspec.protocol.actions import act_request
from meldspec.protocol.messages import ActRequest, Beginning, CaseRequest, Illegal
from meldspec.protocol.observe import observation
from meldspec.table.act import Act
from meldspec.table.faults import EngineDefect
from meldspec.table.layout import SCORES
from meldspec.table.table import Table

ACTS = 50
"""How many acts a game of the search has at most."""

RICH = 0.5
"""How many of the games are dealt hands that are soon melded."""

Found = Callable[[Goal, Script, int], None]
"""Told of a goal, a script that reaches it, and how many other readings have parted from the default on the way."""


def explore(
    arena: Arena,
    seed: int,
    found: Found,
    wanted: AbstractSet[Goal],
    positions: bool = False,
    openings: Sequence[Opening] = (),
) -> None:
    """Play one game, from a deal, from a position or from one of some openings, and report every script that reaches a wanted
    goal. The same seed finds the same."""
    rulebook = arena.rulebook
    arena.forget()
    random = Random(f"{rulebook.name}:{sorted(rulebook.options.items())}:{seed}")
    opening = random.choice(openings) if openings else None
    start = opening.start(rulebook) if opening else some_start(rulebook, random, arena.numbers, RICH, positions)
    if start is None:
        return
    game = Game(arena, start[0], found, wanted, random)
    rulebook.search.budget = SCENE_BUDGET if positions else GAME_BUDGET
    try:
        game.play(start[1], opening)
    except EngineDefect:
        return
    finally:
        rulebook.search.budget = None


class Game:
    """One game of the search: the requests so far and the tables under every reading that has not parted yet."""

    def __init__(self, arena: Arena, deal: Beginning, found: Found, wanted: AbstractSet[Goal], random: Random) -> None:
        self.arena, self.found, self.wanted, self.random = arena, found, wanted, random
        self.spoilt = arena.spoilt(sorted({goal.of for goal in wanted if goal.purpose == "effect"}))
        self.deal = deal
        self.requests: list[CaseRequest] = [deal]
        self.parted: list[int] = []
        self.end = process_time() + GAME_SECONDS

    def script(self, *more: ActRequest) -> Script:
        """The requests so far, and some more."""
        return Script((*self.requests, *more))

    def report(self, purpose: str, of: str, script: Script, reading: str = "") -> None:
        """Report a script for a goal, where the goal is wanted."""
        goal = Goal(purpose, of, reading)
        if goal in self.wanted:
            self.found(goal, script, self.parted[min(len(script.requests), len(self.parted)) - 1])

    def play(self, table: Table, opening: Opening | None = None) -> None:
        """Play the game to its end, or for so many acts, trying others on the way; what an opening asks about is tried first."""
        rulebook = self.arena.rulebook
        styles = [random_style(rulebook, self.random) for _ in range(rulebook.layout.seats)]
        others = self.begin_others()
        for number in range(ACTS):
            if table.over() or process_time() > self.end:
                break
            first = opening if number == 0 else None
            self.probe(table, others, (first.act,) if first and first.act else ())
            asked = first.asked(rulebook, self.random, table.cells) if first else None
            chosen = asked or choose(rulebook, table.cells, self.random, styles[number % len(styles)])
            if chosen is None:
                break
            table = self.act(table, chosen[0], others)
        self.compare_spoilt()
        if table.over() and process_time() < self.end:
            self.other_totals(table)

    def begin_others(self) -> dict[Pair, Table]:
        """The tables at the start under every other reading; those that differ at once are reported."""
        if not any(goal.purpose == "reading" for goal in self.wanted):
            self.parted = [0]
            return {}
        seen = observation(self.arena.rulebook, begun(self.arena.rulebook, self.deal))
        others: dict[Pair, Table] = {}
        self.parted = [0]
        for key, rulebook in self.arena.readings.items():
            try:
                table = begun(rulebook, self.deal)
            except NoPosition:
                continue
            if observation(rulebook, table) == seen:
                others[key] = table
            else:
                self.report("reading", key[0], self.script(), key[1])
        self.parted = [len(self.arena.readings) - len(others)]
        return others

    def act(self, table: Table, act: Act, others: dict[Pair, Table]) -> Table:
        """Carry out a legal act, everywhere."""
        rulebook = self.arena.rulebook
        verdict, after = step(rulebook, table, act)
        self.note(table, act, verdict)
        self.requests.append(act_request(self.arena.rulebook, act))
        seen = observation(rulebook, after)
        for key in list(others):
            if self.arena.kin[key].same_table and act.name not in self.arena.kin[key].judges_otherwise:
                others[key] = after
                continue
            rulebook = self.arena.readings[key]
            rulebook.search.budget = BUDGET
            try:
                other, next_ = step(rulebook, others[key], act)
            except EngineDefect:
                del others[key]
                continue
            finally:
                rulebook.search.budget = None
            if not other.legal or observation(rulebook, next_) != seen:
                self.report("reading", key[0], self.script(), key[1])
                del others[key]
            else:
                others[key] = next_
        self.parted.append(len(self.arena.readings) - len(others))
        return after

    def probe(self, table: Table, others: dict[Pair, Table], first: Iterable[Act] = ()) -> None:
        """Propose acts that may be refused, here and under every other reading, some of them first."""
        rulebook = self.arena.rulebook
        for act in (*first, *probes(rulebook, table.cells, self.random)):
            if process_time() > self.end:
                return
            verdict = judged(rulebook, table.cells, act)
            self.note(table, act, verdict)
            for key, other in others.items():
                kin = self.arena.kin[key]
                if (kin.same_table and act.name not in kin.judges_otherwise) or Goal("reading", *key) not in self.wanted:
                    continue
                if self.judged_by(key, other, act) == (not verdict.legal):
                    self.report("reading", key[0], self.script(act_request(self.arena.rulebook, act)), key[1])

    def judged_by(self, key: Pair, table: Table, act: Act) -> bool | None:
        """Whether an act is legal under another reading; none where that takes too long to find out."""
        rulebook = self.arena.readings[key]
        rulebook.search.budget = BUDGET
        try:
            return judged(rulebook, table.cells, act).legal
        except EngineDefect:
            return None
        finally:
            rulebook.search.budget = None

    def note(self, table: Table, act: Act, verdict: Verdict) -> None:
        """Report the clauses that alone refuse or permit an act."""
        script = self.script(act_request(self.arena.rulebook, act))
        clauses = {tag.clause for tag in verdict.lines}
        if not verdict.legal:
            for clause in refusers(self.arena.rulebook, act, verdict):
                self.report("refuses", clause, script)
            return
        if len(verdict.lines) == 1:
            self.report("allows", clauses.pop(), script)
        for clause in sorted(self.arena.relevance.clauses(table.cells, act)):
            self.report("allows", clause, script)

    def compare_spoilt(self) -> None:
        """Replay the game under every spoilt line; where it goes another way, the line is seen at work."""
        if self.spoilt:
            self.compare_with_spoilt(trace(self.arena.rulebook, self.requests))

    def compare_with_spoilt(self, played: Trace) -> None:
        """Report every spoilt line under which a game goes another way."""
        for one in self.spoilt:
            if (at := told_at(one.rulebook, played, one.kin)) is not None:
                self.report("effect", one.clause, Script(played.requests[: at + 1]))

    def other_totals(self, table: Table) -> None:
        """The same game with totals that bring a side just to, or a step beside, a number of the rules."""
        scores = table.cells[SCORES]
        sides = len(scores)
        beside = [(0,) * sides, (0, *(-50,) * (sides - 1)), (-50,) * sides, (5, *(0,) * (sides - 1))]
        for number in (*self.arena.numbers[-1:], *self.random.sample(self.arena.numbers, min(1, len(self.arena.numbers)))):
            totals = [number + o - s for o, s in zip(self.random.choice(beside), scores, strict=True)]
            self.compare_all([with_totals(self.deal, totals), *self.requests[1:]])

    def compare_all(self, requests: list[CaseRequest]) -> None:
        """Compare a finished game under every other reading and spoilt line that is still wanted."""
        played = trace(self.arena.rulebook, requests)
        if any(isinstance(said, Illegal) for said in played.expect):
            return
        for (question, reading), other in self.arena.readings.items():
            if Goal("reading", question, reading) in self.wanted and (at := told_at(other, played)) is not None:
                self.report("reading", question, Script(played.requests[: at + 1]), reading)
        self.compare_with_spoilt(played)


def refusers(rulebook: Rulebook, act: Act, verdict: Verdict) -> set[str]:
    """The clause that alone refuses an act; where no permission stands and nothing else refuses, each that might have permitted."""
    clauses = {tag.clause for tag in verdict.lines}
    permissions = {line.tag for line in rulebook.acts[act.name].judges if line.mode == "allow"}
    return clauses if len(clauses) == 1 or permissions.issuperset(verdict.lines) else set()
