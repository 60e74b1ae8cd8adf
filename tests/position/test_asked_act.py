"""Acts that are written otherwise than they can have been meant: the file is wrong, and no verdict is given on something else."""

from collections.abc import Callable

import pytest

from meldspec.position.marked import PositionError
from meldspec.position.position import Position
from meldspec.ruling.ruling import rule

Read = Callable[[str], Position]
CANASTA = """\
variant: canasta
turn: 0
phase: PHASE
stock: 40
pile: 4H KD 8S
hands: [KC KH 4D 8H, 11, 11, 11]
sides: [{melds: [8C 8D 8D, QC QD QH]}, {}]
memory: {opened: [yes, no]}
"""
SHORT_PILE = "variant: VARIANT\nturn: 0\nphase: draw\npile: 4H 8C 8S\nhands: [8D 8H 4D 9C KC, 11, 11, 11]\n"
TOP = "the index in plays of the play that lays the top card"


def told(read: Read, text: str) -> list[str]:
    """Everything wrong with a text, as `where | expected | mend`."""
    with pytest.raises(PositionError) as caught:
        read(text)
    return [f"{p.code} {p.found} | {p.expected} | {p.mend}" for p in caught.value.problems]


def asked(action: str, phase: str = "play") -> str:
    """The position of ordinary Canasta with a question about an action."""
    return CANASTA.replace("PHASE", phase) + f"act: {{action: {{{action}}}}}\n"


@pytest.mark.parametrize(
    ("action", "problem"),
    [
        (
            "type: meld, plays: [{to: eights, cards: 8H}]",
            "no-target act.action.plays[0].to: 'eights', which is not there"
            " | one of: new, 0 (8C 8D 8D), 1 (QC QD QH) | write to: 0",
        ),
        (
            "type: meld, plays: [{to: 3, cards: 8H}]",
            "no-target act.action.plays[0].to: '3', which is not there | one of: new, 0 (8C 8D 8D), 1 (QC QD QH) | write to: 0",
        ),
        (
            "type: meld, plays: [{to: 0, cards: KC}, {to: 0, cards: 8H}]",
            "twice act.action.plays[1].to: a second play to 0 | all cards that go to it in one play | put them into one",
        ),
        (
            "type: meld, to: 0, cards: 8H",
            "no-plays act.action.cards: cards that are in no play | a list of plays, as [{to: new, cards: KC KD KH}]"
            " | write plays: [{to: 0, cards: 8H}]",
        ),
        (
            "type: meld, plays: [{to: 0, card: 8H}]",
            "unknown-field act.action.plays[0].card: a field that no play has | one of: to, cards | did you mean 'cards'?",
        ),
        (
            "type: meld, plays: [8H]",
            'wrong-value act.action.plays[0]: "8H" | a play, as {to: new, cards: KC KD KH} | write {to: new, cards: 8H}',
        ),
        (
            "type: meld, plays: [{to: 0, cards: 10H}]",
            "unknown-card act.action.plays[0].cards[0]: '10H' | a card of the pack, as KD, TS or JK | write 'TH'",
        ),
        (
            "type: discard, card: AC",
            "no-card act.action.card: AC, which seat 0 does not hold | cards that are there: hands[0] is KC KH 8H 4D"
            " | put AC into hands[0], or name another card",
        ),
        (
            "type: meld, plays: [{to: 0, cards: 8H 8H}]",
            "no-card act.action.plays[0].cards[1]: 8H more often than seat 0 holds it"
            " | cards that are there: hands[0] is KC KH 8H 4D | put 8H into hands[0], or name another card",
        ),
        (
            "type: discard, card: KC, foo: 3",
            "unknown-field act.action.foo: 3, but 'discard' has no such field | one of: card | leave it out",
        ),
        (
            "type: discard",
            "missing-field act.action: no 'card' | card: a card, as KD or JK | ",
        ),
        ("type: discard, card: 3", "wrong-value act.action.card: 3 | a card, as KD or JK | "),
        ("type: ask, seat: 7", "no-seat act.action.seat: seat 7 | a seat from 0 to 3 | "),
        ("type: answer", "missing-field act.action: no 'yes' | yes: yes or no | "),
        ("type: dicsard, card: KC", "no-act act.action.type: 'dicsard' | one of: draw, meld, take, discard, "),
    ],
)
def test_an_act_that_cannot_have_been_meant_is_no_question(read: Read, action: str, problem: str) -> None:
    """A meld, a place, a card or a field that is not there is told where it stands, with what there is and what was meant."""
    (found,) = told(read, asked(action))
    assert found.startswith(problem)


@pytest.mark.parametrize("variant", ["bain", "kadner"])
def test_nobody_says_how_many_cards_a_take_gives(read: Read, variant: str) -> None:
    """Where the rules say how far down a take reaches, who writes another number is told that there is nothing to say."""
    action = "{type: take, plays: [{to: new, cards: 8D 8H 8S}], top: 0, count: 6}"
    (problem,) = told(read, SHORT_PILE.replace("VARIANT", variant) + f"act: {{action: {action}}}")
    assert problem.startswith("unknown-field act.action.count: 6 (how many cards are taken, the top card among them,")
    assert problem.endswith(f"but {variant} leaves no such choice | one of: plays, top | leave it out")


def test_the_play_with_the_top_card_is_named(read: Read) -> None:
    """Who lays the top card of the pile and does not say which play lays it is asked, for without that the pile is not taken."""
    plays = "plays: [{to: new, cards: KC KH 4D}, {to: 0, cards: 8S}]"
    missing = f"missing-field act.action: no 'top' | top: {TOP}, here 8S | write top: 1"
    assert told(read, asked(f"type: take, {plays}", "draw")) == [missing]
    (wrong,) = told(read, asked("type: take, plays: [{to: 1, cards: KC}, {to: 0, cards: 8S}], top: 0", "draw"))
    assert wrong == f"no-play act.action.top: 0, a play without 8S | top: {TOP}, here 8S | write top: 1"
    (beyond,) = told(read, asked("type: take, plays: [{to: 0, cards: 8S}], top: 1", "draw"))
    assert beyond.startswith("no-play act.action.top: 1 | one of: 0 (8S)")


def test_the_match_is_legal_once_the_play_is_named(read: Read) -> None:
    """The same take with the play of the top card named gets its ruling, and it is legal."""
    position = read(asked("type: take, plays: [{to: 0, cards: 8S}], top: 0", "draw"))
    act = position.act()
    assert act is not None and rule(position, act).judgement.legal


def test_cards_of_a_hand_that_nobody_knows_are_no_question(read: Read) -> None:
    """Whether somebody may discard a card of a hand of which only the number is told would hang on what was filled in."""
    text = CANASTA.replace("PHASE", "play") + "act: {seat: 1, action: {type: discard, card: KC}}\n"
    (problem,) = told(read, text.replace("KC KH", "KH KH"))
    expected = "the cards of hands[1] | write the cards of hands[1], KC among them"
    assert problem == f"no-card act.action.card: KC of a hand that nobody knows | {expected}"


def test_what_is_there_and_may_not_be_used_is_ruled_on(read: Read) -> None:
    """To lay one's own cards where the rules do not let them go is a question of the rules, and gets a verdict."""
    for action in ("type: meld, plays: [{to: 1, cards: 8H}]", "type: meld, plays: [{to: new, cards: KC KH}]"):
        position = read(asked(action))
        act = position.act()
        assert act is not None and not rule(position, act).judgement.legal


def test_an_act_is_read_beside_all_else_that_is_wrong(read: Read) -> None:
    """A slip in the act is told together with those in the rest of the file."""
    text = asked("type: discard, card: 10H").replace("4H KD", "4H KX").replace("turn: 0", "turn: 4")
    assert [problem.split(" ")[0] for problem in told(read, text)] == ["no-seat", "unknown-card", "unknown-card"]


def test_a_heap_that_is_not_there_is_no_question(read: Read) -> None:
    """Where the stock lies in two heaps, who draws from a third one is told which there are."""
    text = "variant: railroad\nturn: 0\nphase: draw\nhands: [KC, 5]\nfeet: [11, 11]\noptions: {players: 2}\n"
    text += "act: {action: {type: draw, heap: 9}}\n"
    (problem,) = told(read, text)
    assert problem.startswith("wrong-value act.action.heap: 9 | one of: 0, 1, 2")
