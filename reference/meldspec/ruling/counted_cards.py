"""The cards that a score counts: what lies before each side and in its hands when the deal is over, each with its worth.

What belongs to nobody, as a heap that the stock was put in, is no side's, and of cards without a worth of their own none is told.
"""

from collections.abc import Iterable, Iterator

from meldspec.engine.rulebook import Rulebook
from meldspec.position.position import Position
from meldspec.ruling.score_bounds import open_cells
from meldspec.ruling.words import Card, names_of, one_of
from meldspec.table.table import CellRange, Table

NAMES = {"garbage": "garbage", "red_threes": "red threes"}
"""How the protocol's places are called that belong to a player or a side."""


def counted_cards(position: Position, table: Table, side: int, card: Card) -> Iterator[str]:
    """What a side has, meld by meld and place by place, with the points of the cards; nothing of cards that nobody knows."""
    layout, hidden = position.rulebook.layout, open_cells(position, table.cells)
    owned = [place for place in layout.places() if place.owner in ("side", "player")]
    for place in sorted(owned, key=lambda one: one.owner != "side"):
        numbers = [side] if place.owner == "side" else layout.players_of(side)
        for number in numbers:
            if place.first + number not in hidden:
                yield from _lying(position, place, number, table.cells[place.first + number], card)


def _lying(position: Position, place: CellRange, number: int, lying: Iterable[object], card: Card) -> Iterator[str]:
    """What lies in one place."""
    rulebook = position.rulebook
    if place.form == "groups":
        for meld in lying:
            assert isinstance(meld, tuple)
            kind = rulebook.kind_of(meld) or "of no kind"
            yield f"{_spelt(position, meld, card)} ({kind}): worth {_worth(position, meld)}"
        return
    cards = [one for one in lying if isinstance(one, int)]
    if cards:
        worth, where = _worth(position, cards), place_words(rulebook, place, number)
        yield f"{where}: {_spelt(position, cards, card)}{f': worth {worth}' if worth else ''}"


def place_words(rulebook: Rulebook, place: CellRange, number: int) -> str:
    """A place of a side or player, as players call it."""
    if place.shown in ("hands", "feet"):
        return f"in the {one_of(place.shown, names_of(rulebook))} of seat {number}"
    return NAMES.get(place.shown.replace("-", "_"), place.name.replace("-", " "))


def _spelt(position: Position, cards: Iterable[int], card: Card) -> str:
    """Cards as they are written."""
    return " ".join(card(name) for name in position.rulebook.faces.spell(tuple(cards)))


def _worth(position: Position, cards: Iterable[int]) -> int:
    """What cards are worth by themselves."""
    return sum(position.rulebook.faces.worth[one] for one in cards)
