"""Doubts that no position can decide: where the argument can be tried, it is tried, and what no trial can show is named.

A rival reading is written down as a variant in rules text and played beside the book, the same cards and the same acts; the
search for a difference has to come up empty within the deals that each test names.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, permutations
from random import Random

import pytest
from tests.engine.playing import referee, step
from tests.engine.variants import compiled, library, sheet_of

from meldspec.book.library import library_of, with_ancestors
from meldspec.book.make_sheet import make_sheet
from meldspec.book.sheet import Sheet
from meldspec.corpus.search.initial_states import random_stacking, stacked
from meldspec.corpus.search.random_player import Style, choose, random_style
from meldspec.corpus.search.scale import numbers_in
from meldspec.data import folder
from meldspec.engine.deal import begin
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.language.parse import parse
from meldspec.language.problems import Diagnostic
from meldspec.protocol.fields import to_json
from meldspec.protocol.observe import observation
from meldspec.sources.ledger import read_moot
from meldspec.table.table import ENDED, Act, Table

DEALS = 12
"""So many deals are played for each rival reading."""
EAGER = Style({"meld": 50.0, "ask": 0.02}, plays=5, eager=0.95)
"""Players who lay several melds in one act whenever they can."""

ONE_BY_ONE = """variant rival extends {variant} "Card by card"

chapter 30 turn "The turn"

replace clause turn.draw "Drawing"
  cites pagat
  | Where two cards are drawn, a red three that comes first is replaced before the second is drawn.
  act draw
  keep held as number
  to draw
    then end the deal by stock when {none}
    then held becomes the number of the hand
    then draw 1 from stock to hand
    then settle
    then draw 1 from stock to hand{where}
    then phase becomes play
    then settle
"""
RIVALS = {
    ("canasta", "X-02", 2): ONE_BY_ONE.format(variant="canasta", none="no cards in the stock", where=" when players is 2"),
    ("kadner", "X-02", 4): ONE_BY_ONE.format(variant="kadner", none="too-few", where=""),
}
"""Variant, doubt, number of players: the other reading, in rules text."""


def rival_of(text: str) -> Sheet:
    """The book of a rival reading."""
    problems: list[Diagnostic] = []
    made = make_sheet(with_ancestors(library_of([parse(text)]), library()).book("rival"), problems)
    assert problems == []
    return made


@pytest.mark.parametrize(("variant", "doubt", "players"), RIVALS)
def test_a_rival_reading_is_never_told_apart(variant: str, doubt: str, players: int) -> None:
    """Whatever is done in some deals, most of them with short stocks, both readings say the same of it."""
    book = compiled(variant, players, {})
    rival = make_rulebook(rival_of(RIVALS[variant, doubt, players]), book.options)
    for seed in range(DEALS):
        random = Random(f"{variant}{doubt}{seed}")
        dealt = stacked(book, random, random_stacking(book, random))
        style = random_style(book, random)
        mine, other = begin(book, dealt), begin(rival, dealt)
        while True:
            assert seen(book, mine) == seen(rival, other)
            chosen = None if mine.over() else choose(referee(book), mine.cells, random, style)
            if chosen is None:
                break
            verdict, other = step(rival, other, chosen[0])
            assert verdict.legal
            mine = Table(chosen[1])


def seen(rulebook: Rulebook, table: Table) -> dict[str, object]:
    """All that is to be seen of a table, and the cards of the stock."""
    stock = rulebook.layout["stock"]
    return {**to_json(observation(rulebook, table)), "order": rulebook.faces.spell(table.cells[stock.first])}


@pytest.mark.parametrize(("variant", "players"), [("canasta", 4), ("manzana", 2)])
def test_the_order_of_plays_decides_nothing(variant: str, players: int) -> None:
    """Several plays of one act are legal in every order or in none (X-10 of both games), in all acts tried."""
    rulebook, tried = compiled(variant, players, {}), 0
    for seed in range(4 * DEALS):
        random = Random(seed)
        dealt = stacked(rulebook, random, random_stacking(rulebook, random))
        cells = begin(rulebook, dealt).cells
        for _ in range(60):
            chosen = None if cells[ENDED] is not None else choose(referee(rulebook), cells, random, EAGER)
            if chosen is None:
                break
            act = chosen[0]
            if act.name == "meld" and len(act.values[0]) > 1:
                verdicts = {step(rulebook, Table(cells), Act("meld", act.seat, (p,)))[0].legal for p in permutations(act.values[0])}
                assert verdicts == {True}
                tried += 1
            cells = chosen[1]
    assert tried >= 10


def least_worth(rulebook: Rulebook, size: int) -> int:
    """The least worth, in points, of so many cards that make a meld of some kind."""
    alike = {face: group for group, face in {g: f for f, g in enumerate(rulebook.faces.classes)}.items()}
    bags = combinations_with_replacement(sorted(alike), size)
    return min(sum(rulebook.faces.worth[card] for card in bag) for bag in bags if rulebook.kind_of(bag))


@pytest.mark.parametrize(("variant", "players", "doubt"), [("pennies", 6, "P-A04"), ("pennies", 6, "B-A48"), ("bain", 4, "BN-A29")])
def test_no_meld_is_worth_less_than_15(variant: str, players: int, doubt: str) -> None:
    """The cheapest meld has three cards at five points: 15 is no more than that."""
    assert doubt in moot()[variant]
    assert least_worth(compiled(variant, players, {}), 3) == 15


def test_every_score_of_pennies_is_a_multiple_of_five() -> None:
    """Cards are worth multiples of five and every bonus is one, so no total falls between 4995 and 5000 (P-A03)."""
    rulebook = compiled("pennies", 6, {})
    assert all(points % 5 == 0 for points in rulebook.faces.worth)
    awarded = numbers_in(award.line.points for award in rulebook.compiled.awards)
    assert all(points % 5 == 0 or points == 1 for points in awarded)


def test_going_out_in_the_turn_of_opening_is_above_every_minimum() -> None:
    """A wild canasta of the cheapest cards is worth 140 and one of sevens 35, and no minimum is above 150 (P-A44)."""
    rulebook = compiled("pennies", 6, {})
    faces = rulebook.faces
    wild = min(faces.worth[card] for card in faces.sets["wild"])
    sevens = {worth for rank, worth in zip(faces.ranks, faces.worth, strict=True) if rank == "7"}
    assert 7 * wild + 7 * min(sevens) == 175


def test_too_few_sevens_are_left_for_a_third_meld() -> None:
    """Of sixteen sevens two sides with seven each leave two, and a meld has three (P-A46)."""
    faces = compiled("pennies", 6, {}).faces
    assert sum(count for rank, count in zip(faces.ranks, faces.counts, strict=True) if rank == "7") - 14 == 2


def test_black_threes_are_no_meld_in_manzana() -> None:
    """However many black threes are put together, with wild cards or without, they make no meld (MZ-A11)."""
    rulebook = compiled("manzana", 2, {})
    black, wild = rulebook.faces.read(["3C", "3S"]), rulebook.faces.read(["2C", "JK"])
    bags = (bag for size in range(1, 5) for bag in combinations_with_replacement((*black, *wild), size))
    assert not [bag for bag in bags if set(black) & set(bag) and rulebook.kind_of(tuple(sorted(bag)))]


@cache
def moot() -> dict[str, dict[str, str]]:
    """Every moot doubt with its argument."""
    return read_moot(folder("spec"))


def test_every_moot_doubt_has_an_argument_and_no_question() -> None:
    """What is moot in a game is argued in a sentence at least, and no question of the game covers it."""
    for variant, doubts in moot().items():
        covered = {id for question in sheet_of(variant).book.questions().values() for id in question.covers}
        assert not covered & doubts.keys()
        assert all(len(why.split()) >= 6 and why.strip().endswith(".") for why in doubts.values())
