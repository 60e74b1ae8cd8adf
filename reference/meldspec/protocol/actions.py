"""Acts of the rules read from and written to the protocol's actions.

Which fields an action has is the book's to say: each field of an act has a type and a spelling there.
"""

from collections.abc import Mapping
from typing import Any

from meldspec.engine.compile.record import CompiledField
from meldspec.engine.rulebook import Rulebook
from meldspec.protocol.fields import Json, make
from meldspec.protocol.messages import Action, ActRequest
from meldspec.table.table import NEW, Act, Play

NEW_WORD = "new"


class ActError(ValueError):
    """An action that cannot be read as any act of the rulebook; the message says what was found and expected.

    `unknown` tells an act whose name the rulebook does not have.
    """

    def __init__(self, message: str, unknown: bool = False) -> None:
        super().__init__(message)
        self.unknown = unknown


def act_from_action(rulebook: Rulebook, seat: int, action: Action | Json) -> Act:
    """The act that a protocol action proposes; a plain object will do, as a position file has it.

    Raises ActError where the seat or the type is unknown, or a field is missing or malformed.
    """
    if seat not in range(rulebook.layout.seats):
        raise ActError(f"there is no seat {seat}; the seats are 0 to {rulebook.layout.seats - 1}")
    if not isinstance(action, Action):
        if not isinstance(action.get("type"), str):
            raise ActError(f"an act is {dict(action)!r}; expected an object with its 'type', as {{'type': 'draw'}}")
        action = make(Action, action)
    name = action.type
    if name not in rulebook.acts:
        raise ActError(f"the act '{name}' is not known; there is {', '.join(rulebook.acts)}", unknown=True)
    return Act(name, seat, tuple(_read(rulebook, name, f, action.more.get(f.spelt)) for f in rulebook.acts[name].fields))


def _read(rulebook: Rulebook, act: str, field: CompiledField, value: Any) -> Any:
    """One field of an action."""
    match field.type:
        case "plays" if isinstance(value, list):
            return tuple(_play(rulebook, entry) for entry in value)
        case "play" if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        case "card" if isinstance(value, str):
            return rulebook.faces.by_name.get(value, value)
        case "player" | "number" | "meld" if isinstance(value, int) and not isinstance(value, bool):
            return value
        case "number" if value is None:
            return 0
        case "truth" if isinstance(value, bool):
            return value
        case _:
            wanted = {"plays": "a list of plays", "play": "the index of a play", "card": "a card", "truth": "true or false"}
            wanted["meld"] = "the number of a meld"
            expected = wanted.get(field.type, "a whole number")
            found = (
                f"'{act}' has no field '{field.spelt}'" if value is None else f"the field '{field.spelt}' of '{act}' is {value!r}"
            )
            raise ActError(f"{found}; expected {expected}")


def _play(rulebook: Rulebook, entry: Any) -> tuple[int | str, tuple[Any, ...]]:
    """One play of an action; a card that the pack does not have stays as it was spelt, and no hand will hold it."""
    if not isinstance(entry, Mapping) or not isinstance(entry.get("cards"), list):
        raise ActError(f"a play is {entry!r}; expected an object with 'to' and 'cards'")
    to, cards = entry.get("to"), entry["cards"]
    if isinstance(to, bool) or not isinstance(to, int | str) or not all(isinstance(c, str) for c in cards):
        raise ActError(f"a play is {entry!r}; expected 'to' as 'new', a meld's number or a place, and cards as texts")
    # Sorted, since the cards of a play have no order and acts are compared; unknown ones come last, and no hand will hold them.
    faces = rulebook.faces.by_name
    read = tuple(faces.get(c, c) for c in cards)
    known = tuple(sorted(c for c in read if isinstance(c, int))) + tuple(c for c in read if isinstance(c, str))
    # A negative number is the number of no meld, and must not be taken for that of a new one.
    return (NEW if to == NEW_WORD else -2 if isinstance(to, int) and to < 0 else to), known


def action_from_act(rulebook: Rulebook, act: Act) -> Action:
    """The protocol's action for an act."""
    action: dict[str, Any] = {}
    for field, value in zip(rulebook.acts[act.name].fields, act.values, strict=True):
        if field.type == "plays":
            action[field.spelt] = [_play_to_json(rulebook, play) for play in value]
        elif field.type == "card":
            action[field.spelt] = rulebook.faces.names[value] if isinstance(value, int) else value
        # A number that is left out reads as 0, so 0 is left out: the two are the same act.
        elif value is not None and (field.type != "number" or value):
            action[field.spelt] = value
    return Action(act.name, more=action)


def _play_to_json(rulebook: Rulebook, play: Play) -> dict[str, Any]:
    """One play as the protocol writes it."""
    to, cards = play
    names = [rulebook.faces.names[c] if isinstance(c, int) else c for c in cards]
    return {"to": NEW_WORD if to == NEW else to, "cards": names}


def act_request(rulebook: Rulebook, act: Act) -> ActRequest:
    """The protocol's `act` for an act."""
    return ActRequest(seat=act.seat, action=action_from_act(rulebook, act))
