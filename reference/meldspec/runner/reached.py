"""Chapter by chapter what an implementation has right, what it breaks, and what was never judged because something stood before."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from meldspec.judge.findings import Finding
from meldspec.protocol.case import deciding
from meldspec.runner.outcome import BROKE, Kind, Outcome


@dataclass(frozen=True)
class Chapter:
    """The clauses of a chapter that cases are about: those of which some case went right and none goes wrong in what it is about,
    those that are broken, and the others, each with what stood in the way."""

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
    broken = {finding.clause for finding in findings} | {one.cause.clause for one in findings if one.cause is not None}
    ending = {case: finding.clause for finding in findings for case in finding.cases}
    chapters: dict[str, list[str]] = {}
    for clause, told in about.items():
        if told or clause in broken:
            chapters.setdefault(chapter_of.get(clause, clause.partition(".")[0]), []).append(clause)
    return tuple(_chapter(title, clauses, about, broken, ending) for title, clauses in chapters.items())


def _chapter(
    title: str,
    clauses: Sequence[str],
    about: Mapping[str, Sequence[Outcome]],
    broken: set[str],
    ending: Mapping[str, str],
) -> Chapter:
    left = [clause for clause in clauses if clause not in broken]
    right = [clause for clause in left if any(one.agreed for one in about[clause]) and not any(map(_amiss, about[clause]))]
    return Chapter(
        title,
        tuple(right),
        tuple(clause for clause in clauses if clause in broken),
        {clause: _why(about[clause], ending) for clause in left if clause not in right},
    )


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
