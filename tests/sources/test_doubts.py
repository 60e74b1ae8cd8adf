"""Doubts by the ids of an inventory: what a game has made of each, and which reading is claimed by such a name."""

import pytest
from tests.engine.variants import library

from meldspec.data import folder
from meldspec.sources.doubts import Doubts, doubts_of
from meldspec.sources.ledger import read_ledgers, read_moot


@pytest.fixture(scope="module")
def doubts() -> dict[str, Doubts]:
    """The doubts of the project's own games."""
    spec = folder("spec")
    ledgers, moot = read_ledgers(spec), read_moot(spec)
    return {name: doubts_of(library().book(name), ledgers, moot) for name in ("canasta", "pennies", "dollars", "manzana")}


def test_an_id_stands_for_the_question_of_the_game(doubts: dict[str, Doubts]) -> None:
    """The same doubt is another question in another game; the zeros in front of its number do not matter."""
    assert doubts["pennies"].resolved({"P-A37": "next-turn"}) == {"pile.take.others": "next-turn"}
    assert doubts["dollars"].resolved({"P-A037": "discard-only"}) == {"pile.take.use": "discard-only"}
    assert list(doubts["dollars"].strange({"P-A37": "discard-only"})) == []


def test_what_is_claimed_under_its_own_name_counts(doubts: dict[str, Doubts]) -> None:
    """A question that is claimed under both of its names is read as its own name has it, and that is told."""
    claims = {"P-A37": "at-once", "pile.take.others": "next-turn"}
    assert doubts["pennies"].resolved(claims) == {"pile.take.others": "next-turn"}
    (told,) = doubts["pennies"].strange(claims)
    assert told == (
        "It claims 'at-once' for P-A37 and 'next-turn' for pile.take.others, which are one question, pile.take.others: "
        "it is held to 'next-turn'."
    )


@pytest.mark.parametrize(
    ("game", "name", "said"),
    [
        (
            "pennies",
            "P-A37",
            "is no reading of it by name: that is asked in pile.take.others, which is read as at-once, next-turn.",
        ),
        ("manzana", "OC-A37", "which no question of manzana asks: There is no partner."),
        ("canasta", "P-A37", "which no question of canasta asks."),
        ("canasta", "OC-A999", "which is no question of canasta; did you mean"),
    ],
)
def test_what_cannot_be_resolved_is_told(doubts: dict[str, Doubts], game: str, name: str, said: str) -> None:
    """An id that nobody knows, that the game does not ask, or with which no reading is named: each is told, and claims nothing."""
    (told,) = doubts[game].strange({name: "B"})
    assert said in told
    assert doubts[game].resolved({name: "B"}).keys().isdisjoint(library().book(game).questions()) or name == "P-A37"


def test_a_doubt_in_several_questions() -> None:
    """Where a doubt stands in two questions the reading says which is meant; one that both have says nothing."""
    two = Doubts("snap", {"S-A1": ("draw", "pass")}, {}, {"draw": ("one", "no"), "pass": ("yes", "no")})
    assert two.resolved({"S-A01": "yes"}) == {"pass": "yes"}
    assert two.resolved({"S-A01": "no"}) == {"S-A01": "no"}
    (told,) = two.strange({"S-A01": "no"})
    assert "which is more than one of these" in told
