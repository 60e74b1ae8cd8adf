"""A few acts from the middle of a deal, against rulebooks that no case tells from the true one yet.

The true rules are played once; then every other rulebook follows the same acts, and judges those of the acts tried on the way that
it reads otherwise. It begins from the same cells, so what it tells apart is only a hint: whoever takes it tries the script again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from meldspec.corpus.case import Script
from meldspec.corpus.divergence import BREAKS, SCENE_BUDGET
from meldspec.corpus.family import Arena
from meldspec.corpus.search.candidate_acts import laying, odd_melds, trials
from meldspec.corpus.search.initial_states import Opening, Start, some_start, with_totals
from meldspec.corpus.search.mutant_search import STEPS_BESIDE, Found, Quarry
from meldspec.corpus.search.random_player import Style, choose, random_style
from meldspec.engine.lookahead.search import OutOfBudget
from meldspec.engine.play import bound, carried_out, close, legal
from meldspec.engine.rulebook import Rulebook
from meldspec.protocol.actions import act_request
from meldspec.protocol.messages import CaseRequest, DealRequest
from meldspec.protocol.observe import begin_from_request
from meldspec.table.act import Act
from meldspec.table.faults import EngineDefect
from meldspec.table.layout import ENDED, MATCH, PHASE, SCORES, TOTALS, TURN
from meldspec.table.table import Cells

ACTS = 8
"""How many acts follow one another at most."""
EAGER = 0.7
"""How often somebody lays whatever he can."""
DEALS = 0.15
"""How often a game begins with a deal all the same: what befalls before the first turn is seen there alone."""
RICH = 0.5
"""How many of these deals have hands that are soon melded."""
OTHERS = 0.1
"""How many of the acts that a rulebook judges otherwise only where it looks ahead are put to it."""
FEW = 6
"""So few quarries are asked about all of them."""
LOOKS = 300
"""How many acts the look-ahead of one rulebook may try."""


@dataclass(frozen=True)
class Turn:
    """What was tried in one position, with whether it was legal, and the act that was carried out."""

    cells: Cells
    tried: tuple[tuple[Act, bool], ...]
    act: Act | None
    after: Cells


def fray(arena: Arena, quarries: list[Quarry], found: Found, seed: int, openings: Sequence[Opening] = ()) -> None:
    """Set out one position, or now and then deal, and play a few acts from there against some quarries; where there are openings,
    begin with one of them. The same seed, quarries and openings find the same."""
    rulebook = arena.rulebook
    rulebook.search.forget()
    random = Random(f"{rulebook.name}:{sorted(rulebook.options.items())}:fray:{seed}")
    rulebook.search.budget = SCENE_BUDGET
    try:
        opening = random.choice(openings) if openings else None
        if opening is not None:
            start = opening.start(rulebook)
        else:
            start = some_start(rulebook, random, arena.numbers, RICH, positions=random.random() >= DEALS)
        if start is not None and start[1].cells[ENDED] is None:
            skirmish(arena, quarries, found, random, start, opening)
    except EngineDefect:
        return
    finally:
        rulebook.search.budget = None


def skirmish(
    arena: Arena, quarries: list[Quarry], found: Found, random: Random, start: Start, opening: Opening | None = None
) -> None:
    """Play a few acts from a start and report every script that a quarry seems to answer otherwise."""
    turns = played(arena.rulebook, random, start[1].cells, opening)
    requests: list[CaseRequest] = [start[0]]
    for turn in turns:
        requests += [act_request(arena.rulebook, turn.act)] if turn.act is not None else []
    share = max(OTHERS, min(1.0, FEW / len(quarries))) if quarries else OTHERS
    for quarry in quarries:
        at = Follower(arena.rulebook, quarry, random, start, share).parts(turns)
        if at is not None:
            number, act = at
            found(quarry, Script((*requests[: number + 1], *((act_request(arena.rulebook, act),) if act is not None else ()))))
        elif turns and turns[-1].after[ENDED] is not None and not quarry.kin.same_scores:
            with_other_totals(arena, quarry, found, random, requests, turns[-1].after)


def played(rulebook: Rulebook, random: Random, cells: Cells, opening: Opening | None = None) -> list[Turn]:
    """A few acts at random, with all that was tried on the way; what an opening asks about is tried first."""
    turns: list[Turn] = []
    styles = [some_style(rulebook, random) for _ in range(rulebook.layout.seats)]
    for number in range(random.randint(1, ACTS)):
        first = opening if number == 0 else None
        acts = (*((first.act,) if first and first.act else ()), *trials(rulebook, cells, random))
        tried = tuple((act, legal(rulebook, cells, act) is not None) for act in dict.fromkeys(acts))
        chosen = (first.asked(rulebook, random, cells) if first else None) or choose(rulebook, cells, random, random.choice(styles))
        if chosen is None:
            turns.append(Turn(cells, tried, None, cells))
            break
        turns.append(Turn(cells, tried, *chosen))
        cells = chosen[1]
        if cells[ENDED] is not None:
            break
    return turns


def some_style(rulebook: Rulebook, random: Random) -> Style:
    """A style drawn at random; most often cards are laid where they can be, the whole hand if possible."""
    style = random_style(rulebook, random)
    if random.random() < EAGER:
        laying_ = {name: 50.0 for name, line in rulebook.acts.items() if laying(line) is not None}
        style = replace(style, weights=style.weights | laying_, thorough=random.choice((0.5, 1.0)))
    return style


@dataclass
class Follower:
    """One quarry on the way of the true rules."""

    true: Rulebook
    quarry: Quarry
    random: Random
    start: Start
    share: float

    def parts(self, turns: list[Turn]) -> tuple[int, Act | None] | None:
        """The number of the turn and the act at which the quarry answers otherwise, if it does; no act where it is the deal."""
        rulebook = self.quarry.rulebook
        rulebook.search.forget()
        rulebook.search.budget = LOOKS
        try:
            return self._parts(turns)
        except OutOfBudget:
            return None
        finally:
            rulebook.search.budget = None

    def _parts(self, turns: list[Turn]) -> tuple[int, Act | None] | None:
        request, table = self.start
        cells = moved_over(self.true, self.quarry.rulebook, table.cells)
        if isinstance(request, DealRequest):
            cells = begin_from_request(self.quarry.rulebook, request).cells
            if shown(self.quarry.rulebook, cells) != shown(self.true, table.cells):
                return 0, None
        for number, turn in enumerate(turns):
            for act, mine in turn.tried:
                if self.minds(act) and (self.after(cells, act) is not None) is not mine:
                    return number, act
            odd = None if self.quarry.kin.same_kinds else self.odd_one(turn.cells, cells)
            if odd is not None:
                return number, odd
            if turn.act is None:
                return None
            after = self.after(cells, turn.act) if self.minds(turn.act) else self.unasked(cells, turn.act)
            if after is None or shown(self.quarry.rulebook, after) != shown(self.true, turn.after):
                return number, turn.act
            cells = after
        return None

    def odd_one(self, true: Cells, mine: Cells) -> Act | None:
        """An act with a meld that is one by the quarry's rules or by the true ones alone, which they judge differently."""
        if self.true.layout.ranges != self.quarry.rulebook.layout.ranges:
            return None
        for act in odd_melds(self.true, self.quarry.rulebook, true, self.random):
            if (legal(self.true, true, act) is not None) is not (self.after(mine, act) is not None):
                return act
        return None

    def minds(self, act: Act) -> bool:
        """Whether it is worth the while to ask the quarry about an act."""
        kin = self.quarry.kin
        return act.name in kin.judges_itself or (act.name in kin.judges_otherwise and self.random.random() < self.share)

    def after(self, cells: Cells, act: Act) -> Cells | None:
        """The cells after an act by the quarry's rules; none where it is refused, or cannot be judged."""
        try:
            return legal(self.quarry.rulebook, cells, act)
        except OutOfBudget:
            raise
        except BREAKS:
            return None

    def unasked(self, cells: Cells, act: Act) -> Cells | None:
        """The cells after an act that the quarry most likely allows, as the true rules do."""
        rulebook = self.quarry.rulebook
        try:
            return carried_out(rulebook, cells, act, bound(rulebook, cells, act))
        except OutOfBudget:
            raise
        except BREAKS:
            return None


def moved_over(true: Rulebook, other: Rulebook, cells: Cells) -> Cells:
    """The same table in the cells of another rulebook; what only that one remembers is as it starts."""
    if true.layout.ranges == other.layout.ranges:
        return cells
    moved = list(cells[: true.layout.ranges[0].first])
    for range_ in other.layout.ranges:
        same = next((r for r in true.layout.ranges if (r.name, r.count, r.form) == (range_.name, range_.count, range_.form)), None)
        moved += [range_.start] * range_.count if same is None else cells[same.first : same.first + same.count]
    return tuple(moved)


def shown(rulebook: Rulebook, cells: Cells) -> tuple[Any, ...]:
    """What can be seen of a table, in short."""
    ended = cells[ENDED]
    if ended is not None:
        return ended, cells[SCORES]
    seen = [tuple(cells[r.first : r.first + r.count]) for r in rulebook.layout.places() if r.shown]
    return cells[TURN], cells[PHASE], *seen, *(read(rulebook.search, cells) for read in rulebook.compiled.shows.values())


def with_other_totals(
    arena: Arena, quarry: Quarry, found: Found, random: Random, requests: list[CaseRequest], after: Cells
) -> None:
    """The same acts with totals that bring a side just to, or a step beside, a number of the rules, or that are equal there before:
    who wins may be otherwise."""
    scores = after[SCORES]
    for number in arena.numbers[-1:]:
        before = [(number,) * len(scores)]
        for first, rest in STEPS_BESIDE:
            beside = [first, *(rest,) * (len(scores) - 1)]
            random.shuffle(beside)
            before.append(tuple(number + more - score for more, score in zip(beside, scores, strict=True)))
        other = moved_over(arena.rulebook, quarry.rulebook, after)
        totals = next((t for t in before if ends(arena.rulebook, after, t) != ends(quarry.rulebook, other, t)), None)
        if totals is not None:
            found(quarry, Script((with_totals(requests[0], list(totals)), *requests[1:])))
            return


def ends(rulebook: Rulebook, cells: Cells, totals: tuple[int, ...]) -> tuple[Any, ...]:
    """How a deal that has ended is scored and judged with other totals before it."""
    again = list(cells)
    blank = rulebook.layout.blank()
    again[SCORES], again[MATCH], again[TOTALS] = blank[SCORES], blank[MATCH], totals
    try:
        close(rulebook, again)
    except BREAKS:
        return ()
    return again[SCORES], again[TOTALS], again[MATCH]
