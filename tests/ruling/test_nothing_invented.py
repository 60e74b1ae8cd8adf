"""Nothing invented is shown as a fact: not by what an act does, not under other readings, not in a list of what one may do."""

from collections.abc import Callable

import pytest

from meldspec.position.marked import PositionError
from meldspec.position.position import Position
from meldspec.ruling.as_json import choices_json, ruling_json
from meldspec.ruling.as_text import ruling_text
from meldspec.ruling.choices import choices
from meldspec.ruling.choices_as_text import choices_text
from meldspec.ruling.ruling import rule
from meldspec.ruling.score import score
from meldspec.ruling.words import plain

Read = Callable[[str], Position]
DECLINED = """
variant: manzana
turn: 0
phase: draw
stock: 0
pile: 5C KD 8S
hands: [8C 8D 4H QC, OTHERS]
sides: [{melds: [JC JD 2C]}, {}]
act: {action: {type: draw}}
"""
OUT = """
variant: manzana
turn: 0
phase: play
stock: 10
pile: 5C
hands: [4H, OTHERS]
sides: [{melds: [JC JD JH JS]}, {}]
act: {action: {type: discard, card: 4H}}
"""
BEFORE_THE_DRAW = """
variant: bain
turn: 0
phase: draw
stock: 40
pile: 5C
hands: [4H 5D 9S, 11, 9, 12]
feet: [13, 13, 13, 13]
sides: [{}, {}]
act: {action: {type: draw}}
"""
MY_FOOT = """
variant: bain
turn: 0
phase: play
stock: 50
pile: 5C KD
hands: [4H 5D 9S, 11, 9, 12]
feet: [13, 13, 0, 13]
sides: [{melds: [QC QC QD QD QH QH QS, KC KC KD KD KH KH KS]}, {}]
memory: {opener: [0, nobody], earned: [yes, no, yes, no]}
act: {action: {type: draw}}
"""


def told(position: Position) -> str:
    """The ruling on the act of a position, in one line."""
    act = position.act()
    assert act is not None
    return " ".join("\n".join(ruling_text(rule(position, act))).split())


def test_the_last_act_of_a_deal_has_its_score_within_bounds(read: Read) -> None:
    """Manzana, the stock is gone: my meld of 40 less two eights, a queen and a four is 5, and the other's five cards, which nobody
    knows, cost from 25 (all of them fives or lower) to 160 (two jokers and three deuces)."""
    text = told(read(DECLINED.replace("OTHERS", "5")))
    assert "scores: 5 : -160 to -25 totals: 0 : 0 → 5 : -160 to -25" in text
    # With the hand told there is one score, and every hand that could be told lies within the bounds.
    for hand, cost in (("4D 4S 5D 5H 5S", -25), ("JK JK 2D 2H 2S", -160), ("AC AD KC 9D 4D", -65)):
        assert f"scores: 5 : {cost} totals" in told(read(DECLINED.replace("OTHERS", hand)))


def test_a_ruling_tells_the_score_as_the_count_does(read: Read) -> None:
    """What ends a deal is told to come to the same points by a ruling as when the deal is counted; a program gets the bounds."""
    position = read(OUT.replace("OTHERS", "5"))
    act, counted = position.act(), score(position).open
    assert act is not None and counted is not None
    found = ruling_json(rule(position, act))
    assert (found["open_score"]["lowest"], found["open_score"]["highest"]) == (counted.lowest, counted.highest)
    assert {"scores", "totals"} <= set(found["hangs_on_open_cards"])


def test_points_that_hang_on_memory_are_told_within_bounds_too(read: Read) -> None:
    """Manzana: had I not melded before, going out would bring 100 more; the other's unknown hand is no one number there either."""
    text = told(read(OUT.replace("OTHERS", "5")))
    assert "were it no: LEGAL." in text
    assert "scores: 640 : -160 to -25 → 740 : -160 to -25" in text


def test_no_card_that_nobody_knows_is_named_under_another_reading(read: Read) -> None:
    """Bain: of two cards that are drawn and of one nobody knows which they are, so only their number is told."""
    text = told(read(BEFORE_THE_DRAW))
    assert "difference (above → here): hand of seat 0: 5 → 4 cards difference" in text
    assert "gives" not in text


def test_no_red_three_is_invented_in_a_foot(read: Read) -> None:
    """Bain: whether a red three lies in the foot that I take up nobody has said: no reading is told for what would become of
    one, and that one would be laid and replaced is told as what hangs on open cards."""
    text = told(read(MY_FOOT))
    assert "red threes: this hangs on cards that nobody knows here" in text
    assert "stock: this hangs on cards that nobody knows here" in text
    assert "cards.red-threes.duty" not in text and "deal.replace-threes.ever" not in text


def test_a_stock_that_is_not_told_has_no_number(read: Read) -> None:
    """How many cards the stock has is told where the file says it, and else it is said what it is taken to be."""
    counted = BEFORE_THE_DRAW.replace("act:", "title: x\nact:")
    assert "stock: 40 → 38" in told(read(counted))
    text = told(read(counted.replace("stock: 40\n", "")))
    assert "stock: all cards that lie nowhere else → 2 fewer" in text
    assert "The stock is taken to be all cards that lie nowhere else." in text


FORCED = """
variant: manzana
turn: 0
phase: draw
pile: 5C KD 8S
hands: [QC QD 4H, 5]
sides: [{melds: [8C 8D 2C]}, {}]
act: {action: {type: draw}}
"""


def test_the_stock_is_asked_for_where_the_verdict_turns_on_it(read: Read) -> None:
    """Manzana: the top eight fits my meld, so I have to take it where the stock is gone (paragraph 50); who does not tell of the
    stock is asked whether any card is left, and who tells is not."""
    position = read(FORCED)
    act = position.act()
    assert act is not None
    asked = rule(position, act).turning
    assert [memory.question for memory in asked] == ["How many cards are left in the stock: none?"]
    assert "LEGAL, unless" in told(position)
    for count, verdict in ((0, "illegal"), (1, "legal"), (40, "legal")):
        position = read(f"{FORCED}stock: {count}")
        found = rule(position, act)
        assert (found.verdict, found.turning) == (verdict, ())


@pytest.mark.parametrize("phase", ["play", "draw"])
def test_nothing_is_listed_of_a_hand_that_nobody_knows(read: Read, phase: str) -> None:
    """Ordinary Canasta: what I may lay or discard of cards that I do not tell cannot be listed, and it is said so."""
    text = f"{{variant: canasta, turn: 0, phase: {phase}, stock: 30, pile: 5C KD, hands: [5, 11, 11, 11]}}"
    position = read(text)
    listed = "\n".join(choices_text(position, plain))
    assert "what the cards of seat 0 allow, which nobody knows" in listed
    assert "discard one of" not in listed and ("draw from the stock" in listed) == (phase == "draw")
    assert choices_json(position, choices(position))["unseen"] == [0]


def test_nothing_legal_instead_is_invented(read: Read) -> None:
    """Ordinary Canasta: who may not draw again is told of no card to discard that nobody has seen."""
    text = "{variant: canasta, turn: 0, phase: play, stock: 30, pile: 5C KD, hands: [5, 11, 11, 11], act: {action: {type: draw}}}"
    position = read(text)
    assert "NOT LEGAL" in told(position) and "Legal instead" not in told(position)
    act = position.act()
    assert act is not None
    assert ruling_json(rule(position, act))["what_now"]["legal"] == []


UNTOLD_FOOT = MY_FOOT.replace("memory: {opener: [0, nobody], earned: [yes, no, yes, no]}", "MEMORY")


def test_what_follows_from_an_answer_is_not_asked_besides(read: Read) -> None:
    """Bain (003, paragraph 105): only the opener who has completed a canasta takes up the foot in the midst of the turn; to the
    other it comes by itself, so who has completed one and has the foot still is the opener, and the canasta alone is asked for."""
    position = read(UNTOLD_FOOT.replace("MEMORY", ""))
    text = told(position)
    assert "NOT LEGAL, unless" in text
    assert "Seat 0: Has this player completed a canasta of the side? Taken: no; were it yes: LEGAL." in text
    assert "Who laid the first meld" not in text
    both = read(UNTOLD_FOOT.replace("MEMORY", "memory: {opener: [0, unknown], earned: [yes, unknown, unknown, unknown]}"))
    assert "LEGAL Why" in told(both) and "NOT LEGAL" not in told(both).partition("Under other readings")[0]


CONCEALED = """
variant: canasta
ended: {how: out, seat: 1}
stock: 18
pile: 7C 4D
hands: [KC 9D 5H, "", JK 3S, 6D 6H]
sides: [{melds: [QC QD QH QS QC QD QH, 8C 8D 2S], red_threes: 3D}, {melds: [AC AD AH AS AC JK 2C, 7C 7D 7H], red_threes: 3H 3H}]
memory: {has-melded: [yes, yes, yes, yes]}
"""


def test_a_stricter_reading_of_a_concealed_hand_is_not_told_to_bring_more(read: Read) -> None:
    """Ordinary Canasta: whoever has melded in an earlier turn had melds before this one, so the reading by which those of the side
    spoil it brings nothing; that file does not tell which melds lay there, and no hundred points are told for certain."""
    found = score(read(CONCEALED))
    assert found.scores == (630, 775)
    assert dict(found.unless) == {("score.concealed.whose", "the-side"): "melds-before[1] 2 melds"}
    known = CONCEALED.replace("yes]}", "yes], melds-before: [[], [AC AD AH AS AC JK 2C]]}")
    assert not [one for one in score(read(known)).otherwise if one[0] == "score.concealed.whose"]


GARBAGE = """
variant: bain
turn: 0
phase: draw
stock: 40
pile: 5C 2D KD QH
hands: [QC QS 4H 5D 9S, 11, 9, 12]
feet: [0, 13, 0, 13]
sides: [{melds: [QC QC QD QD QH QH QS, 7C 7C 7D 7D 7H 7H 7S]}, {}]
memory: {opener: [0, nobody], earned: [yes, no, yes, no]}
act: {action: {type: take, plays: [{to: garbage, cards: QC QS QH}], top: 0}}
"""


def test_whose_canastas_count_is_left_open_where_nobody_has_said_it(read: Read) -> None:
    """Bain: read so that only a player's own canastas let cards go to the garbage pile, it hangs on who completed the queens, which
    the file does not say; so that reading is not told to be against it."""
    position = read(GARBAGE)
    act = position.act()
    assert act is not None
    found = rule(position, act)
    own = [one for one in found.otherwise if one.reading == "the-players"]
    assert found.judgement.legal and own and all(one.unless == ("completed-cards 14 cards",) for one in own)
    assert "the-players" not in told(position)


SECOND_CANASTA = """
variant: bain
turn: 0
phase: play
stock: 50
pile: 5C KD
hands: [KS 4H 5D, 11, 9, 12]
feet: [0, 13, 13, 13]
sides: [{melds: [QC QC QD QD QH QH QS, KC KC KD KD KH KH]}, {}]
act: {action: {type: meld, plays: [{to: 1, cards: KS}]}}
"""


def test_a_reason_that_nobody_has_told_is_told_as_taken(read: Read) -> None:
    """Bain: a second canasta waits in any case until the partner has one; that it is the opener who waits besides is a reason only
    if seat 0 opened, which nobody has told, and it is said so."""
    text = told(read(SECOND_CANASTA))
    asked = "This rests on what nobody has told: Side 0: Who laid the first meld of this side? Taken: seat 0."
    assert "NOT LEGAL Why" in text and text.count(asked) == 1
    assert text.index(asked) < text.index("[foot.waiting]") < text.index("[foot.one-each]")
    # Who tells that seat 0 opened is told that reason for certain; who tells that the partner did is not told it at all.
    assert "nobody has told" not in told(read(SECOND_CANASTA + "memory: {opener: [0, nobody]}"))
    assert "[foot.waiting]" not in told(read(SECOND_CANASTA + "memory: {opener: [2, nobody]}"))


DOWN_TO_A_SEVEN = """
variant: bain
turn: 0
phase: play
stock: 40
pile: 5C
hands: [KC KD KH 7S, 11, 12, 13]
feet: [13, 13, 13, 13]
sides: [{melds: [9C 9D 9H]}, {}]
act: {action: {type: meld, plays: [{to: new, cards: KC KD KH}]}}
"""


def test_a_question_that_the_table_answers_is_not_asked(read: Read) -> None:
    """Bain: with no canasta before the side nobody of it has completed one, so it is against the rules flatly to be left with a
    seven; and a file that says otherwise contradicts its own table."""
    text = told(read(DOWN_TO_A_SEVEN))
    assert "NOT LEGAL Why" in text and "Has this player completed a canasta" not in text
    with pytest.raises(PositionError, match="though the table shows otherwise"):
        read(DOWN_TO_A_SEVEN + "memory: {earned: [yes, no, no, no]}")


OPENING = """
variant: dollars
turn: 0
phase: play
stock: 40
pile: 5C
hands: [9D 9H 9S AC AD AH 4C, 11, 12, 13]
feet: [11, 11, 11, 11]
sides: [{}, {}]
act: {action: {type: meld, plays: [{to: new, cards: AC AD AH}]}}
"""


def test_what_is_taken_of_the_match_is_told(read: Read) -> None:
    """Dollars: sixty points open in the first deal alone, so that it is taken to be the first is said; Manzana: the totals of a
    match of which nothing was told begin at nothing, and that is said where they are told."""
    assert "Which deal of the match it is: taken to be the first." in told(read(OPENING))
    assert "Which deal" not in told(read(OPENING + "deal: 1"))
    later = "Which deal of the match it is: taken to be the second, since there are points before it."
    assert later in told(read(OPENING + "totals: [155, 0]"))
    with pytest.raises(PositionError, match=r"155 0 before the first deal[\s\S]*nobody has points yet[\s\S]*leave it out"):
        read(OPENING + "totals: [155, 0]\ndeal: 1")
    taken = "What the sides had before this deal: taken to be nothing."
    assert taken in told(read(OUT.replace("OTHERS", "5")))
    assert taken not in told(read(OUT.replace("OTHERS", "5") + "totals: [0, 0]"))
    assert "Which deal" not in told(read(OUT.replace("OTHERS", "5")))
