"""Values of the rules in a player's words: a number, cards, a rank, a player."""

from collections.abc import Sequence
from typing import Any

from meldspec.engine.rulebook import Rulebook
from meldspec.ruling.words import RANKS, SUITS, Card, listed

COUNTED = ("cards", "ones")
"""Words for what is counted that may stand behind an adjective; any other word there may be a verb."""


def said(rulebook: Rulebook, type_: str, value: Any, card: Card, behind: str) -> tuple[str, str]:
    """A value of a type in words, and the text behind it, which is of one thing where the value is one.

    The words for several are written behind a number and a rank, `{…} cards` and `{…}s`; 0 cards are no cards.
    """
    match type_:
        case "number":
            none = value == 0 and behind.startswith(" cards")
            return "no" if none else str(value), one_thing(behind) if value == 1 else behind
        case "rank" if value is not None:
            return RANKS.get(value, value), behind
        case _:
            return _plainly(rulebook, type_, value, card), behind


def one_thing(behind: str) -> str:
    """Text behind the number one: the word behind it is of one thing, be it behind an adjective: `1 wild card`."""
    words = behind.split(" ")
    for number, word in enumerate(words[1:3], 1):
        bare = word.rstrip(",.;:")
        if behind.startswith(" ") and bare.endswith("s") and (number == 1 or bare in COUNTED):
            words[number] = bare[:-1] + word[len(bare) :]
            break
    return " ".join(words)


def several(sort: str, numbers: Sequence[int]) -> str:
    """Some players or sides: `seats 0 and 2`."""
    if not numbers:
        return "nobody"
    return f"{sort}{'s' if len(numbers) > 1 else ''} {listed([str(number) for number in numbers])}"


def _plainly(rulebook: Rulebook, type_: str, value: Any, card: Card) -> str:
    """A value that is said alike whatever stands behind it."""
    match type_:
        case "truth":
            return "yes" if value else "no"
        case "card" if value is not None:
            return card(rulebook.spelling(value))
        case "cards" | "row":
            return " ".join(card(rulebook.spelling(one)) for one in value) or "none"
        case "groups":
            return "; ".join(_plainly(rulebook, "cards", group, card) for group in value) or "none"
        case "play" if value is not None:
            return _plainly(rulebook, "cards", value[1], card)
        case "player":
            return "nobody" if value is None else f"seat {value}"
        case "side":
            return "nobody" if value is None else f"side {value}"
        case "players" | "sides":
            return several(type_[:-1].replace("player", "seat"), value)
        case "suit" if value in SUITS:
            return SUITS[value]
        case _:
            return "none" if value is None else str(value)
