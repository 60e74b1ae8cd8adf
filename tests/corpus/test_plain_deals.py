"""A deal is made plain: the same acts show the same, and nothing happens by the way that the case is not about."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from tests.engine.variants import shelf

from meldspec.corpus.expect import trace
from meldspec.corpus.search.plain_deals import PlainDeals
from meldspec.engine.referee import Referee
from meldspec.protocol.fields import to_json
from meldspec.protocol.messages import Action, ActRequest, DealOf, DealRequest, Dealt, Legal

HANDS = tuple(tuple(row.split()) for row in ("4C 4D 4H 4S 5C 5D 5H 5S 6C 6D 6H", "8C 8D 8H 8S 9C 9D 9H 9S TC TD TH",
                                             "JC JD JH JS QC QD QH QS KC KD KH", "AC AD AH AS 7C 7D 7H 7S 6S TS KS"))  # fmt: skip
DRAW = ActRequest(seat=1, action=Action(type="draw"))


def dealt(*stock: str, threes: tuple[str, ...] = ()) -> DealRequest:
    """Ordinary Canasta for four, dealt by seat 0: these hands, some of the first player's cards being red threes."""
    mine = (*threes, *HANDS[1][len(threes) :])
    hands = (HANDS[0], mine, *HANDS[2:])
    match = DealOf(deal=1, totals=(0, 0))
    return DealRequest(variant="canasta", seats=4, dealer=0, options={"players": 4}, match=match, hands=hands, feet=(), stock=stock)


def drawn(deal: DealRequest) -> bool:
    """Whether seat 1 may draw."""
    return isinstance(trace(referee(), (deal, DRAW))[-1].said, Legal)


def shown(deal: DealRequest) -> list[Any]:
    """What the table shows after the deal, and after seat 1 has drawn."""
    said = [step.said for step in trace(referee(), (deal, DRAW))]
    return [to_json(answer.observation) for answer in said if isinstance(answer, Dealt | Legal)]


def referee() -> Referee:
    """Who judges by ordinary Canasta, its open questions read as by default."""
    return Referee(shelf().rulebook("canasta"))


@pytest.mark.parametrize(
    "before",
    [
        dealt("4C", "5C", threes=("3H", "3D")),
        dealt("9S", "4C", "3H"),
        dealt("9S", "3D"),
        dealt("4C", "3H", "5C", "6C", threes=("3H",)),
    ],
    ids=["red threes in a hand", "one that may be drawn", "one that is drawn", "one in hand, one drawn"],
)
def test_nothing_happens_by_the_way_any_more(before: DealRequest) -> None:
    """Every hand is as it was dealt, the draw brings one card, and all 108 cards are there."""
    deal = PlainDeals(shelf().rulebook("canasta")).plainer(before, drawn)
    assert deal is not None
    begun, after = shown(deal)
    assert [Counter(hand) for hand in begun["hands"]] == [Counter(hand) for hand in deal.hands]
    assert Counter(after["hands"][1]) - Counter(deal.hands[1]) == Counter([deal.stock[1]])
    pack = Counter(card for row in (*deal.hands, deal.stock) for card in row)
    assert pack.total() == 108 and pack["JK"] == 4 and all(pack[card] == 2 for card in pack if card != "JK")


def test_cards_that_a_case_is_about_stay() -> None:
    """Where a case is about a red three that is laid, that one stays; one in another hand goes, and so does one that is drawn."""
    before = dealt("4C", "3H", "5C", threes=("3H",))
    before = replace(before, hands=(*before.hands[:3], ("3D", *before.hands[3][1:])))

    def laid(deal: DealRequest) -> bool:
        return Counter(shown(deal)[0]["hands"][1]) != Counter(deal.hands[1])

    deals = PlainDeals(shelf().rulebook("canasta"))
    found = deals.plainer(before, laid)
    assert found is not None
    red = {"3D", "3H"}
    assert [len([card for card in hand if card in red]) for hand in found.hands] == [0, 1, 0, 0]
    assert not red & {*found.stock[:25]}
    assert deals.plainer(found, laid) is None


def test_a_card_more_than_the_pack_has_goes() -> None:
    """Where a third king of clubs was dealt, one of the three is another card, and the pack is whole."""
    before = dealt("4C", "5C")
    hands = (("KC", "KC", *HANDS[0][2:]), *before.hands[1:])
    plain = PlainDeals(shelf().rulebook("canasta")).plainer(replace(before, hands=hands), drawn)
    assert plain is not None
    assert Counter(card for row in (*plain.hands, plain.stock) for card in row)["KC"] == 2
    assert sum(map(len, plain.hands)) + len(plain.stock) == 108


def test_a_plain_deal_is_known() -> None:
    """A deal that is plain is not made plain once more."""
    deals = PlainDeals(shelf().rulebook("canasta"))
    found = deals.plainer(dealt("4C", "5C"), drawn)
    assert found is not None and deals.plain(found)
    assert not deals.plain(dealt("4C", "5C"))
