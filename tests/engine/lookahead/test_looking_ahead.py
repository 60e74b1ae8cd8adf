"""Looking ahead: what is said of the position after an act, and of what a player could do, worked out by hand."""

import pytest
from tests.engine.tried import refusals, tried

from meldspec.table.table import PHASE

MELDING = """
act put with plays: plays from hand onto melds
act drop with card: card from hand
act ask
to put, drop, ask
  require player is turn
to put
  require the number of plays is at least 1
  require every play in plays has the result of play fits
  then lay plays from hand onto melds
to drop
  then move card from hand to pile
  then end the deal by out for player when no cards in hand
  then turn becomes the left of player
"""


def test_afterwards_is_the_position_after_the_act() -> None:
    """`afterwards` speaks of the position after the act, standing rules and the end of the deal included."""
    both = tried(
        "act go\nto go\n  require afterwards exactly 2 cards in hand\n  require exactly 1 cards in hand\n"
        "  require afterwards (not over) when some cards in pile\n  then draw 2 from stock to hand\n"
        "  then end the deal by stock when no cards in stock\n"
        "whenever for each player in seats, some wild in hand\n  then move (wild in hand) from hand to aside"
    )
    assert both.step(both.table(hand="KC", stock="AC 2C KD", pile="KH"), both.act(0, "go"))[0].legal
    assert refusals(both.step(both.table(hand="KC", stock="AC 5C KD"), both.act(0, "go"))[0]) == ["lines:2"]
    assert refusals(both.step(both.table(hand="KC", stock="2C KD", pile="KH"), both.act(0, "go"))[0]) == ["lines:2", "lines:4"]


@pytest.mark.parametrize(("hand", "turn", "legal"), [("KC KD 5C", 0, True), ("KC AD 5C", 0, False), ("KC KD 5C", 1, False)])
def test_could_asks_for_a_legal_act(hand: str, turn: int, legal: bool) -> None:
    """`could ACT` holds when the player has a legal act of that sort now."""
    both = tried(MELDING + "act wait\nto wait\n  require could put")
    assert both.step(both.table(hand=hand, turn=turn), both.act(0, "wait"))[0].legal == legal


def test_could_so_that_speaks_of_the_fields() -> None:
    """`could ACT so that COND` asks for a legal act whose fields are so; acts of several plays are among them."""
    both = tried(
        MELDING
        + "act wait with wanted: number\nto wait\n  require could put so that the worth of (the cards of plays) is at least wanted"
    )
    table = both.table(hand="KC KD AC AD 5C")
    assert [both.step(table, both.act(0, "wait", wanted=n))[0].legal for n in (20, 40, 60, 65)] == [True, True, True, False]


def test_could_is_asked_of_another_player_by_a_list() -> None:
    """Within `some player in LIST has`, `could ACT` is about that player."""
    both = tried(MELDING + "act wait\nto wait\n  require some player in (the partners of player) has could drop")
    assert both.step(both.table(hand=["", "", "KC"], turn=2), both.act(0, "wait"))[0].legal
    assert not both.step(both.table(hand=["KC", "", "KC"], turn=0), both.act(0, "wait"))[0].legal


def test_supposing_is_the_position_with_another_memory() -> None:
    """`supposing KEEP is VALUE so COND` asks what would be if a memory were so, of looking ahead too; nothing is changed by it."""
    both = tried(
        MELDING
        + "keep granted of player as truth\nto drop\n  require granted when exactly 1 cards in hand\n"
        + "act wait\nto wait\n  forbid when could come to over\n  require supposing granted is yes so could come to over\n"
        + "  then granted of (the left of player) becomes granted"
    )
    for hand, legal in [("KC KD 5C", True), ("KC AD 5C", False)]:
        verdict, after = both.step(both.table(hand=hand), both.act(0, "wait"))
        assert verdict.legal == legal and not both.has(after, "granted", 1)
    table = both.table(hand="KC KD 5C", granted=[True])
    assert not both.step(table, both.act(0, "wait"))[0].legal


def test_supposing_another_phase() -> None:
    """`supposing the phase is PHASE so COND` asks what could be done if cards had been obtained; the phase stays as it is."""
    both = tried(
        MELDING
        + "to drop\n  require the phase is answer\n"
        + "act wait\nto wait\n  forbid when could drop\n  require supposing the phase is answer so could drop"
    )
    verdict, after = both.step(both.table(hand="KC"), both.act(0, "wait"))
    assert verdict.legal and after.cells[PHASE] == "play"
    assert not both.step(both.table(hand=""), both.act(0, "wait"))[0].legal


@pytest.mark.parametrize(
    ("hand", "legal"),
    [("KC", True), ("KC KD 5C", True), ("KC KD 5C 5D 4C", True), ("KC KD 5C 4D", False), ("KC 2D JK 5C", True), ("", False)],
)
def test_could_come_to_looks_through_all_acts_to_come(hand: str, legal: bool) -> None:
    """`could come to COND` holds when some further legal acts of this player lead to where it holds."""
    both = tried(MELDING + "act wait\nto wait\n  require could come to over")
    assert both.step(both.table(hand=hand), both.act(0, "wait"))[0].legal == legal


def test_could_come_to_holds_of_what_holds() -> None:
    """`could come to COND` holds when the condition holds without any further act, and after the act in hand with `afterwards`."""
    both = tried(
        MELDING + "act wait\nto wait\n  require could come to (no cards in stock)\n"
        "to drop\n  require afterwards could come to over when some cards in aside"
    )
    assert both.step(both.table(), both.act(3, "wait"))[0].legal
    table = both.table(hand="KC KD", aside="5C")
    assert refusals(both.step(table, both.act(0, "drop", card="KC"))[0]) == ["lines:13"]


def test_a_question_that_hangs_on_itself_is_answered_no() -> None:
    """Where an act is legal only if it could lead to an end, it does not become so by leading to itself."""
    both = tried(
        MELDING + "keep asked as truth\nact wait\nto wait\n  require player is turn\n  require could come to over\n"
        "to ask\n  require afterwards could come to over\n  then asked becomes not asked"
    )
    assert not both.step(both.table(hand="KC 5C"), both.act(0, "wait"))[0].legal
    assert not both.step(both.table(hand="KC 5C"), both.act(0, "ask"))[0].legal
    assert both.step(both.table(hand="KC KD 5C"), both.act(0, "ask"))[0].legal


@pytest.mark.parametrize(
    ("hand", "legal"),
    [("KC", True), ("KC KD 5C", True), ("KC KD", False), ("KC 2C 5C 5D 4C", True), ("KC KD AC 5C", False), ("2C JK KC", True)],
)
def test_could_by_laying_lays_all_but_some(hand: str, legal: bool) -> None:
    """`could by laying all but N of CARDS come to COND` asks for acts that lay all of the cards but N, and one more act at most."""
    both = tried(MELDING + "act wait\nto wait\n  require could by laying all but 1 of hand come to over")
    assert both.step(both.table(hand=hand), both.act(0, "wait"))[0].legal == legal


def test_cards_alike_to_the_rules_are_told_apart_where_suits_count() -> None:
    """Where a book speaks of suits, looking ahead tells cards of one rank apart by them."""
    both = tried(
        "act follow with card: card from hand\nto follow\n  require the suit of card is the suit of the top of pile\n"
        "  then move card from hand to pile\nact wait\nto wait\n  require could follow"
    )
    assert both.step(both.table(hand="KC KS", pile="AC"), both.act(0, "wait"))[0].legal
    assert both.step(both.table(hand="KC KS", pile="AS"), both.act(0, "wait"))[0].legal


def test_bounds_on_some_of_the_cards_of_a_kind_leave_the_others_free() -> None:
    """A kind that limits the red cards among its cards may have many others."""
    both = tried(
        "cards threes are 3\nkind third\n  require only threes in it\n  require at most 1 cards in (red in it)\n"
        "  require at least 3 cards in it\n" + MELDING.strip() + "\nact wait\nto wait\n  require could put"
    )
    assert both.step(both.table(hand="3C 3S 3D"), both.act(0, "wait"))[0].legal
    assert not both.step(both.table(hand="3C 3H 3D"), both.act(0, "wait"))[0].legal


def test_what_could_come_may_speak_of_the_act_in_hand() -> None:
    """`could come to` may hold what will be against what the act in hand leads to: two acts in one position are two questions."""
    both = tried(
        MELDING + "act point with wanted: number\nkeep aim as number\nto point\n  then aim becomes wanted\n"
        "  require could come to (no cards in hand and afterwards (aim is 1))"
    )
    table = both.table(hand="KC KD")
    verdicts = [both.step(table, both.act(0, "point", wanted=n))[0].legal for n in (0, 1, 0, 2)]
    assert verdicts == [False, True, False, False]
