"""Terms that are put in where they are said: they mean there what they mean by themselves, in the eyes of the definition, too."""

import pytest
from tests.engine.tried import tried

from meldspec.book.core import Call, Const
from meldspec.book.sheet import below
from meldspec.engine.compile.inline import Inliner


@pytest.mark.parametrize("melds", [["KC KD"], ["KC KD", "KH KS"], ["KC KD", "AC AD"], []])
def test_a_term_asked_of_a_thing_of_the_same_name_as_one_in_it(melds: list[str]) -> None:
    """A term that goes through melds by a name of its own is not mistaken for what it is asked of, though that bears the name."""
    both = tried(
        "define twins of meld: the number of (twin in (melds of (the side of turn)) where the rank of twin is the rank of meld)\n"
        "show tried as some twin in (melds of (the side of turn)) has (the twins of twin is at least 2)"
    )
    ranks = [meld[0] for meld in melds]
    assert both.shown(both.table(melds=[melds, []]))["tried"] == any(ranks.count(rank) >= 2 for rank in ranks)


def test_a_term_asked_of_whoever_is_next() -> None:
    """What is put in for a player stands wherever the term names him, in lists too."""
    both = tried(
        "define rich of player: some card in hand has (card is in (the hand of player) and card is natural)\n"
        "show tried as rich of (the left of turn)"
    )
    assert both.shown(both.table(hand=["", "KC", "", ""]))["tried"] is True
    assert both.shown(both.table(hand=["KC", "2C", "", ""]))["tried"] is False


def test_a_term_that_options_settle_is_gone() -> None:
    """A term that comes to yes or no under the readings chosen leaves nothing to be asked when an act is judged."""
    both = tried("define idle: no\ndefine often: idle or no cards in stock\nshow tried as often and not idle")
    selection = both.rulebook.selection
    inliner = Inliner(selection)
    shown = next(
        line.value for line in selection.sheet.declared if line.value is not None and line.tag.line.startswith("tried.lines")
    )
    assert not [node for node in below(inliner.ready(shown)) if isinstance(node, Call)]
    assert inliner.meaning("idle") == Const(False, "truth")
    assert both.shown(both.table(stock="KC"))["tried"] is False


def test_a_long_term_is_called() -> None:
    """A term whose meaning is long is not written out wherever it is said, and means the same."""
    many = " or ".join(f"(the number of stock is {2 * number})" for number in range(20))
    both = tried(f"define even: {many}\nshow tried as even and not (no cards in stock)")
    assert Inliner(both.rulebook.selection).meaning("even") is None
    assert [both.shown(both.table(stock=stock))["tried"] for stock in ("", "KC", "KC KD")] == [False, False, True]
