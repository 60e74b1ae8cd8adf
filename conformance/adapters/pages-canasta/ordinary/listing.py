"""All legal acts of a seat with one play at most.

Candidates are made generously and then held against ``turn.check``, so that no
rule stands here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import product

from .acts import NEW, Act, Answer, Ask, Discard, Draw, Meld, Pass, Play, Take
from .cards import Card, is_red_three, is_wild
from .errors import Illegal
from .melds import MOST_WILDS
from .table import Phase, Table
from .turn import check


def legal_acts(table: Table, seat: int) -> list[Act]:
    """The legal acts, each once by the look of its cards."""
    return [act for act in _candidates(table, seat) if is_legal(table, seat, act)]


def is_legal(table: Table, seat: int, act: Act) -> bool:
    """Whether the rules allow the act."""
    try:
        check(table, seat, act)
    except Illegal:
        return False
    return True


def _candidates(table: Table, seat: int) -> Iterator[Act]:
    """Acts that have the shape of a legal one in this phase."""
    if table.phase is Phase.ANSWER:
        yield from (Answer(True), Answer(False))
        return
    if seat != table.turn or table.phase is Phase.OVER:
        return
    hand, side = table.hands[seat], table.side(seat)
    yield from (Ask(other) for other in range(table.seats) if other != seat)
    if table.phase is Phase.DRAW:
        yield Draw()
        if table.pile:
            top = table.pile[-1]
            for play in _plays(table, side, [*hand, top]):
                if top in play.cards:
                    yield Take((play,), 0)
        return
    yield Pass()
    yield from (Discard(card) for card in sorted(set(hand)))
    yield from (Meld((play,)) for play in _plays(table, side, hand))


def _plays(table: Table, side: int, cards: Iterable[Card]) -> Iterator[Play]:
    """Every choice of cards of one rank and wild ones, to a new meld and to each that lies there."""
    usable = [card for card in cards if not is_red_three(card)]
    ranks = {card[0] for card in usable if not is_wild(card)}
    wild_choices = list(_choices(filter(is_wild, usable), MOST_WILDS))
    lying = list(enumerate(table.melds[side]))
    for rank in sorted(ranks):
        targets = [NEW, *(number for number, meld in lying if meld.rank == rank)]
        of_rank = [card for card in usable if not is_wild(card) and card[0] == rank]
        for naturals, wilds in product(_choices(of_rank, len(of_rank)), wild_choices):
            if naturals:
                yield from (Play(to, naturals + wilds) for to in targets)
    for number, _ in lying:
        yield from (Play(number, wilds) for wilds in wild_choices if wilds)


def _choices(cards: Iterable[Card], most: int) -> Iterator[tuple[Card, ...]]:
    """Every choice of so many of the cards at most, equal cards being the same."""
    counts = sorted(Counter(cards).items())

    def choose(index: int, room: int) -> Iterator[tuple[Card, ...]]:
        if index == len(counts):
            yield ()
            return
        card, count = counts[index]
        for times in range(min(count, room) + 1):
            for rest in choose(index + 1, room - times):
                yield (card,) * times + rest

    return choose(0, most)
