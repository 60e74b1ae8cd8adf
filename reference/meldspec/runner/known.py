"""Failures that are known: findings which a run tells of, and does not count against the implementation."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from meldspec.book.core import clause_of_line
from meldspec.judge.findings import Finding
from meldspec.protocol.case import Case
from meldspec.runner.outcome import Outcome


@dataclass(frozen=True)
class KnownFailure:
    """A finding that is known: the line on which it is booked, or the clause alone; what is otherwise there; and, where that is
    said, why it is left so and a case in which it showed."""

    at: str
    what: str
    why: str = ""
    case: str = ""

    @property
    def clause(self) -> str:
        """The clause, of a line that of the line."""
        return clause_of_line(self.at)

    def covers(self, sort: str, at: str) -> bool:
        """Whether this is what is known of that sort on a line or clause."""
        return self.what == sort and self.at in (at, clause_of_line(at))

    def names(self, finding: Finding) -> bool:
        """Whether a finding is this one, or this one is part of it."""
        return any(self.covers(*name) for name in (_told_as(finding), *finding.booked_as))


def is_known(finding: Finding, known: Sequence[KnownFailure]) -> bool:
    """Whether a finding is known, as it is told, or as all were booked that are one in it: whether a cause is found, by which they
    are one, hangs on the cases that were played."""

    def covered(name: tuple[str, str]) -> bool:
        return any(one.covers(*name) for one in known)

    return covered(_told_as(finding)) or (bool(finding.booked_as) and all(map(covered, finding.booked_as)))


def _told_as(finding: Finding) -> tuple[str, str]:
    return finding.sort, finding.at


class Status(StrEnum):
    """What becomes of a known failure in a run."""

    FOUND = "found"
    PASSES = "passes again"
    NOT_JUDGED = "not judged"


def status_of(known: KnownFailure, findings: Iterable[Finding], outcomes: Sequence[Outcome]) -> Status:
    """What became of a known failure: that it passes is said only where its case, or one of the clause, went right to its end."""
    if any(known.names(finding) for finding in findings):
        return Status.FOUND
    right = (outcome.case for outcome in outcomes if outcome.agreed)
    shows = any(case.id == known.case if known.case else _is_about(case, known.clause) for case in right)
    return Status.PASSES if shows else Status.NOT_JUDGED


def _is_about(case: Case, clause: str) -> bool:
    """Whether a clause decides in a case, or is what it is about."""
    lines = (clause_of_line(line) for because in case.because for line in because)
    return clause in (*case.about.clauses, *case.touches, *lines)
