"""A position with other cards in the places that its file leaves open, to see what hangs on them."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from meldspec.position.at_rest import at_rest
from meldspec.position.marked import Path, PositionError
from meldspec.position.position import Position, set_up
from meldspec.ruling.score_bounds import TAKES_THE_REST, cards_in

FILLINGS = 3
"""In so many other ways the open cards are filled in to see what hangs on them."""
TRIED = 6
"""So many ways are tried for that: in some a standing rule would act at once, and no position can be so."""
Cards = dict[Path, tuple[int, ...]]
"""Cards by the places of a file that they fill."""


def other_fillings(position: Position) -> tuple[Position, ...]:
    """The position with other unknown cards in the places that they fill: those of the others, and those that lie nowhere."""
    return tuple(islice(_fillings(position), FILLINGS)) if position.made_up else ()


def _fillings(position: Position) -> Iterator[Position]:
    """The same, one after another."""
    # What is known to be of some set, as red threes before a side, stays: it is no card of any sort.
    any_card = {one.path for one in position.unknown if one.among == position.rulebook.faces.sets["cards"]}
    places = {path: some for path, some in position.made_up.items() if path in any_card}
    for dealt in _dealt_otherwise(position, places, _nowhere(position)):
        try:
            yield set_up(position.marked, position.rulebook, made_up=position.made_up | dealt)
        except PositionError:
            continue


def _dealt_otherwise(position: Position, places: Cards, nowhere: list[int]) -> Iterator[Cards]:
    """Other cards for these places."""
    yield from _lively(position, places, nowhere)
    cards = [card for some in places.values() for card in some] + nowhere
    for number in range(1, TRIED + 1):
        # Turned round by a part of their number, so that each place has cards that lay elsewhere.
        turn = number * len(cards) // (TRIED + 1)
        yield _dealt(places, [*cards[turn:], *cards[:turn]])


def _lively(position: Position, places: Cards, nowhere: list[int]) -> Iterator[Cards]:
    """Those cards that were put nowhere, or deepest in the stock, as something happens to them in a hand: put where they may come
    to one, as into a foot."""
    to = [one for one in position.unknown if len(one.probes) > 1 and one.path in places]
    stock = next((path for path in places if path[0] in TAKES_THE_REST), None)
    left = nowhere if nowhere or not stock else list(places[stock])
    moving = {face for face in set(left) if to and not _rests(position, to[0].probes[1], face)}
    lively = [face for face in left if face in moving]
    dealt, given = dict(places), list[int]()
    for number, one in enumerate(to):
        mine = lively[number :: len(to)][: one.count]
        dealt[one.path] = (*mine, *places[one.path][len(mine) :])
        given += places[one.path][: len(mine)]
    if stock and not nowhere:
        dealt[stock] = (*(face for face in places[stock] if face not in moving), *lively[len(given) :], *given)
    if lively:
        yield dealt


def _rests(position: Position, hand: int, face: int) -> bool:
    """Whether a card would stay in a hand."""
    cells = list(position.given)
    cells[hand] = tuple(sorted((*cells[hand], face)))
    return at_rest(position.rulebook, cells)


def _dealt(places: Cards, cards: list[int]) -> Cards:
    """Cards dealt to places, as many to each as it has."""
    dealt, at = {}, 0
    for path, some in places.items():
        dealt[path] = tuple(cards[at : at + len(some)])
        at += len(some)
    return dealt


def _nowhere(position: Position) -> list[int]:
    """The cards that lie nowhere in a position, not even among those that nobody knows."""
    places = position.rulebook.layout.places()
    lying = Counter(card for r in places for held in r.values(position.given) for card in cards_in(r.form, held))
    return list((Counter(dict(enumerate(position.rulebook.faces.counts))) - lying).elements())
