"""Cases held against the rules that they were written from, step by step, under the default readings and in every other world."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from meldspec.corpus.expect import answer
from meldspec.engine.referee import Referee
from meldspec.engine.verdict import Unanswered
from meldspec.protocol.case import Case, CaseProblem, Readings
from meldspec.protocol.comparison import Difference, compare, differences
from meldspec.protocol.fields import given
from meldspec.protocol.messages import Action, ActRequest, CaseRequest, Dealt, Enumerated, Expected, Illegal, Legal, Unsupported
from meldspec.runner.courses import Course, courses
from meldspec.runner.recompute import Recompute
from meldspec.table.faults import EngineDefect
from meldspec.table.table import Table


@dataclass(frozen=True)
class Step:
    """One request worked out again: the answer by the rules and the lines behind it, and how the case has it otherwise."""

    number: int
    request: CaseRequest
    found: Expected
    lines: tuple[str, ...]
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class CourseReplay:
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
    courses: tuple[CourseReplay, ...]

    @property
    def agrees(self) -> bool:
        """Whether everything in the case is as the rules have it."""
        return not any(course.wrong() for course in self.courses)


def replay(case: Case, rules: Recompute) -> Replayed:
    """Work out a case again.

    Raises CaseProblem for a case that cannot be played at all: of another variant, of unknown options or readings, of hands that
    nobody deals.
    """
    if case.variant not in rules.library.books.texts:
        known = ", ".join(rules.library.books.names()) or "none"
        raise CaseProblem(f"case {case.id} is of the variant '{case.variant}'; there is {known}")
    try:
        played = (_replayed(case, one, Referee(rules.rulebook(case, one.readings))) for one in courses(case))
        return Replayed(case, tuple(played))
    except (ValueError, EngineDefect, Unanswered) as problem:
        raise CaseProblem(f"case {case.id} cannot be played: {problem}") from None


# ── what differs ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _replayed(case: Case, course: Course, referee: Referee) -> CourseReplay:
    """The steps of one course, as far as it says anything."""
    table: Table | None = None
    steps = []
    for number, (request, expect) in enumerate(zip(case.requests, course.expect, strict=True)):
        if expect is None:
            break
        asked = answer(referee, table, request)
        different = [*_differences(expect, asked.said)]
        if course.default:
            different += _lines_differ(case.because[number], asked.lines)
            if isinstance(request, ActRequest):
                different += _not_allowed(referee, table, request, case.allowed.get(number, ()))
        steps.append(Step(number, request, asked.said, asked.lines, tuple(different)))
        table = asked.table
    return CourseReplay(course.readings, (*steps[:-1], _no_world(case, course, steps[-1])))


def _differences(expect: Expected, found: Expected) -> Iterator[Difference]:
    """How an expectation differs from the answer by the rules; a field that the rules do not show differs, too."""
    if verdict_of(expect) != verdict_of(found):
        yield Difference("verdict", verdict_of(expect), verdict_of(found))
    elif isinstance(expect, Dealt | Legal) and isinstance(found, Dealt | Legal):
        yield from differences(expect.observation, found.observation)
        shown = {key for key, _ in given(found.observation)}
        yield from (Difference(key, value, None) for key, value in given(expect.observation) if key not in shown)
    elif isinstance(found, Enumerated):
        mismatch = compare(expect, found)
        yield from mismatch.differences if mismatch else ()


def verdict_of(answer: Expected) -> str | None:
    """The verdict of an answer; none where it has none."""
    return answer.verdict or None if isinstance(answer, Legal | Illegal | Unsupported) else None


def _lines_differ(because: Sequence[str], lines: Sequence[str]) -> Iterator[Difference]:
    """Whether a verdict rests on other lines than the case names; one that names none says nothing of them."""
    if because and set(because) != set(lines):
        yield Difference("because", list(because), list(lines))


def _not_allowed(referee: Referee, table: Table | None, request: ActRequest, actions: Sequence[Action]) -> Iterator[Difference]:
    """The acts that a case says were allowed instead, and that the rules refuse."""
    for action in actions:
        found = answer(referee, table, replace(request, action=action)).said
        if not isinstance(found, Legal):
            yield Difference("allowed", action, verdict_of(found))


def _no_world(case: Case, course: Course, last: Step) -> Step:
    """The last step of a world, which must be answered otherwise than under the defaults somewhere on the way."""
    # A world that is answered as the defaults are would be taken as evidence of both.
    same = all(mine is None or mine == other for mine, other in zip(course.expect, case.expect, strict=True))
    if course.default or not same:
        return last
    nothing = Difference("world", "another answer than under the default readings", "the same answers")
    return replace(last, differences=(*last.differences, nothing))
