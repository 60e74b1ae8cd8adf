"""A deal under every reading of every question, and the positions in which a reading leaves somebody nothing to do."""

from __future__ import annotations

import os
from random import Random

import pytest
from tests.engine.games import Game, alternatives, compiled
from tests.spec.ordinary import EIGHTS, ordinary, played
from tests.spec.positions import discard, table

from meldspec.corpus.wander import anything
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.step import Table

GAMES = [("canasta", 4), ("canasta", 2), ("manzana", 2)]
THOROUGH = bool(os.environ.get("MELDSPEC_THOROUGH"))
EVERY = [(variant, players, chosen) for variant, players in GAMES for chosen in [{}, *alternatives(variant)]]
READINGS = EVERY if THOROUGH else EVERY[::7]
"""Every reading takes some minutes: MELDSPEC_THOROUGH=1; each seventh is always tried."""


@pytest.mark.parametrize(("variant", "players", "readings"), READINGS)
def test_a_deal_under_every_reading(variant: str, players: int, readings: dict[str, str]) -> None:
    """Under each reading, deals are played to their end, what is illegal changes nothing, and the table stays in order."""
    game = Game(compiled(variant, players, readings), Random(f"{players}{readings}"))
    for _ in range(2 if THOROUGH else 1):
        while game.goes_on():
            if game.acts % 8 == 0:
                game.try_what_may_be_refused()
            game.act()
        game.next_deal()
    assert game.figures.endings.total() + game.figures.stuck >= 1


def hopeless(rulebook: Rulebook) -> Table:
    """The stock is gone, the pile is one eight, which fits the side's eights; the player holds a king and the side no canasta."""
    return table(rulebook, "KC", pile="8H", melds=[EIGHTS], stock="")


def test_a_duty_that_stands_leaves_a_player_stuck() -> None:
    """Where the duty to take the pile stands though the turn could not be ended, the player can neither take nor draw, only ask."""
    rulebook = ordinary("turn.forced-take.hopeless", "stands")
    found = anything(rulebook, hopeless(rulebook).cells)
    assert found is None or found[0].name == "ask"


def test_a_duty_that_lapses_leaves_nobody_stuck() -> None:
    """By default the duty lapses there, and the wish to draw ends the deal."""
    rulebook = ordinary()
    found = anything(rulebook, hopeless(rulebook).cells)
    assert found is not None and found[0].name == "draw"


def test_a_pile_passed_back_and_forth() -> None:
    """Where holding the right cards is enough to take the pile, two players can pass it to and fro and a deal need not end."""
    rulebook = ordinary("pile.top-melded.must-lay", "held", players=2)
    start = table(rulebook, "9C 9D KC", pile="9H")
    cells = list(start.cells)
    cells[rulebook.layout["hand"].first + 1] = tuple(sorted(rulebook.faces.read(["9S", "9S", "QC"])))
    take = {"type": "take", "plays": []}
    legal, now = played(rulebook, Table(tuple(cells)), [(0, take), (0, discard("9H")), (1, take), (1, discard("9H"))])
    assert legal and now.cells == tuple(cells)
