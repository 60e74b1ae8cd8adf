"""What generators go by and draw from: numbers taken from the book (totals, sizes, phases), and the cards that lie nowhere yet.

No size is written down here: a generator that knew one game's numbers would look past what matters in the others.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TypeVar

from meldspec.book.core import CardSet, Const, Core, Op, Var
from meldspec.book.reach import reach_of
from meldspec.book.sheet import JudgeLine, Sheet, TermLine, below, expressions
from meldspec.corpus.mutation.operators import FEW, least_points
from meldspec.engine.deal import begin, dealt_by_rules, shuffled
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.protocol.observe import shown_ranges
from meldspec.table.selection import Selection, folded
from meldspec.table.table import PHASE, TURN

MOST_DEALS = 20
"""No match that is played to a number of deals has more."""
T = TypeVar("T")
ALL = "cards"
"""The set of all cards, which every book has."""
LEAST_WORTH, MOST_WORTH = 2, 60
"""Cards that are laid at once are worth between so many of the least steps of points."""
FAR = 10
"""A total that is far from a number is so many of the least steps of points away."""


@dataclass(frozen=True)
class Scale:
    """`step` is the least difference of points, `totals` those at which something may change, `worths` the numbers that what is
    laid may be held against, and `deals` the numbers of deals at which a match may end, and those beside them; a meld has at least
    `least` cards, and terms about melds count up to `complete`; `hand` and `stock` are dealt, in `phases` whoever's turn it is may
    act."""

    step: int
    totals: tuple[int, ...]
    worths: tuple[int, ...]
    deals: tuple[int, ...]
    least: int
    complete: tuple[int, ...]
    hand: int
    stock: int
    phases: tuple[str, ...]

    def near(self, random: Random, sides: int) -> tuple[int, ...]:
        """Totals at numbers that matter, or a step beside them."""
        near = [number + beside for number in (0, *self.totals) for beside in (-self.step, 0, self.step)]
        return tuple(random.choice(near) for _ in range(sides))

    def beside(self, scores: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Totals before a deal with these scores that bring a side just to the greatest number, a step beside it or far above, the
        others to as much, to a step less or to far less; or that are equal there before."""
        others = len(scores) - 1
        far = FAR * self.step
        # Where no total ends a match, who is ahead is all that matters; no side has less than nothing before.
        for number in self.totals[-1:] or (max(0, *scores) + FAR * far,):
            # Where a side loses much by the deal it must not have had enough before.
            low = -number // 2
            ends = ((0, -far), (-self.step, -far), (far, 0), (0, -self.step), (0, 0), (0, low), (-self.step, low), (far, low))
            for first, rest in ends:
                for place in range(len(scores)):
                    after = (rest,) * place + (first,) + (rest,) * (others - place)
                    yield tuple(number + more - score for more, score in zip(after, scores, strict=True))
            yield (number,) * len(scores)

    def meld(self, random: Random) -> int:
        """How many cards a meld is meant to have: as few as it may, as many as count, or something between or beside."""
        most = random.choice(self.complete)
        return random.choice((self.least, random.randint(self.least, most), most - 1, most, most, most + 1))

    def long_meld(self, random: Random) -> int:
        """The same for one that is complete, or nearly."""
        return max(self.least, random.choice(self.complete) - (random.random() < 0.2))


def few(random: Random, most: int) -> int:
    """A number up to so many, small ones more often."""
    return int((most + 1) * random.random() ** 2)


def some(random: Random, things: Sequence[T], most: int) -> list[T]:
    """So many of some things, drawn at random, or all of them."""
    return random.sample(things, min(most, len(things)))


def of_ranks(rulebook: Rulebook, cards: Iterable[int], others: Iterable[int]) -> list[int]:
    """Those of some cards that have the rank of one of some others."""
    ranks = rulebook.faces.ranks
    wanted = {ranks[card] for card in others}
    return [card for card in cards if ranks[card] in wanted]


@lru_cache(maxsize=64)
def scale_of(rulebook: Rulebook) -> Scale:
    """The scale of a rulebook."""
    sheet, selection = rulebook.sheet, rulebook.selection
    dealt = dealt_by_rules(rulebook, shuffled(rulebook, Random(0)))
    hand, stock = (max((len(bag) for r in shown_ranges(rulebook, key) for bag in dealt[r.name]), default=0) for key in SIZED)
    # A book need not have melds; whatever is laid there is at least one card.
    least = min(_counts(selection, ((line, "it") for line in selection.chosen(sheet.kinds))), default=1)
    complete = _counts(selection, ((line, line.param) for line in selection.chosen(sheet.terms)))
    step = least_points(sheet)
    return Scale(
        step,
        telling_totals(sheet, step),
        telling_worths(sheet, step),
        telling_deals(sheet),
        least,
        tuple(sorted(complete or {least})),
        hand,
        stock,
        _phases(rulebook),
    )


SIZED = ("hands", "stock")
"""The protocol's fields for what somebody holds and what is drawn from."""


def _counts(selection: Selection, lines: Iterable[tuple[JudgeLine | TermLine, str]]) -> set[int]:
    """The numbers of cards that lines count in what they are about: a kind in its cards, a term in its meld."""
    found: set[int] = set()
    for line, name in lines:
        for core in expressions(line):
            # Options are filled in first: a size may be a term that they settle.
            for node in below(folded(core, selection)):
                match node:
                    case Op("between", (CardSet(set_), Var(about), *bounds)) if (set_, about) == (ALL, name):
                        found |= numbers_in(folded(bound, selection) for bound in bounds)
                    case _:
                        pass
    return found


def _phases(rulebook: Rulebook) -> tuple[str, ...]:
    """The phases in which whoever's turn it is may act after the deal: in others somebody else is to answer, or cards are dealt."""
    cells = list(begin(rulebook, dealt_by_rules(rulebook, shuffled(rulebook, Random(0)))).cells)
    seat = cells[TURN] = cells[TURN] or 0
    found = []
    referee = Referee(rulebook)
    # The first phase is that in which cards are dealt.
    for phase in rulebook.sheet.symbols.phases[1:]:
        cells[PHASE] = phase
        if next(referee.legal_acts(tuple(cells), seat, 1, looks=False), None) is not None:
            found.append(phase)
    return tuple(found) or tuple(rulebook.sheet.symbols.phases)


def telling_totals(sheet: Sheet, step: int) -> tuple[int, ...]:
    """Numbers at which a total may change something: those in terms that speak of totals, and in what befalls after a deal; a book
    may give such a number a name of its own."""
    reach = reach_of(sheet)
    lines = [*(line for line in sheet.terms if "total" in reach.reads(line.body).cells), *sheet.events.get("judging", ())]
    called = reach.terms(*(core for line in lines for core in expressions(line)))
    named = [line for line in sheet.terms if line.name in called and sheet.term_type[line.name] == "number"]
    found = numbers_in(core for line in (*lines, *named) for core in expressions(line))
    # Nobody comes to a number between two steps: whoever has more than it has the next step at least.
    return tuple(sorted({-step * (-number // step) for number in found if number > FEW * step}))


def telling_worths(sheet: Sheet, step: int) -> tuple[int, ...]:
    """Numbers that what is laid may be held against: those of terms, as far as the points of the cards add up to such."""
    found = numbers_in(core for line in sheet.terms for core in expressions(line))
    return tuple(sorted(number for number in found if LEAST_WORTH * step <= number <= MOST_WORTH * step and number % step == 0))


def telling_deals(sheet: Sheet) -> tuple[int, ...]:
    """Numbers of a match's deals at which its end may be told otherwise, and those beside them."""
    reach = reach_of(sheet)
    lines = [line for line in sheet.events.get("judging", ()) if "deal-number" in reach.reads(*expressions(line)).cells]
    found = numbers_in(core for line in lines for core in expressions(line))
    return tuple(sorted({number + beside for number in found for beside in (-1, 0, 1) if 0 < number + beside <= MOST_DEALS}))


def numbers_in(cores: Iterable[Core]) -> set[int]:
    """The whole numbers that stand in some expressions."""
    values = [node.value for core in cores for node in below(core) if isinstance(node, Const)]
    return {value for value in values if isinstance(value, int) and not isinstance(value, bool)}


# ── the cards that lie nowhere yet ────────────────────────────────────────────────────────────────────────────────────────────

Meld = tuple[int, ...]
TRIES = 1500
"""How often long melds are tried for, once for a rulebook."""
MELD_TRIES = 12
"""How many bags of cards are tried until one is a meld."""
SET_CHANCE = 0.05
"""How often all cards of a set come to one hand."""


@lru_cache(maxsize=16)
def long_melds(rulebook: Rulebook) -> dict[str, list[Meld]]:
    """Long melds of every kind, as many as were met in some tries; always the same for the same rulebook."""
    pool, scale = CardPool(rulebook, Random(0)), scale_of(rulebook)
    found: dict[str, list[Meld]] = {}
    # Most bags of cards are no meld, and a rulebook tells only whether a bag is one: so they are met by trying, and kept.
    for _ in range(TRIES):
        cards = pool.meld(scale.long_meld(pool.random))
        kind = rulebook.kind_of(cards) if len(cards) >= min(scale.complete) - 1 else None
        if kind is not None:
            found.setdefault(kind, []).append(cards)
    return dict(sorted(found.items()))


class CardPool:
    """The cards that lie nowhere yet. `aside` are faces that are in no hand, since they are buried, or their owner lays them at
    once."""

    def __init__(self, rulebook: Rulebook, random: Random, aside: Collection[int] = ()) -> None:
        self.rulebook, self.random, self.aside = rulebook, random, aside
        self.scale = scale_of(rulebook)
        self.sets = sorted(rulebook.faces.sets.items())
        self.pool = Counter(dict(enumerate(rulebook.faces.counts)))

    def has(self, cards: Iterable[int]) -> bool:
        """Whether all these cards are there still."""
        return not Counter(cards) - self.pool

    def draw(self, cards: Iterable[int]) -> tuple[int, ...]:
        """Cards taken out of the pool."""
        taken = tuple(sorted(cards))
        self.pool.subtract(taken)
        return taken

    def all(self) -> list[int]:
        """All cards that lie nowhere yet."""
        return list((+self.pool).elements())

    def left(self) -> list[int]:
        """Those of them that may come to a hand."""
        return [card for card in self.pool.elements() if card not in self.aside]

    def of(self, members: Collection[int]) -> list[int]:
        """Those of them that are of some faces."""
        return [card for card in self.left() if card in members]

    def some(self, cards: list[int], count: int) -> tuple[int, ...]:
        """So many of some cards, drawn at random, or all of them."""
        return self.draw(some(self.random, cards, count))

    def shuffled(self, cards: list[int], count: int | None = None) -> tuple[int, ...]:
        """The same in a random order."""
        drawn = tuple(some(self.random, cards, len(cards) if count is None else count))
        self.draw(drawn)
        return drawn

    def some_set(self) -> Collection[int]:
        """The faces of a set that the rules speak of."""
        return self.random.choice(self.sets)[1]

    def of_rank(self, cards: list[int]) -> list[int]:
        """Those of some cards that have the rank of one of them."""
        return of_ranks(self.rulebook, cards, [self.random.choice(cards)] if cards else [])

    def of_one_sort(self, cards: list[int]) -> list[int]:
        """The cards of one rank, or of one set, among some."""
        if self.random.random() < 0.5:
            members = self.some_set()
            return [card for card in cards if card in members] or cards
        return self.of_rank(cards)

    def meld(self, size: int) -> Meld:
        """Cards that may be a meld, not drawn yet: of one rank, with some of a set beside, of a set, or neighbours in the order of
        the pack."""
        random, left = self.random, self.left()
        if not left:
            return ()
        first, others, way = self.of_rank(left), self.of(self.some_set()), random.random()
        if way < 0.35:
            cards = first
        elif way < 0.6:
            beside = some(random, others, min(random.choice((1, 2, 3)), size))
            cards = [*beside, *some(random, first, size - len(beside))]
            return tuple(sorted(cards)) if self.has(cards) else ()
        elif way < 0.85:
            cards = others
        else:
            cards = neighbours(self.rulebook, random, left, size)
        return tuple(sorted(some(random, cards, size)))

    def in_melds(self, size: int, loose: float) -> tuple[int, ...]:
        """So many cards that make melds, drawn, loose ones among them as often as is said."""
        chosen: list[int] = []
        while len(chosen) < size and (left := self.left()):
            room = size - len(chosen)
            cards: Meld = () if self.random.random() < loose else self._whole_meld(room)
            members = self.of(self.some_set()) if self.random.random() < SET_CHANCE else []
            if 0 < len(members) <= min(room, self.scale.least * 2):
                cards = tuple(members)
            chosen += self.draw(cards or (self.random.choice(left),))
        return tuple(sorted(chosen))

    def _whole_meld(self, room: int) -> Meld:
        """A meld of some kind with at most so many cards, where one is met."""
        for _ in range(MELD_TRIES):
            cards = self.meld(self.scale.meld(self.random))
            if len(cards) <= room and self.rulebook.kind_of(cards) is not None:
                return cards
        return ()

    def waited_for(self, melds: list[Meld]) -> list[int]:
        """The cards that could lie on one of some melds."""
        left = self.left()
        # Each face once, since its cards make the same melds.
        could = {card for meld in melds for card in set(left) if self.rulebook.kind_of(tuple(sorted((*meld, card)))) is not None}
        return [card for card in left if card in could]


def neighbours(rulebook: Rulebook, random: Random, left: list[int], size: int) -> list[int]:
    """So many cards of one suit, out of those left, that follow one another in the order of the pack."""
    suits = rulebook.faces.suits
    first = random.choice(left)
    row = [card for card in sorted(set(left)) if card >= first and suits[card] == suits[first]]
    return row[:size]
