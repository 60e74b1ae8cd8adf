"""Deals made for a purpose: packs stacked so that rare things happen soon."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from meldspec.corpus.search.card_pool import neighbours
from meldspec.engine.deal import dealt_by_rules, shuffled
from meldspec.engine.rulebook import Rulebook

TOTALS_STEP = 5
"""Every card and bonus of the family is a multiple of this many points; totals are drawn so."""


@dataclass(frozen=True)
class Recipe:
    """How a deal is stacked: how strongly each hand leans to few ranks, which ranks lie at the bottom of the stock, how much of the
    stock is left (none: all of it), and the totals before the deal. Where `loose` is told, hands are made of whole melds, with
    loose cards between them as often as it says, and the stock's first cards are of ranks that are in the hands."""

    lean: float
    buried: tuple[str, ...]
    stock: int | None
    totals: tuple[int, ...]
    loose: float | None = None


def random_recipe(rulebook: Rulebook, random: Random, numbers: tuple[int, ...]) -> Recipe:
    """A recipe drawn at random; `numbers` are totals at which the rules change something."""
    sides = rulebook.layout.sides
    stock = random.choice((None, None, None, None, 1, 3, 6, 10, 16, 30))
    totals = near_totals(random, numbers, sides) if random.random() < 0.4 else (0,) * sides
    ranks = sorted(set(rulebook.faces.ranks))
    buried = tuple(random.sample(ranks, min(random.choice((0, 2, 5, 8)), len(ranks))))
    return Recipe(random.choice((0.0, 0.5, 0.8, 0.95)), buried, stock, totals)


def near_totals(random: Random, numbers: tuple[int, ...], sides: int) -> tuple[int, ...]:
    """Totals at some numbers, or a step beside them."""
    near = [n + d for n in numbers for d in (-TOTALS_STEP, 0, TOTALS_STEP)] or [0]
    return tuple(random.choice(near) for _ in range(sides))


def rich_recipe(rulebook: Rulebook, random: Random, numbers: tuple[int, ...]) -> Recipe:
    """A recipe for hands that are soon melded."""
    recipe = random_recipe(rulebook, random, numbers)
    if random.random() < 0.5:
        recipe = replace(recipe, totals=near_totals(random, (0, *numbers), rulebook.layout.sides))
    if random.random() < 0.25:
        recipe = replace(recipe, stock=random.choice((1, 2, 3, 4)))
    return replace(recipe, buried=random.choice(((), recipe.buried[:2])), loose=random.choice((0.0, 0.1, 0.3, 0.6)))


def stacked(rulebook: Rulebook, random: Random, recipe: Recipe, dealer: int = 0) -> dict[str, list[tuple[int, ...]]]:
    """Cards dealt by the rules from a pack stacked by a recipe: hands lean to ranks of their own, the stock may be short."""
    dealt = dealt_by_rules(rulebook, shuffled(rulebook, random), dealer)
    pool = Counter(card for bags in dealt.values() for bag in bags for card in bag)
    first = rulebook.rows[0].name
    bags = [(name, n) for name, many in dealt.items() if len(many) > 1 and name != first for n in range(len(many))]
    random.shuffle(bags)
    ranks = sorted(set(rulebook.faces.ranks))
    for name, number in bags:
        size = len(dealt[name][number])
        if recipe.loose is None:
            dealt[name][number] = leaning(rulebook, random, pool, size, recipe, ranks)
        else:
            dealt[name][number] = in_melds(rulebook, random, pool, size, recipe.loose)
    stock = rest_of(random, pool)
    stock = tuple(sorted(stock, key=lambda card: rulebook.faces.ranks[card] not in recipe.buried))
    if recipe.loose is not None:
        stock = near_on_top(rulebook, random, stock, [card for name, number in bags for card in dealt[name][number]])
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


def in_melds(rulebook: Rulebook, random: Random, pool: Counter[int], size: int, loose: float) -> tuple[int, ...]:
    """So many cards out of a pool that make melds, some loose ones among them."""
    chosen: list[int] = []
    while len(chosen) < size:
        room = size - len(chosen)
        meld = () if random.random() < loose else some_meld(rulebook, random, pool, room)
        meld = some_set(rulebook, random, pool, room) if random.random() < SET_CHANCE else meld
        cards = meld or (random.choice(list(pool.elements())),)
        pool.subtract(cards)
        chosen += cards
    return tuple(sorted(chosen))


SET_CHANCE = 0.05
"""How often all cards of a set come to one hand."""


def some_set(rulebook: Rulebook, random: Random, pool: Counter[int], room: int) -> tuple[int, ...]:
    """All cards of a set that the rules speak of, where they are few enough."""
    members = random.choice([faces for _, faces in sorted(rulebook.faces.sets.items())])
    cards = [card for card in pool.elements() if card in members]
    return tuple(cards) if 0 < len(cards) <= min(room, FEW) else ()


FEW = 6
"""A set of more cards is not dealt to one hand."""
MELD_TRIES = 12
"""How many bags of cards are tried until one is a meld."""


def some_meld(rulebook: Rulebook, random: Random, pool: Counter[int], room: int) -> tuple[int, ...]:
    """Cards out of a pool that are a meld of some kind: of one rank and maybe another, or next to each other in a suit."""
    faces = rulebook.faces
    left = list((+pool).elements())
    for _ in range(MELD_TRIES):
        ranks = faces.ranks[random.choice(left)], faces.ranks[random.choice(left)]
        first = [card for card in left if faces.ranks[card] == ranks[0]]
        other = [card for card in left if faces.ranks[card] == ranks[1] != ranks[0]]
        cards = random.sample(first, random.randint(min(2, len(first)), len(first)))
        cards += random.sample(other, random.choice((0, 0, min(1, len(other)), min(2, len(other)), min(3, len(other)))))
        if random.random() < ROW_CHANCE:
            members = random.choice(sorted(faces.sets.items()))[1]
            cards = [card for card in left if card in members][:room]
        if random.random() < ROW_CHANCE:
            cards = neighbours(rulebook, random, left, random.randint(3, 7))
        if len(cards) <= room and rulebook.kind_of(tuple(sorted(cards))) is not None:
            return tuple(cards)
    return ()


ROW_CHANCE = 0.2
"""How often a whole set of cards, or neighbours in the order of the pack, are tried as a meld."""
NEAR = 12
"""How many cards on top of the stock are of ranks that somebody holds."""


def near_on_top(rulebook: Rulebook, random: Random, stock: tuple[int, ...], held: list[int]) -> tuple[int, ...]:
    """The stock with some cards on top of ranks that many are held of."""
    ranks = rulebook.faces.ranks
    wanted = {ranks[card] for card in random.sample(held, min(6, len(held)))} if held else set()
    near = [card for card in stock if ranks[card] in wanted]
    near = random.sample(near, min(len(near), random.randint(0, NEAR)))
    rest = list(stock)
    for card in near:
        rest.remove(card)
    return (*rest, *near)


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
