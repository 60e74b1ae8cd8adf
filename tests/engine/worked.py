"""Deals set out by hand just before their last acts, and what every clause gives each side when they have ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.engine.playing import step
from tests.spec.positions import Action, table

from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.protocol.actions import act_from_action
from meldspec.table.table import SCORES, TOTALS, Table

Sheet = dict[str, int]
"""The score sheet of a side: points by clause."""


@dataclass(frozen=True)
class Sides:
    """What the two sides have when the last acts begin, seat 0 to act; hands by seat, melds and red threes by side."""

    hands: Sequence[str]
    melds: Sequence[Sequence[str]]
    threes: Sequence[str] = ("", "")
    totals: tuple[int, int] = (0, 0)


def ended(rulebook: Rulebook, sides: Sides, acts: Sequence[Action], **more: Any) -> Table:
    """The table after seat 0 has done these acts, the last of which ends the deal; `more` is told to `table` (positions.py)."""
    start = table(rulebook, sides.hands[0], melds=sides.melds[0], other_melds=sides.melds[1], red_threes=sides.threes, **more)
    cells = list(start.cells)
    cells[TOTALS] = sides.totals
    for seat, hand in enumerate(sides.hands):
        cells[rulebook.layout["hand"].first + seat] = tuple(sorted(rulebook.faces.read(hand.split())))
    now = Table(tuple(cells))
    for action in acts:
        verdict, now = step(rulebook, now, act_from_action(rulebook, 0, action))
        assert verdict.legal, (action, [tag.line for tag in verdict.lines], verdict.why)
    assert now.over()
    return now


def sheets(rulebook: Rulebook, now: Table) -> tuple[Sheet, ...]:
    """The score sheet of each side, every point of it traced to a clause: they add up to the scores, and those to the totals."""
    found: list[Counter[str]] = [Counter() for _ in range(rulebook.layout.sides)]
    known = {entry.clause.id for entry in rulebook.sheet.book.entries}
    for given in Referee(rulebook).points(now):
        assert given.tag.clause in known
        found[given.side][given.tag.clause] += sum(given.points)
    made = tuple({clause: points for clause, points in sheet.items() if points} for sheet in found)
    assert tuple(sum(sheet.values()) for sheet in made) == now.cells[SCORES]
    return made


def totals(now: Table) -> tuple[int, ...]:
    """The totals when the deal has been scored."""
    found: tuple[int, ...] = now.cells[TOTALS]
    return found
