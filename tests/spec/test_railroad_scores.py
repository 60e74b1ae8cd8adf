"""Railroad: deals that have ended, added up by hand, and under which reading they come out otherwise."""

from __future__ import annotations

import pytest

from meldspec.table.table import MATCH, TOTALS

from .positions import PASS, discard, ended, scores
from .railroad import ALL_FOUR, BLACK, RED, SEVENS, WILD, done, draw, railroad, table

FOUR = 500 + 300 + 1000 + 1500
"""The bonuses of one canasta of each kind."""
THEIR_CARDS = 70 + (50 + 20 + 50) + (5 * 20 + 2 * 50) + 35
"""Seven queens 70; five jacks 50, a deuce 20, a joker 50; five deuces 100, two jokers 100; seven sevens 35."""


def test_going_out_with_nothing_else() -> None:
    """Four canastas of 3300 and 425 in cards, and 100 for going out: 3825; two kings in hand and an ace in the kitty cost the other

    10 + 10 + 20 = 40.
    """
    rulebook = railroad()
    start = table(rulebook, "9C", melds=ALL_FOUR, hands=("KC KD",), feet=("AS",))
    after = done(rulebook, start, discard("9C"))
    assert (FOUR, THEIR_CARDS) == (3300, 425)
    assert ended(after) == ("out", 0)
    assert scores(after) == (3825, -40)


def test_three_players_each_alone() -> None:
    """Seat 0 goes out; seat 1 has a red canasta, three small cards melded and a hand; seat 2 has nothing but a red three:

    seat 0: 3300 + 425 + 100 = 3825, less the kitty 50 + 5 = 3770; seat 1: 500 + 70 + 15 - 20 - 10 = 555;
    seat 2: 100 - 5 - 5 - 50 = 40.
    """
    rulebook = railroad(3)
    others: list[list[str]] = [[RED, "4C 4D 4H"], []]
    start = table(
        rulebook, "9C", "JK 4S", ALL_FOUR, hands=("AS KC", "4C 5D"), others=others, feet=("", "JK"), threes=("", "", "3D")
    )
    assert scores(done(rulebook, start, discard("9C"))) == (3770, 555, 40)


def test_red_threes_count_for_a_side_without_a_meld() -> None:
    """Nobody went out: eight red threes of a player without any meld bring 800 and no more; the hand of 25 is taken off: 775;

    the other has an open wild meld 2 2 JK, 90 points, and no canasta; its red three counts all the same: 190.
    """
    rulebook = railroad()
    start = table(
        rulebook,
        "KC KD 5H",
        phase="draw",
        heaps=("", ""),
        others=(["2C 2D JK"],),
        threes=("3D 3D 3D 3D 3H 3H 3H 3H", "3H"),
    )
    after = done(rulebook, start, draw(0, 0))
    assert ended(after) == ("stock", None)
    assert scores(after) == (775, 190)


@pytest.mark.parametrize(("reading", "points"), [("in-favour", 200 - 10), ("nothing", -10), ("against", -200 - 10)])
def test_red_threes_in_a_kitty(reading: str, points: int) -> None:
    """Two red threes and a king in a kitty that was never picked up: +200, 0 or -200, and 10 off for the king."""
    rulebook = railroad(score__red_threes__kitty=reading)
    start = table(rulebook, "", "3D 3H KC", phase="draw", heaps=("", ""))
    assert scores(done(rulebook, start, draw(0, 0))) == (points, 0)


def test_partners_share_everything_but_hands() -> None:
    """Six in three pairs; seat 0 goes out for side 0, whose other member, seat 3, still has a hand of 60 and a kitty of 100:

    side 0: 3300 + 425 + 100 - 60 - 100 = 3665; side 1: a black canasta 300 + 50 + 20 + 50 = 420, less 35 of seat 4: 385;
    side 2: three laid red threes, 300, less 5.
    """
    rulebook = railroad(6, 2)
    start = table(
        rulebook,
        "9C",
        melds=ALL_FOUR,
        hands=("", "4C", "JK KC", "AS TC 5C", ""),
        feet=("", "", "JK JK"),
        others=([BLACK], []),
        threes=("", "", "3D 3H 3H"),
    )
    assert scores(done(rulebook, start, discard("9C"))) == (3665, 385, 295)


def test_every_canasta_of_a_kind_brings_its_bonus() -> None:
    """Two canastas of sevens and two wild ones: 3000 + 2000 in bonuses, 70 + 400 in cards; an open meld of six sevens 30:

    5000 + 470 + 30 - 10 = 5490.
    """
    rulebook = railroad(4)
    melds = [SEVENS, SEVENS, WILD, WILD, "7C 7C 7D 7D 7H 7S"]
    start = table(rulebook, "KC", melds=melds, phase="draw", heaps=("", ""))
    assert scores(done(rulebook, start, draw(0, 0)))[0] == 5490


def test_eight_black_threes_are_no_canasta() -> None:
    """Nine black threes are laid to go out and bring 45 as cards, no bonus: 3300 + 425 + 45 + 100 = 3870."""
    rulebook = railroad(3)
    start = table(rulebook, "9C", melds=[*ALL_FOUR, "3C 3C 3C 3C 3C 3S 3S 3S 3S"])
    assert scores(done(rulebook, start, discard("9C")))[0] == 3870


def test_a_stuck_hand_of_sevens() -> None:
    """A hand of sevens that may not be discarded ends the deal: nobody has 100, and three sevens in hand cost 15."""
    rulebook = railroad(3)
    start = table(rulebook, "7C", melds=[RED], phase="draw", heaps=("7D", "7H"), hands=("KC", "AC"))
    after = done(rulebook, start, draw(1, 2), PASS)
    assert ended(after) == ("stuck", 0)
    assert scores(after) == (500 + 70 - 15, -10, -20)


# ── the match ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("reading", "totals", "winner"),
    [
        ("twenty-thousand", (16170, 0, 0), None),
        ("twenty-thousand", (16175, 0, 0), (0,)),
        ("twenty-thousand", (16175, 21000, 0), (1,)),
        ("five-thousand", (1175, 0, 0), (0,)),
        ("five-thousand", (1170, 0, 0), None),
        ("single-deal", (0, 0, 0), (0,)),
        ("single-deal", (0, 9000, 0), (1,)),
    ],
)
def test_the_end_of_the_match(reading: str, totals: tuple[int, ...], winner: tuple[int] | None) -> None:
    """The match is to 20000, or to 5000, or one deal; of three sides the highest wins."""
    rulebook = railroad(3, match__target__target=reading)
    start = table(rulebook, "9C", melds=ALL_FOUR, totals=totals)
    after = done(rulebook, start, discard("9C"))
    assert after.cells[TOTALS][0] == totals[0] + 3825
    assert after.cells[MATCH] == winner


def test_three_sides_that_stand_equal_play_on() -> None:
    """Where two of three sides stand equal above 20000, nobody has won."""
    rulebook = railroad(3)
    start = table(rulebook, "9C", melds=ALL_FOUR, totals=(17000, 20825, 100))
    assert done(rulebook, start, discard("9C")).cells[MATCH] is None
