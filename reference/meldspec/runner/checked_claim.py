"""A claim, held against what a new run of the implementation came to: what has changed since, and whether it still holds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from meldspec.book.flat import Book
from meldspec.language.problems import counted
from meldspec.protocol.case import Case
from meldspec.runner.claim import GONE, NEW, Change, Json, changes, otherwise
from meldspec.runner.outcome import AGREED, Kind
from meldspec.runner.report import ExitCode


@dataclass(frozen=True)
class Checked:
    """A claim and the report of a new run, as plain values; the cases and the book as they are now."""

    claim: Json
    report: Json
    cases: Sequence[Case]
    book: Book | None

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What has become of the cases since."""
        return tuple(changes(self.claim, self.cases, self.book))

    @cached_property
    def holds(self) -> bool:
        """Whether it is as it says: nothing is found, what it rests on is answered rightly, the questions are read as it says."""
        return not self.report["exit_code"] and not self._no_longer and not self._read_otherwise

    @property
    def exit_code(self) -> int:
        """0 where it holds, 1 where it does not; where the run came to nothing, that of the run."""
        code: int = self.report["exit_code"]
        return code if code not in (ExitCode.CONFORMS, ExitCode.DIFFERS) else int(not self.holds)

    @property
    def heading(self) -> str:
        """Whose claim it is, and whether the suite is the one that it was made with."""
        who, suite = self.claim["implementation"], self.claim["suite"]
        claimed, made = (
            f"{who['name']} {who['version']} claims {self.claim['variant']}",
            f"meldspec {suite['meldspec']}, {self.claim['date']}",
        )
        same = self.report["suite"]["digest"] == suite["digest"]
        if same:
            return f"{claimed} with the suite that is here ({counted(len(self.cases), 'case')}; {made})."
        return f"{claimed} with another suite than the one that is here ({made})."

    def sections(self) -> Iterator[tuple[str, Sequence[str]]]:
        """What is to be told, each with its rows; nothing of what there is nothing to tell of."""
        changed = [str(one) for one in self.changes if one.how not in (NEW, GONE)]
        parts = {
            "It is another implementation by now": self._renamed(),
            "The run did not come to its end": self._ended_early(),
            "Cases that have changed since": changed,
            "Cases that are new since": [one.case for one in self.changes if one.how == NEW],
            "Cases that are gone since": [one.case for one in self.changes if one.how == GONE],
            "Clauses and questions that read otherwise, and no case of the claim with them": self._unnoticed(),
            "Changed or new since, and not judged now": self._not_judged(),
            "Found now": list(self._found()),
            "Answered rightly when the claim was made, and no longer": self._no_longer,
            "Read otherwise than it claims": self._read_otherwise,
            "Not supported, and not said so in the claim": self._not_said(),
        }
        yield from ((title, rows) for title, rows in parts.items() if rows)

    @property
    def closing(self) -> str:
        """What it comes to, in a line."""
        if self.exit_code not in (ExitCode.CONFORMS, ExitCode.DIFFERS):
            return "Nothing can be said of the claim."
        if not self.holds:
            return "The claim does not hold."
        others = counted(sum(one.how != GONE for one in self.changes), "case")
        return "The claim holds." if others[0] == "0" else f"The claim holds, with the {others} that changed or came since."

    @cached_property
    def _outcomes(self) -> Json:
        return {one["case"]: one["outcome"] for one in self.report["cases"]}

    @cached_property
    def _no_longer(self) -> list[str]:
        """Cases as they were that are not answered rightly now, those aside in which something was found."""
        changed = {one.case for one in self.changes}
        others = (id for id in self.claim["cases"] if id not in changed and self._outcomes[id] not in {*AGREED, Kind.FAILED})
        return [f"{id}: {self._outcomes[id]}" for id in others]

    @cached_property
    def _read_otherwise(self) -> list[str]:
        """Questions that are read otherwise than is claimed; one that no case settles any more is not."""
        now = {one["question"]: one["followed"] for one in self.report["readings"]}
        claimed = sorted(self.claim["readings"].items())
        others = ((question, reading, now.get(question)) for question, reading in claimed)
        return [f"{name}: claimed {reading}, follows {found}" for name, reading, found in others if found not in (None, reading)]

    def _found(self) -> Iterator[str]:
        """The findings, each with what its cases are since the claim."""
        since = {one.case: one.how for one in self.changes}
        for finding in self.report["findings"]:
            cases = finding["cases"]
            fresh = [case for case in cases if case in since]
            told = f"{counted(len(cases), 'case')}, such as {cases[0]}"
            why = "" if not fresh else f"; {'all' if len(fresh) == len(cases) else len(fresh)} changed or new since the claim"
            yield f"{finding['clause']} {finding['what']}, in {told}{why}"

    def _not_judged(self) -> list[str]:
        ours = {*AGREED, Kind.FAILED}
        mine = (one.case for one in self.changes if one.how != GONE)
        return [f"{case}: {self._outcomes[case]}" for case in mine if self._outcomes[case] not in ours]

    def _renamed(self) -> list[str]:
        now, then = self.report["implementation"], self.claim["implementation"]
        keys = ("name", "version", "language")
        return [] if now is None else [f"{key}: {then[key]}, now {now[key]}" for key in keys if now[key] != then[key]]

    def _ended_early(self) -> list[str]:
        fatal = self.report["fatal"]
        return [fatal["message"]] if fatal else [self.report["stopped"]] if self.report["stopped"] else []

    def _unnoticed(self) -> list[str]:
        told = {name for one in self.changes for name in one.texts}
        return sorted(otherwise(self.claim, self.book) - told)

    def _not_said(self) -> list[str]:
        said = {lack["what"] for lack in self.claim["unsupported"]}
        others = (lack for lack in self.report["unsupported"] if lack["what"] not in said)
        return [f"{lack['what']}: {counted(len(lack['cases']), 'case')}" for lack in others]
