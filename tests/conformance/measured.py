"""What a run costs, and of how many goals it judges: `python -m tests.conformance.measured [games-collection | pages-canasta]`.

A goal is what the cases of one name are for, such as `canasta/turn.draw/effect`. It can be expressed if one of its cases is
supported, and what it is for does not lie in fields alone that the implementation tells in no case; it does not arise if each that
is goes another way, as the open questions are read, or shows the limit of a reading that is seen not to be followed. It is judged
if one of them is answered rightly where it shows what it is for, or departs on a clause that it is about.

What it costs is told of the standard set, which is what a run plays where nothing is said; the goals are those of all cases.
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.conformance.pages_bugs import corpus
from tests.engine.variants import shelf

from meldspec.book.core import clause_of_line
from meldspec.cli import collect_seldom
from meldspec.data import folder
from meldspec.judge.arises import STEP
from meldspec.protocol.case import LIMIT, Case, deciding
from meldspec.protocol.comparison import VERDICT, telling_cells
from meldspec.protocol.fields import ABSENT
from meldspec.protocol.manifest import USUAL
from meldspec.runner.held_to import HeldTo
from meldspec.runner.outcome import Kind, Outcome
from meldspec.runner.report import Report
from meldspec.runner.run import run

ADAPTERS = folder("conformance") / "adapters"
ENGINES = {"games-collection": ADAPTERS / "games_collection.py", "pages-canasta": ADAPTERS / "pages-canasta" / "main.py"}
TIMES, SECONDS, MEGABYTES = 3, 10, 400
"""What a run of the usual size may take: so many times what the implementation takes, so many seconds besides, so much memory."""


@dataclass(frozen=True)
class Goals:
    """The goals of the cases of a run: all of them, those that can be expressed, those of these that arise, and those that are
    judged."""

    every: frozenset[str]
    expressed: frozenset[str]
    arising: frozenset[str]
    judged: frozenset[str]

    @property
    def share(self) -> float:
        """The percentage that is judged of those that can be expressed and arise."""
        return 100 * len(self.judged) / len(self.arising) if self.arising else 0.0


def goal_of(outcome: Outcome) -> str:
    """What a case is for: its id without its number."""
    return outcome.case.id.rpartition("-")[0]


def goals_of(report: Report) -> Goals:
    """The goals of a run."""
    named = {case: {found.clause, *map(clause_of_line, found.lines)} for found in report.findings for case in found.cases}

    untold = {name for name, share in report.share.missing().items() if share == 0}

    def expressed(outcome: Outcome) -> bool:
        fields = fields_of(outcome.case)
        return outcome.kind is not Kind.UNSUPPORTED and not (fields and fields <= untold)

    def judged(outcome: Outcome) -> bool:
        about = {*outcome.case.about.clauses, *(one.rpartition(".")[0] for one in outcome.case.about.questions)}
        return outcome.shows or bool(outcome.kind is Kind.FAILED and about & named.get(outcome.case.id, set()))

    followed = {one.question: one.followed for one in report.readings}

    def foreign(case: Case) -> bool:
        return case.purpose == LIMIT and followed.get(case.about.questions[0]) not in (None, case.about.reading)

    def arising(outcome: Outcome) -> bool:
        # Past the act that a case is about, and it has not shown: there it went the other way, and what departs is what follows.
        past = outcome.kind is Kind.FAILED and outcome.step is not None and outcome.step > deciding(outcome.case)
        return outcome.shows or not (outcome.agreed or outcome.kind is Kind.ELSEWHERE or past or foreign(outcome.case))

    return Goals(
        _goals(report.outcomes),
        _goals(one for one in report.outcomes if expressed(one)),
        _goals(one for one in report.outcomes if expressed(one) and arising(one)),
        _goals(one for one in report.outcomes if expressed(one) and judged(one)),
    )


def fields_of(case: Case) -> frozenset[str]:
    """The fields of which one at least has to be told to see what a case is about; none where it shows in a verdict, or where that
    is not known."""
    if case.about.cells is not ABSENT:
        return _fields(case.about.cells)
    if case.purpose != "reading":
        return frozenset()
    (question,) = case.about.questions
    alone = [world for world in case.worlds if world.readings.keys() == {question}]
    told = ((step, one) for world in alone for step, one in enumerate(world.expect, world.start))
    return _fields(cell for step, one in told for cell in telling_cells(one, case.expect[step]))


def _fields(cells: Iterable[str]) -> frozenset[str]:
    """The fields in which places of an observation lie, those of the sides apart, as the shares of a report have them."""
    names = [STEP.findall(cell) for cell in cells]
    if any(name[0] == VERDICT for name in names):
        return frozenset()
    return frozenset(f"sides.{name[2]}" if name[0] == "sides" and len(name) > 2 else name[0] for name in names)


def _goals(outcomes: Iterable[Outcome]) -> frozenset[str]:
    return frozenset(map(goal_of, outcomes))


def spent(who: int) -> float:
    """Seconds of the processor."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def main(words: list[str]) -> int:
    """Run an engine against ordinary Canasta, print what it came to; 1 where the run takes more than it may."""
    (name,) = words or ["games-collection"]
    # As the command does: garbage is looked for seldom.
    collect_seldom()
    cases, standard, rules = corpus("canasta"), corpus("canasta", USUAL), HeldTo.of(shelf(), "canasta")
    before = spent(resource.RUSAGE_SELF), spent(resource.RUSAGE_CHILDREN)
    held(name, standard, rules)
    mine, its = spent(resource.RUSAGE_SELF) - before[0], spent(resource.RUSAGE_CHILDREN) - before[1]
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    told(name, held(name, cases, HeldTo.of(shelf(), "canasta")))
    allowed = TIMES * its + SECONDS
    print(f"of the {len(standard)} cases of the {USUAL} size, of the processor:")
    print(f"the implementation took {its:.1f} s, the runner {mine:.1f} s: {mine + its:.1f} s of {allowed:.1f} s")
    print(f"the runner took {most} MB at most, of {MEGABYTES} MB")
    return int(mine + its > allowed or most > MEGABYTES)


def held(name: str, cases: Sequence[Case], rules: HeldTo) -> Report:
    """An engine held against some cases."""
    return run(cases, [sys.executable, "-B", str(ENGINES[name])], variant="canasta", timeout=60, rules=rules)


def told(name: str, report: Report) -> None:
    """Print of how many goals a run judges, and which it does not."""
    goals = goals_of(report)
    print(f"{name}: {len(report.findings)} findings; {', '.join(f'{kind} {n}' for kind, n in report.counts.items())}")
    print(f"{len(goals.judged)} of {len(goals.arising)} goals that it can express and that arise are judged ({goals.share:.1f} %)")
    elsewhere, unsupported = len(goals.expressed - goals.arising), len(goals.every - goals.expressed)
    print(f"of {len(goals.every)} it cannot express {unsupported}, and {elsewhere} do not arise as it reads the open questions")
    for goal in sorted(goals.expressed - goals.arising):
        print(f"    does not arise: {goal}")
    for goal in sorted(goals.arising - goals.judged):
        print(f"    not judged: {goal}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
