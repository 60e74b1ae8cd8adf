"""Railroad: canastas and kitties, going out, black threes and sevens, with any number of sides."""

from __future__ import annotations

import pytest

from .positions import PASS, Action, cards, discard, ended, meld, play, take
from .railroad import ALL_FOUR, BLACK, RED, SEVENS, WILD, allowed, done, draw, railroad, read_so, seen, table, tell

KITTY = "4C 4D 5C 5D 6C 6D 8C 8D 9C 9D TC"
SIX_JACKS, SIX_QUEENS, SIX_WILD, SIX_SEVENS = "JC JC JD JD JH 2C", "QC QC QD QD QH QH", "2C 2D 2H 2S JK JK", "7C 7C 7D 7D 7H 7H"


@pytest.mark.parametrize(
    ("lying", "last", "hand"),
    [(SIX_JACKS, "JK", 1), (SIX_QUEENS, "QS", 12), (SIX_WILD, "2C", 12), (SIX_SEVENS, "7S", 12), (SIX_QUEENS, "2C", 1)],
)
def test_a_black_canasta_earns_no_kitty(lying: str, last: str, hand: int) -> None:
    """The seventh card of a red canasta, a wild one or one of sevens earns the kitty, that of a black one does not."""
    rulebook = railroad()
    start = table(rulebook, f"{last} 9D TD", KITTY, [lying])
    after = done(rulebook, start, meld(play(0, last)))
    assert len(cards(rulebook, after, "foot")) == 11
    after = done(rulebook, after, discard("9D"))
    assert (len(cards(rulebook, after, "hand")), len(cards(rulebook, after, "foot"))) == (hand, 12 - hand)


def test_a_kitty_that_was_not_earned_stays() -> None:
    """A canasta that another player of the side has closed earns nothing for oneself, nor does one that was closed before."""
    rulebook = railroad(4, 2)
    start = table(rulebook, "9D TD JD JH", KITTY, [RED, "JC JC JD"])
    assert cards(rulebook, done(rulebook, start, meld(play(1, "JD JH")), discard("9D")), "hand") == ["TD"]


def test_going_out_takes_a_discard() -> None:
    """Nobody melds the last card, not even with all four kinds; one card is kept and discarded."""
    rulebook = railroad()
    start = table(rulebook, "9C 9D 9H", melds=ALL_FOUR)
    assert not allowed(rulebook, start, meld(play("new", "9C 9D 9H")))
    start = table(rulebook, "9C 9D 9H TC", melds=ALL_FOUR)
    after = done(rulebook, start, meld(play("new", "9C 9D 9H")))
    assert not allowed(rulebook, after, PASS)
    assert ended(done(rulebook, after, discard("TC"))) == ("out", 0)


@pytest.mark.parametrize("missing", range(4))
def test_every_kind_is_needed(missing: int) -> None:
    """Without one of the four kinds nobody parts with the last card."""
    rulebook = railroad(5)
    melds = [canasta for number, canasta in enumerate(ALL_FOUR) if number != missing]
    assert not allowed(rulebook, table(rulebook, "9C", melds=melds), discard("9C"))
    assert allowed(rulebook, table(rulebook, "9C", melds=ALL_FOUR), discard("9C"))


def test_a_closed_canasta_takes_no_card() -> None:
    """No card joins a closed canasta, natural or wild; three more of its rank begin another meld, which grows by itself."""
    rulebook = railroad()
    start = table(rulebook, "QC QD QS 2C 9D TD", melds=[RED])
    assert not allowed(rulebook, start, meld(play(0, "QC")))
    assert not allowed(rulebook, start, meld(play(0, "2C")))
    after = done(rulebook, start, meld(play("new", "QC QD QS")), meld(play(1, "2C")))
    assert [len(m["cards"]) for m in seen(rulebook, after)["sides"][0]["melds"]] == [7, 4]
    assert not allowed(rulebook, table(rulebook, "QC QD QS 9D TD", melds=[SIX_QUEENS]), meld(play("new", "QC QD QS")))


def test_black_threes_know_no_limit() -> None:
    """Nine black threes are one meld for a player who goes out; whoever does not go out lays none."""
    rulebook = railroad(3)
    threes = "3C 3C 3C 3C 3C 3S 3S 3S 3S"
    start = table(rulebook, f"{threes} 9D", melds=ALL_FOUR)
    assert ended(done(rulebook, start, meld(play("new", threes)), discard("9D"))) == ("out", 0)
    assert not allowed(rulebook, table(rulebook, f"{threes} 9D TD KC", melds=ALL_FOUR), meld(play("new", threes)))
    assert not allowed(rulebook, table(rulebook, f"{threes} 9D", melds=[RED, BLACK, WILD]), meld(play("new", threes)))


@pytest.mark.parametrize(("done_by", "legal"), [(0, False), (1, False), (2, False), (3, True)])
def test_sevens_wait_for_every_side(done_by: int, legal: bool) -> None:
    """With three sides a seven is discarded only when all three have their canasta of sevens, whoever holds it."""
    rulebook = railroad(6, 2)
    has = [[SEVENS] if side < done_by else [] for side in range(3)]
    start = table(rulebook, "7C KC KD", melds=has[0], others=has[1:])
    assert allowed(rulebook, start, discard("7C")) == legal


def test_a_dead_end_of_one_side_among_three() -> None:
    """Two sides are done with sevens and the third is not: who draws two sevens to a seven may lay three of them and must stop."""
    rulebook = railroad(3)
    start = table(rulebook, "7C 7D", melds=[SEVENS], others=([SEVENS], []), phase="draw", heaps=("7H 7S", ""))
    after = done(rulebook, start, draw(1, 1), meld(play("new", "7C 7D 7H")))
    assert not allowed(rulebook, after, discard("7S"))
    assert ended(done(rulebook, after, PASS)) == ("stuck", 0)
    start = table(rulebook, "7C 7D", melds=[SEVENS], others=([SEVENS], [SEVENS]), phase="draw", heaps=("7H 7S", ""))
    after = done(rulebook, start, draw(1, 1))
    assert not allowed(rulebook, after, PASS)
    assert allowed(rulebook, after, discard("7S"))


def test_melding_into_a_dead_end_is_refused() -> None:
    """Nobody lays all other cards so as to keep nothing but sevens that may not be discarded."""
    rulebook = railroad(4)
    start = table(rulebook, "KC KD KH 7C 7D", melds=[RED])
    assert not allowed(rulebook, start, meld(play("new", "KC KD KH")))
    assert allowed(rulebook, table(rulebook, "KC KD KH 7C 9D", melds=[RED]), meld(play("new", "KC KD KH")))


@pytest.mark.parametrize(("reading", "legal"), [("matches", True), ("pair-only", False)])
def test_a_seven_on_top(reading: str, legal: bool) -> None:
    """With packs enough a seven lies on the pile while a side builds its second meld of sevens, which it may match."""
    rulebook = read_so("pile.sevens.match", reading)
    start = table(rulebook, "KC KD 9H", melds=[SEVENS, "7C 7D 7S"], others=([SEVENS],), pile="9C 7H", phase="draw")
    assert allowed(rulebook, start, take(play(1, "7H"))) == legal
    start = table(rulebook, "7C 7D KC KD", melds=[SEVENS, "7C 7D 7S"], others=([SEVENS],), pile="9C 7H", phase="draw")
    assert allowed(rulebook, start, take(play(1, "7C 7D 7H")))


@pytest.mark.parametrize(("members", "partner", "legal"), [(2, 3, True), (2, 2, False), (3, 2, True), (3, 4, True), (3, 3, False)])
def test_leave_is_asked_of_a_partner(members: int, partner: int, legal: bool) -> None:
    """Among six, whoever can go out asks a partner: three seats on in pairs, every second seat in two sides of three."""
    rulebook = railroad(6, members)
    start = table(rulebook, "9C", melds=ALL_FOUR)
    assert allowed(rulebook, start, {"type": "ask", "seat": partner}) == legal


def test_nobody_to_ask() -> None:
    """Who plays alone has nobody to ask, and goes out unasked."""
    rulebook = railroad(8)
    start = table(rulebook, "9C", melds=ALL_FOUR)
    for seat in range(8):
        assert not allowed(rulebook, start, {"type": "ask", "seat": seat})
    assert ended(done(rulebook, start, discard("9C"))) == ("out", 0)


def test_turns_pass_round_the_table() -> None:
    """Among seven the turn goes from seat to seat and comes back to the first."""
    rulebook = railroad(7)
    now = table(rulebook, "KC KD", hands=["QC QD"] * 6, phase="draw", heaps=("4C 5C 6C 8C 9C TC 4D", "4H 5H 6H 8H 9H TH 4S"))
    lines: list[tuple[int, Action]] = []
    for seat in range(7):
        lines += [(seat, draw(1, 2)), (seat, discard("QC" if seat else "KC"))]
    assert seen(rulebook, done(rulebook, now, *lines))["turn"] == 0


def test_a_refusal_names_the_heap() -> None:
    """A draw from a heap that is used up is refused by the line about drawing, and by no other."""
    rulebook = railroad()
    start = table(rulebook, "KC KD", phase="draw", heaps=("", "9C TC"))
    assert {tag.clause for tag in tell(rulebook, start, draw(1, 2))[0].lines} == {"turn.draw"}
