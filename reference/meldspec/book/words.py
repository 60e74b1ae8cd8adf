"""The built-in words of expressions and their types; none belongs to a game."""

from __future__ import annotations

CONSTANTS: dict[str, tuple[int | str | bool | None, str]] = {
    "yes": (True, "truth"),
    "no": (False, "truth"),
    "nobody": (None, "nobody"),
    "none": (None, "none"),
}

TABLE_WORDS = {
    "turn": "player",
    "phase": "phase",
    "over": "truth",
    "dealer": "player",
    "deal-number": "number",
    "seats": "players",
    "sides": "sides",
}
"""Words about the table as a whole; `turn` and `phase` may be changed by effects."""

CARDISH = ("cards", "row")
ATTRIBUTES: dict[str, tuple[tuple[str, ...], str]] = {
    "number": (("cards", "row", "groups", "plays", "players", "sides"), "number"),
    "worth": (("cards", "row", "card"), "number"),
    "rank": (("card", "cards", "row"), "rank"),
    "suit": (("card", "cards", "row"), "suit"),
    "top": (("row",), "card"),
    "rest": (("row",), "row"),
    "lone": (("cards", "row"), "card"),
    "cards": (("play", "plays", "groups"), "cards"),
    "result": (("play",), "cards"),
    "target": (("play",), "cards"),
    "kind": (("cards",), "kind"),
    "side": (("player",), "side"),
    "players": (("side",), "players"),
    "left": (("player",), "player"),
    "partners": (("player",), "players"),
    "total": (("side",), "number"),
    "score": (("side",), "number"),
}
"""`WORD of X`: what X may be, and what it gives."""

ELEMENTS = {
    "players": "player",
    "sides": "side",
    "plays": "play",
    "groups": "cards",
    "cards": "card",
    "row": "card",
}
"""What the things in a list are."""

SPEAKING = {
    "truth": "yes or no",
    "number": "a number",
    "card": "a card",
    "cards": "cards",
    "row": "a row of cards",
    "groups": "groups of cards",
    "play": "a play",
    "plays": "plays",
    "player": "a player",
    "players": "players",
    "side": "a side",
    "sides": "sides",
    "kind": "a meld kind",
    "phase": "a phase",
    "rank": "a rank",
    "suit": "a suit",
    "set": "a set of cards",
    "none": "none",
    "nobody": "nobody",
    "position": "the position after the act",
    "any": "anything",
}
"""Types as messages name them."""


def agrees(found: str, wanted: str) -> bool:
    """Whether a thing of one type may stand where another is wanted."""
    if found == wanted or "any" in (found, wanted):
        return True
    if {found, wanted} <= {"cards", "row"}:
        return True
    if found in ("none", "nobody"):
        return wanted in ("none", "nobody", "card", "rank", "suit", "player", "side", "kind", "play")
    if wanted in ("none", "nobody"):
        return agrees(wanted, found)
    return False
