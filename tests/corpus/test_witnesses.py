"""Positions of stored cases are such as a game comes to: a deal of the pack and legal acts lead there."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from tests.corpus.picked import CORPUS, cases_where
from tests.engine.variants import sheet_of
from tests.sampling import THOROUGH

from meldspec.corpus.corpus import Corpus, open_corpus
from meldspec.corpus.expect import trace
from meldspec.corpus.plan import Goal, Planned, Script
from meldspec.corpus.search.witness import draining
from meldspec.corpus.search.witnessing import come_about
from meldspec.corpus.witnessed import leads
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.position.request import request_from_table
from meldspec.protocol.case import LONGEST_WITNESS, Case, CaseProblem, case_from_json
from meldspec.protocol.fields import ABSENT, to_json
from meldspec.protocol.messages import Action, ActRequest, CaseRequest, DealRequest, PositionRequest, case_request
from meldspec.table.selection import in_order


@cache
def positions() -> tuple[Case, ...]:
    """All stored cases that begin with a position."""
    return tuple(cases_where(lambda case: case["requests"][0]["cmd"] == "position"))


def witnessed() -> list[Case]:
    """Those to which somebody has found a way."""
    return [case for case in positions() if case.witness is not ABSENT]


def rulebook_of(case: Case) -> Rulebook:
    """The rules of a case, its open questions read as by default."""
    return make_rulebook(sheet_of(case.variant), case.options)


def witness_of(case: Case) -> tuple[PositionRequest, tuple[DealRequest, ...]]:
    """The position that a case begins with, and the deal of its witness."""
    first = case.requests[0]
    assert isinstance(first, PositionRequest) and case.witness is not ABSENT
    return first, tuple(one for one in case.witness.requests if isinstance(one, DealRequest))


def test_a_game_comes_to_every_position_that_has_a_witness() -> None:
    """The deal and the acts of every witness are legal one by one, and the table after them is the one that is set out."""
    for case in witnessed()[:: 1 if THOROUGH else 3]:
        position, _ = witness_of(case)
        assert case.witness is not ABSENT and leads(Referee(rulebook_of(case)), case.witness.requests, position), case.id


def test_a_witness_deals_whole_hands_from_the_pack() -> None:
    """Nobody is dealt more or fewer cards than the game deals, and no card comes up oftener than the pack has it."""
    for case in witnessed():
        (deal,) = witness_of(case)[1]
        faces = rulebook_of(case).faces
        pack = Counter(dict(zip(faces.names, faces.counts, strict=True)))
        cards = Counter(card for row in (*deal.hands, *deal.feet, deal.stock) for card in row)
        assert not cards - pack, case.id
        assert len({len(hand) for hand in deal.hands}) == 1 and len({len(foot) for foot in deal.feet}) <= 1, case.id


def test_every_position_has_a_witness() -> None:
    """A position that nobody is known to come to is no case."""
    assert [case.id for case in positions() if case.witness is ABSENT] == []


@pytest.mark.parametrize(
    ("spoilt", "wrong"),
    [
        ({"requests": []}, "a witness of 0 requests"),
        ({"rests_on": None}, "witness"),
        ("position", "neither begins with a position nor with that witness"),
        ("act first", "deal or position, with which a case begins"),
    ],
)
def test_a_witness_is_a_deal_and_acts(spoilt: object, wrong: str) -> None:
    """A case whose witness is none is refused, and it is said what is wrong."""
    raw = to_json(next(case for case in positions() if case.witness is not ABSENT and len(case.witness.requests) > 1))
    if isinstance(spoilt, dict):
        raw["witness"] |= spoilt
    elif spoilt == "position":
        raw["requests"][0] = raw["witness"]["requests"][0] | {"dealer": (raw["witness"]["requests"][0]["dealer"] + 1) % 2}
    else:
        raw["witness"]["requests"] = raw["witness"]["requests"][1:]
    with pytest.raises(CaseProblem, match=wrong):
        case_from_json(raw)


def test_a_table_that_is_another_is_not_led_to() -> None:
    """With the last act of its witness left out a game has not come to the position yet."""
    case = next(case for case in positions() if case.witness is not ABSENT and len(case.witness.requests) > 2)
    assert case.witness is not ABSENT
    position, _ = witness_of(case)
    referee = Referee(rulebook_of(case))
    assert not leads(referee, case.witness.requests[:-1], position)
    assert not leads(referee, case.witness.requests, replace(position, turn=(position.turn + 1) % position.seats))


def test_the_game_of_a_case_leads_to_its_table() -> None:
    """The table of a case is come to by its own game, and to what its acts leave, whatever is played there then."""
    corpus = open_corpus(sheet_of("railroad"), CORPUS / "railroad", again=False)
    case = corpus.cases["railroad/out.held-to-it/refuses-3"]
    take, discard = case.requests[1:3]
    options = in_order(case.options)
    family = corpus.family(options)
    table = trace(family.referee, case.requests)[2].before
    assert case.witness is not ABSENT and table is not None
    planned = Planned("", Goal("refuses", "out.held-to-it"), options, 0)
    script = come_about(corpus, planned, Script((request_from_table(family.rulebook, table), discard)))
    assert script is not None and script.witness == (*case.witness.requests, take)


def last_cards(players: int, *stock: str) -> CaseRequest:
    """Ordinary Canasta, nothing laid: seat 0 is to draw from such a stock."""
    hands = [["6S", "5H", "4C", "4D"], ["8H"], ["7C"], ["7D"]][:players]
    begun = {"variant": "canasta", "seats": players, "options": {"players": players}, "match": {"deal": 1, "totals": [0, 0]}}
    table = {
        "pile": ["6H", "9C"],
        "feet": [[]] * players,
        "dealer": 0,
        "stock": [*stock],
        "hands": hands,
        "turn": 0,
        "phase": "draw",
    }
    return case_request({"cmd": "position", **begun, **table, "sides": [{"melds": [], "red_threes": 0}] * 2}, "position")


@pytest.mark.parametrize(
    ("players", "stock"), [(2, ("KC",)), (4, ("3D", "KC"))], ids=["the last of two", "a red three and another"]
)
def test_a_game_uses_up_the_stock(players: int, stock: tuple[str, ...]) -> None:
    """Where somebody sets out the last cards of the stock, whole packs are dealt and play goes round until just these are left."""
    options, corpus = (("players", players),), Corpus(sheet_of("canasta"))
    draw = ActRequest(seat=0, action=Action(type="draw"))
    planned = Planned("", Goal("effect", "turn.draw"), options, 0)
    script = come_about(corpus, planned, Script((last_cards(players, *stock), draw)), set_out=True)
    assert script is not None
    led, deal = script.requests[0], script.witness[0]
    assert isinstance(led, PositionRequest) and led.stock == stock and led.pile[-2:] == ("6H", "9C")
    assert leads(Referee(corpus.family(options).rulebook), script.witness, led)
    assert isinstance(deal, DealRequest) and sum(map(len, (*deal.hands, deal.stock))) == 108
    assert len(script.witness) <= LONGEST_WITNESS


def test_a_stock_that_would_take_too_many_turns_is_not_used_up() -> None:
    """Eight packs are too many cards for two hundred acts: nobody plays them down to the last card."""
    bare = next(case for case in positions() if case.variant == "railroad" and case.options["players"] == 4)
    position = bare.requests[0]
    assert isinstance(position, PositionRequest)
    assert draining(rulebook_of(bare), replace(position, stock=(), heaps=(0, 0))) == ()
