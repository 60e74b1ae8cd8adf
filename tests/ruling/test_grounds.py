"""What a ruling rests on: the paragraph in dispute is cited, of an act that is allowed too."""

from collections.abc import Callable

from meldspec.data import folder
from meldspec.position.position import Position
from meldspec.ruling.as_text import ruling_text
from meldspec.ruling.because import Because
from meldspec.ruling.grounds import grounds
from meldspec.ruling.page import Manner, Source
from meldspec.ruling.ruling import rule
from meldspec.sources.sources import sources_below

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


NO_DISCARD_LEFT = """
variant: railroad
options: {players: 2, members: 1}
turn: 0
phase: play
stock: 60
pile: 9C
hands: [KC KD KH, 6]
feet: [0, 11]
sides:
  - melds: [QC QC QD QD QH QH QS, JC JC JD JD JH 2C JK, 2C 2D 2H 2S 2C JK JK, 7C 7C 7D 7D 7H 7H 7S]
  - melds: [9C 9D 9H]
act: {action: {type: meld, plays: [{to: new, cards: KC KD KH}]}}
"""
FOUR_SEVENS = """
variant: pennies
turn: 0
phase: play
stock: 30
pile: 9C
hands: [7C 7D 7H 7S, 12, 12, 12, 12, 12]
feet: [0, 11, 11, 11, 11, 11]
sides: [{melds: [QC QC QD QD QH QH QS]}, {melds: [8C 8D 8H]}]
memory: {trapped: yes}
act: {action: {type: meld, plays: [{to: new, cards: 7C 7D 7H 7S}]}}
"""
KING_AND_SEVENS = """
variant: pennies
turn: 0
phase: play
stock: 30
pile: 9C
hands: [KC 7C 7D, 12, 12, 12, 12, 12]
feet: [0, 11, 11, 11, 11, 11]
sides: [{melds: [KC KD KH, 7C 7C 7D 7D 7H 7H 7S]}, {melds: [8C 8D 8H]}]
act: {action: {type: meld, plays: [{to: 0, cards: KC}]}}
"""


def test_nobody_lays_the_hand_in_railroad(read: Read) -> None:
    """Paragraph 81 of the page is what forbids it: it is cited, and sevens are no reason, as there are none in the hand, nor is
    what the other side has."""
    ruling = text(read(NO_DISCARD_LEFT))
    assert "It leaves no cards in the hand" in ruling
    assert "No card but sevens would be left" not in ruling and "Side 1 " not in ruling
    found = {one.clause: one for one in told(read(NO_DISCARD_LEFT))}
    assert found["out.able-to-end"].sources[0].paragraphs == "52, 55, 81" and not found["out.able-to-end"].inherited


def test_what_would_allow_an_act_otherwise_read_is_cited_too(read: Read) -> None:
    """That all but one of four sevens are laid is paragraph 55 of the page, and the blog says all in its paragraph 40: it decides,
    so it is told with what refuses the act."""
    found = {one.clause: one for one in told(read(FOUR_SEVENS))}
    assert [cited.paragraphs for cited in found["end.sevens"].sources] == ["55", "38, 40"]
    assert [one.says for one in found["end.sevens"].disputed] == ["No, one is kept."]
    ruling = text(read(FOUR_SEVENS))
    assert "In doubt The sources disagree. May all the sevens be laid? Read here: “No, one is kept.”" in ruling
    assert "No card but sevens would be left" not in ruling


def test_that_a_side_has_no_sevens_is_told_for_what_it_matters_to(read: Read) -> None:
    """Why a seven may not be discarded is paragraph 40, and not what going out takes."""
    ruling = text(read(KING_AND_SEVENS))
    assert "7C is a seven, and side 1 has no canasta of sevens [discard.sevens]." in ruling
    assert "All four types are needed" not in ruling


TAKE_FOR_GARBAGE = """
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
NINES = """
variant: bain
turn: 0
phase: play
stock: 40
pile: 5C
hands: [9C 9D 2C 2D 4H, 11, 9, 12]
feet: [13, 13, 13, 13]
sides: [{melds: [QC QD QH]}, {}]
act: {action: {type: meld, plays: [{to: new, cards: 9C 9D 2C 2D}]}}
"""
DOWN_TO_ONE = """
variant: manzana
turn: 0
phase: play
stock: 20
pile: 5C
hands: [7C 7D 7H QC, 6]
sides: [{melds: [JC JD JH]}, {}]
act: {action: {type: meld, plays: [{to: new, cards: 7C 7D 7H}]}}
"""


def test_what_lets_cards_go_onto_the_garbage_pile_is_told(read: Read) -> None:
    """Paragraph 120 of the page asks for a canasta of sevens and for one of queens: both are told, and no card by card."""
    ruling = text(read(TAKE_FOR_GARBAGE))
    assert "Side 0 has a canasta of sevens, and so may have a garbage pile [meld.garbage]." in ruling
    assert ruling.count("It has a canasta of queens, and so queens may go onto that pile [meld.garbage].") == 1
    found = {one.clause: one for one in told(read(TAKE_FOR_GARBAGE))}
    assert [cited.paragraphs for cited in found["meld.garbage"].sources] == ["120-121"]
    # How far the take reaches is paragraph 104, and where it is in doubt that is told with the paragraph.
    assert "How far down does a take reach? [pile.whole.depth] (BN-A04; pennies-page 104)" in ruling


def test_all_cards_that_rest_are_no_discard(read: Read) -> None:
    """Dollars: with both kings laid no card of the hand is left, and of the four that came with the pile none may be discarded."""
    ruling = text(read(CARDS_THAT_REST))
    assert "To discard AC would not be legal then: AC came with the pile in this turn and rests until the next" in ruling
    assert "; nor 8C 5C 4C [pile.take]" in ruling


def test_cards_that_are_no_meld_are_told_first(read: Read) -> None:
    """Two nines and two deuces are refused by paragraph 102 of the page, which comes before what laying them would leave; why the
    four could not be discarded is told there, too."""
    found = told(read(NINES))
    assert [(one.clause, one.sources[0].paragraphs) for one in found[:2]] == [("meld.set", "6, 26, 29"), ("meld.wilds", "102")]
    assert "To discard 4H would not be legal then: side 0 lacks a canasta of sevens" in text(read(NINES))


def test_a_clause_that_cites_the_game_itself_is_not_said_to_cite_none(read: Read) -> None:
    """That nobody comes down to one card without a canasta is paragraph 49 of Manzana, though the clause is that of the base."""
    position = read(DOWN_TO_ONE)
    act = position.act()
    assert act is not None
    sources = {tag: Source(one.title, one.address, one.games) for tag, one in sources_below(folder("spec")).items()}
    ruling = " ".join(" ".join(ruling_text(rule(position, act), Manner(sources=sources))).split())
    assert "Inherited from 'canasta'. [" in ruling and "(manzana), paragraph 49" in ruling
    assert "names no paragraph" not in ruling


CONCEALED = """
variant: canasta
turn: 2
phase: play
stock: 61
pile: 6H 9C
hands: [8, 11, 5S, 11]
sides: [{melds: [KC KD KH, AC AC AD AD AH AH AS, QC QD QH QS]}, {}]
memory: {has-melded: [yes, no, HAD, no], melds-before: [[KC KD KH], []], melded-now: yes, obtained: yes, took: no, refused: no}
act: {action: {type: discard, card: 5S}}
"""


def test_going_out_concealed_is_told_with_what_it_takes(read: Read) -> None:
    """Ordinary Canasta: who had melded nothing, adds nothing to the partner's kings and lays a canasta of aces goes out concealed;
    that is told with its clause, and not to who had melded before."""
    found = {one.clause: one for one in told(read(CONCEALED.replace("HAD", "no")))}
    assert [reason.sentence for reason in found["score.concealed"].says] == [
        "seat 2 had melded nothing in an earlier turn, and adds nothing to what the partner laid.",
        "side 0 has a canasta that was laid in this turn.",
    ]
    assert "score.concealed" not in {one.clause for one in told(read(CONCEALED.replace("HAD", "yes")))}
