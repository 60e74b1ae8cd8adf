"""Deals that a match has: no points before the first, none that cards do not come to, and no deal after the match is won.

A total that no match has shows nothing of an implementation that a match would not show; yet whoever asks for "more than 1495"
where the rules say "at least 1500" is right at every table that there is, and would be accused at 1499.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random

from meldspec.corpus.mutation.operators import least_points
from meldspec.corpus.plan import Script
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.position.request import NoPosition, table_from_position
from meldspec.protocol.messages import Beginning, CaseRequest, DealOf, DealRequest
from meldspec.protocol.observe import begin_from_request
from meldspec.table.faults import RulesFault
from meldspec.table.table import DEAL_NUMBER, MATCH, SCORES, Cells

FIRST = 1
"""The number of a match's first deal."""


def drawn_match(random: Random, totals: tuple[int, ...], numbers: Sequence[int]) -> DealOf:
    """A deal with some totals before it, its number drawn: not the first where anybody has points."""
    return DealOf(deal=random.choice([number for number in numbers if number > FIRST or not any(totals)]), totals=totals)


def no_match(rulebook: Rulebook, first: CaseRequest) -> str:
    """What no match has of the number and the totals of the deal that a request begins, in words; nothing where one has them."""
    if not isinstance(first, Beginning):
        return ""
    deal, totals, step = first.match.deal, first.match.totals, least_points(rulebook.sheet)
    if deal == FIRST and any(totals):
        return "there are points before the first deal"
    if odd := [total for total in totals if total % step]:
        return f"no cards come to {odd[0]} points, which is no multiple of {step}"
    # What is no deal by the rules has other faults.
    with suppress(NoPosition, RulesFault, ValueError):
        if over_before(rulebook, first):
            return "the match was over before this deal"
    return ""


def later(match: DealOf, totals: tuple[int, ...]) -> DealOf:
    """The same deal of a match with other totals before it, or the second one where it was the first."""
    return DealOf(deal=match.deal if not any(totals) else max(FIRST + 1, match.deal), totals=totals)


def matches_like(rulebook: Rulebook, match: DealOf) -> Iterator[DealOf]:
    """Deals much like one that no match has, the most like it first: its totals made such as cards come to, and if it was the first
    deal a later one; then one of which nothing is to be said."""
    step, totals = least_points(rulebook.sheet), match.totals
    nearest = tuple(step * ((total + step // 2) // step) for total in totals)
    below = tuple(step * (total // step) for total in totals)
    above = tuple(-step * (-total // step) for total in totals)
    # After as many deals as are played at most another one is played only where all have as much.
    level = [(total,) * len(totals) for total in sorted({*below, *above})]
    yield from (later(match, some) for some in dict.fromkeys((nearest, below, above, *level)))
    yield DealOf(deal=FIRST, totals=(0,) * len(totals))


def begun_in(script: Script, match: DealOf) -> Script:
    """A script that begins, and whose witness begins, in another deal of a match."""

    def begun(requests: tuple[CaseRequest, ...]) -> tuple[CaseRequest, ...]:
        first, *rest = requests
        assert isinstance(first, Beginning)
        return replace(first, match=match), *rest

    return Script(begun(script.requests), begun(script.witness) if script.witness else ())


def decided_before(rulebook: Rulebook, cells: Cells) -> bool:
    """Whether the match was over before the deal, by the totals."""
    before = list(cells)
    before[DEAL_NUMBER] -= 1
    before[SCORES], before[MATCH] = (0,) * rulebook.layout.sides, None
    rulebook.compiled.befall("judging", Referee(rulebook), before)
    return before[MATCH] is not None


def over_before(rulebook: Rulebook, first: Beginning) -> bool:
    """Whether the match was over before the deal that a request begins.

    Raises NoPosition or ValueError where it begins nothing that these rules have.
    """
    begun = begin_from_request(rulebook, first) if isinstance(first, DealRequest) else table_from_position(rulebook, first)
    return decided_before(rulebook, begun.cells)
