"""Other readings that are passed over change nothing: a ruling that tries every reading from the beginning is the same."""

import json

import pytest
from tests.engine.variants import with_house
from tests.ruling.drawn import drawn
from tests.ruling.test_examples import FOLDER, example
from tests.sampling import THOROUGH, sampled

from meldspec.engine.rulebook import Library
from meldspec.position.marked import Marked
from meldspec.position.position import Position
from meldspec.position.read import read_position
from meldspec.ruling.as_json import ruling_json
from meldspec.ruling.ruling import rule

GAMES = ("canasta", "bain", "dollars", "kadner", "manzana", "pennies", "railroad")
COUNT = 60 if THOROUGH else 4
"""So many positions of each game, with legal and illegal acts, with memory told and untold."""
NAMES = sorted(path.stem for path in FOLDER.iterdir())


def ruled(position: Position, every: bool) -> str | None:
    """The JSON of the ruling on a position; none where it asks about no act."""
    act = position.act()
    return None if act is None else json.dumps(ruling_json(rule(position, act, every)), indent=1)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_passed_over_changes_nothing_in_random_play(rules: Library, game: str) -> None:
    """In positions met in random play a ruling is the same whether every other reading is tried or only those that may matter."""
    for number, told in enumerate(drawn(rules.rulebook(game), f"touched {game}", COUNT)):
        position = read_position(Marked(f"{game} {number}", told), rules)
        assert ruled(position, every=False) == ruled(position, every=True), told["title"]


@pytest.mark.parametrize("name", sampled(NAMES, lambda name: NAMES.index(name) % 8 == 0))
def test_what_is_passed_over_changes_nothing_in_an_example(rules: Library, name: str) -> None:
    """The ruling on an example of the documentation is the same whether every other reading is tried or only those that may matter;
    one in eight of them is looked at."""
    position = example(rules, name)
    assert ruled(position, every=False) == ruled(position, every=True)


PAIRS = """variant pairs extends canasta "Pairs"

change clause meld.set
  question pair silent "May two of a rank be laid by themselves?"
    default three because "Three make a meld."
    reading three "No."
      nothing more
    reading two "Yes."
      kind pair
        require only natural in it
        require it share a rank
        require exactly 2 cards in it
"""
TWO_KINGS = {
    "title": "May I lay two kings?",
    "variant": "pairs",
    "turn": 0,
    "phase": "play",
    "stock": 40,
    "pile": "9C",
    "hands": ["KC KD 4H 5H 6H", 11, 11, 11],
    "sides": [{"melds": ["QC QD QH QS"]}, {}],
    "memory": {"opened": [True, False]},
    "act": {"action": {"type": "meld", "plays": [{"to": "new", "cards": ["KC", "KD"]}]}},
}


def test_a_kind_of_meld_that_only_another_reading_has(rules: Library) -> None:
    """Where two cards are a meld under another reading alone, whoever lays two kings is told of that reading."""
    position = read_position(Marked("two kings", TWO_KINGS), Library(with_house(PAIRS, "pairs")))
    told = ruled(position, every=False)
    assert told == ruled(position, every=True)
    turned = [(one["question"], one["reading"], one["verdict"]) for one in json.loads(told or "")["otherwise"]]
    assert turned == [("meld.set.pair", "two", "legal")]
