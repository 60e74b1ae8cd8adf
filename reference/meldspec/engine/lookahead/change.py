"""What may change by sorts of acts and the standing rules they wake, and what acts and rules ask that stays as it is beside that.

It hangs on the acts and the rules alone, so it is worked out once for all positions, and for all rulebooks that share them.
"""

from collections.abc import Callable, Hashable
from dataclasses import field
from functools import cached_property
from typing import Any, TypeVar

from meldspec.book.core import CardSet, Cell, Const, Core, Op, Var
from meldspec.book.fold import YES
from meldspec.book.reach import Names
from meldspec.book.sheet import Sheet
from meldspec.engine.lookahead.act_summaries import ActSummary, Rule
from meldspec.engine.lookahead.weakening import NOTHING, Requirement
from meldspec.language.immutable import Immutable

T = TypeVar("T")
MOST_KEPT = 65_536
"""So much is kept of one book before all is forgotten."""


class Change(Immutable):
    """What may change: cells that may become anything, places that only lose cards, and the places from which and onto which
    plays are laid; `disturbed` are those of the latter that change otherwise too. `acts` may bring it about, and `rules`."""

    changed: Names = NOTHING
    lessened: Names = NOTHING
    laid: Names = NOTHING
    disturbed: Names = NOTHING
    acts: tuple[ActSummary, ...] = field(default=(), compare=False)
    rules: tuple[Rule, ...] = field(default=(), compare=False)

    def all(self) -> Names:
        """Everything that may change in any way."""
        return self._all

    @cached_property
    def _all(self) -> Names:
        return self.changed | self.lessened | self.laid

    def more(self, before: "Change") -> Names:
        """Everything that may change now in some way, and could not before in that way."""
        mine = (self.changed, self.lessened, self.laid, self.disturbed)
        others = (before.changed, before.lessened, before.laid, before.disturbed)
        return NOTHING.union(*(now - then for now, then in zip(mine, others, strict=True)))

    def unknown(self) -> Names:
        """What is not known of a position after plays, though the plays are."""
        return self.changed | self.lessened | self.disturbed


UNCHANGED = Change()
"""Nothing may change."""


class Changes:
    """The changes of one book, each one object however it came about, and what is told of acts and rules beside each of them."""

    def __init__(self, sheet: Sheet) -> None:
        self._kept: dict[Hashable, tuple[Any, Any]] = {}

    def by(self, acts: tuple[ActSummary, ...], rules: tuple[Rule, ...], base: Change) -> Change:
        """What may change by some acts and by rules that they wake, besides what a base says."""
        key = "by", id(base), tuple(map(id, acts)), tuple(map(id, rules))
        return self._made(key, base, lambda: _by(acts, rules, base))

    def more(self, change: Change, before: Change) -> Names:
        """Everything that may change now in some way, and could not before in that way."""
        return self._made(("more", id(change), id(before)), (change, before), lambda: change.more(before))

    def unmoved(self, act: ActSummary, change: Change) -> tuple[Requirement, ...]:
        """What an act asks, whatever its fields, and that stays false where it is."""
        key = "unmoved", id(act), id(change)
        return self._made(key, (act, change), lambda: tuple([one for one in act.asks if not one.free and stays(one, change)]))

    def asleep(self, rule: Rule, change: Change, to_the_last: bool) -> tuple[Requirement, ...]:
        """The parts of the condition of a standing rule that stay false where they are; without `to_the_last`, as long as something
        is left in the places from which plays are laid. None of a rule on a list that does not stay as it is."""
        key = "asleep", id(rule), id(change), to_the_last
        return self._made(key, (rule, change), lambda: _asleep(rule, change, to_the_last))

    def _made(self, key: Hashable, of: Any, make: Callable[[], T]) -> T:
        """What is made under a key, and kept with that `of` which it is, so that nothing else comes to have its identity."""
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[key] = of, make()
        made: T = self._kept[key][1]
        return made


def _by(acts: tuple[ActSummary, ...], awake: tuple[Rule, ...], base: Change) -> Change:
    rules = [rule.written for rule in awake if not rule.joins]
    laid = base.laid.union(*(act.written.laid() for act in acts))
    return Change(
        base.changed.union(*(act.written.changed for act in acts), *(written.changed for written in rules)),
        base.lessened.union(*(act.written.lessened for act in acts), *(written.lessened for written in rules)),
        laid,
        base.disturbed | laid.intersection(name for written in rules for name in written.everything()),
        acts,
        awake,
    )


def _asleep(rule: Rule, change: Change, to_the_last: bool) -> tuple[Requirement, ...]:
    # A rule on a list is at rest for each of its things; the list itself must stay as it is.
    if rule.things is not None and not rule.things.told_by(change.all()):
        return ()
    return tuple([one for one in rule.told() if stays(one, change) or (not to_the_last and _until_empty(one, change))])


def stays(condition: Requirement, change: Change) -> bool:
    """Whether a condition that is false now stays false."""
    if condition.read.ahead:
        return False
    if condition.read.cells.isdisjoint(change.all()):
        return True
    match condition.body:
        case Op("between", (CardSet(), source, Const(int(low)), Const(None))) if condition.guard == YES and low > 0:
            return shrinks(source, change)
        case _:
            return False


def _until_empty(condition: Requirement, change: Change) -> bool:
    """Whether a condition that is false now stays false as long as a place from which plays are laid has cards."""
    match condition.body:
        case Op("between", (CardSet("cards"), source, Const(None), Const(0))) if condition.guard == YES:
            parts = source.args if isinstance(source, Op) and source.op == "with" else (source,)
            return any(isinstance(p, Cell) and isinstance(p.owner, Var) and _lasts(p.name, change) for p in parts)
        case _:
            return False


def _lasts(place: str, change: Change) -> bool:
    """Whether a place changes only by plays that are laid from it."""
    return place in change.laid and place not in change.changed | change.lessened


def shrinks(core: Core, change: Change) -> bool:
    """Whether some cards can only become fewer."""
    match core:
        case Cell(name, owner, "cards" | "row") if owner is None or isinstance(owner, Var):
            return name not in change.changed and name not in change.disturbed
        case Op("filter", (CardSet(), source)):
            return shrinks(source, change)
        case Op("with", (one, other)):
            return shrinks(one, change) and shrinks(other, change)
        case _:
            return False
