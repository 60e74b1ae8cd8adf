"""Scripts → cases: shrunk, with what is expected and how other readings answer."""

from __future__ import annotations

from typing import Any

from meldspec.corpus.case import FORMAT, Goal, Script
from meldspec.corpus.expect import answer, expectations, first_difference, lines_behind
from meldspec.corpus.find import Arena, difference, refusers
from meldspec.corpus.shrink import shrunk
from meldspec.engine.acts import ActError, act_from_action, action_from_act
from meldspec.engine.enumerate import legal_acts
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.step import Table, judged

INSTEAD = 6
"""How many acts that the rules allowed instead are kept with a refused act."""


def shows(arena: Arena, goal: Goal, script: Script) -> bool:
    """Whether a script reaches its goal: every act before the last is legal, and the last one shows what it should."""
    rulebook = arena.rulebook
    expect = expectations(rulebook, script.requests)
    if any(e.get("verdict", "legal") != "legal" for e in expect[:-1]):
        return False
    last = len(script.requests) - 1
    if goal.purpose == "reading":
        return difference(arena.readings[goal.of, goal.reading], script.requests, expect) == last
    if goal.purpose == "effect":
        spoilt = [book for tag, book in arena.spoilt if tag.clause == goal.of]
        return any(difference(book, script.requests, expect) == last for book in spoilt)
    return last > 0 and _judges_last(arena, goal, script)


def _judges_last(arena: Arena, goal: Goal, script: Script) -> bool:
    """Whether a clause alone refuses the last act, or permits it."""
    rulebook = arena.rulebook
    table: Table | None = None
    for request in script.requests[:-1]:
        _, table, _ = answer(rulebook, table, request)
    assert table is not None
    last = script.requests[-1]
    try:
        act = act_from_action(rulebook, last["seat"], last["action"])
    except ActError:
        return False
    verdict = judged(rulebook, table.cells, act)
    clauses = {tag.clause for tag in verdict.lines}
    if goal.purpose == "refuses":
        return not verdict.legal and goal.of in refusers(rulebook, act, verdict)
    permits = len(verdict.lines) == 1 and goal.of in clauses
    return verdict.legal and (permits or goal.of in arena.relevance.clauses(table.cells, act))


def make_case(arena: Arena, goal: Goal, script: Script, case_id: str, titles: dict[str, str]) -> dict[str, Any]:
    """The whole case of a script that reaches a goal."""
    script = shrunk(script, lambda shorter: shows(arena, goal, shorter))
    rulebook = arena.rulebook
    expect = expectations(rulebook, script.requests)
    behind = lines_behind(rulebook, script.requests)
    return {
        "format": FORMAT,
        "case": case_id,
        "variant": rulebook.name,
        "options": dict(rulebook.options),
        "about": {
            "clauses": [] if goal.purpose == "reading" else [goal.of],
            "questions": [goal.of] if goal.purpose == "reading" else [],
        },
        "purpose": goal.purpose,
        "title": title_of(goal, titles, expect[-1]),
        "touches": sorted({line.rsplit(":", 1)[0] for line in behind[-1]}),
        "requests": list(script.requests),
        "expect": expect,
        "because": behind,
        "allowed": _instead(rulebook, script, expect),
        "worlds": worlds(arena, script, expect),
    }


def title_of(goal: Goal, titles: dict[str, str], last: dict[str, Any]) -> str:
    """What a case is for, in a sentence."""
    name = titles.get(goal.of, goal.of)
    match goal.purpose:
        case "refuses":
            return f"{name}: an act that this clause alone refuses."
        case "allows":
            return f"{name}: an act that keeps to this clause."
        case "effect":
            return f"{name}: what this clause brings about."
        case _:
            return f"{name} Told apart from the reading '{goal.reading}'."


def _instead(rulebook: Rulebook, script: Script, expect: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """For a refused last act, some acts of the same seat that were legal."""
    last = len(script.requests) - 1
    if expect[last].get("verdict") != "illegal":
        return {}
    table: Table | None = None
    for request in script.requests[:-1]:
        _, table, _ = answer(rulebook, table, request)
    assert table is not None
    seat = script.requests[last]["seat"]
    found: list[dict[str, Any]] = []
    for act, _ in legal_acts(rulebook, table.cells, seat, 1, looks=False):
        found.append(action_from_act(rulebook, act))
        if len(found) >= INSTEAD:
            break
    return {str(last): found} if found else {}


def worlds(arena: Arena, script: Script, expect: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every other reading under which the script is answered otherwise, from the first difference on (one answer)."""
    found = []
    for (question, reading), rulebook in arena.readings.items():
        other = first_difference(rulebook, script.requests, expect)
        if other is not None:
            number, mine = other
            found.append({"readings": {question: reading}, "from": number, "expect": [mine]})
    return found
