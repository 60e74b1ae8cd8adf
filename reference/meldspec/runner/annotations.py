"""The report as annotations of GitHub Actions: a line for each finding, which the page of a change shows beside its files."""

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from meldspec.language.problems import counted
from meldspec.runner.outcome import Kind
from meldspec.runner.print import closing_words
from meldspec.runner.report import Report
from meldspec.runner.told_finding import because_of, headline
from meldspec.runner.words import printable, transcript

MOST = 50
"""So many lines are printed; GitHub shows ten of a step."""


def annotations(report: Report) -> Iterator[str]:
    """The lines: what was found and is not known, how it broke, claims that are not borne out; nothing where it conforms."""
    where = _file(report.command)
    yield from islice((_line(where, title, message) for title, message in _told(report)), MOST)


def _told(report: Report) -> Iterator[tuple[str, str]]:
    """A title and a message for each."""
    outcomes = {outcome.case.id: outcome for outcome in report.outcomes}
    for finding in report.new_findings:
        clauses = because_of(finding)
        rule = [f"{clauses[0].title} [{finding.clause}]: {' '.join(clauses[0].prose)}"] if clauses else []
        rows = transcript(outcomes[finding.cases[0]])
        shown = (f"{row.label}: {row.text}" for row in rows if row.label in ("expected", "found", "allowed"))
        count = f"in {counted(len(finding.cases), 'case')}, such as {finding.cases[0]}"
        yield f"{finding.clause} {finding.sort}", "\n".join((headline(finding), *rule, *shown, count))
    for outcome in (*report.broken, *(one for one in report.outcomes if one.kind is Kind.UNSTEADY)):
        yield f"{outcome.kind} in {outcome.case.id}", outcome.message
    for seen in report.failed_readings:
        yield f"{seen.question} is not read as claimed", f"it claims {seen.claim}; {', '.join(seen.belying)} say not"
    if report.exit_code and not (report.found_wanting and any(outcomes)):
        yield "meldspec test", closing_words(report)


def _file(command: Sequence[str]) -> str:
    """The first word of a command that is a file below this folder: where an author will look."""
    here = Path.cwd()
    # A program that stands in the command itself is longer than any name of a file, which Path would not bear.
    files = (Path(word) for word in command if os.path.isfile(word) and Path(word).resolve().is_relative_to(here))
    return next((file.resolve().relative_to(here).as_posix() for file in files), "")


def _line(where: str, title: str, message: str) -> str:
    """One annotation; whatever could end a part of it early is escaped, as GitHub wants it."""
    file = f"file={_property(where)}," if where else ""
    return f"::error {file}title={_property(printable(title))}::{_data(printable(message))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
