"""What generated code calls: operations on bags (sorted tuples of cards), rows (tuples, top last) and groups (tuples of bags).

A card is the number of its face; cards of equal looks are equal. Nothing here knows what a card means.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from meldspec.table.faults import RulesFault, of_nobody
from meldspec.table.table import NEW, NO_CARDS, Bag, BasedPlay, Row

T = TypeVar("T")
NOBODY = ("", None)
"""How a deal has ended, and for whom, that goes on."""


class Whose(dict[Any, Any]):
    """What belongs to each player or side; of nobody there is nothing, and to speak of it is a fault of the rules."""

    def __init__(self, word: str, of: dict[Any, Any]) -> None:
        super().__init__(of)
        self.word = word

    def __missing__(self, whose: Any) -> Any:
        raise of_nobody(self.word, whose)


class Remembered(dict[Bag, T]):
    """A function of cards of which what it told is kept, for so many cards before all is forgotten."""

    def __init__(self, told: Callable[[Bag], T], most: int = 16_384) -> None:
        super().__init__()
        self.told, self.most = told, most

    def __missing__(self, cards: Bag) -> T:
        # All at once: to find out what has not been asked for longest would cost more than to work it out again.
        if len(self) >= self.most:
            self.clear()
        found = self[cards] = self.told(cards)
        return found


def joined(left: Bag, right: Bag) -> Bag:
    """Both bags together."""
    return tuple(sorted(left + right)) if left and right else left or right


def without(left: Bag, right: Bag) -> Bag:
    """The first bag less the cards of the second, one for one; cards that are not there are passed over."""
    # Bags are short, and a list of ten cards is looked through more quickly than it is counted (decision 0015).
    rest = list(left)
    for card in right:
        if card in rest:
            rest.remove(card)
    return tuple(rest)


def all_in(left: Bag, right: Bag) -> bool:
    """Whether the second bag has every card of the first, as many of each."""
    return len(without(right, left)) == len(right) - len(left)


def cards_of(piles: Iterable[Bag]) -> Bag:
    """All cards of groups."""
    return tuple(sorted(card for pile in piles for card in pile))


def cards_of_plays(plays: Sequence[BasedPlay]) -> Bag:
    """All cards of plays."""
    if len(plays) == 1:
        return plays[0][1]
    return tuple(sorted(card for play in plays for card in play[1]))


def cards_of_play(play: BasedPlay | None) -> Bag:
    """The cards of a play; none where there is no play."""
    return NO_CARDS if play is None else play[1]


def target(play: BasedPlay | None) -> Bag:
    """The cards that lay where a play goes, before the act."""
    return NO_CARDS if play is None else play[2]


def result(play: BasedPlay | None) -> Bag:
    """The cards of the meld a play makes or adds to."""
    if play is None:
        return NO_CARDS
    return joined(play[2], play[1]) if play[2] else play[1]


def among(members: frozenset[int], bag: Bag) -> Bag:
    """The cards of a bag that belong to a set."""
    return tuple([card for card in bag if card in members])


def top(row: Row) -> int | None:
    """The last card of a row."""
    return row[-1] if row else None


def lone(bag: Bag) -> int | None:
    """The only card of a bag."""
    return bag[0] if len(bag) == 1 else None


def common(looks: Sequence[T], bag: Bag) -> T | None:
    """The rank (or suit) that all cards of a bag have."""
    found = {looks[card] for card in bag}
    return found.pop() if len(found) == 1 else None


def shares(looks: Sequence[object], bag: Bag) -> bool:
    """Whether the cards of a bag have at most one rank (or suit) among them."""
    return len({looks[card] for card in bag}) <= 1


def differs(looks: Sequence[object], bag: Bag) -> bool:
    """Whether no two cards of a bag have the same rank (or suit)."""
    return len({looks[card] for card in bag}) == len(bag)


def span(heights: Sequence[int], bag: Bag) -> int:
    """How many ranks there are from the lowest to the highest of a bag, both counted; 0 where one has no place in the order."""
    found = [heights[card] for card in bag]
    return max(found) - min(found) + 1 if found and min(found) > 0 else 0


def least_span(heights: Sequence[int], high: Sequence[int], bag: Bag) -> int:
    """The same where a rank stands at both ends of the order: all cards of it at the one, or all at the other."""
    return min(span(heights, bag), span(high, bag))


def divided(number: int, by: int) -> int:
    """How often a number goes into another; nothing goes into anything by nothing."""
    return number // by if by else 0


def numbered(name: str, first: int, count: int, low: int, number: int) -> int:
    """The cell of a numbered place.

    Raises RulesFault for a number that there is none of: a line must see to that before it speaks of it.
    """
    if not low <= number < low + count:
        raise RulesFault(f"the rules speak of '{name} of {number}'; it is numbered from {low} to {low + count - 1}")
    return first + number - low


def uppermost(count: int, row: Row) -> Row:
    """So many cards from the top of a row, in its order."""
    return row[-count:] if count > 0 else ()


def down_to(row: Row, members: frozenset[int]) -> Row:
    """A row from its uppermost card of a set upward; the whole row where it has none."""
    for place in range(len(row) - 1, -1, -1):
        if row[place] in members:
            return row[place:]
    return row


def goes_onto(play: BasedPlay | None, place: str, groups: bool) -> bool:
    """Whether a play goes to a place: by its name, or, where the place is groups, as any play that names none."""
    return play is not None and (not isinstance(play[0], str) if groups else play[0] == place)


Cells = list[Any]


def supposed(cells: Sequence[Any], cell: int, value: Any) -> tuple[Any, ...]:
    """The cells as they would be if one of them held something else."""
    return (*cells[:cell], value, *cells[cell + 1 :])


def put(cells: Cells, place: int, cards: Bag, ordered: bool) -> None:
    """Add cards to a place; on a row the last one comes to lie on top."""
    cells[place] = cells[place] + cards if ordered else tuple(sorted(cells[place] + cards))


def draw(cells: Cells, source: int, place: int, count: int, ordered: bool) -> None:
    """Take cards from the top of a row, as many as there are, one after another."""
    row: Row = cells[source]
    count = min(count, len(row))
    if count > 0:
        cells[source] = row[:-count]
        put(cells, place, row[: -count - 1 : -1], ordered)


def move(cells: Cells, cards: Bag, source: int, place: int, ordered: bool) -> None:
    """Move cards from one place to another; those that are not there are not moved, of equal cards in a row the uppermost is."""
    if not cards:
        return
    if cards == cells[source]:
        move_all(cells, source, place, ordered)
        return
    rest = without(cells[source][::-1], cards)[::-1]
    # Equal cards are one and the same number, so what is moved may be told by what is not.
    moved = without(cells[source], rest)
    cells[source] = rest
    put(cells, place, moved, ordered)


def move_all(cells: Cells, source: int, place: int, ordered: bool) -> None:
    """Move all cards of one place to another."""
    cards: Bag = cells[source]
    cells[source] = NO_CARDS
    put(cells, place, cards, ordered)


def lay(cells: Cells, plays: Sequence[BasedPlay], source: int, groups: int, others: dict[str, int]) -> None:
    """Lay plays: new melds behind the others in the order listed, the rest where they say."""
    hand: Bag = cells[source]
    melds: list[Bag] = list(cells[groups])
    for to, cards, _ in plays:
        hand = without(hand, cards)
        if isinstance(to, str):
            put(cells, others[to], cards, False)
        elif to == NEW:
            melds.append(tuple(sorted(cards)))
        else:
            melds[to] = joined(melds[to], tuple(sorted(cards)))
    cells[source] = hand
    cells[groups] = tuple(melds)


def join(cells: Cells, picked: Sequence[Bag], groups: int) -> None:
    """Make one meld of several: it lies where the first of them lay, and those behind the others close up."""
    lying: Sequence[Bag] = cells[groups]
    numbers = [number for number, meld in enumerate(lying) if meld in picked]
    one = cards_of(lying[number] for number in numbers)
    cells[groups] = tuple(one if number in numbers else meld for number, meld in enumerate(lying) if number not in numbers[1:])


def join_to(cells: Cells, one: tuple[int, Bag], other: tuple[int, Bag], groups: int) -> None:
    """Make one meld of two that an act names by their numbers: it lies where the first of them lay, as with `join`."""
    first, second = sorted((one[0], other[0]))
    melds = list(cells[groups])
    if 0 <= first < second < len(melds):
        melds[first] = joined(melds[first], melds.pop(second))
        cells[groups] = tuple(melds)


def just(card: int | None) -> Bag:
    """One card as cards."""
    return NO_CARDS if card is None else (card,)


def look(looks: Sequence[T], card: int | None) -> T | None:
    """The rank, suit or worth of a card, if there is one."""
    return None if card is None else looks[card]


def is_new(play: BasedPlay | None) -> bool:
    """Whether a play begins a meld."""
    return play is not None and play[0] == NEW
