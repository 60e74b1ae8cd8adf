"""Games at random, looked at act by act: how readings, packs and players are drawn, and what becomes of a deal."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

from tests.engine.invariants import all_cards, check_frozen_take, check_position, check_small_pack, each, stocked

from meldspec.corpus.search.initial_states import random_deal, random_position
from meldspec.corpus.search.playout import Turn, playout, proposed
from meldspec.corpus.search.random_player import Style, choose, near_misses, random_style
from meldspec.engine.candidates import EVERY, candidates
from meldspec.engine.deal import begin, next_deal
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Undetermined, determined
from meldspec.protocol.actions import act_from_action, action_from_act
from meldspec.table.table import DEALER, ENDED, MATCH, PHASE, TURN, Act, Cells, Table

LONGEST = 1500
"""No deal has more acts. Every turn draws a card, or melds one that is never taken up again; so they are few."""
LARGE_HAND = 24
"""Takes that make a hand larger than this are not sought, and players with more than half of it meld what they can: what a
huge hand could be laid as takes long to find out."""
TRIED = 256
"""So many acts the look-ahead may try for a turn, and again for what may be refused in it: most questions need a dozen. With 250
cards in hand, as after a late take by one of seven in Railroad, each takes a while, and questions lead to questions."""
RICH = 0.5
"""How many of the deals have hands that are soon melded."""


@dataclass
class Figures:
    """What a number of games came to."""

    acts: int = 0
    refused: int = 0
    proposed: int = 0
    longest: int = 0
    stuck: int = 0
    given_up: int = 0
    takes: int = 0
    endings: Counter[str] = field(default_factory=Counter)


@dataclass
class Game:
    """A match under way, all seats played at random; every position and every act is checked.

    Where the deals are begun in the `middle`, each is a position late in a deal, with long melds and few cards in hand.
    """

    rulebook: Rulebook
    random: Random
    figures: Figures = field(default_factory=Figures)
    large_hand: int = LARGE_HAND
    middle: bool = False

    def __post_init__(self) -> None:
        """Deal the first hands, or set out a position."""
        dealt = begin(self.rulebook, *random_deal(self.rulebook, self.random, RICH))
        turn = random_position(self.rulebook, self.random, dealt.cells[PHASE]) if self.middle else None
        self.begun(turn[1] if turn is not None else dealt)

    def begun(self, table: Table) -> None:
        """A deal begins."""
        self.table, self.acts, self.stuck = table, 0, False
        self.pack = all_cards(self.rulebook, table.cells)
        self.style = random_style(self.rulebook, self.random)
        self.referee = Referee(self.rulebook)
        self.turns = playout(self.referee, table, self.play, LONGEST + 1)
        self.check()

    def goes_on(self) -> bool:
        """Whether the deal has not ended, and somebody can act (or it has gone on for so long that it is broken off)."""
        return not self.table.over() and not self.stuck

    def check(self) -> None:
        """Look at the position, and count a deal that has ended."""
        check_position(self.rulebook, self.table.cells, self.pack)
        if self.rulebook.name == "manzana":
            check_small_pack(self.rulebook, self.table.cells)
        if self.table.over():
            self.figures.endings[self.table.cells[ENDED][0]] += 1
        self.figures.longest = max(self.figures.longest, self.acts)

    def play(self, cells: Cells) -> tuple[Act, Cells] | None:
        """What somebody does."""
        return choose(self.referee, cells, self.random, self.tempered())

    def act(self) -> None:
        """Somebody does something; nobody who is to act may find that nothing is left to do."""
        self.check_forced_take()
        with self.referee.limited(TRIED):
            turn = next(self.turns)
        if turn.given_up:
            self.figures.given_up += 1
            self.stuck = True
        elif turn.act is None:
            self.figures.stuck += 1
            self.stuck = True
            assert may_be_stuck(self.rulebook), self.told("nobody has a legal act")
        else:
            self.see(turn, turn.act)

    def see(self, turn: Turn, act: Act) -> None:
        """Look at what was done, and at the position after it."""
        if self.rulebook.name == "manzana":
            check_frozen_take(self.rulebook, turn.table.cells, act)
        verdict, self.table = self.referee.play(self.table, act)
        assert determined(verdict).legal and self.table == turn.after, self.told("judged otherwise than tried", act)
        self.acts += 1
        self.figures.acts += 1
        self.figures.takes += act.name == "take"
        self.check()
        if self.acts > LONGEST:
            assert any(self.rulebook.readings.get(question) == reading for question, reading in BARE), self.told("no end")
            self.stuck = True

    def tempered(self) -> Style:
        """The style in this position: hands are kept from growing without end."""
        cells = self.table.cells
        held, pile = len(each(self.rulebook, cells, "hand")[cells[TURN]]), len(each(self.rulebook, cells, "pile")[0])
        weights = dict(self.style.weights)
        if held + pile > self.large_hand:
            weights["take"] = 0.0
        if held > self.large_hand // 2:
            weights["meld"] = max(weights.values())
        return replace(self.style, weights=weights)

    def try_what_may_be_refused(self) -> None:
        """Some acts that may well be illegal: where they are, the position is the very same, and something is said of why."""
        before = self.table.cells
        with self.referee.limited(TRIED):
            self.check_proposals(before)

    def check_proposals(self, before: Cells) -> None:
        """Judge acts that may well be illegal in two ways, and look at what they leave."""
        for proposal in proposed(self.referee, self.table, near_misses(self.referee, before, self.random)):
            act, verdict = proposal.act, proposal.verdict
            if verdict is None:
                self.figures.given_up += 1
                continue
            same, after = self.referee.play(self.table, act)
            quick = self.referee.after(before, act)
            # Who has nothing left to try leaves out lines that might refuse besides others.
            if isinstance(same, Undetermined) or isinstance(quick, Undetermined) or not self.referee.budget:
                self.figures.given_up += 1
                continue
            assert same == verdict and verdict.legal == (quick is not None), self.told("two verdicts", act)
            self.figures.proposed += 1
            assert self.table.cells is before
            if not verdict.legal:
                self.figures.refused += 1
                assert after is self.table and (verdict.lines or verdict.why), self.told("refused for nothing", act)

    def check_forced_take(self) -> None:
        """Whoever may not draw from a stock that has run out, since the pile must be taken, can take it."""
        cells = self.table.cells
        stands = self.rulebook.readings.get(STANDS[0]) == STANDS[1]
        if cells[PHASE] != "draw" or stocked(self.rulebook, cells) or stands:
            return
        verdict = determined(self.referee.judge(self.table, act_from_action(self.rulebook, cells[TURN], {"type": "draw"})))
        if "turn.forced-take" in {tag.clause for tag in verdict.lines} and not verdict.legal:
            assert takes(self.referee, cells), self.told("the pile must be taken and cannot be")

    def next_deal(self) -> None:
        """The deal that follows: the one on the dealer's left deals it; or another match begins."""
        if self.middle or self.stuck or self.table.cells[MATCH] is not None:
            self.__post_init__()
            return
        before = self.table.cells[DEALER]
        self.begun(next_deal(self.rulebook, self.table, self.random))
        assert self.table.cells[DEALER] == (before + 1) % self.rulebook.layout.seats

    def told(self, what: str, act: Act | None = None) -> str:
        """A failure with the position in words."""
        return f"{what}: {action_from_act(self.rulebook, act) if act else ''}\n{position(self.rulebook, self.table.cells)}"


def takes(referee: Referee, cells: Cells) -> bool:
    """Whether the player whose turn it is can take the pile in any way at all."""
    acts = candidates(referee, referee.rulebook.acts["take"], cells, cells[TURN], EVERY)
    return any(determined(referee.after(cells, act)) is not None for act in acts)


STANDS = ("turn.forced-take.hopeless", "stands")
"""The one reading that leaves a player nothing to do, which is what it says."""


BARE = (("pile.top-melded.must-lay", "held"), ("pile.top-melded.wish", "at-will"))
"""Where nothing need be laid of a pile that is taken, it can be passed to and fro for ever."""


def may_be_stuck(rulebook: Rulebook) -> bool:
    """Whether under its readings a player can be left with nothing to do."""
    return rulebook.readings.get(STANDS[0]) == STANDS[1]


def position(rulebook: Rulebook, cells: Cells) -> str:
    """A position in lines: readings that are not the default, places, and memory that is not what it starts as."""
    questions = rulebook.sheet.book.questions()
    lines = [f"{q}: {reading}" for q, reading in rulebook.readings.items() if reading != questions[q].default]
    lines.append(f"turn {cells[TURN]}, phase {cells[PHASE]}")
    for range_ in rulebook.layout.ranges:
        for owner, held in enumerate(each(rulebook, cells, range_.name)):
            if range_.form == "groups":
                held = [" ".join(rulebook.faces.spell(meld)) for meld in held]
            elif range_.form in ("row", "cards"):
                held = " ".join(rulebook.faces.spell(held))
            if held != range_.start:
                lines.append(f"{range_.name} {owner}: {held}")
    return "\n".join(lines)
