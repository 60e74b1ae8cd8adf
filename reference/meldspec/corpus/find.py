"""Playing at random in search of cases: every game is compared with what spoilt lines and other readings would make of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from meldspec.book.core import Call, Core, Op, Tag, children
from meldspec.book.sheet import Sheet
from meldspec.corpus.case import Goal, Script
from meldspec.corpus.expect import expectations, first_difference
from meldspec.corpus.kinship import Anatomy, Kinship
from meldspec.corpus.mutants import mutants
from meldspec.corpus.observe import begin_from_request, deal_request, observation
from meldspec.corpus.probe import probes
from meldspec.corpus.recipe import numbers_in, random_recipe, stacked
from meldspec.corpus.relevance import Relevance
from meldspec.corpus.wander import choose, random_style
from meldspec.engine.acts import Act, action_from_act
from meldspec.engine.deal import begin
from meldspec.engine.layout import SCORES
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.engine.runtime import EngineDefect
from meldspec.engine.selection import Selection, select
from meldspec.engine.step import Table, Verdict, judged, step

ACTS = 50
"""How many acts a game of the search has at most."""


@dataclass
class Arena:
    """A rulebook with all that it is compared with: one rulebook for every other reading, one for every spoilt line."""

    rulebook: Rulebook
    readings: dict[tuple[str, str], Rulebook]
    kin: dict[tuple[str, str], Kinship]
    relevance: Relevance
    spoilt: list[tuple[Tag, Rulebook]] = field(default_factory=list)
    numbers: tuple[int, ...] = ()


def make_arena(sheet: Sheet, options: dict[str, int], clauses: set[str]) -> Arena:
    """The arena of a book under some options, default readings in force; lines are spoilt of those clauses only."""
    rulebook = make_rulebook(sheet, options)
    readings = {}
    for name, question in sheet.book.questions().items():
        for reading in question.readings:
            if reading.name != rulebook.readings[name]:
                readings[name, reading.name] = make_rulebook(sheet, options, {name: reading.name})
    first = Anatomy(rulebook)
    kin = {key: Kinship(first, Anatomy(other)) for key, other in readings.items()}
    arena = Arena(rulebook, readings, kin, Relevance(rulebook), numbers=telling_totals(sheet))
    arena.spoilt = list(_spoilt(rulebook.selection, clauses))
    return arena


def telling_totals(sheet: Sheet) -> tuple[int, ...]:
    """Numbers at which a total may change something: those in terms that speak of totals, and in what befalls after a deal."""
    bodies: dict[str, list[Core]] = {}
    for line in sheet.terms:
        bodies.setdefault(line.name, []).append(line.body)
    found = numbers_in(tuple(line for line in sheet.terms if _of_totals(line.body, bodies)))
    found |= numbers_in(tuple(sheet.events.get("judging", ())))
    return tuple(sorted(n for n in found if n > 2))


def _of_totals(core: Core, bodies: dict[str, list[Core]]) -> bool:
    """Whether an expression speaks of the totals, by itself or through terms."""
    if isinstance(core, Op) and core.op == "total":
        return True
    inner = bodies.get(core.name, []) if isinstance(core, Call) else []
    return any(_of_totals(part, bodies) for part in (*children(core), *inner))


BUDGET = 3_000
"""How many acts the look-ahead of another rulebook may try in one game of the search: where it is not enough, the game tells
nothing of that rulebook."""


def _spoilt(selection: Selection, clauses: set[str]) -> Iterator[tuple[Tag, Rulebook]]:
    """A rulebook for each mutant that can be made at all."""
    for mutant in mutants(selection):
        if mutant.tag.clause not in clauses:
            continue
        try:
            yield mutant.tag, Rulebook(select(mutant.sheet, selection.options, selection.readings))
        except (ValueError, KeyError, AssertionError, EngineDefect):
            continue


Found = Callable[[Goal, Script, int], None]
"""Told of a goal, a script that reaches it, and how many other readings have parted from the default on the way."""


def explore(arena: Arena, seed: int, found: Found, wanted: Callable[[Goal], bool]) -> None:
    """Play one game and report every script that reaches a wanted goal. The same seed finds the same."""
    rulebook = arena.rulebook
    for other in (rulebook, *arena.readings.values(), *(spoilt for _, spoilt in arena.spoilt)):
        other.search.forget()
    random = Random(f"{rulebook.name}:{sorted(rulebook.options.items())}:{seed}")
    recipe = random_recipe(rulebook, random, arena.numbers)
    dealer = random.randrange(rulebook.layout.seats)
    dealt = stacked(rulebook, random, recipe, dealer)
    deal_number = random.choice((1, 1, 2, 3))
    request = deal_request(rulebook, dealt, dealer=dealer, deal_number=deal_number, totals=recipe.totals)
    game = Game(arena, request, found, wanted, random)
    game.play(begin(rulebook, dealt, dealer, deal_number, recipe.totals))


class Game:
    """One game of the search: the requests so far and the tables under every reading that has not parted yet."""

    def __init__(self, arena: Arena, deal: dict[str, Any], found: Found, wanted: Callable[[Goal], bool], random: Random) -> None:
        self.arena, self.found, self.wanted, self.random = arena, found, wanted, random
        self.requests: list[dict[str, Any]] = [deal]
        self.parted: list[int] = []

    def script(self, *more: dict[str, Any]) -> Script:
        """The requests so far, and some more."""
        return Script((*self.requests, *more))

    def report(self, purpose: str, of: str, script: Script, reading: str = "") -> None:
        """Report a script for a goal, where the goal is wanted."""
        goal = Goal(purpose, of, reading)
        if self.wanted(goal):
            self.found(goal, script, self.parted[min(len(script.requests), len(self.parted)) - 1])

    def play(self, table: Table) -> None:
        """Play the game to its end, or for so many acts, trying other acts on the way."""
        rulebook = self.arena.rulebook
        styles = [random_style(rulebook, self.random) for _ in range(rulebook.layout.seats)]
        others = self.begin_others()
        for number in range(ACTS):
            if table.over():
                break
            self.probe(table, others)
            chosen = choose(rulebook, table.cells, self.random, styles[number % len(styles)])
            if chosen is None:
                break
            table = self.act(table, chosen[0], others)
        self.compare_spoilt()
        if table.over():
            self.other_totals(table)

    def begin_others(self) -> dict[tuple[str, str], Table]:
        """The tables at the start under every other reading; those that differ at once are reported."""
        expect = expectations(self.arena.rulebook, self.requests)
        others: dict[tuple[str, str], Table] = {}
        self.parted = [0]
        for key, rulebook in self.arena.readings.items():
            table = begin_from_request(rulebook, self.requests[0])
            if observation(rulebook, table) == expect[0]["observation"]:
                others[key] = table
            else:
                self.report("reading", key[0], self.script(), key[1])
        self.parted = [len(self.arena.readings) - len(others)]
        return others

    def request(self, act: Act) -> dict[str, Any]:
        """An act as a request."""
        return {"cmd": "act", "seat": act.seat, "action": action_from_act(self.arena.rulebook, act)}

    def act(self, table: Table, act: Act, others: dict[tuple[str, str], Table]) -> Table:
        """Carry out a legal act, everywhere."""
        rulebook = self.arena.rulebook
        verdict, after = step(rulebook, table, act)
        self.note(table, act, verdict)
        self.requests.append(self.request(act))
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

    def probe(self, table: Table, others: dict[tuple[str, str], Table]) -> None:
        """Propose acts that may be refused, here and under every other reading."""
        rulebook = self.arena.rulebook
        for act in probes(rulebook, table.cells, self.random):
            verdict = judged(rulebook, table.cells, act)
            self.note(table, act, verdict)
            for key, other in others.items():
                kin = self.arena.kin[key]
                if (kin.same_table and act.name not in kin.judges_otherwise) or not self.wanted(Goal("reading", *key)):
                    continue
                if self.judged_by(key, other, act) == (not verdict.legal):
                    self.report("reading", key[0], self.script(self.request(act)), key[1])

    def judged_by(self, key: tuple[str, str], table: Table, act: Act) -> bool | None:
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
        script = self.script(self.request(act))
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
        spoilt = [(tag, book) for tag, book in self.arena.spoilt if self.wanted(Goal("effect", tag.clause))]
        if not spoilt:
            return
        expect = expectations(self.arena.rulebook, self.requests)
        for tag, rulebook in spoilt:
            at = difference(rulebook, self.requests, expect)
            if at is not None:
                self.report("effect", tag.clause, Script(tuple(self.requests[: at + 1])))

    def other_totals(self, table: Table) -> None:
        """The same game with totals that bring a side just to, or a step beside, a number of the rules."""
        scores = table.cells[SCORES]
        sides = len(scores)
        beside = [(0,) * sides, (0, *(-50,) * (sides - 1)), (-50,) * sides, (5, *(0,) * (sides - 1))]
        for number in (*self.arena.numbers[-1:], *self.random.sample(self.arena.numbers, min(1, len(self.arena.numbers)))):
            totals = [number + o - s for o, s in zip(self.random.choice(beside), scores, strict=True)]
            deal = {**self.requests[0], "match": {**self.requests[0]["match"], "totals": totals}}
            self.compare_all([deal, *self.requests[1:]])

    def compare_all(self, requests: list[dict[str, Any]]) -> None:
        """Compare a finished game under every other reading and spoilt line that is still wanted."""
        rulebook = self.arena.rulebook
        expect = expectations(rulebook, requests)
        if any(e.get("verdict") == "illegal" for e in expect):
            return
        for (question, reading), other in self.arena.readings.items():
            if self.wanted(Goal("reading", question, reading)) and (at := difference(other, requests, expect)) is not None:
                self.report("reading", question, Script(tuple(requests[: at + 1])), reading)
        for tag, other in self.arena.spoilt:
            if self.wanted(Goal("effect", tag.clause)) and (at := difference(other, requests, expect)) is not None:
                self.report("effect", tag.clause, Script(tuple(requests[: at + 1])))


def refusers(rulebook: Rulebook, act: Act, verdict: Verdict) -> set[str]:
    """The clause that alone refuses an act; where no permission stands and nothing else refuses, each that might have permitted."""
    clauses = {tag.clause for tag in verdict.lines}
    permissions = {line.tag for line in rulebook.judges[act.name] if line.mode == "allow"}
    return clauses if len(clauses) == 1 or permissions.issuperset(verdict.lines) else set()


def difference(rulebook: Rulebook, requests: Sequence[Mapping[str, Any]], expect: list[dict[str, Any]]) -> int | None:
    """The first request that a rulebook answers otherwise; none where it agrees, or where it breaks or looks ahead too far."""
    rulebook.search.budget = BUDGET
    try:
        found = first_difference(rulebook, requests, expect)
    except (EngineDefect, ValueError, TypeError, IndexError, KeyError, RecursionError):
        return None
    finally:
        rulebook.search.budget = None
    return None if found is None else found[0]
