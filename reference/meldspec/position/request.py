"""The protocol's `position` as a table: it is read as a position written by hand is, all its cards known."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from meldspec.engine.rulebook import Rulebook
from meldspec.position.marked import Marked, PositionError
from meldspec.position.memory import memories
from meldspec.position.position import Position, set_up
from meldspec.position.write import position_of
from meldspec.protocol.fields import ABSENT, Json, Malformed, record, to_json
from meldspec.protocol.messages import PositionRequest
from meldspec.protocol.observe import named_ranges
from meldspec.table.table import Table

SAME = ("dealer", "stock", "heaps", "pile", "hands", "feet", "turn", "phase")
"""Fields that mean the same in a request and in a file."""
MOST_READ = 4096
"""Of so many requests it is kept how they were read."""


class NoPosition(ValueError):
    """A position that cannot be under the rules; the message says what is wrong with it."""


def table_from_position(rulebook: Rulebook, request: PositionRequest) -> Table:
    """The table that a `position` request sets out; `marks` are memories by the names that the rules give them.

    What `marks` leaves out is as the table shows it, or as the rules start it. Raises NoPosition where the rules know no such
    position: cards that the pack has not, melds of no kind, a table on which something would happen by itself.
    """
    return _position(rulebook, request).table


def _position(rulebook: Rulebook, request: PositionRequest) -> Position:
    """The position that a request sets out."""
    told = to_json(request)
    value = {name: told[name] for name in SAME if name in told}
    value |= {"deal": request.match.deal, "totals": request.match.totals, "memory": told.get("marks", {})}
    value["places"] = dict(_as_in_a_file(rulebook, told.get("places", {})))
    value["sides"] = [{**side, "melds": [meld["cards"] for meld in side["melds"]]} for side in told["sides"]]
    if request.seats != rulebook.layout.seats:
        raise NoPosition(f"seats is {request.seats}; this rulebook is for {rulebook.layout.seats}")
    try:
        return set_up(Marked("position", value), rulebook, believable=False)
    except PositionError as error:
        raise NoPosition("; ".join(f"{p.found}, expected {p.expected}" for p in error.problems)) from None


class TablesFromPositions:
    """The tables of `position` requests under many rulebooks, of which nearly all read one alike: what was read under one is only
    looked over under the others, and what is wrong under one of these is told as `table_from_position` tells it."""

    def __init__(self) -> None:
        self._read: dict[int, tuple[PositionRequest, Position]] = {}

    def __call__(self, rulebook: Rulebook, request: PositionRequest) -> Table:
        """The table that a request sets out. Raises NoPosition."""
        # By identity, which is theirs for as long as the request is kept.
        known = self._read.get(id(request))
        other = None if known is None else known[1].looked_over(rulebook)
        if other is None:
            other = _position(rulebook, request)
            if _means_the_same_elsewhere(request, other):
                if len(self._read) >= MOST_READ:
                    self._read.clear()
                self._read[id(request)] = request, other
        return other.table


def _means_the_same_elsewhere(request: PositionRequest, position: Position) -> bool:
    """Whether a request that is read for the same cells and cards comes to the same ones: it names no place that another book may
    not show, and what it leaves open is filled alike, whatever lines there are, since the rules cannot tell apart what may lie
    there."""
    classes = position.rulebook.faces.classes
    alike = all(len({classes[face] for face in unknown.among}) == 1 for unknown in position.unknown)
    return alike and not to_json(request).get("places")


def request_from_table(rulebook: Rulebook, table: Table) -> PositionRequest:
    """The `position` request that sets out a table in the middle of a deal; its `marks` are all that is remembered otherwise than
    it would be if nothing were said of it.

    Raises NoPosition for what the protocol's position cannot tell: a deal that is over, cards in a place that it does not name.
    """
    told = position_of(rulebook, table)
    if table.over():
        raise NoPosition("the deal is over; expected a position in the middle of a deal")
    named = {r.name: r for r in named_ranges(rulebook)}
    places = told.get("places", {})
    if hidden := sorted(name for name, held in places.items() if any(held) and name not in named):
        raise NoPosition(
            f"cards lie in '{hidden[0]}', which the book shows to nobody; a position of the protocol has no field for that"
        )
    bags = {name: places[name] if range_.owner else [places[name]] for name, range_ in named.items()}
    fields = {
        "variant": rulebook.name,
        "seats": rulebook.layout.seats,
        "options": dict(rulebook.options),
        "match": {"deal": told["deal"], "totals": told["totals"]},
        "pile": [],
        "feet": [[]] * rulebook.layout.seats,
        **{name: told[name] for name in SAME if name in told},
        "sides": [_side(side) for side in told["sides"]],
        **({"places": bags} if any(any(held) for held in bags.values()) else {}),
    }
    try:
        request = record(PositionRequest)({"cmd": "position", **fields}, "position")
    except Malformed as malformed:
        raise NoPosition(str(malformed)) from None
    # Told is only what would else be taken otherwise: a position says as little as it can, and stays true when a memory is renamed.
    bare = table_from_position(rulebook, request)
    marks = {r.name: told["memory"][r.name] for r in memories(rulebook) if r.values(bare.cells) != r.values(table.cells)}
    return replace(request, marks=marks or ABSENT)


def _as_in_a_file(rulebook: Rulebook, places: Mapping[str, list[Any]]) -> Iterator[tuple[str, Any]]:
    """The places that a request tells by name, as a file has them: what is the table's own is no list of one."""
    ranges = {r.name: r for r in named_ranges(rulebook)}
    for name, bags in places.items():
        if name not in ranges:
            raise NoPosition(f"places has '{name}'; {rulebook.name} shows {' and '.join(ranges) or 'no places'} by name")
        if not ranges[name].owner and len(bags) != 1:
            raise NoPosition(f"places.{name} has {len(bags)} lists of cards, expected one: it is the table's")
        yield name, bags if ranges[name].owner else bags[0]


def _side(side: Json) -> dict[str, Any]:
    """What a side has on the table: melds, how many red threes, and other cards."""
    melds = [{"cards": meld} for meld in side.get("melds", [])]
    laid: dict[str, Any] = {"melds": melds, "red_threes": len(side.get("red_threes", []))}
    return laid | {name: side[name] for name in side if name not in laid}
