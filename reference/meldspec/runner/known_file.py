"""The file of known failures: read where it is given to a run, and written from what a run has found."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from meldspec.book.core import clause_of_line
from meldspec.book.flat import Book
from meldspec.files import write_whole
from meldspec.judge.booking import Sort
from meldspec.judge.findings import Finding
from meldspec.language.problems import DataError, Diagnostic, did_you_mean
from meldspec.position.marked import Marked
from meldspec.runner.known import KnownFailure, Status
from meldspec.runner.report import Report
from meldspec.sources.plain_yaml import MOST, YamlError, plain_yaml
from meldspec.sources.shaped_yaml import TEXT, misshapen, record, text_of

_ENTRY = record("at", "what", at=TEXT, what=TEXT, why=TEXT, case=TEXT)
SHAPE = record("variant", "known", variant=TEXT, known={"type": "array", "items": _ENTRY})
"""The variant, and its known failures: each a line or a clause, what is otherwise there, and if one likes why, and a case."""
EXPECTED = "variant, and under known a list of at, what and perhaps why and case; --write-known writes such a file"
_HEAD = """\
# What an implementation is known to do otherwise than the rules: `meldspec test --known` tells of it and does not count it.
# Take out what passes again; `why` is yours to add.
"""


class KnownProblem(DataError):
    """A file of known failures that cannot be used; every problem says where it is."""


def read_known(path: Path, variant: str, book: Book | None) -> tuple[KnownFailure, ...]:
    """The known failures of a variant, held against its book where that is at hand. Raises KnownProblem."""
    file = str(path)
    text = text_of(path, file, KnownProblem)
    try:
        marked = plain_yaml(text, file)
    except YamlError as refused:
        raise KnownProblem(*map(str, refused.problems)) from None
    problems = misshapen(marked, SHAPE, EXPECTED) or list(_strange(marked, variant, book))
    if problems:
        raise KnownProblem(*map(str, problems[:MOST]))
    return tuple(KnownFailure(**entry) for entry in marked.value["known"])


def _strange(marked: Marked, variant: str, book: Book | None) -> Iterator[Diagnostic]:
    """What a file of the right shape says that cannot be so."""
    if marked.value["variant"] != variant:
        found, mend = f"known failures of {marked.value['variant']}", "give the file of this variant"
        yield marked.problem("wrong-value", ("variant",), found, variant, mend)
        return
    sorts = [str(sort) for sort in Sort]
    clauses = None if book is None else book.by_id().keys()
    for number, entry in enumerate(marked.value["known"]):
        what, clause = entry["what"], clause_of_line(entry["at"])
        if what not in sorts:
            way = ("known", number, "what")
            yield marked.problem("wrong-value", way, repr(what), f"one of: {'; '.join(sorts)}", did_you_mean(what, sorts))
        if clauses is not None and clause not in clauses:
            way = ("known", number, "at")
            yield marked.problem("no-clause", way, repr(clause), f"a clause of {variant}", did_you_mean(clause, clauses))


def write_known(report: Report, file: Path) -> None:
    """Write what a run has found as a file of known failures; of those that were known before, what was not judged stays."""
    found: dict[tuple[str, str], Finding] = {}
    for finding in report.findings:
        # As they were booked, so that it does not matter what another run says is one.
        for name in finding.booked_as:
            found.setdefault(name, finding)
    entries = [KnownFailure(at, sort, _why(report, one), one.cases[0]) for (sort, at), one in found.items()]
    entries += [one for one, status in report.known_now if status is Status.NOT_JUDGED]
    value = {"variant": report.variant, "known": [_entry(one) for one in entries]}
    write_whole(file, _HEAD + yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=128))


def _why(report: Report, finding: Finding) -> str:
    """Why a finding was left, as far as that was said."""
    return next((one.why for one in report.known if one.why and one.names(finding)), "")


def _entry(one: KnownFailure) -> dict[str, Any]:
    return {key: str(text) for key, text in vars(one).items() if text}
