"""Reports of several implementations side by side, by clause and by question: what is right, and which reading each follows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from meldspec.runner.outcome import AGREED
from meldspec.runner.words import printable

Json = Mapping[str, Any]


class Mark(StrEnum):
    """What is to be said of a clause."""

    RIGHT = "right"
    BROKEN = "broken"
    NOT_REACHED = "not reached"
    NOT_ASKED = "not asked"


SIGNS = {Mark.RIGHT: "✓", Mark.BROKEN: "✗", Mark.NOT_REACHED: "–", Mark.NOT_ASKED: ""}
"""The sign for each."""


@dataclass(frozen=True)
class Column:
    """One report: who it is of, when and how it was made, what it comes to in figures."""

    name: str
    language: str
    date: str
    suite: str
    command: str
    cases: str
    findings: str
    unsupported: str
    homepage: str = ""


@dataclass(frozen=True)
class Row:
    """A clause or a question with a cell for each column."""

    id: str
    cells: tuple[str, ...]

    @property
    def alike(self) -> bool:
        """Whether all columns say the same."""
        return len(set(self.cells)) == 1


@dataclass(frozen=True)
class Matrix:
    """The reports of one variant: the clauses chapter by chapter, then the questions."""

    variant: str
    columns: tuple[Column, ...]
    chapters: tuple[tuple[str, tuple[Row, ...]], ...]
    questions: tuple[Row, ...]


def matrices(reports: Iterable[Json]) -> list[Matrix]:
    """A matrix for each variant, in the order in which the reports come."""
    by_variant: dict[str, list[Json]] = {}
    # What stands in a report is anybody's, and is shown on terminals.
    for report in map(_harmless, reports):
        by_variant.setdefault(report["variant"], []).append(report)
    return [_matrix(variant, of) for variant, of in by_variant.items()]


def _harmless(value: Any) -> Any:
    """A value, its texts without what could steer a terminal."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {printable(key): _harmless(one) for key, one in value.items()}
    return [_harmless(one) for one in value] if isinstance(value, list) else value


def _matrix(variant: str, reports: Sequence[Json]) -> Matrix:
    marks = [_marks(report) for report in reports]
    # A run of the first chapters alone has fewer of them; those of the others go where they stand in these.
    longest = sorted(reports, key=lambda one: -len(one["chapters"]))
    told = [chapter for report in longest for chapter in report["chapters"]]
    chapters = []
    for title in dict.fromkeys(chapter["title"] for chapter in told):
        ids = dict.fromkeys(id for chapter in told if chapter["title"] == title for id in _clauses(chapter))
        chapters.append((title, tuple(Row(id, tuple(mark.get(id, Mark.NOT_ASKED) for mark in marks)) for id in ids)))
    read = [{seen["question"]: _reading(seen) for seen in report["readings"]} for report in reports]
    questions = dict.fromkeys(question for one in read for question in one)
    rows = (Row(question, tuple(one.get(question, "not asked") for one in read)) for question in sorted(questions))
    return Matrix(variant, tuple(map(_column, reports)), tuple(chapters), tuple(rows))


def _clauses(chapter: Json) -> list[str]:
    return [*chapter["right"], *chapter["broken"], *chapter["not_reached"]]


def _marks(report: Json) -> dict[str, Mark]:
    """What a report says of each clause."""
    found: dict[str, Mark] = {}
    for chapter in report["chapters"]:
        found |= dict.fromkeys(chapter["right"], Mark.RIGHT) | dict.fromkeys(chapter["broken"], Mark.BROKEN)
        found |= dict.fromkeys(chapter["not_reached"], Mark.NOT_REACHED)
    return found


def _reading(seen: Json) -> str:
    """How a question is read."""
    if seen["followed"] is not None:
        return str(seen["followed"])
    if seen["contradicting"]:
        return f"{seen['taken']}, as most say"
    return " or ".join(seen["admitted"]) or "not seen"


def _column(report: Json) -> Column:
    who, outcomes = report["implementation"], [one["outcome"] for one in report["cases"]]
    name, suite = f"{who['name']} {who['version']}" if who else " ".join(report["command"]), report.get("suite")
    right = sum(one in AGREED for one in outcomes)
    upto = f", up to {report['upto']}" if report["upto"] else ""
    told = {
        "name": name,
        "language": who["language"] if who else "",
        "date": report.get("date") or "",
        "suite": f"meldspec {suite['meldspec']}, {suite['digest'][:12]}" if suite else "",
        "command": " ".join(report["command"]),
        "cases": f"{right} of {len(outcomes)} right{upto}",
        "findings": _counted(report["findings"]),
        "unsupported": "; ".join(lack["what"] for lack in report["unsupported"]) or "nothing",
        "homepage": (who or {}).get("homepage") or "",
    }
    return Column(**told)


def _counted(findings: Sequence[Json]) -> str:
    known = sum(one["known"] for one in findings)
    return f"{len(findings)}, {known} of them known" if known else str(len(findings)) if findings else "none"
