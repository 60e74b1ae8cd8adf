"""The looks of the cards of a rulebook: what can be told by looking at one."""

from functools import cached_property

from meldspec.book.named_cards import about_suits, named_signs
from meldspec.language import lines
from meldspec.language.immutable import Immutable
from meldspec.table.selection import Selection

SUITS = "CDHS"


class Faces(Immutable):
    """All faces of the pack, numbered in the order in which the rules name them.

    `names` are the protocol's spellings; `ranks` and `suits` by face (a card without suit has none); `counts` how many of each
    the pack has; `worth` its points; `heights` the place of its rank in the order of ranks, from 1 on, or 0, and `high` the last
    place of it, which is another one for a rank that stands at both ends; `sets` the faces of
    each declared set, and of each rank, suit or card that a line names by its sign. `classes` numbers alike the faces that no
    line of the rules can tell apart.
    """

    names: tuple[str, ...]
    ranks: tuple[str, ...]
    suits: tuple[str | None, ...]
    counts: tuple[int, ...]
    worth: tuple[int, ...]
    heights: tuple[int, ...]
    sets: dict[str, frozenset[int]]
    classes: tuple[int, ...]
    by_name: dict[str, int]
    high: tuple[int, ...]

    @cached_property
    def pack(self) -> tuple[int, ...]:
        """All cards of the pack."""
        return tuple([face for face, count in enumerate(self.counts) for _ in range(count)])

    def of_sign(self, sign: str) -> frozenset[int]:
        """The faces of a rank, of a suit, or the one that is called so."""
        looks = zip(self.names, self.ranks, self.suits, strict=True)
        return frozenset(face for face, look in enumerate(looks) if sign in look)

    def spell(self, cards: tuple[int, ...]) -> list[str]:
        """Cards as the protocol spells them."""
        return [self.names[card] for card in cards]

    def read(self, names: list[str]) -> tuple[int, ...]:
        """Cards from their spellings, in the order given.

        Raises ValueError that names the first spelling that is no card of this pack.
        """
        for name in names:
            if name not in self.by_name:
                raise ValueError(f"'{name}' is no card of this pack")
        return tuple(self.by_name[name] for name in names)


def rank_and_suit(name: str) -> tuple[str, str | None]:
    """`KD` → K, D; a card without suit is its own rank."""
    if len(name) == 2 and name[1] in SUITS:
        return name[0], name[1]
    return name, None


def faces_of(selection: Selection) -> Faces:
    """The pack that the deck lines make under the options, with the declared sets and the points, in the order of the book."""
    counts: dict[str, int] = {}
    for deck, line in selection.declared(lines.Deck):
        count = selection.number(line)
        assert count is not None
        for rank in deck.ranks:
            for name in [rank + suit for suit in deck.suits] or [rank]:
                counts[name] = counts.get(name, 0) + count
    names = tuple(counts)
    looks = [rank_and_suit(name) for name in names]
    sets: dict[str, frozenset[int]] = {"cards": frozenset(range(len(names)))}

    meant: dict[str | None, set[int]] = {}
    for face, (name, (rank, suit)) in enumerate(zip(names, looks, strict=True)):
        for item in (name, rank, suit):
            meant.setdefault(item, set()).add(face)

    def members(items: tuple[str, ...]) -> frozenset[int]:
        """The faces that any of the items means."""
        return frozenset().union(*(meant.get(item, ()) for item in items), *(sets[item] for item in items if item in sets))

    for named, _ in selection.declared(lines.Cards):
        sets[named.name] = members(named.items)
    # What lines say by its sign is a set that nobody had to declare.
    sets |= {sign: members((sign,)) for sign in signs(selection)}
    points = [0] * len(names)
    for worth, _ in selection.declared(lines.Worth):
        for face in members(worth.items):
            points[face] = worth.points
    classes = _classes(looks if suits_matter(selection) else [(rank, None) for rank, _ in looks], sets, points)
    order = next((line.ranks for line, _ in selection.declared(lines.Order)), ())
    ranks, suits = tuple(rank for rank, _ in looks), tuple(suit for _, suit in looks)
    heights = tuple(order.index(rank) + 1 if rank in order else 0 for rank in ranks)
    high = tuple(len(order) - order[::-1].index(rank) if rank in order else 0 for rank in ranks)
    by_name = {name: n for n, name in enumerate(names)}
    return Faces(names, ranks, suits, tuple(counts.values()), tuple(points), heights, sets, classes, by_name, high)


def signs(selection: Selection) -> list[str]:
    """The ranks, suits and cards that lines in force name by their signs where a set may stand, in the order of the book."""
    return list(dict.fromkeys(sign for tag, sign in selection.sheet.derived(named_signs) if selection.holds(tag)))


def suits_matter(selection: Selection) -> bool:
    """Whether any line in force asks for the suit of cards; such a line need not be one that declares them."""
    return any(map(selection.holds, selection.sheet.derived(about_suits)))


def _classes(looks: list[tuple[str, str | None]], sets: dict[str, frozenset[int]], points: list[int]) -> tuple[int, ...]:
    """Faces of one rank, one suit, one worth and the same sets are alike to the rules."""
    # What is alike here comes once where acts are enumerated without looks; a face too many only costs time, one too few is wrong.
    numbers: dict[object, int] = {}
    result = []
    distinct = tuple(dict.fromkeys(sets.values()))
    for face, look in enumerate(looks):
        key = (look, points[face], tuple([face in members for members in distinct]))
        result.append(numbers.setdefault(key, len(numbers)))
    return tuple(result)
