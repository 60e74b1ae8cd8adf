"""How other readings answer a case's requests, from their first difference on: the `worlds` of a case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from meldspec.corpus.case import Goal, Script
from meldspec.corpus.divergence import first_divergence, trace
from meldspec.corpus.expect import expectations
from meldspec.corpus.family import RulebookFamily
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.position.request import NoPosition
from meldspec.protocol.case import World
from meldspec.protocol.messages import Expected

BUDGET = 60_000
"""How many acts the look-ahead of another reading may try over one case. What is given up here is missing from a case that is kept,
so it is worth more than in a search."""
Answers = Sequence[Expected]


def other_answers(family: RulebookFamily, script: Script) -> tuple[World, ...]:
    """Every other reading under which the script is answered differently, from the first difference on (one answer)."""
    played = trace(family.referee, script.requests)
    found = []
    for (question, reading), other in family.readings.items():
        at = first_divergence(other.rulebook, played, other.difference, BUDGET)
        if at is not None:
            assert at.answer is not None, f"the rules break under {question}={reading}"
            found.append(World({question: reading}, at.number, (at.answer,)))
    return tuple(found)


# ── readings that matter in company ─────────────────────────────────────────────────────────────────────────────────────────


def needs_company(family: RulebookFamily, goal: Goal, script: Script) -> bool:
    """Whether a reading together with its company is answered differently than the defaults, before the script ends: only so can
    it be seen that an implementation reads both so. Where there is no company it is.

    The reading alone must change nothing: where it does, the script begins with a table that play never comes to by default.
    """
    if family.default is None:
        return True
    key = goal.of, goal.reading
    try:
        played = trace(family.default.referee, script.requests)
    except NoPosition:
        return False
    together, alone = family.readings[key], family.default.readings[key]
    # Its difference is that beside the company, not beside the defaults that have played this; so it is not asked.
    return first_divergence(together.rulebook, played) is not None and alone.diverges_at(played) is None


def answers_in_company(beside: RulebookFamily, goal: Goal, script: Script, whole: Script, expect: Answers) -> tuple[World, ...]:
    """The `worlds` of a case in which a reading differs from its company alone, at the end of `script`: that of the company and
    that of both with all their answers up to there, those of other readings up to where they go another way than these two."""
    assert beside.default is not None
    together = {**dict(beside.company), goal.of: goal.reading}
    both = beside.readings[goal.of, goal.reading].rulebook
    ways = [_answers(rulebook, script) for rulebook in (beside.rulebook, both)]
    found = []
    for world in other_answers(beside.default, whole):
        mine = _answers(beside.default.readings[next(iter(world.readings.items()))].rulebook, script)
        found.append(replace(world, expect=(*world.expect, *_along(mine, world.start, ways))))
    for readings, way in ((dict(beside.company), ways[0]), (together, ways[1])):
        at = next((n for n, said in enumerate(way) if said != expect[n]), None)
        if len(readings) > 1 and at is not None:
            found.append(World(readings, at, tuple(way[at:])))
    return tuple(found)


def _answers(rulebook: Rulebook, script: Script) -> Answers:
    """What a rulebook answers to all requests."""
    return expectations(Referee(rulebook), script.requests)


def _along(mine: Answers, start: int, ways: Sequence[Answers]) -> Answers:
    """The answers after a first one, up to the one that is on none of some ways."""
    found = []
    for number in range(start, len(mine)):
        found.append(mine[number])
        if all(mine[number] != way[number] for way in ways):
            break
    return found[1:]
