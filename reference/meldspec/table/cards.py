"""The looks of the cards of a rulebook: what can be told by looking at one."""

from dataclasses import dataclass, field

SUITS = "CDHS"


@dataclass(frozen=True)
class Faces:
    """All faces of the pack, numbered in the order in which the rules name them.

    `names` are the protocol's spellings; `ranks` and `suits` by face (a card without suit has none); `counts` how many of each
    the pack has; `worth` its points; `heights` the place of its rank in the order of ranks,
    from 1 on, or 0; `sets` the faces of each declared set. `classes` numbers alike the faces that no line of
    the rules can tell apart.
    """

    names: tuple[str, ...]
    ranks: tuple[str, ...]
    suits: tuple[str | None, ...]
    counts: tuple[int, ...]
    worth: tuple[int, ...]
    heights: tuple[int, ...]
    sets: dict[str, frozenset[int]]
    classes: tuple[int, ...]
    by_name: dict[str, int] = field(default_factory=dict)

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


def belongs(item: str, rank: str, suit: str | None, name: str) -> bool:
    """Whether a card is what a rank, a suit or a card's name says."""
    return item in (name, rank) or item == suit


def make_faces(
    deck: list[tuple[int, tuple[str, ...], tuple[str, ...]]],
    sets: list[tuple[str, tuple[str, ...]]],
    worth: list[tuple[int, tuple[str, ...]]],
    suits_matter: bool = True,
    order: tuple[str, ...] = (),
) -> Faces:
    """Faces from (count, ranks, suits) of the deck lines, the declared sets and the points, in the order of the book.

    `order` holds the ranks that follow one another. `suits_matter` tells whether the rules speak of the suit of a card.
    """
    counts: dict[str, int] = {}
    for count, ranks, suits in deck:
        for rank in ranks:
            for name in [rank + suit for suit in suits] or [rank]:
                counts[name] = counts.get(name, 0) + count
    names = tuple(counts)
    looks = [rank_and_suit(name) for name in names]
    made: dict[str, frozenset[int]] = {"cards": frozenset(range(len(names)))}

    def members(items: tuple[str, ...]) -> frozenset[int]:
        """The faces that any of the items means."""
        found: set[int] = set()
        for item in items:
            if item in made:
                found |= made[item]
            found |= {n for n, name in enumerate(names) if belongs(item, looks[n][0], looks[n][1], name)}
        return frozenset(found)

    for set_name, items in sets:
        made[set_name] = members(items)
    points = [0] * len(names)
    for value, items in worth:
        for face in members(items):
            points[face] = value
    classes = _classes(looks if suits_matter else [(rank, None) for rank, _ in looks], made, points)
    by_name = {name: n for n, name in enumerate(names)}
    ranks_, suits_ = tuple(r for r, _ in looks), tuple(s for _, s in looks)
    heights = tuple(order.index(rank) + 1 if rank in order else 0 for rank in ranks_)
    return Faces(names, ranks_, suits_, tuple(counts.values()), tuple(points), heights, made, classes, by_name)


def _classes(looks: list[tuple[str, str | None]], sets: dict[str, frozenset[int]], points: list[int]) -> tuple[int, ...]:
    """Faces of one rank, one suit, one worth and the same sets are alike to the rules."""
    # What is alike here comes once where acts are enumerated without looks; a face too many only costs time, one too few is wrong.
    numbers: dict[object, int] = {}
    result = []
    for face, look in enumerate(looks):
        key = (look, points[face], tuple(face in members for members in sets.values()))
        result.append(numbers.setdefault(key, len(numbers)))
    return tuple(result)
