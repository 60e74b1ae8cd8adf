"""The plan of a corpus: which cases there are, and which game of the search each was found in."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from meldspec.book.core import Tag
from meldspec.book.sheet import Sheet
from meldspec.corpus.case import Goal, Script, written
from meldspec.corpus.find import Arena, explore, make_arena
from meldspec.corpus.make_case import make_case, shows
from meldspec.engine.selection import Selection, select
from meldspec.language import lines


@dataclass(frozen=True)
class Planned:
    """One case of the plan: its permanent id, goal, options, and the seed of the game that it was found in."""

    case: str
    goal: Goal
    options: tuple[tuple[str, int], ...]
    seed: int

    def as_json(self) -> dict[str, Any]:
        """The entry as the plan's file holds it."""
        goal = [self.goal.purpose, self.goal.of, self.goal.reading]
        return {"case": self.case, "goal": goal, "options": dict(self.options), "seed": self.seed}


def read_plan(path: Path) -> list[Planned]:
    """The plan in a file; an empty one where there is none."""
    if not path.exists():
        return []
    entries = json.loads(path.read_text(encoding="utf-8"))["cases"]
    return [Planned(e["case"], Goal(*e["goal"]), tuple(sorted(e["options"].items())), e["seed"]) for e in entries]


def write_plan(path: Path, planned: Iterable[Planned]) -> None:
    """Write a plan, a case a line."""
    rows = ",\n".join("  " + json.dumps(p.as_json(), separators=(", ", ": ")) for p in sorted(planned, key=lambda p: p.case))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('{"format": 1, "cases": [\n' + rows + "\n]}\n", encoding="utf-8")


UNSEEN = (lines.Option, lines.Sides, lines.Deck, lines.PlaceLine, lines.Keep, lines.Phases)
"""Declarations that no transcript shows by itself: what there is on a table is seen in every case."""


def goals_of(sheet: Sheet) -> list[Goal]:
    """Everything that a corpus should show of a book: each clause that judges acts allowing and refusing, the effect of each
    other one that has any, each reading told apart from the default."""
    selection = select(sheet)
    judging = {line.tag.clause for line in selection.chosen(sheet.judges)}
    acting = clauses_at_work(selection)
    goals: list[Goal] = []
    for entry in sheet.book.entries:
        clause = entry.clause.id
        if clause in judging:
            goals += [Goal("allows", clause), Goal("refuses", clause)]
        elif clause in acting:
            goals.append(Goal("effect", clause))
    for name, question in sheet.book.questions().items():
        goals += [Goal("reading", name, r.name) for r in question.readings if r.name != question.default]
    return goals


def clauses_at_work(selection: Selection) -> set[str]:
    """The clauses that have, under default readings, some line whose work a transcript can show: cards are dealt before it begins,
    the deal passes after it, and what merely declares that something exists is seen in every case."""
    sheet = selection.sheet
    outside = {line.tag.line for event in ("dealing", "passing") for line in sheet.events.get(event, ())}
    effects = [line for group in (*sheet.effects.values(), *sheet.events.values()) for line in group]
    tags: list[Tag] = [line.tag for line in effects if line.tag.line not in outside]
    tags += [line.tag for line in sheet.awards] + [line.tag for line in sheet.terms]
    tags += [line.tag for line in sheet.standing] + [line.tag for line in sheet.kinds]
    tags += [line.tag for line in sheet.declared if not isinstance(line.node, UNSEEN)]
    return {tag.clause for tag in tags if selection.holds(tag)}


def case_id(variant: str, goal: Goal, options: dict[str, int], default: dict[str, int]) -> str:
    """The permanent id of the case of a goal; options other than the default are named in it."""
    other = "".join(f"-{name}{value}" for name, value in sorted(options.items()) if default.get(name) != value)
    return f"{variant}/{goal}{other}-1"


@dataclass
class Best:
    """The best script found so far for a goal, and the seed of its game: one on the way of which few other readings have parted
    from the default, since a case should show one thing; among those the shortest."""

    script: Script
    seed: int
    parted: int

    def rank(self) -> tuple[int, int, int]:
        """How good it is; less is better."""
        return self.parted, *self.script.size()


ENOUGH = 8
"""A goal that so many games have reached is no longer looked for."""


def search(arena: Arena, goals: set[Goal], seeds: Iterable[int]) -> dict[Goal, Best]:
    """Play games and keep the shortest script for every goal."""
    best: dict[Goal, Best] = {}
    for seed in seeds:

        def found(goal: Goal, script: Script, parted: int, seed: int = seed) -> None:
            mine = Best(script, seed, parted)
            if goal not in best or mine.rank() < best[goal].rank():
                best[goal] = mine

        explore(arena, seed, found, lambda goal: goal in goals)
    return best


def planned_for(
    sheet: Sheet,
    plan: list[Planned],
    options: Mapping[str, int],
    seeds: Iterable[int],
    save: Callable[[list[Planned]], None],
) -> list[Planned]:
    """The plan with a case for every goal that was missing and that one of the games reaches; `save` is given the plan now and
    then, so that a search that is broken off loses little."""
    have = {p.goal for p in plan}
    goals = {g for g in goals_of(sheet) if g not in have}
    default = {name: option.default for name, option in sheet.symbols.options.items()}
    chosen = default | dict(options)
    arena = make_arena(sheet, chosen, {g.of for g in goals if g.purpose == "effect"})
    best: dict[Goal, Best] = {}
    met: Counter[Goal] = Counter()

    def now() -> list[Planned]:
        under, name = tuple(sorted(chosen.items())), sheet.book.name
        return [*plan, *(Planned(case_id(name, g, chosen, default), g, under, b.seed) for g, b in best.items())]

    for seed in seeds:
        for goal, found in search(arena, {g for g in goals if met[g] < ENOUGH}, [seed]).items():
            met[goal] += 1
            if goal not in best or found.rank() < best[goal].rank():
                best[goal] = found
        save(now())
    return now()


def titles_of(sheet: Sheet) -> dict[str, str]:
    """What clauses and questions are called in the titles of cases."""
    titles = {e.clause.id: e.clause.title for e in sheet.book.entries}
    return titles | {name: q.asks for name, q in sheet.book.questions().items()}


def cases_of(sheet: Sheet, plan: Iterable[Planned]) -> list[dict[str, Any]]:
    """The cases of a plan, made again from the games they were found in; a case whose game no longer shows its goal is left out."""
    made: list[dict[str, Any]] = []
    arenas: dict[tuple[tuple[str, int], ...], Arena] = {}
    titles = titles_of(sheet)
    plan = list(plan)
    effects = {p.goal.of for p in plan if p.goal.purpose == "effect"}
    for key, group in _by_game(plan).items():
        options, seed = key
        if options not in arenas:
            arenas[options] = make_arena(sheet, dict(options), effects)
        arena = arenas[options]
        best = search(arena, {p.goal for p in group}, [seed])
        for planned in group:
            if planned.goal in best and shows(arena, planned.goal, best[planned.goal].script):
                made.append(make_case(arena, planned.goal, best[planned.goal].script, planned.case, titles))
    return sorted(made, key=lambda case: str(case["case"]))


def _by_game(plan: Iterable[Planned]) -> dict[tuple[tuple[tuple[str, int], ...], int], list[Planned]]:
    """The cases of a plan by the game they were found in."""
    groups: dict[tuple[tuple[tuple[str, int], ...], int], list[Planned]] = {}
    for planned in plan:
        groups.setdefault((planned.options, planned.seed), []).append(planned)
    return groups


def files_of(sheet: Sheet, cases: Iterable[dict[str, Any]]) -> dict[str, str]:
    """The corpus as files: one for each chapter of the book, a case a line."""
    chapter = {e.clause.id: e.chapter[1] for e in sheet.book.entries}
    files: dict[str, list[str]] = {}
    for case in cases:
        about = (case["about"]["clauses"] or case["about"]["questions"])[0]
        name = chapter.get(about) or chapter[about.rsplit(".", 1)[0]]
        files.setdefault(f"{name}.jsonl", []).append(written(case))
    return {name: "\n".join(rows) + "\n" for name, rows in sorted(files.items())}
