"""The hunt for tables at which an altered line comes to something else, from one table to another that is nearer to such a one.

A table costs a single turn here, where a playout has dozens, so a hunt sees many more tables than a search that plays.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from meldspec.corpus.search.campaign import POSITION_LOOKS, RICH, Thought, eager_turns
from meldspec.corpus.search.infection import Infection
from meldspec.corpus.search.initial_states import Opening, Start, random_start
from meldspec.corpus.search.matches import decided_before
from meldspec.corpus.search.neighbours import neighbour
from meldspec.corpus.search.playout import Turn
from meldspec.corpus.search.random_player import acts_of_everybody
from meldspec.engine.never import unreached
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.position.request import NoPosition, table_from_position
from meldspec.protocol.messages import PositionRequest
from meldspec.table.faults import RulesFault
from meldspec.table.table import Cells

Far = TypeVar("Far", int, float)
ENOUGH = 5
"""So many tables at which the line comes to something else are looked for."""
NEAREST = 16
"""So many of the nearest tables are gone on from."""
ANYWHERE = 0.15
"""How often a table is drawn that is beside none of these."""
TOGETHER = 50
"""For so many tables what was found out in looking ahead is kept."""


def impossible(rulebook: Rulebook, cells: Cells) -> bool:
    """Whether the rules say that no game comes to a table, or that the match was over before the deal."""
    return decided_before(rulebook, cells) or any(unreached(rulebook, cells))


def begun_at(rulebook: Rulebook, opening: Opening) -> Start | None:
    """What a position begins; none where it is none of the rules, no game comes to it, or nobody may act there."""
    request, act = opening
    try:
        table = table_from_position(rulebook, request)
        return None if table.over() or impossible(rulebook, table.cells) else Start(request, table, act)
    except (NoPosition, RulesFault, Unanswered):
        return None


def drop_farthest(tables: list[tuple[Far, Opening]], most: int) -> None:
    """Keep no more than so many tables, those that are nearest: of those that are as far the oldest goes."""
    if len(tables) > most:
        tables.remove(max(tables, key=lambda one: one[0]))


@dataclass
class Hunt:
    """A hunt under one rulebook: `begins` are the tables it begins with."""

    rulebook: Rulebook
    infection: Infection
    begins: Iterable[Opening]
    random: Random
    seen: int = field(default=0, init=False)
    """So many tables were looked at."""

    def found(self, tables: int) -> list[Opening]:
        """The tables at which the line comes to something else, of so many that are tried: those where the least hides it."""
        begins, near, found = list(self.begins), list[tuple[float, Opening]](), list[tuple[float, Opening]]()
        referee = Referee(self.rulebook, POSITION_LOOKS)
        for number in range(tables):
            if not self.infection.known or sum(far == 0 for far, _ in found) == ENOUGH:
                break
            if number % TOGETHER == 0:
                referee = Referee(self.rulebook, POSITION_LOOKS)
            opening = begins[number] if number < len(begins) else self._drawn(near)
            turn = None if opening is None else self._turn(referee, opening)
            if opening is None or turn is None:
                continue
            self.seen += 1
            far, act = self.infection.near(turn), self.infection.to_play(turn)
            if act is not None or any(self.infection.at([turn])):
                found.append((far, opening if act is None else (opening[0], act)))
                drop_farthest(found, ENOUGH)
            if len(near) < NEAREST or far <= max(one for one, _ in near):
                near.append((far, opening))
            drop_farthest(near, NEAREST)
        return [opening for _, opening in found]

    def _drawn(self, near: list[tuple[float, Opening]]) -> Opening | None:
        """A table beside one of those that are near, or any."""
        if near and self.random.random() >= ANYWHERE:
            request, act = self.random.choice(near)[1]
            return neighbour(self.rulebook, request, self.random), act
        start = random_start(self.rulebook, self.random, RICH, positions=True)
        return (start.request, start.act) if start is not None and isinstance(start.request, PositionRequest) else None

    def _further(self, referee: Referee) -> Thought:
        """What is proposed besides, of the sort that the altered line is about."""
        return lambda cells: acts_of_everybody(referee, cells, self.infection.judged, self.random)

    def _turn(self, referee: Referee, opening: Opening) -> Turn | None:
        """The turn at a table; none where no game comes to it."""
        start = begun_at(self.rulebook, opening)
        try:
            return None if start is None else next(eager_turns(referee, start, self.random, self._further(referee)), None)
        except (NoPosition, RulesFault, Unanswered):
            return None
