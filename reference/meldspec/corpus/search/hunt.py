"""The hunt for tables at which an altered line comes to something else, from one table to another that is nearer to such a one.

A table costs a single turn here, where a playout has dozens, so a hunt sees many more tables than a search that plays.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from meldspec.corpus.search.campaign import POSITION_LOOKS, RICH, eager_turns
from meldspec.corpus.search.infection import Infection
from meldspec.corpus.search.initial_states import Opening, Start, random_start
from meldspec.corpus.search.neighbours import neighbour
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.position.request import NoPosition, table_from_position
from meldspec.protocol.messages import PositionRequest
from meldspec.table.faults import RulesFault

ENOUGH = 5
"""So many tables at which the line comes to something else are looked for."""
NEAREST = 16
"""So many of the nearest tables are gone on from."""
ANYWHERE = 0.15
"""How often a table is drawn that is beside none of these."""
TOGETHER = 50
"""For so many tables what was found out in looking ahead is kept."""


@dataclass
class Hunt:
    """A hunt under one rulebook: `begins` are the tables it begins with, `sound` tells whether a table may come about."""

    rulebook: Rulebook
    infection: Infection
    sound: Callable[[Start], bool]
    begins: Iterable[Opening]
    random: Random
    seen: int = field(default=0, init=False)
    """So many tables were looked at."""

    def found(self, tables: int) -> Iterator[Opening]:
        """The tables at which the line comes to something else, of so many that are tried."""
        begins, near, found = list(self.begins), list[tuple[float, Opening]](), 0
        referee = Referee(self.rulebook, POSITION_LOOKS)
        for number in range(tables):
            if not self.infection.known or found == ENOUGH:
                return
            if number % TOGETHER == 0:
                referee = Referee(self.rulebook, POSITION_LOOKS)
            opening = begins[number] if number < len(begins) else self._drawn(near)
            far = None if opening is None else self._far(referee, opening)
            if opening is None or far is None:
                continue
            self.seen += 1
            if far == 0:
                found += 1
                yield opening
            if len(near) < NEAREST or far <= max(one for one, _ in near):
                near.append((far, opening))
            if len(near) > NEAREST:
                # Of those that are as far the oldest goes.
                near.remove(max(near, key=lambda one: one[0]))

    def _drawn(self, near: list[tuple[float, Opening]]) -> Opening | None:
        """A table beside one of those that are near, or any."""
        if near and self.random.random() >= ANYWHERE:
            request, act = self.random.choice(near)[1]
            return neighbour(self.rulebook, request, self.random), act
        start = random_start(self.rulebook, self.random, RICH, positions=True)
        return (start.request, start.act) if start is not None and isinstance(start.request, PositionRequest) else None

    def _far(self, referee: Referee, opening: Opening) -> float | None:
        """How far a table is; none where it is none of the rules."""
        request, act = opening
        try:
            start = Start(request, table_from_position(self.rulebook, request), act)
            turns = list(islice(eager_turns(referee, start, self.random), 1)) if self.sound(start) else []
            return self.infection.near(turns[0]) if turns else None
        except (NoPosition, RulesFault, Unanswered):
            return None
