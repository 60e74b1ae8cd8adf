"""What became of one case, and how an implementation breaks, as opposed to how it breaks a rule."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from meldspec.protocol.case import Case, Readings
from meldspec.protocol.comparison import Mismatch
from meldspec.protocol.messages import Answer, Expected
from meldspec.runner.share import Share


class Kind(StrEnum):
    """The kinds of outcome that a report tells apart."""

    PASSED = "passed"
    OTHERREAD = "otherread"
    FAILED = "failed"
    PROTOCOL = "protocol error"
    TIMEOUT = "time-out"
    CRASH = "crash"
    OVERSIZED = "oversized line"
    ERRORED = "errored"
    UNSUPPORTED = "unsupported"
    NOT_RUN = "not run"


AGREED = frozenset({Kind.PASSED, Kind.OTHERREAD})
"""The implementation followed the rules, by whatever readings."""

BROKE = frozenset({Kind.PROTOCOL, Kind.TIMEOUT, Kind.CRASH, Kind.OVERSIZED, Kind.ERRORED})
"""The implementation itself broke, which says nothing about the rules."""


@dataclass(eq=False)
class Broke(Exception):
    """The implementation did not answer as the protocol wants, in one of the ways of BROKE; it has to be started again.

    `late` says that the fault lies with the request before, which seemed to be well answered.
    """

    kind: Kind
    message: str
    late: bool = False


@dataclass(frozen=True)
class Outcome:
    """What became of one case, up to the request at which it was left.

    `step` is the index of the request that decided it, None where none did. `expected` is what the first
    course still alive wanted there, under `under` (empty: the default readings). `alive` are the readings
    of the courses that agree with every answer, `dead` of the worlds that do not.
    """

    case: Case
    kind: Kind
    step: int | None = None
    message: str = ""
    mismatch: Mismatch | None = None
    expected: Expected | None = None
    under: Readings = field(default_factory=dict)
    answers: Sequence[Answer] = ()
    alive: tuple[Readings, ...] = ()
    dead: tuple[Readings, ...] = ()
    stderr: str = ""
    share: Share = field(default_factory=Share)

    @property
    def agreed(self) -> bool:
        """Whether the implementation followed the rules, by whatever readings."""
        return self.kind in AGREED

    @property
    def needs_restart(self) -> bool:
        """Whether the process can no longer be relied on."""
        return self.kind in BROKE

    @property
    def length(self) -> int:
        """How many requests were sent, the deciding one included."""
        return len(self.case.requests) if self.step is None else self.step + 1
