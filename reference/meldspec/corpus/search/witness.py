"""A deal and acts that lead to a table like one that was drawn at random or set out by hand: its witness.

Whoever comes to a table by playing holds more cards than somebody who sets it out thinks of, and has discarded more. So the table
that a witness leads to has all that the other one has, in the same places, and more where that need not matter: other players'
hands, what lies at the bottom of the pile, melds of ranks that nothing is asked about. Whether it matters is found out by playing
what is to be played there.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from random import Random

from meldspec.corpus.search.rehearsal import CannotBe, Rehearsal
from meldspec.corpus.search.side_melds import LEAST, SideMelds
from meldspec.engine.deal import begin, dealt_by_rules, shuffled
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.protocol.case import LONGEST_WITNESS
from meldspec.protocol.messages import PositionRequest
from meldspec.protocol.observe import shown_ranges, split
from meldspec.table.table import NEW, PHASE, TURN

ROUNDS = (1, 2, 3, 5, 8, 12)
"""After so many rounds it is tried to come to a table, beside the first turns of all."""
FIRST = 4
"""So many first turns."""
TAKES = (1, 2)
"""So many rounds before whoever is to play may have taken the pile."""
DISCARDS_TRIED = 8
"""So many cards are tried where something is to be discarded that does not matter."""
RESERVED = 3
"""The cards of so many ranks are not discarded while a stock is drained as long as there are others."""
PAIR = 2
"""So many cards of a hand take the pile."""


@dataclass(frozen=True)
class Way:
    """How a table is come to: after so many turns; `thin` with a hand of just the cards that were set out, `foot` with the foot
    taken up, `cut` with no more cards in the stock, `threes` with the cards that are laid at once. `rich` is an opening with more
    cards of a rank, and `rest` how many cards whoever is to play keeps at least before the turn. With `take` the pile is taken so
    many turns before: by whoever is to play, whose hand grows by that, or by somebody else, so that no more lies there."""

    turns: int
    thin: bool
    foot: bool = False
    cut: bool = False
    threes: bool = False
    rich: bool = False
    rest: int = 1
    take: int = 0
    drained: bool = False
    buried: bool = False


def ways(rulebook: Rulebook, position: PositionRequest, low: bool = False) -> Iterator[Way]:
    """The ways that are tried, the shortest first; those on which nobody takes the pile before all others. Where the stock is to be
    just as low as it was set out (`low`), only those on which it is; a pack that is short of cards is the last that is tried."""
    takes, short = (0, *_takes(rulebook, position)), []
    for way in (way for take in takes for way in _ways(rulebook, position, take)):
        if way.cut:
            short.append(way)
        elif not low:
            yield way
    turns = draining(rulebook, position)
    yield from (way for take in takes for way in _ways(rulebook, position, take, turns) if not way.cut)
    yield from short


def draining(rulebook: Rulebook, position: PositionRequest) -> tuple[int, ...]:
    """How many turns it may take to leave no more cards in the stock than a position has; none where those are too many acts, as
    with the largest packs."""
    try:
        depth, drawn = first_draw(rulebook, position)
    except CannotBe:
        return ()
    left = depth - len(position.stock) - drawn * (position.phase != rulebook.sheet.symbols.phases[1])
    # For each card that does not stay in a hand another one may be drawn.
    moved = sum(many for card, many in enumerate(rulebook.faces.counts) if card not in staying(rulebook))
    least, most = (left - moved) // drawn, min(left // drawn, LONGEST_WITNESS // 2)
    return tuple(range(max(least, len(position.pile), rulebook.layout.seats), most + 1))


def first_draw(rulebook: Rulebook, position: PositionRequest) -> tuple[int, int]:
    """How many cards the stock has when play begins, and how many of them the first draw takes. Raises CannotBe where nobody deals
    so that a position could come about, or nobody can draw."""
    deal = Staging(rulebook, position, Way(len(position.pile), thin=False)).deal
    depth = len(deal.stock_left)
    assert deal.turn is not None
    deal.draw(deal.turn)
    return depth, depth - len(deal.stock_left)


def _takes(rulebook: Rulebook, position: PositionRequest) -> list[int]:
    """How many turns before the pile may be taken, so that all that lies there is discarded after it."""
    seats, pile = rulebook.layout.seats, len(position.pile)
    return sorted({many for many in (pile, *(seats * n for n in TAKES)) if many >= max(pile, 1)})


def _ways(rulebook: Rulebook, position: PositionRequest, take: int, drained: Sequence[int] = ()) -> Iterator[Way]:
    """The ways on which the pile is taken so many turns before, or never for 0; where `drained` names numbers of turns, those on
    which the stock is drained in so many."""
    seats, sides = rulebook.layout.seats, rulebook.layout.sides
    bare = not position.sides[position.turn % sides].melds
    feet = bool(shown_ranges(rulebook, "feet"))
    threes = any(side.red_threes for side in position.sides)
    amid = position.phase != rulebook.sheet.symbols.phases[1]
    turns = set(drained) or {*range(FIRST), len(position.pile), *(seats * many for many in ROUNDS)}
    for number, thin in product(sorted(turns), (False, True) if bare else (True, False)):
        late = number >= seats
        choices = product(
            (False, True) if feet and thin and late else (False,),
            (False, True),
            (False, True) if late and threes else (False,),
            (False, True) if late else (False,),
            (1, 4) if thin and amid else (1,),
        )
        if number >= take:
            buried = (False, True) if drained and feet else (False,)
            more = product(choices, buried)
            yield from (Way(number, thin, *chosen, take=take, drained=bool(drained), buried=one) for chosen, one in more)


@lru_cache(maxsize=16)
def staying(rulebook: Rulebook) -> frozenset[int]:
    """The cards that stay in the hand that they come to."""
    referee, hand = Referee(rulebook), shown_ranges(rulebook, "hands")[0].first
    begun = list(begin(rulebook, dealt_by_rules(rulebook, shuffled(rulebook, Random(0)))).cells)

    def stays(card: int) -> bool:
        cells = [*begun[:hand], tuple(sorted((*begun[hand], card))), *begun[hand + 1 :]]
        return referee.stays(tuple(cells), hand, card)

    return frozenset(card for card in range(len(rulebook.faces.names)) if stays(card))


@lru_cache(maxsize=16)
def plain_faces(rulebook: Rulebook) -> tuple[int, ...]:
    """The cards of which three of a rank are a meld of the commonest kind, and which stay in the hand that they come to."""
    faces = rulebook.faces
    ranks: dict[str, list[int]] = {}
    for card, rank in enumerate(faces.ranks):
        ranks.setdefault(rank, []).append(card)
    kinds = {rank: rulebook.kind_of(tuple(sorted((cards * 3)[:3]))) for rank, cards in ranks.items()}
    common = max(Counter(kind for kind in kinds.values() if kind is not None).items(), key=lambda item: item[1])[0]
    return tuple(card for rank, kind in kinds.items() if kind == common for card in ranks[rank] if card in staying(rulebook))


class Staging:
    """A deal played so that a table comes about in some way."""

    def __init__(self, rulebook: Rulebook, position: PositionRequest, way: Way) -> None:
        self.rulebook, self.position, self.way, self.random = rulebook, position, way, Random(str(way))
        self.seats, self.sides, self.actor = rulebook.layout.seats, rulebook.layout.sides, position.turn
        faces, face = rulebook.faces, rulebook.faces.by_name
        self.pile = [face[card] for card in position.pile]
        self.hands = [[face[card] for card in hand] for hand in position.hands]
        self.stock = [face[card] for card in position.stock]
        melds = [[[face[card] for card in meld.cards] for meld in side.melds] for side in position.sides]
        wanted = [*self.pile, *self.stock, *(c for hand in self.hands for c in hand), *(c for m in melds for one in m for c in one)]
        self.spare = Counter(dict(enumerate(faces.counts))) - Counter(wanted)
        mine = melds[self.actor % self.sides]
        asked = {faces.ranks[card] for card in (*self.hands[self.actor], *self.pile, *(c for one in mine for c in one))}
        self.plain = [card for card in plain_faces(rulebook) if faces.ranks[card] not in asked]
        ranks = list(dict.fromkeys(faces.ranks[card] for card in self.plain))
        self.melds = [SideMelds(rulebook, some, self.spare, ranks, self.plain, way.rich) for some in melds]
        self.moved = sorted({*range(len(faces.names))} - staying(rulebook))
        self.drawn, self.plain_faces, self.to_give = 0, plain_faces(rulebook), list(self.hands[self.actor])
        self.deal = self._begun()
        if way.buried:
            self._bury()

    # ── the deal ────────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _begun(self) -> Rehearsal:
        """The deal before anybody plays: plain cards in hands and feet, all others at the bottom of the stock."""
        dealt = {name: [list(bag) for bag in bags] for name, bags in self._dealt().items()}
        stock = dealt[shown_ranges(self.rulebook, "stock")[0].name]
        dealer, upturned = self._dealer(dealt)
        if self.way.turns >= len(self.pile):
            # What is turned up is seen, so it is none of the cards that are wanted elsewhere.
            first = next((card for card in self.plain if self.spare[card] > 0 and card in stock[0]), None)
            self.spare[stock[0][-1] if first is None else first] -= upturned
        elif self.way.turns + upturned >= len(self.pile):
            first = self.pile[-1 - self.way.turns]
        else:
            raise CannotBe("the pile has more cards than there are turns")
        if first is not None and upturned:
            if first not in stock[0]:
                raise CannotBe("the card to be turned up is not in the stock")
            spot = stock[0].index(first)
            stock[0][spot], stock[0][-1] = stock[0][-1], first
        return Rehearsal(self.rulebook, dealt, dealer, self.position.match.deal, self.position.match.totals)

    def _bury(self) -> None:
        """Have a card that does not stay in a hand lie in a foot that nobody takes up."""
        card = next((card for card in self.moved if self.spare[card] > 0), None)
        if card is None:
            raise CannotBe("there is no such card")
        self.spare[card] -= 1
        self.deal.want_foot((self.actor + 1) % self.seats, [card])

    def _dealt(self) -> dict[str, list[tuple[int, ...]]]:
        """The pack where the rules deal it, with plain cards in the hands and uppermost in the stock."""
        plain = [card for card in self.plain for _ in range(self.rulebook.faces.counts[card])]
        left = list((Counter(dict(enumerate(self.rulebook.faces.counts))) - Counter(plain)).elements())
        for cards in (plain, left):
            self.random.shuffle(cards)
        # Where the cards that nothing is asked about do not go round, others that are as plain come first.
        left.sort(key=lambda card: card in plain_faces(self.rulebook))
        pack, stock = [*left, *plain], shown_ranges(self.rulebook, "stock")[0].name
        shape = dealt_by_rules(self.rulebook, shuffled(self.rulebook, Random(0)))
        dealt = {name: [tuple(pack.pop() for _ in bag) for bag in bags] for name, bags in shape.items() if name != stock}
        heaps = len(shape[stock])
        if self.way.drained:
            # Cards that do not stay in a hand lie undermost, first those that are wanted there; the others are drawn early.
            pack.sort(key=lambda card: (card in staying(self.rulebook), card not in self.stock))
        return dealt | {stock: [tuple(pack[n::heaps]) for n in range(heaps)]}

    def _dealer(self, dealt: dict[str, list[list[int]]]) -> tuple[int, int]:
        """Who deals so that it is the turn of whoever is to play after so many turns, and how many cards are turned up."""
        piles = [r.first + n for r in shown_ranges(self.rulebook, "pile") for n in range(r.count)]
        for dealer in range(self.seats):
            bags = {name: [tuple(bag) for bag in many] for name, many in dealt.items()}
            cells = begin(self.rulebook, bags, dealer, 1, (0,) * self.sides).cells
            if cells[TURN] is not None and (cells[TURN] + self.way.turns) % self.seats == self.actor:
                return dealer, sum(len(cells[cell]) for cell in piles)
        raise CannotBe("nobody deals so that this player's turn comes then")

    # ── the turns ───────────────────────────────────────────────────────────────────────────────────────────────────────────

    def play(self) -> Rehearsal:
        """The deal, played up to the table that is wanted. Raises CannotBe where it does not come to that."""
        for number in range(self.way.turns):
            self._turn((self.actor - self.way.turns + number) % self.seats, number)
        if any(side.rest for side in self.melds):
            raise CannotBe("not all melds have been laid")
        if self.deal.turn != self.actor:
            raise CannotBe("it is not the turn of whoever is to play")
        self._settle()
        return self.deal

    def _turn(self, seat: int, number: int) -> None:
        """One turn: draw, lay, discard."""
        deal, left = self.deal, self.way.turns - number
        if deal.turn != seat:
            raise CannotBe("the turns do not come round")
        held = len(deal.hand(seat))
        if left == self.way.take:
            self._take(seat)
        else:
            self._threes_next(seat)
            if self.way.drained:
                self._moved_next(seat)
            deal.draw(seat)
            self.drawn = max(self.drawn, len(deal.hand(seat)) - held)
        self._lay(seat, len(range(number + self.seats, self.way.turns, self.seats)))
        if left <= len(self.pile):
            deal.discard(seat, self.pile[-left])
        elif self.way.take and left == self.way.take + 1:
            some = [card for card in self.plain if self.spare[card] and self._spare_of(card) > PAIR]
            high = [card for card in some if self.rulebook.faces.ranks[card] in self.melds[0].ranks[:1]]
            self._discard_spare(seat, high or some if self.way.drained else some)
        elif not self._given(seat, left):
            self._discard_spare(seat, self._spares())

    def _threes_next(self, seat: int) -> None:
        """Have a card that is laid at once lie uppermost in the stock, where the side of a seat is still to have some."""
        side, laid = seat % self.sides, next(iter(shown_ranges(self.rulebook, "red_threes")), None)
        if not self.way.threes or laid is None:
            return
        members = self.rulebook.faces.sets.get(laid.shown, ())
        if (self.position.sides[side].red_threes or 0) > len(self.deal.cells[laid.first + side]):
            for card in [card for card in sorted(members) if self.spare[card] > 0][:1]:
                self.spare[card] -= 1
                self.deal.want_next([card])

    def _moved_next(self, seat: int) -> None:
        """Have a card that does not stay in the hand lie uppermost in the stock, where it is to be drained and nothing is wanted of
        that card: who draws it later might have no other one left to draw for it. First come the sides that are to have some."""
        stock, wanted = set(self.deal.stock_left), [side.red_threes or 0 for side in self.position.sides]
        laid = next(iter(shown_ranges(self.rulebook, "red_threes")), None)
        have = [0 if laid is None else len(self.deal.cells[laid.first + side]) for side in range(self.sides)]
        lacking = [max(0, many - some) for many, some in zip(wanted, have, strict=True)]
        moved = [card for card in self.moved if self.spare[card] > 0]
        if sum(self.spare[card] for card in moved) > sum(lacking) - lacking[seat % self.sides]:
            for card in [card for card in moved if card in stock][:1]:
                self.spare[card] -= 1
                self.deal.want_next([card])

    def _spares(self) -> list[int]:
        """The cards that may be discarded: plain ones; where a whole stock goes round, others before some ranks that are still to
        be laid."""
        plain = [card for card in self.plain if self.spare[card] > 0]
        if not self.way.drained:
            return plain
        kept, ranks = self.melds[0].ranks[:RESERVED], self.rulebook.faces.ranks
        ways = ([c for c in plain if ranks[c] not in kept], [c for c in self.plain_faces if self.spare[c] > 0 and c not in plain])
        others = [card for card in sorted(staying(self.rulebook)) if self.spare[card] > 0]
        return next(filter(None, ways), [card for card in others if card not in plain] or plain)

    def _spare_of(self, card: int) -> int:
        """How many cards of the rank of a card nothing is wanted of."""
        faces = self.rulebook.faces
        return sum(self.spare[other] for other in self.plain if faces.ranks[other] == faces.ranks[card])

    def _given(self, seat: int, left: int) -> bool:
        """Whether a card is discarded that whoever is to play is to hold and will take with the pile."""
        if not self.way.take or self.way.take % self.seats or left <= self.way.take:
            return False
        for card in [card for card in self.to_give if card in self.plain_faces]:
            try:
                self.deal.discard(seat, card)
            except CannotBe:
                continue
            self.to_give.remove(card)
            return True
        return False

    def _take(self, seat: int) -> None:
        """Take the pile with two cards of the rank of its top card, and with other melds where they are needed to open."""
        deal, side = self.deal, self.melds[seat % self.sides]
        *below, top = deal.pile()
        melds = shown_ranges(self.rulebook, "melds")[0]
        pair = side.of_rank(self.rulebook.faces.ranks[top], PAIR)
        if not pair:
            raise CannotBe("no pair is left for the top card")
        first, room = len(deal.cells[melds.first + seat % self.sides]), len(deal.hand(seat)) - PAIR - 1
        for laid in ([], *(() if side.opened else side.offers(room, False))):
            others = [(NEW if one.number is None else one.number, cards) for one, cards in laid]
            try:
                deal.take(seat, [(NEW, [top, *pair]), *others], pair)
            except CannotBe:
                continue
            # What was discarded and nothing was wanted of can be laid and discarded again.
            self.spare.update(card for card in below if card in self.plain)
            side.taken(top, pair, first)
            side.count(laid, first + 1)
            return
        raise CannotBe("the pile cannot be taken")

    def _discard_spare(self, seat: int, some: list[int]) -> None:
        """Discard one of some cards that nothing is wanted of, one that is held if there is one."""
        self.random.shuffle(some)
        held, seen = self.deal.hand(seat), self.deal.seen(seat)
        for card in sorted(some, key=lambda card: (card not in seen, card not in held))[:DISCARDS_TRIED]:
            try:
                self.deal.discard(seat, card)
            except CannotBe:
                continue
            self.spare[card] -= 1
            return
        raise CannotBe("nothing can be discarded")

    # ── melds ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _lay(self, seat: int, later: int) -> None:
        """Lay what a seat is to lay in a turn after which it has so many more."""
        side, held = self.melds[seat % self.sides], len(self.deal.hand(seat))
        if seat == self.actor and self.way.thin and self.taken:
            self._lay_of_actor(held, later)
        elif side.rest:
            budget = held - 2
            if seat % self.sides == self.actor % self.sides and self.way.thin:
                # What the other one of the side cannot lay.
                budget = min(budget, max(0, side.rest - self._capacity(later)))
            self._put(seat, budget, False)

    def _lay_of_actor(self, held: int, later: int) -> None:
        """Lay so many cards that in the end just those that were set out are left."""
        if self.way.foot and self.deal.foot(self.actor):
            # All of the hand goes but the discard, so that the foot is taken up.
            self._put(self.actor, held - 1, True)
            return
        most = held - 1 + (self.drawn - 1) * later - self._kept
        if most < 0:
            raise CannotBe("the hand has too few cards")
        budget = min(most, held - 2)
        if later and not self.melds[self.actor % self.sides].rest and budget >= LEAST:
            # On a meld that does not matter one card or two can be laid later.
            self._put(self.actor, LEAST, True)
        else:
            self._put(self.actor, budget, later == 0)

    @property
    def _kept(self) -> int:
        """How many cards whoever is to play has at least before the turn."""
        drawn = self.drawn if self._amid_turn else 0
        return max(len(self.hands[self.actor]) - drawn, self.way.rest)

    @property
    def _amid_turn(self) -> bool:
        """Whether whoever is to play has drawn already."""
        return self.position.phase != self.deal_phase

    @property
    def taken(self) -> bool:
        """Whether the pile has been taken, if it is to be: before that nobody knows how many cards are to be laid."""
        return not self.way.take or any(act.name in self.deal.takes for act in self.deal.acts)

    @property
    def deal_phase(self) -> str:
        """The phase in which a turn begins."""
        return self.rulebook.sheet.symbols.phases[1]

    def _capacity(self, later: int) -> int:
        """How many cards whoever is to play can lay by the end, with about so many turns left."""
        deal = self.deal
        held = len(deal.hand(self.actor)) + (len(deal.foot(self.actor)) if self.way.foot else 0)
        return held + (self.drawn - 1) * (later + 1) - self._kept

    def _put(self, seat: int, budget: int, exact: bool) -> None:
        """Lay cards in as many acts as it takes, at most so many or just so many."""
        side, melds = self.melds[seat % self.sides], shown_ranges(self.rulebook, "melds")[0]
        while budget > 0:
            first = len(self.deal.cells[melds.first + seat % self.sides])
            for laid in side.offers(budget, exact):
                try:
                    self.deal.lay(seat, [(NEW if one.number is None else one.number, cards) for one, cards in laid])
                except CannotBe:
                    continue
                side.count(laid, first)
                budget -= sum(len(cards) for _, cards in laid)
                break
            else:
                break
        if exact and budget:
            raise CannotBe(f"{budget} cards too many cannot be laid")

    # ── the table ───────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _settle(self) -> None:
        """Have every hand hold what it is to hold, draw where that has been done, and have the stock as it is to lie."""
        deal, mine = self.deal, self.hands[self.actor]
        amid = deal.cells[PHASE] != self.position.phase
        held = mine[: len(deal.hand(self.actor))] if amid else mine
        self._hold(self.actor, held)
        for seat in range(self.seats):
            if seat != self.actor:
                self._hold(seat, self.hands[seat])
        if amid:
            self._drawn_last(mine[len(held) :])
        if len(deal.hand(self.actor)) != len(mine) and self.way.thin:
            raise CannotBe(f"the hand has {len(deal.hand(self.actor))} cards, not {len(mine)}")
        for heap, cards in enumerate(split(deal.stock, self.stock, self.position.heaps or None)):
            deal.want_next(cards, heap)
            if self.way.cut:
                deal.cut_stock(len(cards), heap)
        if self.way.drained and len(deal.stock_left) != len(self.stock):
            raise CannotBe(f"the stock has {len(deal.stock_left)} cards, not {len(self.stock)}")

    def _drawn_last(self, drawn: Sequence[int]) -> None:
        """Have whoever is to play draw, some cards among them, and lay what is too many."""
        deal, actor, mine = self.deal, self.actor, self.hands[self.actor]
        deal.want_next(drawn or [card for card in self.plain if self.spare[card] > 0][:1])
        deal.draw(actor)
        if deal.cells[PHASE] != self.position.phase:
            raise CannotBe("another phase")
        del deal.settled[actor]
        surplus = len(deal.hand(actor)) - len(mine)
        if self.way.thin and surplus > 0:
            self._put(actor, surplus, True)
        self._hold(actor, mine)

    def _hold(self, seat: int, cards: Collection[int]) -> None:
        """Have a hand hold some cards, and keep them."""
        self.deal.want(seat, cards)
        self.deal.settled[seat] = Counter(cards)
