"""Scripts made shorter without losing what they show."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any

from meldspec.corpus.plan import Script
from meldspec.protocol.fields import ABSENT, record, to_json
from meldspec.protocol.messages import ActRequest, CaseRequest, DealOf, PositionRequest

Shows = Callable[[Script], bool]
Fields = Collection[tuple[str, str]]
"""Acts with fields of theirs that are numbers of melds, as the protocol spells them."""


def least(script: Script, shows: Shows, melds: Fields = ()) -> Script:
    """The script with no act, and in a position no card, that can be left out."""
    return shrunk_position(shrunk_acts(script, shows), shows, melds)


def shrunk_acts(script: Script, shows: Shows) -> Script:
    """The script with every act left out that can be, the last one aside, as long as it still shows what it should.

    Long rows of acts are tried first; single ones are tried again until none can be spared.
    """
    size = max(1, len(script.requests) // 2)
    while True:
        # Rows are halved, as in delta debugging: long stretches that do not matter go in a few replays.
        shorter = _without_rows(script, shows, size)
        if size == 1 and shorter == script:
            return script
        script, size = shorter, max(1, size // 2)


def _without_rows(script: Script, shows: Shows, size: int) -> Script:
    """The script less the rows of so many acts that are not needed, looked for from the end."""
    start = len(script.requests) - 1 - size
    while start > 0:
        requests = script.requests
        shorter = Script(requests[:start] + requests[start + size :])
        if shows(shorter):
            script = shorter
        start = min(start - 1, len(script.requests) - 1 - size)
    return script


# ── positions with fewer cards ────────────────────────────────────────────────────────────────────────────────────────────────────


def shrunk_position(script: Script, shows: Shows, melds: Fields = ()) -> Script:
    """The script of a position with every card left out that can be, as long as it still shows what it should.

    Nobody is left without a card in hand, for who has none has gone out.
    """
    if not isinstance(position := script.requests[0], PositionRequest):
        return script
    for path in _lists(position):
        script = _without_some(script, shows, path, melds)
    for name in position.marks or {}:
        marks = {n: m for n, m in (_position(script).marks or {}).items() if n != name}
        script = _beginning(script, shows, marks=marks or ABSENT)
    return _beginning(script, shows, match=DealOf(deal=1, totals=(0,) * len(position.match.totals)))


def _position(script: Script) -> PositionRequest:
    """The position that a script begins with."""
    first = script.requests[0]
    assert isinstance(first, PositionRequest)
    return first


def _beginning(script: Script, shows: Shows, **fields: Any) -> Script:
    """The script with some fields of its position set otherwise, where it still shows what it should."""
    plainer = Script((replace(_position(script), **fields), *script.requests[1:]))
    return plainer if shows(plainer) else script


Path = tuple[str | int, ...]


def _lists(request: PositionRequest) -> Iterator[Path]:
    """Where in a position there are lists of cards or of melds; those of the seat to play come last."""
    for number in range(len(request.sides)):
        yield "sides", number, "melds"
        yield "sides", number, "garbage"
    yield from (("feet", seat) for seat in range(request.seats))
    yield from (("places", name, number) for name, bags in (request.places or {}).items() for number in range(len(bags)))
    yield from (("pile",), ("stock",))
    turn = request.turn
    yield from (("hands", seat) for seat in (*(s for s in range(request.seats) if s != turn), turn))


def _without_some(script: Script, shows: Shows, path: Path, melds: Fields) -> Script:
    """The script with as little as can be in one list: none of it, or only what is needed."""
    held = _at(to_json(script.requests[0]), path)
    least = 1 if path[0] == "hands" else 0
    if held is None or len(held) <= least or (path[0] == "stock" and _position(script).heaps is not ABSENT):
        return script
    if shows(bare := _with(script, path, held[:least])):
        return bare
    # A foot is dealt whole, and so is what else a book has lie ready; with some of its cards it would be no position.
    if path[0] in ("feet", "places"):
        return script
    number = 0
    while number < len(held) and len(held) > least:
        fewer = [*held[:number], *held[number + 1 :]]
        shorter = _with(script, path, fewer)
        if path[-1] == "melds":
            shorter = _renumbered(shorter, int(path[1]), number, melds)
        if shows(shorter):
            script, held = shorter, fewer
        else:
            number += 1
    return script


def _renumbered(script: Script, side: int, gone: int, melds: Fields) -> Script:
    """The script after a meld of a side is gone: what its players lay on later melds, or name them by, is a number lower."""
    first, *acts = script.requests
    sides = len(_position(script).sides)

    def lower(number: Any) -> Any:
        return number - 1 if isinstance(number, int) and number > gone else number

    def laid(play: Any) -> Any:
        return {**play, "to": lower(play["to"])} if isinstance(play, dict) and "to" in play else play

    def field(act: str, name: str, value: Any) -> Any:
        if name == "plays":
            return [laid(play) for play in value]
        return lower(value) if (act, name) in melds else value

    def of(act: CaseRequest) -> CaseRequest:
        if not isinstance(act, ActRequest) or act.seat % sides != side:
            return act
        action = act.action
        more = {name: field(action.type, name, value) for name, value in action.more.items()}
        return replace(act, action=replace(action, more=more))

    return Script((first, *(of(act) for act in acts)))


def _at(request: Any, path: Path) -> Any:
    """What stands at a place of a request; none where there is no such place."""
    for part in path:
        if isinstance(part, str) and part not in request:
            return None
        request = request[part]
    return request


def _with(script: Script, path: Path, value: list[Any]) -> Script:
    """The script with another value at a place of its first request."""
    # As JSON, which `to_json` writes anew: there all lists are reached alike, and what comes out is read like any request.
    fields = to_json(script.requests[0])
    *way, last = path
    _at(fields, tuple(way))[last] = value
    return Script((record(PositionRequest)(fields, "position"), *script.requests[1:]))
