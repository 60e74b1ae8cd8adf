"""Positions made for a purpose: the middle of a deal, with melds on the table and few cards in hand, where rare things happen soon.

A scene is drawn as the protocol's `position` request, and is kept only where the rules know such a position.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from meldspec.corpus.search.card_pool import Meld, Pool, long_melds
from meldspec.corpus.search.deal_generator import in_melds, near_totals
from meldspec.engine.deal import dealt_by_rules, shuffled
from meldspec.engine.rulebook import Rulebook
from meldspec.position.memory import memories
from meldspec.position.request import NoPosition, table_from_position
from meldspec.protocol.fields import record
from meldspec.protocol.messages import PositionRequest
from meldspec.protocol.observe import OF_SIDES, key_of, shown_ranges
from meldspec.table.faults import EngineDefect
from meldspec.table.layout import PHASE
from meldspec.table.table import Table

DRAWS = 40
"""How many scenes are drawn until one is a position of the rules."""
TURNS = 20
"""How many positions are drawn until one is at the beginning of a turn."""
HANDS = (1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 8, 11)
"""How many cards whoever is to play has; others have one of these numbers, too."""
WHOLE = 0.06
"""How often whoever is to play has all that in hand, and nothing on the table."""
STOCKS = (0, 1, 1, 2, 3, 4, 6, 10)
PILES = (0, 1, 1, 1, 2, 3, 5, 8)
THIN = 3
"""Of these numbers the first few, where there is little left of everything, which is now and then."""
MELDS = (0, 0, 1, 1, 2, 3, 4, 5, 6)
FEET_GONE = (0.5, 0.5, 1.0)
"""How many have taken up their feet."""
UNMARKED, MARKED, LATELY, SURELY = 0.4, 0.5, 0.75, 0.95
"""How often nothing more is remembered of players, how often each truth is (late in the deal more often), and of how many of those
who may."""
DEALS = (1, 1, 2, 3, 4, 5)


def some_scene(rulebook: Rulebook, random: Random, numbers: tuple[int, ...]) -> tuple[PositionRequest, Table] | None:
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


def some_turn(rulebook: Rulebook, random: Random, numbers: tuple[int, ...], phase: str) -> Table | None:
    """A position drawn at random at the beginning of a turn, whose phase that is; none where many draws did not meet it."""
    for _ in range(TURNS):
        scene = some_scene(rulebook, random, numbers)
        if scene is not None and scene[1].cells[PHASE] == phase:
            return scene[1]
    return None


class Scene(Pool):
    """A position in the making."""

    thin: bool = False

    def request(self, numbers: tuple[int, ...]) -> PositionRequest:
        """The scene as a request."""
        layout, random = self.rulebook.layout, self.random
        turn = random.randrange(layout.seats)
        self.thin = random.random() < 0.2
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
        fields = {
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
            "marks": self.marks(feet),
        }
        return record(PositionRequest)(fields, "position")

    def marks(self, feet: list[Meld]) -> dict[str, list[bool]]:
        """Truths that the rules remember of players, some of them of those who have taken up a foot: that they have earned it."""
        if not shown_ranges(self.rulebook, "feet") or (not self.late and self.random.random() < UNMARKED):
            return {}
        asked = [r for r in memories(self.rulebook) if (r.form, r.owner, r.start) == ("truth", "player", False)]
        chosen = [r.name for r in asked if self.random.random() < (LATELY if self.late else MARKED)]
        return {name: [not foot and self.random.random() < SURELY for foot in feet] for name in chosen}

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

    # ── what somebody holds, and what nobody has yet ────────────────────────────────────────────────────────────

    def hand(self, melds: list[Meld]) -> tuple[int, ...]:
        """A hand: cards of one sort alone, cards that melds on the table wait for, cards that make melds, or any."""
        random = self.random
        count = random.choice(HANDS[:THIN] if self.thin else HANDS)
        way = random.random() * (0.3 if self.devoted else 1.0)
        if way < 0.2:
            return self.some(
                self.themed() if self.devoted or random.random() < 0.6 else self.of_one_sort(self.left()), count
            ) or self.some(self.left(), 1)
        if way < 0.55:
            fit = self.some(self.waited_for(self.left(), melds), random.randint(0, count))
            odd = self.some(self.themed(), 1) if len(fit) < count and random.random() < 0.3 else ()
            return tuple(sorted((*fit, *odd, *self.some(self.left(), count - len(fit) - len(odd)))))
        if way < 0.8:
            kept = Counter({card: self.pool.pop(card) for card in self.aside})
            cards = in_melds(self.rulebook, random, self.pool, count, random.choice((0.0, 0.3)))
            self.pool.update(kept)
            return cards
        return self.some(self.left(), count)

    def whole_melds(self) -> tuple[int, ...]:
        """A long meld of nearly every kind and a card or two, all in one hand."""
        cards: list[int] = []
        for many in long_melds(self.rulebook).values():
            meld = self.random.choice(many)
            if self.random.random() < 0.8 and not Counter((*cards, *meld)) - self.pool:
                cards += meld
        self.draw(cards)
        return tuple(sorted((*cards, *self.some(self.left(), self.random.choice((0, 1, 2))))))

    def pile(self, hand: Meld, melds: list[Meld]) -> Meld:
        """The discard pile from the bottom."""
        count = self.random.choice(PILES[:THIN] if self.thin else PILES)
        below = list(self.some(list((+self.pool).elements()), max(count - 1, 0)))
        self.random.shuffle(below)
        return (*below, *self.some(self.tops(hand, melds), 1)) if count else ()

    def tops(self, hand: Meld, melds: list[Meld]) -> list[int]:
        """Cards that may lie on top: often of a rank that is in the hand twice, or in it or on the table, or of the theme."""
        ranks, way = self.rulebook.faces.ranks, self.random.random()
        held = Counter(ranks[card] for card in hand)
        some = {ranks[card] for card in (*hand, *(card for meld in melds for card in meld))}
        wanted = {rank for rank, many in held.items() if many > 1} if way < 0.35 else some if way < 0.7 else set()
        fit = [card for card in self.left() if ranks[card] in wanted] if way < 0.7 else self.themed() if way < 0.8 else []
        return fit or list((+self.pool).elements())

    def feet(self) -> list[Meld]:
        """The feet that are still there, as large as they are dealt."""
        ranges = shown_ranges(self.rulebook, "feet")
        seats = self.rulebook.layout.seats
        if not ranges:
            return [()] * seats
        dealt = dealt_by_rules(self.rulebook, shuffled(self.rulebook, self.random))[ranges[0].name]
        gone = 1.0 if self.late else self.random.choice(FEET_GONE)
        return [() if self.random.random() < gone else self.foot(len(bag)) for bag in dealt]

    def foot(self, size: int) -> tuple[int, ...]:
        """A foot, in which there may be cards of any sort."""
        first = self.some(self.of_one_sort(list((+self.pool).elements())), self.random.choice((0, 0, 2, 4, size)))
        return tuple(sorted((*first, *self.some(list((+self.pool).elements()), size - len(first)))))

    def stock(self, hand: Meld) -> Meld:
        """The stock in the order of drawing, its first cards often of the hand's ranks or of the theme."""
        ranks = self.rulebook.faces.ranks
        wanted = {ranks[card] for card in hand}
        near = [card for card in (+self.pool).elements() if ranks[card] in wanted]
        about = self.random.random() < (0.8 if self.devoted else 0.3)
        first = self.some(self.themed() if about else near, self.random.choice((1, 2, 2) if self.devoted else (0, 0, 1, 2)))
        more = list(self.some(list((+self.pool).elements()), self.random.choice(STOCKS[:THIN] if self.thin else STOCKS)))
        self.random.shuffle(more)
        return (*first, *more)

    def heaps(self, count: int) -> dict[str, list[int]]:
        """How the stock lies in several heaps, where there are such."""
        stocks = shown_ranges(self.rulebook, "stock")
        many = stocks[0].count if stocks else 1
        return {"heaps": [len(range(number, count, many)) for number in range(many)]} if many > 1 else {}
