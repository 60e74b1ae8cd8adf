"""Results of mutants noted one a line as they come, so that a run that was ended goes on where it was.

A line of its own tells of which cases the results are. Where cases were only added since, what was killed remains so: a finding
that remains beside some cases remains beside more of them. What answered fewer cases as the rules do, all of them, is asked for the
others alone. All else may come to something else and is judged anew.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from meldspec.cache import digest
from meldspec.corpus.mutation.outcomes import Outcome, Result
from meldspec.protocol.case import Case, written

DIGITS = 16
"""So many digits of the digest of a case tell it from others."""


@dataclass(frozen=True)
class Notes:
    """The file of the results of one book; `rules` is a digest of its rules and `cases` has one of each case that they hang on, and
    results of anything else do not count."""

    file: Path
    rules: str
    cases: frozenset[str]

    def known(self) -> dict[str, Result]:
        """The results that count, by the names of their mutants; of fewer cases what was killed by them."""
        found = self._read()
        return {one.name: one for one, of in found if of == self.cases or one.outcome is Outcome.KILLED}

    def of_just_these(self) -> dict[str, Result]:
        """The results that are of just these cases, by the names of their mutants."""
        return {one.name: one for one, of in self._read() if of == self.cases}

    def added(self) -> dict[str, frozenset[str]]:
        """The cases added since a mutant answered all others as the rules do, by the names of the mutants that did; who answers
        something else to which nobody is held did not."""
        alike = ((one.name, of) for one, of in self._read() if one.outcome is Outcome.ALIVE and not one.how)
        return {name: self.cases - of for name, of in alike}

    def note(self, results: Iterable[Result]) -> Iterator[Result]:
        """The same results, each written down before it goes on."""
        told = any(row.get("of") == self._of and "cases" in row for row in self._rows())
        for one in results:
            if not told:
                self._write({"of": self._of, "rules": self.rules, "cases": sorted(self.cases)})
                told = True
            self._write({"of": self._of, **asdict(one)})
            yield one

    @cached_property
    def _of(self) -> str:
        """What stands for these rules and cases."""
        return digest(self.rules, *sorted(self.cases))

    def _read(self) -> Iterator[tuple[Result, frozenset[str]]]:
        """The results of these cases, or of fewer, each with those that it is of."""
        known = {self._of: self.cases}
        for row in self._rows():
            try:
                if "cases" in row:
                    if row["rules"] == self.rules and self.cases.issuperset(row["cases"]):
                        known[row["of"]] = frozenset(row["cases"])
                    continue
                of = row.pop("of")
                if of in known:
                    yield Result(**(row | {"outcome": Outcome(row["outcome"])})), known[of]
            except (ValueError, TypeError, KeyError):
                # One of an older form: that mutant is tried again.
                continue

    def _rows(self) -> Iterator[dict[str, Any]]:
        if not self.file.exists():
            return
        for line in self.file.read_text(encoding="utf-8").split("\n"):
            try:
                row = json.loads(line)
            except ValueError:
                # A line that was cut off when a run was ended.
                continue
            if isinstance(row, dict):
                yield row

    def _write(self, row: dict[str, Any]) -> None:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        # With a line's end in front, so that what follows a line that was cut off is whole.
        with self.file.open("a", encoding="utf-8") as lines:
            lines.write("\n" + json.dumps(row, ensure_ascii=False))


def notes_of(file: Path, rules: str, cases: Iterable[Case]) -> Notes:
    """The notes of a book, of a digest of its rules and of its cases."""
    return Notes(file, rules, frozenset(map(digest_of_case, cases)))


def digest_of_case(case: Case) -> str:
    """What stands for a case, whatever it is called: that tells nobody anything of a mutant."""
    return digest(written(replace(case, title="")))[:DIGITS]
