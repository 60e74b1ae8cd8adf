"""Where playouts begin: a stacked deal, a position drawn at random, or one that somebody has set out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from meldspec.corpus.search.deal_generator import Dealt, random_stacking, rich_stacking, stacked
from meldspec.corpus.search.position_generator import random_position
from meldspec.engine.deal import begin
from meldspec.engine.rulebook import Rulebook
from meldspec.position.request import NoPosition, table_from_position
from meldspec.protocol.messages import Beginning, DealRequest, PositionRequest
from meldspec.protocol.observe import deal_request
from meldspec.table.act import Act
from meldspec.table.table import Table


@dataclass(frozen=True)
class Start:
    """A request that begins anew, the table that it makes, and the act that somebody asks about there, if any."""

    request: Beginning
    table: Table
    act: Act | None = None

    @property
    def dealt(self) -> bool:
        """Whether it is the beginning of a deal, and not the middle of one."""
        return isinstance(self.request, DealRequest)


@dataclass(frozen=True)
class Opening:
    """A position that somebody has set out for a search to begin with, as a request, and the act asked about, if any."""

    request: PositionRequest
    act: Act | None = None

    def start(self, rulebook: Rulebook) -> Start | None:
        """The beginning of a playout; none where it is no position of these rules."""
        try:
            return Start(self.request, table_from_position(rulebook, self.request), self.act)
        except NoPosition:
            return None


@dataclass(frozen=True)
class Deal:
    """Cards dealt from a stacked pack, by whom, in which deal of a match, and the totals before it."""

    dealt: Dealt
    dealer: int
    number: int
    totals: tuple[int, ...]

    def begun(self, rulebook: Rulebook) -> Table:
        """The table when the first turn begins."""
        return begin(rulebook, self.dealt, self.dealer, self.number, self.totals)


def random_deal(rulebook: Rulebook, random: Random, rich: float) -> Deal:
    """A deal; `rich` tells how often its hands are such as are soon melded."""
    stacking = (rich_stacking if random.random() < rich else random_stacking)(rulebook, random)
    dealer = random.randrange(rulebook.layout.seats)
    return Deal(stacked(rulebook, random, stacking, dealer), dealer, random.choice((1, 1, 2, 3)), stacking.totals)


def random_start(
    rulebook: Rulebook, random: Random, rich: float, positions: bool = False, openings: Sequence[Opening] = ()
) -> Start | None:
    """One of some openings, or a position where such are wanted, or a deal; none where no position was found."""
    if openings:
        return random.choice(openings).start(rulebook)
    if positions:
        found = random_position(rulebook, random)
        return None if found is None else Start(*found)
    deal = random_deal(rulebook, random, rich)
    request = deal_request(rulebook, deal.dealt, deal.dealer, deal.number, deal.totals)
    return Start(request, deal.begun(rulebook))


def with_totals(request: Beginning, totals: Sequence[int]) -> Beginning:
    """The same beginning with other totals."""
    return replace(request, match=replace(request.match, totals=tuple(totals)))
