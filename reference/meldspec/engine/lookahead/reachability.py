"""What can be ruled out before looking ahead: plays that no act may make, and ends of a turn that no act may reach.

A position is at rest, so every standing rule's condition is false in it. Where part of such a condition cannot change by what may
be done, the rule stays at rest, and what it would write stays as it is. What remains unchanged is known beforehand, and lines that
look at nothing else are asked beforehand. Nothing is ruled out that some sequence of acts could reach.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any

from meldspec.book.core import CardSet, Cell, Const, Core, Op, Var
from meldspec.book.reach import Names
from meldspec.engine.lookahead.act_summaries import PLAYER, ActSummary, Lines, Rule
from meldspec.engine.lookahead.exclusion import Asked, Exclusion
from meldspec.engine.lookahead.play_filter import PlayFilter
from meldspec.engine.lookahead.weakening import NOTHING, YES, Requirement
from meldspec.engine.rulebook import Rulebook
from meldspec.language.immutable import Immutable
from meldspec.table.table import Bag, Cells


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


MOST_KEPT = 64
"""For so many sorts of positions is kept which plays may be made."""


class Reachability(Lines):
    """What further acts of one rulebook may change, from any position."""

    def __init__(self, rulebook: Rulebook) -> None:
        super().__init__(rulebook)
        self.filters: dict[Hashable, PlayFilter] = {}
        self.exclusions: dict[Hashable, Exclusion] = {}

    def play_filter(self, asked: Sequence[Sequence[Requirement]], cells: Cells, seat: int) -> PlayFilter:
        """What acts ask of each play, kept for all positions that are alike in what is looked at for it."""
        # A hand of hundreds of cards has thousands of plays, and one question asks about dozens of positions on the way.
        known = (seat, self._alike(asked, cells))
        if known not in self.filters:
            if len(self.filters) >= MOST_KEPT:
                self.filters.clear()
            self.filters[known] = PlayFilter(asked, cells, seat, self._is_meld, self.rulebook.faces.classes)
        return self.filters[known]

    def exclusion(self, asked: Sequence[Asked], cells: Cells, seat: int, own: int, plays: PlayFilter) -> Exclusion:
        """What acts ask of melds side by side, kept in the same way; the player's own melds are not looked at."""
        # The pass puts melds of its own there.
        blank = (*cells[:own], (), *cells[own + 1 :])
        known = (seat, id(plays), self._alike([[*act.after, *act.of_plays] for act in asked], blank))
        if known not in self.exclusions:
            if len(self.exclusions) >= MOST_KEPT:
                self.exclusions.clear()
            self.exclusions[known] = Exclusion(asked, cells, seat, own, plays)
        return self.exclusions[known]

    def _alike(self, asked: Sequence[Sequence[Requirement]], cells: Cells) -> Hashable:
        """What is asked, and what is looked at for it in a position."""
        names = NOTHING.union(*(one.read.cells for some in asked for one in some))
        ranges = [self.rulebook.layout[name] for name in sorted(names) if self.rulebook.layout.has(name)]
        seen = cells if len(ranges) < len(names) else tuple(cells[r.first : r.first + r.count] for r in ranges)
        return tuple(tuple(id(one) for one in some) for some in asked), seen

    def _is_meld(self, cards: Bag) -> bool:
        return self.rulebook.kind_of(cards) is not None

    # ── what may change ────────────────────────────────────────────────────────────────────────────────────────────────

    def change(self, cells: Cells, seat: int, names: Iterable[str], base: Change, to_the_last: bool = True) -> Change:
        """What may change, besides what a base says, by acts of some sorts, however many, and by the standing rules they wake.

        The base is nothing, or what was found so of the same position. Without `to_the_last`, only as long as something is left in
        the places from which plays are laid.
        """
        sorts = [self.acts[name] for name in names]
        # A rule that slept is asked again only where something that it looks at may change now, and could not before.
        change, awake, asleep = (base, base.rules, ()) if base.acts else (base, (), self.rules)
        # The more may change the fewer acts are blocked and rules at rest, so this only grows, up to all cells at most.
        while True:
            acts = tuple([act for act in sorts if not self._blocked(act, change, cells, seat)])
            awake = (*awake, *[rule for rule in asleep if not self._dormant(rule, change, cells, to_the_last)])
            rules = [rule.written for rule in awake if not rule.joins]
            laid = base.laid.union(*(a.written.laid() for a in acts))
            found = Change(
                base.changed.union(*(a.written.changed for a in acts), *(w.changed for w in rules)),
                base.lessened.union(*(a.written.lessened for a in acts), *(w.lessened for w in rules)),
                laid,
                base.disturbed | laid.intersection(name for w in rules for name in w.everything()),
                acts,
                awake,
            )
            if found == change:
                return found
            more, known = found.more(change), set(map(id, awake))
            asleep = tuple([rule for rule in self.rules if id(rule) not in known and not rule.read.isdisjoint(more)])
            change = found

    def _blocked(self, act: ActSummary, change: Change, cells: Cells, seat: int) -> bool:
        """Whether no act of a sort can be legal as long as nothing else changes."""
        told = (ask for ask in act.asks if not ask.free and self._stays(ask, change))
        fields = [None] * len(act.line.fields)
        return any(not ask.holds(cells, seat, *fields) for ask in told)

    def _dormant(self, rule: Rule, change: Change, cells: Cells, to_the_last: bool) -> bool:
        """Whether a standing rule that is at rest stays so."""
        stays = [p for p in rule.told() if self._stays(p, change) or (not to_the_last and _until_empty(p, change))]
        # A rule on a list is at rest for each of its things; the list itself must stay as it is.
        if rule.things is None:
            return any(not part.holds(cells, None) for part in stays)
        if not rule.things.told_by(change.all()):
            return False
        given = [(thing,) if rule.var == PLAYER else (None, thing) for thing in _list(rule.things, cells)]
        return all(any(not part.holds(cells, *values) for part in stays) for values in given)

    def _stays(self, condition: Requirement, change: Change) -> bool:
        """Whether a condition that is false now stays false."""
        if condition.read.ahead:
            return False
        if not condition.read.cells & change.all():
            return True
        match condition.body:
            case Op("between", (CardSet(), source, Const(int(low)), Const(None))) if condition.guard == YES and low > 0:
                return shrinks(source, change)
            case _:
                return False


def _list(things: Requirement, cells: Cells) -> tuple[Any, ...]:
    """The things of a list."""
    found: Any = things.holds(cells, None)
    return tuple(found)


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
