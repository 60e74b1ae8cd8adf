"""A look ahead that comes to no answer: nothing is guessed, and an act that is refused anyway is refused."""

from __future__ import annotations

import pytest
from tests.spec.ordinary import QUEENS, ordinary
from tests.spec.positions import meld, play, table

from meldspec.corpus.search.random_player import anything
from meldspec.engine.lookahead import search
from meldspec.engine.play import legal
from meldspec.engine.runtime import TooFar
from meldspec.engine.step import judged
from meldspec.protocol.actions import act_from_action

KINGS = meld(play("new", "KC KD KH"))


def test_what_further_acts_bring_about_is_not_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One card is left without a canasta, and no further act may be tried: the question stays open, with a message that says so."""
    rulebook = ordinary()
    start = table(rulebook, "KC KD KH 4C", melds=[QUEENS], phase="play", obtained=True)
    act = act_from_action(rulebook, 0, KINGS)
    monkeypatch.setattr(search, "FAR", 0)
    for ask in (judged, legal):
        with pytest.raises(TooFar, match="what seat 0 could still bring about in this turn, and 0 acts were tried"):
            ask(rulebook, start.cells, act)
    monkeypatch.undo()
    assert not judged(rulebook, start.cells, act).legal


def test_an_act_that_is_refused_anyway_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before cards have been obtained nobody melds, whatever could come of it."""
    rulebook = ordinary()
    start = table(rulebook, "KC KD KH 4C", melds=[QUEENS], pile="2C")
    act = act_from_action(rulebook, 0, KINGS)
    expected = judged(rulebook, start.cells, act)
    rulebook.search.forget()
    monkeypatch.setattr(search, "FAR", 0)
    assert not expected.legal
    assert judged(rulebook, start.cells, act) == expected


def test_after_a_look_that_was_broken_off_the_rulebook_answers_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of an unfinished look is remembered."""
    rulebook = ordinary()
    start = table(rulebook, "KC KD KH 4C", melds=[QUEENS], phase="play", obtained=True)
    act = act_from_action(rulebook, 0, KINGS)
    expected = judged(rulebook, start.cells, act)
    rulebook.search.forget()
    monkeypatch.setattr(search, "FAR", 0)
    with pytest.raises(TooFar):
        judged(rulebook, start.cells, act)
    monkeypatch.undo()
    assert judged(rulebook, start.cells, act) == expected
    assert rulebook.search.open == set() and rulebook.search.steps is None and not rulebook.search.leaning


def test_whether_anybody_may_act_is_not_guessed() -> None:
    """Where only so many acts are tried and none of them is legal, nobody is said to be stuck."""
    rulebook = ordinary("turn.forced-take.hopeless", "stands", players=2)
    cells = table(rulebook, "KC", pile="8H", melds=["8C 8D 8S"], stock="").cells
    assert anything(rulebook, cells) is None
    with pytest.raises(TooFar, match="0 acts were tried and none is legal"):
        anything(rulebook, cells, 0)
