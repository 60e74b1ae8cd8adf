"""What a line that gives points counts: the melds and cards of a side without which it would give others."""

from collections import Counter
from collections.abc import Iterator, Sequence

from meldspec.engine.referee import Points, Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.language.immutable import Immutable
from meldspec.position.position import Position
from meldspec.ruling.counted_cards import place_words
from meldspec.ruling.words import RANKS, Card
from meldspec.table.faults import RulesFault
from meldspec.table.table import SCORES, CellRange, Table


class Counted(Immutable):
    """One meld or card that a line counts: where it lies, its cards, and the points that the line would lack without it."""

    place: CellRange
    number: int
    cards: tuple[int, ...]
    points: int


class Tracing:
    """Takes what a side has away, one meld or card at a time, to see which lines give other points then."""

    def __init__(self, position: Position, table: Table) -> None:
        self.rulebook, self.referee = position.rulebook, Referee(position.rulebook)
        self.cells = list(table.cells)
        self.cells[SCORES] = None
        self.awards = {award.line.tag: award for award in self.rulebook.compiled.awards}

    def words(self, entry: Points, card: Card) -> str:
        """What a line counts in words, with how often it gives the same, `kings, queens: 2 × 500`, or what it gives for each place,
        `in the hand of seat 1: -15, in the foot of seat 1: -70`; nothing where it counts no card."""
        counted = self.counted(entry)
        if not counted:
            return ""
        several = {one.points for one in counted}
        if len(several) > 1 and (by_place := self._by_place(entry, counted)):
            return by_place
        each = several.pop() if len(several) == 1 and self._adds_up(entry, counted) else 0
        times = f": {'-' if each < 0 else ''}{len(counted)} × {abs(each)}" if each else ""
        return f"{self._named(counted, card)}{times if len(counted) > 1 else ''}"

    def by_meld(self, entry: Points, card: Card) -> list[tuple[str, int]]:
        """What a line gives for each of several melds, of which not all bring the same; nothing where that is not its sum."""
        counted = self.counted(entry)
        apart = len({one.points for one in counted}) > 1 and counted[0].place.form == "groups"
        if not apart or not self._adds_up(entry, counted):
            return []
        return [(meld_words(self.rulebook, one.cards, card), one.points) for one in counted]

    def _adds_up(self, entry: Points, counted: Sequence[Counted]) -> bool:
        """Whether what a line gives is the sum of what it gives for each thing."""
        return sum(one.points for one in counted) == sum(entry.points)

    def _by_place(self, entry: Points, counted: Sequence[Counted]) -> str:
        """What a line gives for the cards of each of several places; empty where there are not several."""
        where = dict.fromkeys((one.place, one.number) for one in counted)
        if len(where) == 1 or not self._adds_up(entry, counted) or counted[0].place.form == "groups":
            return ""
        told = sorted(where, key=lambda one: one[1])
        given = {one: sum(each.points for each in counted if (each.place, each.number) == one) for one in told}
        return ", ".join(f"{place_words(self.rulebook, *one)}: {points}" for one, points in given.items())

    def counted(self, entry: Points) -> list[Counted]:
        """What a line counts, of the first sort of place of which it counts anything, and of others as long as that is not all:
        single cards before melds, on which a line about other cards may hang."""
        layout = self.rulebook.layout
        owned = [place for place in layout.places() if place.owner in ("side", "player")]
        found: list[Counted] = []
        for place in sorted(owned, key=lambda one: one.form == "groups"):
            numbers = [entry.side] if place.owner == "side" else layout.players_of(entry.side)
            if not found or (place.form, place.owner) == (found[0].place.form, found[0].place.owner):
                found += [one for number in numbers for one in self._of(place, number, entry)]
            if found and self._adds_up(entry, found):
                break
        return found

    def _of(self, place: CellRange, number: int, entry: Points) -> Iterator[Counted]:
        """What a line counts in one place."""
        cell = place.first + number
        lying = self.cells[cell]
        for position, thing in enumerate(lying):
            self.cells[cell] = (*lying[:position], *lying[position + 1 :])
            try:
                left = sum(self.awards[entry.tag].points(self.referee, self.cells, entry.side))
            except RulesFault:
                # The rules do not foresee such a table: so nothing is known of it.
                left = sum(entry.points)
            if left != sum(entry.points):
                cards = thing if isinstance(thing, tuple) else (thing,)
                yield Counted(place, number, cards, sum(entry.points) - left)
        self.cells[cell] = lying

    def _named(self, counted: Sequence[Counted], card: Card) -> str:
        """Melds by their ranks, or all of them; the cards of a place by the place where they are all of it."""
        where = dict.fromkeys((one.place, one.number) for one in counted)
        all_of_it = sum(len(self.cells[place.first + number]) for place, number in where) == len(counted)
        if counted[0].place.form == "groups":
            if len(counted) > 1 and all_of_it and len({one.points for one in counted}) > 1:
                return "all melds"
            return ", ".join(meld_words(self.rulebook, one.cards, card) for one in counted)
        spelt = self.rulebook.faces.spell(tuple(face for one in counted for face in one.cards))
        if all_of_it and len(counted) > 1:
            named = [place_words(self.rulebook, place, number) for place, number in where]
            numbers = [str(number) for _, number in where]
            return named[0].replace(f"seat {numbers[0]}", f"seats {', '.join(numbers)}") if len(named) > 1 else named[0]
        return " ".join(map(card, spelt))


def meld_words(rulebook: Rulebook, meld: tuple[int, ...], card: Card) -> str:
    """A meld by the rank that most of its cards have, with the others: `jacks with 2C JK`; by its cards where there is none."""
    faces = rulebook.faces
    rank, many = Counter(faces.ranks[face] for face in meld).most_common(1)[0]
    if 2 * many <= len(meld):
        return " ".join(map(card, faces.spell(meld)))
    others = " ".join(card(faces.names[face]) for face in meld if faces.ranks[face] != rank)
    return f"{RANKS.get(rank, rank)}s{f' with {others}' if others else ''}"
