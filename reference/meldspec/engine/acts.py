"""Acts read from and written to the protocol's actions, and why one could not even be tried."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from meldspec.engine.compile.record import CompiledAct, CompiledField
from meldspec.table.act import Act
from meldspec.table.layout import ENDED
from meldspec.table.values import NEW, Play

if TYPE_CHECKING:
    from meldspec.engine.rulebook import Rulebook

NEW_WORD = "new"


class ActError(ValueError):
    """An action that cannot be read as any act of the rulebook; the message says what was found and expected.

    `unknown` tells an act whose name the rulebook does not have.
    """

    def __init__(self, message: str, unknown: bool = False) -> None:
        super().__init__(message)
        self.unknown = unknown


def act_from_action(rulebook: Rulebook, seat: int, action: Mapping[str, Any]) -> Act:
    """The act that a protocol action proposes.

    Raises ActError where the seat or the type is unknown, or a field is missing or malformed.
    """
    if seat not in range(rulebook.layout.seats):
        raise ActError(f"there is no seat {seat}; the seats are 0 to {rulebook.layout.seats - 1}")
    name = action.get("type")
    if not isinstance(name, str) or name not in rulebook.acts:
        raise ActError(f"the act '{name}' is not known; there is {', '.join(rulebook.acts)}", unknown=True)
    return Act(name, seat, tuple(_read(rulebook, name, f, action) for f in rulebook.acts[name].fields))


def _read(rulebook: Rulebook, act: str, field: CompiledField, action: Mapping[str, Any]) -> Any:
    """One field of an action."""
    value = action.get(field.spelt)
    match field.type:
        case "plays" if isinstance(value, list):
            return tuple(_play(rulebook, entry) for entry in value)
        case "play" if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        case "card" if isinstance(value, str):
            return rulebook.faces.by_name.get(value, value)
        case "player" | "number" if isinstance(value, int) and not isinstance(value, bool):
            return value
        case "number" if value is None:
            return 0
        case "truth" if isinstance(value, bool):
            return value
        case _:
            wanted = {
                "plays": "a list of plays",
                "play": "the index of a play",
                "card": "a card",
                "truth": "true or false",
            }
            expected = wanted.get(field.type, "a whole number")
            raise ActError(f"the field '{field.spelt}' of '{act}' is {value!r}; expected {expected}")


def _play(rulebook: Rulebook, entry: Any) -> tuple[int | str, tuple[Any, ...]]:
    """One play of an action; a card that the pack does not have stays as it was spelt, and no hand will hold it."""
    if not isinstance(entry, Mapping) or not isinstance(entry.get("cards"), list):
        raise ActError(f"a play is {entry!r}; expected an object with 'to' and 'cards'")
    to, cards = entry.get("to"), entry["cards"]
    if isinstance(to, bool) or not isinstance(to, int | str) or not all(isinstance(c, str) for c in cards):
        raise ActError(f"a play is {entry!r}; expected 'to' as 'new', a meld's number or a place, and cards as texts")
    faces = rulebook.faces.by_name
    read = tuple(faces.get(c, c) for c in cards)
    known = tuple(sorted(c for c in read if isinstance(c, int))) + tuple(c for c in read if isinstance(c, str))
    return (NEW if to == NEW_WORD else -2 if isinstance(to, int) and to < 0 else to), known


def action_from_act(rulebook: Rulebook, act: Act) -> dict[str, Any]:
    """The protocol's action for an act."""
    action: dict[str, Any] = {"type": act.name}
    for field, value in zip(rulebook.acts[act.name].fields, act.values, strict=True):
        if field.type == "plays":
            action[field.spelt] = [play_to_json(rulebook, play) for play in value]
        elif field.type == "card":
            action[field.spelt] = rulebook.faces.names[value] if isinstance(value, int) else value
        elif value is not None and (field.type != "number" or value):
            action[field.spelt] = value
    return action


def play_to_json(rulebook: Rulebook, play: Play) -> dict[str, Any]:
    """One play as the protocol writes it."""
    to, cards = play
    names = [rulebook.faces.names[c] if isinstance(c, int) else c for c in cards]
    return {"to": NEW_WORD if to == NEW else to, "cards": names}


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
