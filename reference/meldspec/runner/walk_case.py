"""A script that was found by walking, as a case: what the rules expect by default, and under every reading that matters."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from meldspec.book.core import clause_of_line
from meldspec.corpus.expect import trace
from meldspec.corpus.make_case import allowed_instead
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Library
from meldspec.files import write_whole
from meldspec.judge.booking import Sort
from meldspec.judge.oracle import Assignment, Oracle
from meldspec.protocol.case import Case, World, written
from meldspec.runner.report import Report

PURPOSES = {Sort.ALLOWED: "refuses", Sort.REFUSED: "allows"}
"""What a case is for by what departs in it: all others are about an effect."""


def case_of(bare: Case, sort: Sort | None, library: Library, oracle: Oracle, assignment: Assignment) -> Case:
    """The whole case; `assignment` are the readings under which it was found.

    Raises Unanswered, RulesFault and ValueError where the default readings have no answer to it.
    """
    referee = Referee(library.rulebook(bare.variant, bare.options))
    played = trace(referee, bare.requests)
    instead, last = allowed_instead(referee, played[-1]), len(played) - 1
    case = replace(
        bare,
        purpose=PURPOSES.get(sort, "effect") if sort else "effect",
        touches=tuple(sorted({clause_of_line(line) for line in played[-1].lines})),
        expect=tuple(step.said for step in played),
        because=tuple(step.lines for step in played),
        allowed={last: instead} if instead else {},
    )
    return replace(case, worlds=tuple(_worlds(case, oracle, assignment)))


def save_found(report: Report, file: Path) -> None:
    """Write what was found by walking, one case a line; nothing where nothing was found."""
    found = [outcome.case for outcome in report.outcomes if outcome.case.id in (report.walk.found if report.walk else ())]
    if found:
        write_whole(file, "".join(written(case) + "\n" for case in found))


def _worlds(case: Case, oracle: Oracle, assignment: Assignment) -> Iterator[World]:
    """Every single reading, and all that were learnt together, under which a case is answered otherwise than by default."""
    singles = [frozenset({(question, one)}) for question, readings in oracle.readings.items() for one in readings[1:]]
    for readings in dict.fromkeys([*singles, *([assignment] if assignment else [])]):
        course = oracle.course(case, readings)
        said = [] if course is None else [one for one in course.until(len(case.requests)) if one is not None]
        start = next((step for step, one in enumerate(said) if one != case.expect[step]), None)
        if start is not None:
            # Of a single reading the first answer that is otherwise says enough.
            end = start + 1 if len(readings) == 1 else len(said)
            yield World(dict(sorted(readings)), start, tuple(said[start:end]))
