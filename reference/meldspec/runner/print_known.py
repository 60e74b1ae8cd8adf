"""Known failures on a terminal: those that are there, those that pass again, and those of which the run could not tell."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from meldspec.language.problems import counted
from meldspec.runner.known import KnownFailure, Status
from meldspec.runner.report import Report
from meldspec.runner.words import printable

HEADS = {
    Status.FOUND: "Known, so not counted:",
    Status.PASSES: "Passes again, so take it out of the known failures:",
    Status.NOT_JUDGED: "Known, and not judged in this run:",
}


def known_text(report: Report) -> Iterator[RenderableType]:
    """What became of the known failures."""
    for status, head in HEADS.items():
        named = [one for one, found in report.known_now if found is status]
        if named:
            yield Text(f"\n{head}", style="green" if status is Status.PASSES else "bold")
        for one in named:
            yield Padding(Text(printable(_told(one, report))), (0, 0, 0, 2))


def _told(one: KnownFailure, report: Report) -> str:
    cases = sum(len(finding.cases) for finding in report.findings if one.names(finding))
    where = f", in {counted(cases, 'case')}" if cases else ""
    return f"{one.at}  {one.what}{where}{one.why and f': {one.why}'}"
