"""The numbers that generators go by, all taken from the book: totals at which something changes, sizes of melds and hands, phases.

No size is written down here: a generator that knew one game's numbers would look past what matters in the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from meldspec.book.core import CardSet, Const, Core, Op, Var
from meldspec.book.reach import reach_of
from meldspec.book.sheet import JudgeLine, Sheet, TermLine, below, expressions
from meldspec.corpus.mutation.operators import FEW, least_points
from meldspec.engine.deal import begin, dealt_by_rules, shuffled
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.protocol.observe import shown_ranges
from meldspec.table.layout import PHASE, TURN
from meldspec.table.selection import Selection, folded

ALL = "cards"
"""The set of all cards, which every book has."""
FAR = 10
"""A total that is far from a number is so many of the least steps of points away."""


@dataclass(frozen=True)
class Scale:
    """`step` is the least difference of points, `totals` those at which something may change; a meld has at least `least` cards,
    and terms about melds count up to `complete`; `hand` and `stock` are dealt, in `phases` whoever's turn it is may act."""

    step: int
    totals: tuple[int, ...]
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
        """Totals before a deal with these scores that bring a side just to the greatest number, or a step beside it, or that are
        equal there before."""
        others = len(scores) - 1
        far = FAR * self.step
        for number in self.totals[-1:]:
            yield (number,) * len(scores)
            for first, rest in ((0, 0), (0, -far), (-self.step, -far), (far, 0)):
                for place in range(len(scores)):
                    ends = (rest,) * place + (first,) + (rest,) * (others - place)
                    yield tuple(number + more - score for more, score in zip(ends, scores, strict=True))

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
    return Scale(step, telling_totals(sheet, step), least, tuple(sorted(complete or {least})), hand, stock, _phases(rulebook))


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
    """Numbers at which a total may change something: those in terms that speak of totals, and in what befalls after a deal."""
    reach = reach_of(sheet)
    lines = [*(line for line in sheet.terms if "total" in reach.reads(line.body).cells), *sheet.events.get("judging", ())]
    found = numbers_in(core for line in lines for core in expressions(line))
    return tuple(sorted(number for number in found if number > FEW * step))


def numbers_in(cores: Iterable[Core]) -> set[int]:
    """The whole numbers that stand in some expressions."""
    values = [node.value for core in cores for node in below(core) if isinstance(node, Const)]
    return {value for value in values if isinstance(value, int) and not isinstance(value, bool)}
