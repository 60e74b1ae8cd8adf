"""`meldspec test`: hold an implementation against the corpus."""

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from secrets import token_hex

import click

from meldspec.book.flat import Book
from meldspec.cli._console import terminal
from meldspec.cli._ends import tell
from meldspec.cli._looked_up import doubts_told, strange_claims
from meldspec.cli._run import Asked, book_of, cases_of, failing_as_ours, held_to, known_of, narrowed, watched
from meldspec.cli._shared import FOLDER, Rules, number_option, several_option, site_option, spec_option
from meldspec.protocol.manifest import FULL, SIZES, USUAL
from meldspec.runner.annotations import annotations as annotations_of
from meldspec.runner.held_to import DoubtsOf
from meldspec.runner.led import as_played
from meldspec.runner.log import Log, LogProblem
from meldspec.runner.print import print_report
from meldspec.runner.report import Report
from meldspec.runner.report_files import FORMATS as OURS, Format
from meldspec.runner.run import RESTARTS, TIMEOUT
from meldspec.runner.walk import Plan
from meldspec.site.report_page import write_html
from meldspec.sources.doubts import Doubts

FORMATS = {**OURS, "html": Format("one page of HTML that stands by itself", write_html)}
"""The formats of reports, that of the room of pages among them."""
_REPORT = click.Path(dir_okay=False, writable=True, path_type=Path)
_LOG = click.Path(exists=True, dir_okay=False, path_type=Path)
EPILOG = """\
A run that is stopped (by Ctrl-C, a signal, its deadline) prints what it has by then; with --log it can be resumed, and
comes to the report that it would have come to.

With --walk it is then played on, in deals drawn from a seed and with acts that are legal, or nearly; what departs there
is made as short as it can be and told like any other. `--save mine/V/walk.jsonl` keeps it for `--corpus mine`.

Exit code: 0 it conforms, 1 it does not, 2 the command line is wrong, 3 the implementation broke (cannot be started,
does not introduce itself, breaks again and again), 4 meldspec itself failed, 74 a report or the log could not be
written, 124 the deadline came before anything was found, 128 and its number for a signal (130 Ctrl-C, 143 SIGTERM).
"""


def report_options(command: Callable[..., int]) -> Callable[..., int]:
    """An option for every format in which a report can be written."""
    # Each decorator comes before the ones below it in the help, so the last format is added first.
    for name, one in reversed(FORMATS.items()):
        option = f"--{name.replace('_', '-')}"
        command = click.option(option, type=_REPORT, metavar="FILE", help=f"Write the report as {one.title}, too.")(command)
    return command


@click.command("test", short_help="Hold an implementation against the corpus.", epilog=EPILOG)
@click.option("--variant", required=True, metavar="V", help="The variant whose cases are played.")
@several_option("--case", "names", "ID", "Only this case, or all whose id begins with these parts, as manzana/pile.pair")
@click.option(
    "--size", type=click.Choice(SIZES), default=USUAL, show_default=True, help="How many cases; --case plays any of them."
)
@click.option("--upto", metavar="CHAPTER", help="Only cases for which the chapters up to this one suffice.")
@click.option("--corpus", type=FOLDER, metavar="DIR", help="A corpus other than the one that belongs to the rules.")
@spec_option
@number_option("--timeout", click.FloatRange(0.01, 3600), TIMEOUT, "Seconds in which each answer must come.")
@number_option("--restarts", click.IntRange(0), RESTARTS, "How often an implementation that broke is started again.")
@number_option("--jobs", click.IntRange(1, 64), 1, "How many processes of the implementation play cases side by side.")
@click.option("--deadline", type=click.FloatRange(0.01), metavar="SECONDS", help="Stop the whole run then, with what it has.")
@click.option("--log", type=_REPORT, metavar="FILE", help="Note what each case came to, as the run goes on; a line of JSON each.")
@click.option("--resume", type=_LOG, metavar="FILE", help="Go on with the run of which this is the log.")
@click.option("--localise/--no-localise", default=True, help="Look for the line of the rules that would explain what is wrong.")
@site_option
@click.option("--walk", type=click.IntRange(1), metavar="DEALS", help="Then play on at random, so many deals.")
@number_option("--seed", click.IntRange(0), 0, "What --walk draws its deals from.")
@report_options
@click.option("--known", "known_file", type=_LOG, metavar="FILE", help="Failures that are known, and do not count.")
@click.option(
    "--annotations/--no-annotations", default=None, help="Print findings as annotations of GitHub, too (by default in its Actions)."
)
@click.option("-v", "--verbose", is_flag=True, help="List every case, and show every failure in full.")
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- COMMAND...")
def command(
    variant: str,
    names: tuple[str, ...],
    size: str,
    upto: str | None,
    corpus: Path | None,
    timeout: float,
    restarts: int,
    jobs: int,
    deadline: float | None,
    log: Path | None,
    resume: Path | None,
    localise: bool,
    site: str,
    walk: int | None,
    seed: int,
    annotations: bool | None,
    verbose: bool,
    known_file: Path | None,
    words: tuple[str, ...],
    rules: Rules,
    **reports: Path | None,
) -> int:
    """Hold an implementation against the corpus.

    The cases are those that come with meldspec, or, with `--spec`, those that `meldspec corpus --spec` has made. COMMAND starts the
    implementation; it then reads requests of the implementation protocol on its standard input and answers on its standard output.
    """
    _check_places(reports.values(), log, resume)
    book = book_of(rules, variant)
    plan, known = _plan(walk, seed, reports.get("save"), book), known_of(known_file, variant, book)
    doubts = cache(partial(doubts_told, book, rules)) if book else Doubts
    every, size = cases_of(corpus, rules, variant, names, book), FULL if names else size
    chosen = narrowed(every, size, corpus or rules.corpus, upto, book, known)
    with failing_as_ours():
        held = held_to(variant, rules, localise=localise, site=site, doubts=doubts)
        asked = Asked(tuple(chosen.cases), words, variant, timeout, restarts, jobs, *held)
        with closing(_log(log, resume, asked)) as noted:
            report = chosen.noted(watched(asked, noted, deadline, plan))
        return _told(report, noted, reports, log or resume, partial(_print, report, verbose, doubts, _annotated(annotations)))


def _check_places(files: Iterable[Path | None], log: Path | None, resume: Path | None) -> None:
    """Refuse places where nothing can be written: a run may take an hour, and this is known before it."""
    if log and resume:
        raise click.UsageError("--resume goes on with its own log: leave --log out")
    taken = {resume.resolve()} if resume else set()
    for file in filter(None, (*files, log)):
        # What is no plain file, such as /dev/null, takes as much as it is given.
        if file.resolve() in taken and (file.is_file() or not file.exists()):
            raise click.UsageError(f"{file} is named twice: a report or a log would take the place of another")
        taken.add(file.resolve())
        folder = file.absolute().parent
        if not folder.is_dir():
            raise click.UsageError(f"no folder {file.parent} to write {file.name} in: make it first")
        # What is there and no plain file, such as a pipe, is written to where it is.
        if not os.access(folder, os.W_OK) and (file.is_file() or not file.exists()):
            raise click.UsageError(f"nothing may be written in the folder {folder}: name another for {file.name}")


def _plan(walk: int | None, seed: int, save: Path | None, book: Book | None) -> Plan | None:
    """How far it is to be walked when the cases are done."""
    if walk is None:
        if save or seed:
            raise click.UsageError("--save and --seed are for --walk: say how many deals, as --walk 20")
        return None
    if book is None:
        raise click.UsageError("--walk needs the rules of the variant: name their folder with --spec")
    return Plan(walk, seed)


def _log(new: Path | None, old: Path | None, asked: Asked) -> Log:
    if new is not None and old is not None:
        raise LogProblem("--resume goes on with its own log: leave --log out")
    if asked.jobs > 1 and (new or old) is not None:
        raise LogProblem("--jobs plays without a log: leave it out, or --log and --resume")
    if old is not None:
        rules = asked.rules
        return Log.resumed(old, asked.told(), lambda hello: as_played(asked.cases, hello, rules.expectations, rules.readings))
    return Log.begun(new, asked.told()) if new is not None else Log()


def _annotated(asked: bool | None) -> bool:
    """Whether findings are printed as annotations: if it is said so, else where GitHub Actions runs this."""
    return os.environ.get("GITHUB_ACTIONS") == "true" if asked is None else asked


def _print(report: Report, verbose: bool, doubts: DoubtsOf, annotated: bool) -> None:
    """Print the report, and findings as annotations."""
    # What an implementation says of itself stands in the report, and may look like a command to whoever reads the log.
    token = token_hex(16)
    if annotated:
        click.echo(f"::stop-commands::{token}")
    print_report(report, terminal(), verbose)
    claims = (report.introduction.readings or {}) if report.introduction else {}
    if mine := claims.get(report.variant):
        for sentence in strange_claims(mine, doubts()):
            click.echo(sentence)
    if annotated:
        click.echo(f"::{token}::")
        for line in annotations_of(report):
            click.echo(line)


def _told(report: Report, log: Log, files: Mapping[str, Path | None], kept: Path | None, shown: Callable[[], None]) -> int:
    """Show the report, then write it to the files; one that cannot be written keeps none of the others from it."""
    refused = [log.problem] if log.problem else []
    try:
        shown()
        if report.stopped and kept and not log.problem:
            click.echo(f"--resume {kept} goes on with it.", err=True)
    except OSError as problem:
        refused.append(problem)
    for name, file in ((name, file) for name, file in files.items() if file is not None):
        try:
            FORMATS[name].write(report, file)
        except OSError as problem:
            refused.append(problem)
    for other in refused[1:]:
        tell(other)
    if refused:
        raise refused[0]
    return int(report.exit_code)
