"""How a meld may grow, and beside what: what is told of it beforehand is what laying the cards in plays comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from random import Random

import pytest
from tests.engine.lookahead.test_laying_hands import laying_questions
from tests.engine.variants import compiled

from meldspec.book.core import Come
from meldspec.book.fold import YES
from meldspec.book.reach import Reads
from meldspec.engine.lookahead.exclusion import Laid
from meldspec.engine.lookahead.play_filter import PlayFilter
from meldspec.engine.lookahead.query import Query
from meldspec.engine.lookahead.weakening import Requirement
from meldspec.engine.referee import Referee
from meldspec.engine.runtime import joined, without
from meldspec.table.table import DEAL_NUMBER, DEALER, NEW, PHASE, TURN, Bag, BasedPlay

PACK = (0, 0, 0, 1, 1, 2, 2, 3)
CLASSES = (0, 0, 1, 2)
"""The first two faces are alike to the rules."""


def look(cards: Bag) -> Bag:
    """Cards told by their classes."""
    return tuple(sorted(CLASSES[card] for card in cards))


def ways(plays: PlayFilter, bears: Callable[[BasedPlay], bool], to: int, base: Bag, cards: Bag) -> set[Bag]:
    """The states of a meld on every way to lay all of some cards on it, found by laying them."""
    found: set[Bag] = set()
    for size in range(1, len(cards) + 1):
        for some in set(combinations(cards, size)):
            after, rest = joined(base, some), without(cards, some)
            if plays.is_meld(after) and bears((to, some, base)):
                later = ways(plays, bears, 0, after, rest) if rest else set()
                found |= {look(after), *later} if later or not rest else set()
    return found


@pytest.mark.parametrize("seed", range(30))
def test_growing_is_laying_one_play_after_another(seed: int) -> None:
    """Whatever is asked of each play by itself, the states told are those that laying the cards passes through."""
    random = Random(seed)
    drawn: dict[object, bool] = {}

    def is_meld(cards: Bag) -> bool:
        return drawn.setdefault(look(cards), random.random() < 0.7)

    def bears(play: BasedPlay) -> bool:
        return drawn.setdefault((play[0] == NEW, look(play[1]), look(play[2])), random.random() < 0.5)

    asked = Requirement(YES, YES, Reads(frozenset()), frozenset(), lambda: lambda cells, seat, play: bears(play))
    plays = PlayFilter([[asked]], (), 0, is_meld, CLASSES)
    for _ in range(10):
        cards = tuple(sorted(random.sample(PACK, random.randint(1, 5))))
        left = tuple(sorted((Counter(PACK) - Counter(cards)).elements()))
        to, base = random.choice(((NEW, ()), (2, left[:2])))
        expected = ways(plays, bears, min(to, 0), base, cards)
        assert plays.may_make(to, base, cards) == bool(expected)
        if expected:
            states = [look(state) for state in plays.states(min(to, 0), plays.plain(base), plays.plain(cards))]
            assert set(states) == expected | ({look(base)} if base else set()) and states[-1] == look(joined(base, cards))


def test_wild_cards_alone_are_no_beginning_of_queens() -> None:
    """A wild meld stays wild, so three queens and three wild cards are a meld of queens from its first play on, and no other
    unfinished meld of queens may lie beside it."""
    rulebook = compiled("railroad", 2, {})
    cells = rulebook.layout.blank()
    cells[DEALER], cells[DEAL_NUMBER], cells[TURN], cells[PHASE] = 1, 1, 0, "play"
    spelt = ("QC QD QH 2C 2D 2H", "QC QS QS", "KC KS KS")
    queens, other, kings = (tuple(sorted(rulebook.faces.read(text.split()))) for text in spelt)
    cells[rulebook.layout["hand"].first] = queens
    question = next(q for q in laying_questions(rulebook.sheet, rulebook) if isinstance(q, Come))
    referee = Referee(rulebook)
    query = Query(referee, referee.reach, tuple(cells), 0, question.key, lambda _: False, queens)
    assert not query.may_lie(Laid(NEW, (), queens), Laid(0, other, ()))
    assert query.may_lie(Laid(NEW, (), queens), Laid(0, kings, ()))
