"""What counts as a difference: only what both sides say, and cards as what they are."""

from typing import Any

import pytest

from meldspec.protocol.comparison import Difference, MismatchKind, compare, differences, sorted_cards, telling_cells
from meldspec.protocol.fields import record
from meldspec.protocol.messages import Action, Dealt, Enumerated, Illegal, Legal, Observation
from meldspec.runner.outcome import Share

MELD = {"cards": ["7C", "7D", "2S"], "kind": "mixed"}
SIDES = [{"melds": [MELD], "red_threes": 1}, {"melds": [], "red_threes": 0}]


def seen(observation: dict[str, Any]) -> Observation:
    """An observation as it is read."""
    return record(Observation)(observation, "observation")


def where(expected: dict[str, Any], given: dict[str, Any]) -> list[str]:
    """The places at which two observations differ."""
    return [difference.where for difference in differences(seen(expected), seen(given))]


@pytest.mark.parametrize(
    ("expected", "given"),
    [
        ({"turn": 0, "stock": 3}, {}),
        ({}, {"turn": 0, "hand": []}),
        ({"hands": [["7C", "JK", "7C"], []]}, {"hands": [["JK", "7C", "7C"], []]}),
        ({"pile": {"cards": ["7C", "8D"]}}, {"pile": {"top": "8D", "count": 2}}),
        ({"pile": {"cards": []}}, {"pile": {"top": None, "count": 0}}),
        ({"pile": {"top": "8D", "count": 2}}, {"pile": {"cards": ["7C", "8D"]}}),
        ({"sides": SIDES}, {"sides": [{"melds": [{"cards": ["2S", "7D", "7C"]}]}, {"red_threes": 0}]}),
        ({"ended": {"how": "out", "seat": 2}}, {"ended": {"how": "out"}}),
        ({"ended": {"how": "stock"}}, {"ended": {"how": "stock", "seat": 1}}),
        ({"match": {"winner": None}, "ended": None}, {"match": {"winner": None}, "ended": None}),
    ],
)
def test_alike(expected: dict[str, Any], given: dict[str, Any]) -> None:
    """The order of a hand, fields left out and fields unknown are no differences."""
    assert where(expected, given) == []


@pytest.mark.parametrize(
    ("expected", "given", "places"),
    [
        ({"turn": 0}, {"turn": None}, ["turn"]),
        ({"hands": [["7C", "7C"]]}, {"hands": [["7C"]]}, ["hands[0]"]),
        ({"hands": [["7C"], ["8D"]]}, {"hands": [["8D"], ["7C"]]}, ["hands[0]", "hands[1]"]),
        ({"hands": [["7C"], []]}, {"hands": [["7C"]]}, ["hands"]),
        ({"pile": {"cards": ["7C", "8D"]}}, {"pile": {"cards": ["8D", "7C"]}}, ["pile.cards"]),
        ({"pile": {"cards": ["7C", "8D"]}}, {"pile": {"top": "7C", "count": 2}}, ["pile.top"]),
        ({"pile": {"cards": ["7C", "8D"]}}, {"pile": {"top": "8D", "count": 1}}, ["pile.count"]),
        ({"sides": SIDES}, {"sides": SIDES[::-1]}, ["sides[0].melds", "sides[0].red_threes", "sides[1].melds",
                                                    "sides[1].red_threes"]),
        ({"sides": SIDES}, {"sides": [{"melds": [{**MELD, "kind": "natural"}]}, {}]}, ["sides[0].melds[0].kind"]),
        ({"ended": None}, {"ended": {"how": "out"}}, ["ended"]),
        ({"ended": {"how": "out", "seat": 2}}, {"ended": {"how": "stuck", "seat": 2}}, ["ended.how"]),
        ({"ended": {"how": "out", "seat": 2}}, {"ended": {"how": "out", "seat": 0}}, ["ended.seat"]),
        ({"scores": [5, 0], "totals": [5, 0]}, {"scores": [0, 5], "totals": [5]}, ["scores", "totals"]),
        ({"match": {"winner": 1}}, {"match": {"winner": None}}, ["match.winner"]),
    ],
)  # fmt: skip
def test_differences(expected: dict[str, Any], given: dict[str, Any], places: list[str]) -> None:
    """Every field that differs is named, down to the seat, the side and the meld."""
    assert where(expected, given) == places


def test_melds_keep_their_order() -> None:
    """Melds are numbered as they were first laid: the other way round is another table."""
    other = {"cards": ["8C", "8D", "8S"], "kind": "natural"}
    both = [{"melds": [MELD, other]}], [{"melds": [other, MELD]}]
    assert "sides[0].melds[0].cards" in where({"sides": both[0]}, {"sides": both[1]})


def test_verdicts() -> None:
    """A verdict is compared first, and after a refusal nothing else is."""
    legal, illegal, nothing = Legal(Observation(turn=0)), Illegal(), Observation()
    assert compare(illegal, Illegal("why not")) is None
    assert compare(legal, Legal(Observation(turn=0))) is None
    assert compare(Dealt(Observation(turn=0)), Dealt(nothing)) is None
    kinds = [compare(legal, Illegal()), compare(illegal, Legal(nothing)), compare(legal, Legal(Observation(turn=1)))]
    assert [m and m.kind for m in kinds] == [
        MismatchKind.REFUSED,
        MismatchKind.ALLOWED,
        MismatchKind.OBSERVATION,
    ]


def test_lists_of_actions() -> None:
    """Lists of legal actions are compared as sets, the cards of a play as they look."""
    meld = Action("meld", more={"plays": [{"to": "new", "cards": ["7C", "7D", "2S"]}]})
    turned = Action("meld", more={"plays": [{"cards": ["2S", "7C", "7D"], "to": "new"}]})
    draw = Action("draw")
    assert compare(Enumerated((meld, draw)), Enumerated((draw, turned, turned))) is None
    mismatch = compare(Enumerated((meld,)), Enumerated((draw,)))
    assert mismatch is not None and mismatch.kind is MismatchKind.ACTIONS
    assert mismatch.differences == (Difference("action", meld, None), Difference("action", None, draw))


@pytest.mark.parametrize(
    "more", [{"note": "x"}, {"count": 1}, {"heap": 0}, {"plays": None}, {"plays": 5}, {"plays": [{"cards": 1}]}]
)
def test_what_an_act_does_not_have_is_not_compared(more: dict[str, Any]) -> None:
    """A draw is a draw, whatever else an implementation writes beside it in a list."""
    assert compare(Enumerated((Action("draw"),)), Enumerated((Action("draw", more=more),))) is None


def test_acts_that_are_told_apart_by_what_an_act_does_not_have_are_others() -> None:
    """Who lists the take of three cards of the pile beside the take of all of them leaves a choice that the list does not have;
    that a number stands beside the one take there is says nothing."""
    every, three = Action("take", more={"top": 0}), Action("take", more={"top": 0, "count": 3})
    assert compare(Enumerated((every,)), Enumerated((three,))) is None
    mismatch = compare(Enumerated((every,)), Enumerated((three, every)))
    assert mismatch is not None and mismatch.differences == (Difference("action", None, three),)


@pytest.mark.parametrize("plays", [None, 5, [1], [{"cards": ["7C"]}], [{"to": "new", "cards": [""]}]])
def test_plays_that_are_none_are_others(plays: Any) -> None:
    """A meld of what is no list of plays is another act than the meld that is expected, and stops nobody."""
    meld = Action("meld", more={"plays": [{"to": "new", "cards": ["7C", "7D", "2S"]}]})
    mismatch = compare(Enumerated((meld,)), Enumerated((Action("meld", more={"plays": plays}),)))
    assert mismatch is not None and mismatch.kind is MismatchKind.ACTIONS


def test_share_of_fields() -> None:
    """The share of fields given counts the parts of the sides apart, and what is not known is named."""
    share = Share()
    expect = Legal(seen({"turn": 0, "stock": 3, "sides": SIDES}))
    bare = [{"melds": [{"cards": MELD["cards"]}]}, {"melds": []}]
    share.add(expect, Legal(seen({"turn": 0, "sides": bare, "hand": []})))
    assert (share.given.total(), share.expected.total()) == (2, 5)
    assert share.missing() == {"sides.kinds": 0, "sides.red_threes": 0, "stock": 0}
    assert dict(share.unknown) == {"hand": 1}


def test_share_of_fields_after_the_end() -> None:
    """Once a deal has ended, how it ended and the scores suffice."""
    share = Share()
    expect = Dealt(seen({"turn": None, "ended": {"how": "stock"}, "scores": [0], "totals": [0]}))
    share.add(expect, Dealt(seen({"ended": {"how": "stock"}, "scores": [0], "totals": [0]})))
    assert share.whole == 1
    share.add(expect, Illegal())
    assert share.expected.total() == 3


def test_nothing_expected() -> None:
    """Where nothing could be given, nothing is missing."""
    assert Share().whole == 1


def test_cards_are_shown_sorted() -> None:
    """Cards are shown jokers first, then from ace to two."""
    assert sorted_cards(["2C", "AS", "JK", "TH", "AC"]) == ["JK", "AC", "AS", "TH", "2C"]


def test_lists_are_told_apart_by_the_acts_themselves() -> None:
    """Two lists that each have a discard which the other lacks differ in two things, not in one that both have."""
    first, second = (
        Enumerated(tuple(Action("discard", more={"card": card}) for card in two)) for two in (("4C", "5C"), ("4C", "6C"))
    )
    assert len(telling_cells(first, second)) == 2
    more = Enumerated((*second.actions, Action("discard", more={"card": "KD"})))
    assert len(telling_cells(second, more)) == 1
    assert telling_cells(first, second).isdisjoint(telling_cells(second, more))
