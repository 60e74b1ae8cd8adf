"""How much of a book its cases hold fast: the share of spoilt lines that some case tells from the true ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from meldspec.book.sheet import Sheet
from meldspec.corpus.case import clause_of
from meldspec.corpus.divergence import Trace, told_at, trace
from meldspec.corpus.family import Arena, Spoilt, make_arena
from meldspec.corpus.mutation.operators import Mutant
from meldspec.protocol.case import Case
from meldspec.table.selection import ChoiceError, select

Options = tuple[tuple[str, int], ...]


@dataclass
class Score:
    """The mutants of a book by their names: those that a case tells from the true rules, with the case, and those that survive."""

    told: dict[str, str] = field(default_factory=dict)
    survivors: dict[str, Mutant] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """How many mutants there are that are not the true rules over again."""
        return len(self.told) + len(self.survivors)


def every_choice(sheet: Sheet) -> list[dict[str, int]]:
    """The options by default, then those with one option chosen otherwise, in the order of the book, where they can be so."""
    known = sheet.symbols.options
    default = {name: option.default for name, option in known.items()}
    others = ({**default, n: v} for n, o in known.items() for v in o.values if v != o.default)
    return [default, *(other for other in others if _can_be(sheet, other))]


def _can_be(sheet: Sheet, options: dict[str, int]) -> bool:
    """Whether a book offers options together."""
    try:
        select(sheet, options)
    except ChoiceError:
        return False
    return True


def options_of(cases: Iterable[Case]) -> list[Options]:
    """The options that cases are played under, each once."""
    return list(dict.fromkeys(tuple(sorted(case.options.items())) for case in cases))


def score(sheet: Sheet, cases: Sequence[Case], arenas: dict[Options, Arena], only: Collection[str] = ()) -> Score:
    """Hold every mutant, or those of some clauses only, against every case, until one tells; `arenas` is filled on the way."""
    found = Score()
    for options in options_of(cases) or [tuple(sorted(every_choice(sheet)[0].items()))]:
        arena = arenas.setdefault(options, make_arena(sheet, dict(options)))
        played = [(case, trace(arena.rulebook, case.requests)) for case in cases if tuple(sorted(case.options.items())) == options]
        for one in arena.spoilt([clause for clause in arena.mutants if not only or clause in only]):
            name = str(one.mutant)
            if name not in found.told:
                _hold(found, one, name, sorted(played, key=lambda pair: (clause_of(pair[0]) != one.clause, len(pair[1].requests))))
    return found


def _hold(found: Score, one: Spoilt, name: str, played: Iterable[tuple[Case, Trace]]) -> None:
    """Hold one mutant against cases."""
    for case, mine in played:
        if told_at(one.rulebook, mine, one.kin) is not None:
            found.told[name] = case.id
            found.survivors.pop(name, None)
            return
    found.survivors[name] = one.mutant
