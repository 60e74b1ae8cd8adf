"""Scores of deals that have ended, point by point."""

from collections.abc import Callable

import pytest

from meldspec.position.position import Position
from meldspec.ruling.score import NotEnded, score

Read = Callable[[str], Position]


def points(position: Position) -> dict[str, list[int]]:
    """What every line gave to each side, in the order of the book, without lines that gave nothing."""
    found: dict[str, list[int]] = {}
    for entry in score(position).points:
        if any(entry.points):
            found.setdefault(f"{entry.side} {entry.tag.clause}", []).append(sum(entry.points))
    return found


def test_snap_counts_the_cards_won(read_snap: Read) -> None:
    """In Snap every card of a heap that was kept counts one."""
    position = read_snap("{variant: snap, ended: {how: out}, hands: ['', ''], places: {won: [KC KD KH, '']}}")
    assert score(position).scores == (3, 0)
    assert points(position) == {"0 snap.calling": [3]}


def test_every_point_has_its_line(read: Read) -> None:
    """Canastas, red threes, melded cards and cards in hand are told apart, and add up to the score."""
    text = """
variant: canasta
totals: [2150, 1890]
ended: {how: out, seat: 1}
hands: [KC 9D 5H, "", JK 3S, 6D 6H]
sides:
  - {melds: [QC QD QH QS QC QD QH, 8C 8D 2S], red_threes: 3D}
  - {melds: [AC AD AH AS AC JK 2C, 7C 7D 7H], red_threes: 3H 3H}
"""
    found = score(read(text))
    assert found.scores == (500 + 100 + 110 - 25 - 55, 100 + 300 + 200 + 185 - 10)
    assert found.totals == (2150 + 630, 1890 + 775)
    assert points(read(text))["1 score.red-threes"] == [200]
    assert sum(sum(entry.points) for entry in found.points if entry.side == 0) == 630


def test_a_deal_may_end_by_the_act_of_the_file(read: Read) -> None:
    """A file whose act ends the deal is scored after it."""
    text = "{variant: manzana, turn: 0, phase: draw, stock: 0, pile: 5C 9D, hands: [KC, 4C], act: {action: {type: draw}}}"
    found = score(read(text))
    assert (found.how, found.seat, found.scores) == ("stock", None, (-10, -5))


def test_readings_that_change_a_score_are_told(read: Read) -> None:
    """Two red threes bring 400 or 600, as one reads the sheet, and nobody is asked about questions that change nothing."""
    text = "{variant: manzana, ended: {how: out, seat: 0}, hands: ['', 9C], memory: {has-melded: [yes, no]},"
    found = score(read(text + " sides: [{melds: [8C 8D 8H 8S], red_threes: 3D 3H}, {}]}"))
    assert found.scores == (100 + 500 + 400 + 40, -10)
    assert [(q, scores) for q, _, scores in found.otherwise] == [("score.red-threes.both", (1240, -10))]


def test_a_score_that_turns_on_memory_says_so(read: Read) -> None:
    """Whether going out was concealed turns on what was melded before, which is to be told where nothing shows it."""
    text = "{variant: canasta, turn: 2, phase: play, pile: 9C, hands: [4C, 5C, 5S, 6C], act: {action: {type: discard, card: 5S}},"
    position = read(text + " sides: [{melds: [AC AC AD AD AH AH AS]}, {}], memory: {melds-before: [[], []]}}")
    found = score(position)
    deciding = {memory.name: memory.outcome for memory in found.deciding}
    assert deciding["has-melded[2]"][0] - found.scores[0] == 100


def test_the_winner_of_a_match_is_told(read: Read) -> None:
    """Once a side has its 5000 after a deal, the match is won by the side with more."""
    text = "{variant: canasta, totals: [4900, 4700], ended: {how: out, seat: 0}, hands: ['', KC, 5C, 9C],"
    assert score(read(text + " sides: [{melds: [QC QD QH QS QC QD QH]}, {}]}")).winner == (0,)


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ("", "the deal has not ended; write how it did"),
        (", act: {action: {type: draw}}", "the deal has not ended after the act"),
        (", act: {action: {type: discard, card: KC}}", "the act is refused"),
    ],
)
def test_a_deal_that_goes_on_has_no_score(read: Read, act: str, told: str) -> None:
    """A deal that has not ended is not scored, and it is said what would end it."""
    with pytest.raises(NotEnded, match=told):
        score(read(f"{{variant: canasta, turn: 0, phase: draw, pile: 9C, hands: [KC, 5C, 5S, 6C]{act}}}"))
