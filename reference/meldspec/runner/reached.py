"""Chapter by chapter what an implementation has right, what it breaks, and what was never judged because something stood before."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from meldspec.book.core import clause_of_line
from meldspec.judge.booking import Sort
from meldspec.judge.findings import Finding
from meldspec.protocol.case import deciding
from meldspec.runner.outcome import BROKE, Kind, Outcome


@dataclass(frozen=True)
class Chapter:
    """The clauses of a chapter that cases are about: those that went right wherever a case came to what it is about, those that are
    broken, and the others, each with what stood in the way."""

    title: str
    right: tuple[str, ...]
    broken: tuple[str, ...]
    not_reached: Mapping[str, str]

    @property
    def count(self) -> int:
        """How many clauses it has that cases are about."""
        return len(self.right) + len(self.broken) + len(self.not_reached)


def reached(outcomes: Sequence[Outcome], findings: Sequence[Finding], chapter_of: Mapping[str, str]) -> tuple[Chapter, ...]:
    """The chapters in the order of the book; a clause whose chapter is not known stands under the first word of its id."""
    about: dict[str, list[Outcome]] = {clause: [] for clause in chapter_of}
    for outcome in outcomes:
        for clause in outcome.case.about.clauses:
            about.setdefault(clause, []).append(outcome)
    broken = {finding.clause for finding in findings}
    ending = {case: finding.clause for finding in findings for case in finding.cases}
    chapters: dict[str, list[str]] = {}
    for clause, told in about.items():
        if told or clause in broken:
            chapters.setdefault(chapter_of.get(clause, clause.partition(".")[0]), []).append(clause)
    told_with = _told_with(findings)
    return tuple(_chapter(title, clauses, about, broken, ending, told_with) for title, clauses in chapters.items())


def _told_with(findings: Iterable[Finding]) -> dict[str, str]:
    """The clauses that are told with findings named after others, since they decide there as well or would explain them; each with
    the first of these."""
    found: dict[str, str] = {}
    for finding in findings:
        # What permits an act is broken by nobody who refuses it for another reason.
        besides = [*map(clause_of_line, finding.lines)] if finding.sort is Sort.ALLOWED else []
        for clause in [*besides, *([finding.cause.clause] if finding.cause is not None else [])]:
            found.setdefault(clause, finding.clause)
    return found


def _chapter(
    title: str,
    clauses: Sequence[str],
    about: Mapping[str, Sequence[Outcome]],
    broken: set[str],
    ending: Mapping[str, str],
    told_with: Mapping[str, str],
) -> Chapter:
    left = [clause for clause in clauses if clause not in broken]
    right = [clause for clause in left if clause not in told_with and _is_right(about[clause])]
    beside = {clause: f"told with {told_with[clause]}" for clause in left if clause in told_with}
    return Chapter(
        title,
        tuple(right),
        tuple(clause for clause in clauses if clause in broken),
        {clause: beside.get(clause) or _why(about[clause], ending) for clause in left if clause not in right},
    )


def _is_right(outcomes: Sequence[Outcome]) -> bool:
    """Whether what a clause is about went right, and of no sort, what it allows, refuses or brings about, all went wrong."""
    if any(map(_amiss, outcomes)):
        return False
    sorts: dict[str, list[Outcome]] = {}
    for one in outcomes:
        sorts.setdefault(one.case.purpose, []).append(one)
    wrong = (some for some in sorts.values() if any(one.kind is Kind.FAILED for one in some))
    return any(one.agreed for one in outcomes) and all(any(one.agreed for one in some) for some in wrong)


def _amiss(outcome: Outcome) -> bool:
    """Whether a case goes wrong in the very thing that it is about."""
    return outcome.kind is Kind.FAILED and outcome.step == deciding(outcome.case)


def _why(outcomes: Iterable[Outcome], ending: Mapping[str, str]) -> str:
    """What kept most of some cases from coming to their end, of those that went wrong in what they are about first."""
    outcomes = [one for one in outcomes if not one.agreed]
    whys = Counter(_obstacle(outcome, ending) for outcome in [*filter(_amiss, outcomes)] or outcomes)
    return max(whys, key=lambda why: whys[why])


def _obstacle(outcome: Outcome, ending: Mapping[str, str]) -> str:
    match outcome.kind:
        case Kind.FAILED:
            return f"its cases end at {ending[outcome.case.id]}"
        case Kind.UNDECIDED:
            return "how it reads what decides there cannot be told"
        case Kind.ELSEWHERE:
            return "what its cases are about does not arise as it reads the questions"
        case Kind.UNREACHED:
            return "it goes another way before the tables of its cases are come to"
        case Kind.UNSUPPORTED:
            return f"not supported: {outcome.message or 'no reason given'}"
        case Kind.UNSTEADY:
            return "it answers otherwise from one time to the next"
        case kind if kind in BROKE:
            return f"it broke ({kind})"
        case _:
            return "not run"
