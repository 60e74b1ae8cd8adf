"""The other worlds of a case: how other readings answer its requests, from their first difference on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from meldspec.corpus.case import Goal, Script
from meldspec.corpus.divergence import GAME_BUDGET, told_at, trace
from meldspec.corpus.expect import expectations, first_difference
from meldspec.corpus.family import Arena
from meldspec.engine.lookahead.search import OutOfBudget
from meldspec.engine.rulebook import Rulebook
from meldspec.position.request import NoPosition
from meldspec.protocol.case import World
from meldspec.protocol.messages import ActRequest, Expected

Answers = Sequence[Expected]


def worlds(arena: Arena, script: Script, expect: Answers) -> tuple[World, ...]:
    """Every other reading under which the script is answered otherwise, from the first difference on (one answer)."""
    found = []
    acts = {request.action.type for request in script.requests if isinstance(request, ActRequest)}
    for (question, reading), rulebook in arena.readings.items():
        kin = arena.kin[question, reading]
        if kin.same_table and not acts & kin.judges_otherwise:
            continue
        other = _difference(rulebook, script, expect)
        if other is not None:
            number, mine = other
            found.append(World({question: reading}, number, (mine,)))
    return tuple(found)


def _difference(rulebook: Rulebook, script: Script, expect: Answers) -> tuple[int, Expected] | None:
    """The first request that another reading answers otherwise, and its answer; none where that takes too long, or it has no such
    position."""
    rulebook.search.forget()
    rulebook.search.budget = GAME_BUDGET
    try:
        return first_difference(rulebook, script.requests, expect)
    except (OutOfBudget, NoPosition):
        return None
    finally:
        rulebook.search.budget = None


# ── readings that matter in company ─────────────────────────────────────────────────────────────────────────────────────────


def is_otherwise(arena: Arena, goal: Goal, script: Script) -> bool:
    """Whether a reading together with its company is answered otherwise than the defaults, before the script ends: only so can
    it be seen that an implementation reads both otherwise. Where there is no company it is.

    The reading alone must change nothing: where it does, the script begins with a table that play never comes to by default.
    """
    if arena.plain is None:
        return True
    key = goal.of, goal.reading
    try:
        played = trace(arena.plain, script.requests)
    except NoPosition:
        return False
    return told_at(arena.readings[key], played) is not None and told_at(arena.alone[key], played) is None


def worlds_beside(arena: Arena, beside: Arena, goal: Goal, script: Script, whole: Script, expect: Answers) -> tuple[World, ...]:
    """The worlds of a case in which a reading parts from its company alone, at the end of `script`: that of the company and that of
    both with all their answers up to there, those of other readings up to where they go another way than these two."""
    together = {**dict(beside.company), goal.of: goal.reading}
    both = beside.readings[goal.of, goal.reading]
    ways = [_answers(rulebook, script) for rulebook in (beside.rulebook, both)]
    found = []
    for world in worlds(arena, whole, expect):
        mine = _answers(arena.readings[next(iter(world.readings.items()))], script)
        found.append(replace(world, expect=(*world.expect, *_along(mine, world.start, ways))))
    for readings, way in ((dict(beside.company), ways[0]), (together, ways[1])):
        at = next((n for n, said in enumerate(way) if said != expect[n]), None)
        if len(readings) > 1 and at is not None:
            found.append(World(readings, at, tuple(way[at:])))
    return tuple(found)


def _answers(rulebook: Rulebook, script: Script) -> Answers:
    """What a rulebook answers to all requests."""
    rulebook.search.forget()
    return expectations(rulebook, script.requests)


def _along(mine: Answers, start: int, ways: Sequence[Answers]) -> Answers:
    """The answers after a first one, up to the one that is on none of some ways."""
    found = []
    for number in range(start, len(mine)):
        found.append(mine[number])
        if all(mine[number] != way[number] for way in ways):
            break
    return found[1:]
