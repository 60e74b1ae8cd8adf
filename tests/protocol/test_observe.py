"""What is seen of a table, and deals as the protocol tells them."""

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from tests.engine.playing import step

from meldspec.data import folder
from meldspec.engine.deal import begin, dealt_by_rules, shuffled
from meldspec.engine.rulebook import Library, Rulebook, make_rulebook
from meldspec.position.position import Position
from meldspec.protocol.fields import record, to_json
from meldspec.protocol.messages import DealRequest
from meldspec.protocol.observe import begin_from_request, deal_request, observation
from meldspec.table.table import Act, Table

Read = Callable[[str], Position]
PROTOCOL = folder("conformance") / "protocol"


def schema(name: str) -> Draft202012Validator:
    """One of the published schemas."""
    texts = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in PROTOCOL.glob("*.schema.json")}
    registry: Registry[Any] = Registry().with_resources((n, Resource.from_contents(t)) for n, t in texts.items())
    return Draft202012Validator(texts[f"{name}.schema.json"], registry=registry)


@pytest.fixture
def toy(snap: Library) -> Rulebook:
    """Snap for two."""
    return make_rulebook(snap.sheet("snap"))


def request(toy: Rulebook, **change: Any) -> DealRequest:
    """A deal of Snap, as the protocol tells it, with something changed."""
    told = to_json(deal_request(toy, dealt_by_rules(toy, shuffled(toy, Random(1))), 1, 3, (4, 7)))
    return record(DealRequest)({**told, **change}, "deal")


def seen_of(rulebook: Rulebook, table: Table) -> dict[str, Any]:
    """What is seen of a table, as it is written down."""
    shown: dict[str, Any] = to_json(observation(rulebook, table))
    return shown


def test_a_deal_told_and_begun_is_the_same(toy: Rulebook) -> None:
    """A deal that is told in the protocol's words and begun from them is the deal it was."""
    dealt = dealt_by_rules(toy, shuffled(toy, Random(1)))
    assert begin_from_request(toy, deal_request(toy, dealt, 1, 3, (4, 7))) == begin(toy, dealt, 1, 3, (4, 7))


def test_the_stock_is_told_in_the_order_of_drawing(rules: Library) -> None:
    """The first card of the stock in a deal is the one that is turned up first."""
    rulebook = make_rulebook(rules.sheet("canasta"))
    told = deal_request(rulebook, dealt_by_rules(rulebook, shuffled(rulebook, Random(4))), 3)
    told = replace(told, stock=tuple(sorted(told.stock, key=lambda card: card != "KD")))
    assert seen_of(rulebook, begin_from_request(rulebook, told))["pile"] == {"cards": ["KD"]}


@pytest.mark.parametrize("variant", ["canasta", "manzana"])
def test_observations_fit_the_schema(rules: Library, variant: str) -> None:
    """What is seen of a table at the beginning of a deal has the shape that the protocol publishes."""
    rulebook = make_rulebook(rules.sheet(variant))
    seen = seen_of(rulebook, begin(rulebook, dealt_by_rules(rulebook, shuffled(rulebook, Random(2)))))
    assert list(schema("observation").iter_errors(seen)) == []
    assert (seen["turn"], seen["phase"]) == (1, "draw") and isinstance(seen["frozen"], bool)
    assert len(seen["hands"]) == rulebook.layout.seats and seen["ended"] is None and "scores" not in seen


def test_an_ended_deal_is_over_and_scored(toy: Rulebook) -> None:
    """When the last card of Snap has been laid, the deal is over, with scores, and totals that count them in."""
    table = begin_from_request(toy, request(toy, hands=[["KD"], ["KC"]]))
    for act in (Act("lay", 0, (toy.faces.by_name["KD"],)), Act("lay", 1, (toy.faces.by_name["KC"],))):
        verdict, table = step(toy, table, act)
        assert verdict.legal
    seen = seen_of(toy, table)
    assert (seen["phase"], seen["turn"], seen["ended"]) == ("over", None, {"how": "out"})
    assert (seen["scores"], seen["totals"], seen["match"]) == ([0, 0], [4, 7], None)


def test_places_under_one_key_are_joined(read: Read) -> None:
    """Cards that rest until the next turn are seen in the hand all the same."""
    position = read(
        "{variant: canasta, turn: 0, phase: play, readings: {pile.take.others: next-turn}, hands: [KC KD, 5, 5, 5],"
        " places: {resting: [9C 9D, '', '', '']}}"
    )
    assert seen_of(position.rulebook, position.table)["hands"][0] == ["KC", "KD", "9C", "9D"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"stock": ["2H"]}, "stock[0] is '2H'; expected a card of the pack"),
        ({"hands": [["KD"]]}, "hands is a list of 1; expected 2 lists of cards"),
        ({"hands": [["KD"], ["K?"]]}, "hands[1][0]: found 'K?', expected a card"),
        ({"hands": [["KD"], "KC"]}, "hands[1]: found 'KC', expected an array"),
        ({"stock": ["10H"]}, "stock[0]: found '10H'"),
        ({"feet": [["KD"], []]}, "feet has cards, but snap deals none"),
        ({"variant": "whist"}, "variant is 'whist'; this rulebook is of 'snap'"),
        ({"seats": 4}, "seats is 4; this rulebook is for 2"),
        ({"options": {"players": 3}}, "option players is 3; this rulebook has 2"),
        ({"dealer": 2}, "dealer is 2; expected a whole number from 0 to 1"),
        ({"match": {"deal": 0, "totals": [0, 0]}}, "match.deal: found 0, expected 1 or more"),
        ({"match": {"deal": 1, "totals": [1]}}, "match.totals has 1 numbers; expected 2"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(toy: Rulebook, change: dict[str, Any], told: str) -> None:
    """A deal with cards, hands, seats or numbers that cannot be is refused in words that say which."""
    with pytest.raises(ValueError) as caught:
        begin_from_request(toy, request(toy, **change))
    assert told in str(caught.value)


def test_cards_that_no_deal_can_tell_are_refused(toy: Rulebook) -> None:
    """Cards dealt to a place that the protocol has no field for are refused, not left out."""
    with pytest.raises(ValueError, match="'won'"):
        deal_request(toy, {"won": [(0,), ()]})
