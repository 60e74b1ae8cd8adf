"""Late tables led to: who takes up a foot, who lays how much, and when.

On a late table several melds are complete, feet have been taken up, and whoever is to play holds a few cards. Who comes to such a
table draws and discards for some rounds, and lays in the last ones: all of the hand, so that the foot is taken up, then all of it
but what is to be held; what is wanted and not laid yet is left to the partners.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from meldspec.corpus.search.rehearsal import CannotBe, Rehearsal
from meldspec.corpus.search.side_melds import LEAST, Laid, SideMelds, Wanted
from meldspec.corpus.search.witness import Staging, Way, draining, first_draw, staying
from meldspec.engine.rulebook import Rulebook
from meldspec.protocol.case import LONGEST_WITNESS
from meldspec.protocol.messages import PositionRequest
from meldspec.protocol.observe import shown_ranges
from meldspec.table.table import NEW

TRIES = 160
"""So many ways are tried, drawn at random."""
BOUND = 300
"""So many acts at most does the look-ahead over an act try; one that is not settled so is not done."""
LEAST_ROUNDS, FEW_ROUNDS, FEW = 2, 12, 0.7
"""So many rounds at least are played; so many at most in this share of the ways."""
DRAINED = 0.2
"""In this share of the ways the stock is used up, where none was set out."""
OVER = 20
"""So many acts are left to lay and to take up feet with, beside those by which cards are drawn and discarded."""
SIZES, RICH_SIZES, ROOM = (6, 5, 4, 3), (7, 6, 5, 4, 3), 6
"""Of how many cards melds are that do not matter, and how many more may come to them."""


@dataclass(frozen=True)
class LateWay(Way):
    """How a late table is come to."""

    seed: int = 0
    """Which way it is: the order of the melds follows from it."""
    feet: frozenset[int] = frozenset()
    """The seats that take up their feet."""
    clear: bool = False
    """Whether a foot is taken up by laying all of the hand, and not only by what is laid of the melds that are wanted."""
    keep: int = 1
    """How many cards are left before the discard then."""
    early: int = 1
    """So many turns before the last one of a seat its foot is taken up at the earliest."""
    rounds: int = 2
    """In so many turns at the end something is laid."""
    first: bool = False
    """Whether the largest melds are laid first."""
    exact: bool = False
    """Whether partners hold just so many cards as were set out."""
    laden: bool = False
    """Whether the feet that nobody takes up hold what was set out."""
    wide: bool = False
    """Whether any card may be discarded of which nothing is wanted."""


def late_ways(rulebook: Rulebook, position: PositionRequest, low: bool = False, tries: int = TRIES) -> Iterator[LateWay]:
    """Ways to a late table, drawn at random, the same in every run; those alone on which the stock is just as low as it was set out
    where that is wanted."""
    random, most = Random(0), _most_rounds(rulebook, position)
    drained = draining(rulebook, position) if low or not position.stock else ()
    for seed in range(tries):
        way = _drawn(rulebook, position, random, most, seed)
        use_up = bool(drained) and (low or random.random() < DRAINED)
        if use_up:
            way = replace(way, turns=random.choice(drained), drained=True)
        if use_up or not low:
            yield way


def _drawn(rulebook: Rulebook, position: PositionRequest, random: Random, most: int, seed: int) -> LateWay:
    """A way drawn at random, of so many rounds at most."""
    seats, pile = rulebook.layout.seats, len(position.pile)
    rounds = random.randint(min(LEAST_ROUNDS, most), min(most, FEW_ROUNDS) if random.random() < FEW else most)
    turns = max(rounds * seats + random.choice((0, 0, *range(seats))), pile)
    take = random.choice((0, 0, 0, max(pile, 1), seats)) if turns > seats else 0
    return LateWay(
        turns,
        thin=True,
        threes=random.random() < 0.3,
        rich=random.random() < 0.5,
        take=take if take >= pile else 0,
        seed=seed,
        feet=random.choice(_who_takes_up(rulebook, position)),
        clear=random.random() < 0.4,
        keep=random.choice((1, 1, 2, 3)),
        early=random.choice((0, 1, 1, 1, 2)),
        rounds=random.choice((1, 2, 3, 4, 5)),
        first=random.random() < 0.5,
        exact=random.random() < 0.2,
        laden=random.random() < 0.5,
        wide=random.random() < 0.5,
    )


def _who_takes_up(rulebook: Rulebook, position: PositionRequest) -> list[frozenset[int]]:
    """Which seats may take up their feet: all whose foot was set out as taken up, those of the side that is to play, whoever is to
    play alone, those of sides that have melded, or nobody."""
    if not shown_ranges(rulebook, "feet"):
        return [frozenset()]
    sides, actor = rulebook.layout.sides, position.turn
    taken = frozenset(seat for seat in range(rulebook.layout.seats) if not position.feet[seat])
    mine = frozenset(seat for seat in taken if seat % sides == actor % sides)
    return [mine, mine & {actor}, taken, frozenset(), frozenset(seat for seat in taken if position.sides[seat % sides].melds)]


def _most_rounds(rulebook: Rulebook, position: PositionRequest) -> int:
    """How many rounds may be played, so that the stock is not used up and the acts are not too many for a witness."""
    seats = rulebook.layout.seats
    try:
        depth, drawn = first_draw(rulebook, position)
    except CannotBe:
        return FEW_ROUNDS
    by_acts = (LONGEST_WITNESS - OVER) // (2 * seats)
    by_stock = (depth - len(position.stock)) // (max(drawn, 1) * seats) - 1
    return max(min(by_acts, by_stock), 1)


class LateStaging(Staging):
    """A deal played so that a late table comes about in some way."""

    way: LateWay

    def __init__(self, rulebook: Rulebook, position: PositionRequest, way: LateWay) -> None:
        super().__init__(rulebook, position, way)
        self.deal.bound = BOUND
        for side in self.melds:
            self.random.shuffle(side.todo)
            if way.first:
                # Complete ones first.
                side.todo.sort(key=lambda one: -len(one.rest))
        if way.laden:
            self._load()

    def _load(self) -> None:
        """Have the feet that nobody takes up hold what was set out."""
        face = self.rulebook.faces.by_name
        for seat, foot in enumerate(self.position.feet):
            if seat not in self.way.feet and foot:
                cards = [face[card] for card in foot]
                self.spare.subtract(cards)
                self.deal.want_foot(seat, cards)

    def play(self) -> Rehearsal:
        """The deal, played up to the table that is wanted, with all feet taken up that are to be."""
        deal = super().play()
        if any(deal.foot(seat) for seat in self.way.feet):
            raise CannotBe("not all feet have been taken up")
        return deal

    # ── what is laid ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _lay(self, seat: int, later: int) -> None:
        """Lay what a seat is to lay in a turn after which it has so many more."""
        side, deal = self.melds[seat % self.sides], self.deal
        if later >= self.way.rounds or not (side.rest or seat in self.way.feet or seat == self.actor):
            return
        if self._due(seat) and self.way.clear and later <= self.way.early:
            self._compose(seat, len(deal.hand(seat)) - self.way.keep)
            if not later:
                # The foot comes with the end of this turn.
                return
        elif self._due(seat) or seat != self.actor:
            self._put(seat, min(side.rest, len(deal.hand(seat)) - 2), False)
            if self._due(seat):
                deal.fetch(seat)
        if seat == self.actor and not later:
            self._compose(seat, len(deal.hand(seat)) - 1 - self._kept)
        elif self.way.exact and not later and seat % self.sides == self.actor % self.sides:
            self._compose(seat, len(deal.hand(seat)) - 1 - len(self.hands[seat]))

    def _spares(self) -> list[int]:
        """The cards that may be discarded: plain ones, and then others that nothing is wanted of."""
        some = super()._spares()
        if self.way.drained or (some and not self.way.wide):
            return some
        return [card for card in sorted(staying(self.rulebook)) if self.spare[card] > 0]

    def _due(self, seat: int) -> bool:
        """Whether a seat is to take up its foot and has not."""
        return seat in self.way.feet and bool(self.deal.foot(seat))

    def _compose(self, seat: int, many: int) -> None:
        """Lay just so many cards, in one act: of melds that are wanted, and of others where there are not so many."""
        if many < 0:
            raise CannotBe("the hand has too few cards")
        if not many:
            return
        side, melds = self.melds[seat % self.sides], shown_ranges(self.rulebook, "melds")[0]
        first = len(self.deal.cells[melds.first + seat % self.sides])
        try:
            laid = self._composed(seat, many)
            self.deal.lay(seat, [(NEW if one.number is None else one.number, cards) for one, cards in laid])
        except CannotBe:
            self._put(seat, many, True)
            return
        side.count(laid, first)

    def _composed(self, seat: int, many: int) -> Laid:
        """Just so many cards, on the melds that they are laid on. Raises CannotBe where there are not so many."""
        laid: Laid = []
        side = self.melds[seat % self.sides]
        for one in side.todo:
            least = LEAST if one.number is None else 1
            room = min(len(one.rest), many)
            if many - room in range(1, LEAST) and many - LEAST >= least:
                # Never so many that those which are left are no meld.
                room = min(room, many - LEAST)
            cards = side.begun_with(one, room) if one.number is None else one.rest[:room]
            if cards:
                laid.append((one, cards))
                many -= len(cards)
        return [*laid, *self._others(side, many)]

    def _others(self, side: SideMelds, many: int) -> Laid:
        """So many cards that do not matter: on melds that have been begun so, and as new ones."""
        ranks = list(side.ranks)
        self.random.shuffle(ranks)
        new = [Wanted([], rank=rank, room=ROOM) for rank in ranks]
        more: Laid = []
        for one in (*(one for one in side.todo if one.rank), *new):
            sizes = range(one.room, 0, -1) if one.number is not None else RICH_SIZES if self.way.rich else SIZES
            fits = (size for size in sizes if size <= many and many - size not in range(1, LEAST))
            if cards := next(filter(None, (side.of_rank(one.rank, size) for size in fits)), []):
                more.append((one, cards))
                many -= len(cards)
        if many:
            raise CannotBe(f"{many} cards too many cannot be laid")
        return more
