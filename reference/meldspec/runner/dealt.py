"""Whether a deal that somebody asks for is one that a pack gives: what is not is refused before it is set up."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from meldspec.engine.rulebook import Rulebook
from meldspec.protocol.fields import Message
from meldspec.protocol.messages import Beginning, DealRequest
from meldspec.table.table import Table

LARGEST_HAND = 80
"""Cards of the largest hand whose acts are listed: they become more with every card, and no game deals a third as many."""
LAST_DEAL = 10_000
"""The number of a deal beyond which no match goes on."""
MOST_POINTS = 10_000_000
"""Points that no side comes to."""


def too_many_cards(rulebook: Rulebook, request: Beginning) -> str:
    """What is said of a deal with more cards than the whole pack; nothing where it has not."""
    # To play on with twenty thousand kings would take for ever.
    count, most = sum(map(len, request.bags())), len(rulebook.faces.pack)
    return f"the deal has {count} cards; the pack of {rulebook.name} has {most}" if count > most else ""


def too_large_a_hand(rulebook: Rulebook, table: Table, seat: int) -> str:
    """What is said where the acts of a seat are too many to be listed."""
    held = (
        cell for place in rulebook.layout.places() if place.owner == "player" for cell in place.values(table.cells)[seat : seat + 1]
    )
    largest = max(map(len, held), default=0)
    return f"seat {seat} holds {largest} cards; acts are listed for at most {LARGEST_HAND}" if largest > LARGEST_HAND else ""


def unlikely(rulebook: Rulebook, request: Beginning) -> Iterator[str]:
    """Everything about a deal that no pack and no match gives."""
    yield from unknown(request)
    yield from (f"match has {one}" for one in unknown(request.match))
    if isinstance(request, DealRequest):
        yield from _wrong_cards(rulebook, request)
    if request.match.deal > LAST_DEAL:
        yield f"match.deal is {request.match.deal}; expected at most {LAST_DEAL}"
    sides = rulebook.layout.sides
    if len(request.match.totals) != sides:
        yield f"match.totals has {len(request.match.totals)} numbers; expected {sides}, one for each side"
    if any(abs(points) > MOST_POINTS for points in request.match.totals):
        yield f"match.totals has a number beyond {MOST_POINTS}"


def unknown(message: Message) -> Iterator[str]:
    """The fields of a request that nobody knows; those of an action are the book's own."""
    yield from (f"a field {key!r} that nobody knows" for key in message.more if key != "seq")


def _wrong_cards(rulebook: Rulebook, request: DealRequest) -> Iterator[str]:
    """Cards that the pack does not have so often, and no cards at all."""
    pack = Counter(rulebook.faces.names[card] for card in rulebook.faces.pack)
    dealt = Counter(chain.from_iterable(request.bags()))
    if surplus := dealt - pack:
        card, count = next(iter(sorted(surplus.items())))
        yield f"the deal has {dealt[card]} {card}, {count} more than the pack of {rulebook.name}"
    if not any(request.hands):
        yield "nobody is dealt a card"
