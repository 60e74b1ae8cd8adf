"""A side of which nobody has told what lies before it may have opened: that is asked for, and not taken for granted."""

import pytest
from tests.ruling.test_nothing_invented import told
from tests.ruling.test_what_hangs_on_others import Read

from meldspec.ruling.choices_as_text import choices_text
from meldspec.ruling.ruling import rule
from meldspec.ruling.words import plain

THREE_FOURS = """
variant: bain
turn: 0
phase: play
totals: [0, 0]
hands: [4H 4D 4S KC 5D, 13, 13, 13]
feet: [13, 13, 13, 13]
SIDES
act: {action: {type: meld, plays: [{to: new, cards: 4H 4D 4S}]}}
"""
OPENED = "Side 0: Has this side opened? No melds are told to lie there. Taken: no; were it yes: LEGAL."


@pytest.mark.parametrize(
    ("sides", "asked"),
    [
        ("", True),
        ("sides: [{}, {}]", True),
        ("sides: [{red_threes: 1}, {}]", True),
        ("sides: [{melds: []}, {}]", False),
        ("sides: [{}, {melds: [QC QD QH]}]", True),
    ],
)
def test_whether_a_side_has_opened_is_asked_where_nobody_told_what_it_has_laid(read: Read, sides: str, asked: bool) -> None:
    """Bain (003, paragraph 95): fifteen points open for nobody, but whoever has opened may lay three fours; who says that nothing
    lies there is not asked."""
    text = told(read(THREE_FOURS.replace("SIDES", sides)))
    assert "NOT LEGAL" in text
    assert (OPENED in text) == asked
    assert ("NOT LEGAL, unless" in text) == asked


def test_who_has_opened_is_asked_nothing(read: Read) -> None:
    """With three queens before the side the fours may be laid, and there is nothing to ask."""
    text = told(read(THREE_FOURS.replace("SIDES", "sides: [{melds: [QC QD QH]}, {}]")))
    assert " LEGAL " in text
    assert "What the verdict turns on" not in text


def test_what_lies_before_the_others_is_asked_where_it_turns_the_verdict(read: Read) -> None:
    """Pennies (003, paragraph 24): a seven may be discarded once both sides have their canasta of sevens; that of the others nobody
    has told, and with it the discard is allowed; where they have none, it is not."""
    table = """
variant: pennies
turn: 0
phase: play
totals: [0, 0]
hands: [7H 5H 9C TD QD, 11, 11, 11, 11, 11]
feet: [11, 11, 11, 11, 11, 11]
sides: [{melds: [7C 7C 7C 7D 7D 7H 7S]}, OTHERS]
memory: {took: no}
act: {action: {type: discard, card: 7H}}
"""
    asks = "Side 1: What melds lie there? No melds are told to lie there. Taken: none; were it enough of them: LEGAL."
    assert asks in told(read(table.replace("OTHERS", "{}")))
    assert "lie there" not in told(read(table.replace("OTHERS", "{melds: []}")))


def test_a_legal_act_says_what_it_takes_to_lie_there(read: Read) -> None:
    """Three aces and three kings are ninety points and open; that nothing lies before the side yet is told as taken to be so."""
    table = THREE_FOURS.replace("[4H 4D 4S KC 5D", "[AH AD AS KC KD KS 5D 6D")
    table = table.replace("{to: new, cards: 4H 4D 4S}", "{to: new, cards: AH AD AS}, {to: new, cards: KC KD KS}")
    taken = "What melds lie before side 0: taken to be none."
    assert taken in told(read(table.replace("SIDES", "sides: [{}, {}]")))
    assert taken not in told(read(table.replace("SIDES", "sides: [{melds: []}, {}]")))


def test_a_list_says_what_might_be_done_once_the_side_has_opened(read: Read) -> None:
    """Whoever asks what may be done is told that the fours may be laid if the side has opened, and of no meld that nobody told."""
    table = THREE_FOURS.partition("act:")[0]
    text = " ".join(" ".join(choices_text(read(table.replace("SIDES", "sides: [{}, {}]")), plain)).split())
    assert (
        "Has this side opened? No melds are told to lie there. Taken: no; were it yes: legal too: lay 4D 4H 4S as a new meld."
        in text
    )
    none = " ".join(" ".join(choices_text(read(table.replace("SIDES", "sides: [{melds: []}, {}]")), plain)).split())
    assert "Has this side opened?" not in none


def test_no_meld_that_was_supposed_is_shown(read: Read) -> None:
    """What is supposed to lie before a side names no card, for nobody has seen it."""
    position = read(THREE_FOURS.replace("SIDES", ""))
    act = position.act()
    assert act is not None
    (one,) = rule(position, act).turning
    assert (one.name, one.taken, one.value) == ("sides[0].melds", "no", "yes")
