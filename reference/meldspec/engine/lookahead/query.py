"""What one question about laying a hand can still hope for: which plays, which cards left over, which ends of the laying."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from types import MappingProxyType
from typing import Any

from meldspec.book.core import Cell, Core
from meldspec.book.reach import Names
from meldspec.engine.candidates import candidates
from meldspec.engine.compile.record import CompiledField, Condition
from meldspec.engine.lookahead.act_summaries import Conduct
from meldspec.engine.lookahead.effects_analysis import NOTHING, Duty
from meldspec.engine.lookahead.forced_flags import Sure
from meldspec.engine.lookahead.monotone import gains
from meldspec.engine.lookahead.packed_multiset import count, packed
from meldspec.engine.lookahead.pruner import Due, Hope
from meldspec.engine.lookahead.reachability import Change, Outlook, shrinks
from meldspec.engine.lookahead.required_melds import is_lost, needs_of
from meldspec.engine.play import RefereeLike, bound, moved, with_bases
from meldspec.engine.runtime import joined, lay, without
from meldspec.table.table import Cells
from meldspec.table.values import Bag, BasedPlay, Play

MOST_FLAGS = 1 << 2
"""Of so many truths that are not known both values are tried."""


class Prospect(Hope):
    """The prospect of laying all but a few of some cards, so that a condition comes to hold by one act more at most."""

    def __init__(
        self, referee: RefereeLike, outlook: Outlook, cells: Cells, seat: int, key: str, condition: Condition, cards: Bag
    ) -> None:
        self.outlook, self.cells, self.seat, self.condition, self.cards = outlook, cells, seat, condition, cards
        self.referee, self.rulebook = referee, referee.rulebook
        self.wish = outlook.wishes[key]
        laying = [name for name, act in outlook.acts.items() if act.lays]
        self.change = outlook.change(cells, seat, laying, Change(), to_the_last=False)
        self.to_the_last = outlook.change(cells, seat, laying, Change())
        self.unknown = self.change.unknown()
        self.last = self._last_acts()
        self.after_memo: dict[tuple[str, Names], bool] = {}
        self.flags = self._flags()
        self.left_memo: dict[int, bool] = {}
        self.is_lost: bool | None = None
        self.needed: tuple[Due, ...] | None = None
        self.filters = [self._filter(act) for act in self.change.acts]
        laid = (line for act in self.change.acts for line in act.written.lays)
        self.groups: Names = frozenset(p.name for line in laid for p in line.parts[2:] if isinstance(p, Cell))
        self.marking = self.change.gathering() or self._common_mark()
        lasting = [[crowd for crowd in act.crowds if self.change.lasts(crowd.groups)] for act in self.change.acts]
        told = [[crowd for crowd in some if crowd.told_by(self.change.all())] for some in lasting]
        self.crowds = told[0] if len(told) == 1 else []
        self.lasting = all(self.change.lasts(groups) for groups in self.groups)
        self.sure = Sure(self)
        self.crowding = outlook.shared(self.filters, self.crowds, cells, seat)
        lays = (line for act in self.change.acts for line in act.written.lays)
        self.sources = sorted({p.name for line in lays for p in line.parts[1:2] if isinstance(p, Cell)})

    def _last_acts(self) -> dict[str, Change]:
        """The acts without plays that may bring the condition about, and what may change by them."""
        found = {}
        for name, act in self.outlook.acts.items():
            if not act.lays:
                change = self.outlook.change(self.cells, self.seat, [name], self.to_the_last)
                if act in change.acts and (self.wish.ahead or self.wish.cells & change.all()):
                    found[name] = change
        return found

    # ── plays ──────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _filter(self, act: Conduct) -> list[Duty]:
        """What an act asks of each play by itself, as far as it can be told."""
        found = ((under, self.outlook.hoped(one, self.change.all())) for under, one in act.of_plays)
        return [told for under, told in found if told is not None and self._asked(under, told)]

    def bears(self, play: BasedPlay) -> bool:
        """Whether some act may make a play, by what is asked of each play by itself."""
        return self.crowding.growing.bears(play)

    def grows(self, to: int, base: Bag, cards: Bag) -> bool:
        """Whether acts may make a play onto a meld, at once or in several, by what is asked of each play by itself."""
        return self.crowding.growing.grows(to, base, cards)

    def _common_mark(self) -> Duty | None:
        """In what no two melds may be alike after any of the acts."""
        if self.groups & self.to_the_last.unknown():
            return None
        each = [[one for under, one in act.apart if self._asked(under, one)] for act in self.change.acts]
        return next(
            (
                one
                for one in (each[0] if each else ())
                if all(any((o.guard, o.body) == (one.guard, one.body) for o in e) for e in each)
            ),
            None,
        )

    def _asked(self, under: Duty, one: Duty) -> bool:
        """Whether it is known that something is asked, and what."""
        changing = self.change.all()
        return under.told_by(changing) and one.told_by(changing) and under.holds(self.cells, self.seat)

    def mark(self, base: Bag, cards: Bag) -> object:
        """What no two melds may have in common when all is laid, of a meld that lies, begun or grown by some cards; none where they
        may have anything in common."""
        if self.marking is not None:
            return self.marking.holds(self.cells, self.seat, joined(base, cards))
        return self.crowding.mark(base, cards)

    def open_places(self, field: CompiledField, melds: Iterable[Bag] = ()) -> dict[str, frozenset[int] | None]:
        """The places besides melds to which other cards may go later than now, and which ever may once such melds lie."""
        told = ((place, self.outlook.reader.reads(cards), cards) for place, cards in field.line.limits)
        changing = self.change.all()
        return {
            place: self._may_go(field, place, cards, tuple(melds))
            for place, read, cards in told
            if (read.ahead or read.faces or read.cells & changing) and not shrinks(cards, self.change)
        }

    def _may_go(self, field: CompiledField, place: str, limit: Core, melds: tuple[Bag, ...]) -> frozenset[int] | None:
        """The classes of cards that may go to a place at some time, if what may go there becomes more only by more melds."""
        reader, change = self.outlook.reader, self.change
        read = reader.reads(limit)
        if (
            read.ahead
            or read.cells & (change.changed | change.disturbed)
            or not gains(reader, limit, change.laid | change.lessened)
        ):
            return None
        later = list(self.cells)
        later[field.melds_cell(self.seat)] = melds
        may = field.limits[place](self.referee, tuple(later), self.seat)
        return frozenset(self.rulebook.faces.classes[card] for card in may)

    # ── ends ───────────────────────────────────────────────────────────────────────────────────────────────────────────

    def may_be_left(self, left: int) -> bool:
        """Whether the condition may come about with such cards left over, told by their classes, whatever has been laid."""
        found = self.left_memo.get(left)
        if found is None:
            found = self.left_memo[left] = len(self.sources) != 1 or self.may_come(*self.left_with(left))
        return found

    def _faces(self, left: int) -> Bag:
        """Some of the cards, by their classes."""
        classes = self.rulebook.faces.classes
        found: list[int] = []
        for card in self.cards:
            if count(packed(classes[c] for c in found), classes[card]) < count(left, classes[card]):
                found.append(card)
        return tuple(found)

    def left_with(self, left: int) -> tuple[Cells, Names]:
        """The position with such cards left over, and what is not known of it."""
        index = self._own(self.sources[0])
        after = list(self.cells)
        after[index] = without(after[index], without(self.cards, self._faces(left)))
        return self._at_rest(after, self.unknown | (self.change.laid - set(self.sources)))

    def may_end(self, act: str, plays: tuple[Play, ...]) -> bool:
        """Whether the condition may come about once just these plays have been made, in whatever acts."""
        if len(self.sources) != 1:
            return True
        after = list(self.cells)
        laying = self.rulebook.acts[act].plays
        assert laying is not None
        groups = laying.melds_cell(self.seat)
        others = {r.name: self._own(r.name) for r in self.rulebook.layout.places() if r.form == "cards"}
        based = with_bases(plays, self.cells[groups])
        lay(after, based, self._own(self.sources[0]), groups, others)
        if self.crowding.out(plays, self.cells[groups]):
            return False
        end, unknown = self._at_rest(after, self.unknown)
        if not any(self._content(a, end, unknown) for a in self.change.acts):
            return False
        made = [joined(base, cards) for to, cards, base in based if isinstance(to, int)]
        return self.may_come(end, unknown, known=self.sure.known(made))

    def _at_rest(self, after: list[Any], unknown: Names) -> tuple[Cells, Names]:
        """A position after plays and the standing rules that they wake at last, and what is not known of it."""
        if after[self._own(self.sources[0])]:
            return tuple(after), unknown
        if any(rule.read & unknown or rule.blind for rule in self.to_the_last.rules):
            return tuple(after), unknown.union(*(rule.written.everything() for rule in self.to_the_last.rules))
        self.rulebook.compiled.settle(self.referee, after)
        return tuple(after), unknown

    def _own(self, place: str) -> int:
        """The cell of a place of the player, of the side or of the table."""
        return self.rulebook.layout.own(place, self.seat)

    def _content(self, act: Conduct, end: Cells, unknown: Names) -> bool:
        """Whether an act may lead to a position, by what it asks of the position after it."""
        due = [then for under, then in act.afterwards if under.told_by(self.change.all()) and under.holds(self.cells, self.seat)]
        told = [self.outlook.hoped(then, unknown) for then in due]
        return all(then is None or then.holds(end, self.seat) for then in told)

    def lost(self) -> bool:
        """Whether the condition cannot come about even if all melds that can be made of the cards lay there at once, each in all
        the states that it may have."""
        if self.is_lost is None:
            self.is_lost = is_lost(self)
        return self.is_lost

    def needs(self) -> tuple[Due, ...]:
        """Sorts of melds that must lie when all is laid, and how many of each besides what lies there."""
        if self.needed is None:
            self.needed = tuple(needs_of(self, (left for left, may in self.left_memo.items() if may)))
        return self.needed

    def doomed(self, melds: Iterable[Bag]) -> bool:
        """Whether the condition cannot come about, whatever else is laid, once one of some melds has been made."""
        known = self.sure.known(melds, every=True)
        ends = [self.left_with(left) for left, may in self.left_memo.items() if may]
        return bool(ends) and not any(self.may_come(end, unknown, known=known) for end, unknown in ends)

    def own(self, name: str) -> Any:
        """What a memory of the player, of the side or of the table is now."""
        return self.cells[self._own(name)]

    def may_come(
        self, end: Cells, unknown: Names, rising: Names = NOTHING, known: Mapping[str, object] = MappingProxyType({})
    ) -> bool:
        """Whether the condition holds in a position of which some cells are not known, or may hold after one act more. Of some
        places it holds all that they could come to have; some truths are known."""
        if self.wish.ahead or self.wish.cells & unknown or self.wish.faces or self.condition(end):
            return True
        known = known or self.sure.known(())
        for values in product(*((known[flag],) if flag in known else (True, False) for flag in self.flags)):
            cells = list(end)
            for flag, value in zip(self.flags, values, strict=True):
                cells[self._own(flag)] = value
            if any(self._possible(self.outlook.acts[name], tuple(cells), unknown - self.flags, rising) for name in self.last):
                return True
        return False

    def _flags(self) -> Names:
        """Truths that are not known, and on which the last act may hang; few, since each of their values is tried."""
        read = NOTHING.union(*(self.outlook.looked_at[name] for name in self.last))
        truths = {r.name for r in self.rulebook.layout.ranges if r.form == "truth"}
        return frozenset(sorted(truths & read & self.to_the_last.flags())[:MOST_FLAGS])

    def _changes(self, act: Conduct, end: Cells, unknown: Names, rising: Names) -> bool:
        """Whether an act without plays may change what the condition looks at."""
        name = act.line.name
        lines, rules = self.outlook.bringing(name, self.wish.cells), self.last[name].rules
        if lines is None or any(self.wish.cells & rule.written.everything() for rule in rules):
            return True
        stale = [(line.when, line.stale(rules)) for line in lines]
        told = [self.outlook.hoped(when, unknown | written, rising - written) for when, written in stale]
        return any(when is None or when.holds(end, self.seat) for when in told)

    def _possible(self, act: Conduct, end: Cells, unknown: Names, rising: Names) -> bool:
        """Whether an act without plays may be legal in a position of which some cells are not known, and bring about the
        condition, which does not hold there."""
        asks = [told for ask in act.asks if (told := self.outlook.hoped(ask, unknown, rising)) is not None]
        permits = [told for permit in act.permits if (told := self.outlook.hoped(permit, unknown, rising)) is not None]
        open_ = len(permits) < len(act.permits) or not act.permits
        nothing = [None] * len(act.line.fields)
        if any(not ask.holds(end, self.seat, *nothing) for ask in asks if not ask.free):
            return False
        if not open_ and all(not p.free for p in permits) and not any(p.holds(end, self.seat, *nothing) for p in permits):
            return False
        if not self._changes(act, end, unknown, rising):
            return False
        if act.source.cells & unknown or act.source.ahead:
            return True
        for one in candidates(self.referee, act.line, end, self.seat):
            values = bound(self.rulebook, end, one)
            if (
                all(ask.holds(end, self.seat, *values) for ask in asks)
                and (open_ or any(p.holds(end, self.seat, *values) for p in permits))
                and self._brings(act, values, end, unknown)
            ):
                return True
        return False

    def _brings(self, act: Conduct, values: list[Any], end: Cells, unknown: Names) -> bool:
        """Whether the condition may hold after an act without plays; told by the act itself where what it looks at is known."""
        name = act.line.name
        if (name, unknown) not in self.after_memo:
            after = self.outlook.unknown_after(act, self.last[name].rules, unknown)
            self.after_memo[name, unknown] = not self.wish.cells & after and not (self.wish.ahead or self.wish.faces)
        return not self.after_memo[name, unknown] or self.condition(moved(self.referee, end, name, self.seat, values))
