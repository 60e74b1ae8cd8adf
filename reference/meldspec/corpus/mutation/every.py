"""All mutants of a rulebook, by every operator there is, each once and by a name of its own.

Cases are made with the mutants of `operators` alone: what is known of cases hangs on these. These here are what the mutation score
of a book is counted over; lines that explain a finding are looked for with the former and with those of `beyond_lines`.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import chain, combinations
from random import Random

from meldspec.book.core import Tag
from meldspec.book.sheet import Declared, Line
from meldspec.corpus.mutation.conditions import CONDITION, made_constant
from meldspec.corpus.mutation.in_lines import (
    ADDEND,
    ARM,
    BOUND,
    FAR,
    MEMBER_IN,
    OWNER,
    QUANTIFIER,
    SIGN,
    ZONE,
    Surroundings,
    arms,
    at_every_node,
    further,
)
from meldspec.corpus.mutation.of_blocks import ACT, BLOCK, CLAUSE, ONCE, ORDER, SHARED, left_out, of_blocks, worths
from meldspec.corpus.mutation.operators import CONSTANT, LEFT_OUT, MEMBER, NUMBER, PART_OUT, TURNED, Mutant, mutations, surroundings
from meldspec.corpus.mutation.places import Spot, spots, with_line
from meldspec.engine.rulebook import Rulebook

TWO = "two at once"
OPERATORS = (
    *(LEFT_OUT, TURNED, PART_OUT, CONSTANT, NUMBER, MEMBER),
    *(ADDEND, QUANTIFIER, BOUND, OWNER, ZONE, ARM, MEMBER_IN, FAR, SIGN),
    *(ACT, ORDER, ONCE, SHARED, BLOCK, CLAUSE, TWO, CONDITION),
)
"""All operators by the names under which they are reported."""
PAIRS = 2
"""So many pairs of mutants are tried of each clause."""


@dataclass(frozen=True)
class Altered:
    """One line altered, or left out, by an operator, before it is put into a sheet."""

    tag: Tag
    operator: str
    what: str
    spot: Spot
    line: Line | None


def every_mutant(rulebook: Rulebook) -> dict[str, Mutant]:
    """All mutants of the lines in force by their names; of those that are called alike the later ones are numbered. Mutants with
    the same line in the same place are one."""
    seen: Counter[str] = Counter()
    found: dict[str, Mutant] = {}
    for mutant in _every(rulebook):
        seen[str(mutant)] += 1
        number = seen[str(mutant)]
        one = mutant if number == 1 else replace(mutant, what=f"{mutant.what} ({number}.)")
        found[str(one)] = one
    return found


def mutants_of_reading(rulebook: Rulebook, question: str, reading: str) -> dict[str, Mutant]:
    """Of all mutants of a rulebook in which a question is read so those of the lines that the reading alone has."""
    return {name: one for name, one in every_mutant(rulebook).items() if (one.tag.question, one.tag.reading) == (question, reading)}


def _every(rulebook: Rulebook) -> Iterator[Mutant]:
    sheet, single = rulebook.sheet, list(altered_lines(rulebook))
    yield from (Mutant(one.tag, one.what, with_line(sheet, one.spot, one.line), one.operator, spot=one.spot) for one in single)
    yield from of_blocks(rulebook.selection, Surroundings(rulebook).partners)
    by_clause: dict[str, list[Altered]] = {}
    for one in single:
        by_clause.setdefault(one.tag.clause, []).append(one)
    for clause, group in by_clause.items():
        yield from pairs(rulebook, group, Random(f"{rulebook.name}:{clause}"))
    yield from constant_conditions(rulebook, {(one.spot, one.line) for one in single})


def constant_conditions(rulebook: Rulebook, known: Collection[tuple[Spot, Line | None]]) -> Iterator[Mutant]:
    """Every line in force with its condition made constant, but for those that are known."""
    sheet, around = rulebook.sheet, Surroundings(rulebook)
    for line, spot in spots(sheet):
        if rulebook.selection.holds(line.tag):
            for what, changed in made_constant(line, around):
                if (spot, changed) not in known:
                    yield Mutant(line.tag, what, with_line(sheet, spot, changed), CONDITION, spot=spot)


def beyond_lines(rulebook: Rulebook, clause: str) -> Iterator[Mutant]:
    """Mutants of a clause in which more or less than a line is otherwise: a choice without one of its arms, all of its lines about
    an act or an event left out, all of them left out, one rank worth what others are. What makes a meld is left as it is: where any
    cards are one, nobody could look ahead."""
    selection, around = rulebook.selection, Surroundings(rulebook)
    of_clause = ((line, spot) for line, spot in spots(selection.sheet) if line.tag.clause == clause and spot.group != "kinds")
    here = [(line, spot) for line, spot in of_clause if selection.holds(line.tag)]
    for line, spot in here:
        if not isinstance(line, Declared):
            for what, changed in at_every_node(line, arms, around):
                yield Mutant(line.tag, what, with_line(selection.sheet, spot, changed), ARM)
    yield from left_out(selection.sheet, here)
    yield from worths(selection.sheet, here)


def altered_lines(rulebook: Rulebook) -> Iterator[Altered]:
    """Every line in force altered in every way, each way once; first as the search for cases has it."""
    selection, around = rulebook.selection, Surroundings(rulebook)
    step, ranks = surroundings(selection.sheet)
    known: set[tuple[Spot, Line | None]] = set()
    here = [(line, spot) for line, spot in spots(selection.sheet) if selection.holds(line.tag)]
    usual = ((line, spot, mutations(line, step, ranks)) for line, spot in here)
    more = ((line, spot, further(line, around)) for line, spot in here)
    for line, spot, ways in chain(usual, more):
        for operator, what, changed in ways:
            if changed != line and (spot, changed) not in known:
                known.add((spot, changed))
                yield Altered(line.tag, operator, what, spot, changed)


def pairs(rulebook: Rulebook, group: list[Altered], random: Random) -> Iterator[Mutant]:
    """A few mutants with two lines of a clause altered at once, drawn by chance, the same in every run."""
    lines = sorted({one.spot for one in group})
    several = list(combinations(lines, 2))
    for first, second in random.sample(several, min(PAIRS, len(several))):
        one, other = (random.choice([way for way in group if way.spot == spot]) for spot in (first, second))
        # The later one first: the number of the other is its own still.
        sheet = with_line(with_line(rulebook.sheet, other.spot, other.line), one.spot, one.line)
        yield Mutant(one.tag, f"{one.what}, and {other.tag.line}: {other.what}", sheet, TWO)
