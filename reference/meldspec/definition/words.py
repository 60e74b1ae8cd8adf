"""What the built-in words give, on plain values: to be read beside grammar/README.md, not to be fast.

Cards are numbers of faces; a bag is its cards in order, a row its cards with the top last, groups are bags; `none` and `nobody`
are None. Nothing here is shared with the compiled rulebook's runtime but its complaints, so that each checks the other.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from meldspec.table.cards import Faces
from meldspec.table.faults import of_nobody
from meldspec.table.table import SCORES, TOTALS, Layout

Cells = tuple[Any, ...]
Cards = tuple[int, ...]
NEW_MELD = -1
"""Where a play goes that begins a meld."""


@dataclass(frozen=True)
class Facts:
    """What a word may look at besides its operands: the cards' faces, how many sit where, the position, what kind cards are of, and
    the types of the operands."""

    faces: Faces
    layout: Layout
    cells: Cells
    kind_of: Callable[[Cards], str | None]
    types: tuple[str, ...]


def bag(cards: Iterable[int]) -> Cards:
    """Cards of which the order does not matter."""
    return tuple(sorted(cards))


def less(cards: Iterable[int], others: Iterable[int]) -> Cards:
    """The first cards less the second, one for one."""
    return bag((Counter(cards) - Counter(others)).elements())


def as_cards(thing: int | Cards | None) -> Cards:
    """Cards, or a card as cards; no card is no cards."""
    if thing is None:
        return ()
    return (thing,) if isinstance(thing, int) else thing


def look_of(looks: Sequence[str | None], thing: int | Cards | None) -> str | None:
    """The rank (or suit) of a card, or the one that all of some cards have."""
    found = {looks[card] for card in as_cards(thing)}
    return found.pop() if len(found) == 1 else None


def shares(facts: Facts, cards: Cards, what: str) -> bool:
    """Whether no two of the cards differ in rank (or in suit)."""
    looks = facts.faces.ranks if what == "rank" else facts.faces.suits
    return all(looks[one] == looks[other] for one in cards for other in cards)


def differ(facts: Facts, cards: Cards, what: str) -> bool:
    """Whether every two of the cards differ in rank (or in suit)."""
    looks = facts.faces.ranks if what == "rank" else facts.faces.suits
    return all(looks[one] != looks[other] for number, one in enumerate(cards) for other in cards[:number])


def span(facts: Facts, cards: Cards) -> int:
    """How many places of the order lie between the lowest and the highest of the cards, with both; cards of a rank that stands at
    both ends of it are all at the one end or all at the other, whichever is nearer to the rest."""
    return min(stretch(heights, cards) for heights in (facts.faces.heights, facts.faces.high))


def stretch(heights: Sequence[int], cards: Cards) -> int:
    """The same where each card has one place; 0 where one has none."""
    places = {heights[card] for card in cards}
    if not places or 0 in places:
        return 0
    return len(range(min(places), max(places) + 1))


def down_to(facts: Facts, row: Cards, chosen: frozenset[int]) -> Cards:
    """The cards that are taken one by one from the top until one of the set has been."""
    taken: list[int] = []
    for card in reversed(row):
        taken.insert(0, card)
        if card in chosen:
            break
    return tuple(taken)


def onto(facts: Facts, play: tuple[int | str, Cards, Cards] | None, place: str) -> bool:
    """Whether a play goes to a place."""
    if play is None:
        return False
    return play[0] == place if isinstance(play[0], str) else facts.layout[place].form == "groups"


def between(facts: Facts, chosen: frozenset[int], cards: Cards, low: int | None, high: int | None) -> bool:
    """Whether so many of the cards belong to a set."""
    count = len([card for card in cards if card in chosen])
    return (low is None or count >= low) and (high is None or count <= high)


def cards_of(facts: Facts, thing: Any) -> Cards:
    """The cards of a play, of plays, of groups."""
    match facts.types:
        case ("play",):
            return () if thing is None else bag(thing[1])
        case ("plays",):
            return bag(card for _, cards, _ in thing for card in cards)
        case _:
            return bag(card for group in thing for card in group)


def same(facts: Facts, left: Any, right: Any) -> bool:
    """`X is Y`: cards are the same when there are as many of each, whatever their order; rows have an order."""
    if set(facts.types) == {"row"} or not set(facts.types) <= {"cards", "row"}:
        return bool(left == right)
    return Counter(left) == Counter(right)


def target(facts: Facts, play: tuple[int | str, Cards, Cards] | None) -> Cards:
    """The cards that lay where a play goes, before the act."""
    return () if play is None else play[2]


def result(facts: Facts, play: tuple[int | str, Cards, Cards] | None) -> Cards:
    """The cards that lie there when it is made."""
    return bag((*target(facts, play), *cards_of(facts, play)))


def somebody(whose: int | None, word: str) -> int:
    """A player or a side that something is said of.

    Raises EngineDefect where there is nobody.
    """
    if whose is None:
        raise of_nobody(word, whose)
    return whose


def players_of(facts: Facts, side: int) -> tuple[int, ...]:
    """The players of a side; seat s is of side s modulo the number of sides."""
    somebody(side, "players")
    return tuple(seat for seat in range(facts.layout.seats) if seat % facts.layout.sides == side)


def partners_of(facts: Facts, player: int) -> tuple[int, ...]:
    """The other players of a player's side."""
    return tuple(p for p in players_of(facts, somebody(player, "partners") % facts.layout.sides) if p != player)


def points_at(facts: Facts, cell: int, side: int) -> int:
    """A side's total or score; nothing before there is one."""
    points = facts.cells[cell]
    somebody(side, "total")
    return 0 if points is None else int(points[side])


Word = Callable[..., Any]
WORDS: dict[str, Word] = {
    "not": lambda facts, a: not a,
    "eq": same,
    "ge": lambda facts, a, b: a >= b,
    "le": lambda facts, a, b: a <= b,
    "gt": lambda facts, a, b: a > b,
    "lt": lambda facts, a, b: a < b,
    "plus": lambda facts, a, b: a + b,
    "minus": lambda facts, a, b: a - b,
    "times": lambda facts, a, b: a * b,
    "no_cards": lambda facts: (),
    "pack": lambda facts: bag(face for face, count in enumerate(facts.faces.counts) for _ in range(count)),
    "with": lambda facts, a, b: bag((*a, *b)),
    "without": lambda facts, a, b: less(a, b),
    "melded": lambda facts, meld: meld[1],
    "just": lambda facts, card: as_cards(card),
    "all_in": lambda facts, a, b: Counter(a) <= Counter(b),
    "member": lambda facts, one, many: (bag(one) if isinstance(one, tuple) else one) in many,
    "in_set": lambda facts, card, chosen: card in chosen,
    "filter": lambda facts, chosen, cards: tuple(card for card in cards if card in chosen),
    "only": lambda facts, chosen, cards: all(card in chosen for card in cards),
    "between": between,
    "share": shares,
    "differ": differ,
    "span": span,
    "divided": lambda facts, number, by: number // by if by else 0,
    "uppermost": lambda facts, count, row: tuple(row[len(row) - count :] if count < len(row) else row),
    "down_to": down_to,
    "onto": onto,
    "rank": lambda facts, thing: look_of(facts.faces.ranks, thing),
    "suit": lambda facts, thing: look_of(facts.faces.suits, thing),
    "worth": lambda facts, thing: sum(facts.faces.worth[card] for card in as_cards(thing)),
    "number": lambda facts, things: len(things),
    "top": lambda facts, row: row[-1] if row else None,
    "rest": lambda facts, row: row[:-1],
    "lone": lambda facts, cards: cards[0] if len(cards) == 1 else None,
    "is_new": lambda facts, play: play is not None and play[0] == NEW_MELD,
    "cards": cards_of,
    "kind": lambda facts, cards: facts.kind_of(cards),
    "fits": lambda facts, cards: facts.kind_of(cards) is not None,
    "target": target,
    "result": result,
    "side": lambda facts, player: somebody(player, "side") % facts.layout.sides,
    "players": players_of,
    "partners": partners_of,
    "left": lambda facts, player: (somebody(player, "left") + 1) % facts.layout.seats,
    "first": lambda facts, players: players[0] if players else None,
    "seat": lambda facts, player: somebody(player, "seat"),
    "total": lambda facts, side: points_at(facts, TOTALS, side),
    "score": lambda facts, side: points_at(facts, SCORES, side),
}
"""Each word's meaning, of the facts and its operands."""
