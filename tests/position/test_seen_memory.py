"""What a table shows of what the rules remember, held against what was remembered in play."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from tests.sampling import THOROUGH

from meldspec.corpus.search.explore import explore
from meldspec.corpus.search.initial_states import random_deal
from meldspec.corpus.search.playout import playout
from meldspec.corpus.search.random_player import RandomPlayer, eager_style
from meldspec.engine.deal import begin
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Library, Rulebook, make_rulebook
from meldspec.position.marked import Marked, PositionError
from meldspec.position.memory import memories, named
from meldspec.position.position import set_up
from meldspec.position.write import position_of
from meldspec.table.selection import every_choice
from meldspec.table.table import Table

GAMES = ("canasta", "bain", "dollars", "kadner", "manzana", "pennies", "railroad")
RICH = 0.5
POSITIONS: Counter[str] = Counter()
"""How many tables of each game were written down without their memory and held against what was so."""


@pytest.fixture(scope="module", autouse=True)
def told() -> Iterator[None]:
    """With `pytest -s` it is printed how many tables were held against what was remembered."""
    yield
    games = ", ".join(f"{game} {count}" for game, count in sorted(POSITIONS.items()))
    print(f"\nTables without their memory held against what was remembered: {POSITIONS.total()} ({games})")


def some_rulebook(rules: Library, game: str, random: Random) -> Rulebook:
    """A game under options drawn at random, every fifth question read otherwise than by default."""
    sheet = rules.sheet(game)
    asked = sheet.book.questions().items()
    readings = {name: random.choice(question.readings).name for name, question in asked if random.random() < 0.2}
    return make_rulebook(sheet, random.choice(every_choice(sheet)), readings)


def wrongly_remembered(rulebook: Rulebook, table: Table) -> list[str]:
    """The memories that a file without a word of memory is said to show, and that were otherwise in play."""
    told = position_of(rulebook, table)
    del told["memory"]
    try:
        follows = set_up(Marked("table", told), rulebook).follows
    except PositionError:
        # Some tables cannot be told by their cards alone; of these nothing is said to be remembered.
        return []
    wrong = {cell for cell, value in follows.items() if table.cells[cell] != value}
    return [name for _, _, name in named(memories(rulebook), wrong)]


@cache
def library() -> Library:
    """The project's own books: no fixture, since Hypothesis would print them all where a test fails."""
    return Library.read()


@pytest.mark.parametrize("game", GAMES)
@given(st.integers(0, 2**32))
# The same deals each time: `make thorough` and `meldspec explore` look further.
@settings(max_examples=8 if THOROUGH else 4, deadline=None, derandomize=True)
def test_a_table_is_never_said_to_show_what_was_not_so(game: str, seed: int) -> None:
    """Every table of a game, written down without what is remembered and read again, is remembered as it was or not at all."""
    random = Random(seed)
    rulebook = some_rulebook(library(), game, random)
    dealt = begin(rulebook, *random_deal(rulebook, random, RICH))
    referee = Referee(rulebook)
    player = RandomPlayer(referee, random, [eager_style(rulebook, random)])
    for turn in playout(referee, dealt, player, 120):
        assert wrongly_remembered(rulebook, turn.after) == []
        POSITIONS[game] += 1


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES)
def test_no_reading_shows_what_was_not_so(rules: Library, game: str) -> None:
    """Under every reading of every question of a game, tables are never said to show what was not so."""
    sheet = rules.sheet(game)
    for name, question in sheet.book.questions().items():
        for reading in question.readings:
            rulebook = make_rulebook(sheet, None, {name: reading.name})
            found = explore(rulebook, [f"{name}={reading.name}"], 150)
            POSITIONS[game] += found.acts
            assert list(found.missaid) == [], (name, reading.name)


SNAP = """
book snap "Snap"
chapter 1 play "Play"
clause play.game "The whole game"
  | Cards are drawn in turn until there is none.
  option players from 2 otherwise 2
  sides 2
  deck 1 of A K Q J in C D H S
  place stock is row shown as stock
  place hand of player is bag shown as hands
  phases setup, draw
  keep drawn as number asking "How many cards have been drawn?" as seen {seen}
  act draw
  to draw
    require player is turn
    require drawn is below 16
    then draw 1 from stock to hand
    then drawn becomes drawn plus 1
    then turn becomes the left of player
    then end the deal by stock when no cards in the stock
  at setup
    then turn becomes the left of dealer
    then phase becomes draw
"""


@pytest.mark.parametrize(
    ("seen", "missaid"),
    [("0 when exactly 16 cards in the stock, 1 when exactly 15 cards in the stock", []), ("0 when the phase is draw", ["drawn"])],
)
def test_random_play_finds_what_is_said_to_be_seen_and_is_not(tmp_path: Path, seen: str, missaid: list[str]) -> None:
    """A book that says that a table shows what it does not show is found out by playing it."""
    (tmp_path / "snap.rules").write_text(SNAP.format(seen=seen), encoding="utf-8")
    assert list(explore(Library.read(tmp_path).rulebook("snap"), ["1", "2"]).missaid) == missaid
