"""How far a condition is from coming out otherwise: what a search climbs down.

As search-based testing has it: a number that is to be 5 and is 2 is farther away than one that is 4; of parts that must all hold
the distances are added up, of parts of which one is enough the least counts. Whatever cannot be told in steps is there or not.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from meldspec.book.core import Call, Core, Each, Op
from meldspec.book.fold import YES
from meldspec.book.sheet import EffectLine, JudgeLine, Loop
from meldspec.engine.asked import Asked
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.language.immutable import kept_with
from meldspec.table.faults import RulesFault
from meldspec.table.table import Cells

FAR = 1.0
"""How far a part is that does not come out as wanted, and of which no step is known."""
UNKNOWN = (RulesFault, Unanswered, LookupError, TypeError, AttributeError)
"""What comes of asking for what nobody can tell at this table."""
Env = Mapping[str, Any]
"""What the variables of an expression are, the player and `afterwards` among them."""
Args = tuple[Core, ...]
ORDERED = {"ge": (1, 0), "gt": (1, 1), "le": (-1, 0), "lt": (-1, 1)}
"""Words that hold numbers against each other: which way, and by how much at least."""


def passes(line: JudgeLine) -> Core:
    """The condition under which a line about an act, or about a kind, lets it pass; of `allow` that under which it permits it."""
    when = YES if line.when is None else line.when
    if line.mode == "allow":
        return when
    unless = Op("not", (when,), "truth")
    return unless if line.require is None else Op("or", (unless, line.require), "truth")


def somewhere(loop: Loop | None, condition: Core | None) -> Core:
    """That a condition holds for something that a loop goes through."""
    held = YES if condition is None else condition
    return held if loop is None else Each("some", loop.var, loop.source, held, "truth")


def happens(line: EffectLine) -> Core:
    """The condition under which an effect comes about."""
    return somewhere(line.loop, line.when)


class BranchDistance:
    """How far the conditions of one rulebook are from what they are wanted to be; 0 where they are that."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.terms = rulebook.selection.terms
        self._asked = Asked(rulebook)

    def of(self, core: Core, wanted: bool, cells: Cells, env: Env, judge: Any) -> float:
        """How far a condition is, at a table, from being so or, where that is `wanted`, from not being so."""
        match core:
            case Op("not", (arg,)):
                return self.of(arg, not wanted, cells, env, judge)
            case Op("and" | "or" as op, args):
                every = [self.of(arg, wanted, cells, env, judge) for arg in args]
                return sum(every) if (op == "and") is wanted else min(every)
            case Op("ge" | "le" | "gt" | "lt" | "eq" as op, (first, second)) if first.type == second.type == "number":
                return _gap(op, wanted, self.ask(first, cells, env, judge), self.ask(second, cells, env, judge))
            case Op("between", (_, _, low, high)):
                count = len(self.ask(_counted(core), cells, env, judge))
                bounds = [self.ask(bound, cells, env, judge) for bound in (low, high)]
                return _between(wanted, count, *bounds)
            case Each("every" | "some" | "no" as mode, var, source, body):
                members = self.ask(source, cells, env, judge)
                told = [self.of(body, wanted is (mode != "no"), cells, {**env, var: one}, judge) for one in members]
                if (mode == "some") is wanted:
                    return min(told, default=FAR)
                return sum(told)
            case Call(name, args) if name in self.terms and core.type == "truth":
                given = {of: self.ask(arg, cells, env, judge) for of, arg in args}
                return self.of(self.terms[name].body, wanted, cells, given, judge)
            case _:
                return 0.0 if bool(self.ask(core, cells, env, judge)) is wanted else FAR

    def ask(self, core: Core, cells: Cells, env: Env, judge: Any) -> Any:
        """What an expression comes to at a table."""
        return self._asked.value(core, judge, cells, env)


@kept_with
def _counted(core: Op) -> Core:
    """The cards of which a condition asks how many there are."""
    members, source, *_ = core.args
    return Op("filter", (members, source), "cards")


def _gap(op: str, wanted: bool, first: int, second: int) -> float:
    """How far two numbers are from being in a relation, or from not being in it."""
    if op == "eq":
        apart = abs(first - second) if wanted else int(first == second)
        return _scaled(apart)
    way, least = ORDERED[op]
    short = way * (second - first) + least
    return _scaled(max(0, short if wanted else 1 - short))


def _between(wanted: bool, count: int, low: int | None, high: int | None) -> float:
    """How far a number is from being within bounds, or from being beyond one of them."""
    below = 0 if low is None else max(0, low - count)
    above = 0 if high is None else max(0, count - high)
    if wanted:
        return _scaled(below + above)
    ways = [] if low is None else [max(0, count - low + 1)]
    ways += [] if high is None else [max(0, high - count + 1)]
    return _scaled(min(ways, default=1)) if not below + above else 0.0


def _scaled(steps: int) -> float:
    """Steps as a part of one, so that no number outweighs a part that is not there at all."""
    return steps / (steps + 1)


class PairDistance:
    """How far two conditions, each of a rulebook of its own, are from coming out differently."""

    def __init__(self, true: Rulebook, other: Rulebook) -> None:
        self.both = BranchDistance(true), BranchDistance(other)

    def of(self, true: Core, other: Core, cells: Cells, env: Env, judges: tuple[Any, Any]) -> float:
        """How far they are apart from that at a table."""
        found = []
        for wanted in (True, False):
            try:
                mine = self.both[0].of(true, wanted, cells, env, judges[0])
                found.append(mine + self.both[1].of(other, not wanted, cells, env, judges[1]))
            except UNKNOWN:
                found.append(2 * FAR)
        return min(found)

    def between(self, true: Core, other: Core, cells: Cells, env: Env, judges: tuple[Any, Any]) -> float:
        """How far two expressions are from coming to something different: of a choice, how far that is from its being made by what
        differs."""
        match true, other:
            case (Op("choose", arms), Op("choose", others)) if len(arms) == len(others):
                return min(self._arms(arms, others, cells, env, judges), default=2 * FAR)
            case _ if true.type == "truth":
                return self.of(true, other, cells, env, judges)
            case _:
                return self._compared(true, other, cells, env, judges)

    def _compared(self, true: Core, other: Core, cells: Cells, env: Env, judges: tuple[Any, Any]) -> float:
        """The same of what comes to no truth: there, or not."""
        try:
            mine, theirs = self.both[0].ask(true, cells, env, judges[0]), self.both[1].ask(other, cells, env, judges[1])
        except UNKNOWN:
            return 2 * FAR
        return FAR if mine == theirs else 0.0

    def _arms(self, arms: Args, others: Args, cells: Cells, env: Env, judges: tuple[Any, Any]) -> Iterator[float]:
        """How far each arm of a choice is from having it made otherwise; those before it must not be chosen."""
        passed = 0.0
        for number in range(0, len(arms) - 1, 2):
            value, condition = arms[number : number + 2]
            if condition != others[number + 1]:
                yield passed + self.of(condition, others[number + 1], cells, env, judges)
            if value != others[number]:
                chosen = self.met(condition, cells, env, judges[0])
                yield passed + chosen + self.between(value, others[number], cells, env, judges)
            passed += self.met(condition, cells, env, judges[0], wanted=False)
        if arms[-1] != others[-1]:
            yield passed + self.between(arms[-1], others[-1], cells, env, judges)

    def met(self, true: Core, cells: Cells, env: Env, judge: Any, wanted: bool = True) -> float:
        """How far the true one is from being met, or from not being met."""
        try:
            return self.both[0].of(true, wanted, cells, env, judge)
        except UNKNOWN:
            return FAR
