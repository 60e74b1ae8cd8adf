"""Prunes one look-ahead query: which plays, cards left over, ends and parts of covers may still bring its condition about.

Seven passes, each an over-approximation by itself, each tried without in `tests/bench/ablation.py` (docs/decisions/0014):

- "plays" (`play_filter`): a play that no act may make;
- "lasting" (`may_last`): a meld that no act more suffers in the end, such as one that is only begun where a turn asks for whole
  ones; without it a hand of pairs and wild cards is given up where a pair may be begun with;
- "places" (`may_go`): a card beside the melds, at a place to which it may not go at any time; without it the hand of thirty cards
  in `tests/spec/test_bain.py`, which has a garbage pile, is given up;
- "leftovers" (`may_be_left`): cards in hand with which no act more brings the condition about, whatever has been laid;
- "ends" (`may_end`): the position that a cover comes to, in whatever acts, from which no act more does;
- "truths" (`forced_truths`): a play by which something is remembered that keeps the condition from coming about;
- "bound" (`may_complete`): a part of a cover after which not even all melds that could still be made would help.

They rest on what the acts that may follow cannot change (`Change`): a condition that reads only that is asked as it is, and of any
other its decidable part (`Reachability.weakened`).
"""

from collections.abc import Iterable, Sequence
from typing import Any

from meldspec.book.core import Cell
from meldspec.book.fold import YES
from meldspec.book.reach import Names
from meldspec.engine.candidates import candidates
from meldspec.engine.compile.record import CompiledField, Condition
from meldspec.engine.lookahead.act_summaries import ActSummary, Trigger
from meldspec.engine.lookahead.change import UNCHANGED, Change, shrinks
from meldspec.engine.lookahead.exclusion import Asked, Exclusion, Laid
from meldspec.engine.lookahead.forced_truths import ForcedTruths
from meldspec.engine.lookahead.packed_multiset import count, packed
from meldspec.engine.lookahead.pruner import Pruner
from meldspec.engine.lookahead.reachability import Reachability
from meldspec.engine.lookahead.weakening import NOTHING, Requirement
from meldspec.engine.play import RefereeLike, bound, with_bases
from meldspec.engine.runtime import joined, lay, without
from meldspec.table.table import Bag, Cells, Play


class Query(Pruner):
    """Whether laying all but a few of some cards, and one act more at most, may bring a condition about."""

    def __init__(
        self, referee: RefereeLike, reach: Reachability, cells: Cells, seat: int, key: str, condition: Condition, cards: Bag
    ) -> None:
        self.reach, self.cells, self.seat, self.condition, self.cards = reach, cells, seat, condition, cards
        self.referee, self.rulebook = referee, referee.rulebook
        self.goal = reach.goals[key]
        laying = [name for name, act in reach.acts.items() if act.lays]
        self.change = reach.change(cells, seat, laying, UNCHANGED, to_the_last=False)
        self.to_the_last = reach.change(cells, seat, laying, UNCHANGED)
        self.unknown = self.change.unknown()
        self.last = self._last_acts()
        self.left_memo: dict[int, bool] = {}
        lays = [line for act in self.change.acts for line in act.written.lays]
        self.sources = sorted({part.name for line in lays for part in line.parts[1:2] if isinstance(part, Cell)})
        self.groups: Names = frozenset(part.name for line in lays for part in line.parts[2:] if isinstance(part, Cell))
        asked = [self._of_plays(act) for act in self.change.acts]
        self.plays = reach.play_filter(asked, cells, seat)
        self.at_last = self.unknown.union(*(rule.written.everything() for rule in self.to_the_last.rules if not rule.joins))
        self.excluded = self._exclusion()
        self.bounded = self._bounded()
        self.truths = self._truths()
        self.at_end = self._asked_at_end()
        self.lasting: dict[Bag, bool] = {}
        self.served: dict[tuple[object, ...], bool] = {}
        self.bare_ends: dict[int, tuple[Cells, Names]] = {}

    def _last_acts(self) -> dict[str, Change]:
        """The acts without plays that may bring the condition about, and what may change by them."""
        found = {}
        for name, act in self.reach.acts.items():
            if not act.lays:
                change = self.reach.change(self.cells, self.seat, [name], self.to_the_last)
                if act in change.acts and (self.goal.ahead or self.goal.cells & change.all()):
                    found[name] = change
        return found

    def _own(self, place: str) -> int:
        """The cell of a place of the player, of the side or of the table."""
        return self.rulebook.layout.own(place, self.seat)

    # ── plays ──────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _told(self, under: Requirement) -> bool:
        """Whether it is known that something is asked, whatever acts follow."""
        return under.told_by(self.change.all()) and under.holds(self.cells, self.seat)

    def _of_plays(self, act: ActSummary) -> list[Requirement]:
        """What an act asks of each play by itself, as far as nothing that may follow changes it."""
        changing = self.change.all()
        asked = (one for one in act.of_plays if one.alone.body != YES and one.alone.free <= {one.var} and self._told(one.under))
        found = (self.reach.weakened(one.alone, changing) for one in asked)
        return [one for one in found if one is not None and one.told_by(changing)]

    def _exclusion(self) -> Exclusion | None:
        """What the acts ask of melds side by side; none where melds are changed by more than plays."""
        if len(self.groups) != 1 or self.groups & self.at_last or any(rule.joins for rule in self.to_the_last.rules):
            return None
        unknown = self.at_last | self.change.all()
        asked = []
        for act in self.change.acts:
            after = [self.reach.beside(one, (), unknown, self.groups) for under, one in act.afterwards if self._told(under)]
            plays = [self.reach.beside(o.whole, (o.var,), unknown, self.groups) for o in act.of_plays if self._told(o.under)]
            asked.append(Asked(*([one for one in some if one and one.read.cells & self.groups] for some in (after, plays))))
        return self.reach.exclusion(asked, self.cells, self.seat, self._own(next(iter(self.groups))), self.plays)

    def may_lie(self, one: Laid, other: Laid) -> bool:
        return self.excluded is None or self.excluded.may_lie(one, other)

    def may_make(self, to: int, base: Bag, cards: Bag) -> bool:
        return self.plays.may_make(to, base, cards) and self.may_last(joined(base, cards))

    def may_last(self, meld: Bag) -> bool:
        if self.at_end is None:
            return True
        plain = self.plays.plain(meld)
        if plain not in self.lasting:
            own = self._own(next(iter(self.groups)))
            end = (*self.cells[:own], (plain,), *self.cells[own + 1 :])
            self.lasting[plain] = any(all(one.holds(end, self.seat) for one in asked) for asked in self.at_end)
        return self.lasting[plain]

    def _asked_at_end(self) -> list[list[Requirement]] | None:
        """What each act that may come last asks of the melds that lie then, of which more can only be worse; nothing where the
        condition comes about by laying alone, melds change by more than plays, or some act asks nothing of the kind.

        Melds that are joined count as laid together (`auto_join`), so a play is taken for all of the meld that it begins.
        """
        if not self.bounded:
            return None
        unknown = self.at_last | self.change.all()
        told = ([self.reach.at_end(ask, unknown, self.groups) for ask in self.reach.acts[name].asks] for name in self.last)
        asked = [[one for one in some if one is not None] for some in told]
        return asked if asked and all(asked) else None

    def may_go(self, field: CompiledField, place: str, cards: Bag, melds: Iterable[Bag]) -> Bag | None:
        """Which cards may go to a place at any time: those of now, if they can only become fewer; those that may once all melds lie
        that can be laid, if they become more only by more melds; any, where neither is known."""
        limit = dict(field.line.limits).get(place)
        if limit is None:
            return cards
        read, change = self.reach.reader.reads(limit), self.change
        if not (read.ahead or read.faces or read.cells & change.all()) or shrinks(limit, change):
            return cards
        rising = change.laid | change.lessened
        if read.ahead or read.cells & (change.changed | change.disturbed) or not self.reach.reader.increases(limit, rising):
            return None
        later = list(self.cells)
        later[field.melds_cell(self.seat)] = tuple(melds)
        return field.limits[place](self.referee, tuple(later), self.seat)

    # ── ends ───────────────────────────────────────────────────────────────────────────────────────────────────────────

    def may_be_left(self, left: int) -> bool:
        """Whether the condition may come about with such cards left over, told by their classes, whatever has been laid."""
        if left not in self.left_memo:
            self.left_memo[left] = len(self.sources) != 1 or self._may_come(*self._left_with(left))
        return self.left_memo[left]

    def _left_with(self, left: int, made: tuple[Bag, ...] = ()) -> tuple[Cells, Names]:
        """The position with such cards left over, of some melds being known that they were made, and what is not known of it."""
        classes = self.rulebook.faces.classes
        kept: list[int] = []
        for card in self.cards:
            if count(packed(classes[c] for c in kept), classes[card]) < count(left, classes[card]):
                kept.append(card)
        index = self._own(self.sources[0])
        after = list(self.cells)
        after[index] = without(after[index], without(self.cards, tuple(kept)))
        return self._at_rest(after, made, self.unknown | (self.change.laid - set(self.sources)))

    def may_end(self, field: CompiledField, plays: tuple[Play, ...]) -> bool:
        """Whether the condition may come about once just these plays have been made, in whatever acts."""
        if len(self.sources) != 1:
            return True
        after = list(self.cells)
        groups = field.melds_cell(self.seat)
        others = {r.name: self._own(r.name) for r in self.rulebook.layout.places() if r.form == "cards"}
        based = with_bases(plays, self.cells[groups])
        made = [joined(base, cards) for to, cards, base in based if isinstance(to, int)]
        lay(after, based, self._own(self.sources[0]), groups, others)
        return self._may_come(*self._at_rest(after, made, self.unknown))

    def _at_rest(self, after: list[Any], made: Iterable[Bag], unknown: Names) -> tuple[Cells, Names]:
        """A position after plays, with what is remembered of melds that have been made, and after the standing rules that they wake
        at last; and what is not known of it."""
        for name, value in (pair for meld in made for pair in self.truths.of(meld).items()):
            after[self._own(name)] = value
            unknown -= {name}
        # A rule that wakes when the hand is empty is asleep as long as a card is left.
        if after[self._own(self.sources[0])]:
            return tuple(after), unknown
        if any(rule.read & unknown or rule.blind for rule in self.to_the_last.rules):
            return tuple(after), unknown.union(*(rule.written.everything() for rule in self.to_the_last.rules))
        self.rulebook.compiled.settle(self.referee, after)
        return tuple(after), unknown

    def _truths(self) -> ForcedTruths:
        """What is remembered of melds that lie in the end; nothing where melds change by more than plays."""
        change = self.to_the_last
        # Melds that are joined, or cards that go elsewhere, would not lie in the end as the last play onto them left them.
        lasting = not self.groups & self.at_last and not any(rule.joins for rule in change.rules)
        written = NOTHING.union(*(rule.written.everything() for rule in change.rules))
        acts = [act.settings for act in self.change.acts] if lasting else []
        return ForcedTruths(acts, written, self.change.all(), self.cells, self.seat)

    def may_serve(self, meld: Bag, melds: tuple[Bag, ...], lefts: Iterable[int]) -> bool:
        """Whether the condition may come about with a meld, by what is remembered of it: with all melds that may lie beside it, and
        after the standing rules that wake at last, such as one by which a foot follows when the hand is empty."""
        if not self.truths.of(meld) or len(self.sources) != 1:
            return True
        known = (*sorted(self.truths.of(meld)), melds)
        if known not in self.served:
            ends = (self._left_with(left, (meld,)) for left in lefts)
            self.served[known] = any(self._may_come_beside(melds, *end) for end in ends)
        return self.served[known]

    # ── bound ──────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _bounded(self) -> bool:
        """Whether melds change only by the cards being laid, and the condition does not come about by that alone."""
        if len(self.groups) != 1 or len(self.sources) != 1 or self.groups & self.at_last:
            return False
        return not (self.goal.ahead or self.goal.faces or self.goal.cells & (self.at_last | self.change.all()))

    def may_complete(self, melds: tuple[Bag, ...], lefts: Iterable[int]) -> bool:
        """Whether the condition may come about by an act more, where any of some melds may lie and no others: all of them are laid
        there at once, and of what the act asks only that is heeded which more melds can bring about and never undo. What it asks
        only of whoever has few cards left is heeded where it is known which may be left over."""
        if not self.bounded:
            return True
        # With any cards left first: that is one question where there are as many as what may be left over.
        if not self._may_come_beside(melds, self.cells, self.at_last | self.change.laid):
            return False
        ends = [self._bare_end(left) for left in lefts]
        return not ends or any(self._may_come_beside(melds, *end) for end in ends)

    def _bare_end(self, left: int) -> tuple[Cells, Names]:
        """`_left_with` such cards, of no meld being known that it was made; asked for hundreds of times."""
        if left not in self.bare_ends:
            self.bare_ends[left] = self._left_with(left)
        return self.bare_ends[left]

    def _may_come_beside(self, melds: tuple[Bag, ...], end: Cells, unknown: Names) -> bool:
        """Whether the condition may come about in a position of which some cells are not known, with any of some melds."""
        if not self.bounded:
            return self._may_come(end, unknown)
        own = self._own(next(iter(self.groups)))
        return self._may_come((*end[:own], melds, *end[own + 1 :]), unknown, self.groups)

    # ── the act that brings it about ───────────────────────────────────────────────────────────────────────────────────

    def _may_come(self, end: Cells, unknown: Names, rising: Names = NOTHING) -> bool:
        """Whether the condition holds in a position of which some cells are not known, or may hold after one act more. Of `rising`
        places it holds all that they could come to have."""
        if self.goal.ahead or self.goal.cells & unknown or self.goal.faces or self.condition(end):
            return True
        return any(self._possible(self.reach.acts[name], end, unknown, rising) for name in self.last)

    def _possible(self, act: ActSummary, end: Cells, unknown: Names, rising: Names) -> bool:
        """Whether an act without plays may be legal in a position of which some cells are not known, and bring about the
        condition, which does not hold there."""
        asks = [told for ask in act.asks if (told := self.reach.weakened(ask, unknown, rising)) is not None]
        permits = [told for permit in act.permits if (told := self.reach.weakened(permit, unknown, rising)) is not None]
        permitted = len(permits) < len(act.permits) or not act.permits
        # First what hangs on no field of the act: that is one call, where an act may name each of a hundred cards.
        nothing = [None] * len(act.line.fields)
        if any(not ask.holds(end, self.seat, *nothing) for ask in asks if not ask.free):
            return False
        if not permitted and all(not p.free for p in permits) and not any(p.holds(end, self.seat, *nothing) for p in permits):
            return False
        if not self._changes(act, end, unknown, rising):
            return False
        # What an act may name is not known, so it may name what suits it.
        if act.source.cells & unknown or act.source.ahead:
            return True
        decisive = self._told_by_doing(act, unknown, rising)
        for one in candidates(self.referee, self.rulebook.acts[act.line.name], end, self.seat):
            values = bound(self.rulebook, end, one)
            asked = all(ask.holds(end, self.seat, *values) for ask in asks)
            may = asked and (permitted or any(p.holds(end, self.seat, *values) for p in permits))
            if may and (not decisive or self._done(act, end, values)):
                return True
        return False

    def _changes(self, act: ActSummary, end: Cells, unknown: Names, rising: Names) -> bool:
        """Whether an act without plays may change what the condition looks at."""
        lines, rules = self._triggers(act), self.last[act.line.name].rules
        if lines is None:
            return True
        stale = [(line.when, line.stale(rules)) for line in lines]
        told = [self.reach.weakened(when, unknown | written, rising - written) for when, written in stale]
        return any(when is None or when.holds(end, self.seat) for when in told)

    def _triggers(self, act: ActSummary) -> tuple[Trigger, ...] | None:
        """The lines of an act without plays one of which is carried out where it changes what the condition looks at; none where
        that is not told, or standing rules may change that after it."""
        name = act.line.name
        changed = any(self.goal.cells & rule.written.everything() for rule in self.last[name].rules)
        return None if changed else self.reach.triggers(name, self.goal.cells)

    def _told_by_doing(self, act: ActSummary, unknown: Names, rising: Names) -> bool:
        """Whether an act that is carried out where some cells are not known tells what the condition will be after it. Where there
        is more in `rising` places than there will be, it may come about too often."""
        lines = self._triggers(act)
        return lines is not None and all(
            line.told_by_doing(unknown, rising)
            and (when := self.reach.weakened(line.when, unknown, rising)) is not None
            and when.body == line.when.body
            for line in lines
        )

    def _done(self, act: ActSummary, end: Cells, values: Sequence[Any]) -> bool:
        """Whether the condition holds once an act has been carried out, the standing rules not yet applied."""
        after = list(end)
        self.rulebook.acts[act.line.name].do(self.referee, after, self.seat, *values)
        return self.condition(tuple(after))
