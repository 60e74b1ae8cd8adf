"""A deal under every reading of every question, and the positions in which a reading leaves somebody nothing to do."""

from __future__ import annotations

from random import Random

import pytest
from tests.engine.games import Game
from tests.engine.variants import alternatives, compiled, games, profiles_of
from tests.sampling import THOROUGH
from tests.spec.ordinary import EIGHTS, QUEENS, Acts, ordinary, played
from tests.spec.positions import Action, discard, table

from meldspec.corpus.search.random_player import anything
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.table.table import Table

EVERY = [
    (variant, players, chosen) for variant, players in games() for chosen in [{}, *profiles_of(variant), *alternatives(variant)]
]
SAMPLED = {"canasta": 14, "manzana": 14, "railroad": 97}
READINGS = EVERY if THOROUGH else [one for n, one in enumerate(EVERY) if n % SAMPLED.get(one[0], 22) == 0]
"""Every reading takes many minutes: `make thorough`; so many as are named here are always tried, one of each so many."""


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
    assert game.figures.endings.total() + game.figures.stuck + game.figures.given_up >= 1


def hopeless(rulebook: Rulebook) -> Table:
    """The stock is gone, the pile is one eight, which fits the side's eights; the player holds a king and the side no canasta."""
    return table(rulebook, "KC", pile="8H", melds=[EIGHTS], stock="")


def test_a_duty_that_lapses_leaves_nobody_stuck() -> None:
    """By default the duty lapses there, and the wish to draw ends the deal."""
    rulebook = ordinary(players=2)
    found = anything(Referee(rulebook), hopeless(rulebook).cells)
    assert found is not None and found[0].name == "draw"


def test_a_pile_passed_back_and_forth() -> None:
    """Where holding the right cards is enough to take the pile, two players can pass it to and fro and a deal need not end."""
    rulebook = ordinary("pile.top-melded.must-lay", "held", players=2)
    start = table(rulebook, "9C 9D KC", pile="9H")
    cells = list(start.cells)
    cells[rulebook.layout["hand"].first + 1] = tuple(sorted(rulebook.faces.read(["9S", "9S", "QC"])))
    taken: Action = {"type": "take", "plays": []}
    legal, now = played(rulebook, Table(tuple(cells)), [(0, taken), (0, discard("9H")), (1, taken), (1, discard("9H"))])
    assert legal and now.cells == tuple(cells)


@pytest.mark.parametrize(
    ("hand", "pile", "melds", "allowed"),
    [
        ("4C 5C KC", "9H", [QUEENS], False),
        ("9C 5C KC", "9H", [QUEENS], False),
        ("9C 9D KC", "9H", [QUEENS], True),
        ("9C 2C KC", "9H", [QUEENS], True),
        ("9C 2C KC", "2D 9H", [QUEENS], False),
        ("4C 5C KC", "8H", [EIGHTS], True),
        ("4C 5C KC", "2D 8H", [EIGHTS], False),
    ],
)
def test_a_pile_taken_bare_asks_for_the_right_cards(hand: str, pile: str, melds: list[str], allowed: bool) -> None:
    """Where nothing need be laid, the hand still holds a pair, or one card and a wild one, or the side has a meld of the rank; and
    only the pair gives a frozen pile."""
    rulebook = ordinary("pile.top-melded.must-lay", "held", players=2)
    start = table(rulebook, hand, pile=pile, melds=melds)
    assert played(rulebook, start, [(0, {"type": "take", "plays": []})])[0] is allowed


def test_the_top_card_that_was_taken_stays() -> None:
    """Where the card that lay on top may not be discarded again, the pile cannot be passed back (N-02)."""
    rulebook = compiled("canasta", 2, {"pile.top-melded.must-lay": "held", "pile.top-melded.to-and-fro": "may-not"})
    start = table(rulebook, "9H KC", pile="5C", phase="play", obtained=True)
    cells = list(start.cells)
    cells[rulebook.layout["hand"].first + 1] = tuple(sorted(rulebook.faces.read(["9C", "9D", "QC"])))
    taken: Acts = [(0, discard("9H")), (1, {"type": "take", "plays": []})]
    assert played(rulebook, Table(tuple(cells)), [*taken, (1, discard("QC"))])[0]
    assert not played(rulebook, Table(tuple(cells)), [*taken, (1, discard("9H"))])[0]
