"""Snap, a game with nothing of Canasta in it, plays on the same engine.

The rules, the acts and the verdicts that are expected stand in this file; the rules are those of tests/books/snap.rules.
"""

from random import Random

import pytest
from tests.engine.playing import legal_acts, step
from tests.engine.tried import BOOKS, Both, sheet_of

from meldspec.engine.deal import random_deal
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import make_rulebook
from meldspec.protocol.actions import ActError, act_from_action, action_from_act
from meldspec.protocol.fields import to_json
from meldspec.table.table import ENDED, SCORES, TOTALS, Table

RULES = """
book snap "Snap"

chapter 10 snap "The whole game"

clause snap.cards "Cards and places"
  | Two players share a small pack and build one heap; whoever calls in time keeps the heap.
  option players from 2 otherwise 2
  sides 2
  deck 1 of A K Q in C D H S
  place pack is row shown as stock
  place hand of player is bag shown as hands
  place heap is row shown as pile
  place won of side is bag
  phases setup, playing
  act lay with card: card from hand
  act snap
  at dealing
    then draw 6 from pack to hand for each player in seats
  at setup
    then turn becomes the left of dealer
    then phase becomes playing
  programs learn acts lay, snap
  programs learn phases playing

clause snap.laying "Laying in turn"
  | Players lay a card of their choice in turn; who has none left ends the game.
  to lay
    require player is turn
    then move card from hand to heap
    then turn becomes the left of player
  whenever phase is playing and every player in seats has no cards in hand
    then end the deal by out

clause snap.calling "Calling"
  | When the two uppermost cards are alike in rank, either player may take the heap, which counts one for each card.
  to snap
    require at least 2 cards in heap
    require the rank of the top of heap is the rank of the top of the rest of heap
    then move all from heap to won
  at scoring
    award 1 for each card in won
"""

DEALT = {"hand": ["AC AD KC QC QD QH", "AH AS KD KH KS QS"]}
GAME = [
    ("0 lay AC", "snap.laying:1"),
    ("1 lay AC", "snap.cards:9"),
    ("1 snap", "snap.calling:1"),
    ("1 lay KD", ""),
    ("0 lay KC", ""),
    ("1 snap", ""),
    ("1 snap", "snap.calling:1"),
    ("1 lay AH", ""),
    ("1 snap", "snap.calling:1 snap.calling:2"),
    ("0 lay QC", ""),
    ("0 snap", "snap.calling:2"),
    ("1 lay QS", ""),
    ("0 snap", ""),
    ("0 lay AC", ""),
    ("1 lay AS", ""),
    ("0 lay QD", ""),
    ("1 lay KH", ""),
    ("0 lay QH", ""),
    ("1 lay KS", ""),
    ("0 lay AD", ""),
    ("0 snap", "snap.cards:10"),
]
"""Who does what, and the lines that refuse it: the dealer, seat 0, waits at first; seat 1 wins two cards, then seat 0 three."""


@pytest.fixture(name="snap")
def snap_rules() -> Both:
    """Snap by the rules that stand above."""
    return Both(make_rulebook(sheet_of(RULES.lstrip())))


def act_of(snap: Both, table: Table, text: str) -> tuple[list[str], Table]:
    """An act in words, the lines that refuse it, and the next table."""
    seat, name, *card = text.split()
    verdict, after = snap.step(table, snap.act(int(seat), name, **({"card": card[0]} if card else {})))
    return ([] if verdict.legal else [tag.line for tag in verdict.lines]), after


def begun(snap: Both) -> Table:
    """The beginning of the game."""
    return snap.begin({"hand": [tuple(snap.cards(hand)) for hand in DEALT["hand"]]})


def test_the_rules_above_are_those_of_the_file() -> None:
    """What is read here is what the book says."""
    assert (BOOKS / "snap.rules").read_text(encoding="utf-8").strip() == RULES.strip()


def test_a_game_of_snap(snap: Both) -> None:
    """Every act of a game has the verdict that its players would give, refusals with the very lines that refuse."""
    table = begun(snap)
    for text, lines in GAME:
        before = table
        refusing, table = act_of(snap, table, text)
        assert (text, " ".join(refusing)) == (text, lines)
        assert not lines or table is before
    assert (table.cells[ENDED], table.cells[SCORES], table.cells[TOTALS]) == (("out", None), (3, 2), (3, 2))


def test_points_are_told_by_the_lines_that_give_them(snap: Both) -> None:
    """Each point of the result is one card won, by the one line that scores, and together they are the scores."""
    table = begun(snap)
    for text, _ in GAME:
        table = act_of(snap, table, text)[1]
    points = Referee(snap.rulebook).points(table)
    assert [(p.tag.line, p.side, p.points) for p in points] == [("snap.calling:4", 0, (1, 1, 1)), ("snap.calling:4", 1, (1, 1))]


@pytest.mark.parametrize("seed", range(10))
def test_any_game_comes_to_an_end(snap: Both, seed: int) -> None:
    """Played at random Snap ends with all twelve cards laid, and nobody wins more cards than there are."""
    random = Random(seed)
    table = random_deal(snap.rulebook, random, dealer=seed % 2)
    while not table.over():
        acts = [act for seat in range(2) for act, _ in legal_acts(snap.rulebook, table.cells, seat)]
        verdict, table = snap.step(table, random.choice(acts))
        assert verdict.legal
    assert not snap.has(table, "hand", 0) and not snap.has(table, "hand", 1)
    assert sum(table.cells[SCORES]) <= len(snap.rulebook.faces.names)


def test_refused_acts_change_nothing(snap: Both) -> None:
    """After every refusal the table is the same object, and its cells are as they were."""
    table = begun(snap)
    cells = table.cells
    for card in snap.rulebook.faces.names:
        verdict, after = step(snap.rulebook, table, snap.act(0, "lay", card=card))
        assert not verdict.legal and after is table and after.cells is cells


def test_acts_are_written_as_they_are_read(snap: Both) -> None:
    """An action of the protocol read and written again is the same; what is no act of Snap is told so."""
    for action in ({"type": "lay", "card": "KC"}, {"type": "snap"}):
        assert to_json(action_from_act(snap.rulebook, act_from_action(snap.rulebook, 0, action))) == action
    with pytest.raises(ActError, match="there is lay, snap") as unknown:
        act_from_action(snap.rulebook, 0, {"type": "meld"})
    assert unknown.value.unknown
    with pytest.raises(ActError, match="'lay' has no field 'card'; expected a card"):
        act_from_action(snap.rulebook, 0, {"type": "lay"})
    with pytest.raises(ActError, match="no seat 2"):
        act_from_action(snap.rulebook, 2, {"type": "snap"})
