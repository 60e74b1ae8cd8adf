"""Cards that are there and not yet to be had: they lie in the pile below its top card, or came with it and rest."""

from collections.abc import Callable

import pytest

from meldspec.position.marked import PositionError
from meldspec.position.position import Position
from meldspec.ruling.as_text import ruling_text
from meldspec.ruling.ruling import rule

Read = Callable[[str], Position]
BURIED_ACE = """
variant: dollars
turn: 0
phase: draw
stock: 60
pile: 4D 9C 8C AH JC KS
hands: [AC AD KC KH 5D 6H 8S, 13, 13, 13]
feet: [11, 11, 11, 11]
sides: [{melds: [QC QD QS]}, {}]
act: {action: {type: take, plays: [{to: new, cards: KC KH KS}, {to: new, cards: AC AD AH}], top: 0}}
"""
BURIED_FIVE = """
variant: manzana
turn: 0
phase: draw
stock: 20
pile: 5S 9D 5C
hands: [5D QC QD 9S, 6]
sides: [{melds: [JC JD JH]}, {}]
act: {action: {type: take, plays: [{to: new, cards: 5C 5D 5S}], top: 0}}
"""
ACES = """
variant: dollars
turn: 0
phase: play
stock: 60
pile: 4D
hands: [AC AD AH 9C 5D 6H, 13, 13, 13]
feet: [11, 11, 11, 11]
sides: [{melds: [KC KD KS]}, {}]
act: {action: {type: meld, plays: [{to: new, cards: AC AD AH}]}}
"""
TAKEN = """
variant: dollars
turn: 0
phase: draw
stock: 40
pile: 4D KC JC TD 8H 9S
hands: [4C 5C 6C 7C 8C, 11, 12, 13]
feet: [0, 11, 11, 11]
sides: [{melds: [9C 9D 9D 9H, QC QC QD QD QH QH QS]}, {}]
act: {action: {type: take, plays: [{to: 0, cards: 9S}], top: 0}}
"""


def told(position: Position) -> str:
    """The ruling on the act of a position, in one line."""
    act = position.act()
    assert act is not None
    return " ".join(" ".join(ruling_text(rule(position, act))).split())


def test_a_buried_card_may_not_be_laid_with_the_top_card(read: Read) -> None:
    """Paragraph 34 of Dollars and paragraph 32 of Manzana: who has two aces (one five) in hand may not lay the third that lies in
    the pile; it is a ruling with that clause, and nobody is told to put the card into the hand."""
    aces = told(read(BURIED_ACE))
    assert "NOT LEGAL: AH lies in the pile below its top card, and not in the hand" in aces and "[pile.take]" in aces
    fives = told(read(BURIED_FIVE))
    assert "NOT LEGAL: 5S lies in the pile below its top card, and not in the hand" in fives and "[pile.take]" in fives
    assert "its top card 5C, with 5D 5S, as a new meld" in fives


def test_a_card_that_lies_nowhere_is_a_slip_all_the_same(read: Read) -> None:
    """A card that is neither in the hand nor in the pile is an error of the file, and so is one of the pile after the draw."""
    with pytest.raises(PositionError, match="AS, which seat 0 does not hold"):
        read(BURIED_ACE.replace("cards: AC AD AH", "cards: AC AD AS"))
    with pytest.raises(PositionError, match="4D, which seat 0 does not hold"):
        read(ACES.replace("cards: AC AD AH", "cards: 4D"))


def test_which_cards_rest_is_asked_where_the_pile_was_taken(read: Read) -> None:
    """Dollars: once the pile was taken in this turn it turns the verdict whether one of the aces came with it, so that is asked;
    who drew is not asked, and who tells it has a ruling without more."""
    text = told(read(ACES + "memory: {took: yes}"))
    assert "LEGAL, unless what is asked below is answered otherwise" in text
    asked = (
        "seat 0: Which cards of the hand are still resting (Taking five cards of the pile [pile.take])? Taken: none; were it AC:"
    )
    assert f"{asked} NOT LEGAL: AC is still resting beside the hand. (In a file: places.resting[0].)" in text
    assert "resting" not in told(read(ACES)) and "resting" not in told(read(ACES + "memory: {took: no}"))
    rests = ACES.replace("AC AD AH 9C", "AC AD 9C") + 'places: {resting: [AH, "", "", ""]}'
    assert "NOT LEGAL: AH is still resting beside the hand" in told(read(rests))
    free = told(read(ACES + 'memory: {took: yes}\nplaces: {resting: ["", "", "", ""]}'))
    assert "LEGAL Why" in free and "resting" not in free


def test_resting_cards_are_no_memory(read: Read) -> None:
    """Who writes them under memory is told where they belong."""
    with pytest.raises(PositionError, match="write resting under places"):
        read(ACES + "memory: {took: yes, resting: [AH]}")


def test_what_comes_with_the_pile_is_told_to_rest(read: Read) -> None:
    """Paragraph 34 of Dollars: of the five cards the nine is laid, and the four others are the player's only in the next turn."""
    text = told(read(TAKEN))
    assert "hand of seat 0: 5 → 9 cards (gets KC JC TD 8H)" in text
    expected = "resting beside the hand of seat 0, and not free yet: KC JC TD 8H (Taking five cards of the pile [pile.take])"
    assert expected in text


def test_a_card_that_may_lie_in_the_pile_is_not_put_into_the_hand(read: Read) -> None:
    """Manzana: where nobody told what lies below the top, who would lay a five more than the hand has is told that it may be
    written there, and not only into the hand."""
    with pytest.raises(PositionError, match=r"put 5S into hands\[0\], or tell it below the top of the pile, or name another card"):
        read(BURIED_FIVE.replace("pile: 5S 9D 5C", "pile: {top: 5C, count: 3}"))
