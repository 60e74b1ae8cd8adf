"""Melds of which there can be only so many: `every play in plays has (… or afterwards the number of TWINS of play is at most N)`.

A meld that is begun is judged when it is begun, and other melds may change before or after. Where it is crowded out by melds that
are its twins however far they have grown, no order of acts can help.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from meldspec.book.core import After, Cell, Const, Core, Each, Op, Var, free_variables
from meldspec.book.reach import OWN, Names, Reads
from meldspec.engine.lookahead.effects_analysis import YES, Duty, Reader, duty, put_in
from meldspec.engine.lookahead.meld_growth import Growing
from meldspec.engine.rulebook import Rulebook
from meldspec.table.table import Cells
from meldspec.table.values import NEW, Bag, Groups, Play


@dataclass(frozen=True)
class Crowd:
    """What is asked of a play that begins a meld: that it is excused, or has no more than so many twins after the act; `look` is
    in what twins are alike, where that can be told of each of them, and `fits` what a twin is besides, where that hangs on it
    alone."""

    groups: str
    excused: tuple[Duty, ...]
    most: int
    read: Reads
    is_twin: Callable[..., bool]
    look: Duty | None
    fits: Duty | None

    def told_by(self, changing: Names) -> bool:
        """Whether that can be told beforehand."""
        return all(one.told_by(changing) for one in self.excused) and not (
            self.read.ahead or self.read.faces or self.read.cells & changing
        )


def crowds(rulebook: Rulebook, reader: Reader, var: str, body: Core) -> Iterator[Crowd]:
    """What a condition on a play says of its twins."""
    arms = reader.arms(body)
    for arm in arms:
        match arm:
            case After(Op("le" | "eq", (Op("number", (listed,)), Const(int(most))))) if most > 0:
                match reader.inlined(listed):
                    case Each("where", twin, Cell(groups, owner), said) if owner in OWN:
                        others = tuple(duty(rulebook, reader, YES, other, (var,)) for other in arms if other is not arm)
                        if all(other.free <= {var} for other in others):
                            is_twin = rulebook.function(said, twin, var)
                            look, fits = _look(rulebook, reader, twin, var, said)
                            yield Crowd(groups, others, most, reader.reads(said), is_twin, look, fits)


def _look(rulebook: Rulebook, reader: Reader, twin: str, var: str, said: Core) -> tuple[Duty | None, Duty | None]:
    """In what a meld and its twins are alike: `… and X of TWIN is X of the cards of PLAY`; and what else is said, of the twin
    alone."""
    own = Op("cards", (Var(var, "play"),), "cards")
    parts = said.args if isinstance(said, Op) and said.op == "and" else (said,)
    for part in parts:
        if isinstance(part, Op) and part.op == "eq":
            for one, other in (part.args, part.args[::-1]):
                if put_in(one, {twin: own}) == other and set(free_variables(one)) == {twin}:
                    rest = tuple(other for other in parts if other is not part)
                    alone = rest[0] if len(rest) == 1 else Op("and", rest, "truth") if rest else YES
                    fits = duty(rulebook, reader, YES, alone, (twin,)) if var not in free_variables(alone) else None
                    return duty(rulebook, reader, YES, one, (twin,)), fits
    return None, None


def look_of(crowd: Crowd, cells: Cells, seat: int, states: list[Bag]) -> object:
    """In what a meld that is begun, or lies, is like every twin of it, however far it has grown; none where that cannot be told."""
    if crowd.look is None or crowd.look.read.ahead or not states:
        return None
    plays: list[Any] = [(NEW, state, ()) for state in states]
    if any(excuse.holds(cells, seat, play) for excuse in crowd.excused for play in plays):
        return None
    looks = {crowd.look.holds(cells, seat, state) for state in states}
    if len(looks) > 1:
        return None
    if crowd.fits is not None:
        twins = all(crowd.fits.holds(cells, seat, state) for state in states)
    else:
        twins = all(crowd.is_twin(cells, seat, state, play) for state in states for play in plays)
    return (looks.pop(),) if twins else None


@dataclass(frozen=True, eq=False)
class Growth:
    """A meld as it may lie at any time from an act on: all its states; `first` where it is begun."""

    first: bool
    states: tuple[Bag, ...]


class Crowding:
    """Tells of ways to lay cards, many of which are alike in part, whether some meld is crowded out."""

    def __init__(self, crowds: list[Crowd], cells: Cells, seat: int, growing: Growing) -> None:
        self.crowds, self.cells, self.seat, self.growing = crowds, cells, seat, growing
        self.one_only = next((crowd for crowd in crowds if crowd.most == 1), None)
        self.grown: dict[tuple[int, Bag, Bag], Growth] = {}
        self.pairs: dict[tuple[int, Growth, Growth], bool] = {}
        self.marks: dict[Growth, object] = {}
        self.looks: dict[tuple[int, Growth], tuple[bool, set[Any]]] = {}

    def out(self, plays: tuple[Play, ...], melds: Groups) -> bool:
        """Whether some meld that is begun is crowded out, in whatever order all are laid."""
        if not self.crowds:
            return False
        added = {to: cards for to, cards in plays if isinstance(to, int) and to != NEW}
        there = [self._growth(0, meld, added.get(number, ())) for number, meld in enumerate(melds)]
        begun = [self._growth(NEW, (), cards) for to, cards in plays if to == NEW]
        return any(self._crowded(number, there, begun) for number in range(len(self.crowds)))

    def mark(self, base: Bag, cards: Bag) -> object:
        """In what no other meld may be like a meld that lies, is begun or grown by some cards; none where that cannot be told."""
        if self.one_only is None:
            return None
        growth = self._growth(0 if base else NEW, base, cards)
        if growth not in self.marks:
            self.marks[growth] = look_of(self.one_only, self.cells, self.seat, list(growth.states))
        return self.marks[growth]

    def _growth(self, to: int, base: Bag, cards: Bag) -> Growth:
        """A meld with what may be laid on it at one time or another."""
        base, cards = self.growing.plain(base), self.growing.plain(cards)
        found = self.grown.get((to, base, cards))
        if found is None:
            states = self.growing.states(to, base, cards) if cards else ()
            found = self.grown[to, base, cards] = Growth(to == NEW, states if to == NEW else (base, *states))
        return found

    def _crowded(self, number: int, there: list[Growth], begun: list[Growth]) -> bool:
        crowd = self.crowds[number]
        counted = [one for one in begun if not self._excused(crowd, one) and self._twins(number, one, one)]
        near = [1 + sum(self._twins(number, base, one) for base in there) for one in counted]
        if any(many > crowd.most for many in near):
            return True
        full = [one for one, many in zip(counted, near, strict=True) if many == crowd.most]
        return any(self._twins(number, one, other) and self._twins(number, other, one) for one, other in combinations(full, 2))

    def _twins(self, number: int, one: Growth, other: Growth) -> bool:
        """Whether one is a twin of the other at any time."""
        crowd, cells, seat = self.crowds[number], self.cells, self.seat
        found = self.pairs.get((number, one, other))
        if found is None:
            if crowd.fits is not None and crowd.look is not None:
                fits, looks = self._seen(number, one)
                found = fits and len(looks | self._seen(number, other)[1]) < 2
            else:
                plays = [(NEW, state, ()) for state in other.states]
                found = all(crowd.is_twin(cells, seat, state, play) for state in one.states for play in plays)
            self.pairs[number, one, other] = found
        return found

    def _seen(self, number: int, one: Growth) -> tuple[bool, set[Any]]:
        """Whether a meld is what a twin is at any time, but for its look; and all its looks."""
        if (number, one) not in self.looks:
            crowd = self.crowds[number]
            assert crowd.fits is not None and crowd.look is not None
            fits = all(crowd.fits.holds(self.cells, self.seat, state) for state in one.states)
            self.looks[number, one] = fits, {crowd.look.holds(self.cells, self.seat, state) for state in one.states}
        return self.looks[number, one]

    def _excused(self, crowd: Crowd, one: Growth) -> bool:
        plays: list[Any] = [(NEW, state, ()) for state in one.states]
        return any(excuse.holds(self.cells, self.seat, play) for excuse in crowd.excused for play in plays)
