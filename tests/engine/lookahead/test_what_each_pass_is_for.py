"""Hands of which a referee could not tell whether they can be laid, were it not for one pass of the look-ahead, or another.

`python -m tests.bench.ablation` asks these with each pass switched off (docs/decisions/0014).
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from tests.engine.variants import compiled, options_of

from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Undetermined
from meldspec.table.table import DEAL_NUMBER, DEALER, PHASE, TURN, Act, Cells

SUITS = "CDHS"
WILD = "2C 2D 2H 2S 2C 2D JK JK JK"
QUEENS, KINGS = "QC QD QH QS QC QD QH", "KC KD KH KS KC 2C 2D"
CLOSED = (QUEENS, KINGS, "2C 2D 2H 2S JK JK JK", "7C 7D 7H 7S 7C 7D 7H")
"""A canasta of each kind."""
EIGHTS = "8C 8D 8H 8S 8C 8D 8H"
KITTY = "5C 6D 9H 9S TC JD QC KD 4C 4D 8H"
FOLLOWS = {"foot.last-card.empty": "by-melding"}
"""The kitty follows once the whole hand is melded."""
MERGE = {"meld.one-a-rank.second": "merge"}
"""Melds of one rank become one."""
TURN_END = {"meld.whole.moment": "turn-end"}
"""Melds may be begun with few cards, and must be whole when the turn ends."""
ASK = Act("ask", 0, (2,))
"""Only who could go out may ask the partner for leave."""


def each(many: int, ranks: str, more: str = "") -> str:
    """So many cards of each of some ranks, in all suits, and more."""
    return " ".join([*(f"{rank}{SUITS[number % 4]}" for rank in ranks for number in range(many)), more])


class Hand(NamedTuple):
    """Four play, two and two; seat 0 has drawn, has not yet melded in this turn, and holds a hand; `out` tells whether such a
    player could go out."""

    title: str
    variant: str
    readings: dict[str, str]
    hand: str
    melds: tuple[str, ...]
    kitty: str
    out: bool

    def rulebook(self) -> Rulebook:
        """The rulebook that it is held under."""
        options = next(o for o in options_of(self.variant, 4) if o.get("members", 2) == 2)
        return compiled(self.variant, 4, self.readings, options)

    def cells(self, rulebook: Rulebook) -> Cells:
        """The position."""
        layout = rulebook.layout
        cells = layout.blank()

        def bag(text: str) -> tuple[int, ...]:
            return tuple(sorted(rulebook.faces.read(text.split())))

        cells[DEALER], cells[DEAL_NUMBER], cells[TURN], cells[PHASE] = 3, 1, 0, "play"
        cells[layout["hand"].first], cells[layout["melds"].first] = bag(self.hand), tuple(map(bag, self.melds))
        for other in range(1, 4):
            cells[layout["hand"].first + other] = bag("4C 5C")
        if self.kitty:
            cells[layout["foot"].first] = bag(self.kitty)
        cells[layout["obtained"].first] = cells[layout["opened"].first] = True
        return tuple(cells)


RANKS = "456789TJQKA"
STRAYS = each(6, "TJQK", "AC 9S 7H 4S 2C")
"""Four ranks of which melds are begun in many ways, and cards that nothing can be done with."""
HANDS = (
    Hand("the kitty is earned by what is needed", "railroad", {}, each(10, RANKS, WILD), (), KITTY, False),
    Hand("the kitty follows the hand", "railroad", FOLLOWS, each(10, RANKS, WILD), (), KITTY, False),
    Hand("ten of each rank", "railroad", {}, each(10, RANKS, WILD), (), "", True),
    Hand("seventeen of each rank", "railroad", {}, each(17, RANKS, f"{WILD} {WILD}"), (), "", True),
    Hand("eight of six ranks", "railroad", {}, each(8, "4689TA"), CLOSED, "", False),
    Hand("a stray seven", "railroad", {}, each(10, "45689TJQKA", f"{WILD} 7C"), CLOSED, "", False),
    Hand("ten pairs and six wild cards", "canasta", TURN_END, each(2, "45679TJQKA", "2C 2D 2H 2S JK JK"), (EIGHTS,), "", False),
    Hand("four stray cards", "canasta", MERGE | TURN_END, STRAYS, (EIGHTS,), "", False),
    Hand("six of each rank", "canasta", MERGE, each(6, "4589TJQK"), (), "", False),
)


@pytest.mark.parametrize("hand", HANDS, ids=[hand.title for hand in HANDS])
def test_whoever_could_go_out_may_ask_for_leave_and_nobody_else(hand: Hand) -> None:
    """With ten or seventeen cards of each rank and a few wild ones a player can go out, but not beside a kitty of eleven, which
    each canasta that is needed earns; eight cards of a rank make a canasta and one too many; a seven that is left over may not be
    discarded; six cards of each rank make no canasta; ten pairs take ten wild cards, also where a meld may be begun with a pair; of
    a single four nobody makes a meld that is whole at the end of the turn, though melds of a rank are joined."""
    rulebook = hand.rulebook()
    after = Referee(rulebook).after(hand.cells(rulebook), ASK)
    assert not isinstance(after, Undetermined)
    assert (after is not None) == hand.out
