"""What decides is told first and with its values, what an act does with the rule for it, and what nobody has told as no fact."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from meldspec.position.position import Position
from meldspec.ruling.as_text import ruling_text, score_text
from meldspec.ruling.grounds import grounds
from meldspec.ruling.ruling import rule
from meldspec.ruling.score import score

Read = Callable[[str], Position]
EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
DEALT_FEET = {"pennies": 11, "dollars": 11, "railroad": 11, "bain": 13}
"""The cards of a foot or kitty (003, paragraphs 16, 63 and 94; 000, paragraph 10)."""


def told(position: Position) -> str:
    """The ruling on the act of a position, in one line."""
    act = position.act()
    assert act is not None
    return " ".join(" ".join(ruling_text(rule(position, act))).split())


TAKE = """
variant: bain
turn: 0
phase: draw
stock: 40
pile: PILE
hands: [QC QS 4H 5D 9S, 11, 9, 12]
feet: [13, 13, 13, 13]
sides: [{melds: [QD QH QH]}, {}]
act: {action: {type: take, plays: [{to: 0, cards: QC QS QH}], top: 0}}
"""


def test_how_far_a_take_reaches_is_told_with_the_card_that_ends_it(read: Read) -> None:
    """Bain (003, paragraph 104): a take ends with the next deuce or joker; where there is none all is taken, and of a pile of which
    only some cards are known none is named."""
    assert "The next wild card below the top, 2D, ends the take; what lies below it stays." in told(
        read(TAKE.replace("PILE", "5C JK 6C 2D KD QH"))
    )
    assert "ends the take" not in told(read(TAKE.replace("PILE", "5C 6C KD QH")))
    assert "ends the take" not in told(read(TAKE.replace("PILE", "2D 5C 6C KD QH")))
    assert "ends the take" not in told(read(TAKE.replace("PILE", "{top: QH, count: 12}")))


LAST_CARD = """
variant: canasta
turn: 0
phase: play
stock: 40
pile: 6H 9C
hands: [5S, 11, 12, 10]
sides: [{melds: [AC AC AD AD AH AH AS]}, {}]
act: {action: {type: discard, card: 5S}}
"""


def test_what_lets_an_act_pass_and_nobody_has_told_is_no_fact(read: Read) -> None:
    """Canasta: the last card is discarded unless the partner has said no in this turn, which no table shows."""
    assumed = (
        "Leave has not been refused in this turn, as far as anybody has told. "
        "This rests on what nobody has told: Has leave been refused in this turn? Taken: no. (In a file: refused.)"
    )
    assert assumed in told(read(LAST_CARD))
    known = told(read(LAST_CARD + "memory: {refused: no}"))
    assert "Leave has not been refused in this turn. Asking for leave" in known and "anybody has told" not in known


SECOND = """
variant: bain
turn: 0
phase: play
stock: 50
pile: 5C KD
hands: [KS 4H 5D, 11, 9, 12]
feet: [0, 13, FOOT, 13]
sides: [{melds: [QC QC QD QD QH QH QS, KC KC KD KD KH KH]}, {}]
memory: {opener: [2, nobody], earned: [yes, no, EARNED, no]}
act: {action: {type: meld, plays: [{to: 1, cards: KS}]}}
"""


@pytest.mark.parametrize(("foot", "earned", "without"), [(13, "no", "seat 2"), (13, "yes", "nobody")])
def test_who_lacks_a_canasta_is_named(read: Read, foot: int, earned: str, without: str) -> None:
    """Bain (003, paragraph 105): a second canasta waits until the partner has one and has taken up the foot; which of these is
    lacking, and to whom, is told."""
    text = told(read(SECOND.replace("FOOT", str(foot)).replace("EARNED", earned)))
    assert f"nobody completes a second; still without a canasta: {without}, without the foot: seat 2." in text


EMPTY_STOCK = (EXAMPLES / "manzana-pair-and-empty-stock.yaml").read_text(encoding="utf-8")


def test_a_draw_from_no_stock_is_told_to_end_the_deal(read: Read) -> None:
    """Manzana (004, paragraphs 12 and 50): who wishes to draw where nothing is left ends the deal; a top card that only a pair of
    the hand would take need not be taken."""
    text = told(read(EMPTY_STOCK))
    assert "Side 0 has no meld of 8s, and nobody has to take the pile with cards of the hand." in text
    assert "The stock is gone, and who wishes to draw then ends the deal. Playing without a stock [end.stock]" in text
    assert "paragraphs 12, 50 [end.stock]" in text


def test_cards_that_can_be_no_others_are_not_said_to_be_filled_in(read: Read) -> None:
    """Manzana: of 54 cards 35 lie on the table, so the 19 of seat 1 are the others; were it 18, one would lie nowhere."""
    assert "The hand of seat 1 can only be the cards that lie nowhere else." in told(read(EMPTY_STOCK))
    fewer = told(read(EMPTY_STOCK.replace("4H QC, 19]", "4H QC, 18]")))
    assert "Cards were filled in, as nobody knows them, for the hand of seat 1." in fewer and "can only be" not in fewer


NO_DISCARD = """
variant: dollars
turn: 0
phase: draw
stock: 40
pile: 9D 4C 5C 8C AC KS
hands: [KC KD HAND, 11, 12, 13]
feet: [0, 11, 11, 11]
sides: [{melds: [9C 9C 9D 9D 9H 9H 9S, QC QD QH]}, {}]
act: {action: {type: take, plays: [{to: new, cards: KC KD KS}], top: 0}}
"""


@pytest.mark.parametrize(("hand", "left"), [("", "none"), ("7C JK", "7C JK")])
def test_that_no_own_card_is_left_to_discard_is_told(read: Read, hand: str, left: str) -> None:
    """Dollars (000, paragraphs 15, 32 and 34): a turn ends with a discard, of no seven or joker while play goes on, and cards that
    came with the pile are no help."""
    position = read(NO_DISCARD.replace("HAND", hand))
    assert f"Of the hand itself, without the cards that rest, there would be left: {left}." in told(position)
    act = position.act()
    assert act is not None
    able = next(one for one in grounds(rule(position, act)) if one.clause == "out.able-to-end")
    assert [(one.source, one.paragraphs) for one in able.sources] == [("dollars-page", "15, 32, 34, 45, 48")]


FOUR_SEVENS = """
variant: pennies
turn: 0
phase: play
stock: 40
pile: 5C
hands: [7C 7D 7H 7S, 12, 12, 12, 12, 12]
feet: [0, 11, 11, 11, 11, 11]
sides: [{melds: [QC QC QD QD QH QH QS]}, {melds: [8C 8D 8H]}]
memory: {trapped: yes}
act: {action: {type: meld, plays: [{to: new, cards: 7C 7D 7H 7S}]}}
"""
ONLY_SEVENS_LEFT = """
variant: pennies
turn: 0
phase: play
stock: 40
pile: 5C
hands: [KS 7C 7D, 12, 12, 12, 12, 12]
feet: [0, 11, 11, 11, 11, 11]
sides: [{melds: [KC KD KH, 7C 7D 7H 7H 7S 7S 7S]}, {melds: [8C 8D 8H]}]
act: {action: {type: meld, plays: [{to: 0, cards: KS}]}}
"""
DOWN_TO_A_SEVEN = """
variant: bain
turn: 0
phase: play
stock: 40
pile: 5C JD
hands: [KC KD KH 7S, 11, 9, 12]
feet: [13, 13, 13, 13]
sides: [{melds: [9C 9D 9H]}, {}]
memory: {opener: [0, nobody]}
act: {action: {type: meld, plays: [{to: new, cards: KC KD KH}]}}
"""


def test_a_way_that_was_nearly_open_is_told_before_what_another_way_lacks(read: Read) -> None:
    """Pennies (003, paragraph 55): of a hand of sevens all but one may be laid; that four types of canasta are lacking decides
    nothing, since nobody means to go out."""
    text = told(read(FOUR_SEVENS))
    assert "would not be legal then: no card would be left, and one is kept; side 0 lacks" in text
    assert text.index("A hand of sevens [end.sevens]") < text.index("What now")


def test_what_ends_another_reason_is_not_told_beside_it(read: Read) -> None:
    """Pennies (003, paragraphs 40 and 55): two sevens are left, and the other side has no canasta of sevens, which is told once as
    the reason why neither can be discarded."""
    text = told(read(ONLY_SEVENS_LEFT))
    why = text[text.index("Why") : text.index("What now")]
    assert why.count("ide 1 has no canasta of sevens") == 1
    assert "To discard 7C would not be legal then: 7C is a seven, and side 1 has no canasta of sevens" in why


def test_what_bars_a_card_at_any_table_is_told_without_what_a_side_lacks(read: Read) -> None:
    """Bain (003, paragraph 121): a seven is never discarded, whatever canastas there are, which are not told besides; the question
    about it stands before the rule that the reason is from."""
    text = told(read(DOWN_TO_A_SEVEN))
    assert "To discard 7S would not be legal then: 7S is a seven, and sevens are not discarded [discard.sevens]." in text
    assert "lacks" not in text
    assert text.index("Nothing but sevens [end.sevens]") < text.index("Sevens are never discarded [discard.sevens]")


THIRD_WILD = """
variant: dollars
turn: 0
phase: play
stock: 50
pile: 4D
hands: [JK 5C 8D JH, 11, 12, 13]
feet: [11, 11, 11, 11]
sides: [{melds: [9C 9D 9H 9S 2C 2D]}, {}]
act: {action: {type: meld, plays: [{to: 0, cards: JK}]}}
"""


def test_how_many_wild_cards_there_may_be_is_told_as_a_rule(read: Read) -> None:
    """Dollars (000, paragraphs 21 and 26): a complete meld may have three wild cards; read as two at most, the number of its cards
    is no reason."""
    text = told(read(THIRD_WILD))
    assert "The meld has 7 cards, 3 of them wild; a complete meld, of 7 cards, may have 3 wild ones." in text
    assert "as a mixed meld: it would have 3 wild cards, and no more than 2 are allowed [meld.wilds]" in text


KITTY = """
variant: railroad
options: {players: 2}
turn: 0
phase: play
stock: 60
pile: 9C
hands: [9D, 6]
feet: [11, 11]
sides: [{melds: [QC QC QD QD QH QH QS]}, {}]
memory: {earned: [yes, no]}
act: {action: {type: discard, card: 9D}}
"""


def test_a_place_has_the_name_that_its_game_gives_it(read: Read) -> None:
    """Railroad (003, paragraph 63) has kitties where its sister game has feet."""
    text = told(read(KITTY))
    assert "kitty of seat 0: 11 → 0 cards" in text and "the kitties of seats 0 and 1" in text
    assert not re.search(r"\b(foot|feet)\b", text.replace("foot.last-card", ""))


CONCEALED_OR_NOT = """
variant: canasta
totals: [2150, 1890]
ended: {how: out, seat: 1}
stock: 18
pile: 7C 4D
hands: [KC 9D 5H, "", JK 3S, 6D 6H]
sides:
  - {melds: [QC QD QH QS QC QD QH, 8C 8D 2S], red_threes: 3D}
  - {melds: [AC AD AH AS AC JK 2C, 7C 7D 7H], red_threes: 3H 3H}
"""


def test_points_that_rest_on_what_nobody_has_told_are_told_so(read: Read) -> None:
    """Canasta: whether seat 1 went out concealed turns on what it had melded before, so 775 stands with what is taken to be so; the
    points of the other side do not hang on it, and neither do these once it is told."""

    def rows(text: str) -> list[str]:
        position = read(text)
        return [row.strip() for row in score_text(position, score(position), explain=False) if row.startswith("  t")]

    open_rows = [" ".join(row.split()) for row in rows(CONCEALED_OR_NOT)]
    supposed = "with what is taken below to be so"
    assert open_rows == ["this deal 630", "total 2780", f"this deal, {supposed} 775", f"total, {supposed} 2665"]
    known = [" ".join(row.split()) for row in rows(CONCEALED_OR_NOT + "memory: {has-melded: [yes, yes, no, yes]}")]
    assert known == ["this deal 630", "total 2780", "this deal 775", "total 2665"]


def test_who_went_out_is_told_as_a_seat(read: Read) -> None:
    """A player is told as a seat wherever memory names one."""
    position = read(CONCEALED_OR_NOT)
    assert "Who has gone out? Seat 1." in " ".join(score_text(position, score(position), explain=False))


@pytest.mark.parametrize("path", sorted(EXAMPLES.iterdir()), ids=lambda path: path.stem)
def test_the_feet_of_an_example_are_as_they_were_dealt(path: Path, read: Read) -> None:
    """A foot has all its cards until it is taken up, so an example has either all of them or none."""
    position = read(path.read_text(encoding="utf-8"))
    if position.rulebook.name in DEALT_FEET:
        feet = next(place for place in position.rulebook.layout.places() if place.shown == "feet")
        assert {len(cards) for cards in feet.values(position.given)} <= {0, DEALT_FEET[position.rulebook.name]}
