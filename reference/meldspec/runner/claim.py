"""What an author publishes of an implementation: what it answers rightly, how it reads the questions, what it does not support.

A claim keeps the digests of the cases that it rests on, and of the clauses, so that it can be held against a later suite and it can
be told which of these have changed since, and why (decision 68).
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from meldspec.book.core import clause_of_line, clause_of_question
from meldspec.book.flat import Book
from meldspec.book.meaning import Meanings
from meldspec.cache import digest
from meldspec.language.problems import DataError, counted
from meldspec.protocol.case import Case, written
from meldspec.protocol.fields import to_json
from meldspec.protocol.manifest import FULL
from meldspec.runner.outcome import AGREED

FORMAT = 1
"""The number of the format of claims: fields may be added to it."""
LENGTH = 16
"""How many hexadecimal digits of a digest are kept: it is to tell changes, and nobody gains by forging one."""
Json = Mapping[str, Any]


class NoClaim(DataError):
    """A report of which no claim can be made; the message says why."""


def suite_digest(cases: Iterable[Case]) -> str:
    """One digest of all cases of a run, as they are written."""
    return digest(*(written(case) for case in cases))


def case_digest(case: Case) -> str:
    """Two digests of a case: of what is asked, and of what is expected, under all readings."""
    told = to_json(case)
    # Whoever takes no positions is led to them by the witness.
    halves = (("options", "requests", "witness"), ("about", "expect", "worlds"))
    return "-".join(digest(json.dumps([told.get(key) for key in keys], sort_keys=True))[:LENGTH] for keys in halves)


def texts_of(book: Book | None) -> dict[str, str]:
    """A digest of what every clause and every question of a book says; nothing where the rules are not at hand."""
    if book is None:
        return {}
    meanings = Meanings(book)
    clauses = {id: meanings.clause(id) for id in book.by_id()}
    return clauses | {id: meanings.question(id) for id in book.questions()}


def claim_of(report: Json, cases: Sequence[Case], book: Book | None) -> dict[str, Any]:
    """The claim that a report allows, of the cases it was made with. Raises NoClaim."""
    _check(report, cases)
    outcomes = {one["case"]: one["outcome"] for one in report["cases"]}
    right = [case for case in cases if outcomes.get(case.id) in AGREED]
    rest: dict[str, list[str]] = {}
    for case in cases:
        if outcomes.get(case.id) not in AGREED:
            rest.setdefault(outcomes.get(case.id, "not run"), []).append(case.id)
    return {
        "format": FORMAT,
        "variant": report["variant"],
        "suite": report["suite"],
        "date": report["date"],
        "implementation": {key: report["implementation"][key] for key in ("name", "version", "language", "homepage")},
        "command": report["command"],
        "upto": report["upto"],
        "size": report.get("size", FULL),
        "options": _options(right),
        "readings": {seen["question"]: seen["followed"] for seen in report["readings"] if seen["followed"] is not None},
        "unsupported": [{"what": lack["what"], "cases": len(lack["cases"])} for lack in report["unsupported"]],
        "findings": [],
        "cases": {case.id: case_digest(case) for case in right},
        "not_judged": dict(sorted(rest.items())),
        "texts": texts_of(book),
    }


def _check(report: Json, cases: Sequence[Case]) -> None:
    """Whether a claim can be made of a report. Raises NoClaim."""
    if report["fatal"] or report["stopped"]:
        why = report["stopped"] and f"it was stopped by {report['stopped']}"
        raise NoClaim(f"the run of this report did not come to its end: {why or report['fatal']['message']}")
    if report["findings"]:
        worst = report["findings"][0]
        told = f"{counted(len(report['findings']), 'rule')} broken, the first {worst['clause']} ({worst['what']})"
        raise NoClaim(f"a claim says that nothing was found, and this report has findings: {told}")
    if report["exit_code"]:
        raise NoClaim(
            f"this report is of a run that ended with exit code {report['exit_code']}: `meldspec test` tells what it found"
        )
    if not report.get("suite") or not report.get("date"):
        raise NoClaim("this report does not say which cases it was made with, since an older meldspec made it: make it again")
    if report["suite"]["digest"] != suite_digest(cases):
        found = f"{counted(len(report['cases']), 'case')} of meldspec {report['suite']['meldspec']}"
        raise NoClaim(f"this report was made with other cases ({found}) than those that are here, all {len(cases)}: make it again")


def _options(cases: Iterable[Case]) -> dict[str, list[Any]]:
    """The values of each option that were played rightly."""
    found: dict[str, set[Any]] = {}
    for case in cases:
        for name, value in case.options.items():
            found.setdefault(name, set()).add(value)
    return {name: sorted(values, key=repr) for name, values in sorted(found.items())}


# ── between two suites ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Change:
    """A case that is otherwise than when a claim was made: how, and the clauses and questions that it names and that are, too."""

    case: str
    how: str
    texts: tuple[str, ...] = ()

    def __str__(self) -> str:
        why = f", since {' and '.join(self.texts)} read{'s' * (len(self.texts) == 1)} otherwise" if self.texts else ""
        return f"{self.case} {self.how}{why}"


NEW, GONE = "is new", "is gone"


def changes(claim: Json, cases: Sequence[Case], book: Book | None) -> Iterator[Change]:
    """What has become of the cases of a claim, and which ones are new, in the order of the suite, those that are gone behind it."""
    texts, now = otherwise(claim, book), {case.id for case in cases}
    others = {id for ids in claim["not_judged"].values() for id in ids}
    for case in cases:
        before = claim["cases"].get(case.id)
        if before is None and case.id not in others:
            yield Change(case.id, NEW)
        elif before is not None and (how := _how(before, case_digest(case))):
            yield Change(case.id, how, tuple(name for name in _named(case) if name in texts))
    yield from (Change(id, GONE) for id in claim["cases"] if id not in now)


def _how(before: str, now: str) -> str:
    """How a case differs from what it was; nothing where it does not."""
    (asked, expected), (asks, expects) = before.split("-"), now.split("-")
    if asked != asks:
        return "asks something else"
    return "expects another answer" if expected != expects else ""


def _named(case: Case) -> list[str]:
    """The clauses and questions that a case names, in the order in which it does."""
    lines = (clause_of_line(line) for because in case.because for line in because)
    questions = [*case.about.questions, *(question for world in case.worlds for question in world.readings)]
    return list(dict.fromkeys([*case.about.clauses, *questions, *map(clause_of_question, questions), *lines, *case.touches]))


def otherwise(claim: Json, book: Book | None) -> frozenset[str]:
    """The clauses and questions that read otherwise than when a claim was made; those that are new or gone are none of them."""
    now = texts_of(book)
    return frozenset(name for name, before in claim["texts"].items() if now.get(name, before) != before)
