"""Cases held against the rules that they were written from, step by step; what these expect of one under any readings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from meldspec.corpus.expect import Step, answer, steps
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Library
from meldspec.engine.verdict import Unanswered
from meldspec.language.problems import did_you_mean
from meldspec.protocol.case import Case, CaseProblem, Readings
from meldspec.protocol.comparison import Difference, compare, differences
from meldspec.protocol.courses import Course, courses
from meldspec.protocol.fields import given
from meldspec.protocol.messages import Action, ActRequest, Dealt, Enumerated, Expected, Illegal, Legal, Unsupported
from meldspec.table.faults import EngineDefect


@dataclass(frozen=True)
class Checked:
    """One request worked out again: the answer by the rules, and how the case has it otherwise."""

    number: int
    step: Step
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class CourseReplay:
    """A case under some readings, empty where they are the defaults."""

    readings: Readings
    steps: tuple[Checked, ...]

    def wrong(self) -> tuple[Checked, ...]:
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


def replay(case: Case, library: Library) -> Replayed:
    """Work out a case again.

    Raises CaseProblem for a case that cannot be played at all: of another variant, about what the book does not have, of unknown
    options or readings, of hands that nobody deals.
    """
    if case.variant not in library.books.texts:
        known = ", ".join(library.books.names()) or "none"
        raise CaseProblem(f"case {case.id} is of the variant '{case.variant}'; there is {known}")
    book = library.books.book(case.variant)
    known_ids = {*book.by_id(), *book.questions()}
    if strange := [id for id in (*case.about.clauses, *case.about.questions) if id not in known_ids]:
        mend = did_you_mean(strange[0], known_ids)
        raise CaseProblem(f"case {case.id} is about {strange[0]}, which {case.variant} does not have{mend and '; ' + mend}")
    try:
        ways = ((one, library.rulebook(case.variant, case.options, one.readings)) for one in courses(case))
        return Replayed(case, tuple(_replayed(case, one, Referee(rulebook)) for one, rulebook in ways))
    except (ValueError, EngineDefect, Unanswered) as problem:
        raise CaseProblem(f"case {case.id} cannot be played: {problem}") from None


# ── what differs ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _replayed(case: Case, course: Course, referee: Referee) -> CourseReplay:
    """The steps of one course, as far as it says anything."""
    played, checked = steps(referee, case.requests), []
    for number, expect in enumerate(course.expect):
        if expect is None:
            break
        step = next(played)
        different = [*_differences(expect, step.said)]
        if course.default:
            because = case.because[number]
            # One that names no lines says nothing of them.
            if because and set(because) != set(step.lines):
                different.append(Difference("because", list(because), list(step.lines)))
            different += _not_allowed(referee, step, case.allowed.get(number, ()))
        checked.append(Checked(number, step, tuple(different)))
    return CourseReplay(course.readings, (*checked[:-1], _no_world(case, course, checked[-1])))


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


def _not_allowed(referee: Referee, step: Step, actions: Sequence[Action]) -> Iterator[Difference]:
    """The acts that a case says were allowed instead, and that the rules refuse."""
    for action in actions:
        assert isinstance(step.request, ActRequest)
        found = answer(referee, step.before, replace(step.request, action=action)).said
        if not isinstance(found, Legal):
            yield Difference("allowed", action, verdict_of(found))


def _no_world(case: Case, course: Course, last: Checked) -> Checked:
    """The last step of a world, which must be answered otherwise than under the defaults somewhere on the way."""
    # A world that is answered as the defaults are would be taken as evidence of both.
    same = all(mine is None or mine == other for mine, other in zip(course.expect, case.expect, strict=True))
    if course.default or not same:
        return last
    nothing = Difference("world", "another answer than under the default readings", "the same answers")
    return replace(last, differences=(*last.differences, nothing))
