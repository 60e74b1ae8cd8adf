"""The cases tell every two readings of a question apart: whoever follows one that is no default is not taken to follow another."""

from collections.abc import Iterator
from itertools import combinations

import pytest
from tests.judge.assignments import GAMES
from tests.judge.spoilt import cases_of, oracle_of
from tests.sampling import sampled

ALIKE = {
    ("manzana", "pile.one-card.single"): "a pile of one card is taken with one card, and no stock: no such table was come upon",
    ("dollars", "end.sevens.own-taking"): "what follows a take that is refused by default, which no case goes on with",
}
"""Questions of which two readings are not told apart, and why."""


def told_apart(game: str, question: str, one: str, other: str) -> bool:
    """Whether some case about a question is answered otherwise under two readings of it."""
    oracle, first, second = oracle_of(game), frozenset({(question, one)}), frozenset({(question, other)})
    about = (case for case in cases_of(game) if question in oracle.asked(case))
    return any(oracle.part(case, first, second, len(case.requests)) for case in about)


def alike(game: str) -> Iterator[str]:
    """The questions of a game of which two readings, neither the default, are told apart by no case."""
    oracle = oracle_of(game)
    for question, readings in oracle.readings.items():
        pairs = combinations(readings[1:], 2)
        # What nobody can see is held against nobody, however it is read.
        if question not in oracle.unseen and not all(told_apart(game, question, *pair) for pair in pairs):
            yield question


@pytest.mark.parametrize("game", sampled(GAMES, lambda game: game in ("manzana", "kadner")))
def test_two_other_readings_are_told_apart(game: str) -> None:
    """Of each two readings that are no default some case tells which is followed, but for what is listed with why."""
    assert list(alike(game)) == [question for of, question in ALIKE if of == game]
