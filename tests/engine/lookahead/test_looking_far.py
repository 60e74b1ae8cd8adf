"""A look ahead that comes to no answer: nothing is guessed, and an act that is refused anyway is refused."""

from __future__ import annotations

import pytest
from tests.spec.ordinary import QUEENS, ask, ordinary
from tests.spec.positions import meld, play, table, take

from meldspec.corpus.search.random_player import anything
from meldspec.engine.lookahead import search
from meldspec.engine.referee import Referee
from meldspec.engine.verdict import Unanswered, Undetermined, determined
from meldspec.protocol.actions import act_from_action

KINGS = meld(play("new", "KC KD KH"))


def test_what_further_acts_bring_about_is_not_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One card is left without a canasta, and no further act may be tried: the question stays open, with a message that says so."""
    rulebook = ordinary()
    start = table(rulebook, "KC KD KH 4C", melds=[QUEENS], phase="play", obtained=True)
    act = act_from_action(rulebook, 0, KINGS)
    monkeypatch.setattr(search, "FAR", 0)
    referee = Referee(rulebook)
    for answer in (referee.judge(start, act), referee.after(start.cells, act), referee.play(start, act)[0]):
        assert isinstance(answer, Undetermined)
        assert "what seat 0 could still bring about in this turn, and 0 acts were tried" in answer.why
    assert referee.play(start, act)[1] is start
    monkeypatch.undo()
    assert not determined(referee.judge(start, act)).legal


def test_an_act_that_is_refused_anyway_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before cards have been obtained nobody melds, whatever could come of it."""
    rulebook = ordinary()
    start = table(rulebook, "KC KD KH 4C", melds=[QUEENS], pile="2C")
    act = act_from_action(rulebook, 0, KINGS)
    expected = determined(Referee(rulebook).judge(start, act))
    monkeypatch.setattr(search, "FAR", 0)
    assert not expected.legal
    assert Referee(rulebook).judge(start, act) == expected


def test_what_nothing_permits_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single queen and a joker do not take a frozen pile, whether or not the turn could be ended after that."""
    rulebook = ordinary()
    start = table(rulebook, "QC JK 4C", pile="QS", phase="draw")
    act = act_from_action(rulebook, 0, take(play("new", "QS QC JK")))
    expected = determined(Referee(rulebook).judge(start, act))
    assert not expected.legal
    monkeypatch.setattr(search, "FAR", 0)
    found = determined(Referee(rulebook).judge(start, act))
    permits = {"pile.pair:1", "pile.wild:1", "pile.match:1"}
    assert not found.legal and permits <= {tag.line for tag in found.lines} & {tag.line for tag in expected.lines}


def test_after_a_look_that_was_broken_off_a_referee_answers_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of an unfinished look is remembered."""
    rulebook = ordinary()
    start = table(rulebook, "KC KD KH 4C", melds=[QUEENS], phase="play", obtained=True)
    act = act_from_action(rulebook, 0, KINGS)
    expected = determined(Referee(rulebook).judge(start, act))
    referee = Referee(rulebook)
    monkeypatch.setattr(search, "FAR", 0)
    assert isinstance(referee.judge(start, act), Undetermined)
    assert referee.memo.open == set() and referee.far is None and not referee.memo.leaning
    monkeypatch.undo()
    assert referee.judge(start, act) == expected


def test_a_budget_within_another_is_spent_of_both() -> None:
    """Whoever has few acts left to try has no more within a budget of many, and what is tried there is gone afterwards."""
    rulebook = ordinary()
    start = table(rulebook, "KC KD KH 4C", melds=[QUEENS], phase="play", obtained=True)
    act = act_from_action(rulebook, 0, KINGS)
    referee = Referee(rulebook, budget=1)
    with referee.limited(1_000):
        assert referee.judge(start, act) == Undetermined("the look-ahead has used up its budget")
    assert referee.budget == 0
    with referee.limited(5):
        assert referee.budget == 0
    free = Referee(rulebook)
    with free.limited(1_000):
        expected = free.judge(start, act)
        with free.limited(0):
            assert free.judge(start, act) == expected, "what is known costs nothing"
        assert free.budget is not None and 0 < free.budget < 1_000
    assert free.budget is None and expected == determined(Referee(rulebook).judge(start, act))


def test_what_is_laid_to_go_out_is_paid_from_the_budget() -> None:
    """To see whether a partner may be asked a queen and two kings are laid, to end the turn is tried, and a card is discarded."""
    rulebook = ordinary()
    start = table(rulebook, "QS KS KH 4C", melds=[f"{QUEENS} QH QH QS QD", "KC KD KC"], phase="play", obtained=True)
    act = act_from_action(rulebook, 0, ask())
    for budget in range(3):
        referee = Referee(rulebook, budget=budget)
        assert referee.judge(start, act) == Undetermined("the look-ahead has used up its budget")
        assert referee.budget == 0
    assert determined(Referee(rulebook, budget=3).judge(start, act)).legal


def test_whether_anybody_may_act_is_not_guessed() -> None:
    """Where only so many acts are tried and none of them is legal, nobody is said to be stuck."""
    rulebook = ordinary("turn.forced-take.hopeless", "stands", players=2)
    cells = table(rulebook, "KC", pile="8H", melds=["8C 8D 8S"], stock="").cells
    assert anything(Referee(rulebook), cells) is None
    with pytest.raises(Unanswered, match="0 acts were tried and none is legal"):
        anything(Referee(rulebook), cells, 0)
