"""An implementation that is held against the cases by a program of its author: what is played, and what each goal of it comes to.

It is what the plugin of pytest collects, and knows nothing of pytest.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from io import StringIO
from pathlib import Path

from rich.console import Console

from meldspec.book.core import clause_of_question
from meldspec.book.flat import Book
from meldspec.cli._run import Asked, book_of, cases_of, cases_upto, held_to, known_of
from meldspec.cli._shared import Rules
from meldspec.judge.findings import Finding
from meldspec.protocol.case import Case
from meldspec.runner.known import KnownFailure
from meldspec.runner.outcome import BROKE, Kind, Outcome
from meldspec.runner.print_findings import case_text, finding_text
from meldspec.runner.python_engine import Engine, InProcess
from meldspec.runner.report import Report
from meldspec.runner.run import RESTARTS, TIMEOUT
from meldspec.runner.words import say_readings

COLUMNS = 120
"""How wide a finding is told."""


def goal_of(case: Case) -> str:
    """What a case is for: its id without the variant and the number, `pile.pair/refuses`."""
    return case.id.partition("/")[2].rpartition("-")[0]


@dataclass(frozen=True)
class Conformance:
    """What is held against the cases of a variant: a command, or an engine in Python, or what makes one.

    `upto` names the last chapter whose cases are played, `known` a file of known failures, `spec` and `corpus` folders of other
    rules and cases. A command is started in the folder in which pytest runs; `timeout` is in seconds for each of its answers.
    """

    variant: str
    command: Sequence[str] = ()
    engine: Engine | Callable[[], Engine] | None = None
    upto: str | None = None
    known: Path | None = None
    spec: Path | None = None
    corpus: Path | None = None
    timeout: float = TIMEOUT

    def __post_init__(self) -> None:
        if bool(self.command) == (self.engine is not None):
            raise ValueError("a Conformance has a command, as command=['node', 'main.mjs'], or an engine, and not both")
        if isinstance(self.command, str):
            raise ValueError(f"the command is a list of words, as {self.command.split()}; found the text {self.command!r}")

    @cached_property
    def _rules(self) -> Rules:
        return Rules(self.spec)

    @cached_property
    def _book(self) -> Book | None:
        return book_of(self._rules, self.variant)

    @cached_property
    def goals(self) -> Mapping[str, Sequence[Case]]:
        """The goals of the variant, each with its cases, in the order of the corpus."""
        cases, _ = cases_upto(self.upto, cases_of(self.corpus, self._rules, self.variant, (), self._book), self._book)
        goals: dict[str, list[Case]] = {}
        for case in cases:
            goals.setdefault(goal_of(case), []).append(case)
        return goals

    def report(self, chosen: Collection[str] | None = None) -> Report:
        """What it comes to in the cases of all goals, or of those that are chosen."""
        cases = [case for goal, cases in self.goals.items() if chosen is None or goal in chosen for case in cases]
        rules, digest = held_to(self.variant, self._rules)
        asked = Asked(tuple(cases), tuple(self.command), self.variant, self.timeout, RESTARTS, 1, rules, digest)
        report = asked.play(start=None if self.engine is None else self._in_process)
        report.upto, report.known = self.upto, self._known
        return report

    @cached_property
    def _known(self) -> tuple[KnownFailure, ...]:
        return known_of(self.known, self.variant, self._book)

    def _in_process(self) -> InProcess:
        engine = self.engine
        assert engine is not None
        # One that is there already forgets what went on before with every deal.
        return InProcess(lambda: engine if isinstance(engine, Engine) else engine())


class Failed(Exception):
    """A goal in which something was found; its text tells what."""


class Skipped(Exception):
    """A goal that is neither right nor wrong; its text tells why."""


@dataclass(frozen=True)
class Told:
    """A report, asked goal by goal."""

    report: Report
    _told: dict[tuple[str, ...], str] = field(default_factory=dict)
    """The cases of findings that were told in full, with the goal at which each was."""

    @cached_property
    def _outcomes(self) -> Mapping[str, Outcome]:
        return {outcome.case.id: outcome for outcome in self.report.outcomes}

    @cached_property
    def _findings(self) -> Mapping[str, Finding]:
        return {case: finding for finding in self.report.findings for case in finding.cases}

    def look_at(self, cases: Sequence[Case]) -> None:
        """What the cases of a goal come to. Raises Failed where something was found, Skipped where nothing was judged."""
        self._check_that_it_ran()
        outcomes = [self._outcomes[case.id] for case in cases]
        found = {id(one): one for case in cases if (one := self._findings.get(case.id))}.values()
        texts = [self._text(one, goal_of(cases[0])) for one in found if not self.report.is_known(one)]
        texts += [self._case(one) for one in outcomes if one.kind in BROKE or one.kind is Kind.UNSTEADY]
        if texts:
            raise Failed("\n".join(texts).strip("\n"))
        if not any(one.agreed for one in outcomes):
            raise Skipped("; ".join(dict.fromkeys(map(self._why, outcomes))))

    def look_at_the_process(self) -> None:
        """Whether it can be started, is never broken off and takes its leave. Raises Failed."""
        self._check_that_it_ran()
        if self.report.farewell is not None:
            raise Failed(f"it does not take its leave as the protocol wants: {self.report.farewell}")

    def look_at_the_claims(self) -> None:
        """Whether it reads the questions as it says. Raises Failed, or Skipped where nothing is claimed."""
        self._check_that_it_ran()
        if wrong := [
            f"{one.question}: it claims {one.claim}; {', '.join(one.belying)} say not" for one in self.report.failed_readings
        ]:
            raise Failed("\n".join(wrong))
        if not any(one.claim for one in self.report.readings):
            raise Skipped("it claims no readings, which nobody must")

    def properties(self, cases: Sequence[Case]) -> Iterator[tuple[str, str]]:
        """What is to be told of a goal in figures: its cases, what they are booked on, and how the questions are read."""
        seen = {one.question: one for one in self.report.readings}
        for case in cases:
            outcome = self._outcomes[case.id]
            yield "case", f"{case.id}: {outcome.kind}"
            if (finding := self._findings.get(case.id)) is not None:
                yield "finding", f"{finding.at}: {finding.sort}"
        for question in dict.fromkeys(name for case in cases for name in case.about.questions):
            if question in seen and (followed := seen[question].followed) is not None:
                yield "reading", f"{question}={followed}"

    def _check_that_it_ran(self) -> None:
        fatal = self.report.fatal
        if fatal is not None:
            raise Failed("\n".join((fatal.message, *fatal.stderr.splitlines())))

    def _text(self, finding: Finding, goal: str) -> str:
        """A finding, in full where it is told for the first time: one cause is told once."""
        first = self._told.setdefault(finding.cases, goal)
        if first != goal:
            return f"✗ {finding.clause}  {finding.sort}, which is told in full at {first}"
        return _printed(*finding_text(finding, self._outcomes.__getitem__, self.report.rules, self.report.readings, verbose=False))

    def _case(self, outcome: Outcome) -> str:
        return f"{outcome.kind}\n{_printed(case_text(outcome, self.report.rules))}"

    def _why(self, outcome: Outcome) -> str:
        """Why a case was not judged."""
        match outcome.kind:
            case Kind.FAILED:
                finding = self._findings[outcome.case.id]
                return f"known: {finding.clause} {finding.sort}"
            case Kind.UNDECIDED:
                return f"not judged, since {outcome.undecided_since}"
            case Kind.ELSEWHERE:
                return f"what it is about does not arise as the questions are read ({say_readings(outcome.under)})"
            case Kind.UNREACHED:
                return "it goes another way before the table is come to that it is about"
            case kind:
                return f"{kind}: {outcome.message}".removesuffix(": ")


def clauses_of(cases: Sequence[Case]) -> list[str]:
    """The clauses that some cases are about, those of their questions included."""
    questions = (clause_of_question(name) for case in cases for name in case.about.questions)
    return list(dict.fromkeys([*(name for case in cases for name in case.about.clauses), *questions]))


def _printed(*parts: object) -> str:
    """What stands on a terminal, without colour."""
    console = Console(width=COLUMNS, file=StringIO(), no_color=True, force_terminal=False)
    with console.capture() as told:
        for part in parts:
            console.print(part, soft_wrap=False)
    return "\n".join(line.rstrip() for line in told.get().splitlines())
