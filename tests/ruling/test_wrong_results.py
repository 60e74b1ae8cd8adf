"""Positions worked out beforehand that were once judged or scored wrong, each in full with the right figure worked out by hand.

What was wrong in the law itself stands in `tests/spec/test_corrected_readings.py`, acts that cannot have been meant in
`tests/position/test_asked_act.py`, tables that no game comes to in `tests/spec/test_never.py`, and the opening for which it takes
several melds in `tests/ruling/test_choices.py`. Paragraphs are those of the sheets: 000 Dollars, 002 Kadner, 003 Pennies with
Railroad and Bain, 004 Manzana.
"""

from collections.abc import Callable

import pytest
from tests.engine.variants import shelf

from meldspec.position.marked import PositionError
from meldspec.position.position import Position
from meldspec.ruling.as_json import ruling_json
from meldspec.ruling.ruling import Ruling, rule
from meldspec.ruling.score import score

Read = Callable[[str], Position]


def ruled(position: Position) -> Ruling:
    """The ruling on the act of a position."""
    act = position.act()
    assert act is not None
    return rule(position, act)


def turned(ruling: Ruling) -> set[str]:
    """The readings, as `question=reading`, that turn the verdict."""
    mine = ruling.judgement.legal
    return {f"{o.question}={o.reading}" for o in ruling.otherwise if o.judgement.legal != mine and not o.judgement.impossible}


def scored(position: Position) -> tuple[tuple[int, ...], dict[str, tuple[int, ...]]]:
    """The points of each side, and what memory that nobody told of would make of them, by its name."""
    found = score(position)
    return found.scores, {memory.name: memory.outcome for memory in found.deciding}


# ── who went out is told by `ended` ─────────────────────────────────────────────────────────────────────────────────────────

SEVENS = "7C 7C 7D 7D 7H 7H 7S"
WILD = "2C 2D 2H 2S 2C JK JK"
ALL_FOUR = f"QC QC QD QD QH QH QS, JC JC JD JD JH 2C JK, {WILD}, {SEVENS}"
EIGHTS = "8C 8D 8H 8S 8C 8D 8H, KC KD KH"
BAIN = """
variant: bain
ended: {{how: out, seat: {seat}}}
stock: 20
pile: 6C 4D
hands: [{hands}]
feet: [0, 0, 0, 0]
sides: [{{melds: [{first}]}}, {{melds: [{second}]}}]
"""


@pytest.mark.parametrize("seat", [0, 1])
def test_bain_pays_whoever_is_said_to_have_gone_out(read: Read, seat: int) -> None:
    """Canastas 500 + 300 + 1000 + 1500 (003, paragraphs 113 to 116), cards 7x10 + 5x10+20+50 + 5x20+2x50 + 7x5 = 425, the partner's
    eight -10, and 200 for going out (paragraph 117) are 3915; the others have 500 + 70 + 30 - 15 - 10 = 575."""
    hands = ['""', "KC 5D", "8C", "9D"] if not seat else ["9D", '""', "KC 5D", "8C"]
    melds = [ALL_FOUR, EIGHTS] if not seat else [EIGHTS, ALL_FOUR]
    position = read(BAIN.format(seat=seat, hands=", ".join(hands), first=melds[0], second=melds[1]))
    scores, deciding = scored(position)
    assert scores == ((3915, 575) if not seat else (575, 3915))
    # Nobody else is offered as the one who went out, and no other reading as the one that pays for it.
    assert not deciding
    assert "out.canasta.feet" not in {question for question, _, _ in score(position).otherwise}


def test_kadner_pays_whoever_is_said_to_have_gone_out(read: Read) -> None:
    """Books 1500 + 1000 + 3x500 + 2x300 (002, paragraphs 19 to 22), cards 200 + 35 + 3x70 + 6x10+20 + 5x10+2x20 = 615, the
    partner's ace -20, and 100 for going out (paragraph 39) are 5295; the others have 30 - 15 - 5 = 10."""
    text = f"""
variant: kadner
ended: {{how: out, seat: 0}}
stock: 40
pile: 9C 6D
hands: ["", KC 5H, AC, 6D]
feet: [0, 0, 0, 0]
sides:
  - melds:
      - {WILD}
      - {SEVENS}
      - KC KC KD KD KH KH KS
      - QC QC QD QD QH QH QS
      - JC JC JD JD JH JH JS
      - 9C 9C 9D 9D 9H 9H 2S
      - TC TC TD TD TH 2S 2S
  - melds: [8C 8D 8H]
"""
    assert scored(read(text)) == ((5295, 10), {})


# ── what was melded before this turn is asked for, and not called certain ───────────────────────────────────────────────────

MANZANA = """
variant: manzana
{when}
stock: 14
pile: 7C 4D
hands: [{hand}, KC 9D]
sides: [{{melds: [8C 8D 8H 8S, QC QD QH]}}, {{}}]
"""
OVER = MANZANA.format(when="ended: {how: out, seat: 0}", hand='""')
LAST_DISCARD = MANZANA.format(when="turn: 0\nphase: play", hand="5C") + "act: {action: {type: discard, card: 5C}}\n"


@pytest.mark.parametrize(("text", "known"), [(OVER, ""), (LAST_DISCARD, "melded-now: yes, ")])
def test_a_player_alone_may_have_laid_all_melds_in_the_last_turn(read: Read, text: str, known: str) -> None:
    """Canasta 500, cards 4x10 + 3x10, going out 100 (004, paragraphs 58 and 60): 670; 770 if all was laid in the last turn
    (paragraph 59), which no table shows; so it is asked for, and the file may tell it."""
    assert scored(read(text + f"memory: {{{known}}}\n")) == ((670, -20), {"has-melded[0]": (770, -20)})
    assert scored(read(text + f"memory: {{{known}has-melded: [no, no]}}\n")) == ((770, -20), {})


def test_melds_of_this_turn_are_not_taken_for_earlier_ones(read: Read) -> None:
    """Both sides have melds, and the player had laid nothing before: canasta 500, cards 7x10 + 3x10, partner -10, out 100 and
    concealed 100 are 790, and 690 where melds of the partner lay there and the player's canasta is none of this turn (Pagat)."""
    text = """
variant: canasta
ended: {how: out, seat: 0}
stock: 14
pile: 7C 4D
hands: ["", KC, 9D, 5C]
sides: [{melds: [8C 8C 8D 8D 8H 8H 8S, QC QD QH]}, {melds: [JC JD JH]}]
memory: {has-melded: [no, yes, no, no]}
"""
    scores, deciding = scored(read(text))
    assert scores == (790, 15)
    assert deciding["melds-before[0]"] == (690, 15)
    told = text.replace("no, no]}", "no, no], melds-before: [[QC QD QH], [JC JD JH]]}")
    assert scored(read(told)) == ((790, 15), {})


@pytest.mark.parametrize(("before", "points"), [("KC KD KH", 700), ("KC KD KH KS", 800)])
def test_a_king_added_to_the_partners_kings_is_told(read: Read, before: str, points: int) -> None:
    """The partner had melded kings: canasta 500, cards 7x10 + 4x10, partner -10, out 100 are 700; 100 more for a concealed hand,
    but not where one of the kings was added to what the partner had (Pagat, Britannica); what lay there is asked for."""
    text = """
variant: canasta
turn: 0
phase: play
stock: 14
pile: 7C 4D
hands: [5C, TC, 9D, 5D]
sides: [{melds: [8C 8C 8D 8D 8H 8H 8S, KC KD KH KS]}, {}]
memory: {has-melded: [no, no, yes, no], melded-now: yes}
act: {action: {type: discard, card: 5C}}
"""
    assert scored(read(text))[1]["melds-before[0]"] == (700, -15)
    told = text.replace("melded-now: yes}", f"melded-now: yes, melds-before: [[{before}], []]}}")
    assert scored(read(told)) == ((points, -15), {})


# ── verdicts ────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_bain_lets_the_partner_be_asked_in_the_play(read: Read) -> None:
    """Whoever can go out may ask the partner (003, paragraph 111), and who is in the play of a turn has obtained cards."""
    text = f"""
variant: bain
turn: 0
phase: play
stock: 40
pile: 6C
hands: [KC KD, 11, 11, 11]
feet: [0, 0, 0, 0]
sides: [{{melds: [{ALL_FOUR}, KC KD KH]}}, {{melds: [{EIGHTS}]}}]
act: {{action: {{type: ask, seat: 2}}}}
"""
    assert ruled(read(text)).judgement.legal


LAST_KING = """
variant: pennies
readings: {deal.replace-threes.ever: never}
turn: 0
phase: play
stock: 40
pile: 6C
hands: [KC, 13, 13, 13, 13, 13]
feet: [11, 11, 11, 11, 11, 11]
sides: [{melds: [QC QD QH]}, {}]
act: {action: {type: pass}}
"""


def test_one_card_is_discarded_though_no_red_three_is_replaced(read: Read) -> None:
    """A turn ends with a discard (003, paragraph 21), also where a red three is never replaced and there was none; Railroad does
    not ask that at all."""
    assert not ruled(read(LAST_KING)).judgement.legal
    for_four = LAST_KING.replace("pennies", "bain").replace(", 13, 13]", "]").replace(", 11, 11]", "]")
    assert not ruled(read(for_four)).judgement.legal
    assert "deal.replace-threes.ever" not in shelf().sheet("railroad").book.questions()


STOOD = """
variant: pennies
readings: {{{question}: {reading}}}
turn: 0
phase: play
stock: 40
pile: 5C
hands: [{hand}, 12, 12, 12, 12, 12]
feet: [0, 11, 11, 11, 11, 11]
sides: [{{melds: [{melds}]}}, {{melds: [{theirs}]}}]
memory: {{melded-now: yes}}
act: {{action: {{type: discard, card: {card}}}}}
"""


@pytest.mark.parametrize(
    ("question", "reading", "hand", "melds", "card", "memory"),
    [
        ("discard.sevens.moment", "at-start", "7H KC 4D", SEVENS, "7H", "sevens-stood"),
        ("out.canasta.same-turn", "before", "KC", ALL_FOUR, "KC", "stood[0]"),
    ],
)
def test_what_stood_when_the_turn_began_is_asked_for(
    read: Read, question: str, reading: str, hand: str, melds: str, card: str, memory: str
) -> None:
    """Where canastas must have been there when the turn began (readings of 003, paragraphs 40 and 52), one that may have been
    completed in this very turn is not said to have been."""
    theirs = "7C 7D 7D 7S 7S 7S 7H" if card == "7H" else EIGHTS
    text = STOOD.format(question=question, reading=reading, hand=hand, melds=melds, card=card, theirs=theirs)
    ruling = ruled(read(text))
    assert not ruling.judgement.legal
    assert {(one.name, one.outcome.legal) for one in ruling.deciding} >= {(memory, True)}


def test_other_melds_help_where_five_cards_are_taken(read: Read) -> None:
    """Dollars, second deal: 3x10 + 3x20 = 90 of 90 needed in the meld with the top card and another (000, paragraph 35), also where
    one meld alone would have to reach it in opening from the hand."""
    text = """
variant: dollars
readings: {opening.together.added: one-alone}
deal: 2
turn: 0
phase: draw
stock: 40
pile: 6C 9D KH
hands: [KC KD AC AD AH 4C 5C, 13, 13, 13]
feet: [11, 11, 11, 11]
act: {action: {type: take, plays: [{to: new, cards: KC KD KH}, {to: new, cards: AC AD AH}], top: 0}}
"""
    assert ruled(read(text)).judgement.legal


def test_a_hand_of_sevens_that_takes_is_told_with_all_its_readings(read: Read) -> None:
    """Dollars: my hand is two sevens, and the top king would join our kings; what came with it rests, so nothing is left to discard
    (000, paragraphs 45 and 48); that the hand had no discard when the last turn ended follows from it."""
    text = """
variant: dollars
turn: 0
phase: draw
stock: 40
pile: 6C 9D KH
hands: [7C 7D, 13, 13, 13]
feet: [11, 11, 11, 11]
sides: [{melds: [KC KD KS, AC AD AH]}, {}]
act: {action: {type: take, plays: [{to: 0, cards: KH}], top: 0}}
"""
    ruling = ruled(read(text))
    assert not ruling.judgement.legal
    assert turned(ruling) >= {
        "pile.take.use=discard-only",
        "end.sevens.own-taking=ends",
        "end.sevens.own-taking=discard-resting",
    }
    assert "trapped" not in {memory.name for memory in ruling.deciding}


@pytest.mark.parametrize("game", ["pennies", "dollars"])
def test_the_deal_goes_on_behind_the_last_card_of_the_stock(read: Read, game: str) -> None:
    """Play goes on without a stock (003, paragraph 54; 000, paragraph 47), so nobody asks whether a discard ends it."""
    seats = 6 if game == "pennies" else 4
    text = f"variant: {game}\nturn: 0\nphase: play\nhands: [4C KC{', 11' * (seats - 1)}]\nfeet: [{', '.join(['11'] * seats)}]\n"
    position = read(text + "act: {action: {type: discard, card: 4C}}\n")
    assert "end.stock.last-card" not in position.rulebook.questions()
    assert not {o.question for o in ruled(position).otherwise if o.question.startswith("end.stock")}


# ── tables, and what a program gets ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("when", ["turn: 0\nphase: play", "ended: {how: stock}"])
def test_cards_that_rest_out_of_turn_are_refused(read: Read, when: str) -> None:
    """Dollars: what came with the top card is used from the next turn on (000, paragraph 34), so nobody has cards resting whose
    turn it is not, and nobody in a deal that is over; they would be left out of the score."""
    text = f"""
variant: dollars
{when}
stock: 20
pile: 4C
hands: [KC, 5D, 9C, 4H]
feet: [11, 11, 11, 11]
places: {{resting: ["", KD QD, "", ""]}}
"""
    with pytest.raises(PositionError, match=r"hands\[1\]: Cards rest beside the hand"):
        read(text)


def test_two_unfinished_melds_of_nines_are_refused(read: Read) -> None:
    """Ordinary Canasta: a side has one meld of a rank, so a table with two is none (Pagat)."""
    text = "{variant: canasta, turn: 0, phase: draw, hands: [KC, 5C, 6C, 7C], sides: [{melds: [9C 9D 9H, 9S 9C 9D]}, {}]}"
    with pytest.raises(PositionError, match="The side has two melds of one rank"):
        read(text)


def test_a_program_is_given_the_melds_that_are_remembered(read: Read) -> None:
    """What lay before this turn is given as melds, card by card, as a file tells it."""
    text = "{variant: canasta, turn: 0, phase: draw, stock: 40, pile: 7C 4D, hands: [5C 6C, TC, 9D, 5D],"
    position = read(text + " sides: [{melds: [9C 9D 9H]}, {}], act: {action: {type: draw}}}")
    told = ruling_json(ruled(position))["memory"]
    assert (told["melds-before[0]"], told["melds-before[1]"]) == (["9C 9D 9H"], [])


PICKED_UP = """
variant: {game}
{when}
stock: 20
pile: 5C
hands: [KC, 5D, AC, 8C{more}]
feet: [11, 0, 11, 11{more}]
sides: [{{}}, {{melds: [8C 8D 8H, JC JD JH JS 2C 2D]}}]
"""


@pytest.mark.parametrize("when", ["turn: 0\nphase: play", "ended: {how: stock}"])
@pytest.mark.parametrize("game", ["pennies", "dollars", "bain"])
def test_a_foot_that_nobody_can_have_earned_is_refused(read: Read, game: str, when: str) -> None:
    """Pennies, Dollars, Bain: without a canasta before the side none of its players has laid a seventh card, so a foot that is gone
    is a slip of the file, in the midst of the deal as when it is counted."""
    text = PICKED_UP.format(game=game, when=when, more=", 11, 11" if game == "pennies" else "")
    with pytest.raises(PositionError, match=r"feet\[1\]: The foot has been taken up, though the side has no canasta"):
        read(text)
