"""A rulebook with all that it is compared with: one rulebook for every other reading, one for every spoilt line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from meldspec.book.reach import reach_of
from meldspec.book.sheet import Sheet
from meldspec.corpus.case import Goal
from meldspec.corpus.mutation.footprint import Difference, Footprint
from meldspec.corpus.mutation.operators import Mutant, mutants
from meldspec.corpus.mutation.relevance import Relevance
from meldspec.corpus.plan import company_of
from meldspec.corpus.search.deal_generator import numbers_in
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.table.faults import EngineDefect
from meldspec.table.selection import select

Pair = tuple[str, str]
"""A question and a reading of it."""


@dataclass(frozen=True)
class Spoilt:
    """A mutant's rulebook, and what it has in common with the true one."""

    mutant: Mutant
    rulebook: Rulebook
    kin: Difference

    @property
    def clause(self) -> str:
        """The clause of the line that is spoilt."""
        return self.mutant.tag.clause


@dataclass
class Arena:
    """A rulebook, one for every other reading, the mutants there are, and the numbers at which totals change something; where the
    rulebook has readings of a company, `plain` is that of the defaults, and `alone` has every other reading without the company."""

    rulebook: Rulebook
    readings: dict[Pair, Rulebook]
    kin: dict[Pair, Difference]
    relevance: Relevance
    footprint: Footprint
    mutants: dict[str, list[Mutant]]
    numbers: tuple[int, ...] = ()
    made: dict[str, list[Spoilt]] = field(default_factory=dict)
    plain: Rulebook | None = None
    alone: dict[Pair, Rulebook] = field(default_factory=dict)
    company: tuple[Pair, ...] = ()

    def spoilt(self, clauses: Iterable[str]) -> list[Spoilt]:
        """The mutants of some clauses that can be made at all, and that are not the true rules over again."""
        return [one for clause in clauses for one in self._of(clause)]

    def _of(self, clause: str) -> list[Spoilt]:
        if clause not in self.made:
            self.made[clause] = [one for mutant in self.mutants.get(clause, ()) for one in self._make(mutant)]
        return self.made[clause]

    def _make(self, mutant: Mutant) -> Iterator[Spoilt]:
        true = self.rulebook
        try:
            rulebook = Rulebook(select(mutant.sheet, true.options, true.readings))
        except (ValueError, KeyError, AssertionError, EngineDefect):
            return
        difference = Difference(self.footprint, Footprint(rulebook))
        if not difference.nothing:
            yield Spoilt(mutant, rulebook, difference)

    def forget(self) -> None:
        """Drop what looking ahead has found so far, so that a game tells the same whatever was played before it."""
        spoilt = (one.rulebook for group in self.made.values() for one in group)
        for rulebook in (self.rulebook, *self.readings.values(), *spoilt):
            rulebook.search.forget()


def make_arena(sheet: Sheet, options: dict[str, int]) -> Arena:
    """The arena of a book under some options, default readings in force."""
    rulebook = make_rulebook(sheet, options)
    readings = others_of(sheet, rulebook, sheet.book.questions(), {})
    first = Footprint(rulebook)
    kin = {key: Difference(first, Footprint(other)) for key, other in readings.items()}
    by_clause: dict[str, list[Mutant]] = {}
    for mutant in mutants(rulebook.selection):
        by_clause.setdefault(mutant.tag.clause, []).append(mutant)
    return Arena(rulebook, readings, kin, Relevance(rulebook), first, by_clause, telling_totals(sheet))


def make_company_arena(sheet: Sheet, options: dict[str, int], company: tuple[Pair, ...]) -> Arena:
    """The arena of the readings that matter only in some company: its rulebook is in that company, none of its lines is spoilt."""
    rulebook = make_rulebook(sheet, options, dict(company))
    names = [name for name in sheet.book.questions() if company_of(sheet, Goal("reading", name)) == company]
    readings = others_of(sheet, rulebook, names, dict(company))
    first = Footprint(rulebook)
    kin = {key: Difference(first, Footprint(other)) for key, other in readings.items()}
    plain = make_rulebook(sheet, options)
    alone = others_of(sheet, plain, names, {})
    return Arena(rulebook, readings, kin, Relevance(rulebook), first, {}, telling_totals(sheet), {}, plain, alone, company)


def others_of(sheet: Sheet, rulebook: Rulebook, names: Iterable[str], company: Mapping[str, str]) -> dict[Pair, Rulebook]:
    """For every other reading of some questions its rulebook, readings of a company in force with it."""
    questions = sheet.book.questions()
    pairs = [(name, reading.name) for name in names for reading in questions[name].readings]
    return {
        (name, reading): make_rulebook(sheet, rulebook.options, {**company, name: reading})
        for name, reading in pairs
        if reading != rulebook.readings[name]
    }


def telling_totals(sheet: Sheet) -> tuple[int, ...]:
    """Numbers at which a total may change something: those in terms that speak of totals, and in what befalls after a deal."""
    reach = reach_of(sheet)
    found = numbers_in(tuple(line for line in sheet.terms if "total" in reach.reads(line.body).cells))
    found |= numbers_in(tuple(sheet.events.get("judging", ())))
    return tuple(sorted(n for n in found if n > 2))
