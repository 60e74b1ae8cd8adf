"""The one loop of random play: a playout yields its turns, and observers (`see`) watch for whatever a search is after.

A playout is bounded in acts, and so is its look-ahead (the budget of its referee); no clock is looked at in it. So the same seed
finds the same on any machine; a clock may end a search between two playouts only.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from time import process_time

from meldspec.engine.referee import Referee
from meldspec.engine.verdict import Unanswered, Undetermined, Verdict
from meldspec.table.table import Act, Cells, Table

Player = Callable[[Cells], tuple[Act, Cells] | None]
"""Whoever plays all seats: a legal act with the cells after it, none where no act is legal; may raise that it found no answer."""
Proposer = Callable[[Cells], Iterable[Act]]
"""Acts to be judged in a position, most of them never played."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """An act that is judged in a position without being played there; no verdict where the look-ahead came to no answer."""

    act: Act
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a playout: the table, what was proposed there, the act played and the table after it.

    The last turn has no act where nobody can act or, `given_up`, where it was not found out whether anybody can.
    """

    table: Table
    proposals: tuple[Proposal, ...]
    act: Act | None
    after: Table
    given_up: bool = False


def playout(referee: Referee, table: Table, player: Player, most: int, proposer: Proposer = lambda _: ()) -> Iterator[Turn]:
    """The turns of one deal from a table on, until it has ended, nobody can act, or so many acts were played."""
    for _ in range(most):
        if table.over():
            return
        # Before the player chooses, so that what is proposed cannot hang on what is played.
        proposals = tuple(proposed(referee, table, proposer(table.cells)))
        try:
            chosen, given_up = player(table.cells), False
        except Unanswered:
            chosen, given_up = None, True
        if chosen is None:
            # A turn like any other, since its proposals may have shown something already.
            yield Turn(table, proposals, None, table, given_up)
            return
        act, cells = chosen
        yield Turn(table, proposals, act, after := Table(cells))
        table = after


def proposed(referee: Referee, table: Table, acts: Iterable[Act]) -> Iterator[Proposal]:
    """Some acts with what the rules say of them, each once."""
    for act in dict.fromkeys(acts):
        verdict = referee.judge(table, act)
        yield Proposal(act, None if isinstance(verdict, Undetermined) else verdict)


@dataclass
class TimedSeeds:
    """Seeds for as long as there is time: the only clock of a search, looked at between two playouts. `stopped` tells that there
    was no time for some."""

    seeds: Iterable[int]
    end: float
    clock: Callable[[], float] = process_time
    taken: int = 0
    stopped: bool = False

    def __iter__(self) -> Iterator[int]:
        for seed in self.seeds:
            self.stopped = self.clock() > self.end
            if self.stopped:
                return
            self.taken += 1
            yield seed
