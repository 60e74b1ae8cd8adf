"""A score read aloud: what each point is for, and nothing that is not there."""

from collections.abc import Callable

from meldspec.position.position import Position
from meldspec.ruling.as_text import score_text
from meldspec.ruling.page import Manner
from meldspec.ruling.score import score

Read = Callable[[str], Position]
RAILROAD = """
variant: railroad
options: {players: 2, members: 1}
ended: {how: out, seat: 0}
stock: 60
pile: 4C 6D
hands: ["", AD KC]
feet: [0, 3D 4C 5C]
sides:
  - melds: [QC QC QD QD QH QH QS, JC JC JD JD JH 2C JK, 2C 2D 2H 2S 2C JK JK, 7C 7C 7D 7D 7H 7H 7S]
    red_threes: 3D
  - {melds: [9C 9D 9H], red_threes: 3H 3H}
memory: {goer: 0}
"""
KADNER = """
variant: kadner
ended: {how: out, seat: 0}
stock: 40
pile: 9C 6D
hands: ["", KC 5H, AC, JK 6D]
feet: ["", 3D KC KD, "", 3H 4C]
sides:
  - melds:
      - 2C 2D 2H 2S 2C JK JK
      - 7C 7C 7D 7D 7H 7H 7S
      - KC KC KD KD KH KH KS
      - QC QC QD QD QH QH QS
      - JC JC JD JD JH JH JS
      - 9C 9C 9D 9D 9H 9H 2S
      - TC TC TD TD TH 2S 2S
    red_threes: 3D 3D 3H
  - melds: [8C 8D 8H]
memory: {in-foot: [yes, no, yes, no], goer: 0}
"""
CONCEALED = """
variant: canasta
totals: [2150, 1890]
ended: {how: out, seat: 1}
stock: 18
pile: 7C 4D
hands: [KC 9D 5H, "", JK 3S, 6D 6H]
sides: [{melds: [QC QD QH QS QC QD QH, 8C 8D 2S], red_threes: 3D}, {melds: [AC AD AH AS AC JK 2C, 7C 7D 7H], red_threes: 3H 3H}]
"""


def told(position: Position, every: bool = False) -> str:
    """The score of a position, point by point, in one line."""
    return " ".join(" ".join(score_text(position, score(position), True, Manner(all_readings=every))).split())


def test_the_stock_is_nobodys(read: Read) -> None:
    """Railroad: sixty cards that nobody knows lie in the stock, and are no cards of the player who went out."""
    for heaps in ("", "heaps: [30, 30]"):
        text = told(read(RAILROAD + heaps))
        assert "has heap" not in text and "heap:" not in text
        assert "this deal 3925" in text and "this deal 290" in text


def test_a_red_three_has_no_worth_of_its_own(read: Read) -> None:
    """Red threes are told without a worth, which would be told to be nothing some lines above the hundred that each brings."""
    text = told(read(RAILROAD))
    assert "has red threes: 3H 3H has in the hand" in text and "worth 0" not in text
    assert "red threes: 2 × 100 [score.red-threes:1] 200" in text and "3D [score.red-threes:2] 100" in text


def test_points_are_told_with_what_they_are_for(read: Read) -> None:
    """Kadner: 1500 for the wild book is told apart from 1500 for three red books, which are named."""
    text = told(read(KADNER))
    assert "2s with JK JK [score.canastas:1] 1500" in text
    assert "7s [score.canastas:3] 1000" in text
    assert "kings, queens, jacks: 3 × 500 [score.canastas:4] 1500" in text
    assert "9s with 2S, 10s with 2S 2S: 2 × 300 [score.canastas:5] 600" in text
    assert "all melds [score.melds:1] 615" in text and "AC [score.hands:1] -20" in text
    assert "3D 3H: -2 × 500 [score.red-threes:8] -1000" in text
    places = "in the hand of seat 1: -15, in the foot of seat 1: -20, in the hand of seat 3: -55, in the foot of seat 3: -5"
    assert f"{places} [score.hands:1] -95" in text


def test_a_total_that_the_file_does_not_tell_is_told_as_taken(read: Read) -> None:
    """What a side had before is told as it was written; where nothing was, it is said that nothing is taken."""
    assert "before, which the file does not tell: taken to be 0" in told(read(RAILROAD))
    assert "before 2150" in told(read(CONCEALED)) and "taken to be 0" not in told(read(CONCEALED))


def test_no_score_is_told_that_may_not_be(read: Read) -> None:
    """Ordinary Canasta: who melded before had melds before this turn, so the stricter reading of a concealed hand brings nothing;
    it is told only to who asks for all readings, with what it hangs on in words."""
    for more in ("", "memory: {has-melded: [yes, yes, yes, yes]}"):
        assert "630 : 875" not in told(read(CONCEALED + more)).partition("What the score turns on")[0]
        every = told(read(CONCEALED + more), every=True)
        assert "the-side: “Those of the side.” (only computer programs play it so) 630 : 875" in every
        assert "(not so where the answer is 2 melds: Which melds lay before this side when its turn began?" in every
