"""A deal that is played while it is dealt: cards that nobody has seen yet are exchanged for those that are wanted.

Of a hand nobody knows more than what has been laid or discarded from it. So whoever wants to lay three kings at a table that was
dealt by chance has three cards of that hand exchanged for kings out of the stock, where nobody has drawn them yet: the deal is
another one then, and all that was done before is the same.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from meldspec.engine.candidates import candidates, with_plays
from meldspec.engine.deal import begin
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.runtime import without
from meldspec.engine.verdict import Undetermined, determined
from meldspec.protocol.messages import DealRequest
from meldspec.protocol.observe import deal_request, shown_ranges
from meldspec.table.table import ENDED, PHASE, TURN, Act, CellRange, Cells, Table

Spot = tuple[str, int, int]
"""Where a card was dealt: the place, the number of its owner or heap, and the card's number there."""


class CannotBe(Exception):
    """What was wanted cannot come about on this table; the message says what."""


@dataclass
class Rehearsal:
    """A deal in play.

    `dealt` has the cards by place as they will have been dealt; `held` tells for each seat where the cards of its hand were dealt
    that nobody has seen yet; `acts` is what was done.
    """

    rulebook: Rulebook
    dealt: dict[str, list[list[int]]]
    dealer: int
    deal: int
    totals: tuple[int, ...]
    acts: list[Act] = field(default_factory=list)
    settled: dict[int, Counter[int]] = field(default_factory=dict)
    """What hands that hold what they are to hold may not lose again, by seat."""
    settled_feet: dict[int, Counter[int]] = field(default_factory=dict)
    """The same of feet."""
    bound: int | None = None
    """How many acts the look-ahead over one act may try, where that is bounded; an act that so many do not settle is not done."""

    def __post_init__(self) -> None:
        self.referee = Referee(self.rulebook)
        self.stock, self.hands = (shown_ranges(self.rulebook, key)[0] for key in ("stock", "hands"))
        feet = shown_ranges(self.rulebook, "feet")
        self.feet: CellRange | None = feet[0] if feet else None
        begun = begin(self.rulebook, self.cards(), self.dealer, self.deal, self.totals)
        self.cells: list[Any] = list(begun.cells)
        self.held: list[list[Spot]] = [
            [(self.hands.name, seat, n) for n in range(len(bag))] for seat, bag in enumerate(self.dealt[self.hands.name])
        ]
        dealt = [tuple(sorted(bag)) for bag in self.dealt[self.hands.name]]
        if dealt != [self.hand(seat) for seat in range(self.seats)]:
            raise CannotBe("cards leave the hands before anybody plays")

    @property
    def seats(self) -> int:
        """How many play."""
        return self.rulebook.layout.seats

    @property
    def turn(self) -> int | None:
        """Whose turn it is."""
        return self.cells[TURN] if self.cells[ENDED] is None else None

    def cards(self) -> dict[str, list[tuple[int, ...]]]:
        """The cards as they are dealt."""
        return {name: [tuple(bag) for bag in bags] for name, bags in self.dealt.items()}

    def request(self) -> DealRequest:
        """The deal as a request."""
        return deal_request(self.rulebook, self.cards(), self.dealer, self.deal, self.totals)

    def table(self) -> Table:
        """The table as it lies now."""
        return Table(tuple(self.cells))

    def hand(self, seat: int) -> tuple[int, ...]:
        """What a seat holds."""
        held: tuple[int, ...] = self.cells[self.hands.first + seat]
        return held

    @property
    def stock_left(self) -> tuple[int, ...]:
        """What is left of the stock, of all its heaps."""
        return tuple(card for n in range(self.stock.count) for card in self.cells[self.stock.first + n])

    def foot(self, seat: int) -> tuple[int, ...]:
        """What a seat has still to take up."""
        return () if self.feet is None else self.cells[self.feet.first + seat]

    # ── what is done ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def draw(self, seat: int) -> None:
        """Draw, in the first way that is legal, until that is done."""
        phase = self.cells[PHASE]
        self._draw(seat)
        while self.cells[PHASE] == phase and self.turn == seat:
            self._draw(seat)

    def _draw(self, seat: int) -> None:
        found = None
        for act, after in self._without_cards(seat):
            if self._depths(after) != self._depths(self.cells):
                found = found or (act, after)
                # One act for all cards of a draw, where several heaps let it be done in two as well.
                if after[PHASE] != self.cells[PHASE]:
                    self._done(act, after)
                    return
        if found is None:
            raise CannotBe(f"seat {seat} cannot draw")
        self._done(*found)

    def fetch(self, seat: int) -> None:
        """Take up the foot amid the turn, where an act does so and is legal."""
        if self.feet is None:
            return
        foot = self.feet.first + seat
        for act, after in self._without_cards(seat):
            # To end the turn may bring the foot as well.
            if self.cells[foot] and not after[foot] and after[TURN] == seat:
                self._done(act, after)
                return

    def _without_cards(self, seat: int) -> Iterator[tuple[Act, Cells]]:
        """The legal acts of a seat that name neither cards nor players, each with the cells after it."""
        for line in self.rulebook.acts.values():
            if all(one.type == "number" for one in line.fields):
                for act in candidates(self.referee, line, tuple(self.cells), seat):
                    after = self._after(act)
                    if after is not None:
                        yield act, after

    def discard(self, seat: int, card: int) -> None:
        """Discard a card."""
        self.want(seat, [card])
        for name, line in self.rulebook.acts.items():
            if [one.type for one in line.fields] == ["card"]:
                self.do(Act(name, seat, (card,)))
                return

    def lay(self, seat: int, plays: Sequence[tuple[int | str, Sequence[int]]], keep: Iterable[int] = ()) -> None:
        """Lay cards, in one act."""
        self.want(seat, [*keep, *(card for _, cards in plays for card in cards)])
        for name, line in self.rulebook.acts.items():
            if [one.type for one in line.fields] == ["plays"]:
                self.do(Act(name, seat, (tuple((to, tuple(sorted(cards))) for to, cards in plays),)))
                return

    @property
    def takes(self) -> list[str]:
        """The acts by which the pile is taken: cards are laid, and one of the plays is told from the others."""
        return [name for name, line in self.rulebook.acts.items() if [one.type for one in line.fields][:2] == ["plays", "play"]]

    def pile(self) -> tuple[int, ...]:
        """The pile, the top card last. Raises CannotBe where there is none."""
        pile: tuple[int, ...] = self.cells[shown_ranges(self.rulebook, "pile")[0].first]
        if not pile:
            raise CannotBe("there is no pile")
        return pile

    def seen(self, seat: int) -> Counter[int]:
        """The cards that everybody knows a seat to hold."""
        return Counter(self.hand(seat)) - Counter(map(self._at, self.held[seat]))

    def take(self, seat: int, plays: Sequence[tuple[int | str, Sequence[int]]], pair: Sequence[int]) -> None:
        """Take the pile, in one act, in the first way that is legal; its top card is in the first of the plays."""
        self.want(seat, [*pair, *(card for _, cards in plays[1:] for card in cards)])
        laid = tuple((to, tuple(sorted(cards))) for to, cards in plays)
        for name in self.takes:
            for act in with_plays(self.referee, self.rulebook.acts[name], tuple(self.cells), seat, laid):
                after = self._after(act)
                if after is not None:
                    self._done(act, after)
                    return
        raise CannotBe("the pile cannot be taken")

    def do(self, act: Act) -> None:
        """Carry an act out. Raises CannotBe where it is not legal."""
        after = self._after(act)
        if after is None:
            raise CannotBe(f"{act} is not legal")
        self._done(act, after)

    def _after(self, act: Act) -> Cells | None:
        """The cells after an act; none where it is not legal, or where a bounded look-ahead does not settle whether it is."""
        if self.bound is None:
            return determined(self.referee.after(tuple(self.cells), act))
        # A referee spends its budget over all that it is asked; the bound is for one act.
        after = Referee(self.rulebook, self.bound).after(tuple(self.cells), act)
        return None if isinstance(after, Undetermined) else after

    def _done(self, act: Act, after: Cells) -> None:
        """Note an act, and where the cards were dealt that its seat now holds unseen."""
        before, seat = self.cells, act.seat
        drawn = [
            (self.stock.name, heap, place)
            for heap, (old, new) in enumerate(zip(self._depths(before), self._depths(after), strict=True))
            for place in range(new, old)
        ]
        if self.feet is not None and (taken := before[self.feet.first + seat]) and not after[self.feet.first + seat]:
            drawn += [(self.feet.name, seat, n) for n in range(len(taken))]
        now: Counter[int] = Counter(after[self.hands.first + seat])
        spots: list[Spot] = []
        for spot in [*drawn, *self.held[seat]]:
            if now[self._at(spot)] > 0:
                now[self._at(spot)] -= 1
                spots.append(spot)
        self.acts.append(act)
        self.cells, self.held[seat] = list(after), spots

    def _depths(self, cells: Sequence[Any]) -> list[int]:
        """How many cards each heap of the stock has."""
        return [len(cells[self.stock.first + n]) for n in range(self.stock.count)]

    def _at(self, spot: Spot) -> int:
        """The card dealt to a spot."""
        place, number, n = spot
        return self.dealt[place][number][n]

    # ── what is exchanged ───────────────────────────────────────────────────────────────────────────────────────────────────

    def want(self, seat: int, cards: Iterable[int]) -> None:
        """Have a hand hold some cards, exchanged for others that are not among them."""
        lacking = Counter(cards)
        if lacking.total() > len(self.hand(seat)):
            raise CannotBe(f"seat {seat} holds {len(self.hand(seat))} cards, not {lacking.total()}")
        free = []
        # Seen cards cannot be exchanged: they serve first.
        seen = self.seen(seat)
        lacking -= seen & lacking
        for spot in self.held[seat]:
            if lacking[self._at(spot)] > 0:
                lacking[self._at(spot)] -= 1
            else:
                free.append(spot)
        for card in (+lacking).elements():
            if not free:
                raise CannotBe(f"seat {seat} holds cards that have been seen")
            self._exchange(free.pop(), self._hidden(card, seat))

    def want_next(self, cards: Sequence[int], heap: int | None = None) -> None:
        """Have some cards lie uppermost in a heap of the stock, in the order of drawing; in the first that has some where none is
        named."""
        if heap is None:
            heap = next((n for n, many in enumerate(self._depths(self.cells)) if many), 0)
        depth = self._depths(self.cells)[heap]
        if len(cards) > depth:
            raise CannotBe(f"heap {heap} of the stock has {depth} cards")
        for n, card in enumerate(cards):
            spot = (self.stock.name, heap, depth - 1 - n)
            if self._at(spot) != card:
                # The nearest one: those at the bottom are the last that are to be drawn.
                below = reversed(range(depth - 1 - n))
                other = next(((self.stock.name, heap, m) for m in below if self.dealt[self.stock.name][heap][m] == card), None)
                self._exchange(spot, other or self._hidden(card, -1, depth - 1 - n))

    def want_foot(self, seat: int, cards: Iterable[int]) -> None:
        """Have a foot that nobody has seen hold some cards."""
        assert self.feet is not None
        lacking, free = Counter(cards), []
        self.settled_feet[seat] = +lacking
        for n, card in enumerate(self.dealt[self.feet.name][seat]):
            if lacking[card] > 0:
                lacking[card] -= 1
            else:
                free.append((self.feet.name, seat, n))
        for card in (+lacking).elements():
            if not free:
                raise CannotBe("the foot has not so many cards")
            self._exchange(free.pop(), self._hidden(card, -1))

    def cut_stock(self, many: int, heap: int = 0) -> None:
        """Leave so many cards in a heap of the stock: the pack was short of those at the bottom."""
        gone = self._depths(self.cells)[heap] - many
        if gone < 0:
            raise CannotBe(f"the stock cannot have {many} cards")
        del self.dealt[self.stock.name][heap][:gone]
        cell = self.stock.first + heap
        self.cells[cell] = self.cells[cell][gone:]

        def higher(spot: Spot) -> Spot:
            place, number, n = spot
            return place, number, n - gone if (place, number) == (self.stock.name, heap) else n

        self.held = [[higher(spot) for spot in spots] for spots in self.held]

    def _hidden(self, card: int, seat: int, above: int | None = None) -> Spot:
        """A spot where a card lies that nobody has seen: at the bottom of the stock, in a foot, or in another hand."""
        for heap, depth in enumerate(self._depths(self.cells)):
            rows = self.dealt[self.stock.name][heap]
            for n in range(depth if above is None else min(above, depth)):
                if rows[n] == card:
                    return self.stock.name, heap, n
        if self.feet is not None:
            for owner, bag in enumerate(self.dealt[self.feet.name]):
                kept = self.settled_feet[owner][card] if owner in self.settled_feet else 0
                if self.cells[self.feet.first + owner] and bag.count(card) > kept:
                    return self.feet.name, owner, bag.index(card)
        for owner, spots in enumerate(self.held):
            kept = self.settled[owner][card] if owner in self.settled else 0
            if owner != seat and self.hand(owner).count(card) > kept:
                for spot in spots:
                    if self._at(spot) == card:
                        return spot
        raise CannotBe(f"no {self.rulebook.faces.names[card]} is left that nobody has seen")

    def _exchange(self, one: Spot, other: Spot) -> None:
        """Exchange two unseen cards, wherever they lie by now."""
        first, second = self._at(one), self._at(other)
        self.dealt[one[0]][one[1]][one[2]], self.dealt[other[0]][other[1]][other[2]] = second, first
        for spot, old, new in ((one, first, second), (other, second, first)):
            cell, row = self._where(spot)
            held = self.cells[cell]
            if row is None:
                self.cells[cell] = tuple(sorted((*without(held, (old,)), new)))
            else:
                self.cells[cell] = (*held[:row], new, *held[row + 1 :])

    def _where(self, spot: Spot) -> tuple[int, int | None]:
        """The cell in which the card of a spot lies now, and at which place of a row."""
        for seat, spots in enumerate(self.held):
            if spot in spots:
                return self.hands.first + seat, None
        place, number, n = spot
        range_ = self.rulebook.layout[place]
        return range_.first + number, n if range_.form == "row" else None
