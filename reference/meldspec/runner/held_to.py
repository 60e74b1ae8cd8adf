"""The rules that an implementation of one variant is held to, as the judge asks them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from meldspec.book.addresses import Addresses
from meldspec.corpus.family import RulebookFamily, own_sheet
from meldspec.corpus.mutation.operators import Mutant
from meldspec.engine.rulebook import Library, Rulebook
from meldspec.judge.booking import RulebookOf
from meldspec.judge.localise import Families, families_of
from meldspec.judge.oracle import Assignment, Expectations, Oracle
from meldspec.protocol.case import Case, found_by_walk
from meldspec.ruling.page import Manner, Source
from meldspec.runner.recomputed import Recomputed
from meldspec.sources.doubts import Doubts
from meldspec.table.selection import Options, in_order

DoubtsOf = Callable[[], Doubts]
"""Reads the ids by which doubts are known in the inventories of the sources; few claims use these, and to read them takes long."""


@dataclass(frozen=True)
class HeldTo:
    """The readings of every question, the default first; what the rules expect under any of them; and, where the rules are at hand,
    their rulebooks. Where nothing is known of the rules, an implementation is held to what the cases name."""

    readings: Mapping[str, Sequence[str]] = field(default_factory=dict)
    expectations: Expectations | None = None
    library: Library | None = None
    unseen: frozenset[str] = frozenset()
    """The questions of which no reading is held against anybody."""
    of_programs: frozenset[tuple[str, str]] = frozenset()
    """The readings that only programs have, each with its question."""
    own_acts: frozenset[tuple[str, str]] = frozenset()
    """The readings with an act of their own, each with its question: who follows one has to claim it."""
    addresses: Addresses | None = None
    localise: bool = True
    """Whether to look for the single line that would explain a finding."""
    site: str = ""
    """Where the pages about the rules are published, if that is known."""
    sources: Mapping[str, Source] = field(default_factory=dict)
    """The sources that the rules cite, by their tags."""

    doubts: DoubtsOf = Doubts
    """What gives the ids of doubts, which claims may use."""

    @classmethod
    def of(cls, library: Library, variant: str, **told: Any) -> "HeldTo":
        """The rules of a variant; nothing is known of one that is not among them. `told` may have the other fields."""
        if variant not in library.books.texts:
            return cls()
        addresses = Addresses(library.books.book(variant))
        unseen, of_programs, own_acts = library.unseen(variant), library.of_programs(variant), library.own_acts(variant)
        return cls(library.readings(variant), Recomputed(library), library, unseen, of_programs, own_acts, addresses, **told)

    def oracle(self, readings: Mapping[str, Sequence[str]]) -> Oracle:
        """Whom the judge asks about cases, of these readings of every question."""
        stands = self.expectations.stands if isinstance(self.expectations, Recomputed) else None
        return Oracle(readings, self.expectations, self.unseen, self.of_programs, self.own_acts, stands)

    @property
    def manner(self) -> Manner:
        """How the rules are told: with the titles of their sources, and the addresses of their pages."""
        addresses = self.addresses
        if addresses is None:
            return Manner(sources=self.sources)
        return Manner(sources=self.sources, page=lambda id: addresses.clause(id).at(self.site))

    def case_page(self, case: Case) -> str:
        """The address of the page of a case; nothing where the rules are not at hand, and of what a walk has found."""
        return "" if self.addresses is None or found_by_walk(case) else self.addresses.case(case.id, case.subject).at(self.site)

    def chapter_of(self, variant: str) -> Mapping[str, str]:
        """The title of the chapter of every clause, in the order of the book; nothing where the rules are not at hand."""
        if self.library is None:
            return {}
        return {entry.clause.id: entry.chapter[2] for entry in self.library.books.book(variant).entries}

    def rulebooks(self, assignment: Assignment) -> RulebookOf | None:
        """The rulebooks of one who reads so, each made once for all cases of the same options."""
        library = self.library
        if library is None:
            return None
        made: dict[Options, Rulebook] = {}

        def rulebook(case: Case) -> Rulebook:
            key = in_order(case.options)
            if key not in made:
                made[key] = library.rulebook(case.variant, case.options, dict(assignment))
            return made[key]

        return rulebook

    def families(self, assignment: Assignment) -> Families | None:
        """The rulebooks of one who reads so, with their mutants; none where no line is to be looked for."""
        rulebooks = self.rulebooks(assignment)
        if rulebooks is None or not self.localise:
            return None
        return families_of(lambda case: RulebookFamily(rulebooks(case)))

    def spoilt(self, mutant: Mutant) -> Expectations | None:
        """What the rules expect with a line spoilt; none where they are not at hand."""
        if self.library is None:
            return None
        variant = mutant.sheet.book.name
        sheet = own_sheet(mutant.sheet, self.library.sheet(variant))
        return Recomputed(self.library.with_sheet(variant, sheet))


NOTHING_KNOWN = HeldTo()
"""No rules are at hand."""
