"""Positions made for a purpose: the middle of a deal, with melds on the table and few cards in hand, where rare things happen soon.

A position is drawn as the protocol's `position` request, and is kept only where the rules know such a position.
"""

from collections import Counter
from itertools import chain
from random import Random
from typing import Any

from meldspec.corpus.search.scale import CardPool, Meld, few, long_melds, of_ranks, some
from meldspec.engine.deal import dealt_by_rules, shuffled
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.position.memory import memories
from meldspec.position.request import NoPosition, table_from_position
from meldspec.protocol.fields import Malformed, record
from meldspec.protocol.messages import PositionRequest
from meldspec.protocol.observe import OF_SIDES, shown_ranges
from meldspec.table.faults import RulesFault
from meldspec.table.table import CellRange, Table

HANDS, FEET, STOCK, PILE, MELDS, COUNTED = "hands", "feet", "stock", "pile", "melds", "red_threes"
"""The protocol's fields that are drawn for; of COUNTED a side always tells how many it has."""
DRAWS = 40
"""How many positions are drawn until one is a position of the rules."""
WHOLE = 0.06
"""How often whoever is to play has all that in hand, and nothing on the table."""
THIN = 0.2
"""How often there is little left of everything."""
FINISHED = 0.5
"""How often a side has long melds of nearly every kind, so that its players may go out."""
TWICE = 0.3
"""How often there is one more of some kind, and how often a part of a meld of the theme."""
LATE = 0.35
"""How often it is late in the deal: many long melds, and all that players may still have to take up taken up."""
DEVOTED = 0.25
"""How often nearly everything is about the theme."""
UNMARKED, MARKED, LATELY, SURELY = 0.4, 0.5, 0.75, 0.95
"""How often nothing more is remembered of players, how often each truth is (late in the deal more often), and of how many of those
who may."""
DEALS = (1, 1, 2, 3, 4, 5)


def random_position(rulebook: Rulebook, random: Random, phase: str = "") -> tuple[PositionRequest, Table] | None:
    """A position drawn at random, as a request and as a table, in some phase or in one that is drawn; none where many draws were no
    position of the rules."""
    for _ in range(DRAWS):
        try:
            request = PositionGenerator(rulebook, random).request(phase)
            table = table_from_position(rulebook, request)
        except (Malformed, NoPosition, RulesFault, Unanswered):
            # The rules need not have an answer for a table that play never comes to: one on which they break is no position.
            # Nor can the protocol tell a position in every phase that a book may have.
            continue
        if not table.over():
            return request, table
    return None


class PositionGenerator(CardPool):
    """A position in the making. `theme` are the faces that much is about this time, or, where it is `devoted`, nearly everything:
    those of a small set, or of a rank; `late` tells whether players are near to going out, `thin` whether little is left."""

    def __init__(self, rulebook: Rulebook, random: Random) -> None:
        faces = rulebook.faces
        names = (range_.shown for range_ in rulebook.layout.places())
        super().__init__(rulebook, random, {face for name in names for face in faces.sets.get(name, ())})
        small = [members for name, members in self.sets if len(members) < self.scale.hand and name != "cards"]
        self.theme = frozenset(random.choice(small) if small and random.random() < 0.5 else self.of_rank(self.left()))
        self.devoted, self.late, self.thin = random.random() < DEVOTED, random.random() < LATE, random.random() < THIN

    def request(self, phase: str = "") -> PositionRequest:
        """The position as a request."""
        layout, random = self.rulebook.layout, self.random
        turn = random.randrange(layout.seats)
        # Going out from the hand alone needs all melds there at once, which no random play comes to (decision 0010).
        poor, whole = random.random() < 0.5, random.random() < WHOLE
        sides = [self.side(whole if side == turn % layout.sides else poor) for side in range(layout.sides)]
        held = self.whole_melds() if whole else ()
        hands = [held if held and seat == turn else self.hand(sides[seat % layout.sides][MELDS]) for seat in range(layout.seats)]
        pile = self.pile(hands[turn], sides[turn % layout.sides][MELDS])
        feet = self.feet()
        stock = self.stock(hands[turn])
        totals = self.scale.near(random, layout.sides) if random.random() < 0.4 else (0,) * layout.sides
        spell = self.rulebook.faces.spell
        fields = {
            "cmd": "position",
            "variant": self.rulebook.name,
            "seats": layout.seats,
            "dealer": random.randrange(layout.seats),
            "options": dict(self.rulebook.options),
            "match": {"deal": random.choice(DEALS), "totals": list(totals)},
            STOCK: spell(stock),
            **self.heaps(len(stock)),
            PILE: spell(pile),
            HANDS: [spell(hand) for hand in hands],
            FEET: [spell(foot) for foot in feet],
            "sides": [{**side, MELDS: [{"cards": spell(meld)} for meld in side[MELDS]]} for side in sides],
            "turn": turn,
            "phase": phase or random.choice(self.scale.phases),
            "marks": self.marks(feet),
        }
        return record(PositionRequest)(fields, "position")

    def range_of(self, key: str) -> CellRange | None:
        """The place that is shown under a field of the protocol, if the book has any."""
        return next(iter(shown_ranges(self.rulebook, key)), None)

    def marks(self, feet: list[Meld]) -> dict[str, list[bool]]:
        """Truths that the rules remember of players, some of them of those who have nothing left to take up: that they have earned
        it."""
        if self.range_of(FEET) is None or (not self.late and self.random.random() < UNMARKED):
            return {}
        asked = [r for r in memories(self.rulebook) if (r.form, r.owner, r.start) == ("truth", "player", False)]
        chosen = [r.name for r in asked if self.random.random() < (LATELY if self.late else MARKED)]
        return {name: [not foot and self.random.random() < SURELY for foot in feet] for name in chosen}

    # ── what lies before a side ─────────────────────────────────────────────────────────────────────────────────

    def side(self, bare: bool) -> dict[str, Any]:
        """Melds, and what else lies before a side."""
        ranges = {key: range_ for key in OF_SIDES if (range_ := self.range_of(key)) is not None}
        melds = self.melds(few(self.random, self.scale.hand // 2)) if ranges.pop(MELDS, None) and not bare else []
        laid: dict[str, Any] = {MELDS: melds, COUNTED: 0}
        for key, range_ in ranges.items():
            members = self.rulebook.faces.sets.get(range_.shown)
            if members is not None:
                laid[key] = len(self.some([card for card in self.all() if card in members], few(self.random, len(members) * 2)))
            elif melds and self.random.random() < 0.4:
                laid[key] = self.rulebook.faces.spell(self.some(self.left(), 1 + few(self.random, self.scale.hand // 2)))
        return laid

    def melds(self, count: int) -> list[Meld]:
        """Melds of different kinds and ranks, drawn; often a long one of nearly every kind."""
        random, long = self.random, long_melds(self.rulebook)
        drawn: list[Meld] = []
        if self.late or random.random() < FINISHED:
            share = random.choice((0.7, 0.9, 1.0))
            times = random.choice((1, 5, 5) if self.late else (1, 1, 2, 4))
            every = [many for many in long.values() for _ in range(random.randint(1, times))]
            drawn = [random.choice(many) for many in every if random.random() < share]
            drawn += [self.of_theme(self.scale.long_meld(random))] if times > 1 else []
        if long and random.random() < TWICE:
            drawn.append(random.choice(random.choice(list(long.values()))))
        drawn += [self.meld(self.scale.meld(random)) for _ in range(count)]
        random.shuffle(drawn)
        if random.random() < (0.8 if self.devoted else TWICE):
            drawn.insert(0, self.of_theme(self.scale.meld(random)))
        return self.different(drawn)

    def different(self, tried: list[Meld]) -> list[Meld]:
        """Those of some melds that can be there together, drawn; short ones of different kinds and ranks only."""
        melds: list[Meld] = []
        seen: set[tuple[str, frozenset[str]]] = set()
        for cards in tried:
            kind = self.rulebook.kind_of(cards) if cards and self.has(cards) else None
            sort = (str(kind), frozenset(self.rulebook.faces.ranks[card] for card in cards))
            if kind is not None and (sort not in seen or len(cards) >= min(self.scale.complete) - 1):
                seen.add(sort)
                melds.append(self.draw(cards))
        return melds

    def of_theme(self, size: int) -> Meld:
        """So many cards of the theme, not drawn yet."""
        return tuple(sorted(some(self.random, self.of(self.theme), size)))

    # ── what somebody holds, and what nobody has yet ────────────────────────────────────────────────────────────

    def hand(self, melds: list[Meld]) -> tuple[int, ...]:
        """A hand: cards of one sort alone, cards that melds on the table wait for, cards that make melds, or any."""
        random = self.random
        count = 1 if self.thin else 1 + few(random, self.scale.hand - 1)
        way = random.random() * (0.3 if self.devoted else 1.0)
        if way < 0.2:
            themed = self.devoted or random.random() < 0.6
            alike = self.some(self.of(self.theme) if themed else self.of_one_sort(self.left()), count)
            return alike or self.some(self.left(), 1)
        if way < 0.55:
            fit = self.some(self.waited_for(melds), random.randint(0, count))
            odd = self.some(self.of(self.theme), 1) if len(fit) < count and random.random() < 0.3 else ()
            return tuple(sorted((*fit, *odd, *self.some(self.left(), count - len(fit) - len(odd)))))
        return self.in_melds(count, random.choice((0.0, 0.3))) if way < 0.8 else self.some(self.left(), count)

    def whole_melds(self) -> tuple[int, ...]:
        """A long meld of nearly every kind and a card or two, all in one hand."""
        cards: list[int] = []
        for many in long_melds(self.rulebook).values():
            meld = self.random.choice(many)
            if self.random.random() < 0.8 and self.has(meld):
                cards += self.draw(meld)
        return tuple(sorted((*cards, *self.some(self.left(), self.random.choice((0, 1, 2))))))

    def pile(self, hand: Meld, melds: list[Meld]) -> Meld:
        """The discard pile from the bottom."""
        count = self.random.randint(0, 1) if self.thin else few(self.random, self.scale.hand)
        below = self.shuffled(self.all(), max(count - 1, 0))
        return (*below, *self.some(self.tops(hand, melds), 1)) if count and self.range_of(PILE) else ()

    def tops(self, hand: Meld, melds: list[Meld]) -> list[int]:
        """Cards that may lie on top: often of a rank that is in the hand twice, or in it or on the table, or of the theme."""
        ranks, way, fit = self.rulebook.faces.ranks, self.random.random(), []
        if way < 0.35:
            held = Counter(ranks[card] for card in hand)
            fit = of_ranks(self.rulebook, self.left(), [card for card in hand if held[ranks[card]] > 1])
        elif way < 0.7:
            fit = of_ranks(self.rulebook, self.left(), chain(hand, *melds))
        elif way < 0.8:
            fit = self.of(self.theme)
        return fit or self.all()

    def feet(self) -> list[Meld]:
        """What players may still take up, as large as it is dealt."""
        range_, random = self.range_of(FEET), self.random
        if range_ is None:
            return [()] * self.rulebook.layout.seats
        # How many there are is the book's to say: it is dealt once to be counted.
        dealt = dealt_by_rules(self.rulebook, shuffled(self.rulebook, random))[range_.name]
        gone = 1.0 if self.late else random.choice((0.5, 0.5, 1.0))
        return [() if random.random() < gone else self.foot(len(bag)) for bag in dealt]

    def foot(self, size: int) -> tuple[int, ...]:
        """So many cards, of any sort, often some of one sort among them."""
        first = self.some(self.of_one_sort(self.all()), self.random.choice((0, 0, few(self.random, size), size)))
        return tuple(sorted((*first, *self.some(self.all(), size - len(first)))))

    def stock(self, hand: Meld) -> Meld:
        """The stock in the order of drawing, its first cards often of the hand's ranks or of the theme."""
        random = self.random
        about = random.random() < (0.8 if self.devoted else 0.3)
        near = self.of(self.theme) if about else of_ranks(self.rulebook, self.all(), hand)
        # What is drawn next decides what can still be done; cards that nobody wants show nothing.
        first = self.some(near, random.choice((1, 2, 2) if self.devoted else (0, 0, 1, 2)))
        return (*first, *self.shuffled(self.all(), random.randint(0, 1) if self.thin else few(random, self.scale.hand)))

    def heaps(self, count: int) -> dict[str, list[int]]:
        """How the stock lies in several heaps, where there are such."""
        stock = self.range_of(STOCK)
        many = stock.count if stock else 1
        return {"heaps": [len(range(number, count, many)) for number in range(many)]} if many > 1 else {}
