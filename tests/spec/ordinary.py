"""Positions of ordinary Canasta for four, set out by hand: seat 0 and seat 2 are partners, seat 0 is to act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.engine.playing import step

from meldspec.engine.deal import begin
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.protocol.actions import act_from_action
from meldspec.table.table import TOTALS, Table

from .positions import Action, sheet_of, table

Acts = Sequence[tuple[int, Action]]
KINGS, QUEENS, EIGHTS = "KC KD KH", "QC QD QH", "8C 8D 8S"
CANASTA = "KC KC KD KD KH KH KS"
YES: Action = {"type": "answer", "yes": True}
NO: Action = {"type": "answer", "yes": False}


def ask(seat: int = 2) -> Action:
    """Leave asked of a partner."""
    return {"type": "ask", "seat": seat}


def ordinary(question: str = "", reading: str = "", players: int = 4) -> Rulebook:
    """The rulebook of ordinary Canasta, one question read otherwise than by default."""
    return make_rulebook(sheet_of("canasta"), {"players": players}, {question: reading} if question else {})


def set_out(rulebook: Rulebook, hand: str, totals: tuple[int, int] = (0, 0), partner: str = "", **more: Any) -> Table:
    """A position with totals before the deal and a hand of the partner; the rest as in `table`."""
    cells = list(table(rulebook, hand, **more).cells)
    cells[TOTALS] = totals
    if partner:
        cells[rulebook.layout["hand"].first + 2] = tuple(sorted(rulebook.faces.read(partner.split())))
    return Table(tuple(cells))


def dealt(rulebook: Rulebook, hands: Sequence[str], stock: str, totals: Sequence[int] = ()) -> Table:
    """A deal begun from these hands and this stock, in the order of drawing; the last seat is the dealer."""
    read = rulebook.faces.read
    cards = {"hand": [read(hand.split()) for hand in hands], "stock": [read(stock.split()[::-1])]}
    return begin(rulebook, cards, dealer=len(hands) - 1, totals=totals)


def played(rulebook: Rulebook, start: Table, acts: Acts) -> tuple[bool, Table]:
    """Whether the last of some acts is legal, and the table after it; those before it must be."""
    now, legal = start, True
    for number, (seat, action) in enumerate(acts):
        verdict, now = step(rulebook, now, act_from_action(rulebook, seat, action))
        legal = verdict.legal
        assert legal or number == len(acts) - 1, (action, [tag.line for tag in verdict.lines], verdict.why)
    return legal, now
