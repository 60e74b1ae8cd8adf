"""A rulebook with all that it is compared with: one rulebook for every other reading, one for every mutant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from meldspec.book.sheet import Sheet
from meldspec.corpus.expect import Trace, first_divergence
from meldspec.corpus.mutation.footprint import Difference, Footprint
from meldspec.corpus.mutation.operators import Mutant, mutants
from meldspec.corpus.plan import Company, Goal, company_of
from meldspec.engine.asked import taken_by_lines
from meldspec.engine.compile.kept import Kept
from meldspec.engine.lookahead.hints import Hints
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.table.faults import RulesFault
from meldspec.table.selection import ChoiceError, select
from meldspec.table.table import Act, Cells

Pair = tuple[str, str]
"""A question and a reading of it."""
Duty = tuple[str, Callable[..., bool] | None]
"""The clause of a line that an act must keep to, with its condition where it has one."""


@dataclass(frozen=True)
class Alternative:
    """A rulebook that differs from the true one in one thing, a reading or a mutated line, and what the two have in common;
    `about` is the question, or the clause of the line."""

    about: str
    rulebook: Rulebook
    difference: Difference
    reading: str = ""
    mutant: Mutant | None = None

    @property
    def goal(self) -> Goal | None:
        """What a case that tells it from the true one shows; of a mutant that depends on the case."""
        return Goal("reading", self.about, self.reading) if self.reading else None

    @property
    def name(self) -> str:
        """The goal of a reading, or the line with what was done to it."""
        return str(self.goal or self.mutant)

    @property
    def told(self) -> str:
        """What was done to the line of a mutant; nothing of a reading."""
        return "" if self.mutant is None else self.mutant.what

    def called(self, told: str) -> bool:
        """Whether it is that of a mutant that a plan means."""
        return self.mutant is not None and self.mutant.called(told)

    def diverges_at(self, played: Trace) -> int | None:
        """The number of the first request of a trace that it answers differently; of a mutant also where it breaks.

        By a reading whose rules break nobody can play, so it has no answer that would show it.
        """
        found = first_divergence(self.rulebook, played, self.difference)
        return None if found is None or (self.reading and found.answer is None) else found.number


@dataclass
class RulebookFamily:
    """A rulebook, one for every other reading, and the mutants there are. Where it has the readings of a `company`, `default` is
    the family of the default readings, and its other readings are those that matter in that company alone."""

    rulebook: Rulebook
    company: Company = ()
    default: RulebookFamily | None = None
    made: dict[str, list[Alternative]] = field(default_factory=dict, init=False)
    hints: Hints = field(default_factory=Hints, init=False)
    """What could be done by the true rules, as far as they were asked."""

    @cached_property
    def referee(self) -> Referee:
        """Who judges by the true rules what is asked outside of playouts, with no budget; scripts have positions in common."""
        return Referee(self.rulebook, hints=self.hints)

    @cached_property
    def hinted(self) -> Hints:
        """The same for those who judge by spoilt rules, and note nothing."""
        return self.hints.read_only()

    @cached_property
    def footprint(self) -> Footprint:
        """The lines of the true rules, which those of all others are compared with."""
        return Footprint(self.rulebook)

    @cached_property
    def readings(self) -> dict[Pair, Alternative]:
        """For every other reading its rulebook, the readings of the company in force with it."""
        sheet, company, found = self.rulebook.sheet, dict(self.company), {}
        for name, reading in self.rulebook.selection.other_readings():
            if not company or company_of(sheet, Goal("reading", name)) == self.company:
                other = make_rulebook(sheet, self.rulebook.options, {**self.rulebook.readings, name: reading})
                found[name, reading] = Alternative(name, other, Difference(self.footprint, Footprint(other)), reading)
        return found

    # ── mutants ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def by_clause(self) -> dict[str, list[Mutant]]:
        """The mutants of the lines of every clause."""
        found: dict[str, list[Mutant]] = {}
        for mutant in mutants(self.rulebook.selection):
            found.setdefault(mutant.tag.clause, []).append(mutant)
        return found

    def mutants(self, clauses: Iterable[str]) -> list[Alternative]:
        """The mutants of some clauses that can be made at all, and that are not the true rules over again."""
        return [one for clause in clauses for one in self._of(clause)]

    def _of(self, clause: str) -> list[Alternative]:
        if clause not in self.made:
            self.made[clause] = [one for mutant in self.by_clause.get(clause, ()) for one in self.mutated(mutant)]
        return self.made[clause]

    def mutated(self, mutant: Mutant) -> Iterator[Alternative]:
        """The rulebook of a mutant, if it is one, and not the true rules over again."""
        made = self.spoilt(mutant)
        # An equivalent mutant can never be killed, and must not count in the score.
        if made is not None and not made.difference.nothing:
            yield made

    def spoilt(self, mutant: Mutant) -> Alternative | None:
        """The rulebook of a mutant, be it the true rules over again; none where it is no rulebook."""
        rulebook = self.spoilt_rulebook(mutant)
        if rulebook is None:
            return None
        return Alternative(mutant.tag.clause, rulebook, Difference(self.footprint, Footprint(rulebook)), mutant=mutant)

    def spoilt_rulebook(self, mutant: Mutant, readings: Mapping[str, str] = MappingProxyType({})) -> Rulebook | None:
        """The same, with some questions read otherwise, and with no look at how it differs from the true one."""
        true = self.rulebook
        try:
            return Rulebook(select(own_sheet(mutant.sheet, true.sheet), true.options, {**true.readings, **readings}))
        except (ChoiceError, RulesFault):
            # A mutant may be no book at all, for instance one without a number of players. Anything else that is raised here is a
            # defect of ours and goes on its way.
            return None

    # ── clauses with a duty to check ────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def duties(self) -> dict[str, list[Duty]]:
        """The duties about each act; a bar is a duty whenever it is looked at."""
        found: dict[str, list[Duty]] = {name: [] for name in self.rulebook.acts}
        for name, act in self.rulebook.acts.items():
            for line in act.judges:
                when = line.when if line.mode == "require" else None
                if line.mode != "allow":
                    found[name].append((line.tag.clause, None if when is None else self.rulebook.about(act, when)))
        return found

    def clauses_kept_to(self, cells: Cells, act: Act) -> set[str]:
        """The clauses with a duty to check in an act that is legal."""
        # A referee of its own: what this asks must not use up the budget of the playout that is watched.
        known = taken_by_lines(Referee(self.rulebook), cells, act)
        return {clause for clause, holds in self.duties[act.name] if holds is None or holds(*known)}


def own_sheet(mutated: Sheet, true: Sheet) -> Sheet:
    """A sheet of its own for a mutant: what is derived of a sheet is kept with it, and mutants are kept for as long as the family.
    What is made of the lines that it shares with the true one is made once."""
    sheet = replace(mutated)
    if all(getattr(sheet, name) is getattr(true, name) for name in ("terms", "acts", "declared", "symbols")):
        sheet.told(Kept, true.derived(Kept).of_changed(sheet))
    return sheet
