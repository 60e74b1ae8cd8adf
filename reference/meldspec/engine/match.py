"""Whole matches: deal after deal, the totals carried on, until the rules say that the match has ended."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from meldspec.engine.deal import random_deal
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Undetermined
from meldspec.table.faults import EngineDefect
from meldspec.table.layout import DEAL_NUMBER, DEALER, MATCH, SCORES, TOTALS
from meldspec.table.table import Act, Table

Choose = Callable[[Table], Act | None]
"""Whoever plays: a legal act of any seat in a position; none where there is no such act."""


class PlayError(ValueError):
    """A deal that cannot go on: an act that was chosen is refused, or none was; the message says which."""


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal of a match as it was played: the table when play began, all acts in order, the table when the deal had ended."""

    begun: Table
    acts: tuple[Act, ...]
    ended: Table

    def number(self) -> int:
        """Which deal of the match it was, from 1 on."""
        number: int = self.begun.cells[DEAL_NUMBER]
        return number

    def dealer(self) -> int:
        """The seat that dealt."""
        dealer: int = self.begun.cells[DEALER]
        return dealer

    def scores(self) -> tuple[int, ...]:
        """The points of each side in this deal."""
        scores: tuple[int, ...] = self.ended.cells[SCORES]
        return scores

    def totals(self) -> tuple[int, ...]:
        """The points of each side in the match, this deal's counted in."""
        totals: tuple[int, ...] = self.ended.cells[TOTALS]
        return totals


@dataclass(frozen=True, slots=True)
class Match:
    """A match as it was played: its deals, and the side that won it (none where it was drawn)."""

    deals: tuple[Deal, ...]
    winner: int | None


def play_deal(rulebook: Rulebook, begun: Table, choose: Choose) -> Deal:
    """Play a deal to its end.

    Raises PlayError where an act that was chosen is refused, or where none was chosen although the deal has not ended.
    """
    referee, table = Referee(rulebook), begun
    acts: list[Act] = []
    while not table.over():
        act = choose(table)
        if act is None:
            raise PlayError(f"after {len(acts)} acts of the deal nobody acts, and it has not ended")
        verdict, table = referee.play(table, act)
        if isinstance(verdict, Undetermined):
            raise PlayError(f"after {len(acts)} acts of the deal {act} is undetermined: {verdict.why}")
        if not verdict.legal:
            lines = ", ".join(tag.line for tag in verdict.lines)
            raise PlayError(f"after {len(acts)} acts of the deal {act} is refused: {verdict.why or lines}")
        acts.append(act)
    return Deal(begun, tuple(acts), table)


def next_dealer(rulebook: Rulebook, ended: Table) -> int:
    """The dealer of the deal that follows one that has ended; a book that says nothing of it leaves the deal where it is."""
    # An event of its own, for it belongs to no deal: the next one begins with an empty table.
    cells = list(ended.cells)
    if (passing := rulebook.compiled.events.get("passing")) is not None:
        passing(Referee(rulebook), cells)
    dealer: int = cells[DEALER]
    return dealer


def next_deal(rulebook: Rulebook, ended: Table, random: Random) -> Table:
    """The table of the next deal, dealt from a shuffled pack, after one that has ended; nothing but the totals is kept.

    Raises EngineDefect where the deal or the whole match says otherwise.
    """
    cells = ended.cells
    if not ended.over() or cells[MATCH] is not None:
        raise EngineDefect("no deal follows one that has not ended, or the last one of a match")
    return random_deal(rulebook, random, next_dealer(rulebook, ended), cells[DEAL_NUMBER] + 1, cells[TOTALS])


def deals_of_match(
    rulebook: Rulebook, random: Random, choose: Choose, dealer: int = 0, totals: Sequence[int] = ()
) -> Iterator[Deal]:
    """The deals of a match as they are played, one after another; the last one ends it. Raises as `play_deal` does.

    `totals` are what the sides bring along, in points; nothing where none are given.
    """
    begun = random_deal(rulebook, random, dealer, 1, totals)
    while True:
        deal = play_deal(rulebook, begun, choose)
        yield deal
        if deal.ended.cells[MATCH] is not None:
            return
        begun = next_deal(rulebook, deal.ended, random)


def play_match(rulebook: Rulebook, random: Random, choose: Choose, dealer: int = 0, totals: Sequence[int] = ()) -> Match:
    """A whole match; `random` shuffles the packs, `choose` plays for all seats. Raises as `play_deal` does.

    A match lasts as long as the rules let it: where nobody ever scores it does not end (see `deals_of_match`).
    """
    deals = tuple(deals_of_match(rulebook, random, choose, dealer, totals))
    return Match(deals, deals[-1].ended.cells[MATCH][0])
