"""The mutation score of a book's cases: the share of its mutants that some case kills."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from operator import itemgetter

from meldspec.book.sheet import Sheet
from meldspec.corpus.corpus import Corpus
from meldspec.corpus.expect import trace
from meldspec.corpus.family import Alternative
from meldspec.corpus.plan import clause_of
from meldspec.corpus.sizes import plainness, requests_of
from meldspec.protocol.case import Case, of_acts
from meldspec.table.selection import Options, every_choice, in_order


@dataclass
class MutationScore:
    """The mutants of a book by their names: those that a case kills, with the case, and those that survive."""

    killed: dict[str, str] = field(default_factory=dict)
    survivors: dict[str, Alternative] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """How many mutants there are that are not equivalent to the true rules."""
        return len(self.killed) + len(self.survivors)


def usual_choices(sheet: Sheet) -> list[dict[str, int]]:
    """The options by default, then those with one option chosen otherwise, where they go together."""
    default = sheet.symbols.defaults()
    # What two options do together is seldom more than what each does, and every choice has a family of its own to be made.
    apart = [(sum(value != default[name] for name, value in options.items()), options) for options in every_choice(sheet)]
    return [options for number, options in sorted(apart, key=itemgetter(0)) if number <= 1]


def options_of(cases: Iterable[Case]) -> list[Options]:
    """The options that cases are played under, each once."""
    return list(dict.fromkeys(in_order(case.options) for case in cases))


Order = Callable[[Case, str], tuple[object, ...]]
"""What a case is sorted by, those first that are tried first, where a mutant of a clause is held against the cases."""


def likeliest(case: Case, clause: str) -> tuple[object, ...]:
    """The cases of the mutant's own clause first, the shortest before the others: most mutants die by one of these."""
    return clause_of(case) != clause, len(case.requests)


def cheapest(case: Case, _: str) -> tuple[object, ...]:
    """Those first that take the fewest requests: of cases that are tried in one order whatever the mutant, the first ones kill as
    much as they can."""
    return requests_of(case), *plainness(case)


def mutation_score(corpus: Corpus, only: Collection[str] = (), by: Order = likeliest) -> MutationScore:
    """Hold every mutant, or those of some clauses only, against every case of a corpus, in some order, until one kills it."""
    found, cases = MutationScore(), of_acts(corpus.ordered())
    for options in options_of(cases) or [in_order(usual_choices(corpus.sheet)[0])]:
        family = corpus.family(options)
        played = [(case, trace(family.referee, case.requests)) for case in cases if in_order(case.options) == options]
        for one in family.mutants(clause for clause in family.by_clause if not only or clause in only):
            if one.name not in found.killed:
                tried = sorted(played, key=lambda pair: by(pair[0], one.about))
                killer = next((case for case, mine in tried if one.diverges_at(mine) is not None), None)
                if killer is None:
                    found.survivors[one.name] = one
                else:
                    found.killed[one.name] = killer.id
                    found.survivors.pop(one.name, None)
    return found
