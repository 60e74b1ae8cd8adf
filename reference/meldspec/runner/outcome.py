"""What became of one case, how much of its answers was given, and how an implementation breaks."""

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self

from meldspec.protocol.case import Case, Readings
from meldspec.protocol.comparison import Mismatch
from meldspec.protocol.fields import declared, given
from meldspec.protocol.messages import Answer, Dealt, Expected, Legal, Observation, Side


class Kind(StrEnum):
    """The kinds of outcome that a report tells apart."""

    PASSED = "passed"
    OTHERREAD = "otherread"
    FAILED = "failed"
    UNDECIDED = "undecided"
    ELSEWHERE = "does not arise"
    UNREACHED = "not reached"
    UNSTEADY = "unsteady"
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

    def __post_init__(self) -> None:
        self.message = brief(self.message)


LONGEST = 1_000
"""Characters that are kept of what an implementation says of itself."""


def brief(text: str) -> str:
    """A text, or its beginning and how long it is."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text)} characters)"


_ONCE_ENDED = ("ended", "scores")
"""The fields which suffice once a deal has ended."""


_NAMES, _NAME = 20, 60
"""How many names that are no fields are noted in one case, and how many characters of each."""


@dataclass
class Share:
    """Counts by field: how often it was expected, and how often it was then given."""

    expected: Counter[str] = field(default_factory=Counter)
    given: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)
    """Names that were given but are no fields of the protocol, misspelt perhaps."""

    def add(self, expect: Expected, answer: Answer) -> None:
        """Count one answer that carries an observation; others count for nothing."""
        if not isinstance(answer, Dealt | Legal) or not isinstance(expect, Dealt | Legal):
            return
        wanted = expect.observation
        expected, given = _names(wanted), _names(answer.observation)
        # The protocol says that these suffice then, so nothing else may count as missing.
        if wanted.ended:
            expected = {name for name in expected if name in given or name in _ONCE_ENDED}
        self.expected.update(expected)
        self.given.update(expected & given)
        for name in answer.observation.more:
            # Whoever makes names up would fill the memory with them.
            if (short := name[:_NAME]) in self.unknown or len(self.unknown) < _NAMES:
                self.unknown[short] += 1

    def __add__(self, other: Self) -> "Share":
        """The counts of both together."""
        return Share(self.expected + other.expected, self.given + other.given, self.unknown + other.unknown)

    @property
    def whole(self) -> float:
        """The share over all fields, from 0 to 1; 1 where nothing was expected."""
        expected = self.expected.total()
        return self.given.total() / expected if expected else 1.0

    def missing(self) -> dict[str, float]:
        """The fields which were not always given, and the share in which they were."""
        shares = {name: self.given[name] / count for name, count in self.expected.items()}
        return {name: share for name, share in sorted(shares.items()) if share < 1}


@dataclass(frozen=True)
class Outcome:
    """What became of one case, up to the request at which it was left.

    `step` is the index of the request that decided it, None where none did. `expected` is what the rules have there, read as the
    implementation is seen to read them, and `found` what came in a word; `under` are the readings other than the default that bear
    on the case. `questions` are the open ones on which it hangs whether an undecided case went as the rules have it, and `fields`
    those that it does not tell and in which it would show what an unsupported one is about. `shows` tells whether what the case is
    about was answered as the rules have it, whatever came after it.
    """

    case: Case
    kind: Kind
    step: int | None = None
    message: str = ""
    mismatch: Mismatch | None = None
    expected: Expected | None = None
    found: str = ""
    under: Readings = field(default_factory=dict)
    questions: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    shows: bool = False
    stderr: str = ""
    share: Share = field(default_factory=Share)

    @property
    def agreed(self) -> bool:
        """Whether the implementation followed the rules, by whatever readings."""
        return self.kind in AGREED

    @property
    def undecided_since(self) -> str:
        """Why an undecided case is not judged."""
        return self.message or f"the cases cannot tell how it reads {', '.join(self.questions)}"

    @property
    def needs_restart(self) -> bool:
        """Whether the process can no longer be relied on."""
        return self.kind in BROKE

    @property
    def length(self) -> int:
        """How many requests were sent, the deciding one included."""
        return len(self.case.requests) if self.step is None else self.step + 1


def _names(observation: Observation) -> set[str]:
    """The fields that are there, those of the sides apart; a part that not every side has is not there."""
    names = {key for key, _ in given(observation)} - observation.more.keys()
    if "places" in names:
        names = names - {"places"} | {f"places.{place}" for place in observation.places or ()}
    if "sides" not in names:
        return names
    sides = observation.sides or ()
    parts = {part.key for part in declared(Side)}.intersection(*({key for key, _ in given(side)} for side in sides))
    melds = [meld for side in sides for meld in side.melds or ()]
    if melds and all(meld.kind for meld in melds):
        parts.add("kinds")
    return names - {"sides"} | {f"sides.{part}" for part in parts}
