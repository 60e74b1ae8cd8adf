"""What a ruling rests on: the paragraph in dispute is cited, of an act that is allowed too."""

from collections.abc import Callable

from meldspec.position.position import Position
from meldspec.ruling.as_text import ruling_text
from meldspec.ruling.because import Because
from meldspec.ruling.grounds import grounds
from meldspec.ruling.ruling import rule

Read = Callable[[str], Position]
QUEENS = """
variant: railroad
options: {players: 4, members: 2}
turn: 0
phase: play
stock: 60
pile: 9C
hands: [QC QD 2C 5D KC, 6, 7, 8]
feet: [11, 11, 0, 11]
sides: [{melds: [QC QC QD QD QH QH QS]}, {}]
act: {action: {type: meld, plays: [{to: new, cards: QC QD 2C}]}}
"""
LAST_CARD = """
variant: pennies
turn: 0
phase: play
stock: 40
pile: 5C
hands: [KC, 12, 12, 12, 12, 12]
feet: [11, 11, 11, 11, 11, 11]
sides: [{melds: [9C 9C 9D 9D 9H 9H 9S]}, {melds: [8C 8D 8H]}]
memory: {earned: [yes, no, no, no, no, no]}
act: {action: {type: discard, card: KC}}
"""
NATURAL_CANASTA = """
variant: manzana
turn: 0
phase: play
stock: 14
pile: 5C
hands: [2C QD 4H 7S, 6]
sides: [{melds: [9C 9D 9H 9S]}, {}]
act: {action: {type: meld, plays: [{to: 0, cards: 2C}]}}
"""
CARDS_THAT_REST = """
variant: dollars
turn: 0
phase: draw
stock: 40
pile: 9D 4C 5C 8C AC KS
hands: [KC KD, 11, 12, 13]
feet: [0, 11, 11, 11]
sides: [{melds: [9C 9C 9D 9D 9H 9H 9S, QC QD QH]}, {}]
act: {action: {type: take, plays: [{to: new, cards: KC KD KS}], top: 0}}
"""
PILE = """
variant: canasta
turn: 0
phase: draw
stock: 40
pile: {pile}
hands: [{hand}, 11, 11, 11]
sides: [{{melds: [TC TD TH]}}, {{}}]
act: {{action: {{type: take, plays: [{{to: 0, cards: TS}}], top: 0}}}}
"""


def told(position: Position) -> tuple[Because, ...]:
    """What the ruling on the act of a position rests on."""
    act = position.act()
    assert act is not None
    return grounds(rule(position, act))


def text(position: Position) -> str:
    """The ruling on the act of a position in full, each paragraph in one line."""
    act = position.act()
    assert act is not None
    return " ".join(" ".join(ruling_text(rule(position, act))).split())


def test_what_lets_an_act_pass_is_cited_where_it_is_in_dispute(read: Read) -> None:
    """Paragraph 66 of Railroad speaks of three more queens: it is cited, and it is said how it is read for two and a deuce."""
    first = told(read(QUEENS))[0]
    assert (first.clause, [cited.paragraphs for cited in first.sources]) == ("meld.new-set", ["66"])
    assert [(one.question, one.says) for one in first.disputed] == [("meld.new-set.bare", "Yes, whatever makes a meld will do.")]
    assert "three cards that begin another meld of the rank? Read here: “Yes, whatever makes a meld will do.”" in text(read(QUEENS))


def test_a_rule_that_every_act_fulfils_gives_way_to_the_one_in_dispute(read: Read) -> None:
    """A deuce on a natural canasta rests on paragraph 24 of Manzana, and not on the words about laying melds."""
    assert [(one.clause, one.sources[0].paragraphs) for one in told(read(NATURAL_CANASTA))] == [("meld.spoiled-canasta", "24")]


def test_what_takes_a_duty_away_comes_before_the_duty(read: Read) -> None:
    """The last card is discarded since the foot follows, by paragraph 47 of Pennies; what going out takes would bar it but for
    that, and is told behind it."""
    found = {one.clause: one for one in told(read(LAST_CARD))}
    assert list(found)[-2:] == ["foot.last-card", "out.canasta"]
    assert [reason.sentence for reason in found["foot.last-card"].says] == [
        "It is the last card of the hand, and the foot follows."
    ]
    assert found["foot.last-card"].sources[0].paragraphs == "47, 52"
    assert found["out.canasta"].escaped and not found["out.canasta"].says
    assert "But for that this would bar it: All four types are needed" in text(read(LAST_CARD))


def test_a_clause_that_a_reason_is_from_is_told_with_its_source(read: Read) -> None:
    """That cards of the pile rest until the next turn is paragraph 34 of Dollars: it is cited where it leaves no discard."""
    found = {one.clause: one for one in told(read(CARDS_THAT_REST))}
    assert [cited.paragraphs for cited in found["pile.take"].sources] == ["13, 34-36"]


def test_of_the_ways_to_take_the_pile_that_comes_first_which_was_meant(read: Read) -> None:
    """The top ten would join the meld of tens, were the pile not frozen: that is told first, and told once."""
    ruling = text(read(PILE.format(pile="2H 4D TS", hand="QC QH 5D JS")))
    assert (
        "none is open The pile is frozen: a wild card lies in it (2H) [pile.frozen]. With a meld of the side [pile.match]" in ruling
    )
    assert ruling.count("The pile is frozen: ") == 1


def test_another_reading_is_told_by_the_way_that_it_closes(read: Read) -> None:
    """Where a black three freezes the pile, that is why the meld of tens cannot be added to; pairs are no matter."""
    ruling = text(read(PILE.format(pile="3S 4D TS", hand="QC QH 5D JS")))
    assert "freezes: “Yes, like a wild card.” NOT LEGAL: The pile is frozen: a black three lies in it (3S) [pile.match]." in ruling


def test_what_the_table_bars_whatever_is_laid_comes_first(read: Read) -> None:
    """A black three on top is taken by nobody, and that is told before what the three threes would have taken besides."""
    take = PILE.format(pile="4H 6D 3S", hand="3C 3C 5D 4D KD").replace("{to: 0, cards: TS}", "{to: new, cards: 3C 3C 3S}")
    assert [reason.sentence for reason in told(read(take))[0].says] == ["The top card, 3S, is a black three."]
