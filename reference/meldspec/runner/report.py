"""The report of a run: every outcome, the readings that were seen, and what it comes to."""

from collections import Counter
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cached_property

from meldspec.judge.findings import Finding
from meldspec.protocol.messages import Introduction
from meldspec.runner.held_to import NOTHING_KNOWN, HeldTo
from meldspec.runner.known import KnownFailure, Status, is_known, status_of
from meldspec.runner.outcome import Kind, Outcome, Share
from meldspec.runner.reached import Chapter
from meldspec.runner.readings import Seen
from meldspec.runner.stopping import LATE, Stopped
from meldspec.runner.traits import Asked
from meldspec.runner.unsupported import Lack, lacks


class ExitCode(IntEnum):
    """What the process that ran the report says of it."""

    CONFORMS = 0
    DIFFERS = 1
    USAGE = 2
    BROKE = 3
    OURS = 4
    LATE = LATE


class FatalKind(StrEnum):
    """Why a run ended before its time."""

    UNUSABLE = "no valid start"
    VARIANT = "variant not played"
    RESTARTS = "too many restarts"


@dataclass(eq=False)
class Fatal(Exception):
    """The end of a run before all cases were played; raised where the implementation is of no use."""

    kind: FatalKind
    message: str
    stderr: str = ""


@dataclass(frozen=True)
class Suite:
    """What an implementation was held against: the version of meldspec, and a digest of all cases as they are written."""

    meldspec: str
    digest: str


@dataclass
class Walked:
    """How far it was walked when the cases were played, from a seed.

    Of the acts some are `refused` by the rules; others are not supported. `known` departures stand where it was known to depart. Of
    those that are `undecided` it hangs on a reading what is right, or the rules come to no answer. `reached` are clauses that no
    case had come to, `found` the ids of the cases that were made of what was found.
    """

    seed: int
    deals: int = 0
    acts: int = 0
    refused: int = 0
    unsupported: int = 0
    known: int = 0
    undecided: int = 0
    reached: tuple[str, ...] = ()
    found: tuple[str, ...] = ()


@dataclass
class Report:
    """What became of a run, filled in as it goes on. `farewell` says what was wrong with the answer to bye, if something was."""

    variant: str
    command: tuple[str, ...]
    introduction: Introduction | None
    outcomes: tuple[Outcome, ...]
    readings: tuple[Seen, ...] = ()
    findings: tuple[Finding, ...] = ()
    """What it does otherwise than the rules, each cause once."""
    rules: HeldTo = NOTHING_KNOWN
    """What it was held to."""
    known: tuple[KnownFailure, ...] = ()
    """What it is known to do otherwise, which does not count against it."""
    chapters: tuple[Chapter, ...] = ()
    """What of the rules it has right, and what was never judged."""
    upto: str | None = None
    """The last chapter whose cases were played, where not all were."""
    left_out: int = 0
    """How many cases ask for a later chapter."""
    size: str = "full"
    """The size of the run, as the manifest of the corpus has it."""
    beyond: int = 0
    """How many cases only a larger run plays."""
    asked: tuple[Asked, ...] = ()
    """What was learnt beforehand of what it takes, so that plain cases are played first."""
    suite: Suite | None = None
    """The cases, by their digest, where that was worked out."""
    date: str = ""
    """The day on which it ended, by the calendar of Greenwich, `2026-11-24`; empty where nobody noted it."""
    walk: Walked | None = None
    """How far it was walked when all cases had been played, if it was."""
    fatal: Fatal | None = None
    stopped: Stopped | None = None
    """What told the run to stop before its end, if something did."""
    farewell: str | None = None
    restarts: int = 0
    seconds: float = 0.0
    left_running: int | None = None
    """How many processes it left behind when it had ended, of which the run ended every one; None where that cannot be told."""

    @cached_property
    def counts(self) -> Counter[Kind]:
        """How many cases came to each kind of outcome."""
        return Counter(outcome.kind for outcome in self.outcomes)

    @cached_property
    def share(self) -> Share:
        """How much of the observations was given, over all cases."""
        return sum((outcome.share for outcome in self.outcomes), Share())

    @cached_property
    def lacks(self) -> tuple[Lack, ...]:
        """What it does not support, and what that costs."""
        return lacks(self.outcomes, (self.introduction.features if self.introduction else ()) or ())

    @property
    def agreed(self) -> int:
        """How many cases went as the rules say, by whatever readings."""
        return sum(outcome.agreed for outcome in self.outcomes)

    @property
    def broken(self) -> tuple[Outcome, ...]:
        """The cases in which the implementation itself broke."""
        return tuple(outcome for outcome in self.outcomes if outcome.needs_restart)

    @property
    def failed_readings(self) -> tuple[Seen, ...]:
        """The questions that it does not read as it claims."""
        return tuple(seen for seen in self.readings if seen.failed)

    @property
    def exit_code(self) -> int:
        """What the run comes to; a run in which nothing could be checked does not conform."""
        if self.stopped is not None:
            # That its time was over takes nothing from what was found until then; a signal is always told.
            return ExitCode.DIFFERS if self.stopped.code == ExitCode.LATE and self.found_wanting else self.stopped.code
        if self.fatal is not None:
            return ExitCode.USAGE if self.fatal.kind is FatalKind.VARIANT else ExitCode.BROKE
        # An engine that never got as far as a rule neither keeps nor breaks one.
        if self.broken and not self.agreed and not self.wrong:
            return ExitCode.BROKE
        return ExitCode.CONFORMS if self.agreed and not self.found_wanting else ExitCode.DIFFERS

    @property
    def new_findings(self) -> tuple[Finding, ...]:
        """The findings that are not known."""
        return tuple(finding for finding in self.findings if not self.is_known(finding))

    def is_known(self, finding: Finding) -> bool:
        """Whether a finding is known."""
        return is_known(finding, self.known)

    @property
    def known_now(self) -> tuple[tuple[KnownFailure, Status], ...]:
        """What became of each known failure."""
        return tuple((one, status_of(one, self.findings, self.outcomes)) for one in self.known)

    @property
    def wrong(self) -> int:
        """How many cases went otherwise than the rules say, always or at times."""
        return self.counts[Kind.FAILED] + self.counts[Kind.UNSTEADY]

    @property
    def found_wanting(self) -> bool:
        """Whether anything was found that stands against the implementation, and is not known."""
        unsteady = self.counts[Kind.UNSTEADY]
        return bool(self.new_findings or unsteady or self.broken or self.failed_readings or self.farewell)
