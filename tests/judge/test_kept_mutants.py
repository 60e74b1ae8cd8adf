"""What is kept of implementations with one line spoilt is what the judge makes of them (`python -m tests.judge.mutants --keep`)."""

from functools import cache
from pathlib import Path

import pytest
from tests.judge import mutants
from tests.judge.mutants import COLUMNS, KEPT, judged, keep, kept, named
from tests.judge.spoilt import mutants_of
from tests.sampling import sampled

from meldspec.corpus.mutation.operators import Mutant

GAMES = tuple(sorted(file.stem for file in KEPT.glob("*.yaml")))
TRIED = [(game, name) for game in GAMES for name in list(kept(game))[::20]]
"""Every twentieth is judged again."""


@cache
def called(game: str) -> dict[str, Mutant]:
    """The mutants of a game by their names."""
    return dict(named(mutants_of(game)))


def test_two_books_are_kept_whole() -> None:
    """Every line of ordinary Canasta and of Manzana, in every way in which lines are spoilt, came to something that has a name."""
    assert GAMES == ("canasta", "manzana")
    for game in GAMES:
        assert list(kept(game)) == list(called(game))
        assert set(kept(game).values()) <= set(COLUMNS)


@pytest.mark.parametrize(("game", "name"), sampled(TRIED, lambda one: one in TRIED[3::20]))
def test_a_spoilt_line_comes_to_what_is_kept_of_it(game: str, name: str) -> None:
    """Judged again, an implementation with a line spoilt is told as it was."""
    assert judged(game, called(game)[name]).what == kept(game)[name]


def test_what_is_known_is_kept_in_the_order_of_the_book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was known before stays beside what is known now; what is no mutant any more goes."""
    first, second, third, *_ = called("manzana")
    monkeypatch.setattr(mutants, "KEPT", tmp_path)
    keep("manzana", {third: {"what": "not found"}, "gone:1: left out": {"what": "not found"}})
    keep("manzana", {first: {"what": "on its line"}, second: {"what": "undetermined"}})
    assert list(kept("manzana").items()) == [(first, "on its line"), (second, "undetermined"), (third, "not found")]
