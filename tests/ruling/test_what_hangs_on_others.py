"""Rulings that hang on what another player did or remembers: as an organiser of a club read them at the table."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from tests.ruling.test_nothing_invented import told
from tests.ruling.test_ruling_schema import EXAMPLES, REGISTRY, SCHEMAS

from meldspec.cli.position_files import read_position_file
from meldspec.engine.rulebook import Library
from meldspec.position.marked import PositionError
from meldspec.position.position import Position
from meldspec.ruling.as_json import choices_json
from meldspec.ruling.as_text import score_text
from meldspec.ruling.choices import choices
from meldspec.ruling.choices_as_text import choices_text
from meldspec.ruling.score import score
from meldspec.ruling.words import plain

Read = Callable[[str], Position]
OUT_BY_TUCKERS = """
variant: kadner
turn: 0
phase: play
stock: 60
pile: 9C 6D
hands: [KC KD, 12, 11, 14]
feet: [0, 11, 0, 11]
sides:
  - melds: [2C 2D 2H 2S JK JK JK, 7C 7C 7D 7D 7H 7H 7S, KC KC KD KD KH KH KS, QC QC QD QD QH QH QS, JC JC JD JD JH JH JS,
      9C 9D 9H 9S 2C 2D 2H, TC TD TH TS TC 2C 2D]
  - {}
memory: {MEMORY}
act: {action: {type: meld, plays: [{to: 2, cards: KC KD}]}}
"""


@pytest.mark.parametrize(
    ("memory", "verdict"),
    [
        ("", "NOT LEGAL, unless what is asked below is answered otherwise"),
        ("granted: yes", "NOT LEGAL, unless what is asked below is answered otherwise"),
        ("granted: yes, has-played: [yes, no, yes, no]", "LEGAL"),
        ("granted: no, has-played: [yes, no, yes, no], consented: [no, no, no, no]", "NOT LEGAL"),
    ],
)
def test_what_a_partner_did_and_what_the_player_was_told_turn_it_together(read: Read, memory: str, verdict: str) -> None:
    """Kadner (002, paragraphs 30 and 39): out by two tuckers if the partner has said yes and has played the foot; who tells
    neither is asked for both, above all reasons."""
    text = told(read(OUT_BY_TUCKERS.replace("MEMORY", memory)))
    assert f" {verdict} " in text
    if not memory:
        both = (
            "Seat 2: Had this player laid or discarded a card of the foot in an earlier turn? Taken: no and no; were it yes and yes"
        )
        assert text.index(both) < text.index(" Why ")


def test_of_ways_to_end_a_turn_that_is_told_of_which_most_is_there(read: Read) -> None:
    """Kadner: of who has drawn and laid every card it is idle that the pile was not taken; what going out lacks is told."""
    text = told(read(OUT_BY_TUCKERS.replace("MEMORY", "")))
    why = text[text.index(" Why ") : text.index("What now")]
    assert "the partner has not said yes" in why and "seat 2 has laid or discarded nothing of the foot" in why
    assert "pile was not taken" not in why


SEVENTH_QUEEN = """
variant: bain
turn: 0
phase: play
stock: 60
pile: 5C KD
hands: [QS 4H 5D 9S, 11, 9, 12]
feet: [13, 13, 13, 13]
sides: [{melds: [QC QC QD QD QH QH, 8C 8D 8H]}, {melds: [TC TD TH]}]
"""
LAY_IT = "act: {action: {type: meld, plays: [{to: 0, cards: QS}]}}\n"


def test_only_who_can_have_opened_is_asked_about(read: Read) -> None:
    """Bain (003, paragraph 105): melds lie there, so one of the two partners has opened, and no opponent nor nobody."""
    text = told(read(SEVENTH_QUEEN + LAY_IT))
    assert "Side 0: Who laid the first meld of this side? Taken: seat 0; were it seat 2: LEGAL." in text
    assert "seat 1" not in text.partition("What now")[0]
    # The initial meld lies there already, so whether a canasta may be part of it is no question.
    assert "part of the initial meld" not in text


@pytest.mark.parametrize("opener", ["[1, 3]", "[nobody, 1]"])
def test_an_opener_that_cannot_be_is_an_error_of_the_file(read: Read, opener: str) -> None:
    """Bain: the first meld of a side was laid by nobody but one of its players."""
    with pytest.raises(PositionError) as wrong:
        read(f"{SEVENTH_QUEEN}memory: {{opener: {opener}}}\n")
    assert "nobody of it is said to have laid the first" in wrong.value.problems[0].found


def test_what_may_be_done_is_told_with_what_it_hangs_on(read: Read) -> None:
    """Bain: who asks what may be done is told that the seventh queen may be laid if it was the partner who opened."""
    position = read(SEVENTH_QUEEN)
    text = " ".join("\n".join(choices_text(position, plain)).split())
    assert "Taken: seat 0; were it seat 2: legal too: lay QS onto QC QC QD QD QH QH." in text
    found = choices_json(position, choices(position))
    assert [one["memory_name"] for one in found["turns_on"]] == ["opener[0]"]
    assert (
        found["turns_on"][0]["besides"] == [{"seat": 0, "action": {"type": "meld", "plays": [{"to": 0, "cards": ["QS"]}]}}]
        and not found["turns_on"][0]["no_more"]
    )


@pytest.mark.parametrize("path", EXAMPLES[::6], ids=lambda path: path.stem)
def test_a_list_of_legal_acts_fits_its_schema(path: Path, rules: Library) -> None:
    """What a program is given where no act is asked about is what the schema tells."""
    position = read_position_file(path.read_text(encoding="utf-8"), path.name, rules)
    found = json.loads(json.dumps(choices_json(position, choices(position))))
    assert Draft202012Validator(SCHEMAS["choices.schema.json"], registry=REGISTRY).is_valid(found)


TUCKED_DEUCE = """
variant: kadner
ended: {how: out, seat: 0}
stock: 40
pile: 9C 6D
hands: ["", KC 5H, AC, JK 6D]
feet: ["", KS KC KD 9H 8S 6C 6D 5C 5D 4H 4S, "", AH QC JD TS 9C 8H 7D 6S 5H 4S 4C]
sides:
  - melds: [2C 2D 2H 2S 2D JK JK, 7C 7C 7D 7D 7H 7H 7S, KC KC KD KD KH KH KS 2C, QC QC QD QD QH QH QS, JC JC JD JD JH JH JS,
      9C 9C 9D 9D 9H 9H 2S, TC TC TD TD TH 2S 2S]
  - melds: [8C 8D 8H]
memory: {in-foot: [yes, no, yes, no], goer: 0}
"""


def test_only_a_book_that_can_have_been_red_is_asked_about(read: Read) -> None:
    """Kadner (002, paragraphs 26 and 27): a red book brings 500 and a black one 300; of seven books one alone has seven natural
    kings and a deuce, so it alone can have been red before the deuce came, which is worth 200."""
    position = read(TUCKED_DEUCE)
    text = " ".join("\n".join(score_text(position, score(position), True)).split())
    (memory,) = score(position).deciding
    assert memory.outcome[0] - score(position).scores[0] == 200
    assert "Which books of this side were red before wild cards were tucked onto them?" in text
    assert "were it KC KC KD KD KH KH KS 2C: " in text
    with pytest.raises(PositionError, match="cannot have been"):
        read(TUCKED_DEUCE.replace("goer: 0", "goer: 0, kept-red: [[QC QC QD QD QH QH QS], []]"))


def test_a_red_book_that_stays_red_is_not_called_by_its_cards(read: Read) -> None:
    """Kadner (002, paragraphs 32 to 34): a deuce that is tucked onto a red book does not make it a mixed one."""
    text = told(read((EXAMPLES[0].parent / "kadner-wild-tucker.yaml").read_text(encoding="utf-8")))
    assert "The book stays red." in text and "KS + 2C What" not in text.partition("What it does")[0]
    assert "(mixed)" not in text


LAST_NINES = """
variant: railroad
options: {players: 2}
turn: 0
phase: play
stock: 60
pile: 9C
hands: [9D 9H 9S, 6]
feet: [0, 11]
sides:
  - melds: [QC QC QD QD QH QH QS, JC JC JD JD JH 2C JK, 2C 2D 2H 2S 2C JK JK, 7C 7C 7D 7D 7H 7H 7S]
  - melds: [TC TD TH]
act: {action: {type: meld, plays: [{to: new, cards: 9D 9H 9S}]}}
"""


def test_where_there_are_no_sevens_none_are_said_to_be_kept(read: Read) -> None:
    """Railroad (003, paragraph 81): three nines are the whole hand, and to lay them all leaves no discard to go out with."""
    text = told(read(LAST_NINES))
    why = text[text.index(" Why ") : text.index("What now")]
    assert "It leaves no cards in the hand, and the turn could not be ended then." in why
    assert "a turn ends with a discard" in why and "all the sevens" not in why


LAST_RED_THREE = """
variant: manzana
turn: 0
phase: draw
stock: 3H
pile: 5C KD 8S
hands: [8D QC QH 4H, 20]
sides: [{melds: [JC JD 2C], red_threes: 3D}, {melds: [AC AD AH AS, TC TD TH TS]}]
act: {action: {type: draw}}
"""


def test_what_ends_a_deal_is_told_with_its_paragraph(read: Read) -> None:
    """Manzana (004, paragraph 51): a deal ends with a red three that is drawn last from the stock."""
    text = told(read(LAST_RED_THREE))
    assert "A red three that is the last card of the stock ends the deal at once." in text
    assert "paragraph 51 [turn.last-three]" in text.partition("What it does")[0]


OPENING_AT_1600 = """
variant: railroad
options: {players: 2}
READINGSturn: 0
phase: play
stock: 60
totals: [1600, 1300]
pile: 9C
hands: [KC KD KH TC TD TH 5D 4S, 11]
feet: [11, 11]
sides: [{}, {}]
act: {action: {type: meld, plays: [{to: new, cards: KC KD KH}, {to: new, cards: TC TD TH}]}}
"""


def test_a_clause_that_is_read_otherwise_says_how(read: Read) -> None:
    """Railroad: at 1600 the page of the sister game asks for 50 and the ordinary game for 90; that the page itself is silent is
    said with the verdict, and who reads it as the ordinary game finds that beside the words that do not fit it."""
    text = told(read(OPENING_AT_1600.replace("READINGS", "")))
    assert " LEGAL, on a point that the source of this game leaves open " in text
    other = told(read(OPENING_AT_1600.replace("READINGS", "readings: {opening.minimum.bands: ordinary}\n")))
    assert "= 60; at 1600 points the minimum is 90" in other and "Read here: “Those of the ordinary game: 90 from 1500 on" in other


def test_advice_that_hangs_on_an_answer_says_so(read: Read) -> None:
    """Pennies: whether the last card may be discarded hangs on who laid the seventh nine; so does what to do instead."""
    text = told(
        read(
            "{variant: pennies, turn: 0, phase: play, stock: 40, pile: 5C, hands: [KC, 12, 12, 12, 12, 12], "
            "feet: [11, 11, 11, 11, 11, 11], sides: [{melds: [9C 9C 9D 9D 9H 9H 9S]}, {melds: [8C 8D 8H]}], "
            "act: {action: {type: discard, card: KC}}}"
        )
    )
    assert "With what is asked above as it is taken, nothing is legal here" in text


TWO_ACES = """
variant: pennies
turn: 0
phase: draw
stock: 60
TOTALSpile: 5C 8H KD AS
hands: [AC AD 5H 9C TD QD, 13, 13, 13, 13, 13]
feet: [11, 11, 11, 11, 11, 11]
sides: [{melds: []}, {}]
act: {action: {type: take, plays: [{to: new, cards: AC AD AS}], top: 0}}
"""


@pytest.mark.parametrize(
    ("totals", "verdict"),
    [
        ("", "LEGAL, unless what is asked below is answered otherwise"),
        ("totals: [4995, 0]\n", "LEGAL"),
        ("totals: [5000, 0]\n", "NOT LEGAL"),
    ],
)
def test_what_stands_on_the_score_sheet_is_asked_for_where_it_turns_the_verdict(read: Read, totals: str, verdict: str) -> None:
    """Pennies (003, paragraphs 32 to 38): three aces are 60 points, enough below 5000 and not from there on, where it takes 90."""
    text = told(read(TWO_ACES.replace("TOTALS", totals)))
    assert f" {verdict} " in text.partition(" Why ")[0] + " "
    if not totals:
        assert "How many points had side 0 before this deal: 5000 or more? Taken: 0; were it 5000 or more: NOT LEGAL" in text


@pytest.mark.parametrize(("deal", "verdict"), [("", "LEGAL, unless"), ("deal: 1\n", "LEGAL"), ("deal: 2\n", "NOT LEGAL")])
def test_which_deal_it_is_is_asked_for_where_it_turns_the_verdict(read: Read, deal: str, verdict: str) -> None:
    """Dollars (000, paragraph 30): three kings and three queens are 60 points, enough for the first deal alone."""
    text = told(
        read(
            "variant: dollars\nturn: 0\nphase: play\nstock: 60\npile: 9C\nhands: [KC KD KH QC QD QH 5D 4S, 11, 11, 11]\n"
            f"{deal}feet: [11, 11, 11, 11]\nsides: [{{melds: []}}, {{}}]\n"
            "act: {action: {type: meld, plays: [{to: new, cards: KC KD KH}, {to: new, cards: QC QD QH}]}}\n"
        )
    )
    assert f" {verdict} " in text.partition(" Why ")[0] + " "
    assert ("Which deal of the match is it: 2 or more?" in text) == (deal == "")


def test_a_wish_to_draw_that_ends_the_deal_is_listed_as_that(read: Read) -> None:
    """Manzana (004, paragraph 50): the stock is gone, so to wish for a card of it ends the deal, which the list says."""
    text = "{variant: manzana, turn: 0, phase: draw, stock: STOCK, pile: 7C 2D KH, hands: [KC 8H 8S, 9], sides: [{}, {}]}"
    lists = {stock: "\n".join(choices_text(read(text.replace("STOCK", stock)), plain)) for stock in ("0", "9")}
    assert "draw from the stock, which ends the deal\n" in lists["0"] + "\n" and "draw from the stock\n" in lists["9"] + "\n"


def test_points_in_hand_are_told_seat_by_seat(read: Read) -> None:
    """Kadner: what is left in hands and feet of the side that did not go out is told of each seat by itself, in their order."""
    text = " ".join("\n".join(score_text(read(TUCKED_DEUCE), score(read(TUCKED_DEUCE)), True)).split())
    assert "in the hand of seat 1: -15, in the foot of seat 1: -80, in the hand of seat 3: -55, in the foot of seat 3: -95" in text


def test_cards_that_are_neither_natural_nor_wild_are_named_as_that(read: Read) -> None:
    """Pennies (003, paragraph 29): a black three with queens is no natural meld, and not for any wild card."""
    text = told(
        read(
            "{variant: pennies, turn: 0, phase: draw, stock: 60, pile: 5C QH 3S, hands: [QC QS 7S 4H, 11, 9, 12, 13, 13], "
            "feet: [11, 11, 11, 11, 11, 11], sides: [{melds: [QC QD QD]}, {}], "
            "act: {action: {type: take, plays: [{to: 0, cards: 3S}], top: 0}}}"
        )
    )
    assert "there are other cards than natural ones among them: 3S." in text


def test_a_meld_that_nothing_was_added_to_is_not_told_as_changed(read: Read) -> None:
    """Ordinary Canasta: going out concealed beside the kings of the partner leaves these as they lie."""
    text = told(read((EXAMPLES[0].parent / "canasta-concealed.yaml").read_text(encoding="utf-8")))
    assert " + side" not in text and "meld: KC KD KH +" not in text
