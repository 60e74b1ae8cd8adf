"""The beginning of a deal: a pack shuffled and dealt by the rules, or cards put where somebody says they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from meldspec.engine.play import close
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.table.faults import EngineDefect
from meldspec.table.layout import DEAL_NUMBER, DEALER, ENDED, PHASE, TOTALS
from meldspec.table.table import Table

Dealt = Mapping[str, Sequence[tuple[int, ...]]]
"""Cards by place, one bag for each owner; on a row the last card lies on top."""


def blank(rulebook: Rulebook, dealer: int, deal_number: int, totals: Sequence[int]) -> list[Any]:
    """The cells of a deal before any card is dealt."""
    cells = rulebook.layout.blank()
    cells[DEALER], cells[DEAL_NUMBER] = dealer, deal_number
    cells[TOTALS] = tuple(totals) if totals else (0,) * rulebook.layout.sides
    cells[PHASE] = rulebook.sheet.symbols.phases[0] if rulebook.sheet.symbols.phases else None
    return cells


def shuffled(rulebook: Rulebook, random: Random) -> tuple[int, ...]:
    """The whole pack in a random order."""
    pack = [face for face, count in enumerate(rulebook.faces.counts) for _ in range(count)]
    random.shuffle(pack)
    return tuple(pack)


def dealt_by_rules(rulebook: Rulebook, pack: tuple[int, ...], dealer: int = 0) -> dict[str, list[tuple[int, ...]]]:
    """The cards of a pack where the rules' own dealing puts them, before anything is turned up; the pack's last card is its top."""
    cells = blank(rulebook, dealer, 1, ())
    if not rulebook.rows:
        raise EngineDefect(f"{rulebook.name} has no row to put the pack on")
    cells[rulebook.rows[0].first] = pack
    if (dealing := rulebook.compiled.events.get("dealing")) is not None:
        dealing(Referee(rulebook), cells)
    return {r.name: [cells[r.first + n] for n in range(r.count)] for r in rulebook.layout.places() if r.form != "groups"}


def begin(rulebook: Rulebook, dealt: Dealt, dealer: int = 0, deal_number: int = 1, totals: Sequence[int] = ()) -> Table:
    """The table when the first turn begins (or when the deal has ended before it)."""
    referee, cells = Referee(rulebook), blank(rulebook, dealer, deal_number, totals)
    for name, bags in dealt.items():
        range_ = rulebook.layout[name]
        for number, bag in enumerate(bags):
            # Sorted, so that a place which keeps no order is the same value whatever order it was filled in.
            cells[range_.first + number] = tuple(bag) if range_.form == "row" else tuple(sorted(bag))
    if (setup := rulebook.compiled.events.get("setup")) is not None:
        setup(referee, cells)
    rulebook.compiled.settle(referee, cells)
    if cells[ENDED] is not None:
        close(referee, cells)
    return Table(tuple(cells))


def random_deal(rulebook: Rulebook, random: Random, dealer: int = 0, deal_number: int = 1, totals: Sequence[int] = ()) -> Table:
    """A deal of a shuffled pack, by the rules."""
    return begin(rulebook, dealt_by_rules(rulebook, shuffled(rulebook, random), dealer), dealer, deal_number, totals)
