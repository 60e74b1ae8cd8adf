"""Which cases a run of some size plays: a small set that shows what all of them are known to show, and a smaller one to begin with.

Worked out from what is kept with the cases alone (their goals, the altered lines that they were made to tell from the true ones,
how many such lines they were the first to tell when that was last counted, the readings that they part, the lines that decide in
them), so that it comes out alike everywhere.
"""

from collections.abc import Collection, Iterable, Mapping

from meldspec.corpus.plan import Planned
from meldspec.protocol.case import LISTS, Case, deciding, of_acts
from meldspec.protocol.manifest import FULL, SIZES
from meldspec.protocol.messages import Illegal, PositionRequest, sort_of

Shown = tuple[object, ...]
"""One thing that a case is known to show."""
SMOKE, STANDARD, _ = SIZES
LONGEST = 20
"""Requests of the longest case of the smallest size, its witness among them."""
SET_OUT = 0
"""The seed under which a case is kept that somebody has set out by hand."""
MOST = 500
"""Requests of all cases of the smallest size."""


def sizes(planned: Mapping[str, Planned], cases: Mapping[str, Case]) -> dict[str, str]:
    """The size of every case of a variant."""
    plain = sorted(cases.values(), key=plainness)
    standard = standard_of(plain, planned)
    smoke = smoke_of([case for case in plain if case.id in standard], {name: one.kills for name, one in planned.items()})
    return {name: SMOKE if name in smoke else STANDARD if name in standard else FULL for name in cases}


def plainness(case: Case) -> tuple[bool, int, int, str]:
    """How plain a case is: those that begin with a deal come before others, then the shorter ones, then those that fewer readings
    answer otherwise."""
    position = isinstance(case.requests[0], PositionRequest)
    return position, len(case.requests), len(case.worlds), case.id


def shown_by(planned: Planned, case: Case) -> frozenset[Shown]:
    """All that a case is known to show."""
    if case.purpose == LISTS:
        # Not all tell lists; whoever does not is to be shown all else by acts.
        return frozenset({("goal", planned.goal, planned.options)})
    at = deciding(case)
    refused = isinstance(case.expect[at], Illegal)
    shown: set[Shown] = {("goal", planned.goal, planned.options), _made_for(planned)}
    shown |= {("reading", *sorted(world.readings.items())) for world in case.worlds}
    if planned.goal.purpose == "reading":
        # Who is taken to read so by one sort of act is to show it in the others that a case was made for.
        shown.add(("parted by", planned.goal.of, planned.goal.reading, sort_of(case.requests[at])))
    shown |= {("line", line, refused) for line in case.because[at]}
    if planned.seed == SET_OUT and not planned.told and not planned.mistake:
        # Somebody knew a mistake that it shows, of which nothing is kept (decision 74).
        shown.add(("set out", case.id))
    return frozenset(shown)


def _made_for(planned: Planned) -> Shown:
    """What a case was made to tell."""
    return "told", planned.goal.of, planned.told or planned.mistake, planned.goal.purpose


def standard_of(plain: Iterable[Case], planned: Mapping[str, Planned]) -> set[str]:
    """A small set that shows all that is known to be shown, with the plainest case of every goal."""
    shown = {case.id: shown_by(planned[case.id], case) for case in plain}
    twins: dict[object, str] = {}
    for name in shown:
        twins.setdefault(planned[name].goal, name)
    return covering(shown, set(twins.values()))


def smoke_of(plain: Iterable[Case], kills: Mapping[str, int]) -> set[str]:
    """The cases that tell the most altered lines for a request, and then the plainest that are about clauses and questions of which
    none of them is, as far as they are few requests in all."""
    some = [case for case in of_acts(plain) if requests_of(case) <= LONGEST]
    cost = {case.id: requests_of(case) for case in some}
    telling = sorted((name for name in cost if kills.get(name, 0)), key=lambda name: (-kills[name] / cost[name], cost[name], name))
    chosen = _affordable(telling, cost, set())
    shown = {case.id: frozenset[Shown]((name,) for name in (*case.about.clauses, *case.about.questions)) for case in some}
    # Cheapest first: of what cannot be had for so few requests more would be left out otherwise.
    return _affordable(sorted(covering(shown, chosen) - chosen, key=lambda name: (cost[name], name)), cost, chosen)


def _affordable(names: Iterable[str], cost: Mapping[str, int], chosen: Collection[str]) -> set[str]:
    """Chosen cases, and those of some others that there are requests left for, the first before the others."""
    bought = set(chosen)
    spent = sum(cost[name] for name in bought)
    for name in names:
        if spent + cost[name] <= MOST:
            bought.add(name)
            spent += cost[name]
    return bought


def requests_of(case: Case) -> int:
    """How many requests a case takes of somebody who takes no positions."""
    return len(case.requests) + (len(case.witness.requests) if case.witness else 0)


def covering(shown: Mapping[str, Collection[Shown]], chosen: set[str]) -> set[str]:
    """Some sets and as many more as it takes to have every element in one of them: by turns the one that has most of what is
    missing, of several the first; those without which nothing would be missing are left out again at the end."""
    kept, missing = set(chosen), {one for some in shown.values() for one in some}
    missing -= {one for name in kept for one in shown[name]}
    order = {name: number for number, name in enumerate(shown)}

    def gain(name: str) -> tuple[int, int]:
        return len(missing.intersection(shown[name])), -order[name]

    while missing:
        best = max(shown.keys() - kept, key=gain)
        kept.add(best)
        missing -= set(shown[best])
    return _without_spare(shown, kept, chosen)


def _without_spare(shown: Mapping[str, Collection[Shown]], kept: set[str], needed: Collection[str]) -> set[str]:
    """The chosen sets less those that the others make needless, the last ones first; some are needed."""
    count: dict[Shown, int] = {}
    for name in kept:
        for one in shown[name]:
            count[one] = count.get(one, 0) + 1
    for name in [name for name in reversed(list(shown)) if name in kept and name not in needed]:
        if all(count[one] > 1 for one in shown[name]):
            kept.remove(name)
            for one in shown[name]:
                count[one] -= 1
    return kept
