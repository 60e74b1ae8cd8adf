"""Deals made for a purpose: packs stacked so that rare things happen soon."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from meldspec.engine.deal import dealt_by_rules, shuffled
from meldspec.engine.rulebook import Rulebook

TOTALS_STEP = 5
"""Every card and bonus of the family is a multiple of this many points; totals are drawn so."""


@dataclass(frozen=True)
class Recipe:
    """How a deal is stacked: how strongly each hand leans to few ranks, which ranks lie at the bottom of the stock, how much of the
    stock is left (none: all of it), and the totals before the deal."""

    lean: float
    buried: tuple[str, ...]
    stock: int | None
    totals: tuple[int, ...]


def random_recipe(rulebook: Rulebook, random: Random, numbers: tuple[int, ...]) -> Recipe:
    """A recipe drawn at random; `numbers` are totals at which the rules change something."""
    sides = rulebook.layout.sides
    stock = random.choice((None, None, None, None, 1, 3, 6, 10, 16, 30))
    near = [n + d for n in numbers for d in (-TOTALS_STEP, 0, TOTALS_STEP)] or [0]
    totals = tuple(random.choice(near) for _ in range(sides)) if random.random() < 0.4 else (0,) * sides
    ranks = sorted(set(rulebook.faces.ranks))
    buried = tuple(random.sample(ranks, min(random.choice((0, 2, 5, 8)), len(ranks))))
    return Recipe(random.choice((0.0, 0.5, 0.8, 0.95)), buried, stock, totals)


def stacked(rulebook: Rulebook, random: Random, recipe: Recipe, dealer: int = 0) -> dict[str, list[tuple[int, ...]]]:
    """Cards dealt by the rules from a pack stacked by a recipe: hands lean to ranks of their own, the stock may be short."""
    dealt = dealt_by_rules(rulebook, shuffled(rulebook, random), dealer)
    pool = Counter(card for bags in dealt.values() for bag in bags for card in bag)
    first = rulebook.rows[0].name
    bags = [(name, n) for name, many in dealt.items() if len(many) > 1 and name != first for n in range(len(many))]
    random.shuffle(bags)
    ranks = sorted(set(rulebook.faces.ranks))
    for name, number in bags:
        dealt[name][number] = leaning(rulebook, random, pool, len(dealt[name][number]), recipe, ranks)
    stock = rest_of(random, pool)
    stock = tuple(sorted(stock, key=lambda card: rulebook.faces.ranks[card] not in recipe.buried))
    left = stock if recipe.stock is None else stock[len(stock) - recipe.stock :]
    heaps = len(dealt[first])
    dealt[first] = [left[number::heaps] for number in range(heaps)]
    return dealt


def leaning(rulebook: Rulebook, random: Random, pool: Counter[int], size: int, recipe: Recipe, ranks: list[str]) -> tuple[int, ...]:
    """So many cards out of a pool, most of them of a few ranks drawn for this hand."""
    loved = set(random.sample(ranks, min(random.choice((1, 2, 3, 4)), len(ranks))))
    chosen: list[int] = []
    looks = rulebook.faces.ranks
    for _ in range(size):
        open_ = [card for card in pool.elements() if looks[card] not in recipe.buried] or list(pool.elements())
        left = [card for card in open_ if not (random.random() < recipe.lean and looks[card] not in loved)]
        card = random.choice(left or open_)
        pool[card] -= 1
        chosen.append(card)
    return tuple(sorted(chosen))


def rest_of(random: Random, pool: Counter[int]) -> tuple[int, ...]:
    """What is left of a pool, in a random order."""
    cards = list(pool.elements())
    random.shuffle(cards)
    return tuple(cards)


def numbers_in(value: Any) -> set[int]:
    """All whole numbers in a tree of rules: where something may change."""
    if isinstance(value, bool):
        return set()
    if isinstance(value, int):
        return {value}
    if isinstance(value, tuple | list):
        return set().union(*(numbers_in(v) for v in value)) if value else set()
    if hasattr(value, "__dataclass_fields__"):
        return set().union(*(numbers_in(getattr(value, f)) for f in value.__dataclass_fields__))
    return set()
