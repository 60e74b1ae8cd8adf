"""Cases held against the rules that they were written from: every step is worked out again, under the default readings and in
every other world."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from meldspec.corpus.expect import BEGIN, answer
from meldspec.engine.rulebook import Rulebook
from meldspec.protocol import shape
from meldspec.protocol.case import Case, CaseProblem, Json, Readings
from meldspec.runner.compare import Difference, compare, differences
from meldspec.runner.protocol import Enumerated
from meldspec.runner.recompute import Recompute
from meldspec.runner.request import read_request
from meldspec.runner.worlds import Course, courses
from meldspec.table.faults import EngineDefect
from meldspec.table.table import Table


@dataclass(frozen=True)
class Step:
    """One request worked out again: the answer by the rules and the lines behind it, and how the case has it otherwise."""

    number: int
    request: Json
    found: Json
    lines: tuple[str, ...]
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class Walk:
    """A case under some readings, empty where they are the defaults."""

    readings: Readings
    steps: tuple[Step, ...]

    def wrong(self) -> tuple[Step, ...]:
        """The steps that the case has otherwise."""
        return tuple(step for step in self.steps if step.differences)


@dataclass(frozen=True)
class Replayed:
    """A case worked out again: under the default readings, then in each of its worlds."""

    case: Case
    walks: tuple[Walk, ...]

    @property
    def agrees(self) -> bool:
        """Whether everything in the case is as the rules have it."""
        return not any(walk.wrong() for walk in self.walks)


def replay(case: Case, rules: Recompute) -> Replayed:
    """Work out a case again.

    Raises CaseProblem for a case that cannot be played at all: of another variant, of unknown options or readings, with
    requests or expectations of the wrong shape.
    """
    if case.variant not in rules.shelf.library.texts:
        known = ", ".join(rules.shelf.library.names()) or "none"
        raise CaseProblem(f"case {case.id} is of the variant '{case.variant}'; there is {known}")
    try:
        case = _well_formed(case)
        return Replayed(case, tuple(_walk(case, course, rules.rulebook(case, course.readings)) for course in courses(case)))
    except shape.Malformed as malformed:
        raise CaseProblem(f"case {case.id} is malformed at {malformed}") from None
    except (ValueError, EngineDefect) as problem:
        raise CaseProblem(f"case {case.id} cannot be played: {problem}") from None


# ── the shape of a case ────────────────────────────────────────────────────────────────────────────────────────────────────

_some_action = shape.fields({"type": shape.text}, ["type"])
_expect = shape.fields(
    {
        "verdict": shape.one_of("legal", "illegal", "unsupported"),
        "observation": shape.observation,
        "actions": shape.array(_some_action),
    }
)


def _well_formed(case: Case) -> Case:
    """The case with requests and expectations that can be relied on. Raises Malformed."""
    requests = tuple(_request(request, f"requests[{n}]") for n, request in enumerate(case.requests))
    if requests[0]["cmd"] not in BEGIN:
        raise shape.Malformed("requests[0].cmd", requests[0]["cmd"], "deal or position, with which a case begins")
    expect = _expectations(case.expect, "expect")
    worlds = tuple(replace(world, expect=_expectations(world.expect, f"worlds[{n}].expect")) for n, world in enumerate(case.worlds))
    for step, actions in case.allowed.items():
        place = f"allowed.{step}"
        shape.array(_some_action)(actions, place)
        if not 0 <= step < len(requests) or requests[step]["cmd"] != "act":
            raise shape.Malformed(place, step, "the index of a request that is an act")
    return replace(case, requests=requests, expect=expect, worlds=worlds)


def _request(value: Any, place: str) -> dict[str, Any]:
    shape.fields({"cmd": shape.one_of("deal", "position", "act", "legal")}, ["cmd"])(value, place)
    return read_request(value, place)


def _expectations(values: Sequence[Any], place: str) -> tuple[Json, ...]:
    return tuple(_expect(value, f"{place}[{n}]") for n, value in enumerate(values))


# ── what differs ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _walk(case: Case, course: Course, rulebook: Rulebook) -> Walk:
    """The steps of one course, as far as it says anything."""
    table: Table | None = None
    steps = []
    for number, (request, expect) in enumerate(zip(case.requests, course.expect, strict=True)):
        if expect is None:
            break
        before = table
        found, table, verdict = answer(rulebook, table, request)
        lines = () if verdict is None else tuple(tag.line for tag in verdict.lines)
        different = [*_differences(expect, found)]
        if course.default:
            different += _lines_differ(case.because[number], lines)
            different += _not_allowed(rulebook, before, request, case.allowed.get(number, ()))
        steps.append(Step(number, request, found, lines, tuple(different)))
    return Walk(course.readings, (*steps[:-1], _no_world(case, course, steps[-1])))


def _differences(expect: Json, found: Json) -> Iterator[Difference]:
    """How an expectation differs from the answer by the rules; a field that the rules do not show differs, too."""
    if expect.get("verdict") != found.get("verdict"):
        yield Difference("verdict", expect.get("verdict"), found.get("verdict"))
        return
    expected, shown = expect.get("observation", {}), found.get("observation", {})
    yield from differences(expected, shown)
    yield from (Difference(field, expected[field], None) for field in expected if field not in shown)
    if "actions" in found:
        mismatch = compare(expect, Enumerated(found["actions"]))
        yield from mismatch.differences if mismatch else ()


def _lines_differ(because: Sequence[str], lines: Sequence[str]) -> Iterator[Difference]:
    """Whether a verdict rests on other lines than the case names; one that names none says nothing of them."""
    if because and set(because) != set(lines):
        yield Difference("because", list(because), list(lines))


def _not_allowed(rulebook: Rulebook, table: Table | None, request: Json, actions: Sequence[Json]) -> Iterator[Difference]:
    """The acts that a case says were allowed instead, and that the rules refuse."""
    for action in actions:
        found, _, _ = answer(rulebook, table, {**request, "action": action})
        if found["verdict"] != "legal":
            yield Difference("allowed", action, found["verdict"])


def _no_world(case: Case, course: Course, last: Step) -> Step:
    """The last step of a world, which must be answered otherwise than under the defaults somewhere on the way."""
    same = all(mine is None or mine == other for mine, other in zip(course.expect, case.expect, strict=True))
    if course.default or not same:
        return last
    nothing = Difference("world", "another answer than under the default readings", "the same answers")
    return replace(last, differences=(*last.differences, nothing))
