"""Pass "exclusion": melds that no acts can bring to lie beside each other, such as two unfinished melds of one rank.

Over-approximates which pairs may: each line that an act must meet is weakened to what more melds cannot bring about, and is held
against a position in which no melds lie but the two. Where it fails there, it fails however many others lie. A line on the position
after an act is asked of both as they lie in the end, since some act is the last; a line on each play is asked of every state that
one may have when the other is begun in any of its states, and the other way round, since one of them is begun after the other.
Sound as long as nothing but plays changes melds, which is asked beforehand (`Query`).
Cost: one call for each pair of states of a pair of plays that hold cards alike, once for all positions that read the same.
Without it a hand of 200 cards has millions of covers, nearly all with melds that the rules do not suffer side by side.
"""

from collections.abc import Sequence
from typing import NamedTuple

from meldspec.engine.lookahead.play_filter import PlayFilter
from meldspec.engine.lookahead.weakening import Requirement
from meldspec.table.table import NEW, Bag, Cells, Groups


class Laid(NamedTuple):
    """A meld that is begun (`to` is NEW), grows or lies: what it held at first, and what comes onto it."""

    to: int
    base: Bag
    cards: Bag


class Asked(NamedTuple):
    """What one act asks of melds side by side: of the position after it, and of each play."""

    after: Sequence[Requirement]
    of_plays: Sequence[Requirement]


class Exclusion:
    """Tells of pairs of melds; what was found out is kept."""

    def __init__(self, asked: Sequence[Asked], cells: Cells, seat: int, own: int, plays: PlayFilter) -> None:
        self.asked, self.cells, self.seat, self.own, self.plays = asked, cells, seat, own, plays
        self.useful = bool(asked) and (all(act.after for act in asked) or all(act.of_plays for act in asked))
        self.states: dict[Laid, tuple[Bag, ...]] = {}
        self.known: dict[tuple[Bag, Bag], bool] = {}
        self.pairs: dict[tuple[Laid, Laid], bool] = {}
        self.plain: dict[Laid, Laid] = {}

    def may_lie(self, one: Laid, other: Laid) -> bool:
        """Whether two melds may lie beside each other in the end."""
        if not self.useful:
            return True
        # Cards that the rules cannot tell apart share an answer: a large hand has a hundred times fewer pairs so.
        first, second = self._plain(one), self._plain(other)
        if second < first:
            first, second = second, first
        if (first, second) not in self.pairs:
            begun = NEW in (first.to, second.to) and self._begun_last(first, second) and self._begun_last(second, first)
            self.pairs[first, second] = not (begun or self._refused_last(first, second))
        return self.pairs[first, second]

    def _plain(self, meld: Laid) -> Laid:
        # Each meld is asked about with each other one.
        plain = self.plain.get(meld)
        if plain is None:
            plain = self.plain[meld] = Laid(min(meld.to, 0), self.plays.plain(meld.base), self.plays.plain(meld.cards))
        return plain

    def _with(self, melds: Groups) -> Cells:
        return (*self.cells[: self.own], melds, *self.cells[self.own + 1 :])

    def _refused_last(self, one: Laid, other: Laid) -> bool:
        """Whether every act refuses to be the last, with both melds as they are in the end."""
        # One act is the last; that it refuses is known only if each of them does.
        end = self._with((self._states(one)[-1], self._states(other)[-1]))
        return all(any(not asked.holds(end, self.seat) for asked in act.after) for act in self.asked)

    def _begun_last(self, one: Laid, other: Laid) -> bool:
        """Whether a meld, if it is begun, cannot be begun while another one lies, in whatever states both are."""
        if one.to != NEW:
            return True
        return all(self._refused(begun, lying) for begun in self._states(one) for lying in self._states(other))

    def _refused(self, begun: Bag, lying: Bag) -> bool:
        if (begun, lying) not in self.known:
            position, play = self._with((lying, begun)), (NEW, begun, ())
            self.known[begun, lying] = all(
                any(not asked.holds(position, self.seat, play) for asked in act.of_plays) for act in self.asked
            )
        return self.known[begun, lying]

    def _states(self, meld: Laid) -> tuple[Bag, ...]:
        """How a meld may lie at any time, its end last."""
        if meld not in self.states:
            self.states[meld] = tuple(self.plays.states(*meld))
        return self.states[meld]
