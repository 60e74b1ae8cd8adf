"""What can be ruled out before looking ahead: plays that no act may make, and ends of a turn that no act may reach.

A position is at rest, so every standing rule's condition is false in it. Where part of such a condition cannot change by what may
be done, the rule stays at rest, and what it would write stays as it is. What remains unchanged is known beforehand, and lines that
look at nothing else are asked beforehand. Nothing is ruled out that some sequence of acts could reach.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from meldspec.engine.lookahead.act_summaries import PLAYER, ActSummary, Lines, Rule
from meldspec.engine.lookahead.change import Change, Changes
from meldspec.engine.lookahead.exclusion import Asked, Exclusion
from meldspec.engine.lookahead.play_filter import PlayFilter
from meldspec.engine.lookahead.weakening import NOTHING, Requirement
from meldspec.engine.rulebook import Rulebook
from meldspec.table.table import Bag, Cells

MOST_KEPT = 64
"""For so many sorts of positions is kept which plays may be made."""


class Reachability(Lines):
    """What further acts of one rulebook may change, from any position."""

    def __init__(self, rulebook: Rulebook) -> None:
        super().__init__(rulebook)
        self.filters: dict[Hashable, PlayFilter] = {}
        self.exclusions: dict[Hashable, Exclusion] = {}
        self._changes = self.selection.sheet.derived(Changes)

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
            found = self._changes.by(acts, awake, base)
            if found == change:
                return found
            more, known = self._changes.more(found, change), set(map(id, awake))
            asleep = tuple([rule for rule in self.rules if id(rule) not in known and not rule.read.isdisjoint(more)])
            change = found

    def _blocked(self, act: ActSummary, change: Change, cells: Cells, seat: int) -> bool:
        """Whether no act of a sort can be legal as long as nothing else changes."""
        fields = [None] * len(act.line.fields)
        return any(not ask.holds(cells, seat, *fields) for ask in self._changes.unmoved(act, change))

    def _dormant(self, rule: Rule, change: Change, cells: Cells, to_the_last: bool) -> bool:
        """Whether a standing rule that is at rest stays so."""
        parts = self._changes.asleep(rule, change, to_the_last)
        if rule.things is None:
            return any(not part.holds(cells, None) for part in parts)
        if not parts:
            return rule.things.told_by(change.all()) and not _list(rule.things, cells)
        given = [(thing,) if rule.var == PLAYER else (None, thing) for thing in _list(rule.things, cells)]
        return all(any(not part.holds(cells, *values) for part in parts) for values in given)


def _list(things: Requirement, cells: Cells) -> tuple[Any, ...]:
    """The things of a list."""
    found: Any = things.holds(cells, None)
    return tuple(found)
