"""A position with other cards in the places that its file leaves open, to see what hangs on them."""

from collections.abc import Iterator
from itertools import islice

from meldspec.position.marked import Path, PositionError
from meldspec.position.position import Position, set_up

FILLINGS = 2
"""In so many other ways the open cards are filled in to see what hangs on them."""
TRIED = 6
"""So many ways are tried for that: in some a standing rule would act at once, and no position can be so."""


def other_fillings(position: Position) -> tuple[Position, ...]:
    """The position with the unknown cards dealt out otherwise among the places that they fill."""
    return tuple(islice(_fillings(position), FILLINGS)) if len(position.made_up) > 1 else ()


def _fillings(position: Position) -> Iterator[Position]:
    """The same, one after another."""
    cards = [card for some in position.made_up.values() for card in some]
    for number in range(1, TRIED + 1):
        # Turned round by a part of their number, so that each place has cards that lay elsewhere.
        turn = number * len(cards) // (TRIED + 1)
        made_up = _dealt(position.made_up, [*cards[turn:], *cards[:turn]])
        try:
            yield set_up(position.marked, position.rulebook, made_up=made_up)
        except PositionError:
            continue


def _dealt(places: dict[Path, tuple[int, ...]], cards: list[int]) -> dict[Path, tuple[int, ...]]:
    """Cards dealt to places, as many to each as it has."""
    dealt, at = {}, 0
    for path, some in places.items():
        dealt[path] = tuple(cards[at : at + len(some)])
        at += len(some)
    return dealt
