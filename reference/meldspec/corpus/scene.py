"""Positions made for a purpose: the middle of a deal, with melds on the table and few cards in hand, where rare things happen soon.

A scene is drawn as the protocol's `position` request, and is kept only where the rules know such a position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Any

from meldspec.corpus.observe import OF_SIDES, key_of, shown_ranges
from meldspec.corpus.position_request import NoPosition, table_from_position
from meldspec.corpus.recipe import in_melds, near_totals, neighbours
from meldspec.engine.deal import dealt_by_rules, shuffled
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.runtime import EngineDefect
from meldspec.engine.step import Table

DRAWS = 40
"""How many scenes are drawn until one is a position of the rules."""
HANDS = (1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 8, 11)
"""How many cards whoever is to play has; others have one of these numbers, too."""
SIZES = (3, 3, 4, 5, 6, 6, 7, 7, 7, 7, 8)
"""How many cards a meld is meant to have."""
LONG = (6, 7, 7, 7, 7)
FINISHED = 0.5
"""How often a side has long melds of nearly every kind, so that its players may go out."""
WHOLE = 0.06
"""How often whoever is to play has all that in hand, and nothing on the table."""
TRIES = 1500
"""How often long melds are tried for, once for a rulebook."""
STOCKS = (0, 1, 1, 2, 3, 4, 6, 10)
PILES = (0, 1, 1, 1, 2, 3, 5, 8)
MELDS = (0, 0, 1, 1, 2, 3, 4, 5, 6)
FOOT_GONE = 0.6
"""How often somebody has taken up his foot."""
DEALS = (1, 1, 2, 3, 4, 5)


def some_scene(rulebook: Rulebook, random: Random, numbers: tuple[int, ...]) -> tuple[dict[str, Any], Table] | None:
    """A position drawn at random, as a request and as a table; none where many draws were no position of the rules."""
    for _ in range(DRAWS):
        request = Scene(rulebook, random).request(numbers)
        try:
            table = table_from_position(rulebook, request)
        except (NoPosition, EngineDefect):
            continue
        if not table.over():
            return request, table
    return None


@lru_cache(maxsize=16)
def long_melds(rulebook: Rulebook) -> dict[str, list[tuple[int, ...]]]:
    """Long melds of every kind, as many as were met in some tries; always the same for the same rulebook."""
    scene = Scene(rulebook, Random(0))
    found: dict[str, list[tuple[int, ...]]] = {}
    for _ in range(TRIES):
        cards = scene.meld(scene.random.choice(LONG))
        kind = rulebook.kind_of(cards) if len(cards) in LONG else None
        if kind is not None:
            found.setdefault(kind, []).append(cards)
    return dict(sorted(found.items()))


@dataclass
class Scene:
    """A position in the making; `pool` are the cards that lie nowhere yet."""

    rulebook: Rulebook
    random: Random
    pool: Counter[int] = field(init=False)

    def __post_init__(self) -> None:
        self.pool = Counter(dict(enumerate(self.rulebook.faces.counts)))
        names = (range_.shown.replace("_", "-") for range_ in self.rulebook.layout.places())
        sets = self.rulebook.faces.sets
        self.aside = {face for name in names if name in sets for face in sets[name]}
        """Cards that are laid before their owner at once: they are in no hand."""

    def request(self, numbers: tuple[int, ...]) -> dict[str, Any]:
        """The scene as a request."""
        layout, random = self.rulebook.layout, self.random
        turn = random.randrange(layout.seats)
        poor = random.random() < 0.5
        whole = random.random() < WHOLE
        sides = [self.side(whole if side == turn % layout.sides else poor) for side in range(layout.sides)]
        held = self.whole_melds() if whole else ()
        hands = [held if held and seat == turn else self.hand(sides[seat % layout.sides]["melds"]) for seat in range(layout.seats)]
        pile = self.pile(hands[turn], sides[turn % layout.sides]["melds"])
        feet = self.feet()
        stock = self.stock(hands[turn])
        told = near_totals(random, (0, *numbers), layout.sides) if random.random() < 0.4 else (0,) * layout.sides
        spell = self.rulebook.faces.spell
        return {
            "cmd": "position",
            "variant": self.rulebook.name,
            "seats": layout.seats,
            "dealer": random.randrange(layout.seats),
            "options": dict(self.rulebook.options),
            "match": {"deal": random.choice(DEALS), "totals": list(told)},
            "stock": [spell((card,))[0] for card in stock],
            **self.heaps(len(stock)),
            "pile": [spell((card,))[0] for card in pile],
            "hands": [spell(hand) for hand in hands],
            "feet": [spell(foot) for foot in feet],
            "sides": [{**side, "melds": [{"cards": spell(meld)} for meld in side["melds"]]} for side in sides],
            "turn": turn,
            "phase": random.choice([phase for phase in self.rulebook.sheet.symbols.phases[1:] if phase != "answer"]),
        }

    def draw(self, cards: Iterable[int]) -> tuple[int, ...]:
        """Cards taken out of the pool."""
        taken = tuple(sorted(cards))
        self.pool.subtract(taken)
        return taken

    def left(self, among: Iterable[int] | None = None) -> list[int]:
        """The cards that lie nowhere yet; none that would be laid before their owner, unless they are asked for."""
        if among is None:
            return [card for card in self.pool.elements() if card not in self.aside]
        members = set(among)
        return [card for card in self.pool.elements() if card in members]

    def some(self, cards: list[int], count: int) -> tuple[int, ...]:
        """So many of some cards, drawn at random, or all of them."""
        return self.draw(self.random.sample(cards, min(count, len(cards))))

    # ── what lies before a side ─────────────────────────────────────────────────────────────────────────────────

    def side(self, bare: bool) -> dict[str, Any]:
        """Melds, and what else lies before a side."""
        shown = {key_of(range_): range_ for range_ in self.rulebook.layout.places() if key_of(range_) in OF_SIDES}
        melds = [] if bare else self.melds(self.random.choice(MELDS)) if "melds" in shown else []
        laid: dict[str, Any] = {"melds": melds, "red_threes": 0}
        for key in [key for key in shown if key != "melds"]:
            name = key.replace("_", "-")
            if name in self.rulebook.faces.sets:
                laid[key] = len(self.some(self.left(self.rulebook.faces.sets[name]), self.random.choice((0, 0, 0, 1, 2, 4))))
            elif melds and self.random.random() < 0.4:
                laid[key] = self.rulebook.faces.spell(self.some(self.left(), self.random.choice((1, 2, 5))))
        return laid

    def melds(self, count: int) -> list[tuple[int, ...]]:
        """Melds of different kinds and ranks; often a long one of nearly every kind."""
        random = self.random
        drawn: list[tuple[int, ...]] = []
        if random.random() < FINISHED:
            share = random.choice((0.7, 0.9, 1.0))
            drawn = [random.choice(many) for many in long_melds(self.rulebook).values() if random.random() < share]
        drawn += [self.meld(random.choice(SIZES)) for _ in range(count)]
        random.shuffle(drawn)
        melds: list[tuple[int, ...]] = []
        seen: set[tuple[str, frozenset[str]]] = set()
        for cards in drawn:
            kind = self.rulebook.kind_of(cards) if cards and not Counter(cards) - self.pool else None
            sort = (str(kind), frozenset(self.rulebook.faces.ranks[card] for card in cards))
            if kind is not None and sort not in seen:
                seen.add(sort)
                melds.append(self.draw(cards))
        return melds

    def meld(self, size: int) -> tuple[int, ...]:
        """Cards that may be a meld: of one rank, with some of a set beside, of a set, or neighbours in the order of the pack."""
        random, ranks, left = self.random, self.rulebook.faces.ranks, self.left()
        if not left:
            return ()
        rank = ranks[random.choice(left)]
        first = [card for card in left if ranks[card] == rank]
        members = random.choice(sorted(self.rulebook.faces.sets.items()))[1]
        others = [card for card in left if card in members]
        way = random.random()
        if way < 0.35:
            cards = first
        elif way < 0.6:
            few = random.sample(others, min(len(others), random.choice((1, 2, 3)), size))
            cards = [*few, *random.sample(first, min(len(first), size - len(few)))]
            return tuple(sorted(cards)) if not Counter(cards) - self.pool else ()
        elif way < 0.85:
            cards = others
        else:
            cards = neighbours(self.rulebook, random, left, size)
        return tuple(sorted(random.sample(cards, min(size, len(cards)))))

    # ── what somebody holds, and what nobody has yet ────────────────────────────────────────────────────────────

    def hand(self, melds: list[tuple[int, ...]]) -> tuple[int, ...]:
        """A hand: cards of one set alone, cards that melds on the table wait for, cards that make melds, or any."""
        random, left = self.random, self.left()
        count = random.choice(HANDS)
        way = random.random()
        if way < 0.2:
            return self.some(self.of_one_sort(left), count)
        if way < 0.5:
            waiting = self.waited_for(left, melds)
            fit = self.some(waiting, random.randint(0, count))
            return tuple(sorted((*fit, *self.some(self.left(), count - len(fit)))))
        if way < 0.8:
            kept = Counter({card: self.pool.pop(card) for card in self.aside})
            cards = in_melds(self.rulebook, random, self.pool, count, random.choice((0.0, 0.3)))
            self.pool.update(kept)
            return cards
        return self.some(left, count)

    def whole_melds(self) -> tuple[int, ...]:
        """A long meld of nearly every kind and a card or two, all in one hand."""
        cards: list[int] = []
        for many in long_melds(self.rulebook).values():
            meld = self.random.choice(many)
            if self.random.random() < 0.8 and not Counter((*cards, *meld)) - self.pool:
                cards += meld
        self.draw(cards)
        return tuple(sorted((*cards, *self.some(self.left(), self.random.choice((0, 1, 2))))))

    def of_one_sort(self, left: list[int]) -> list[int]:
        """The cards of one rank, or of one set, that are left."""
        ranks = self.rulebook.faces.ranks
        if self.random.random() < 0.5:
            members = self.random.choice(sorted(self.rulebook.faces.sets.items()))[1]
            return [card for card in left if card in members] or left
        rank = ranks[self.random.choice(left)]
        return [card for card in left if ranks[card] == rank]

    def waited_for(self, left: list[int], melds: list[tuple[int, ...]]) -> list[int]:
        """The cards that could lie on one of some melds."""
        could = {card for meld in melds for card in set(left) if self.rulebook.kind_of(tuple(sorted((*meld, card)))) is not None}
        return [card for card in left if card in could]

    def pile(self, hand: tuple[int, ...], melds: list[tuple[int, ...]]) -> tuple[int, ...]:
        """The discard pile from the bottom; its top is often of a rank that is in the hand or on the table."""
        count = self.random.choice(PILES)
        below = self.some(list((+self.pool).elements()), max(count - 1, 0))
        shuffled_ = list(below)
        self.random.shuffle(shuffled_)
        if not count:
            return ()
        ranks = self.rulebook.faces.ranks
        wanted = {ranks[card] for card in (*hand, *(card for meld in melds for card in meld))}
        fit = [card for card in self.left() if ranks[card] in wanted]
        return (*shuffled_, *self.some(fit if fit and self.random.random() < 0.6 else list((+self.pool).elements()), 1))

    def feet(self) -> list[tuple[int, ...]]:
        """The feet that are still there, as large as they are dealt."""
        ranges = shown_ranges(self.rulebook, "feet")
        seats = self.rulebook.layout.seats
        if not ranges:
            return [()] * seats
        dealt = dealt_by_rules(self.rulebook, shuffled(self.rulebook, self.random))[ranges[0].name]
        return [() if self.random.random() < FOOT_GONE else self.foot(len(bag)) for bag in dealt]

    def foot(self, size: int) -> tuple[int, ...]:
        """A foot, in which there may be cards of any sort."""
        first = self.some(self.of_one_sort(list((+self.pool).elements())), self.random.choice((0, 0, 2, 4, size)))
        return tuple(sorted((*first, *self.some(list((+self.pool).elements()), size - len(first)))))

    def stock(self, hand: tuple[int, ...]) -> tuple[int, ...]:
        """The stock in the order of drawing, its first card often one of the hand's ranks."""
        ranks = self.rulebook.faces.ranks
        wanted = {ranks[card] for card in hand}
        near = [card for card in (+self.pool).elements() if ranks[card] in wanted]
        first = self.some(near, self.random.choice((0, 0, 1, 2)))
        more = list(self.some(list((+self.pool).elements()), self.random.choice(STOCKS)))
        self.random.shuffle(more)
        return (*first, *more)

    def heaps(self, count: int) -> dict[str, list[int]]:
        """How the stock lies in several heaps, where there are such."""
        stocks = shown_ranges(self.rulebook, "stock")
        many = stocks[0].count if stocks else 1
        return {"heaps": [len(range(number, count, many)) for number in range(many)]} if many > 1 else {}
