"""What a run of an implementation is of: the cases that it is held against, and the rules behind them."""

import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from meldspec import __version__
from meldspec.book.flat import Book
from meldspec.cache import code_and
from meldspec.cli._console import terminal
from meldspec.cli._looked_up import first_chapters, strange_subject, without_cases
from meldspec.cli._shared import Rules
from meldspec.cli.positions import known_sources
from meldspec.engine.rulebook import Library
from meldspec.language.problems import RulesError
from meldspec.protocol.case import Case, CaseProblem, chosen, load_cases, variants
from meldspec.protocol.manifest import of_size, read_manifest
from meldspec.runner.claim import suite_digest
from meldspec.runner.held_to import HeldTo
from meldspec.runner.known import KnownFailure
from meldspec.runner.known_file import KnownProblem, read_known
from meldspec.runner.log import Log, LogProblem
from meldspec.runner.report import ExitCode, Report, Suite
from meldspec.runner.run import run
from meldspec.runner.stopping import Stopped, Stops
from meldspec.runner.walk import Plan


class Ours(click.ClickException):
    """The run failed for a reason that is not the implementation's."""

    exit_code = int(ExitCode.OURS)


@contextmanager
def failing_as_ours() -> Iterator[None]:
    """Whatever fails here is no fault of the implementation, and must have neither its exit codes nor a report."""
    try:
        yield
    except LogProblem as problem:
        raise click.UsageError(str(problem)) from None
    except (OSError, click.ClickException):
        raise
    except Exception as problem:
        traceback.print_exc()
        raise Ours(f"meldspec itself failed ({problem}): please report it, with what stands above") from None


def book_of(rules: Rules, variant: str) -> Book | None:
    """The book of the variant; none where the corpus is of a game that the rules do not have."""
    try:
        return rules.library.book(variant) if variant in rules.library.texts else None
    except RulesError as error:
        raise click.UsageError(
            f"nobody can be held against rules that are wrong; `meldspec check` tells all of it:\n{error}"
        ) from None


def cases_of(corpus: Path | None, rules: Rules, variant: str, names: Sequence[str], book: Book | None) -> list[Case]:
    """The cases of a variant, or those of some names among them; an error where there are none."""
    try:
        place = corpus or rules.corpus
        _check_variant(place, variant)
        cases = load_cases(place, variant)
    except FileNotFoundError as problem:
        raise Ours(str(problem)) from None
    except CaseProblem as problem:
        raise Ours(f"the corpus is not whole: {problem}") from None
    if book and (strange := strange_subject(cases, book)):
        raise Ours(f"the corpus is not whole: {strange}")
    if not cases:
        raise click.UsageError(f"the corpus in {place} has files for {variant}, but no case in them")
    try:
        return chosen(cases, names) if names else cases
    except CaseProblem as problem:
        known = next(filter(None, (without_cases(name, book) for name in names if book)), None)
        raise click.BadParameter(known or str(problem), param_hint="--case") from None


def cases_upto(chapter: str | None, cases: list[Case], book: Book | None) -> tuple[list[Case], int]:
    """The cases of the first chapters, up to one if it is named, and how many that leaves out."""
    kept = cases if chapter is None else first_chapters(cases, chapter, book)
    return kept, len(cases) - len(kept)


@dataclass(frozen=True)
class Narrowed:
    """The cases of a run, with why there are no more: a smaller size, chapters that are left out; and what is known to fail."""

    cases: list[Case]
    size: str
    beyond: int
    upto: str | None
    left_out: int
    known: tuple[KnownFailure, ...]

    def noted(self, report: Report) -> Report:
        """The report, with all of that in it."""
        report.size, report.beyond, report.known = self.size, self.beyond, self.known
        report.upto, report.left_out = self.upto, self.left_out
        return report


def narrowed(
    every: list[Case], size: str, corpus: Path, upto: str | None, book: Book | None, known: tuple[KnownFailure, ...] = ()
) -> Narrowed:
    """The cases that a run of some size plays, of the first chapters where one is named; `known` is what is known to fail there."""
    try:
        sized = of_size(every, size, read_manifest(corpus))
    except CaseProblem as problem:
        raise Ours(f"the corpus is not whole: {problem}") from None
    kept, left_out = cases_upto(upto, sized, book)
    return Narrowed(kept, size, len(every) - len(sized), upto, left_out, known)


def known_of(file: Path | None, variant: str, book: Book | None) -> tuple[KnownFailure, ...]:
    """The failures that a file lists as known; none where no file is named."""
    try:
        return () if file is None else read_known(file, variant, book)
    except KnownProblem as problem:
        raise click.UsageError(str(problem)) from None


def _check_variant(place: Path, variant: str) -> None:
    known = variants(place)
    if not known:
        hint = "write one with `meldspec corpus`, or name another with --corpus"
        raise click.UsageError(f"the corpus in {place} is empty: it has no <variant>/<chapter>.jsonl; {hint}")
    if variant not in known:
        near = get_close_matches(variant, known, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        message = f"the corpus has no variant {variant!r}; it has {', '.join(known)}{hint}"
        raise click.BadParameter(message, param_hint="--variant")


def held_to(variant: str, rules: Rules, **told: Any) -> tuple[HeldTo, str | None]:
    """What an implementation is held to, and a digest of it; nothing but the cases where the rules do not have the variant. `told`
    has how it is told."""
    if variant not in rules.library.texts:
        return HeldTo(), None
    library = Library(rules.library)
    # Books that these extend may come with meldspec.
    files = {file for place in (rules.folder, Rules().folder) for file in place.rglob("*.rules")}
    return HeldTo.of(library, variant, sources=known_sources(rules), **told), code_and(
        sorted(files), "language", "book", "engine", "judge"
    )


@dataclass(frozen=True)
class Asked:
    """What a run is of; a run that goes on with another's log is of the same."""

    cases: tuple[Case, ...]
    words: Sequence[str]
    variant: str
    timeout: float
    restarts: int
    jobs: int
    rules: HeldTo
    digest: str | None
    """That of the rules."""

    def told(self) -> dict[str, Any]:
        """What must be the same, in the words of the log."""
        return {
            "meldspec": __version__,
            "variant": self.variant,
            "command": list(self.words),
            "--timeout": self.timeout,
            "--restarts": self.restarts,
            "number of cases": len(self.cases),
            "digest of the cases": self.suite.digest,
            "digest of the rules": self.digest,
        }

    def play(self, **how: Any) -> Report:
        """What the run comes to; `how` it is watched, as `run` has it."""
        report = run(
            self.cases,
            self.words,
            variant=self.variant,
            timeout=self.timeout,
            restarts=self.restarts,
            rules=self.rules,
            jobs=self.jobs,
            **how,
        )
        report.suite, report.date = self.suite, datetime.now(UTC).date().isoformat()
        return report

    @cached_property
    def suite(self) -> Suite:
        """The cases, by their digest."""
        return Suite(__version__, suite_digest(self.cases))


def watched(asked: Asked, log: Log, deadline: float | None = None, walk: Plan | None = None) -> Report:
    """What a run comes to, which a bar shows while it goes on, and which a signal or its deadline ends."""
    with _bar(asked.variant, len(asked.cases) + (walk.deals if walk else 0)) as advance, Stops(deadline) as stops:
        walking = walk and replace(walk, played=lambda: advance("walking"))
        try:
            return asked.play(progress=lambda case: advance(case.subject), stops=stops, log=log, walk=walking)
        except Stopped as stopped:
            told = f"Stopped by {stopped.by} before it was known what the answers come to: there is no report; a --log keeps them."
            click.echo(told, err=True)
            raise SystemExit(stopped.code) from None


@contextmanager
def _bar(name: str, total: int) -> Iterator[Callable[[str], None]]:
    """A bar on standard error, on a terminal only, gone when the report is printed: what advances it, and says at what it is."""
    console = terminal(stderr=True)
    if not console.is_terminal:
        # Older versions of Rich print an empty line at the end even of a bar that is disabled.
        yield lambda where: None
        return
    columns = (TextColumn("{task.description:30.30}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(name, total=total)
        yield lambda where: bar.update(task, advance=1, description=where)
