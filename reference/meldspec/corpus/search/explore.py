"""Deals played at random under one rulebook: how they end, and where the rules leave nobody anything to do."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from random import Random

from meldspec.book.sheet import EffectLine, all_lines
from meldspec.corpus.search.initial_states import random_deal, random_position
from meldspec.corpus.search.playout import playout
from meldspec.corpus.search.random_player import RandomPlayer, eager_style
from meldspec.engine.deal import begin
from meldspec.engine.never import unreached
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.language.spelling import format_line
from meldspec.position.memory import memories, named
from meldspec.position.seen_memory import wrongly_seen
from meldspec.table.faults import RulesFault
from meldspec.table.table import ENDED, PHASE, TURN, Table

RICH = 0.5
"""How many of the deals have hands that are soon melded."""
LONGEST = 1500
"""So many acts a deal may have before it is broken off as one that does not end."""


@dataclass(frozen=True)
class Witness:
    """A position worth looking at: the seed of its game, how many acts led to it, and the table."""

    seed: str
    acts: int
    table: Table


@dataclass
class Exploration:
    """What a number of deals came to: acts and endings, positions without any legal act, deals that were broken off, and how many
    were given up because the look-ahead did not come to an end; `lasting` are the memories that were not what they start as when
    the turn had passed to somebody else; `broken` the lines that say what no table has and that one had after an act, `missaid` the
    memories that a table is said to show otherwise than they are, each with the first such table."""

    deals: int = 0
    acts: int = 0
    longest: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    dead_ends: list[Witness] = field(default_factory=list)
    endless: list[Witness] = field(default_factory=list)
    given_up: int = 0
    lasting: set[str] = field(default_factory=set)
    broken: dict[str, Witness] = field(default_factory=dict)
    missaid: dict[str, Witness] = field(default_factory=dict)

    def watch(self, rulebook: Rulebook, before: Table, after: Table) -> None:
        """Note the memories that outlast a turn, where one is over."""
        if not after.over() and before.cells[TURN] != after.cells[TURN]:
            places = rulebook.layout.places()
            kept = (one for one in rulebook.layout.ranges if one not in places)
            self.lasting |= {one.name for one in kept if any(after.cells[number] != one.start for number in one.cells)}

    def hold(self, rulebook: Rulebook, seed: str, acts: int, table: Table) -> None:
        """Hold what the book says that no table has against a table that play came to."""
        for line, _ in unreached(rulebook, table.cells):
            words = f"{line.entry.clause.id}: {format_line(line.node)}"
            self.broken.setdefault(words, Witness(seed, acts, table))

    def hold_memory(self, rulebook: Rulebook, seed: str, acts: int, table: Table) -> None:
        """Hold what the book says that a table shows of memory against what is remembered on it."""
        for _, _, name in named(memories(rulebook), wrongly_seen(rulebook, table.cells)):
            self.missaid.setdefault(name.partition("[")[0], Witness(seed, acts, table))

    def count(self, seed: str, last: Table, acts: int, longest: int, given_up: bool) -> None:
        """Count a deal that has come to this table."""
        ended = last.cells[ENDED]
        if ended is not None:
            self.endings[ended[0]] += 1
        elif given_up:
            self.given_up += 1
        else:
            (self.endless if acts >= longest else self.dead_ends).append(Witness(seed, acts, last))
        self.deals += 1
        self.acts += acts
        self.longest = max(self.longest, acts)


def endings_of(rulebook: Rulebook) -> set[str]:
    """The words by which lines in force end a deal."""
    effects = (line for line in all_lines(rulebook.sheet) if isinstance(line, EffectLine))
    return {line.word for line in effects if line.verb == "end deal" and rulebook.selection.holds(line.tag)}


def explore(
    rulebook: Rulebook,
    seeds: Iterable[str],
    longest: int = LONGEST,
    on_deal: Callable[[], None] = lambda: None,
    positions: bool = False,
) -> Exploration:
    """Deals of stacked packs, or positions drawn from the middle of deals, one for each seed, played at random to their end;
    `on_deal` is called after each.

    Positions are those at the beginning of a turn: in the midst of one, cards may be left in hand that no act leaves there.
    """
    found = Exploration()
    for seed in seeds:
        random = Random(seed)
        dealt = begin(rulebook, *random_deal(rulebook, random, RICH))
        begun = random_position(rulebook, random, dealt.cells[PHASE]) if positions else (None, dealt)
        if begun is not None:
            table, referee, acts, given_up = begun[1], Referee(rulebook), 0, False
            # A table that was set out and not played may be one that no game comes to, and so may all that follow it.
            played = not any(unreached(rulebook, table.cells))
            player = RandomPlayer(referee, random, [eager_style(rulebook, random)])
            try:
                for turn in playout(referee, table, player, longest):
                    found.watch(rulebook, table, turn.after)
                    table, given_up = turn.after, turn.given_up
                    acts += turn.act is not None
                    if played:
                        found.hold(rulebook, seed, acts, table)
                    # The memory of a position that was drawn need not be what play would have left.
                    if not positions:
                        found.hold_memory(rulebook, seed, acts, table)
            except RulesFault:
                # Rules under trial may break in play; what becomes of the other deals is told all the same.
                given_up = True
            # Where nobody can act on a table that no game comes to, no rule is at fault.
            if played or table.over() or given_up:
                found.count(seed, table, acts, longest, given_up)
        on_deal()
    return found
