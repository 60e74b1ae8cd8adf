"""A rulebook with all that it is compared with: one rulebook for every other reading, one for every mutant."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from meldspec.book.sheet import Sheet
from meldspec.corpus.expect import Trace, first_divergence
from meldspec.corpus.mutation.footprint import Difference, Footprint
from meldspec.corpus.mutation.operators import Mutant, mutants
from meldspec.corpus.plan import Company, Goal, company_of
from meldspec.engine.play import bound, later
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.table.faults import RulesFault
from meldspec.table.selection import ChoiceError, select
from meldspec.table.table import Act, Cells

Pair = tuple[str, str]
"""A question and a reading of it."""


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

    def diverges_at(self, played: Trace) -> int | None:
        """The number of the first request of a trace that it answers differently, or breaks at."""
        found = first_divergence(self.rulebook, played, self.difference)
        return None if found is None else found.number


@dataclass
class RulebookFamily:
    """A rulebook, one for every other reading, and the mutants there are. Where it has the readings of a `company`, `default` is
    the family of the default readings, and there are no mutants."""

    rulebook: Rulebook
    readings: dict[Pair, Alternative]
    relevance: Relevance
    footprint: Footprint
    by_clause: dict[str, list[Mutant]] = field(default_factory=dict)
    company: Company = ()
    default: RulebookFamily | None = None
    made: dict[str, list[Alternative]] = field(default_factory=dict)

    @cached_property
    def referee(self) -> Referee:
        """Who judges by the true rules what is asked outside of playouts, with no budget; scripts have positions in common."""
        return Referee(self.rulebook)

    def mutants(self, clauses: Iterable[str]) -> list[Alternative]:
        """The mutants of some clauses that can be made at all, and that are not the true rules over again."""
        return [one for clause in clauses for one in self._of(clause)]

    def _of(self, clause: str) -> list[Alternative]:
        if clause not in self.made:
            self.made[clause] = [one for mutant in self.by_clause.get(clause, ()) for one in self._make(clause, mutant)]
        return self.made[clause]

    def _make(self, clause: str, mutant: Mutant) -> Iterator[Alternative]:
        true = self.rulebook
        try:
            rulebook = Rulebook(select(mutant.sheet, true.options, true.readings))
        except (ChoiceError, RulesFault):
            # A mutant may be no book at all, for instance one without a number of players. Anything else that is raised here is a
            # defect of ours and goes on its way.
            return
        difference = Difference(self.footprint, Footprint(rulebook))
        # An equivalent mutant can never be killed, and must not count in the score.
        if not difference.nothing:
            yield Alternative(clause, rulebook, difference, mutant=mutant)


def make_family(sheet: Sheet, options: Mapping[str, int]) -> RulebookFamily:
    """The family of a book under some options, default readings in force."""
    rulebook = make_rulebook(sheet, options)
    first = Footprint(rulebook)
    by_clause: dict[str, list[Mutant]] = {}
    for mutant in mutants(rulebook.selection):
        by_clause.setdefault(mutant.tag.clause, []).append(mutant)
    return RulebookFamily(rulebook, _others(rulebook, first, sheet.book.questions(), {}), Relevance(rulebook), first, by_clause)


def family_in_company(default: RulebookFamily, company: Company) -> RulebookFamily:
    """The family for the readings that matter only in some company: its rulebook is in that company, none of its lines mutates."""
    sheet, options = default.rulebook.sheet, default.rulebook.options
    rulebook = make_rulebook(sheet, options, dict(company))
    first = Footprint(rulebook)
    names = [name for name in sheet.book.questions() if company_of(sheet, Goal("reading", name)) == company]
    readings = _others(rulebook, first, names, dict(company))
    return RulebookFamily(rulebook, readings, Relevance(rulebook), first, company=company, default=default)


def _others(rulebook: Rulebook, first: Footprint, names: Iterable[str], company: Mapping[str, str]) -> dict[Pair, Alternative]:
    """For every other reading of some questions its rulebook, readings of a company in force with it."""
    sheet = rulebook.sheet
    found = {}
    for name in names:
        for reading in sheet.book.questions()[name].readings:
            if reading.name != rulebook.readings[name]:
                other = make_rulebook(sheet, rulebook.options, {**company, name: reading.name})
                found[name, reading.name] = Alternative(name, other, Difference(first, Footprint(other)), reading.name)
    return found


# ── clauses with a duty to check ────────────────────────────────────────────────────────────────────────────────────────────────


class Relevance:
    """Tells, for one rulebook, the clauses that have a duty to check in an act."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.conditions: dict[str, list[tuple[str, Callable[..., bool] | None]]] = {}

    def of_act(self, name: str) -> list[tuple[str, Callable[..., bool] | None]]:
        """The clause of every duty about an act, with its condition where it has one; a bar is a duty whenever it is looked at."""
        if name not in self.conditions:
            act = self.rulebook.acts[name]
            self.conditions[name] = [
                (line.tag.clause, self.rulebook.about(act, line.when) if line.mode == "require" and line.when is not None else None)
                for line in act.judges
                if line.mode != "allow"
            ]
        return self.conditions[name]

    def clauses(self, cells: Cells, act: Act) -> set[str]:
        """The clauses with a duty to check in an act that is legal."""
        # A referee of its own: what this asks must not use up the budget of the playout that is watched.
        referee, values = Referee(self.rulebook), bound(self.rulebook, cells, act)
        known = (referee, cells, act.seat, *values, later(referee, cells, act, values))
        return {clause for clause, holds in self.of_act(act.name) if holds is None or holds(*known)}
