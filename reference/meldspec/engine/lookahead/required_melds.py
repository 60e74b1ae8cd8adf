"""Whether anything can come of laying cards, and which melds must lie at the end, whatever is laid.

Melds are needed by `some MELD in MELDS has …` and by `the number of (MELD in MELDS where …) is at least N`.
They are read off what an act that could bring the condition about asks, and off what its effects hang on.
Needed is what every such act needs, whatever cards are left over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from meldspec.book.core import Cell, Const, Core, Each, Op
from meldspec.book.reach import OWN, Names
from meldspec.engine.candidates import single_plays
from meldspec.engine.compile.record import CompiledField
from meldspec.engine.lookahead.effects_analysis import NOTHING, YES, Duty, duty
from meldspec.engine.lookahead.pruner import Due
from meldspec.engine.play import RefereeLike
from meldspec.engine.runtime import all_in, joined
from meldspec.table.table import Cells
from meldspec.table.values import NEW, Bag

if TYPE_CHECKING:
    from meldspec.engine.lookahead.act_summaries import Conduct
    from meldspec.engine.lookahead.query import Prospect

Named = tuple[str, Core]
"""A name for a meld, and what is said of it."""


def grows_alone(prospect: Prospect, unknown: Names) -> bool:
    """Whether melds change only by the cards being laid, and the condition does not come about by that alone."""
    wish, groups, fields = prospect.wish, prospect.groups, laying(prospect)
    if len(groups) != 1 or len(prospect.sources) != 1 or groups & unknown:
        return False
    if wish.ahead or wish.faces or wish.cells & (unknown | prospect.change.all()):
        return False
    sources = (field.offered(prospect.referee, prospect.cells, prospect.seat) for field in fields)
    return all(all_in(prospect.cards, source) for source in sources)


def laying(prospect: Prospect) -> list[CompiledField]:
    """The fields of plays of all acts that may follow."""
    return [act.line.plays for act in prospect.change.acts if act.line.plays is not None]


def at_last(prospect: Prospect) -> Names:
    """What is not known at the end, the standing rules that then wake included; of what is laid it is known that it is laid."""
    rules = (rule for rule in prospect.to_the_last.rules if rule.gathers is None)
    return prospect.unknown.union(*(rule.written.everything() for rule in rules))


def is_lost(prospect: Prospect) -> bool:
    """Whether the condition cannot come about even if all melds that can be made lay there at once, in all their states."""
    unknown = at_last(prospect)
    if not grows_alone(prospect, unknown):
        return False
    end, fields = list(prospect.cells), laying(prospect)
    own = fields[0].melds_cell(prospect.seat)
    end[own] = (*end[own], *all_states(prospect.referee, fields, prospect.cells, prospect.seat, prospect.cards))
    return not prospect.may_come(tuple(end), unknown | prospect.change.laid, prospect.groups)


def all_states(referee: RefereeLike, fields: list[CompiledField], cells: Cells, seat: int, cards: Bag) -> Iterator[Bag]:
    """All melds that some cards can make, by themselves or with melds that lie: each as often as there are cards for it."""
    classes = referee.rulebook.faces.classes
    held = Counter(classes[card] for card in cards)
    lying = cells[fields[0].melds_cell(seat)]
    for to, some in dict.fromkeys(play for field in fields for play in single_plays(referee, field, cells, seat)):
        told = Counter(classes[card] for card in some)
        if isinstance(to, int) and told <= held:
            often = min(held[k] // n for k, n in told.items()) if to == NEW else 1
            yield from [joined(() if to == NEW else lying[to], some)] * often


def needs_of(prospect: Prospect, lefts: Iterable[int]) -> Iterator[Due]:
    """The melds that are needed whichever cards are left over, and how many of each besides what lies there."""
    if not grows_alone(prospect, at_last(prospect)):
        return
    lying = prospect.cells[laying(prospect)[0].melds_cell(prospect.seat)]
    for need, many in Needs(prospect).all(prospect.left_with(left) for left in lefts):
        is_such = partial(need.holds, prospect.cells, prospect.seat)
        due = many - sum(map(is_such, lying))
        if due > 0:
            yield due, is_such


class Needs:
    """Reads the needs of one question off the lines."""

    def __init__(self, prospect: Prospect) -> None:
        self.prospect, self.groups = prospect, prospect.groups
        self.changing = prospect.change.all() | at_last(prospect)

    def all(self, ends: Iterable[tuple[Cells, Names]]) -> Iterator[tuple[Duty, int]]:
        """The melds that are needed at all of some ends, of which some cells are not known, and how many of each."""
        common: dict[Named, int] | None = None
        for end, unknown in ends:
            for name in self.prospect.last:
                asked = self._of_act(self.prospect.outlook.acts[name], end, unknown)
                if asked is not None:
                    common = asked if common is None else _both(common, asked)
        outlook = self.prospect.outlook
        for (var, said), many in (common or {}).items():
            such = duty(outlook.rulebook, outlook.reader, YES, said, (var,))
            if such.free <= {var}:
                yield such, many

    def _of_act(self, act: Conduct, end: Cells, unknown: Names) -> dict[Named, int] | None:
        """What an act that brings the condition about needs; none where no such act can."""
        outlook, seat = self.prospect.outlook, self.prospect.seat
        found: dict[Named, int] = {}
        rules = self.prospect.last[act.line.name].rules
        written = NOTHING.union(*(rule.written.everything() for rule in rules))
        if (act.written.everything() | written) & self.groups:
            return found
        for ask in act.asks:
            under = duty(outlook.rulebook, outlook.reader, YES, ask.guard, ())
            if not under.free and under.told_by(unknown) and under.holds(end, seat):
                found |= dict(self._needed(ask.body))
        lines = outlook.bringing(act.line.name, self.prospect.wish.cells)
        if lines is None or self.prospect.wish.cells & written:
            return found
        told = [line.when for line in lines if self._may_hold(line.when, end, unknown | line.stale(rules))]
        arms = [dict(self._needed(when.body)) for when in told]
        if not arms:
            return None
        common = arms[0]
        for arm in arms[1:]:
            common = _both(common, arm)
        return found | {named: max(many, found.get(named, 0)) for named, many in common.items()}

    def _may_hold(self, when: Duty, end: Cells, unknown: Names) -> bool:
        """Whether a condition may hold, some cells being unknown."""
        told = self.prospect.outlook.hoped(when, unknown)
        return told is None or told.holds(end, self.prospect.seat)

    def _needed(self, core: Core) -> Iterator[tuple[Named, int]]:
        """The melds that must lie where a condition holds."""
        for part in self.prospect.outlook.reader.parts(core):
            match part:
                case Each("some", var, Cell(groups, owner), said) if owner in OWN and groups in self.groups:
                    yield (var, self._alone(said)), 1
                case Op("ge" | "gt" as op, (Op("number", (listed,)), Const(int(number)))):
                    match self.prospect.outlook.reader.inlined(listed):
                        case Each("where", var, Cell(groups, owner), said) if owner in OWN and groups in self.groups:
                            yield (var, self._alone(said)), number + (op == "gt")

    def _alone(self, said: Core) -> Core:
        """What is said of a meld, as far as it hangs on that meld alone."""
        return self.prospect.outlook.reader.hoped(said, self.changing)


def _both(one: dict[Named, int], other: dict[Named, int]) -> dict[Named, int]:
    """What is needed either way."""
    return {named: min(many, other[named]) for named, many in one.items() if named in other}
