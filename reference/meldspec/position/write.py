"""A table as a position file would say it, so that whatever has been played can be ruled on."""

from typing import Any

from meldspec.engine.rulebook import Rulebook
from meldspec.position.memory import memories
from meldspec.protocol.observe import KEYS, key_of, shown_ranges
from meldspec.table.table import DEAL_NUMBER, DEALER, ENDED, PHASE, SCORES, TOTALS, TURN, CellRange, Table


def position_of(rulebook: Rulebook, table: Table, title: str = "") -> dict[str, Any]:
    """The fields of a position file, every card and every memory told, so that reading them gives the same table."""
    cells = table.cells
    questions = rulebook.questions()
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
    told["memory"] = {range_.name: _told(rulebook, range_, cells) for range_ in memories(rulebook)}
    return {key: value for key, value in told.items() if value not in ("", {}, None)}


def _cards(rulebook: Rulebook, cells: tuple[Any, ...]) -> dict[str, Any]:
    """All cards, those of the first place of every field there, those of other places by the names of the places."""
    sides: list[dict[str, Any]] = [{} for _ in range(rulebook.layout.sides)]
    found: dict[str, Any] = {}
    places: dict[str, Any] = {}
    for range_ in rulebook.layout.places():
        told, key = _told(rulebook, range_, cells), key_of(range_)
        first = next(r.name for r in shown_ranges(rulebook, key) if r.owner == range_.owner)
        if range_.owner == "number" and key == "stock":
            found |= {key: [card for heap in told for card in heap[::-1]], "heaps": [len(heap) for heap in told]}
        elif key not in KEYS.get(range_.owner, {}) or first != range_.name:
            places[range_.name] = told
        elif range_.owner == "side":
            for side, value in zip(sides, told, strict=True):
                side[key] = value
        else:
            # The stock is told in the order of drawing, its uppermost card first; all other rows from the bottom.
            found[key] = told[::-1] if key == "stock" else told
    return found | {"sides": sides, "places": places}


def _told(rulebook: Rulebook, range_: CellRange, cells: tuple[Any, ...]) -> Any:
    """What a place or memory holds, as a file says it: a list with an entry for each owner, or the entry of the table's own."""
    told: list[Any]
    match range_.form:
        case "row" | "cards" | "kept cards":
            told = [rulebook.faces.spell(held) for held in range_.values(cells)]
        case "groups" | "kept groups":
            told = [[rulebook.faces.spell(meld) for meld in held] for held in range_.values(cells)]
        case _:
            told = list(range_.values(cells))
    return told if range_.owner else told[0]
