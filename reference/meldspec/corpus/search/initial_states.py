"""Where the games of a search begin: a deal stacked by a recipe, a position drawn at random, or one that somebody has set out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from meldspec.corpus.search.deal_generator import random_recipe, rich_recipe, stacked
from meldspec.corpus.search.position_generator import some_scene
from meldspec.engine.deal import begin
from meldspec.engine.play import legal
from meldspec.engine.rulebook import Rulebook
from meldspec.position.request import NoPosition, table_from_position
from meldspec.protocol.messages import Beginning, CaseRequest, DealRequest, PositionRequest
from meldspec.protocol.observe import deal_request
from meldspec.table.act import Act
from meldspec.table.table import Cells, Table

Start = tuple[Beginning, Table]
"""A request that begins anew, and the table that it makes."""
CARRIED_OUT = 0.5
"""How often the act that somebody has asked about is carried out, where it is legal."""


@dataclass(frozen=True)
class Opening:
    """A position that somebody has set out for a search to begin with, as a request, and the act asked about, if any."""

    request: PositionRequest
    act: Act | None = None

    def start(self, rulebook: Rulebook) -> Start | None:
        """The beginning of a game; none where it is no position of these rules."""
        try:
            return self.request, table_from_position(rulebook, self.request)
        except NoPosition:
            return None

    def asked(self, rulebook: Rulebook, random: Random, cells: Cells) -> tuple[Act, Cells] | None:
        """The act asked about with the cells after it, now and then, where it is legal."""
        if self.act is None or random.random() >= CARRIED_OUT:
            return None
        after = legal(rulebook, cells, self.act)
        return None if after is None else (self.act, after)


def some_deal(rulebook: Rulebook, random: Random, numbers: tuple[int, ...], rich: float) -> tuple[DealRequest, Table]:
    """A deal; `rich` tells how often the hands are such as are soon melded, `numbers` at which totals something changes."""
    recipe = (rich_recipe if random.random() < rich else random_recipe)(rulebook, random, numbers)
    dealer = random.randrange(rulebook.layout.seats)
    dealt = stacked(rulebook, random, recipe, dealer)
    deal_number = random.choice((1, 1, 2, 3))
    request = deal_request(rulebook, dealt, dealer=dealer, deal_number=deal_number, totals=recipe.totals)
    return request, begin(rulebook, dealt, dealer, deal_number, recipe.totals)


def some_start(rulebook: Rulebook, random: Random, numbers: tuple[int, ...], rich: float, positions: bool) -> Start | None:
    """A deal, or a position where such are wanted; none where no position was found."""
    return some_scene(rulebook, random, numbers) if positions else some_deal(rulebook, random, numbers, rich)


def with_totals(request: CaseRequest, totals: Sequence[int]) -> Beginning:
    """The same beginning with other totals."""
    assert isinstance(request, DealRequest | PositionRequest), "a game begins with a deal or a position"
    return replace(request, match=replace(request.match, totals=tuple(totals)))
