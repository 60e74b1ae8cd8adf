"""Mistakes of one line in the example engine of Manzana Canasta and in the miniatures' ordinary Canasta: which of them are found.

`python -m tests.conformance.hand_made_bugs` judges all of them by the usual size of a run, and prints what came of it and what
share is found; with words, those whose names begin so.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml
from tests.conformance.pages_bugs import Bug, clauses_of, judged

from meldspec.data import folder
from meldspec.protocol.manifest import USUAL
from meldspec.runner.report import ExitCode, Report

TOLD = Path(__file__).with_suffix(".yaml")
EXAMPLE = folder("conformance") / "adapters" / "example-js"
MINIATURES = folder("conformance") / "miniatures"
VARIANTS = {"example-js": "manzana", "miniatures": "canasta"}
"""What is played by those in which the mistakes are made."""
MINIATURE = """import sys
sys.path.insert(0, {folder!r})
from _base import Miniature
class Sown(Miniature):
    altered = (({find!r}, {put!r}),)
if __name__ == "__main__":
    Sown().serve()
"""


@dataclass(frozen=True)
class Slip(Bug):
    """A mistake of one line: `put` stands in the place of `find`, in a file of the example or in the rules of the miniatures.

    `found` is told where what a report names is none of its clauses.
    """

    made_in: str = ""
    find: str = ""
    put: str = ""
    file: str = ""

    @property
    def variant(self) -> str:
        """The game in which it is made."""
        return VARIANTS[self.made_in]


@cache
def slips() -> tuple[Slip, ...]:
    """All of them, in their order."""
    told = yaml.safe_load(TOLD.read_text(encoding="utf-8"))
    every = ((made_in, one) for made_in, some in told.items() for one in some)
    return tuple(Slip(**{**one, "clauses": tuple(one["clauses"]), "made_in": made_in}) for made_in, one in every)


def sown(slip: Slip, into: Path) -> list[str]:
    """The command that starts the engine with a mistake in it, which is written below a folder."""
    place = into / slip.name
    if slip.made_in == "miniatures":
        program = place.with_suffix(".py")
        program.write_text(MINIATURE.format(folder=str(MINIATURES), find=slip.find, put=slip.put), encoding="utf-8")
        return [sys.executable, "-B", str(program)]
    shutil.copytree(EXAMPLE, place, ignore=shutil.ignore_patterns("tests"))
    file = place / slip.file
    was = file.read_text(encoding="utf-8")
    assert was.count(slip.find) == 1, f"{slip.name}: {slip.file} has not just one {slip.find!r}"
    file.write_text(was.replace(slip.find, slip.put), encoding="utf-8")
    return ["node", str(place / "main.mjs")]


def judged_with(slip: Slip, into: Path) -> Report:
    """The engine with a mistake in it, held against the cases that a run plays where nothing is said."""
    return judged(slip.variant, *sown(slip, into), size=USUAL)


def outcome(slip: Slip, report: Report) -> str:
    """What came of a mistake, in a few words."""
    if report.exit_code == ExitCode.CONFORMS:
        return "missed"
    return "named" if told_clauses(report) & set(slip.clauses) else "found"


def as_told(slip: Slip, report: Report) -> bool:
    """Whether that is what the list says of it."""
    if slip.unfound or not slip.found:
        return outcome(slip, report) == ("missed" if slip.unfound else "named")
    return outcome(slip, report) == "found" and slip.found in told_clauses(report)


def told_clauses(report: Report) -> set[str]:
    """The clauses that a report names: those of its findings, of the cases in which the engine broke, and of the questions that it
    does not read as it claims."""
    broke = {clause for one in report.broken for clause in one.case.about.clauses}
    named = clauses_of(report) | broke | {seen.question for seen in report.failed_readings}
    # What no line decides may be booked on a question, whose id begins with that of its clause.
    return {".".join(one.split(".")[:2]) for one in named}


def main(beginnings: Iterable[str]) -> int:
    """Judge those whose names begin so, or all, and print what each report names; 1 where it is not what the list says."""
    wanted = tuple(beginnings)
    some = [slip for slip in slips() if not wanted or slip.name.startswith(wanted)]
    came: dict[Slip, str] = {}
    amiss = []
    with TemporaryDirectory() as scratch:
        for slip in some:
            report = judged_with(slip, Path(scratch))
            came[slip] = outcome(slip, report)
            amiss += [] if as_told(slip, report) else [slip.name]
            print(f"{slip.variant:8} {slip.name:38} {came[slip]:7} {' '.join(sorted(told_clauses(report)))}", flush=True)
    _told(came)
    print(*(f"not as told: {name}" for name in amiss), sep="\n", end="\n" if amiss else "")
    return int(bool(amiss))


def _told(came: dict[Slip, str]) -> None:
    """Print the shares, and of each that is missed why."""
    for variant in VARIANTS.values():
        here = [what for slip, what in came.items() if slip.variant == variant]
        if here:
            found, named = len(here) - here.count("missed"), here.count("named")
            print(f"{variant}: of {len(here)} {found} are found ({100 * found / len(here):.0f} %)", end=", ")
            print(f"{named} of them under a clause that they break")
    for slip, what in came.items():
        if what == "missed":
            print(f"missed: {slip.name}: {slip.wrong} {slip.unfound}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
