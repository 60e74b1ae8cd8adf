"""What watches playouts in search of cases: for clauses at work in verdicts, and for rulebooks that answer differently."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from meldspec.corpus.family import Alternative, RulebookFamily
from meldspec.corpus.make_case import goals_judged
from meldspec.corpus.plan import Goal, Script
from meldspec.corpus.search.initial_states import Start
from meldspec.corpus.search.matches import FIRST, decided_before
from meldspec.corpus.search.playout import Turn, proposed
from meldspec.corpus.search.random_player import odd_melds
from meldspec.corpus.search.scale import scale_of
from meldspec.engine.play import close
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered, determined
from meldspec.protocol.actions import act_request
from meldspec.protocol.messages import DealOf, DealRequest, Observation
from meldspec.protocol.observe import begin_from_request, observation
from meldspec.table.faults import RulesFault
from meldspec.table.table import DEAL_NUMBER, ENDED, MATCH, SCORES, TOTALS, Act, Cells, Table

LOOKS = 300
"""How many acts the look-ahead of another rulebook may try over one playout; where it is not enough, the playout tells nothing more
of that one. Many short looks find more than a few long ones."""
JUDGED = 60_000
"""How many acts are put to other rulebooks over one playout; those that come last in it, by lot, are then left out."""
OTHERS, FEW = 0.1, 6
"""How many of the acts that a rulebook judges differently only where it looks ahead are put to it, unless there are few
rulebooks."""


@dataclass(frozen=True)
class Sighting:
    """A goal that a playout shows: after so many of its acts, by one more act proposed or played there, or by the beginning itself;
    `mutant` is killed by it, `totals` are others to begin with."""

    goal: Goal
    turns: int
    act: Act | None = None
    mutant: Alternative | None = None
    match: DealOf | None = None


@dataclass(frozen=True)
class Played:
    """A playout that is over, or under way: where it began, who judged in it, and its turns."""

    start: Start
    referee: Referee
    turns: list[Turn]

    def script(self, acts: int, further: Act | None = None, match: DealOf | None = None) -> Script:
        """The requests up to so many of its acts, with a further act after them, and begun as another deal of a match."""
        first = self.start.request
        if match is not None:
            first = replace(first, match=match)
        done = [turn.act for turn in self.turns[:acts]] + [further]
        return Script((first, *(act_request(self.referee.rulebook, act) for act in done if act is not None)))


def goals_shown(family: RulebookFamily, referee: Referee, turn: Turn) -> Iterator[tuple[Goal, Act]]:
    """What is proposed and played in a turn, with what the verdicts on it show: acts that one clause alone refuses, or permits, or
    that keep to it."""
    # Of the act played there may be no verdict either: the budget may have been spent on finding out that it is legal.
    played = [] if turn.act is None else proposed(referee, turn.table, [turn.act])
    for one in (*turn.proposals, *played):
        with suppress(Unanswered):
            if one.verdict is not None:
                yield from ((goal, one.act) for goal in goals_judged(family, turn.table.cells, one.act, one.verdict))


class AlternativesObserver:
    """Looks for the first act that other rulebooks judge differently, or after which their table looks different.

    The true rules have played; each of the others follows the same acts from the same table. That is quick and only a hint, since
    what only another reading remembers is as at the start: whoever takes a sighting plays its script again.
    """

    def __init__(self, played: Played, others: Sequence[Alternative], seed: int) -> None:
        self.referee, self.start, self.turns = played.referee, played.start, played.turns
        self.rulebook = played.referee.rulebook
        # Not the random numbers of the players: who is looked for must not change what is played.
        self.random = Random(seed)
        self.others = self.random.sample(others, len(others))
        self.judging = {line.tag.clause for act in self.rulebook.acts.values() for line in act.judges}
        # Looking ahead is what takes the time, and nearly every rulebook can come upon its altered line by it.
        self.share = max(OTHERS, min(1.0, FEW / max(1, len(others))))
        self.left = JUDGED
        self.shown: dict[int, Observation] = {}

    def sightings(self) -> Iterator[Sighting]:
        """The first sighting of every other rulebook that the playout tells from the true one."""
        for other in self.others:
            # The lot has been drawn anew for this playout, so that in others the rest come first.
            if self.left <= 0:
                return
            try:
                seen = self._first_difference(other) or self._other_totals(other)
            except Unanswered:
                seen = None
            if seen is not None:
                yield seen

    def _first_difference(self, other: Alternative) -> Sighting | None:
        """Where another rulebook first differs, in the order of play, before it goes another way."""
        rules = Referee(other.rulebook, LOOKS)
        cells = self._first_cells(other)
        if cells is None:
            return self._sighting(other, 0, None, legal=True)
        for number, turn in enumerate(self.turns):
            for proposal in turn.proposals:
                if proposal.verdict is None or not self._worth_asking(other, proposal.act):
                    continue
                if (self._after(rules, cells, proposal.act) is not None) is not proposal.verdict.legal:
                    return self._sighting(other, number, proposal.act, proposal.verdict.legal)
            odd = None if other.difference.same_kinds else self._odd_meld(other, rules, number, turn, cells)
            if odd is not None or turn.act is None:
                return odd
            near = other.difference.same_table
            asked = turn.act.name in other.difference.judges_otherwise and self._worth_asking(other, turn.act)
            after = turn.after.cells if near and not asked else self._after(rules, cells, turn.act, asked)
            # What is seen, not the cells: a difference that no transcript can show is none (decision 0005).
            if after is None or not (near or observation(rules.rulebook, Table(after)) == self._shown(number)):
                return self._sighting(other, number, turn.act, legal=True)
            cells = after
        return None

    def _shown(self, number: int) -> Observation:
        """What is seen of the table after one of the turns."""
        if number not in self.shown:
            self.shown[number] = observation(self.rulebook, self.turns[number].after)
        return self.shown[number]

    def _first_cells(self, other: Alternative) -> Cells | None:
        """The table that another rulebook begins with; none where that looks different."""
        cells = moved_over(self.rulebook, other.rulebook, self.start.table.cells)
        request = self.start.request
        if not isinstance(request, DealRequest) or other.difference.same_table:
            return cells
        table = self._begun(other, request)
        if table is None:
            return None
        same = observation(other.rulebook, table) == observation(self.rulebook, self.start.table)
        return table.cells if same else None

    def _begun(self, other: Alternative, request: DealRequest) -> Table | None:
        """The table that another rulebook begins a deal with; none where it breaks."""
        try:
            return begin_from_request(other.rulebook, request)
        except RulesFault:
            return None

    def _sighting(self, other: Alternative, turns: int, act: Act | None, legal: bool) -> Sighting:
        """What is shown of the reading, or of the clause whose line is mutated."""
        if other.goal is not None:
            return Sighting(other.goal, turns, act)
        purpose = "effect" if act is None or other.about not in self.judging else "allows" if legal else "refuses"
        return Sighting(Goal(purpose, other.about), turns, act, other)

    def _odd_meld(self, other: Alternative, rules: Referee, number: int, turn: Turn, cells: Cells) -> Sighting | None:
        """An act with a meld that is one by the other rules or by the true ones alone, which they judge differently."""
        if self.rulebook.layout.ranges != other.rulebook.layout.ranges:
            return None
        for act in odd_melds(self.referee, rules, turn.table.cells, self.random):
            mine = determined(self.referee.after(turn.table.cells, act)) is not None
            if mine is not (self._after(rules, cells, act) is not None):
                return self._sighting(other, number, act, mine)
        return None

    def _worth_asking(self, other: Alternative, act: Act) -> bool:
        """Whether it is worth the while to ask another rulebook about an act."""
        # Kinds are no part of what judges an act by itself, though most lines about plays come upon them.
        lays = self.rulebook.acts[act.name].plays is not None
        if act.name in other.difference.judges_itself or (lays and not other.difference.same_kinds):
            return True
        return act.name in other.difference.judges_otherwise and self.random.random() < self.share

    def _after(self, rules: Referee, cells: Cells, act: Act, asked: bool = True) -> Cells | None:
        """The cells after an act by other rules; none where they refuse it, do not know it, or break at it. Those that most likely
        allow it, as the true ones do, need not be asked."""
        if not knows(self.rulebook, rules.rulebook, act):
            return None
        self.left -= asked
        try:
            return determined(rules.after(cells, act) if asked else rules.carried_out(cells, act))
        except RulesFault:
            # Mutated rules may speak of what is not there: they break, which tells them apart. Other errors are defects of ours.
            return None

    def _other_totals(self, other: Alternative) -> Sighting | None:
        """The whole playout with totals before the deal at which who wins is judged differently."""
        last = self.turns[-1].after.cells if self.turns else self.start.table.cells
        if last[ENDED] is None or other.difference.same_scores:
            return None
        theirs = moved_over(self.rulebook, other.rulebook, last)
        deal = max(FIRST + 1, last[DEAL_NUMBER])
        for totals in scale_of(self.rulebook).beside(last[SCORES]):
            match = DealOf(deal=deal, totals=totals)
            if closed(self.rulebook, last, match) != closed(other.rulebook, theirs, match) and self._goes_on(last, match):
                return replace(self._sighting(other, len(self.turns), None, legal=True), match=match)
        return None

    def _goes_on(self, cells: Cells, match: DealOf) -> bool:
        """Whether the match was not over before such a deal of it."""
        begun = list(cells)
        begun[DEAL_NUMBER], begun[TOTALS] = match.deal, match.totals
        return not decided_before(self.rulebook, tuple(begun))


def knows(true: Rulebook, other: Rulebook, act: Act) -> bool:
    """Whether other rules have an act of this sort with the same fields."""
    mine, theirs = true.acts[act.name], other.acts.get(act.name)
    return theirs is not None and [(f.name, f.type) for f in mine.fields] == [(f.name, f.type) for f in theirs.fields]


def moved_over(true: Rulebook, other: Rulebook, cells: Cells) -> Cells:
    """The same table in the cells of another rulebook; what only that one remembers is as it starts."""
    if true.layout.ranges == other.layout.ranges:
        return cells
    moved = other.layout.blank()
    moved[: MATCH + 1] = cells[: MATCH + 1]
    for range_ in other.layout.ranges:
        same = next((r for r in true.layout.ranges if (r.name, r.count, r.form) == (range_.name, range_.count, range_.form)), None)
        if same is not None:
            moved[range_.first : range_.first + range_.count] = same.values(cells)
    return tuple(moved)


def closed(rulebook: Rulebook, cells: Cells, match: DealOf) -> tuple[Any, ...]:
    """How a deal that has ended is scored and judged as another deal of a match; nothing where the rules break there."""
    again = list(cells)
    blank = rulebook.layout.blank()
    again[SCORES], again[MATCH] = blank[SCORES], blank[MATCH]
    again[DEAL_NUMBER], again[TOTALS] = match.deal, match.totals
    try:
        close(Referee(rulebook), again)
    except RulesFault:
        return ()
    return again[SCORES], again[TOTALS], again[MATCH]
