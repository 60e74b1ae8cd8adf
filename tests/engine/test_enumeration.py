"""The enumeration of acts holds every legal act and no other, up to the interchange of equal cards and the order of plays.

Tables are set out at random, with few cards that go together; acts are made up at random or by trying everything.
"""

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, islice
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from tests.engine.playing import legal_acts, referee, step
from tests.engine.tried import BOOKS, Both, quick_proposals, sheet_of
from tests.engine.variants import sheet_of as spec_sheet

from meldspec.engine.candidates import EVERY
from meldspec.engine.compile.record import CompiledField
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.table.table import NEW, Act, Bag, Table

FEW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
HAND = 5
"""So many cards at most are in a hand."""
PROPOSED = 500
"""Of so many acts that could be proposed one is chosen, or else one is made up."""
GAMES = {
    "duo": "AC KC KD 5D 2C 2D JK",
    "duo, wild melds": "KC KD 2C 2D JK",
    "canasta": "KC KD 7H 7C 2C JK 3C",
    "manzana": "KC KD 7H 7C 2C JK 3C",
}
"""Each game with the cards it is tried with."""


@cache
def game(name: str) -> tuple[Both, Bag, tuple[Bag, ...]]:
    """The game's rulebook and definition, the cards it is tried with, and small melds of them."""
    book, _, more = name.partition(", ")
    sheet = sheet_of((BOOKS / "well" / "duo.rules").read_text(encoding="utf-8")) if book == "duo" else spec_sheet(book)
    readings = {"melds.kinds.wilds": "three", "melds.end.how": "at-once"} if more else {}
    rulebook = make_rulebook(sheet, {"players": 2}, readings)
    cards = rulebook.faces.read(GAMES[name].split())
    some = (tuple(sorted(bag)) for size in (2, 3, 4, 5) for bag in combinations_with_replacement(cards, size))
    pack = Counter(dict(enumerate(rulebook.faces.counts)))
    melds = tuple(bag for bag in some if rulebook.kind_of(bag) and Counter(bag) <= pack)
    return Both(rulebook, quick_proposals(rulebook)), cards, melds


@st.composite
def tables(draw: st.DrawFn, both: Both, cards: Bag, melds: tuple[Bag, ...]) -> Table:
    """A position of seat 0: some cards in the hand, some melds laid by either side, a pile, a stock that may be empty."""
    some = st.lists(st.sampled_from(cards), max_size=HAND)
    totals = draw(st.sampled_from(((0, 0), (-20, 0), (200, 0))))
    table = both.table(dealer=1, phase=draw(st.sampled_from(("draw", "play"))), totals=totals)
    laid = draw(st.lists(st.sampled_from(melds), max_size=2))
    contents: dict[str, list[Any]] = {
        "hand": [tuple(sorted(draw(some))), (cards[0],)],
        "pile": [tuple(draw(some))],
        "stock": [tuple(draw(st.lists(st.sampled_from(cards), max_size=2)))],
        "melds": [tuple(laid)],
        "opened": [bool(laid)],
    }
    cells = list(table.cells)
    for name, held in contents.items():
        first = both.rulebook.layout[name].first
        cells[first : first + len(held)] = held
    return Table(tuple(cells))


@st.composite
def acts(draw: st.DrawFn, rulebook: Rulebook, cells: Any, cards: Bag) -> Act:
    """An act of seat 0 made up of cards that are mostly there, to melds that are mostly there."""
    line = draw(st.sampled_from(list(rulebook.acts.values())))
    plays: tuple[Any, ...] = ()
    values: list[Any] = []
    for field in line.fields:
        if field.type == "plays":
            plays = draw(plays_of(rulebook, field, cells))
        options = {
            "plays": st.just(plays),
            "play": st.none() | st.integers(0, len(plays)),
            "card": st.sampled_from(cards),
            "player": st.integers(0, 2),
            "truth": st.booleans(),
        }
        values.append(draw(options[field.type]))
    return Act(line.name, 0, tuple(values))


@st.composite
def plays_of(draw: st.DrawFn, rulebook: Rulebook, field: CompiledField, cells: Any) -> tuple[Any, ...]:
    """Plays of some of the cards that a field may take, each with its target."""
    source = field.offered(referee(rulebook), cells, 0)
    melds = len(cells[field.melds_cell(0)])
    heaps: dict[tuple[int | str, int], list[int]] = {}
    targets: list[tuple[int | str, int]] = [(NEW, 0), (NEW, 1), *((n, 0) for n in range(melds + 1))]
    targets += [(name, 0) for name in field.beside]
    for card in source:
        to = draw(st.none() | st.sampled_from(targets))
        if to is not None:
            heaps.setdefault(to, []).append(card)
    return tuple((to, tuple(sorted(heap))) for (to, _), heap in heaps.items())


def whatever_order(rulebook: Rulebook, act: Act, looks: tuple[int, ...] | None = None) -> Any:
    """An act without the order of its plays; with `looks`, the cards that have the same look are the same."""

    def seen(cards: Bag) -> Bag:
        return cards if looks is None else tuple(sorted(looks[card] for card in cards))

    fields = list(zip(rulebook.acts[act.name].fields, act.values, strict=True))
    plays = next(([(str(to), seen(cards)) for to, cards in value] for field, value in fields if field.type == "plays"), [])
    values: list[Any] = []
    for field, value in fields:
        match field.type:
            case "plays":
                values.append(tuple(sorted(plays)))
            case "play":
                values.append(None if value is None else plays[value])
            case "card":
                values.append(seen((value,)))
            case _:
                values.append(value)
    return (act.name, *values)


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
@FEW
def test_an_act_is_enumerated_if_and_only_if_it_is_accepted(name: str, data: st.DataObject) -> None:
    """Whatever a player proposes is among the acts that are enumerated just when the rules accept it."""
    both, cards, melds = game(name)
    table = data.draw(tables(both, cards, melds))
    tried = list(islice((act for line in both.rulebook.acts for act in both.definition.proposals(line, table.cells, 0)), PROPOSED))
    act = data.draw(acts(both.rulebook, table.cells, cards) | st.sampled_from(tried))
    listed = {whatever_order(both.rulebook, one) for one, _ in legal_acts(both.rulebook, table.cells, 0, EVERY)}
    legal = step(both.rulebook, table, act)[0].legal
    assert legal == (all_told(both.rulebook, act) and whatever_order(both.rulebook, act) in listed)


def all_told(rulebook: Rulebook, act: Act) -> bool:
    """Whether every play that an act speaks of is among its plays."""
    fields = list(zip(rulebook.acts[act.name].fields, act.values, strict=True))
    count = next((len(value) for field, value in fields if field.type == "plays"), 0)
    return all(value is None or value < count for field, value in fields if field.type == "play")


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
@FEW
def test_nothing_that_is_legal_is_missed(name: str, data: st.DataObject) -> None:
    """Trying every choice of cards for every target finds the same legal acts as the enumeration."""
    both, cards, melds = game(name)
    table = data.draw(tables(both, cards, melds))
    found = {whatever_order(both.rulebook, act) for act, _ in legal_acts(both.rulebook, table.cells, 0, EVERY)}
    everything = (act for line in both.rulebook.acts for act in both.definition.proposals(line, table.cells, 0))
    legal = {whatever_order(both.rulebook, act) for act in everything if step(both.rulebook, table, act)[0].legal}
    assert found == legal


@pytest.mark.parametrize("name", GAMES)
@given(data=st.data())
@FEW
def test_cards_that_are_alike_stand_for_each_other(name: str, data: st.DataObject) -> None:
    """Where cards that the rules cannot tell apart are taken as one, just the acts that differ by nothing else are left out."""
    both, cards, melds = game(name)
    table = data.draw(tables(both, cards, melds))
    looks = both.rulebook.faces.classes
    with_looks, without = (
        {whatever_order(both.rulebook, act, looks) for act, _ in legal_acts(both.rulebook, table.cells, 0, EVERY, told)}
        for told in (True, False)
    )
    assert with_looks == without
