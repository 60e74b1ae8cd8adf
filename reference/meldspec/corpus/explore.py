"""Deals played at random under one rulebook: how they end, and where the rules leave nobody anything to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from meldspec.corpus.recipe import numbers_in, random_recipe, rich_recipe, stacked
from meldspec.corpus.wander import choose, random_style
from meldspec.engine.deal import begin
from meldspec.engine.layout import ENDED
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.step import Table

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
    """What a number of deals came to: acts and endings, positions without any legal act, deals that were broken off."""

    deals: int = 0
    acts: int = 0
    longest: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    dead_ends: list[Witness] = field(default_factory=list)
    endless: list[Witness] = field(default_factory=list)


def explore(
    rulebook: Rulebook, seeds: Iterator[str], longest: int = LONGEST, on_deal: Callable[[], None] = lambda: None
) -> Exploration:
    """Deals of stacked packs, one for each seed, played at random to their end; `on_deal` is called after each."""
    found = Exploration()
    numbers = tuple(sorted(numbers_in(tuple(term.body for term in rulebook.selection.terms.values()))))
    for seed in seeds:
        _played(rulebook, seed, numbers, longest, found)
        found.deals += 1
        on_deal()
    return found


def _played(rulebook: Rulebook, seed: str, numbers: tuple[int, ...], longest: int, found: Exploration) -> None:
    """One deal."""
    random = Random(seed)
    dealer = random.randrange(rulebook.layout.seats)
    recipe = random.choice((random_recipe, rich_recipe))(rulebook, random, numbers)
    style = random_style(rulebook, random)
    cells = begin(rulebook, stacked(rulebook, random, recipe, dealer), dealer, random.choice((1, 1, 2)), recipe.totals).cells
    acts = 0
    while cells[ENDED] is None and acts < longest:
        chosen = choose(rulebook, cells, random, style)
        if chosen is None:
            found.dead_ends.append(Witness(seed, acts, Table(cells)))
            break
        _, cells = chosen
        acts += 1
    found.acts += acts
    found.longest = max(found.longest, acts)
    if cells[ENDED] is not None:
        found.endings[cells[ENDED][0]] += 1
    elif acts >= longest:
        found.endless.append(Witness(seed, acts, Table(cells)))
