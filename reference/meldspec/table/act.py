"""What a player proposes to do: the name of an act, who acts, and a value for each of its fields."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Act:
    """One proposed act; `values` holds a value for each field of the act, in their order.

    Plays are (to, cards) with `to` a meld's number, -1 for a new meld, or a place's name; a `play` field holds the index of one
    of the plays, or none.
    """

    name: str
    seat: int
    values: tuple[Any, ...] = ()
