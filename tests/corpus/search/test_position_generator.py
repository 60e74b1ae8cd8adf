"""Positions drawn at random, acts tried from them, and what is left of them in a case."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.engine.variants import sheet_of
from tests.sampling import THOROUGH

from meldspec.book.library import library_of
from meldspec.book.make_sheet import make_sheet
from meldspec.corpus.corpus import Corpus
from meldspec.corpus.expect import first_difference, first_divergence, trace
from meldspec.corpus.family import RulebookFamily
from meldspec.corpus.make_case import other_answers, shows
from meldspec.corpus.plan import Goal, Script
from meldspec.corpus.search.campaign import Campaign
from meldspec.corpus.search.explore import explore
from meldspec.corpus.search.initial_states import random_position
from meldspec.corpus.search.observers import moved_over
from meldspec.corpus.search.scale import long_melds, neighbours, scale_of
from meldspec.corpus.search.shrink import shrunk_position
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.language.parse import parse
from meldspec.position.request import NoPosition, table_from_position
from meldspec.protocol.case import decisive
from meldspec.protocol.fields import to_json
from meldspec.protocol.messages import Dealt, Legal, PositionRequest, case_request
from meldspec.table.table import TURN

GAMES = ("canasta", "manzana", "pennies", "dollars", "railroad", "bain", "kadner")
NATURALS = ["9C", "9D", "9H", "9S", "TC", "TD", "TH"]


def rulebook(name: str, **readings: str) -> Rulebook:
    """A game by its default options."""
    return make_rulebook(sheet_of(name), {}, readings)


@cache
def manzana() -> RulebookFamily:
    """Manzana with all that it is compared with."""
    return RulebookFamily(rulebook("manzana"))


@pytest.mark.parametrize("name", GAMES)
def test_a_drawn_position_is_one_of_the_rules_with_cards_of_the_pack(name: str) -> None:
    """Whatever is set out can be set out by hand, and no card of the pack is there twice."""
    rules, random = rulebook(name), Random(name)
    for _ in range(20):
        found = random_position(rules, random)
        assert found is not None
        request, table = found
        assert table_from_position(rules, request) == table and not table.over()
        told = [*request.stock, *request.pile, *(card for held in (*request.hands, *request.feet) for card in held)]
        told += [card for side in request.sides for meld in side.melds for card in meld.cards]
        pack = Counter({rules.faces.names[face]: count for face, count in enumerate(rules.faces.counts)})
        assert not Counter(told) - pack
        assert all(request.hands)


FOOTLESS = (Path(__file__).parents[2] / "books" / "well" / "footless.rules").read_text(encoding="utf-8")
FOOT = ("  place pile", "  place foot of player is bag shown as feet\n  place pile")
DEALT = ("  at setup\n", "    then draw 1 from stock to foot for each player in seats\n  at setup\n")


@pytest.mark.parametrize("changes", [(), (FOOT, DEALT)], ids=["no-feet", "feet-of-one-card"])
def test_a_small_game_is_explored_from_the_middle(changes: tuple[tuple[str, str], ...]) -> None:
    """A game with other sizes than those of the family, without feet or with feet of a single card, is played from positions."""
    text = FOOTLESS
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    rules = make_rulebook(make_sheet(library_of([parse(text)]).book("footless"), []))
    assert scale_of(rules).hand == 3 and scale_of(rules).least == 2
    found = explore(rules, (f"footless:{seed}" for seed in range(40)), positions=True)
    assert found.deals == 40 and found.endings.total() == 40


def test_nobody_is_on_turn_with_an_empty_hand() -> None:
    """Where melds have used up a small pack nobody is seated on turn who holds nothing, which no play comes to."""
    text = FOOTLESS.replace("deck 2 of A K Q J", "deck 1 of A K").replace("worth 1 for A K Q J", "worth 1 for A K")
    rules = make_rulebook(make_sheet(library_of([parse(text)]).book("footless"), []))
    drawn = [found for seed in range(100) if (found := random_position(rules, Random(seed))) is not None]
    hands = [table.cells[rules.layout["hand"].first + table.cells[TURN]] for _, table in drawn]
    assert len(hands) == 100 and all(hands)


def test_the_same_seed_sets_out_the_same_position() -> None:
    """A position can be set out again."""
    first, second = (random_position(rulebook("bain"), Random(4)) for _ in range(2))
    assert first is not None and second is not None and first[0] == second[0]


@pytest.mark.parametrize("name", GAMES)
def test_long_melds_of_every_kind_are_known(name: str) -> None:
    """A side may have its canastas on the table, of each kind that can be long."""
    rules = rulebook(name)
    found = long_melds(rules)
    assert "mixed" in found
    assert all(rules.kind_of(cards) == kind for kind, many in found.items() for cards in many)


def test_neighbours_are_a_row_of_one_suit() -> None:
    """Cards next to one another in a suit are dealt together, as a sequence needs them."""
    rules, random = rulebook("dollars"), Random(1)
    faces = list(range(len(rules.faces.names)))
    rows = [rules.faces.spell(tuple(neighbours(rules, random, faces, 4))) for _ in range(50)]
    assert all(len({card[-1] for card in row}) == 1 for row in rows if row != ["JK"])
    assert any(rules.kind_of(tuple(sorted(rules.faces.read(row)))) == "sequence" for row in rows)


def test_a_table_is_carried_over_to_rules_that_remember_more() -> None:
    """Cards and memories keep their names, and what only the other rules remember is as at the start."""
    true, other = rulebook("dollars"), make_rulebook(sheet_of("dollars"), {}, {"meld.either.both": "either"})
    found = random_position(true, Random(2))
    assert found is not None
    cells = found[1].cells
    moved = moved_over(true, other, cells)
    assert other.layout.has("begun-now") and not true.layout.has("begun-now")
    assert moved[other.layout["begun-now"].first] is False
    assert all(
        moved[other.layout[r.name].first : other.layout[r.name].first + r.count] == cells[r.first : r.first + r.count]
        for r in true.layout.places()
    )


def test_readings_are_told_from_the_default_in_a_few_acts() -> None:
    """Some positions and a few acts show of several readings which one is followed."""
    campaign = Campaign(Corpus(sheet_of("manzana"), families={((), ()): manzana()}), (), positions=True)
    readings = list(manzana().readings.values())
    for seed in range(25):
        campaign.play(seed, {one.goal for one in readings if one.goal is not None}, readings)
    assert len({found.goal for found in campaign.findings.best.values()}) >= 5


def position(**other: Any) -> dict[str, Any]:
    """A position of Manzana: seat 0 has to play, nines in hand, and there is more on the table than matters."""
    request = {
        "cmd": "position",
        "variant": "manzana",
        "seats": 2,
        "dealer": 1,
        "options": {},
        "match": {"deal": 2, "totals": [500, 300]},
        "stock": ["4C", "5C", "6C"],
        "pile": ["JC", "6D"],
        "hands": [["KC", "KD", "KH", "4S", "5S"], ["QC", "8D"]],
        "feet": [[], []],
        "sides": [{"melds": [{"cards": NATURALS[:4]}], "red_threes": 0}, {"melds": [], "red_threes": 0}],
        "turn": 0,
        "phase": "play",
    }
    return {**request, **other}


def script(*requests: dict[str, Any]) -> Script:
    """Requests as they are written down, as a script."""
    return Script(tuple(case_request(request, "request") for request in requests))


def begun(script: Script) -> PositionRequest:
    """The position that a script begins with."""
    first = script.requests[0]
    assert isinstance(first, PositionRequest)
    return first


def test_a_position_keeps_only_the_cards_that_matter() -> None:
    """Three kings laid: stock, pile and melds are left out, the kings are not, and nobody is left without a card."""
    lay = {"cmd": "act", "seat": 0, "action": {"type": "meld", "plays": [{"to": "new", "cards": ["KC", "KD", "KH"]}]}}
    bare = begun(shrunk_position(script(position(), lay), lambda shorter: {"KC", "KD", "KH"} <= set(begun(shorter).hands[0])))
    assert bare.hands == (("KC", "KD", "KH"), ("QC",))
    assert bare.stock == bare.pile == () and not any(side.melds for side in bare.sides)
    assert to_json(bare.match) == {"deal": 1, "totals": [0, 0]}


def test_what_is_laid_on_a_meld_stays_with_it() -> None:
    """A meld before the one that is added to is left out, and the addition still goes to its own meld."""
    sides = [{"melds": [{"cards": NATURALS[:4]}, {"cards": ["QC", "QD", "QH"]}], "red_threes": 0}, {"melds": [], "red_threes": 0}]
    lay = {"cmd": "act", "seat": 0, "action": {"type": "meld", "plays": [{"to": 1, "cards": ["QS"]}]}}
    wanted = [{"cards": ["QC", "QD", "QH"]}]

    def shows(script: Script) -> bool:
        first, act = to_json(script.requests)
        melds, to = first["sides"][0]["melds"], act["action"]["plays"][0]["to"]
        return 0 <= to < len(melds) and [melds[to]] == wanted

    first, act = to_json(shrunk_position(script(position(sides=sides, hands=[["QS", "4S", "5S"], ["KC"]]), lay), shows).requests)
    assert first["sides"][0]["melds"] == wanted
    assert act["action"]["plays"] == [{"to": 0, "cards": ["QS"]}]


def test_a_meld_that_an_act_names_keeps_its_name() -> None:
    """Three melds lie, the last two are put together: without the first they are named by lower numbers, and the card is not."""
    melds = [{"cards": NATURALS[:4]}, {"cards": ["QC", "QD", "QH"]}, {"cards": ["QC", "QS", "QH"]}]
    sides = [{"melds": melds, "red_threes": 0}, {"melds": [], "red_threes": 0}]
    push = {"cmd": "act", "seat": 0, "action": {"type": "push", "one": 1, "other": 2, "times": 2}}

    def shows(script: Script) -> bool:
        first, act = to_json(script.requests)
        lying = dict(enumerate(first["sides"][0]["melds"]))
        return [lying.get(act["action"][name]) for name in ("one", "other")] == melds[1:]

    numbered = {("push", "one"), ("push", "other")}
    first, act = to_json(shrunk_position(script(position(sides=sides), push), shows, numbered).requests)
    assert first["sides"][0]["melds"] == melds[1:]
    assert act["action"] == {"type": "push", "one": 0, "other": 1, "times": 2}


def test_what_need_not_be_remembered_is_not_told() -> None:
    """A memory that the case does not rest on is left out, and so is the list of them when it is empty."""
    marked = script(position(marks={"opened": [True, False], "melded-now": True}))
    bare = shrunk_position(marked, lambda shorter: "opened" in (begun(shorter).marks or {}))
    assert begun(bare).marks == {"opened": [True, False]}
    assert "marks" not in to_json(shrunk_position(marked, lambda _: True).requests[0])


def test_a_table_where_nobody_may_do_anything_is_no_case() -> None:
    """A lone seven in the middle of a turn: no game leads there, so what is refused there shows nothing."""
    family = RulebookFamily(rulebook("dollars"))
    sevens = {"melds": [{"cards": ["7D", "7H", "7H", "7H", "7S", "7S"]}], "red_threes": 0}
    lone = position(
        variant="dollars",
        seats=4,
        options={"players": 4},
        hands=[["AC"], ["7D"], ["7S"], ["6S"]],
        feet=[[]] * 4,
        sides=[sevens, {"melds": [], "red_threes": 0}],
        turn=2,
        pile=[],
        stock=[],
        match={"deal": 1, "totals": [0, 0]},
    )
    lay = {"cmd": "act", "seat": 2, "action": {"type": "meld", "plays": [{"to": 0, "cards": ["7S"]}]}}
    more = {**lone, "hands": [["AC"], ["7D"], ["7S", "KC", "QC", "9H"], ["6S"]]}
    wrong = {**lay, "action": {"type": "meld", "plays": [{"to": 0, "cards": ["KC"]}]}}
    assert not shows(family, Goal("refuses", "out.able-to-end"), script(lone, lay))
    assert shows(family, Goal("refuses", "meld.set"), script(more, wrong))


def test_a_deal_is_left_as_it_was_dealt() -> None:
    """Nothing is taken out of a deal, since a deal has as many cards as the rules deal."""
    told = {name: value for name, value in position().items() if name not in ("pile", "sides", "turn", "phase")}
    deal = script({**told, "cmd": "deal"})
    assert shrunk_position(deal, lambda _: True) == deal


def test_a_reading_that_knows_no_such_position_is_not_told_apart_by_it() -> None:
    """A meld that another reading does not know parts nothing: that reading cannot even be asked."""
    rules = rulebook("dollars")
    fewer = make_rulebook(sheet_of("dollars"), {}, {"meld.wilds.limit": "two"})
    seats, sides = rules.layout.seats, rules.layout.sides
    long_ = {"melds": [{"cards": ["9C", "9D", "9H", "9S", "2C", "2D", "JK"]}], "red_threes": 0}
    request = position(
        variant="dollars",
        seats=seats,
        options=dict(rules.options),
        hands=[["KC", "KD", "KH", "4S", "5S"], *[["QC", "8D"]] * (seats - 1)],
        feet=[[]] * seats,
        sides=[long_, *[{"melds": [], "red_threes": 0}] * (sides - 1)],
        match={"deal": 1, "totals": [0] * sides},
    )
    asked = script(request)
    played = trace(Referee(rules), asked.requests)
    with pytest.raises(NoPosition):
        first_difference(Referee(fewer), asked.requests, [step.said for step in played])
    assert first_divergence(fewer, played) is None
    family = RulebookFamily(rulebook("dollars"))
    named = [world.readings for world in other_answers(family, asked)]
    assert {"meld.wilds.limit": "two"} not in named


def test_cases_found_from_positions_are_kept_like_others() -> None:
    """What a few positions show is kept with its goal, and every request of it but the last one is allowed."""
    corpus = Corpus(sheet_of("manzana"))
    some = frozenset[str]() if THOROUGH else frozenset({"meld.set", "meld.canasta", "out.goes-out", "turn.order"})
    assert Campaign(corpus, (), some, positions=True).search(range(6 if THOROUGH else 2)) > 0
    before = len(corpus.cases)
    further = Campaign(corpus, (), frozenset({"meld.wilds", "pile.frozen", "turn.draw"}), positions=True)
    assert further.search(range(25 if THOROUGH else 5)) >= 0
    assert len(corpus.cases) >= before
    assert "position" in {case.requests[0].cmd for case in corpus.ordered()}
    for case in corpus.ordered():
        assert all(isinstance(said, Dealt | Legal) for said in case.expect[: decisive(case.expect)])
