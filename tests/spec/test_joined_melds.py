"""A second meld of a rank that is joined with the first (OC-A09): what comes of it, what forbids it, and what it is then called."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.playing import step

from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.protocol.actions import act_from_action
from meldspec.protocol.fields import to_json
from meldspec.protocol.observe import observation
from meldspec.table.table import Table

from .ordinary import CANASTA, EIGHTS, KINGS, QUEENS, Acts, played, set_out
from .positions import PASS, Action, by_question, discard, meld, play, scores, sheet_of, table, take

SECOND = "meld.one-a-rank.second"
Position = dict[str, Any]


def joining(variant: str = "canasta", **readings: str) -> Rulebook:
    """The rulebook in which a second meld of a rank joins the first; readings are named as in `manzana`."""
    return make_rulebook(sheet_of(variant), {}, {SECOND: "merge"} | by_question(readings))


def melds_of(rulebook: Rulebook, now: Table, side: int = 0) -> list[str]:
    """The melds of a side in their order."""
    return [" ".join(rulebook.faces.spell(bag)) for bag in now.cells[rulebook.layout["melds"].first + side]]


def ruled(rulebook: Rulebook, start: Table, action: Action) -> set[str]:
    """The clauses that refuse an act; none where it is legal."""
    verdict, _ = step(rulebook, start, act_from_action(rulebook, 0, action))
    return set() if verdict.legal else {tag.clause for tag in verdict.lines}


@pytest.mark.parametrize(
    ("reading", "melds"), [("refused", None), ("merge", ["KC KD KH KS KS 2C"]), ("apart", ["KC KD KH", "KS KS 2C"])]
)
def test_two_kings_and_a_deuce_beside_three_kings(reading: str, melds: list[str] | None) -> None:
    """With three kings on the table a new meld of two kings and a deuce is refused, makes five kings and a deuce, or lies apart."""
    rulebook = joining(meld__one_a_rank__second=reading)
    start = set_out(rulebook, "KS KS 2C 4C 5C", melds=[KINGS], phase="play")
    legal, now = played(rulebook, start, [(0, meld(play("new", "KS KS 2C")))])
    assert legal == (melds is not None)
    assert not legal or melds_of(rulebook, now) == melds


IN_PLAY: Position = {"phase": "play", "obtained": True}
LIMITS: list[tuple[dict[str, str], Position, Action, set[str]]] = [
    ({}, {"hand": "KH KS 2C 2D 4C 5C", "melds": ["KC KD 2H"]}, meld(play("new", "KH KS 2C 2D")), set()),
    ({}, {"hand": "KH KS 2C 2D 4C 5C", "melds": ["KC KD KD 2H 2S"]}, meld(play("new", "KH KS 2C 2D")), {"meld.wilds"}),
    (
        {"meld__wilds__long_meld": "half"},
        {"hand": "KH KS 2C 2D 4C 5C", "melds": ["KC KD KD 2H 2S"]},
        meld(play("new", "KH KS 2C 2D")),
        set(),
    ),
    (
        {"meld__wilds__long_meld": "half"},
        {"hand": "KH KS 2C 2D JK 4C 5C", "melds": ["KC KD 2H 2S"]},
        meld(play("new", "KH KS 2C 2D JK")),
        {"meld.wilds"},
    ),
    ({}, {"hand": "KH KS 4C 5C", "melds": [KINGS]}, meld(play("new", "KH KS")), {"meld.set"}),
    (
        {},
        {"hand": "KH KS 2C 8C 8D JK 2D 4C 5C", "melds": ["KC KD 2H", "8H 8S"]},
        meld(play("new", "KH KS 2C"), play(1, "8C JK 2D")),
        set(),
    ),
    (
        {"meld__black_threes__wild": "one"},
        {"hand": "3C 3C 2C 3S 3S 2D 9C", "melds": [CANASTA]},
        meld(play("new", "3C 3C 2C"), play("new", "3S 3S 2D")),
        {"meld.one-a-rank"},
    ),
    ({}, {"hand": "KH KS 2C 5C", "melds": [KINGS]}, meld(play("new", "KH KS 2C")), {"out.able-to-end"}),
    ({}, {"hand": "KH KS KS 2C 5C", "melds": ["KC KD KH"]}, meld(play("new", "KH KS KS 2C")), set()),
]
"""Readings besides, position, act, the clauses that refuse it."""


@pytest.mark.parametrize(("readings", "position", "action", "refusing"), LIMITS)
def test_what_comes_of_it_must_be_lawful(readings: dict[str, str], position: Position, action: Action, refusing: set[str]) -> None:
    """No more wild cards than one meld may have, nor a meld of no kind, nor a turn that cannot end, comes about by joining."""
    rulebook = joining(**readings)
    assert ruled(rulebook, set_out(rulebook, **position, **IN_PLAY), action) == refusing


TAKES: list[tuple[str, str, str, set[str]]] = [
    ("joins", EIGHTS, "8C JK 8H", set()),
    ("joins", "8C 8D 8S 2C 2D 2H", "8C JK 8H", {"meld.wilds"}),
    ("new-only", EIGHTS, "8C JK 8H", {"pile.wild"}),
    ("new-only", QUEENS, "8C JK 8H", set()),
    ("alone", "8C 8D 8S 2C 2D 2H", "8C JK 8H", set()),
]


@pytest.mark.parametrize(("reading", "there", "laid", "refusing"), TAKES)
def test_the_pile_taken_with_a_wild_card(reading: str, there: str, laid: str, refusing: set[str]) -> None:
    """An eight and a joker that take the pile as a new meld are judged as if they were added to the eights that lie there."""
    rulebook = joining(pile__wild__own_rank=reading)
    start = set_out(rulebook, "8C JK 4C 5C", pile="KC 8H", melds=[there])
    action = take(play("new", laid))
    assert ruled(rulebook, start, action) == refusing
    if not refusing:
        _, now = played(rulebook, start, [(0, action)])
        assert len(melds_of(rulebook, now)) == (2 if there == QUEENS else 1)


def test_the_numbers_of_melds_afterwards() -> None:
    """A meld that was joined with an earlier one leaves its number to the next; so the table shows them, and so acts name them."""
    rulebook = joining()
    start = set_out(rulebook, f"KS KS 2C {EIGHTS} 8H 4C 5C", melds=[KINGS, QUEENS], **IN_PLAY)
    _, now = played(rulebook, start, [(0, meld(play("new", "KS KS 2C"), play("new", EIGHTS)))])
    shown = to_json(observation(rulebook, now))["sides"][0]["melds"]
    assert [(" ".join(one["cards"]), one["kind"]) for one in shown] == [
        ("KC KD KH KS KS 2C", "mixed"),
        (QUEENS, "natural"),
        (EIGHTS, "natural"),
    ]
    assert played(rulebook, now, [(0, meld(play(2, "8H")))])[0]
    assert ruled(rulebook, now, meld(play(3, "8H"))) == {"meld.laying"}


def test_two_melds_of_a_rank_in_one_act() -> None:
    """Two new melds of a rank become one, and both count toward the minimum."""
    rulebook = joining()
    start = set_out(rulebook, f"{KINGS} KS KS 2C 4C 5C", **IN_PLAY)
    _, now = played(rulebook, start, [(0, meld(play("new", KINGS), play("new", "KS KS 2C")))])
    assert melds_of(rulebook, now) == ["KC KD KH KS KS 2C"]


OUT: list[tuple[list[str], str, list[Action], int]] = [
    (["KC KC KD KD"], "KH KH KS 5C", [meld(play("new", "KH KH KS")), discard("5C")], 500 + 100 + 70),
    (["KC KC KD KD KH KH"], "KS KS 2C 5C", [meld(play("new", "KS KS 2C")), discard("5C")], 300 + 100 + 100),
    (["KC KC KD KD"], "KH KH KS", [meld(play("new", "KH KH KS")), PASS], 500 + 100 + 70),
]


@pytest.mark.parametrize(("melds", "hand", "actions", "points"), OUT)
def test_going_out_with_a_joined_canasta(melds: list[str], hand: str, actions: list[Action], points: int) -> None:
    """Four kings and three are a natural canasta, six and two with a deuce a mixed one; with it the side may go out."""
    rulebook = joining()
    start = set_out(rulebook, hand, melds=melds, has_melded=True, **IN_PLAY)
    acts: Acts = [(0, action) for action in actions]
    legal, now = played(rulebook, start, acts)
    assert legal and scores(now)[0] == points


@pytest.mark.parametrize(("melds_before", "bonus"), [((), 200), ((("KC", "KD", "KH", "KS"),), 100)])
def test_joining_what_the_partner_laid_is_not_concealed(melds_before: tuple[tuple[str, ...], ...], bonus: int) -> None:
    """Whoever joins a meld that the partner laid in an earlier turn has added to it, and does not go out concealed."""
    rulebook = joining()
    before = tuple(tuple(sorted(rulebook.faces.read(list(cards)))) for cards in melds_before)
    lie = [" ".join(cards) for cards in melds_before] or ["KC KD KH KS"]
    start = set_out(rulebook, "KC KD KH 5C", melds=lie, melds_before=before, **IN_PLAY)
    _, now = played(rulebook, start, [(0, meld(play("new", "KC KD KH"))), (0, discard("5C"))])
    assert scores(now)[0] == 500 + 70 + bonus


MANZANA: list[tuple[dict[str, str], Position, Action, set[str]]] = [
    ({}, {"hand": "8H 8D JK KC QC", "melds": ["8C 8S 2C"], "phase": "play"}, meld(play("new", "8H 8D JK")), set()),
    ({}, {"hand": "8D JK KC QC", "pile": "KD 8H", "melds": ["8C 8S 2C"]}, take(play("new", "8D JK 8H")), set()),
    (
        {"pile__wild__own_rank": "apart"},
        {"hand": "8D JK KC QC", "pile": "KD 8H", "melds": ["8C 8S 2C"]},
        take(play("new", "8D JK 8H")),
        {"pile.wild"},
    ),
    (
        {"pile__wild__own_rank": "apart"},
        {"hand": "8D JK KC QC", "pile": "KD 8H", "melds": ["9C 9S 2C"]},
        take(play("new", "8D JK 8H")),
        set(),
    ),
    (
        {"pile__pair__own_rank": "one"},
        {"hand": "8D JK KC QC", "pile": "2D 8H", "melds": ["8C 8S 2C"]},
        take(play("new", "8D JK 8H")),
        set(),
    ),
]


@pytest.mark.parametrize(("readings", "position", "action", "refusing"), MANZANA)
def test_joined_melds_in_manzana(readings: dict[str, str], position: Position, action: Action, refusing: set[str]) -> None:
    """In Manzana two eights with a joker join two eights with a deuce, if they might have been added to them."""
    rulebook = joining("manzana", **readings)
    start = table(rulebook, **position)
    assert ruled(rulebook, start, action) == refusing
    if not refusing:
        number = 2 if position["melds"] == ["9C 9S 2C"] else 1
        _, now = step(rulebook, start, act_from_action(rulebook, 0, action))
        assert len(melds_of(rulebook, now)) == number
