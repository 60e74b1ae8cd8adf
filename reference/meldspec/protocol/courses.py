"""The ways a case names that it may rightly go: as the default readings say, or as another world's do.

A course is one such way, with one expectation for each request; None is where the case says nothing of it.
"""

from dataclasses import dataclass

from meldspec.protocol.case import Case, Readings
from meldspec.protocol.messages import Expected


@dataclass(frozen=True)
class Course:
    """The expectations under some readings, none of them a default; no readings: the default course."""

    readings: Readings
    expect: tuple[Expected | None, ...]

    @property
    def default(self) -> bool:
        """Whether this is what the default readings say."""
        return not self.readings


def courses(case: Case) -> tuple[Course, ...]:
    """The default course, then one for each world of the case, which says nothing of the requests after the end of the world."""
    found = [Course({}, case.expect)]
    for world in case.worlds:
        said = (*case.expect[: world.start], *world.expect)
        # What is not said is no expectation: whatever is answered there agrees.
        found.append(Course(world.readings, (*said, *(None,) * (len(case.requests) - len(said)))))
    return tuple(found)
