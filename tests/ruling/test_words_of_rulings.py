"""How a ruling speaks: as players do, and of what it does not know it says so."""

from collections.abc import Callable

import pytest
from tests.engine.variants import with_house

from meldspec.book.library import Books
from meldspec.cli.position_files import read_position_file
from meldspec.data import folder
from meldspec.engine.rulebook import Library
from meldspec.language.parse import parse
from meldspec.position.marked import PositionError
from meldspec.position.position import Position
from meldspec.ruling.as_text import ruling_text
from meldspec.ruling.choices_as_text import choices_text
from meldspec.ruling.page import Manner, Source
from meldspec.ruling.ruling import rule
from meldspec.ruling.words import joined, plain, unknown_words
from meldspec.sources.sources import sources_below

Read = Callable[[str], Position]
TABLE = """
variant: canasta
turn: 0
phase: {phase}
stock: 40
pile: {pile}
hands: [{hand}, 11, 11, 11]
sides: [{{melds: [{melds}]}}, {{}}]
"""
ACT = "act: {{action: {act}}}\n"
SEVEN = """
variant: railroad
options: {players: 2, members: 1}
turn: 0
phase: play
stock: 60
pile: 9C
hands: [7S, 8]
feet: [0, 11]
sides:
  - melds: [9C 9C 9D 9D 9H 9H 9S, QC QC QD QD QH 2C 2D, 2C 2D 2H 2S JK JK JK, 7C 7C 7D 7D 7H 7H 7S]
  - melds: [7C 7C 7D 7D 7H 7H 7S]
act: {action: {type: discard, card: 7S}}
"""
FOOT = """
variant: bain
turn: 0
phase: play
stock: 60
pile: 9C
hands: [4D 5D 9S, 11, 11, 11]
feet: [13, 13, 0, 13]
sides: [{melds: [QC QC QD QD QH QH QS, KC KC KD KD KH KH KS]}, {}]
memory: {opener: [0, nobody], earned: [yes, no, yes, no]}
act: {action: {type: draw}}
"""


def table(act: str, hand: str, pile: str = "5H 6D", melds: str = "8C 8D 8D", phase: str = "play") -> str:
    """A position of ordinary Canasta with an act."""
    return TABLE.format(phase=phase, pile=pile, hand=hand, melds=melds) + ACT.format(act=act)


def told(position: Position) -> str:
    """The ruling on the act of a position, with what is known of the sources, in one line."""
    act = position.act()
    assert act is not None
    sources = {tag: Source(one.title, one.address, one.games) for tag, one in sources_below(folder("spec")).items()}
    return " ".join(" ".join(ruling_text(rule(position, act), Manner(sources=sources))).split())


def test_what_a_game_leaves_to_the_ordinary_one_is_said_with_the_verdict(read: Read) -> None:
    """Railroad (003, paragraph 59): the page is silent on a seven discarded last, and the ordinary game bars none; who is refused
    by what the sister game says hears of that first, and who opens too low hears nothing of it."""
    text = told(read(SEVEN))
    assert "NOT LEGAL, on a point that the source of this game leaves open Why The rules of this game say nothing" in text
    low = told(read(table("{type: meld, plays: [{to: new, cards: 5C 5D 5H}]}", "5C 5D 5H KD", melds="")))
    assert "NOT LEGAL Why" in low


def test_one_card_is_the_top_card(read: Read) -> None:
    """The eight of spades is on top; the one of hearts that is laid with it is not, and the meld is told by its cards."""
    may = "\n".join(choices_text(read(TABLE.format(phase="draw", pile="4H KD 8S", hand="8H KC 4D", melds="8C 8D 8D")), plain))
    assert "take the pile: its top card 8S, with 8H of the hand, onto 8C 8D 8D\n" in may
    assert "take the pile: its top card 8S onto 8C 8D 8D\n" in may


def test_what_would_be_legal_is_called_an_example_where_there_is_more(read: Read) -> None:
    """A seven on queens is refused; each of four cards may be discarded instead, three are named and one is counted."""
    ruling = told(read(table("{type: meld, plays: [{to: 0, cards: 7C}]}", "7C 4D 5D 9S")))
    assert "Legal instead, for example: discard 9S; or: discard 7C; or: discard 5D. One more act is legal, too." in ruling


def test_to_ask_for_leave_is_no_way_to_obtain_cards(read: Read) -> None:
    """Who may not take the pile draws; to ask the partner is no substitute, and what one asks for is said where it is listed."""
    take = "{type: take, plays: [{to: new, cards: KC KD}], top: 0}"
    refused = table(take, "KC 4D 5S 9C", pile="4H KD", phase="draw")
    assert "Legal instead: draw from the stock. If it was done" in told(read(refused))
    assert "  ask seat 2 for leave to go out\n" in "\n".join(choices_text(read(refused.partition("act:")[0]), plain)) + "\n"


def test_where_nothing_is_legal_the_table_is_told_what_to_do(read: Read) -> None:
    """Nobody goes out with a seven in Railroad: with that card alone left, a lay of this turn has to be taken back."""
    ruling = told(read(SEVEN))
    assert (
        "if something was laid in this turn, take back the last lay, and what came before it, until the turn can be ended."
        in ruling
    )
    assert "The sources at hand do not say what to do then" in ruling


BARRED = """variant house extends canasta "House"

chapter 60 out "The discard and going out"

clause out.bar "Nobody does anything"
  cites home
  | Nobody does anything.
  define nobody-does: no
  to draw, take, meld, discard, pass, ask, answer
    require nobody-does
"""


def barred(more: str) -> str:
    """The ruling in a house where nobody may do anything, in one line."""
    text = f"{{variant: house, turn: 0, stock: 40, pile: 4H KD, hands: [9C 5D, 11, 11, 11], {more}}}"
    position = read_position_file(text, "table.yaml", Library(with_house(BARRED)))
    act = position.act()
    assert act is not None
    return " ".join(" ".join(ruling_text(rule(position, act))).split())


def test_nobody_is_told_to_take_back_what_was_not_laid() -> None:
    """Before the draw, and where nothing lies before the side, no lay can be taken back; else one is, if there was any."""
    stands, back = "Nothing is legal here. The sources at hand do not say what to do then", "take back the last lay"
    drawing = barred("phase: draw, sides: [{melds: [8C 8D 8D]}, {}], act: {action: {type: draw}}")
    bare = barred("phase: play, act: {action: {type: discard, card: 9C}}")
    assert f"{stands}." in drawing and back not in drawing
    assert f"{stands}." in bare and back not in bare
    laid = barred("phase: play, sides: [{melds: [8C 8D 8D]}, {}], act: {action: {type: discard, card: 9C}}")
    assert f"{stands}; if something was laid in this turn, {back}, and what came before it" in laid


def test_a_custom_is_not_told_as_a_rule(read: Read) -> None:
    """No source at hand says that the cards of an unlawful lay go back: it is the custom, and told as that."""
    ruling = told(read(table("{type: meld, plays: [{to: 0, cards: 7C}]}", "7C 4D 5D 9S")))
    assert "the sources at hand name no remedy and no penalty. By custom, which is no rule, nothing of it stands" in ruling


def test_a_source_without_paragraphs_is_cited_as_a_whole_and_one_of_another_game_as_that(read: Read) -> None:
    """That a turn must be able to end is told by a page on Canasta without paragraphs, and by Manzana's sheet in so many words."""
    ruling = told(read(table("{type: meld, plays: [{to: new, cards: 5C 5D 5H}]}", "5C 5D 5H KC")))
    assert "Sources Canasta (pagat), as a whole" in ruling
    assert "Source of another game: Manzana Canasta (manzana), paragraph 49 " in ruling


def test_to_take_up_the_foot_is_not_told_as_drawing(read: Read) -> None:
    """In Bain's game the opener takes up the foot in the midst of the turn; that is no second draw from the stock."""
    ruling = told(read(FOOT))
    assert "Seat 0: take up the foot LEGAL" in ruling and "draw from the stock" not in ruling


def test_places_are_told_in_words() -> None:
    """Whose cards nobody knows is told by the seats, and heaps are counted from one."""
    told = unknown_words([("stock",), ("hands", 1), ("hands", 3), ("feet", 2)], {})
    assert told == "the stock, the hands of seats 1 and 3 and the foot of seat 2"
    assert unknown_words([("heaps", 0), ("heaps", 1)], {}) == "heaps 1 and 2"
    threes = [("sides", 0, "red_threes"), ("sides", 1, "red_threes")]
    assert unknown_words(threes, {}) == "the red threes of sides 0 and 1"


def test_reasons_are_joined_to_one_sentence() -> None:
    """What is told twice is told once, and cards keep their letters."""
    told = joined(["side 0 lacks a mixed canasta.", "The pile is frozen.", "The pile is frozen.", "JK may not be discarded."])
    assert told == "Side 0 lacks a mixed canasta; the pile is frozen; JK may not be discarded"


def test_going_out_is_told_with_what_the_points_are_for(read: Read) -> None:
    """Whether going out was concealed is seen from what each side has its points for."""
    text = """
variant: canasta
turn: 2
phase: play
stock: 25
pile: 6H 9C
hands: [4C 4D, 5C 5D 5H, 5S, 6C 6D]
sides: [{melds: [KC KD KH, AC AC AD AD AH AH AS, QC QD QH]}, {}]
memory: {has-melded: [yes, no, no, no], melds-before: [[KC KD KH], []], melded-now: yes, obtained: yes, took: no}
act: {action: {type: discard, card: 5S}}
"""
    ruling = told(read(text))
    assert "points of side 0: Going out 100, Going out concealed 100, Canastas 500, Melded cards 200, Cards in hand -10" in ruling


def test_a_card_that_may_not_lie_on_the_garbage_pile_is_told_so(read: Read) -> None:
    """No queen goes to the garbage pile of a side without a canasta of queens, and no place is told in quotation marks."""
    text = FOOT.replace("4D 5D 9S", "4D JD 9S").replace("{type: draw}", "{type: meld, plays: [{to: garbage, cards: JD}]}")
    assert "NOT LEGAL: JD is none of the cards that may go to the garbage now" in told(read(text))


def test_it_is_told_that_a_canasta_is_complete_and_the_foot_is_earned(read: Read) -> None:
    """A joker is the seventh card in Dollars: it makes a canasta, and its player has laid the card that earns the foot."""
    text = """
variant: dollars
turn: 0
phase: play
stock: 50
pile: 5C
hands: [JK 4D QH KS, 9, 10, 11]
feet: [11, 11, 11, 11]
sides: [{melds: [9C 9D 9H 9S 2C 2D]}, {}]
act: {action: {type: meld, plays: [{to: 0, cards: JK}]}}
"""
    ruling = told(read(text))
    assert "9C 9D 9H 9S 2C 2D JK is a canasta." in ruling
    assert "from now on: Has this player laid the seventh card of a canasta? Seat 0: yes" in ruling


def test_a_canasta_that_grows_is_not_told_to_be_one_again(read: Read) -> None:
    """An eighth queen makes no canasta of what was one before, and an open meld of two is none."""
    grown = table("{type: meld, plays: [{to: 0, cards: QS}]}", "QS 4D 5D 9S", melds="QC QC QD QD QH QH QS")
    assert "is a canasta" not in told(read(grown))
    assert "is a canasta" not in told(read(table("{type: meld, plays: [{to: 0, cards: 8H}]}", "8H 4D 5D 9S")))


def test_a_card_equal_to_the_top_card_is_of_the_hand(read: Read) -> None:
    """Of two kings of spades one lies on top, and the other is laid from the hand."""
    take = "{type: take, plays: [{to: new, cards: KS KS KD}], top: 0}"
    ruling = told(read(table(take, "KS KD 4D 5S 9C", pile="4H KS", phase="draw")))
    assert "take the pile: its top card KS, with KD KS of the hand, as a new meld" in ruling


def test_who_acts_next_is_told_last(read: Read) -> None:
    """Two aces of the hand open with the one on top, and that the side has opened is told before who goes on."""
    take = "{type: take, plays: [{to: new, cards: AC AD AS}], top: 0}"
    ruling = told(read(table(take, "AC AD 4D 5S 9C", pile="4H AS", phase="draw").replace("{melds: [8C 8D 8D]}", "{}")))
    assert "from now on: Has this side opened? Side 0: yes next: seat 0 goes on with the turn Under other readings" in ruling


PAIR_ON_FIVE = """
variant: pennies
turn: 0
phase: draw
stock: 40
pile: 5C KS
hands: [KC KD 4H 5D 9S 8C, 12, 12, 12, 12, 12]
feet: [11, 11, 11, 11, 11, 11]
sides: [{melds: [KC KD KH KH KS]}, {}]
act: {action: {type: take, plays: [{to: new, cards: KC KD KS}], top: 0}}
"""
TWO_QUEENS = """
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
BLACK_THREES = """
variant: bain
turn: 1
phase: draw
stock: 40
pile: 5C 3S
hands: [11, 3C 3C 5D 8H KC, 9, 12]
feet: [13, 13, 13, 13]
sides: [{}, {melds: [QC QD QH]}]
act: {action: {type: take, plays: [{to: new, cards: 3C 3C 3S}], top: 0}}
"""
BURIED_DEUCE = """
variant: dollars
turn: 0
phase: draw
stock: 40
pile: 4C 9D 2H 8C JC KS
hands: [4D 5D 9S, 11, 12, 13]
feet: [11, 11, 11, 11]
sides: [{melds: [KC KC KD KD KH]}, {}]
act: {action: {type: take, plays: [{to: 0, cards: KS}], top: 0}}
"""
OPENING_AND_PAIR = """
variant: kadner
turn: 0
phase: draw
stock: 60
pile: 6D 9C TS
hands: [AC AD AH TC TD 4H, 11, 12, 13]
feet: [11, 11, 11, 11]
sides: [{}, {}]
act: {action: {type: take, plays: [{to: new, cards: TC TD TS}, {to: new, cards: AC AD AH}], top: 0}}
"""


def test_what_the_meld_would_come_to_is_told(read: Read) -> None:
    """Pennies (paragraph 29): five kings, a pair and the top one make eight, and that is why they cannot lie with the five."""
    assert "put onto it these cards would make 8, and a meld has 7 at most." in told(read(PAIR_ON_FIVE))


def test_how_many_natural_cards_a_meld_has_is_told(read: Read) -> None:
    """Railroad (paragraph 30): two queens and a deuce have one wild card of three at most, and the two natural ones it takes."""
    assert "The meld has 1 wild card, and bears 3 at most; 2 natural cards are in it, and 2 must be." in told(read(TWO_QUEENS))


def test_black_threes_are_no_natural_cards(read: Read) -> None:
    """Bain: who lays three black threes is not told that none of that rank is laid, but that threes are no natural cards."""
    text = told(read(BLACK_THREES))
    assert (
        "it takes two natural cards of its rank, and threes are none; with the top card it lays 0 natural cards of that rank"
        in text
    )


def test_what_freezes_the_pile_of_dollars_is_named(read: Read) -> None:
    """A deuce that lies in the pile is told as a wild card that freezes it, and not in the words of the rules text."""
    text = told(read(BURIED_DEUCE))
    assert "The pile is frozen: a wild card lies in it (2H)" in text and "some wild in" not in text


def test_the_example_against_a_reading_is_told_with_it(read: Read) -> None:
    """Kadner's paragraph 29 refuses three kings and two tens for a ten, as two tens are no row: who opens with aces and two tens is
    refused with that example, and told of the reading that is left with its worth alone."""
    text = told(read(OPENING_AND_PAIR))
    assert (
        "The row that opens must be one without the top card, and have two cards of the hand that match it; no row laid is so."
        in text
    )
    assert "The sheet refuses three kings and two tens with a ten on top, as two tens are no legal meld" in text
    assert "the example of three kings and two tens then falls short by its worth alone.” LEGAL" in text


# ── a game without a pile, for one player ───────────────────────────────────────────────────────────────────────────────────

ALONE = """
book alone "Alone"
chapter 1 play "Play"
clause play.game "The whole game"
  | One plays, draws and throws away.
  option players from 1 otherwise 1
  sides players
  deck 1 of A K in C D
  place stock is row shown as stock
  place hand of player is bag shown as hands
  phases setup, draw, play
  keep passed as truth
  act draw
  act discard with card: card from hand
  act guess with one: number from (numbers from 1 to 0)
  programs learn acts guess
  to draw
    require the phase is draw
    then draw 1 from stock to hand
    then phase becomes play
  to discard
    require the phase is play
    forbid when passed
    then move card from hand to stock
    then phase becomes draw
    then passed becomes yes
  to guess
    forbid when one is above 3
    then end the deal by stuck
  at setup
    then turn becomes dealer
    then phase becomes draw
"""


def alone(action: str) -> Position:
    """A position of that game with an act in the second part of the turn."""
    text = f"{{variant: alone, turn: 0, phase: play, hands: [KC AC], act: {{action: {action}}}}}"
    return read_position_file(text, "table.yaml", Library(Books({"alone": (parse(ALONE, "alone.rules"),)})))


def test_a_game_for_one_without_a_pile_is_told_so() -> None:
    """One player is no players, nobody takes a pile that there is not, and what has no question is asked by its name."""
    ruling = told(alone("{type: discard, card: KC}"))
    assert ruling.startswith("Alone (alone, 1 player) Seat 0: discard KC LEGAL, unless")
    assert "next: seat 0 draws No other reading" in ruling
    assert "What is remembered as 'passed'? Taken: no; were it yes: NOT LEGAL" in ruling


def test_where_no_number_may_be_named_it_is_said() -> None:
    """Of a guess of a number of which there is none no list without an end is offered."""
    with pytest.raises(PositionError, match="no number: there is none that it may be now"):
        alone("{type: guess, one: 3}")


def test_cards_that_could_not_follow_either_are_named_once() -> None:
    """Each discard must leave another one and a way to end the deal: the cards that could not come second are not told again."""
    lines = "  to discard\n    require could come to (goer is nobody and over)\n    require afterwards could discard\n"
    book = f"{BARRED.partition('  define')[0]}{lines}"
    text = (
        "{variant: house, turn: 0, phase: play, stock: 40, pile: 4H KD 8S, hands: [KC KH 4D 5S 9C, 11, 11, 11], "
        "sides: [{melds: [8C 8D 8D]}, {}], act: {action: {type: discard, card: 9C}}}"
    )
    ruling = told(read_position_file(text, "table.yaml", Library(with_house(book))))
    assert ruling.count("nor 5S 4D") == 1
