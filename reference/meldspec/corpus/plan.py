"""The plan of a corpus: what cases are made from and are to show and which there are."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from meldspec.book.checks.questions import companions
from meldspec.book.core import Tag, clause_of_question
from meldspec.book.sheet import Sheet
from meldspec.files import write_whole
from meldspec.language import lines
from meldspec.language.problems import DataError, Diagnostic, Place, counted
from meldspec.position.marked import Marked
from meldspec.protocol.case import ALLOWS, LIMIT, LISTS, Case, deciding
from meldspec.protocol.fields import ABSENT, to_json
from meldspec.protocol.messages import CaseRequest
from meldspec.protocol.plain_json import plain_json
from meldspec.sources.plain_yaml import MOST
from meldspec.sources.shaped_yaml import TEXT, misshapen, record, text_of
from meldspec.table.selection import Selection, in_order, select

Company = tuple[tuple[str, str], ...]
"""Questions with readings, none of them a default, in the company of which another question matters."""


@dataclass(frozen=True)
class Planned:
    """One case of the plan: its permanent id, goal, options, and the seed of the game that it was found in.

    `told` is what was done to the line of the mutant that the case kills, where it was searched for that; with the line of a limit,
    and where its clause has several lines of which that can be said. `kills` is how many mutants the case was the first to kill
    when they were last counted, the cheapest cases being tried first. `mistake` is one that no altered line is, for which somebody
    set the case out: what is taken for the rule, in words that go on behind "whoever takes it that"."""

    case: str
    goal: Goal
    options: tuple[tuple[str, int], ...]
    seed: int
    told: str = ""
    kills: int = 0
    mistake: str = ""

    def as_json(self) -> dict[str, Any]:
        """The entry as the plan's file holds it."""
        goal = [self.goal.purpose, self.goal.of, self.goal.reading]
        entry = {"case": self.case, "goal": goal, "options": dict(self.options), "seed": self.seed}
        besides = {"told": self.told, "mistake": self.mistake, "kills": self.kills}
        return entry | {name: value for name, value in besides.items() if value}


OPTIONS = {"type": "object", "additionalProperties": {"type": "integer"}}
GOAL = {
    "type": "array",
    "prefixItems": [{"enum": ["allows", "refuses", "effect", "reading", LIMIT, LISTS]}, TEXT, {"type": "string"}],
}
COUNT = {"type": "integer", "minimum": 0}
ENTRY = record("case", "goal", "options", "seed", case=TEXT, options=OPTIONS, seed=COUNT, told=TEXT, mistake=TEXT, kills=COUNT)
ENTRY["properties"]["goal"] = {**GOAL, "minItems": 3, "maxItems": 3}
SHAPE = record("format", "cases", format={"const": 1}, searched=COUNT, cases={"type": "array", "items": ENTRY})
"""The shape of a plan's file."""
LONGEST = 4 * 1024 * 1024
"""Bytes of the longest plan that is read."""


class PlanError(DataError):
    """The file of a plan that is none: the message says where and what is wrong."""


def read_plan(path: Path) -> tuple[list[Planned], int | None]:
    """The plan in a file, an empty one where there is none, and how many seeds were searched, counted from 0, where it says so.

    Raises PlanError, with all that is wrong, for a file that is no plan.
    """
    whole = _whole(path) if path.exists() else {"cases": []}
    planned = [
        Planned(
            e["case"],
            Goal(*e["goal"]),
            in_order(e["options"]),
            e["seed"],
            e.get("told", ""),
            e.get("kills", 0),
            e.get("mistake", ""),
        )
        for e in whole["cases"]
    ]
    return planned, whole.get("searched")


def _whole(path: Path) -> dict[str, Any]:
    """What stands in the file of a plan."""
    file = _shown(path)
    text = text_of(path, file, PlanError, LONGEST)
    mend = "take it from the version before"
    try:
        whole: dict[str, Any] = plain_json(text.encode())
    except json.JSONDecodeError as error:
        place = Place(file, error.lineno, error.colno)
        raise PlanError(str(Diagnostic("no-json", place, error.msg, "JSON, as `meldspec corpus` writes it", mend))) from None
    except (ValueError, RecursionError) as error:
        found = str(error) if isinstance(error, ValueError) else "brackets within brackets without end"
        raise PlanError(str(Diagnostic("no-json", Place(file, 1), found, "JSON, as `meldspec corpus` writes it", mend))) from None
    if problems := misshapen(Marked(file, whole), SHAPE, "a plan, as `meldspec corpus` writes it; " + mend):
        raise PlanError(*map(str, problems[:MOST]))
    return whole


def no_entries(path: Path, cases: Sequence[str]) -> Diagnostic:
    """What is wrong with the plan in a file beside which cases stand that it does not name."""
    others = f" and of {counted(len(cases) - 1, 'other case')}" if len(cases) > 1 else ""
    mend = "take it from the version before, or put those cases in a folder of their own"
    return Diagnostic("no-entry", Place(_shown(path), 1), f"no entry of {cases[0]}{others}", "an entry of every case", mend)


def _shown(path: Path) -> str:
    """How messages name a plan."""
    return f"{path.parent.name}/{path.name}"


def write_plan(path: Path, planned: Iterable[Planned], searched: int | None = None) -> None:
    """Write a plan, a case a line, and how many seeds were searched where that is known; nothing where it stands so already."""
    noted = "" if searched is None else f'"searched": {searched}, '
    rows = ",\n".join("  " + json.dumps(p.as_json(), separators=(", ", ": ")) for p in sorted(planned, key=lambda p: p.case))
    path.parent.mkdir(parents=True, exist_ok=True)
    text = f'{{"format": 1, {noted}"cases": [\n' + rows + "\n]}\n"
    # Where nothing may be written, nothing that has changed is no error.
    if not path.is_file() or path.read_bytes() != text.encode():
        write_whole(path, text)


UNSEEN = (lines.Option, lines.OptionsNeed, lines.Sides, lines.Deck, lines.PlaceLine, lines.Keep, lines.Phases, lines.Learn)
"""Declarations that no transcript shows by itself: what there is on a table is seen in every case."""


def goals_of(sheet: Sheet) -> list[Goal]:
    """Everything that a corpus should show of a book: each clause that judges acts allowing and refusing, the effect of each
    other one that has any, a list of what may be done with acts that a clause brings into the game or permits, each reading told
    apart from the default, in the company of the readings without which it does not matter."""
    # By the default readings: a clause that only another reading has is shown by that reading's own goal.
    selection = select(sheet)
    judging = {line.tag.clause for line in selection.chosen(sheet.judges)}
    acting, listing = clauses_at_work(selection), acts_by_clause(selection)
    goals: list[Goal] = []
    for entry in sheet.book.entries:
        clause = entry.clause.id
        if clause in judging:
            goals += [Goal(ALLOWS, clause), Goal("refuses", clause)]
        elif clause in acting:
            goals.append(Goal("effect", clause))
        if clause in listing:
            goals.append(Goal(LISTS, clause))
    return goals + [Goal("reading", name, reading) for name, reading in selection.other_readings()]


def company_of(sheet: Sheet, goal: Goal) -> Company:
    """The readings of other questions without which the reading of a goal changes nothing; none for most."""
    return tuple(sorted(companions(sheet.book, goal.of).items())) if goal.purpose in ("reading", LIMIT) else ()


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


def missing_in(sheet: Sheet, plan: Iterable[Planned]) -> list[Goal]:
    """The goals of a book that are not in a plan, in the order of the book."""
    have = {planned.goal for planned in plan}
    return [goal for goal in goals_of(sheet) if goal not in have]


def acts_by_clause(selection: Selection) -> dict[str, set[str]]:
    """The clauses that bring acts into the game, and those that permit some of what others permit, too, each with the names of
    these acts."""
    sheet = selection.sheet
    permitting: dict[str, set[str]] = {}
    for line in selection.chosen(sheet.judges):
        if line.mode == "allow":
            permitting.setdefault(line.act, set()).add(line.tag.clause)
    found: dict[str, set[str]] = {}
    for act in selection.chosen(sheet.acts):
        ways = permitting.get(act.name, set())
        for clause in {act.tag.clause, *(ways if len(ways) > 1 else ())}:
            found.setdefault(clause, set()).add(act.name)
    return found


def case_id(variant: str, goal: Goal, options: Mapping[str, int], default: Mapping[str, int], taken: Container[str] = ()) -> str:
    """The permanent id of a case of a goal, the first that is not taken; options other than the default are named in it."""
    other = "".join(f"-{name}{value}" for name, value in sorted(options.items()) if default.get(name) != value)
    # Counted on and never filled up: the id of a case that was lost stays taken.
    ids = (f"{variant}/{goal}{other}-{number}" for number in count(1))
    return next(name for name in ids if name not in taken)


# ── what a case is made from and shows ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Script:
    """The requests of a case before anything is expected of them: a deal or a position, and acts; `witness` is a deal and the acts
    by which a game comes to the position."""

    requests: tuple[CaseRequest, ...]
    witness: tuple[CaseRequest, ...] = ()

    def size(self) -> tuple[int, int]:
        """How long it is: requests, then characters."""
        return len(self.requests), len(json.dumps(to_json(self.requests)))


@dataclass(frozen=True)
class Goal:
    """What a case is to show: `purpose` is allows, refuses, effect, lists, reading or limit; `of` is a clause id, or a question id
    with its reading in `reading`."""

    purpose: str
    of: str
    reading: str = ""

    def __str__(self) -> str:
        return f"{self.of}/{self.purpose}" + (f"-{self.reading}" if self.reading else "")


def script_of(case: Case) -> Script:
    """The requests of a case up to the one that it is about."""
    witness = () if case.witness is ABSENT else case.witness.requests
    return Script(case.requests[: deciding(case) + 1], witness)


def clause_of(case: Case) -> str:
    """The clause that a case is about; of a question, its clause."""
    return case.about.clauses[0] if case.about.clauses else clause_of_question(case.about.questions[0])
