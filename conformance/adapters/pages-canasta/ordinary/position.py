"""A table in the middle of a deal, from what lies there and the marks that are told.

A mark that is left out is as it follows from the table, or else as when a deal begins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .cards import ALL_CARDS, Card
from .errors import BadRequest, Illegal, Unsupported
from .melds import LaidMeld, rank_of
from .out import able_to_go_out
from .table import Phase, Table

IGNORED_MARKS = frozenset(
    [
        "owed",
        "served",
        "held",
        "stranded",
        "bare-draw",
        "turns-over",
        "opened-first",
        "laid-worth",
        "taken-bare",
        "discarded-last",
        "turned-wild",
        "discarded-on",
        "shown-now",
        "has-asked",
        "goer",
        "drew-last",
    ]
)
"""Marks of other readings, or of what is over once an act is done."""
USED_MARKS = frozenset(
    ["obtained", "melded-now", "opened", "took", "asked", "consented", "refused", "held-to-it", "has-melded", "melds-before"]
)


def table_of(table: Table, turn: int, phase: Phase, marks: Mapping[str, Any]) -> Table:
    """Gives a table with its cards the turn, the phase and the memory of the position."""
    unknown = set(marks) - IGNORED_MARKS - USED_MARKS
    if unknown:
        raise Unsupported(f"marks {sorted(unknown)}")
    seats, side = table.seats, table.side(turn)
    table.begin_turn(turn)
    table.phase = phase
    table.opened = _flags(marks, "opened", 2, [bool(melds) for melds in table.melds])
    own_melds = phase is Phase.DRAW or not _flag(marks, "melded-now", False)
    alone = seats == 2 and own_melds
    table.has_melded = _flags(marks, "has-melded", seats, [alone and bool(table.melds[table.side(seat)]) for seat in range(seats)])
    now = table.now
    now.obtained = _flag(marks, "obtained", phase is Phase.PLAY)
    now.took = _flag(marks, "took", False)
    now.melded = _flag(marks, "melded-now", now.took)
    now.consented = _flag(marks, "consented", False)
    now.refused = _flag(marks, "refused", False)
    if "melds-before" in marks:
        now.melds_before = _melds_before(marks["melds-before"], side)
    elif not own_melds:
        now.melds_before = ()
    if phase is Phase.ANSWER:
        asked = marks.get("asked")
        table.asked = table.partner(turn) if asked is None else asked
    now.held = _flag(marks, "held-to-it", now.obtained and now.consented and able_to_go_out(table, turn))
    return table


def meld_of(cards: Any) -> LaidMeld:
    """A meld that lies on the table, from its cards; its kind follows from them."""
    try:
        tuple_of = cards_of(cards)
        return LaidMeld(rank_of(tuple_of), tuple(tuple_of))
    except Illegal as refusal:
        raise BadRequest(f"no meld: {cards}") from refusal


def cards_of(value: Any) -> list[Card]:
    """A list of cards from the wire."""
    if not isinstance(value, list) or not all(isinstance(card, str) and card in ALL_CARDS for card in value):
        raise BadRequest(f"no list of cards: {value}")
    return list(value)


def _flag(marks: Mapping[str, Any], name: str, default: bool) -> bool:
    return bool(marks.get(name, default))


def _flags(marks: Mapping[str, Any], name: str, count: int, default: Sequence[bool]) -> list[bool]:
    value = marks.get(name, default)
    if not isinstance(value, list) or len(value) != count:
        raise BadRequest(f"mark {name}: {count} values are wanted")
    return [bool(one) for one in value]


def _melds_before(value: Any, side: int) -> tuple[LaidMeld, ...]:
    """The melds of one side; each may come as its cards or as an object with ``cards``."""
    if not isinstance(value, list) or len(value) != 2:
        raise BadRequest("mark melds-before: a list for each side is wanted")
    melds = value[side] or []
    return tuple(meld_of(meld["cards"] if isinstance(meld, dict) else meld) for meld in melds)
