"""The walk: when the cases are played it is played on at random, and each answer is held at once against the rules so read.

The same seed plays the same deals whatever the machine, for no clock is looked at. A departure on a line on which none was known is
made as short as it can be against the running implementation, and is then a case like any other.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from random import Random
from typing import Any

from meldspec.book.core import clause_of_line
from meldspec.corpus.expect import Step
from meldspec.corpus.plan import Script
from meldspec.corpus.search.initial_states import random_deal
from meldspec.corpus.search.playout import proposed
from meldspec.corpus.search.random_player import RandomPlayer, candidate_acts, eager_style
from meldspec.engine.referee import Referee
from meldspec.judge.booking import Booked, Booker, Sort
from meldspec.judge.excuses import Excuses
from meldspec.judge.judgement import Verdict, held
from meldspec.protocol.actions import act_request
from meldspec.protocol.case import WALK, About, Case
from meldspec.protocol.messages import sort_of
from meldspec.protocol.observe import deal_request
from meldspec.runner.live import LOOKS, NOT_ANSWERED, Departed, Game, Live, Name, Shows, names, shorten
from meldspec.runner.outcome import Broke, Kind
from meldspec.runner.play import Recording
from meldspec.runner.playing import Playing
from meldspec.runner.report import Walked
from meldspec.runner.walk_case import case_of
from meldspec.table.selection import in_order
from meldspec.table.table import Act, Table

ACTS = 250
"""How many acts a deal has at most."""
RICH = 0.7
"""How many of the deals have hands that are soon melded."""
PROBES = 0.6
"""How often something is tried, likely to be refused, instead of what a player would do."""
PASSED_OVER = 5
"""How many wrong refusals that are known may come in one deal before it is left."""


@dataclass(frozen=True)
class Plan:
    """How far it is walked, from which seed; `played` is called when a deal is done."""

    deals: int
    seed: int = 0
    played: Callable[[], None] = lambda: None


@dataclass
class Walk:
    """A walk while it goes on, under the readings that were learnt by then."""

    plan: Plan
    playing: Playing
    known: set[Name] = field(default_factory=set)
    broken: set[tuple[Kind, str]] = field(default_factory=set)
    """In which ways it broke, and over what."""
    decided: Counter[str] = field(default_factory=Counter)
    """How often each line has decided an act of the walk."""

    def __post_init__(self) -> None:
        self.walked = self.playing.report.walk = Walked(self.plan.seed)
        self._learn()
        judged = self.judgement.cases
        right = {clause for one in judged if one.verdict is Verdict.AGREES for clause in one.transcript.case.about.clauses}
        self.cases = [outcome.case for outcome in self.playing.report.outcomes]
        self.wanted = {clause for case in self.cases for clause in case.about.clauses} - right
        booker = Booker(self.live.rulebook_of)
        for one in judged:
            if one.verdict is Verdict.DEPARTS:
                self.known |= names(booker.booked(one))

    def play(self) -> None:
        """Walk as far as was planned, or as it goes."""
        options = self._options()
        for number in range(self.plan.deals if options else 0):
            if not self.playing.goes_on():
                break
            self._deal(number, options[number % len(options)])
            self.plan.played()
        self.playing.drop()

    def _learn(self) -> None:
        """Go by what all answers show by now."""
        self.judgement = self.playing.judgement()
        self.excuses = Excuses(self.playing.oracle, self.judgement.learnt, [one.transcript for one in self.judgement.cases])
        rulebook_of = self.playing.report.rules.rulebooks(self.judgement.learnt.assignment)
        assert rulebook_of is not None, "nobody walks without rules"
        self.live = Live(self.playing, rulebook_of)

    def _options(self) -> list[Mapping[str, Any]]:
        """The options that it is known to play, those of cases about clauses that were not reached first."""
        played = [case for case in self.cases if (one := self.playing.recordings.get(case.id)) is not None and one.answers]
        played.sort(key=lambda case: not self.wanted.intersection(case.about.clauses))
        return list({in_order(case.options): case.options for case in played}.values())

    # ── one deal ────────────────────────────────────────────────────────────────────────────────────────────

    def _deal(self, number: int, options: Mapping[str, Any]) -> None:
        random = Random(f"{self.playing.report.variant}:{sorted(options.items())}:{self.plan.seed}:{number}")
        rulebook = self.live.rulebook(options)
        game = Game(Referee(rulebook, LOOKS))
        try:
            # From deals alone: of a position drawn at random nobody knows whether play comes to it, and what is right there.
            dealt = deal_request(rulebook, *random_deal(rulebook, random, RICH))
            if self.live.put(game, dealt) is not None:
                self.walked.deals += 1
                self._turns(game, random)
        except NOT_ANSWERED:
            # What the rules cannot answer is nobody's fault, and the next deal is another one.
            return
        except Departed as departed:
            self._found(number, game, departed)
        except Broke as broke:
            self._broke(number, game, broke)

    def _turns(self, game: Game, random: Random) -> None:
        rulebook = game.referee.rulebook
        player = RandomPlayer(game.referee, random, [eager_style(rulebook, random) for _ in range(rulebook.layout.seats)])
        for _ in range(ACTS):
            table = game.table
            if table is None or table.over() or game.passed_over == PASSED_OVER:
                return
            act = self._to_try(game.referee, table, random) if random.random() < PROBES else None
            if act is None:
                chosen = player(table.cells)
                if chosen is None:
                    return
                act, _ = chosen
            try:
                self._count(self.live.put(game, act_request(rulebook, act)))
            except Departed as departed:
                # A wrong refusal that is known has changed nothing.
                if not names(booked := self.live.booked(game, departed)) & self.known or booked.sort is not Sort.REFUSED:
                    raise
                self.walked.known += 1
                game.pass_over()

    def _to_try(self, referee: Referee, table: Table, random: Random) -> Act | None:
        """Of some acts, most of them nearly legal, one that a single line decides of which little was seen; clauses that were not
        reached come first.

        What is known to be allowed wrongly is not tried again: it would end the deal.
        """
        ranked: list[tuple[bool, int, float, Act]] = []
        for one in proposed(referee, table, candidate_acts(referee, table.cells, random)):
            tags = one.verdict.lines if one.verdict is not None else ()
            if one.verdict is None or (not one.verdict.legal and any((Sort.ALLOWED, tag.line) in self.known for tag in tags)):
                continue
            # Where several clauses refuse, the others hide that one of them is forgotten.
            clauses = {tag.clause for tag in tags}
            rarest = min((self.decided[tag.line] for tag in tags), default=float("inf"))
            ranked.append((self.wanted.isdisjoint(clauses), max(len(clauses), 1), rarest, one.act))
        return min(ranked, key=lambda one: one[:3])[3] if ranked else None

    def _count(self, step: Step | None) -> None:
        if step is None:
            self.walked.unsupported += 1
        elif step.verdict is not None:
            self.walked.acts += 1
            self.walked.refused += not step.verdict.legal
            self.decided.update(step.lines)
            reached = {tag.clause for tag in step.verdict.lines} & self.wanted
            self.walked.reached = tuple(sorted(reached.union(self.walked.reached)))
            self.wanted -= reached

    # ── what is found ───────────────────────────────────────────────────────────────────────────────────────

    def _found(self, number: int, game: Game, departed: Departed) -> None:
        """Make a case of a departure, if it is none that is known."""
        booked = self.live.booked(game, departed)
        if names(booked) & self.known:
            self.walked.known += 1
            return
        self.known |= names(booked)
        script, shows = Script(tuple(game.requests)), Shows(self.live, booked)
        if shows(script):
            shorten(script, shows)
            assert shows.game is not None and shows.departed is not None
            shortest = self.live.booked(shows.game, shows.departed)
            self._add(number, shows.game, shortest)
            self.known |= names(shortest)
        elif not shows.broke and not game.passed_over:
            # After a wrong refusal that was left out it may well go another way; after anything else it may not.
            again = "when it was played again, it was answered as the rules have it"
            self._add(number, game, booked, ended=Kind.UNSTEADY, message=again)

    def _broke(self, number: int, game: Game, broke: Broke) -> None:
        """Tell once in which way it broke over what; it is started again as often as it may be."""
        session, last = self.playing.session, game.requests[-1]
        stderr = session.child.stderr_since(0) if session is not None else ""
        self.playing.break_off()
        over = broke.kind, sort_of(last)
        if over in self.broken:
            self.walked.known += 1
            return
        self.broken.add(over)
        self._add(number, game, None, ended=broke.kind, message=broke.message, stderr=stderr)

    def _new_id(self, number: int, clauses: Sequence[str]) -> str:
        """The id of what is found in a deal. What an earlier walk found from the same seed may be a case of this run, and after
        something was mended this is another game."""
        taken = {outcome.case.id for outcome in self.playing.report.outcomes}
        name = "/".join((self.playing.report.variant, *clauses, f"{WALK}{self.plan.seed}-{number}"))
        return next(one for one in chain((name,), (f"{name}-{again}" for again in count(2))) if one not in taken)

    def _add(self, number: int, game: Game, booked: Booked | None, **ended: Any) -> None:
        """Record what was found as a case; where that leaves it open what is right, what it shows of the readings is learnt."""
        clauses = tuple(dict.fromkeys(clause_of_line(line) for line in booked.lines))[:1] if booked else ()
        bare = replace(
            self.live.bare(game.referee.rulebook.options, game.requests),
            id=self._new_id(number, clauses),
            title=f"Found by a walk: seed {self.plan.seed}, deal {number}.",
            about=About(clauses, ()),
        )
        oracle, learnt, library = self.playing.oracle, self.judgement.learnt, self.playing.report.rules.library
        assert library is not None, "nobody walks without rules"
        try:
            case: Case = case_of(bare, booked.sort if booked else None, library, oracle, learnt.assignment)
        except NOT_ANSWERED:
            self.walked.undecided += 1
            return
        recording = Recording(case, tuple(game.answers), **ended)
        self.playing.add(recording)
        self.walked.found = (*self.walked.found, case.id)
        if not ended and held(self.excuses, [recording.transcript])[0].verdict is not Verdict.DEPARTS:
            self.walked.undecided += 1
            self._learn()
