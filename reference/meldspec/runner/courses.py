"""The ways a case may rightly go: as the default readings say, or as another world's do.

A course is one such way, with one expectation for each request; None is where the case says nothing of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from meldspec.protocol.case import Case, Readings
from meldspec.protocol.comparison import Mismatch, compare, first_divergence
from meldspec.protocol.messages import Answer, Expected


@dataclass(frozen=True)
class Course:
    """The expectations under some readings, none of them a default; no readings: the default course."""

    readings: Readings
    expect: tuple[Expected | None, ...]

    @property
    def default(self) -> bool:
        """Whether this is what the default readings say."""
        return not self.readings

    def mismatch(self, step: int, answer: Answer) -> Mismatch | None:
        """How the answer to request `step` contradicts this course, if it does."""
        expect = self.expect[step]
        return None if expect is None else compare(expect, answer)

    def agrees(self, answers: Sequence[Answer]) -> bool:
        """Whether the answers to the case's first requests are all as this course expects them."""
        return first_divergence(self.expect, answers) is None


def courses(case: Case) -> tuple[Course, ...]:
    """The default course, then one for each world of the case."""
    worlds = (course(case, world.readings, (*case.expect[: world.start], *world.expect)) for world in case.worlds)
    return (Course({}, case.expect), *worlds)


def course(case: Case, readings: Readings, expect: Sequence[Expected]) -> Course:
    """A course which says nothing of the requests after the end of `expect`."""
    # What is not said is no expectation: whatever is answered there agrees.
    silent = (None,) * (len(case.requests) - len(expect))
    return Course(readings, (*expect, *silent)[: len(case.requests)])
