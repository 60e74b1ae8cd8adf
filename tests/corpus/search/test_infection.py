"""Where an altered term comes to something else than the true one, and what is laid there to show it."""

from __future__ import annotations

from random import Random

from tests.engine.variants import shelf

from meldspec.corpus.mutation.every import every_mutant
from meldspec.corpus.search.infection import Infection
from meldspec.corpus.search.random_player import acts_near_worth
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.position.request import table_from_position
from meldspec.protocol.fields import record
from meldspec.protocol.messages import PositionRequest
from meldspec.table.table import Cells


def table(first: int, second: int) -> Cells:
    """Two sides that have laid nothing, with these totals; whoever is to play has three fours and three aces."""
    hands = [["4C", "4D", "4H", "AC", "AD", "AH", "9S"], ["KC"], ["KD"], ["KH"]]
    told = {
        "cmd": "position",
        "variant": "canasta",
        "seats": 4,
        "dealer": 3,
        "options": {"players": 4},
        "match": {"deal": 2, "totals": [first, second]},
        "stock": ["5C", "6C", "7C"],
        "pile": ["8C"],
        "hands": hands,
        "feet": [[], [], [], []],
        "sides": [{"melds": [], "red_threes": 0}, {"melds": [], "red_threes": 0}],
        "turn": 0,
        "phase": "play",
        "marks": {},
    }
    return table_from_position(shelf().rulebook("canasta"), record(PositionRequest)(told, "position")).cells


def spoilt(name: str) -> Rulebook:
    """Ordinary Canasta with one line spoilt."""
    return make_rulebook(every_mutant(shelf().rulebook("canasta"))[name].sheet, {}, {})


def test_a_minimum_that_is_otherwise_below_zero_is_so_there_alone() -> None:
    """Where 20 is asked for instead of 15, that matters to nobody but a side that stands below zero."""
    minimum = Infection(shelf().rulebook("canasta"), spoilt("opening.minimum:1: 15 made 20"), "minimum")
    assert minimum.known
    assert [minimum.at(table(*totals)) for totals in ((0, 0), (-5, 0), (0, -5))] == [False, True, True]
    assert [minimum.numbers(table(*totals)) for totals in ((0, 0), (-5, 0))] == [set(), {15, 20}]


def test_of_what_an_act_names_nobody_knows_what_it_comes_to() -> None:
    """What the cards laid with the top card are worth hangs on the act, and no table tells it."""
    true = shelf().rulebook("canasta")
    assert not Infection(true, true, "counted-in-take").known
    assert not Infection(true, true, "counted-in-take").at(table(0, 0))


def test_of_what_hangs_on_a_look_ahead_nobody_knows_from_the_table() -> None:
    """Whether a player could go out is asked of a referee, and no table tells it."""
    true = shelf().rulebook("canasta")
    frozen = Infection(true, true, "frozen-against")
    assert not frozen.at(table(0, 0)) and frozen.known
    ahead = Infection(true, true, "exempt")
    assert not ahead.at(table(0, 0)) and not ahead.known


def test_cards_are_laid_that_are_worth_as_much_as_a_number_or_just_not() -> None:
    """Three fours are worth 15 and three aces 60: of the numbers from 20 to 60 the fours fall short, and the aces do not."""
    referee = Referee(shelf().rulebook("canasta"))
    worth = referee.rulebook.faces.worth
    for number in (20, 60):
        acts = [act for seed in range(20) for act in acts_near_worth(referee, table(0, 0), (number,), Random(seed))]
        laid = {sum(worth[card] for _, cards in act.values[0] for card in cards) for act in acts if act.name == "meld"}
        assert laid == {15, 60}
