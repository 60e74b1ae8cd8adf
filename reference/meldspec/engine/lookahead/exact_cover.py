"""The search for sets of plays that use up a hand, told by the classes of the cards.

What has been found to lead nowhere is not tried again. Where the ways are not found soon, it is asked whether anything can come of
it at all, and which melds are needed; these are looked for first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from meldspec.engine.lookahead.packed_multiset import count, guard, packed, within
from meldspec.engine.lookahead.pruner import Due, Hope
from meldspec.engine.runtime import joined
from meldspec.engine.verdict import Unanswered
from meldspec.table.values import NEW, Bag


class ClassPlay(NamedTuple):
    """A play told by the classes of its cards: where to, the classes, these packed, and the mark that it gives to the meld."""

    to: int | str
    told: Bag
    many: int
    mark: object


Marks = frozenset[object]
Loose = dict[int, tuple[object, tuple[int, ...]]]
"""By number the mark of a meld that may lose it, and the plays, packed, by which it does."""
SOON = 1 << 7
"""After so many branches it is asked whether anything can come of it at all."""
BRANCHES = 1 << 16
"""How many branches are followed at most; a hand that needs more is a defect of the engine, and it says so."""


class _NotSoon(Exception):
    """The ways are not found soon, and it is known what is needed."""


def state_of(melds: tuple[Bag, ...], cards: dict[int, int], play: ClassPlay) -> Bag:
    """A meld as it lies after a play, with some card of each class for all."""
    base = melds[play.to] if isinstance(play.to, int) and play.to != NEW else ()
    return joined(base, tuple(sorted(cards[k] for k in play.told)))


class Covering:
    """A search for plays that use up a hand. `spare` tells of cards that may be left over, and of parts of such, whether no more
    need be left with them; where there is none, any may be. `again` are the targets of more than one play, `loose` the melds that
    may lose their marks."""

    def __init__(
        self,
        order: list[int],
        plays: dict[int, list[ClassPlay]],
        spare: dict[int, bool] | None,
        loose: Loose,
        again: tuple[int | str, ...],
        hope: Hope,
    ) -> None:
        self.order, self.plays, self.spare, self.again, self.hope = order, plays, spare, again, hope
        self.loose = loose
        self.free = guard(max(order, default=0) + 1)
        self.dead: set[tuple[int, int, frozenset[int | str], Marks, tuple[int, ...]]] = set()
        self.ranked: dict[tuple[int, int], list[ClassPlay]] = {}
        self.needs = _needs(plays.values())
        self.branches = 0
        self.meeting: list[dict[ClassPlay, None]] = []
        self.state_of: Callable[[ClassPlay], Bag] = lambda play: play.told

    def all(self, hand: int, leaving: int, taken: Marks) -> Iterator[tuple[ClassPlay, ...]]:
        """All ways. Where they are not found soon, what is needed is looked for first."""
        try:
            yield from self.ways(hand, 0, leaving, (), frozenset(), taken, ())
        except _NotSoon:
            needs = self.hope.needs()
            self.meeting = self._meeting(needs)
            if any(self.hope.doomed(map(self.state_of, meeting)) for meeting in self.meeting):
                return
            self.dead.clear()
            yield from self.ways(hand, 0, leaving, (), frozenset(), taken, tuple(many for many, _ in needs))

    def _meeting(self, needs: tuple[Due, ...]) -> list[dict[ClassPlay, None]]:
        """For each need the plays that meet it."""
        plays = dict.fromkeys(play for some in self.plays.values() for play in some if isinstance(play.to, int))
        states = {play: self.state_of(play) for play in plays}
        return [{play: None for play, state in states.items() if is_such(state)} for _, is_such in needs]

    def ways(
        self,
        hand: int,
        left: int,
        leaving: int,
        chosen: tuple[ClassPlay, ...],
        targets: frozenset[int | str],
        marks: Marks,
        due: tuple[int, ...],
    ) -> Iterator[tuple[ClassPlay, ...]]:
        """Plays that meet what is due, then plays for the first class of cards that is still in the hand, then for the rest."""
        waiting = {mark for to, (mark, _) in self.loose.items() if to not in targets}
        marks = frozenset(m for m in marks if m in waiting or (m in self.needs and within(self.needs[m], hand, self.free)))
        state = (hand, leaving if self.spare is None else left, targets, marks, due)
        first = next((k for k in self.order if count(hand, k)), None)
        if state in self.dead or self.clash(hand, targets, marks):
            return
        if first is None and not any(due) and (self.spare is None or self.spare[left]):
            yield chosen
            return
        if self.far_gone():
            return
        found = False
        for play, rest in () if first is None else self.next(first, hand, targets, marks, due):
            more = targets if play.to in self.again else targets | {play.to}
            with_it = marks if play.mark is None else marks | {play.mark}
            for way in self.ways(rest, left, leaving, (*chosen, play), more, with_it, self.less(due, play)):
                found = True
                yield way
        one = 0 if first is None or any(due) else packed((first,))
        if one and leaving > 0 and (self.spare is None or left + one in self.spare):
            for way in self.ways(hand - one, left + one, leaving - 1, chosen, targets, marks, due):
                found = True
                yield way
        if not found:
            self.dead.add(state)

    def less(self, due: tuple[int, ...], play: ClassPlay) -> tuple[int, ...]:
        """What is due after a play."""
        if not any(due):
            return due
        return tuple(many - (many > 0 and play in meeting) for many, meeting in zip(due, self.meeting, strict=True))

    def far_gone(self) -> bool:
        """Count a branch, and tell whether nothing can come of any; the search begins anew where some melds are needed."""
        self.branches += 1
        if self.branches > BRANCHES:
            raise Unanswered(f"{BRANCHES} branches were followed", complete=False)
        if self.branches <= SOON:
            return False
        if not self.meeting and not self.hope.lost() and self.hope.needs():
            raise _NotSoon
        return self.hope.lost()

    def clash(self, hand: int, targets: frozenset[int | str], marks: Marks) -> bool:
        """Whether a meld that can no longer lose its mark has one that another meld has been given."""
        return any(
            mark in marks and to not in targets and not any(within(play, hand, self.free) for play in plays)
            for to, (mark, plays) in self.loose.items()
        )

    def next(
        self, first: int, hand: int, targets: frozenset[int | str], marks: Marks, due: tuple[int, ...]
    ) -> Iterator[tuple[ClassPlay, int]]:
        """The plays that can be made next, and the hand after each: those that meet what fewest can meet, if any is due."""
        for play in self.meant(hand, due) if any(due) else self.best(first, count(hand, first)):
            if play.to not in targets and play.mark not in marks and within(play.many, hand, self.free):
                yield play, hand - play.many

    def meant(self, hand: int, due: tuple[int, ...]) -> list[ClassPlay]:
        """The plays that meet the need that the fewest can meet."""
        needed = (meeting for many, meeting in zip(due, self.meeting, strict=True) if many > 0)
        return min(([play for play in some if within(play.many, hand, self.free)] for some in needed), key=len)

    def best(self, first: int, whole: int) -> list[ClassPlay]:
        """The plays that hold a class of cards: those that use up the whole of it first, larger ones before smaller."""
        found = self.ranked.get((first, whole))
        if found is None:
            plays = self.plays.get(first, ())
            found = self.ranked[first, whole] = sorted(plays, key=lambda p: (p.told.count(first) != whole, -len(p.told)))
        return found


def _needs(plays: Iterable[list[ClassPlay]]) -> dict[object, int]:
    """For each mark the cards, one of a class, that every play has which would give it to a meld, packed."""
    needed: dict[object, set[int]] = {}
    for play in (play for some in plays for play in some):
        needed.setdefault(play.mark, set(play.told)).intersection_update(play.told)
    return {mark: packed(classes) for mark, classes in needed.items()}
