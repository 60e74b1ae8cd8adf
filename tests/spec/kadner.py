"""Positions of Kadner's Hand and Foot, set out by hand: seat 0 is to act, and where four play seat 2 is the partner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.table.table import TOTALS, Table

from .positions import Action, by_question, play, sheet_of, table, take

WILD = "2C 2D 2H 2S 2C JK JK"
SEVENS = "7C 7C 7D 7D 7H 7H 7S"
KINGS = "KC KC KD KD KH KH KS"
QUEENS = "QC QC QD QD QH QH QS"
JACKS = "JC JC JD JD JH JH JS"
BLACK_NINES = "9C 9C 9D 9D 9H 9H 2S"
BLACK_TENS = "TC TC TD TD TH 2S 2S"
ALL = [WILD, SEVENS, KINGS, QUEENS, JACKS, BLACK_NINES, BLACK_TENS]
"""What a side needs to go out, and no more."""
FOOT = "4C 4D 5C 5D"
OTHERS = "5H 6D 8D"


def kadner(players: int = 4, **readings: str) -> Rulebook:
    """The rulebook; a reading is named by its question, dots and hyphens written as `__` and `_`."""
    return make_rulebook(sheet_of("kadner"), {"players": players}, by_question(readings))


def set_out(
    rulebook: Rulebook,
    hand: str,
    in_foot: bool | Sequence[bool] = False,
    hands: Sequence[str] = (),
    feet: Sequence[str] = (),
    totals: Sequence[int] = (),
    **more: Any,
) -> Table:
    """A position; `in_foot` are the seats that have taken up and played their feet, `hands` those of the others, `more` is told to
    `table`. Memories of every seat or side are given as lists."""
    owned = {name: value for name, value in more.items() if name in rulebook_memories(rulebook) and isinstance(value, list)}
    cells = list(table(rulebook, hand, **{n: v for n, v in more.items() if n not in owned}).cells)
    seats = rulebook.layout.seats
    entered = [in_foot] * seats if isinstance(in_foot, bool) else list(in_foot)
    read = rulebook.faces.read
    held = [*hands, *([OTHERS] * seats)][: seats - 1]
    lying = [*feet, *([FOOT] * seats)][:seats]
    values: dict[str, Sequence[Any]] = {"in-foot": entered, "has-played": entered}
    values |= {name.replace("_", "-"): value for name, value in owned.items()}
    values["foot"] = [() if there else tuple(sorted(read(f.split()))) for there, f in zip(entered, lying, strict=True)]
    values["hand"] = [cells[rulebook.layout["hand"].first], *(tuple(sorted(read(h.split()))) for h in held)]
    for name, each in values.items():
        for owner, value in enumerate(each):
            cells[rulebook.layout[name].first + owner] = value
    cells[TOTALS] = tuple(totals) if totals else (0,) * rulebook.layout.sides
    return Table(tuple(cells))


def rulebook_memories(rulebook: Rulebook) -> set[str]:
    """The memories, as they are written in Python."""
    return {name.replace("-", "_") for name in rulebook.sheet.symbols.keeps}


EVERYBODY = [True] * 4
OUT: dict[str, Any] = {"in_foot": EVERYBODY, "melds": ALL, "phase": "play", "obtained": True}
PLAY: dict[str, Any] = {"phase": "play", "obtained": True}
TENS = "TC TD TS"
TAKEN = take(play("new", TENS))


def pick(*plays: dict[str, Any]) -> Action:
    """The pile picked, its top card going to the hand."""
    return {"type": "take", "plays": list(plays)}
