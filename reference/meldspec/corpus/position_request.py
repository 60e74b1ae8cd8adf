"""The protocol's `position` as a table: it is read as a position written by hand is, all its cards known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meldspec.corpus.position_place import Placing
from meldspec.corpus.position_yaml import Marked, PositionError
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.step import Table

SAME = ("dealer", "stock", "pile", "hands", "feet", "turn", "phase")
"""Fields that mean the same in a request and in a file."""


class NoPosition(ValueError):
    """A position that cannot be under the rules; the message says what is wrong with it."""


def table_from_position(rulebook: Rulebook, request: Mapping[str, Any]) -> Table:
    """The table that a `position` request sets out; `marks` are memories by the names that the rules give them.

    What `marks` leaves out is as it would be after every way that leads there. Raises NoPosition where the rules know no such
    position: cards that the pack has not, melds of no kind, a table on which something would happen by itself.
    """
    value = {name: request[name] for name in SAME} | ({"heaps": request["heaps"]} if "heaps" in request else {})
    value |= {"deal": request["match"]["deal"], "totals": request["match"]["totals"], "memory": request.get("marks", {})}
    value["sides"] = [{**side, "melds": [meld["cards"] for meld in side["melds"]]} for side in request["sides"]]
    if request["seats"] != rulebook.layout.seats:
        raise NoPosition(f"seats is {request['seats']}; this rulebook is for {rulebook.layout.seats}")
    try:
        return Placing(Marked("position", value), rulebook, set()).place().table
    except PositionError as error:
        raise NoPosition("; ".join(f"{p.found}, expected {p.expected}" for p in error.problems)) from None
