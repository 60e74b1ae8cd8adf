"""Why an act could not even be tried: a card, a meld or a number that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from meldspec.engine.compile.record import CompiledAct, CompiledField
from meldspec.table.layout import ENDED
from meldspec.table.values import NEW, Play

if TYPE_CHECKING:
    from meldspec.engine.rulebook import Rulebook


def misfit(rulebook: Rulebook, line: CompiledAct, cells: Any, seat: int, values: tuple[Any, ...]) -> str:
    """Why an act cannot be: the deal has ended, or a card, a meld or a number is not there; empty where nothing is wrong."""
    if cells[ENDED] is not None:
        return "the deal has ended"
    plays: tuple[Play, ...] = ()
    for field, value in zip(line.fields, values, strict=True):
        match field.type:
            case "plays":
                plays = value
                if why := _plays_misfit(rulebook, field, cells, seat, plays):
                    return why
            case "play" if value is not None and not 0 <= value < len(plays):
                return f"there is no play number {value}"
            case "card" if value not in field.offered(rulebook.search, cells, seat):
                return f"{rulebook.spelling(value)} is not among the cards it may come from"
            case "player" if not 0 <= value < rulebook.layout.seats:
                return f"there is no seat {value}"
            case "number" if field.sourced and value not in field.offered(rulebook.search, cells, seat):
                return f"{value} is not among the numbers that '{field.spelt}' may be"
            case _:
                pass
    return ""


def _plays_misfit(rulebook: Rulebook, field: CompiledField, cells: Any, seat: int, plays: tuple[Play, ...]) -> str:
    """Why some plays cannot be made."""
    source = list(field.offered(rulebook.search, cells, seat))
    melds = len(cells[field.melds_cell(seat)])
    targets: set[int | str] = set()
    for to, cards in plays:
        if not cards:
            return "a play has no cards"
        if isinstance(to, str) and to not in field.beside:
            return f"there is no '{to}' to play to"
        if isinstance(to, int) and to != NEW and not 0 <= to < melds:
            return f"there is no meld number {to}"
        if to != NEW and to in targets:
            return f"two plays go to the same meld, {to}"
        targets.add(to)
        limit = field.limits[to](rulebook.search, cells, seat) if isinstance(to, str) and to in field.limits else None
        for card in cards:
            if limit is not None and cards.count(card) > limit.count(card):
                return f"{rulebook.spelling(card)} is not among the cards that may go to '{to}'"
            if card not in source:
                return f"{rulebook.spelling(card)} is not among the cards it may come from"
            source.remove(card)
    return ""
