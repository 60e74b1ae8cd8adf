"""Where any cards are a meld there are as many plays as a hand has parts: who looks ahead gives up, and takes little room."""

from __future__ import annotations

import tracemalloc

import pytest
from tests.engine.lookahead.test_looking_ahead import MELDING
from tests.engine.tried import tried

from meldspec.engine.candidates import single_plays
from meldspec.engine.lookahead import fixed_point, search
from meldspec.engine.referee import Referee
from meldspec.engine.verdict import Unanswered, Undetermined, determined

ANY_CARDS = "kind heap\n  require at least 1 cards in it\n" + MELDING
PACK = " ".join(f"{rank}{suit} {rank}{suit}" for rank in "AK542" for suit in "CDHS") + " JK JK"
"""Eight of each of five ranks, and two jokers: 9·9·9·9·9·3 parts."""
MEGABYTES = 150
"""So much room is enough for what is looked at before it is given up."""


def test_plays_without_number_are_given_up() -> None:
    """A whole pack in one hand, and any cards are a meld: what may be laid is not told apart, and little room is taken for it."""
    both = tried(ANY_CARDS)
    field = both.rulebook.acts["put"].plays
    assert field is not None
    tracemalloc.start()
    with pytest.raises(Unanswered, match="seat 0 could make more than 32768 different plays: ask about a smaller hand"):
        single_plays(Referee(both.rulebook), field, both.table(hand=PACK).cells, 0)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < MEGABYTES << 20


def test_who_asks_what_could_be_laid_of_such_a_hand_gets_no_answer() -> None:
    """A rule asks what could be laid: nothing is guessed, nothing has changed, and it is said what to do."""
    both = tried(ANY_CARDS + "act wait\nto wait\n  require could put")
    table = both.table(hand=PACK)
    verdict, after = Referee(both.rulebook).play(table, both.act(0, "wait"))
    assert isinstance(verdict, Undetermined) and after is table
    assert "different plays: ask about a smaller hand" in verdict.why


def test_sets_of_plays_without_number_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few cards are many sets of plays where any of them are a meld; where none of these is wanted, so many are looked at and no
    more."""
    both = tried(ANY_CARDS + "act wait\nto wait\n  require could put so that the number of plays is at least 99")
    table = both.table(hand="AC KC 5C 4C 2C JK")
    monkeypatch.setattr(search, "PROPOSED", 100)
    verdict, after = Referee(both.rulebook).play(table, both.act(0, "wait"))
    assert isinstance(verdict, Undetermined) and after is table
    assert "what seat 0 could do now, and 100 acts were looked at without an answer" in verdict.why
    monkeypatch.undo()
    assert not determined(Referee(both.rulebook).judge(table, both.act(0, "wait"))).legal


def test_questions_within_questions_are_given_up() -> None:
    """Whether a card may be put down hangs on whether another could be put down after it, and so on through a hand of two packs: it
    is given up in words, and no stack overflows; of a hand of ten the same rule is answered."""
    both = tried(
        "act put with card: card from hand\nto put\n  require player is turn\n"
        "  require afterwards (no cards in hand or could put)\n  then move card from hand to aside"
    )
    few, many = both.table(hand="AC AD AH AS KC KD KH KS 5C 5D"), both.table(hand=f"{PACK} {PACK}")
    assert determined(Referee(both.rulebook).judge(few, both.act(0, "put", card="AC"))).legal
    verdict = Referee(both.rulebook).judge(many, both.act(0, "put", card="AC"))
    assert isinstance(verdict, Undetermined) and f"{fixed_point.DEEP} times over" in verdict.why
