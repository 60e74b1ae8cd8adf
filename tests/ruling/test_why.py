"""Why an act is refused or allowed, in a player's words."""

from collections.abc import Callable

from tests.engine.variants import with_house

from meldspec.cli.position_files import read_position_file
from meldspec.engine.rulebook import Library
from meldspec.position.position import Position
from meldspec.ruling.because import Because, because
from meldspec.ruling.ruling import judge

Read = Callable[[str], Position]
CANASTA = """
variant: canasta
turn: 0
phase: {phase}
stock: 40
pile: {pile}
hands: [{hand}, 11, 11, 11]
sides: [{{{mine}}}, {{}}]
act: {{action: {act}}}
"""


def told(position: Position) -> tuple[Because, ...]:
    """What the ruling on the act of a position rests on."""
    act = position.act()
    assert act is not None
    return because(act, judge(position.rulebook, position.table, act))


def sentences(position: Position) -> list[str]:
    """The sentences of a ruling on the act of a position."""
    return [reason.sentence for one in told(position) for reason in one.says]


def ordinary(act: str, hand: str, pile: str = "4H KD", mine: str = "", phase: str = "play") -> str:
    """A position of ordinary Canasta."""
    return CANASTA.format(act=act, hand=hand, pile=pile, mine=mine, phase=phase)


KINGS = "{type: meld, plays: [{to: new, cards: KC KH KS}]}"


def test_the_minimum_is_told_with_what_was_laid(read: Read) -> None:
    """Three kings are worth 30, and the minimum is 50."""
    assert sentences(read(ordinary(KINGS, "KC KH KS 4D 5S 9C"))) == ["The melds are worth 30; at 0 points the minimum is 50."]


def test_a_legal_opening_is_told_with_what_was_laid(read: Read) -> None:
    """Three aces are worth 60, which is enough, and the ruling says so."""
    aces = "{type: meld, plays: [{to: new, cards: AC AH AS}]}"
    assert sentences(read(ordinary(aces, "AC AH AS 4D 5S 9C"))) == ["The melds are worth 60; at 0 points the minimum is 50."]


def test_a_frozen_pile_is_told_with_what_freezes_it(read: Read) -> None:
    """A joker lies in the pile: one natural king and a deuce do not take it, and the ruling says so."""
    take = "{type: take, plays: [{to: new, cards: KC KD 2H}], top: 0}"
    told = sentences(read(ordinary(take, "KC 2H 4D 5S 9C", pile="JK 4H KD", mine="melds: [9C 9D 9H]", phase="draw")))
    assert told[:2] == [
        "The pile is frozen: a wild card lies in it (JK).",
        "It takes the top card and two natural cards of the hand in one play; of all the cards laid so 2 are natural.",
    ]


def test_a_turn_that_could_not_be_ended_is_told_with_what_is_lacking(read: Read) -> None:
    """Three nines laid from four cards leave a king, whose discard would be going out without a canasta."""
    nines = "{type: meld, plays: [{to: new, cards: 9C 9D 9H}]}"
    told = sentences(read(ordinary(nines, "9C 9D 9H KC", mine="melds: [AC AD AH]")))
    assert told == [
        "It leaves 1 card in the hand, and the turn could not be ended then.",
        "To discard KC would not be legal then: going out takes 1 canasta; side 0 has 0",
    ]


def test_cards_that_are_no_meld_are_told_beside_the_kind_that_was_meant(read: Read) -> None:
    """Two queens, a seven and a deuce come nearest to a mixed meld, whose natural cards are of one rank."""
    act = "{type: meld, plays: [{to: new, cards: 2C QD QH 7C}]}"
    told = sentences(read(ordinary(act, "2C QD QH 7C 5S 9C", mine="melds: [AC AD AH]")))
    assert told == [
        "QD QH 7C 2C are no meld.",
        "As a mixed meld: the natural cards are of several ranks: QD QH 7C",
    ]


def test_what_is_inherited_is_said_to_be(read: Read) -> None:
    """The sheet of Pennies has a minimum of its own, and does not say that players act in their turn: ordinary Canasta does."""
    text = (
        "{variant: pennies, feet: [11, 11, 11, 11, 11, 11], turn: 1, phase: play, stock: 20, pile: 4H, "
        "hands: [KC KH 4D 9C, 11, 11, 11, 11, 11], act: {seat: 0, action: ACT}}"
    )
    inherited = {one.clause: one.inherited for one in told(read(text.replace("ACT", "{type: discard, card: 4D}")))}
    assert inherited["turn.whose"] == "canasta"
    own = told(read(text.replace("turn: 1", "turn: 0").replace("KC KH", "KC KH KS").replace("ACT", KINGS)))
    assert [(one.clause, one.inherited, one.sources[0].source) for one in own] == [("opening.minimum", "", "pennies-page")]


def test_what_has_no_sentence_is_told_with_its_values(read_snap: Read) -> None:
    """A false call of Snap is told with the two ranks that are not alike."""
    text = "{variant: snap, turn: 0, phase: playing, pile: QC KD, hands: [AC, AD], act: {seat: 1, action: {type: snap}}}"
    (sentence,) = sentences(read_snap(text))
    assert sentence.endswith(
        "does not hold (the rank of the top of the heap: king, the rank of the top of the rest of the heap: queen)"
    )


HEAD = """variant house extends canasta "House"

"""
HOUSE = """chapter 60 out "The discard and going out"

clause out.house "How it is here"
  | So we play it.
"""
NINES = "{type: meld, plays: [{to: new, cards: 9C 9D 9H}]}"
KING = "{type: discard, card: KC}"
CIRCLE = """
  define alpha: beta or over
  define beta: some natural in the hand and gamma
  define gamma: some natural in the hand
  to discard
    forbid when alpha
  say "We say so: {why beta}." where alpha
  say "And so: {why alpha}." where beta
"""


def at_home(lines: str, text: str) -> list[str]:
    """The sentences of a ruling in a house that has some lines of its own."""
    told = text.replace("variant: canasta", "variant: house")
    return sentences(read_position_file(told, "table.yaml", Library(with_house(f"{HEAD}{lines}"))))


def test_what_bars_an_act_at_any_table_is_told_by_its_title() -> None:
    """In a house where nobody discards there is no card or number to tell by why a king could not be: the rule itself is named."""
    nobody = "  define discarding: no\n  to discard\n    require discarding\n"
    told = at_home(f"{HOUSE}{nobody}", ordinary(NINES, "9C 9D 9H KC", mine="melds: [AC AC AD AD AH AH AS]"))
    assert told[-1] == "To discard KC would not be legal then: “How it is here” bars it"


def test_a_sentence_may_name_cards_that_no_rule_names() -> None:
    """Of the kings of a hand it is said how many they are, though no line that is carried out speaks of kings."""
    say = '  say "Of the kings you hold {K in the hand}." where the card is natural\n'
    kings = f"  to discard\n    forbid when the card is natural\n{say}"
    assert at_home(f"{HOUSE}{kings}", ordinary(KING, "9C 9D KH KC")) == ["Of the kings you hold KC KH."]


def test_sentences_that_ask_each_other_why_come_to_an_end() -> None:
    """Each is told once, and where it would be told within itself, its condition stands in its place."""
    (told,) = at_home(f"{HOUSE}{CIRCLE}", ordinary(KING, "9C KC"))
    assert told.startswith("We say so: And so: “some natural in the hand” holds (the hand: KC 9C)")


def test_where_nothing_is_a_meld_no_kind_is_near() -> None:
    """A house that has dropped all melds refuses three nines, and names no kind that they come near to."""
    none = """change clause meld.set
  | Nothing is a meld.
  leave out "kind natural"
  leave out "kind mixed"
drop clause meld.black-threes "No black threes are laid."
"""
    told = at_home(none, ordinary(NINES, "9C 9D 9H KC 4S 5S"))
    assert told and not any(sentence.startswith("As a") for sentence in told)


def test_a_sentence_that_fails_leaves_the_verdict_as_it_is() -> None:
    """Nobody has asked for leave, so there is no hand of whoever did to tell of: that is said of the sentence, with its line."""
    asked = '  to discard\n    require consented\n  say "{asked} holds {the hand of asked}." where not consented\n'
    (told,) = at_home(f"{HOUSE}{asked}", ordinary(KING, "9C KC"))
    assert told == "A sentence cannot be told here (house.rules:9): the rules speak of 'hand' of nobody"


def test_a_sentence_that_fails_is_told_where_another_one_holds() -> None:
    """Of two sentences on what an act does the one that speaks of nobody's hand is named, and the other one is told."""
    besides = (
        '  say "{asked} holds {the hand of asked}." when the card is natural\n  say "{the card} goes." when the card is natural\n'
    )
    told = at_home(f"{HOUSE}{besides}", ordinary(KING, "9C KC KH", mine="melds: [9C 9D 9H]"))
    assert told[-2:] == ["A sentence cannot be told here (house.rules:7): the rules speak of 'hand' of nobody", "KC goes."]
