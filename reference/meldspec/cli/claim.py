"""`meldspec claim`: what an author publishes of an implementation, made of a report, checked again, and shown as a badge."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any

import click

from meldspec.book.flat import Book
from meldspec.cli._looked_up import doubts_told
from meldspec.cli._run import Asked, book_of, cases_of, failing_as_ours, held_to, narrowed, watched
from meldspec.cli._shared import FILE, FOLDER, Rules, number_option, spec_option
from meldspec.files import write_whole
from meldspec.protocol.case import Case
from meldspec.protocol.manifest import FULL
from meldspec.runner.badge import badge
from meldspec.runner.checked_claim import Checked
from meldspec.runner.claim import claim_of
from meldspec.runner.log import Log
from meldspec.runner.report_files import report_to_json
from meldspec.runner.run import RESTARTS, TIMEOUT
from meldspec.runner.stored import StoredProblem, read_stored
from meldspec.runner.words import printable
from meldspec.sources.doubts import Doubts

_TO = click.Path(dir_okay=False, writable=True, path_type=Path)
MOST = 20
"""So many lines of one sort are told; how many more there are is said."""
corpus_option = click.option("--corpus", type=FOLDER, metavar="DIR", help="A corpus other than the one that belongs to the rules.")


@click.group("claim", short_help="What an author publishes of an implementation: made, checked again, as a badge.")
def command() -> None:
    """What an author publishes of an implementation: made, checked again, as a badge."""


@command.command("new", short_help="Make a claim of a report that has no finding.")
@click.argument("file", metavar="REPORT", type=FILE)
@click.option("--to", type=_TO, metavar="FILE", help="Write it there, instead of printing it.")
@corpus_option
@spec_option
def new_command(file: Path, to: Path | None, corpus: Path | None, rules: Rules) -> None:
    """Make a claim of a report that has no finding.

    REPORT is what `meldspec test --json REPORT` wrote, with the cases that are here now. The claim has the suite with its digest,
    the options, the readings that are followed, what is not supported, and the digest of every case that it rests on.
    """
    report = _read(file, "report")
    cases, book = _suite(report, corpus, rules)
    text = claim_text(claim_of(report, cases, book))
    if to is None:
        click.echo(text, nl=False)
    else:
        write_whole(to, text)


def _read(file: Path, sort: str) -> dict[str, Any]:
    """The report or claim in a file; one that is none is an error of the command line, and says nothing of any claim."""
    try:
        return read_stored(file, sort)
    except StoredProblem as problem:
        raise click.UsageError(printable(str(problem))) from None


def claim_text(claim: Mapping[str, Any]) -> str:
    """A claim as it is kept: a case or a clause a line."""
    return json.dumps(claim, indent=1, ensure_ascii=True) + "\n"


@command.command("badge", short_help="Print the badge of a claim, as SVG.")
@click.argument("file", metavar="CLAIM", type=FILE)
@click.option("--to", type=_TO, metavar="FILE", help="Write it there, instead of printing it.")
def badge_command(file: Path, to: Path | None) -> None:
    """Print the badge of a claim, as SVG."""
    text = badge(_read(file, "claim"))
    if to is None:
        click.echo(text, nl=False)
    else:
        write_whole(to, text)


@command.command("check", short_help="Hold a claim against the suite that is here now.")
@click.argument("file", metavar="CLAIM", type=FILE)
@number_option("--timeout", click.FloatRange(0.01, 3600), TIMEOUT, "Seconds in which each answer must come.")
@number_option("--jobs", click.IntRange(1, 64), 1, "How many processes of the implementation play cases side by side.")
@click.option("--new", type=_TO, metavar="FILE", help="Where the claim holds, write the claim of this suite there.")
@corpus_option
@spec_option
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- COMMAND...")
def check_command(
    file: Path,
    timeout: float,
    jobs: int,
    new: Path | None,
    corpus: Path | None,
    words: Sequence[str],
    rules: Rules,
) -> int:
    """Hold a claim against the suite that is here now.

    COMMAND is played as `meldspec test` plays it. Told is which cases have changed since the claim was made, and why, and what it
    does otherwise than it claims.

    Exit code: 0 the claim holds, 1 it does not; any other is that of `meldspec test`.
    """
    claim = _read(file, "claim")
    cases, book = _suite(claim, corpus, rules)
    doubts = cache(partial(doubts_told, book, rules)) if book else Doubts
    with failing_as_ours():
        rules_ = held_to(claim["variant"], rules, doubts=doubts)
        asked = Asked(tuple(cases), words, claim["variant"], timeout, RESTARTS, jobs, *rules_)
        report = watched(asked, Log())
    report.upto, report.size = claim["upto"], claim.get("size", FULL)
    told = report_to_json(report)
    checked = Checked(claim, told, cases, book)
    for line in _lines(checked):
        click.echo(printable(line))
    if checked.holds and new is not None:
        write_whole(new, claim_text(claim_of(told, cases, book)))
    return checked.exit_code


def _suite(told: Mapping[str, Any], corpus: Path | None, rules: Rules) -> tuple[list[Case], Book | None]:
    """The cases that a report or a claim is of, as they are here now, and the book of its variant."""
    book = book_of(rules, told["variant"])
    every = cases_of(corpus, rules, told["variant"], (), book)
    # A claim that names no size is older than the sizes, and was made of all cases.
    return narrowed(every, told.get("size", FULL), corpus or rules.corpus, told["upto"], book).cases, book


def _lines(checked: Checked) -> Iterator[str]:
    """What is printed of a claim that was checked."""
    yield checked.heading
    for title, rows in checked.sections():
        yield f"{title}:"
        yield from (f"  {row}" for row in islice(rows, MOST))
        if len(rows) > MOST:
            yield f"  and {len(rows) - MOST} more"
    yield checked.closing
