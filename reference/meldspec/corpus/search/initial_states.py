"""Where playouts begin: a deal from a stacked pack, so that rare things happen soon, or a position, drawn or set out.

A position is the middle of a deal, with melds on the table and few cards in hand; it is drawn as the protocol's `position` request,
and is kept only where the rules know such a position.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import Any

from meldspec.corpus.search.matches import drawn_match
from meldspec.corpus.search.scale import CardPool, Meld, few, long_melds, of_ranks, scale_of, some
from meldspec.engine.deal import Dealt, begin, dealt_by_rules, shuffled
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.runtime import without
from meldspec.engine.verdict import Unanswered
from meldspec.position.memory import memories
from meldspec.position.request import NoPosition, table_from_position
from meldspec.protocol.fields import Malformed, record, to_json
from meldspec.protocol.messages import Beginning, DealRequest, PositionRequest
from meldspec.protocol.observe import OF_SIDES, cells_of, deal_request, named_ranges, shown_ranges
from meldspec.table.faults import RulesFault
from meldspec.table.table import TURN, Act, CellRange, Table


@dataclass(frozen=True)
class Start:
    """A request that begins anew, the table that it makes, and the act that somebody asks about there, if any."""

    request: Beginning
    table: Table
    act: Act | None = None

    @property
    def dealt(self) -> bool:
        """Whether it is the beginning of a deal, and not the middle of one."""
        return isinstance(self.request, DealRequest)


Opening = tuple[PositionRequest, Act | None]
"""A position that somebody has set out for a search to begin with, as a request, and the act asked about, if any."""
Deal = tuple[Dealt, int, int, tuple[int, ...]]
"""Cards dealt from a stacked pack, by whom, in which deal of a match, and the totals before it: what `begin` takes. Not every one
can be told as a request."""


def random_deal(rulebook: Rulebook, random: Random, rich: float, spread: float = 0.0) -> Deal:
    """A deal; `rich` tells how often its hands are such as are soon melded, `spread` how often they get a small set dealt about."""
    stacking = (rich_stacking if random.random() < rich else random_stacking)(rulebook, random)
    # A book need not have a set so small.
    if spread and random.random() < spread and (small := small_sets(rulebook)):
        stacking = replace(stacking, spread=random.choice(small))
    dealer = random.randrange(rulebook.layout.seats)
    match = drawn_match(random, stacking.totals, DEALS_DEALT)
    return stacked(rulebook, random, stacking, dealer), dealer, match.deal, match.totals


def random_start(
    rulebook: Rulebook,
    random: Random,
    rich: float,
    positions: bool = False,
    openings: Sequence[Opening] = (),
    spread: float = 0.0,
) -> Start | None:
    """One of some openings, or a position where such are wanted, or a deal; none where no position of these rules was found."""
    if openings:
        request, act = random.choice(openings)
        try:
            return Start(request, table_from_position(rulebook, request), act)
        except NoPosition:
            return None
    if positions:
        found = random_position(rulebook, random)
        return None if found is None else Start(*found)
    deal = random_deal(rulebook, random, rich, spread)
    return Start(deal_request(rulebook, *deal), begin(rulebook, *deal))


# ── stacked packs ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

TO_HANDS = 0.7
"""How often a card of a set that is dealt about comes to a hand, and not to the stock."""


@dataclass(frozen=True)
class Stacking:
    """How a deal is stacked: hands are made of whole melds, with loose cards between them as often as `loose` says (1: of nothing
    else); some ranks are buried at the bottom of the stock, and so much of it is left (none: all); the totals before the deal; the
    set, if any, most of whose cards are dealt about to the hands, though its rank be buried."""

    loose: float
    buried: tuple[str, ...]
    stock: int | None
    totals: tuple[int, ...]
    spread: str = ""


def random_stacking(rulebook: Rulebook, random: Random) -> Stacking:
    """A stacking drawn at random."""
    scale, sides = scale_of(rulebook), rulebook.layout.sides
    stock = 1 + few(random, scale.stock // 2) if random.random() < 0.6 else None
    totals = scale.near(random, sides) if random.random() < 0.4 else (0,) * sides
    ranks = sorted(set(rulebook.faces.ranks))
    buried = tuple(random.sample(ranks, few(random, len(ranks) * 2 // 3)))
    return Stacking(random.choice((0.0, 0.3, 0.6, 1.0)), buried, stock, totals)


def rich_stacking(rulebook: Rulebook, random: Random) -> Stacking:
    """A stacking for hands that are soon melded."""
    stacking = random_stacking(rulebook, random)
    if random.random() < 0.5:
        stacking = replace(stacking, totals=scale_of(rulebook).near(random, rulebook.layout.sides))
    if random.random() < 0.25:
        stacking = replace(stacking, stock=random.choice((1, 2, 3, 4)))
    return replace(stacking, buried=random.choice(((), stacking.buried[:2])), loose=random.choice((0.0, 0.1, 0.3, 0.6)))


def stacked(rulebook: Rulebook, random: Random, stacking: Stacking, dealer: int = 0) -> Dealt:
    """Cards dealt by the rules from a stacked pack: hands hold melds, and often what is drawn first would go to them."""
    dealt = dealt_by_rules(rulebook, shuffled(rulebook, random), dealer)
    ranks = rulebook.faces.ranks
    pool = CardPool(rulebook, random, {card for card, rank in enumerate(ranks) if rank in stacking.buried})
    first = rulebook.rows[0].name
    held = [(name, n) for name, many in dealt.items() if len(many) > 1 and name != first for n in range(len(many))]
    for name, many in dealt.items():
        if name != first and len(many) == 1:
            # What lies open or aside stays as the rules have dealt it.
            pool.draw(many[0])
    random.shuffle(held)
    apart = _spread(pool, stacking.spread, [len(dealt[name][number]) for name, number in held])
    for (name, number), first_cards in zip(held, apart, strict=True):
        size = len(dealt[name][number])
        cards = (*first_cards, *pool.in_melds(size - len(first_cards), stacking.loose))
        # What is buried comes to a hand only where nothing else is left.
        dealt[name][number] = tuple(sorted((*cards, *pool.some(pool.all(), size - len(cards)))))
    stock = pool.shuffled(pool.all())
    stock = tuple(sorted(stock, key=lambda card: ranks[card] not in stacking.buried))
    # On top some cards, at most a hand of them, of ranks that many are held of.
    most, hands = scale_of(rulebook).hand, [card for name, number in held for card in dealt[name][number]]
    near = of_ranks(rulebook, stock, some(random, hands, most // 2))
    near = some(random, near, random.randint(0, most))
    stock = (*without(stock, tuple(near)), *near)
    left = stock if stacking.stock is None else stock[max(0, len(stock) - stacking.stock) :]
    # A stock in several heaps is told apart again as it was dealt: one card to each in turn.
    heaps = len(dealt[first])
    dealt[first] = [left[number::heaps] for number in range(heaps)]
    return dealt


def small_sets(rulebook: Rulebook) -> list[str]:
    """The names of the sets that a hand could hold every face of, such as the red threes."""
    most = scale_of(rulebook).hand
    return sorted(name for name, faces in rulebook.faces.sets.items() if 0 < len(faces) <= most // 2)


def _spread(pool: CardPool, name: str, sizes: Sequence[int]) -> list[Meld]:
    """For each of some hands of so many cards what it holds of a set, drawn: the set's cards are dealt about as they come."""
    hands: list[list[int]] = [[] for _ in sizes]
    members = pool.rulebook.faces.sets[name] if name else ()
    for card in (card for card in pool.all() if card in members):
        place = pool.random.randrange(len(hands))
        if len(hands[place]) < sizes[place] and pool.random.random() < TO_HANDS:
            hands[place] += pool.draw((card,))
    return [tuple(hand) for hand in hands]


# ── positions ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

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
DEALS, DEALS_DEALT = (1, 1, 2, 3, 4, 5), (1, 1, 2, 3)
"""Of which deal of a match there is a position, and which is dealt."""


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
        if not table.over() and not _empty_handed(rulebook, table):
            return request, table
    return None


def _empty_handed(rulebook: Rulebook, table: Table) -> bool:
    """Whether whoever is on turn holds nothing, as where the melds drawn have used up the pack: that nobody can act then is a fault
    of the position and not of the rules."""
    seat = table.cells[TURN]
    held = [] if seat is None else [n for one in shown_ranges(rulebook, HANDS) for n in cells_of(rulebook, one, "player", seat)]
    return bool(held) and not any(table.cells[number] for number in held)


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
            "match": to_json(drawn_match(random, totals, DEALS)),
            STOCK: spell(stock),
            **self.heaps(len(stock)),
            PILE: spell(pile),
            HANDS: [spell(hand) for hand in hands],
            FEET: [spell(foot) for foot in feet],
            **self.places(),
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

    def places(self) -> dict[str, dict[str, list[list[str]]]]:
        """What lies in places that the book tells by name: of those that are dealt as many cards as are dealt there, or none."""
        named = named_ranges(self.rulebook)
        if not named:
            return {}
        dealt = dealt_by_rules(self.rulebook, shuffled(self.rulebook, self.random))
        return {"places": {r.name: [self.rulebook.faces.spell(self.held(len(bag))) for bag in dealt[r.name]] for r in named}}

    def held(self, dealt: int) -> Meld:
        """The cards of one owner in such a place."""
        if not dealt:
            return self.some(self.all(), few(self.random, self.scale.hand // 2))
        return () if self.late or self.random.random() < 0.5 else self.foot(dealt)

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
