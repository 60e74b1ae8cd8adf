"""What goes over the border between a book and programs: places told by name, acts to be learnt, and what is asked for in vain."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from tests.book.toys import check_library
from tests.engine.tried import BOOKS

from meldspec.book.library import library_of
from meldspec.book.make_sheet import make_sheet
from meldspec.book.sheet import FieldLine
from meldspec.corpus.search.initial_states import random_position
from meldspec.engine.deal import begin, dealt_by_rules, shuffled
from meldspec.engine.rulebook import Library, Rulebook
from meldspec.language.parse import parse
from meldspec.language.problems import Diagnostic
from meldspec.position.request import NoPosition, request_from_table, table_from_position
from meldspec.protocol.border import FIELDS, check_border
from meldspec.protocol.comparison import Difference, differences
from meldspec.protocol.fields import declared, make, record, to_json
from meldspec.protocol.messages import ACTIONS, Action, DealRequest, Dealt, Observation, listed_action
from meldspec.protocol.observe import begin_from_request, deal_request, observation
from meldspec.ruling.words import changes
from meldspec.runner.outcome import Share
from meldspec.runner.words import say_action, say_request
from meldspec.table.table import Table


@cache
def pot() -> Rulebook:
    """The game with a pot for each side, a market that lies open and cards set aside, which the book shows by name."""
    tree = parse((BOOKS / "well" / "pot.rules").read_text(encoding="utf-8"), "pot.rules")
    assert check_library(library_of([tree])) == []
    return Library(library_of([tree])).rulebook("pot")


def dealt() -> DealRequest:
    """A deal of the game."""
    return deal_request(pot(), dealt_by_rules(pot(), shuffled(pot(), Random(1))))


def seen(table: Table) -> dict[str, Any]:
    """What is told of the places of a table that are shown by name."""
    found: dict[str, Any] = to_json(observation(pot(), table))["places"]
    return found


def test_a_deal_tells_what_lies_in_the_pots() -> None:
    """Each side's pot and the market are dealt by the request; what nobody is dealt is left out."""
    places = dealt().places or {}
    assert {name: [len(bag) for bag in bags] for name, bags in places.items()} == {"pot": [4, 4], "market": [3]}
    cards = dealt_by_rules(pot(), shuffled(pot(), Random(1)))
    assert begin_from_request(pot(), dealt()) == begin(pot(), cards)


def test_a_pot_is_seen_as_its_count_and_the_market_as_it_lies() -> None:
    """Who looks on counts the pot, reads the market from the bottom to the top, and sees what is set aside."""
    request = replace(dealt(), places={"market": (("QS", "JC", "AS"),)})
    assert seen(begin_from_request(pot(), request)) == {
        "pot": [{"count": 0}, {"count": 0}],
        "market": [{"row": ["QS", "JC", "AS"]}],
        "aside": [{"cards": []}, {"cards": []}],
    }


@pytest.mark.parametrize(
    ("places", "why"),
    [
        ({"pots": [[], []]}, "places has 'pots'; expected pot or market or aside, as pot names them"),
        ({"pot": [["KD"]]}, "places.pot is a list of 1; expected 2 lists of cards, one for each side"),
        ({"market": [["KD"], []]}, "places.market is a list of 2; expected 1 list of cards, one for the table"),
        ({"aside": [["KD"], ["9D"]]}, "places.aside[1][0] is '9D'; expected a card of the pack"),
    ],
)
def test_a_deal_with_places_that_there_are_not(places: Mapping[str, Any], why: str) -> None:
    """A place that the book does not name, bags for too few or too many, and cards of another pack are told."""
    request = record(DealRequest)({**to_json(dealt()), "places": places}, "deal")
    with pytest.raises(ValueError, match=f"^{re.escape(why)}"):
        begin_from_request(pot(), request)


@pytest.mark.parametrize("seed", range(6))
def test_a_position_tells_them_too(seed: int) -> None:
    """The middle of a deal goes over the border and comes back, pots, market and all."""
    found = random_position(pot(), Random(seed))
    assert found is not None
    assert table_from_position(pot(), request_from_table(pot(), found[1])) == found[1]


@pytest.mark.parametrize(
    ("places", "why"),
    [
        ({"pots": [[], []]}, "places has 'pots'; pot shows pot and market and aside by name"),
        ({"market": [["KD"], []]}, "places.market has 2 lists of cards, expected one: it is the table's"),
    ],
)
def test_a_position_with_places_that_there_are_not(places: dict[str, Any], why: str) -> None:
    """Of a position, too, such places are told."""
    found = random_position(pot(), Random(1))
    assert found is not None
    with pytest.raises(NoPosition, match=why):
        table_from_position(pot(), replace(found[0], places=places))


def test_places_are_compared_one_by_one() -> None:
    """Only what both tell is compared: the count of each side's pot, the cards of a row in their order, those of a bag in any."""
    places = {
        "pot": [{"count": 4}, {"count": 0}],
        "market": [{"row": ["QS", "JC"]}],
        "aside": [{"cards": ["AC", "KD"]}, {"cards": []}],
    }
    other = {
        "pot": [{"count": 4}, {"count": 3}],
        "market": [{"row": ["JC", "QS"]}],
        "aside": [{"cards": ["KD", "AC"]}, {}],
        "heap": [{"count": 1}],
    }
    expected, given = (record(Observation)({"places": one}, "seen") for one in (places, other))
    assert list(differences(expected, given)) == [
        Difference("places.pot[1].count", 0, 3),
        Difference("places.market[0].row", ("QS", "JC"), ("JC", "QS")),
    ]


def test_reports_count_places_by_name() -> None:
    """The share of what was checked names each place by itself."""
    share = Share()
    told = make(Observation, {"turn": 0, "places": {"pot": (), "market": ()}})
    share.add(Dealt(told), Dealt(make(Observation, {"places": {"pot": ()}})))
    assert share.missing() == {"places.market": 0.0, "turn": 0.0}


def test_places_are_told_in_words() -> None:
    """A transcript and a ruling name pots and market as the book does."""
    request = replace(dealt(), places={"pot": (("AC", "KD"), ()), "market": (("QS", "JC"),)})
    assert [line for line in say_request(request) if line.startswith(("pot", "market"))] == ["pot: AC KD; none", "market: QS JC"]
    before = {"places": {"pot": [{"count": 4}, {"count": 4}], "market": [{"row": ["QS"]}]}}
    after = {"places": {"pot": [{"count": 4}, {"count": 0}], "market": [{"row": []}]}}
    assert changes(before, after, str, set(), {}) == ["pot 1: 4 cards → 0 cards", "market: QS → no card"]


def test_cards_of_a_pot_that_nobody_knows_are_not_named() -> None:
    """Whoever takes up a pot of unknown cards gets so many, whichever they were taken for."""
    before = {"hands": [["KC"]], "places": {"pot": [{"count": 2}]}}
    after = {"hands": [["AC", "AD"]], "places": {"pot": [{"count": 0}]}}
    told = changes(before, after, str, {"places"}, {})
    assert told == ["hand of seat 0: 1 → 2 cards (gives KC, gets 2 unknown)", "pot: 2 cards → 0 cards"]


def test_an_act_that_programs_learn_is_told_in_words() -> None:
    """An act that no game of the project has is told by its name and its fields."""
    assert say_action(Action("combine", more={"one": 0, "other": 2})) == "does 'combine' with one 0 and other 2"
    assert say_action(Action("swap", more={"card": "KD"})) == "does 'swap' with card KD"
    assert say_action(Action("knock")) == "does 'knock'"


def test_every_field_of_an_action_has_a_type_in_the_rules() -> None:
    """Each field of the protocol's actions can be declared by a book, and none is listed that no action has."""
    assert FIELDS.keys() == {one.key for shape in ACTIONS.values() for one in declared(shape)} - {"type"}


def test_any_act_may_name_melds_by_their_numbers() -> None:
    """Beside what the protocol has of it, an act may have fields that each hold the number of a meld."""
    tree = parse((BOOKS / "well" / "pot.rules").read_text(encoding="utf-8"), "pot.rules")
    sheet = make_sheet(library_of([tree]).book("pot"), [])
    one, other, wrong = (FieldLine(name, "meld", None, (), name) for name in ("one", "other", "heap"))
    sheet.acts[:] = [replace(act, fields=(*act.fields, one, other)) for act in sheet.acts]
    problems: list[Diagnostic] = []
    check_border(sheet, problems)
    assert problems == []
    sheet.acts[:] = [replace(act, fields=(wrong,)) for act in sheet.acts if act.name == "draw"]
    check_border(sheet, problems)
    assert "'heap' to be of the type number" in [problem.expected for problem in problems]


def test_cards_laid_on_a_place_are_told_by_its_name() -> None:
    """A play that goes to a place beside the melds names it, in the protocol and in words."""
    laid = listed_action({"type": "meld", "plays": [{"to": "aside", "cards": ["KD", "KC"]}]}, "act")
    assert say_action(laid) == "lays KD KC on aside"
