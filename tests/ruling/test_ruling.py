"""Rulings on disputes at the table."""

from collections.abc import Callable

import pytest

from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.position.marked import PositionError
from meldspec.position.position import Position
from meldspec.protocol.actions import action_from_act
from meldspec.ruling.as_json import ruling_json
from meldspec.ruling.as_text import ruling_text
from meldspec.ruling.choices import choices
from meldspec.ruling.otherwise_text import turning
from meldspec.ruling.page import Manner
from meldspec.ruling.ruling import Judgement, Ruling, judge, relevant_questions, rule
from meldspec.table.table import Act, Table

Read = Callable[[str], Position]


def ruled(position: Position) -> Ruling:
    """The ruling on the act of a position."""
    act = position.act()
    assert act is not None
    return rule(position, act)


def lines(ruling: Ruling) -> set[str]:
    """The clauses whose lines decide a ruling."""
    return {tag.clause for tag in ruling.judgement.lines}


def turned(ruling: Ruling) -> set[str]:
    """The readings, as `question=reading`, that turn a verdict into the other."""
    mine = ruling.judgement.legal
    return {f"{o.question}={o.reading}" for o in ruling.otherwise if o.judgement.legal != mine and not o.judgement.impossible}


# ── Snap ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_snap_may_be_called_on_two_alike(read_snap: Read) -> None:
    """With two kings on top of the heap either player may call."""
    text = "{variant: snap, turn: 0, phase: playing, pile: QC KD KC, hands: [AC, AD], act: {seat: 1, action: {type: snap}}}"
    ruling = ruled(read_snap(text))
    assert ruling.judgement.legal and ruling.judgement.lines == ()
    assert ruling.otherwise == () and ruling.deciding == ()


def test_a_false_call_is_refused_by_its_line(read_snap: Read) -> None:
    """With a king on a queen nobody may call, and the line that says so is named."""
    text = "{variant: snap, turn: 0, phase: playing, pile: QC KD, hands: [AC, AD], act: {seat: 1, action: {type: snap}}}"
    assert [tag.line for tag in ruled(read_snap(text)).judgement.lines] == ["snap.calling:2"]


def test_all_that_refuses_is_told(read_snap: Read) -> None:
    """A call on an empty heap is refused by both lines that speak of the heap."""
    text = "{variant: snap, turn: 0, phase: playing, hands: [AC, AD], act: {action: {type: snap}}}"
    assert [tag.line for tag in ruled(read_snap(text)).judgement.lines] == ["snap.calling:1"]


def test_a_card_that_is_not_there_cannot_be_tried(read_snap: Read) -> None:
    """To lay a card that is not in the hand cannot even be tried, and the act's own line says what it takes."""
    position = read_snap("{variant: snap, turn: 0, phase: playing, hands: [AC, AD]}")
    ruling = rule(position, Act("lay", 0, (position.rulebook.faces.by_name["KD"],)))
    assert not ruling.judgement.legal and "KD is not among the cards" in ruling.judgement.why
    assert lines(ruling) == {"snap.cards"}


def test_without_an_act_everything_legal_is_listed(read_snap: Read) -> None:
    """Whose turn it is may lay each of the cards held, and anybody may call."""
    found = choices(read_snap("{variant: snap, turn: 1, phase: playing, pile: KD KC, hands: [AC, AD QD]}")).single
    assert {seat: {name: len(acts) for name, acts in group.items()} for seat, group in found.items()} == {
        0: {"snap": 1},
        1: {"lay": 2, "snap": 1},
    }


# ── the pile ────────────────────────────────────────────────────────────────────────────────────────────────

EIGHTS = """
variant: canasta
turn: 0
phase: draw
stock: 40
pile: {pile}
hands: [{hand}, 11, 11, 11]
sides: [{{melds: [{melds}]}}, {{}}]
act: {{action: {{type: take, plays: [{{to: {to}, cards: {cards}}}], top: 0}}}}
"""


@pytest.mark.parametrize(
    ("pile", "hand", "melds", "to", "cards", "legal", "clause", "reading"),
    [
        ("4H KD 8S", "KC KH 4D", "8C 8D 8D", "0", "8S", True, "pile.match", "pile.match.hand-card=mate-needed"),
        ("4H KD 8S", "KC KH 4D", "8C 8C 8D 8D 8H 8H 8S", "0", "8S", True, "pile.match", "pile.match.canasta=no-match"),
        ("6H 3S 9D", "QC QH 5D", "9C 9H 9S", "0", "9D", True, "pile.match", "pile.frozen.black-three=freezes"),
        ("6H 3S 9D", "9C 2C 5D", "TC TD TH", "new", "9D 9C 2C", True, "pile.wild", "pile.frozen.black-three=freezes"),
        ("KH 2C 8S", "QC QH 5D", "8C 8D 8D", "0", "8S", False, "pile.match", "pile.frozen.wild=while-on-top"),
        ("3D 9H JS", "QC QH 5D", "JC JD JH", "0", "JS", False, "pile.match", "pile.frozen.red-three=until-discard"),
        ("6H 2C 9D", "9C 9H 5D", "TC TD TH", "new", "9D 9C 9H", True, "pile.pair", ""),
        ("6H 9C 2D", "2C 9H 5D", "TC TD TH", "new", "2D 2C 9H", False, "pile.stopped", ""),
    ],
)
def test_disputes_about_the_pile(
    read: Read, pile: str, hand: str, melds: str, to: str, cards: str, legal: bool, clause: str, reading: str
) -> None:
    """Who may take the pile is ruled as the sources have it, and the reading that would turn the ruling is named."""
    text = EIGHTS.format(pile=pile, hand=hand, melds=melds, to=to, cards=cards)
    ruling = ruled(read(text))
    assert ruling.judgement.legal is legal
    assert clause in lines(ruling)
    assert not reading or reading in turned(ruling)


@pytest.mark.parametrize(
    ("melds", "hand", "legal", "reading"),
    [
        ("8C 8D 2C", "QC QD 4H", False, "turn.forced-take.duty=free"),
        ("JC JD 2C", "8C 8D 4H QC", True, "turn.forced-take.duty=any-take"),
    ],
)
def test_without_a_stock_a_fitting_top_card_must_be_taken(read: Read, melds: str, hand: str, legal: bool, reading: str) -> None:
    """With an empty stock in Manzana one may decline what only a pair would take, and not what fits the own meld (MZ-A13)."""
    text = f"{{variant: manzana, turn: 0, phase: draw, stock: 0, pile: 5C KD 8S, hands: [{hand}, 5],"
    ruling = ruled(read(f"{text} sides: [{{melds: [{melds}]}}, {{}}], act: {{action: {{type: draw}}}}}}"))
    assert ruling.judgement.legal is legal
    assert reading in turned(ruling)


# ── effects ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_what_an_act_does_otherwise_is_told(read: Read) -> None:
    """Where the other cards of the pile rest until the next turn, taking is as legal, but leaves them out of the hand."""
    ruling = ruled(read(EIGHTS.format(pile="4H KD 8S", hand="KC KH 4D", melds="8C 8D 8D", to=0, cards="8S")))
    (other,) = [o for o in ruling.otherwise if o.reading == "next-turn"]
    assert other.judgement.legal and other.judgement.after is not None and ruling.judgement.after is not None
    assert other.judgement.after.places["hand[0]"] == ("KC", "KH", "4D")
    assert ruling.judgement.after.places["hand[0]"] == ("KC", "KD", "KH", "4D", "4H")


def test_a_reading_that_will_matter_later_is_told(read: Read) -> None:
    """A deuce on a natural canasta stays worth 500 under one reading, which is remembered until the score."""
    text = "{variant: manzana, turn: 0, phase: play, stock: 14, pile: 5C, hands: [2C QD 4H 7S, 6],"
    text += " sides: [{melds: [9C 9D 9H 9S]}, {}], act: {action: {type: meld, plays: [{to: 0, cards: 2C}]}}}"
    ruling = ruled(read(text))
    (other,) = [o for o in ruling.otherwise if o.reading == "natural-still"]
    assert other.judgement.after is not None and other.judgement.after.memory["spoiled[0]"] == "1"
    assert "meld.spoiled-canasta.wild-joins=never" in turned(ruling)


def test_unknown_cards_are_the_same_under_every_reading(read: Read) -> None:
    """A draw of an unknown card is no difference between readings."""
    text = "{variant: canasta, turn: 0, phase: draw, stock: 40, pile: 4H KD, hands: [KC, 11, 11, 11], act: {action: {type: draw}}}"
    ruling = ruled(read(text))
    assert ruling.judgement.legal
    assert [other.reading for other in ruling.otherwise if not other.where] == []


# ── what a file leaves unsaid ───────────────────────────────────────────────────────────────────────────────


def test_a_ruling_that_turns_on_memory_says_so(read: Read) -> None:
    """Whether a player may go out turns on what the partner has said, and a file that does not tell it is told so."""
    text = (
        "{variant: canasta, turn: 0, phase: play, pile: 5C, hands: [KC, 11, 11, 11], sides: [{melds: [5C 5D 5D 5H 5H 5S 5S]}, {}],"
    )
    ruling = ruled(read(text + " act: {action: {type: discard, card: KC}}}"))
    deciding = {memory.name: memory for memory in ruling.deciding}
    assert ruling.judgement.legal
    assert (deciding["refused"].taken, deciding["refused"].value, deciding["refused"].outcome.legal) == ("no", "yes", False)
    assert [tag.clause for tag in deciding["refused"].outcome.lines] == ["out.no"]
    told = ruled(read(text + " memory: {refused: no}, act: {action: {type: discard, card: KC}}}"))
    assert "refused" not in {memory.name for memory in told.deciding}


def test_a_memory_that_only_the_end_sets_is_no_hinge(read: Read) -> None:
    """Who has gone out is not asked for while the deal goes on."""
    text = "{variant: manzana, turn: 0, phase: draw, stock: 0, pile: 5C KD 8S, hands: [8C 8D, 5], act: {action: {type: draw}}}"
    assert "goer" not in {memory.name for memory in ruled(read(text)).deciding}


def test_a_reading_with_a_memory_of_its_own_says_what_it_rests_on(read: Read) -> None:
    """Where nothing may be laid in the first round, it matters how many turns are over, unless melds on the table tell it."""
    opening = EIGHTS.format(pile="4H KD AS", hand="AC AD 4D", melds="", to="new", cards="AS AC AD")
    (other,) = [o for o in ruled(read(opening)).otherwise if o.reading == "second-round"]
    assert not other.judgement.legal and other.unless == ("turns-over 4",)
    later = EIGHTS.format(pile="4H KD 8S", hand="KC KH 4D", melds="8C 8D 8D", to=0, cards="8S")
    assert "second-round" not in {other.reading for other in ruled(read(later)).otherwise}


def test_a_reading_that_matters_only_with_its_own_memory_is_told(read: Read) -> None:
    """Where a red three freezes the pile until a discard covers it, it matters whether one has, and the ruling says so."""
    text = EIGHTS.format(pile="3D 9H JS", hand="QC QH 5D", melds="JC JD JH", to=0, cards="JS")
    (other,) = [o for o in ruled(read(text)).otherwise if o.reading == "until-discard"]
    assert other.judgement.legal and other.where == "discarded-on yes"
    (told,) = [o for o in ruled(read(text + "memory: {discarded-on: yes}")).otherwise if o.reading == "until-discard"]
    assert told.judgement.legal and not told.where


def test_a_position_that_a_reading_rules_out_is_told(read: Read) -> None:
    """Where the deal ends by itself when nobody can take, a position in which it has not ended cannot be."""
    text = "{variant: canasta, turn: 0, phase: draw, stock: 0, pile: KD 3S, hands: [KC, 11, 11, 11], act: {action: {type: draw}}}"
    (other,) = [o for o in ruled(read(text)).otherwise if o.reading == "by-itself"]
    assert "would not stay as it is" in other.judgement.impossible[0]


def test_a_reading_of_which_it_is_not_found_out_leaves_the_ruling(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking ahead comes to no end under one other reading: there is a ruling all the same, and only of that reading none."""
    far = "the rules ask what seat 0 could still bring about in this turn, and so many acts were tried without an answer"

    def judged(rulebook: Rulebook, table: Table, act: Act, position: Position) -> Judgement:
        if rulebook.readings["turn.forced-take.duty"] == "any-take":
            raise Unanswered(far)
        return judge(rulebook, table, act, position)

    monkeypatch.setattr("meldspec.ruling.ruling.judge", judged)
    text = "{variant: manzana, turn: 0, phase: draw, stock: 0, pile: 5C KD 8S, hands: [8C 8D 4H QC, 5],"
    ruling = ruled(read(f"{text} sides: [{{melds: [JC JD 2C]}}, {{}}], act: {{action: {{type: draw}}}}}}"))
    assert ruling.verdict == "legal" and turned(ruling) == set()
    (other,) = [one for one in ruling.otherwise if one.reading == "any-take"]
    assert turning(ruling, other)
    assert f"UNDETERMINED: {far}." in " ".join(" ".join(ruling_text(ruling, Manner())).split())
    (told,) = [one for one in ruling_json(ruling)["otherwise"] if one["reading"] == "any-take"]
    assert (told["verdict"], told["why"], told["matters"]) == ("undetermined", far, True)


# ── no reading is lost ──────────────────────────────────────────────────────────────────────────────────────

ACTS = [
    "{type: draw}",
    "{type: take, plays: [{to: 0, cards: 8S}], top: 0}",
    "{type: take, plays: [{to: new, cards: 8S 8H 2C}], top: 0}",
    "{type: ask, seat: 2}",
]


@pytest.mark.parametrize("action", ACTS)
def test_no_reading_that_matters_is_passed_over(read: Read, action: str) -> None:
    """Readings that are not tried because they cannot bear on an act do not change it when they are tried."""
    text = "{variant: canasta, turn: 0, phase: draw, stock: 3, pile: 4H 3S 8S, hands: [8H 2C KC, 11, 11, 11],"
    position = read(text + f" sides: [{{melds: [8C 8D 8D]}}, {{}}], act: {{action: {action}}}}}")
    act = position.act()
    assert act is not None
    mine = judge(position.rulebook, position.table, act)
    book = position.rulebook.sheet.book
    tried = relevant_questions(position.rulebook.sheet, act.name, False)
    passed = [
        (q, r.name) for q, node in book.questions().items() if q not in tried for r in node.readings if r.name != node.default
    ]
    assert passed, "all were tried: this test shows nothing"
    for question, reading in passed:
        assert not differs(position, question, reading, act), f"{question}={reading}"
    assert mine == judge(position.rulebook, position.table, act)


def differs(position: Position, question: str, reading: str, act: Act) -> bool:
    """Whether another reading judges an act otherwise."""
    mine = judge(position.rulebook, position.table, act)
    try:
        other = position.under(question, reading)
    except PositionError:
        return True
    return judge(other.rulebook, other.table, act).differs(mine)


def test_plays_may_write_their_cards_as_a_text(read: Read) -> None:
    """The cards of a play are a list or a text, as all cards are."""
    text = EIGHTS.format(pile="4H KD 8S", hand="KC KH 4D", melds="8C 8D 8D", to=0, cards="CARDS")
    first, second = read(text.replace("CARDS", "[8S]")), read(text.replace("CARDS", "8S"))
    assert first.act() == second.act()
    act = second.act()
    assert act is not None
    assert action_from_act(second.rulebook, act).more["plays"] == [{"to": 0, "cards": ["8S"]}]
