"""`meldspec test`: hold an implementation against the corpus."""

import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from functools import partial
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from meldspec.cli._console import terminal
from meldspec.cli._shared import FOLDER, Rules, number_option, several_option, spec_option
from meldspec.protocol.case import Case, CaseProblem, chosen, load_cases, variants
from meldspec.runner.courses import Expectations
from meldspec.runner.print import print_report
from meldspec.runner.report import ExitCode, Report
from meldspec.runner.report_files import FORMATS
from meldspec.runner.run import RESTARTS, TIMEOUT, run

_REPORT = click.Path(dir_okay=False, writable=True, path_type=Path)
# As a shell tells what a signal ended: 128 and its number.
_TERMINATED = 128 + signal.SIGTERM


class _Ours(click.ClickException):
    """The run failed for a reason that is not the implementation's."""

    exit_code = int(ExitCode.OURS)


def report_options(command: Callable[..., int]) -> Callable[..., int]:
    """An option for every format in which a report can be written."""
    # Each decorator comes before the ones below it in the help, so the last format is added first.
    for name, one in reversed(FORMATS.items()):
        command = click.option(f"--{name}", type=_REPORT, metavar="FILE", help=f"Write the report as {one.title}, too.")(command)
    return command


@click.command("test", short_help="Hold an implementation against the corpus.")
@click.option("--variant", required=True, metavar="V", help="The variant whose cases are played.")
@several_option("--case", "names", "ID", "Only this case, or all whose id begins so")
@click.option("--corpus", type=FOLDER, metavar="DIR", help="A corpus other than the one that belongs to the rules.")
@spec_option
@number_option("--timeout", click.FloatRange(0.01, 3600), TIMEOUT, "Seconds in which each answer must come.")
@number_option("--restarts", click.IntRange(0), RESTARTS, "How often an implementation that broke is started again.")
@report_options
@click.option("-v", "--verbose", is_flag=True, help="List every case, and show every failure in full.")
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- COMMAND...")
def command(
    variant: str,
    names: tuple[str, ...],
    corpus: Path | None,
    timeout: float,
    restarts: int,
    verbose: bool,
    words: tuple[str, ...],
    rules: Rules,
    **reports: Path | None,
) -> int:
    """Hold an implementation against the corpus.

    The cases are those that come with meldspec, or, with `--spec`, those that `meldspec corpus --spec` has made for a folder of
    rules. COMMAND starts the implementation; it then reads requests of the implementation protocol on its standard input and
    answers on its standard output.

    Exit code: 0 it conforms, 1 it does not, 2 the command line is wrong, 3 the implementation broke
    (cannot be started, does not introduce itself, breaks again and again), 4 meldspec itself failed.
    """
    files = {name: file for name, file in reports.items() if file is not None}
    # A run may take an hour: what cannot be written is refused before it.
    for file in files.values():
        if not file.absolute().parent.is_dir():
            raise click.UsageError(f"no folder {file.parent} to write {file.name} in: make it first")
    cases = _cases(corpus, rules, variant, names)
    try:
        report = _watched(cases, words, variant, timeout, restarts, rules)
        for name, file in files.items():
            FORMATS[name].write(report, file)
        print_report(report, terminal(), verbose)
    except OSError:
        raise
    except Exception as problem:
        # Whatever fails here is no fault of the implementation, and must have neither its exit codes nor a report.
        traceback.print_exc()
        raise _Ours(f"meldspec itself failed ({problem}): please report it, with what stands above") from None
    return int(report.exit_code)


# ── which cases ─────────────────────────────────────────────────────────────────────────────────────────────


def _cases(corpus: Path | None, rules: Rules, variant: str, names: Sequence[str]) -> list[Case]:
    try:
        place = corpus or rules.corpus
        _check_variant(place, variant)
        cases = load_cases(place, variant)
    except FileNotFoundError as problem:
        raise _Ours(str(problem)) from None
    except CaseProblem as problem:
        raise _Ours(f"the corpus is not whole: {problem}") from None
    if not cases:
        raise click.UsageError(f"the corpus in {place} has files for {variant}, but no case in them")
    try:
        return chosen(cases, names) if names else cases
    except CaseProblem as problem:
        raise click.BadParameter(str(problem), param_hint="--case") from None


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


# ── the run, watched ────────────────────────────────────────────────────────────────────────────────────────


def _watched(cases: Sequence[Case], words: Sequence[str], variant: str, timeout: float, restarts: int, rules: Rules) -> Report:
    with _bar() as bar, _ended_by_signals():
        task = bar.add_task(variant, total=len(cases))
        expectations, defaults = _rules(cases, variant, rules)
        return run(
            cases,
            words,
            variant=variant,
            timeout=timeout,
            restarts=restarts,
            expectations=expectations,
            defaults=defaults,
            progress=lambda outcome: bar.update(task, advance=1, description=outcome.case.subject),
        )


def _rules(cases: Sequence[Case], variant: str, rules: Rules) -> tuple[Expectations | None, dict[str, str]]:
    """Whom to ask about several readings at once, and the default readings; nobody where no case tells readings apart."""
    if not any(case.worlds for case in cases):
        return None, {}
    # To read the rules takes longer than to play most corpora, and few of these need it.
    from meldspec.engine.rulebook import Library
    from meldspec.runner.replay import recompute

    library = Library(rules.library)
    return partial(recompute, library), library.defaults(variant) if variant in library.books.texts else {}


def _bar() -> Progress:
    """A bar on standard error, on a terminal only, gone when the report is printed."""
    console = terminal(stderr=True)
    columns = (TextColumn("{task.description:30.30}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Let a request to end, which a CI job gets at its time limit, end the implementation as well."""
    try:
        before = signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(_TERMINATED))
    except ValueError:
        # Python lets only the main thread say what a signal does; in another one the run goes without.
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
