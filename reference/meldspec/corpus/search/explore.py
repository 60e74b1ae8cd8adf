"""Deals played at random under one rulebook: how they end, and where the rules leave nobody anything to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from meldspec.corpus.search.deal_generator import numbers_in, random_recipe, rich_recipe, stacked
from meldspec.corpus.search.position_generator import some_turn
from meldspec.corpus.search.position_search import some_style
from meldspec.corpus.search.random_player import choose
from meldspec.engine.deal import begin
from meldspec.engine.rulebook import Rulebook
from meldspec.table.faults import EngineDefect
from meldspec.table.layout import ENDED, PHASE
from meldspec.table.table import Table

LONGEST = 1500
"""So many acts a deal may have before it is broken off as one that does not end."""


@dataclass(frozen=True)
class Witness:
    """A position worth looking at: the seed of its game, how many acts led to it, and the table."""

    seed: str
    acts: int
    table: Table


@dataclass
class Exploration:
    """What a number of deals came to: acts and endings, positions without any legal act, deals that were broken off, and how many
    were given up because the look-ahead did not come to an end."""

    deals: int = 0
    acts: int = 0
    longest: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    dead_ends: list[Witness] = field(default_factory=list)
    endless: list[Witness] = field(default_factory=list)
    given_up: int = 0


def explore(
    rulebook: Rulebook,
    seeds: Iterator[str],
    longest: int = LONGEST,
    on_deal: Callable[[], None] = lambda: None,
    positions: bool = False,
) -> Exploration:
    """Deals of stacked packs, or positions drawn from the middle of deals, one for each seed, played at random to their end;
    `on_deal` is called after each.

    Positions are those at the beginning of a turn: in the midst of one, cards may be left in hand that no act leaves there.
    """
    found = Exploration()
    numbers = tuple(sorted(numbers_in(tuple(term.body for term in rulebook.selection.terms.values()))))
    for seed in seeds:
        random = Random(seed)
        table = _dealt(rulebook, random, numbers)
        start = some_turn(rulebook, random, numbers, table.cells[PHASE]) if positions else table
        if start is not None:
            _played(rulebook, random, Witness(seed, 0, start), longest, found)
        on_deal()
    return found


def _dealt(rulebook: Rulebook, random: Random, numbers: tuple[int, ...]) -> Table:
    """A deal of a stacked pack."""
    dealer = random.randrange(rulebook.layout.seats)
    recipe = random.choice((random_recipe, rich_recipe))(rulebook, random, numbers)
    return begin(rulebook, stacked(rulebook, random, recipe, dealer), dealer, random.choice((1, 1, 2)), recipe.totals)


def _played(rulebook: Rulebook, random: Random, start: Witness, longest: int, found: Exploration) -> None:
    """One deal, or what is left of it."""
    style = some_style(rulebook, random)
    cells, acts = start.table.cells, 0
    try:
        while cells[ENDED] is None and acts < longest:
            chosen = choose(rulebook, cells, random, style)
            if chosen is None:
                break
            _, cells = chosen
            acts += 1
    except EngineDefect:
        found.given_up += 1
    else:
        _told(found, Witness(start.seed, acts, Table(cells)), longest)
    found.deals += 1
    found.acts += acts
    found.longest = max(found.longest, acts)


def _told(found: Exploration, last: Witness, longest: int) -> None:
    """How a deal came to its end, or did not."""
    ended = last.table.cells[ENDED]
    if ended is not None:
        found.endings[ended[0]] += 1
    elif last.acts >= longest:
        found.endless.append(last)
    else:
        found.dead_ends.append(last)
