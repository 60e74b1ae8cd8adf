"""Truths that are known once cards have been laid, in whatever acts: `then FLAG becomes yes when some play in plays has (what its
result is)`.

Whoever lays all of some cards makes the last play onto each meld, too, and its result is the meld as it lies then.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from meldspec.book.core import Cell, Const, Each, Op, Var
from meldspec.book.sheet import EffectLine
from meldspec.book.traverse import below
from meldspec.engine.lookahead.act_summaries import Conduct
from meldspec.engine.lookahead.effects_analysis import YES, Duty, duty
from meldspec.table.selection import folded
from meldspec.table.values import NEW, Bag

if TYPE_CHECKING:
    from meldspec.engine.lookahead.query import Prospect


@dataclass(frozen=True)
class Setting:
    """What a line may make of a truth: when an act is done at all, when some play's result is such, or when that is not known."""

    value: object
    always: bool
    such: Duty | None


class Sure:
    """The truths of one question, and what can be told of them."""

    def __init__(self, prospect: Prospect) -> None:
        self.prospect = prospect
        self.made: dict[tuple[str, Bag], bool] = {}

    @cached_property
    def settings(self) -> dict[str, list[list[Setting]]]:
        """For each truth that only ever comes to have one value, what each act may make of it."""
        found = {}
        for flag in self.prospect.flags:
            told = [self._settings(act, flag) for act in self.prospect.change.acts]
            if all(one is not None for one in told) and len({s.value for one in told for s in one or ()}) == 1:
                found[flag] = [one or [] for one in told]
        return found

    def known(self, melds: Iterable[Bag], every: bool = False) -> dict[str, object]:
        """The truths that are known once all has been laid and such melds have been made (with `every`: any one of them)."""
        told, melds = {}, list(melds)
        for flag, acts in self.settings.items():
            value = next(setting.value for settings in acts for setting in settings)
            made = (self._makes(flag, meld) for meld in melds)
            if self.prospect.own(flag) == value or (melds and (all(made) if every else any(made))):
                told[flag] = value
        return told

    def _makes(self, flag: str, meld: Bag) -> bool:
        """Whether whatever act makes the last play onto a meld sets a truth."""
        if (flag, meld) not in self.made:
            cells, seat = self.prospect.cells, self.prospect.seat
            play: Any = (NEW, meld, ())
            self.made[flag, meld] = all(
                any(s.always or (s.such is not None and s.such.holds(cells, seat, play)) for s in settings)
                for settings in self.settings[flag]
            )
        return self.made[flag, meld]

    def _settings(self, act: Conduct, flag: str) -> list[Setting] | None:
        """What an act may make of a truth; none where that is not told."""
        reader, effects = self.prospect.outlook.reader, self.prospect.outlook.selection.sheet.effects
        found = []
        for line in self.prospect.outlook.selection.chosen(effects.get(act.line.name, [])):
            if flag in reader.writes([line]).everything():
                match line:
                    case EffectLine(_, "becomes", (Cell(), Const(value))):
                        found.append(self._setting(line, value, act))
                    case _:
                        return None
        return found

    def _setting(self, line: EffectLine, value: object, act: Conduct) -> Setting:
        outlook = self.prospect.outlook
        plays = next(f.name for f in act.line.fields if f.type == "plays")
        if line.loop is not None or line.when is None:
            return Setting(value, line.loop is None, None)
        match folded(line.when, outlook.selection):
            case Each("some", var, Var(name), said) if name == plays and self.prospect.lasting:
                such = duty(outlook.rulebook, outlook.reader, YES, said, (var,))
                if such.free <= {var} and such.told_by(self.prospect.change.all()) and _of_result(var, such):
                    return Setting(value, False, such)
        return Setting(value, False, None)


def _of_result(var: str, such: Duty) -> bool:
    """Whether something is said of a play's result alone."""
    nodes = list(below(such.body))
    results = [node for node in nodes if isinstance(node, Op) and node.op == "result" and isinstance(node.args[0], Var)]
    return len(results) == sum(isinstance(node, Var) and node.name == var for node in nodes)
