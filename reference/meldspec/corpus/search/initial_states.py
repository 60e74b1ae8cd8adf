"""Where playouts begin: a deal from a stacked pack, so that rare things happen soon, or a position, drawn or set out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from meldspec.corpus.search.position_generator import random_position
from meldspec.corpus.search.scale import CardPool, few, of_ranks, scale_of, some
from meldspec.engine.deal import Dealt, begin, dealt_by_rules, shuffled
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.runtime import without
from meldspec.position.request import NoPosition, table_from_position
from meldspec.protocol.messages import Beginning, DealRequest, PositionRequest
from meldspec.protocol.observe import deal_request
from meldspec.table.table import Act, Table


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


Opening = tuple[PositionRequest, Act | None]
"""A position that somebody has set out for a search to begin with, as a request, and the act asked about, if any."""
Deal = tuple[Dealt, int, int, tuple[int, ...]]
"""Cards dealt from a stacked pack, by whom, in which deal of a match, and the totals before it: what `begin` takes. Not every one
can be told as a request."""


def random_deal(rulebook: Rulebook, random: Random, rich: float) -> Deal:
    """A deal; `rich` tells how often its hands are such as are soon melded."""
    stacking = (rich_stacking if random.random() < rich else random_stacking)(rulebook, random)
    dealer = random.randrange(rulebook.layout.seats)
    return stacked(rulebook, random, stacking, dealer), dealer, random.choice((1, 1, 2, 3)), stacking.totals


def random_start(
    rulebook: Rulebook, random: Random, rich: float, positions: bool = False, openings: Sequence[Opening] = ()
) -> Start | None:
    """One of some openings, or a position where such are wanted, or a deal; none where no position of these rules was found."""
    if openings:
        request, act = random.choice(openings)
        try:
            return Start(request, table_from_position(rulebook, request), act)
        except NoPosition:
            return None
    if positions:
        found = random_position(rulebook, random)
        return None if found is None else Start(*found)
    deal = random_deal(rulebook, random, rich)
    return Start(deal_request(rulebook, *deal), begin(rulebook, *deal))


# ── stacked packs ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Stacking:
    """How a deal is stacked: hands are made of whole melds, with loose cards between them as often as `loose` says (1: of nothing
    else); some ranks are buried at the bottom of the stock, and so much of it is left (none: all); the totals before the deal."""

    loose: float
    buried: tuple[str, ...]
    stock: int | None
    totals: tuple[int, ...]


def random_stacking(rulebook: Rulebook, random: Random) -> Stacking:
    """A stacking drawn at random."""
    scale, sides = scale_of(rulebook), rulebook.layout.sides
    stock = 1 + few(random, scale.stock // 2) if random.random() < 0.6 else None
    totals = scale.near(random, sides) if random.random() < 0.4 else (0,) * sides
    ranks = sorted(set(rulebook.faces.ranks))
    buried = tuple(random.sample(ranks, few(random, len(ranks) * 2 // 3)))
    return Stacking(random.choice((0.0, 0.3, 0.6, 1.0)), buried, stock, totals)


def rich_stacking(rulebook: Rulebook, random: Random) -> Stacking:
    """A stacking for hands that are soon melded."""
    stacking = random_stacking(rulebook, random)
    if random.random() < 0.5:
        stacking = replace(stacking, totals=scale_of(rulebook).near(random, rulebook.layout.sides))
    if random.random() < 0.25:
        stacking = replace(stacking, stock=random.choice((1, 2, 3, 4)))
    return replace(stacking, buried=random.choice(((), stacking.buried[:2])), loose=random.choice((0.0, 0.1, 0.3, 0.6)))


def stacked(rulebook: Rulebook, random: Random, stacking: Stacking, dealer: int = 0) -> Dealt:
    """Cards dealt by the rules from a stacked pack: hands hold melds, and often what is drawn first would go to them."""
    dealt = dealt_by_rules(rulebook, shuffled(rulebook, random), dealer)
    ranks = rulebook.faces.ranks
    pool = CardPool(rulebook, random, {card for card, rank in enumerate(ranks) if rank in stacking.buried})
    first = rulebook.rows[0].name
    held = [(name, n) for name, many in dealt.items() if len(many) > 1 and name != first for n in range(len(many))]
    for name, many in dealt.items():
        if name != first and len(many) == 1:
            # What lies open or aside stays as the rules have dealt it.
            pool.draw(many[0])
    random.shuffle(held)
    for name, number in held:
        size = len(dealt[name][number])
        cards = pool.in_melds(size, stacking.loose)
        # What is buried comes to a hand only where nothing else is left.
        dealt[name][number] = tuple(sorted((*cards, *pool.some(pool.all(), size - len(cards)))))
    stock = pool.shuffled(pool.all())
    stock = tuple(sorted(stock, key=lambda card: ranks[card] not in stacking.buried))
    # On top some cards, at most a hand of them, of ranks that many are held of.
    most, hands = scale_of(rulebook).hand, [card for name, number in held for card in dealt[name][number]]
    near = of_ranks(rulebook, stock, some(random, hands, most // 2))
    near = some(random, near, random.randint(0, most))
    stock = (*without(stock, tuple(near)), *near)
    left = stock if stacking.stock is None else stock[max(0, len(stock) - stacking.stock) :]
    # A stock in several heaps is told apart again as it was dealt: one card to each in turn.
    heaps = len(dealt[first])
    dealt[first] = [left[number::heaps] for number in range(heaps)]
    return dealt
