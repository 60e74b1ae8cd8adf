"""A table as a position file would say it, so that whatever has been played can be ruled on."""

from __future__ import annotations

from typing import Any

from meldspec.engine.rulebook import Rulebook
from meldspec.position.memory import memories
from meldspec.protocol.observe import KEYS, key_of, shown_ranges
from meldspec.table.layout import DEAL_NUMBER, DEALER, ENDED, PHASE, SCORES, TOTALS, TURN, CellRange
from meldspec.table.table import Table


def position_of(rulebook: Rulebook, table: Table, title: str = "") -> dict[str, Any]:
    """The fields of a position file, every card and every memory told, so that reading them gives the same table."""
    cells = table.cells
    questions = rulebook.sheet.book.questions()
    scores = cells[SCORES] or (0,) * rulebook.layout.sides
    told: dict[str, Any] = {
        "title": title,
        "variant": rulebook.name,
        "options": dict(rulebook.options),
        "readings": {q: r for q, r in rulebook.readings.items() if r != questions[q].default},
        "dealer": cells[DEALER],
        "deal": cells[DEAL_NUMBER],
        "totals": [total - score for total, score in zip(cells[TOTALS], scores, strict=True)],
    }
    if cells[ENDED] is not None:
        how, seat = cells[ENDED]
        told["ended"] = {"how": how} | ({} if seat is None else {"seat": seat})
    else:
        told |= {"turn": cells[TURN], "phase": cells[PHASE]}
    told |= _cards(rulebook, cells)
    told["memory"] = {range_.name: _each(range_, _memory(rulebook, range_, cells)) for range_ in memories(rulebook)}
    return {key: value for key, value in told.items() if value not in ("", {}, None)}


def _cards(rulebook: Rulebook, cells: tuple[Any, ...]) -> dict[str, Any]:
    """All cards, those of the first place of every field there, those of other places by the names of the places."""
    sides: list[dict[str, Any]] = [{} for _ in range(rulebook.layout.sides)]
    found: dict[str, Any] = {}
    places: dict[str, Any] = {}
    for range_ in rulebook.layout.places():
        values = [_held(rulebook, range_, cells[range_.first + number]) for number in range(range_.count)]
        key = key_of(range_)
        same_owner = [r.name for r in shown_ranges(rulebook, key) if r.owner == range_.owner]
        if range_.owner == "number" and key == "stock":
            found |= {key: [card for heap in values for card in heap[::-1]], "heaps": [len(heap) for heap in values]}
        elif key not in KEYS.get(range_.owner, {}) or same_owner[0] != range_.name:
            places[range_.name] = _each(range_, values)
        elif range_.owner == "side":
            for side, value in zip(sides, values, strict=True):
                side[key] = value
        else:
            found[key] = values[0][::-1] if key == "stock" else _each(range_, values)
    return found | {"sides": sides, "places": places}


def _held(rulebook: Rulebook, range_: CellRange, held: Any) -> list[Any]:
    """The cards of one cell: on a row from the bottom, melds one by one."""
    if range_.form == "groups":
        return [rulebook.faces.spell(meld) for meld in held]
    return rulebook.faces.spell(held)


def _memory(rulebook: Rulebook, range_: CellRange, cells: tuple[Any, ...]) -> list[Any]:
    """The values of one memory."""
    values = [cells[range_.first + number] for number in range(range_.count)]
    if range_.form == "kept cards":
        return [rulebook.faces.spell(value) for value in values]
    if range_.form == "kept groups":
        return [[rulebook.faces.spell(meld) for meld in value] for value in values]
    return values


def _each(range_: CellRange, values: list[Any]) -> Any:
    """A list with an entry for each owner, or the only entry where the table has it."""
    return values if range_.owner else values[0]
