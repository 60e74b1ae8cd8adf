"""Which cases are played first.

A handful show what an implementation takes; then comes the plainest case of every goal that it can express, then the others.
All cases are played, so what comes of a run does not hang on it; who is stopped, or looks on, has the plain cases first.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from meldspec.protocol.case import Case
from meldspec.runner.outcome import Kind
from meldspec.runner.play import Recording
from meldspec.runner.traits import SPECIAL, Asked, Goal, goal, traits, unclaimed

PROBES = 12
"""How many cases are played first at most, to learn what is taken."""
COMMON = 4
"""What one in so many cases has is asked of nobody: who does not take that takes next to nothing."""


@dataclass
class Pool:
    """The cases of a run, out of which plain ones are chosen first; nothing hangs on the order in which they are given but which
    goal comes first."""

    cases: Sequence[Case]
    features: Collection[str] = ()
    """The features that the implementation claims."""

    @cached_property
    def probes(self) -> tuple[tuple[str, Case], ...]:
        """What is asked by which case: of everything on which a choice hangs the plainest case that has as little else of it as can
        be, those first that matter to the most goals."""
        found: dict[str, Case] = {}
        # What needs a feature is told by hello.
        wanted = [what for what, _ in self._at_stake.most_common() if not unclaimed(what, self.features)]
        for what in wanted:
            having = [case for case in self.cases if what in self._traits[case.id] and not self._unsent(case)]
            taken = {case.id for case in found.values()}
            if having and len(taken) < PROBES and not any(case.id in taken for case in having):
                found[what] = min(having, key=lambda case: (self._at_stake_in(case), *self._dear(case)))
        return tuple(found.items())

    def asked(self, recordings: Mapping[str, Recording]) -> tuple[Asked, ...]:
        """What the cases that were played first show."""
        played = [one for _, case in self.probes if (one := recordings.get(case.id)) is not None]
        taken = {what for one in played for what, step in self._traits[one.case.id].items() if len(one.answers) > step}
        refused = {case: what for one in played if (what := self._refused(one, taken)) is not None for case in [one.case.id]}
        shown = {what: case.id for what, case in self.probes}
        found = []
        for what in sorted(self._at_stake):
            lacks = what in refused.values() or unclaimed(what, self.features)
            takes = True if what in taken else False if lacks else None
            case = next((id for id, one in refused.items() if one == what), shown.get(what))
            found.append(Asked(what, takes, case or self._showing(what, played)))
        return tuple(found)

    def in_order(self, asked: Sequence[Asked]) -> list[Case]:
        """All other cases: first of every goal the plainest one that can be expressed, then the next one of each."""
        lacking = {one.what for one in asked if one.takes is False}
        probes = {case.id for _, case in self.probes}
        goals: dict[Goal, list[Case]] = {}
        for case in self.cases:
            goals.setdefault(goal(case), []).append(case)
        for several in goals.values():
            several.sort(key=lambda case: (not lacking.isdisjoint(self._traits[case.id]), *self._dear(case)))
        rounds = sorted((number, place, case.id) for place, some in enumerate(goals.values()) for number, case in enumerate(some))
        named = {case.id: case for case in self.cases}
        return [named[id] for _, _, id in rounds if id not in probes]

    # ── how plain a case is ─────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def _traits(self) -> dict[str, dict[str, int]]:
        return {case.id: traits(case) for case in self.cases}

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(what for had in self._traits.values() for what in had)

    @cached_property
    def _special(self) -> frozenset[str]:
        """What fewer than half of the cases have."""
        return frozenset(what for what, count in self._counts.items() if 2 * count < len(self.cases))

    def _dear(self, case: Case) -> tuple[int, str]:
        """How dear a case is, and its id, so that no two are as dear."""
        return len(case.requests) + SPECIAL * len(self._special & self._traits[case.id].keys()), case.id

    @cached_property
    def _at_stake(self) -> Counter[str]:
        """What some cases of a goal have and others do not, if it is not common, with the number of these goals."""
        goals: dict[Goal, list[set[str]]] = {}
        for case in self.cases:
            goals.setdefault(goal(case), []).append(set(self._traits[case.id]))
        counts = Counter(
            what for some in goals.values() for what in set[str]().union(*some).difference(set[str].intersection(*some))
        )
        return Counter({what: counts[what] for what in sorted(counts) if COMMON * self._counts[what] < len(self.cases)})

    def _at_stake_in(self, case: Case) -> int:
        return len(self._at_stake.keys() & self._traits[case.id].keys())

    def _unsent(self, case: Case) -> bool:
        """Whether some request of a case is not sent, for want of a feature."""
        return any(unclaimed(what, self.features) for what in self._traits[case.id])

    # ── what was answered ───────────────────────────────────────────────────────────────────────────────────

    def _refused(self, one: Recording, taken: Collection[str]) -> str | None:
        """What was not supported in a case, where it can be nothing else."""
        if one.ended is not Kind.UNSUPPORTED:
            return None
        new = [what for what, step in self._traits[one.case.id].items() if step == len(one.answers) and what not in taken]
        return new[0] if len(new) == 1 else None

    def _showing(self, what: str, played: Sequence[Recording]) -> str | None:
        """The first of some cases that has something, if one has."""
        return next((one.case.id for one in played if what in self._traits[one.case.id]), None)
