"""Positions of a book for two, set out by hand, and acts played from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.engine.playing import step
from tests.engine.variants import sheet_of as sheet_of

from meldspec.engine.deal import begin
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.protocol.actions import act_from_action
from meldspec.table.table import DEAL_NUMBER, DEALER, ENDED, PHASE, SCORES, TOTALS, TURN, Table

Action = dict[str, Any]
DRAW: Action = {"type": "draw"}
PASS: Action = {"type": "pass"}


def by_question(readings: Mapping[str, str]) -> dict[str, str]:
    """Readings by the ids of their questions, which Python writes with `__` for dots and `_` for hyphens."""
    return {name.replace("__", ".").replace("_", "-"): reading for name, reading in readings.items()}


def manzana(**readings: str) -> Rulebook:
    """The rulebook of Manzana; a reading is named by its question, dots and hyphens written as `__` and `_`."""
    return make_rulebook(sheet_of("manzana"), {}, by_question(readings))


def play(to: int | str, cards: str) -> dict[str, Any]:
    """One play: `play("new", "9C 9D 9H")`."""
    return {"to": to, "cards": cards.split()}


def take(*plays: dict[str, Any]) -> Action:
    """The pile taken, its top card in the first play."""
    return {"type": "take", "plays": list(plays), "top": 0}


def meld(*plays: dict[str, Any]) -> Action:
    """Cards laid from the hand."""
    return {"type": "meld", "plays": list(plays)}


def discard(card: str) -> Action:
    """One card discarded."""
    return {"type": "discard", "card": card}


def table(
    rulebook: Rulebook,
    hand: str,
    pile: str = "6C",
    melds: Sequence[str] = (),
    stock: str = "4C 5C 6C 7C",
    phase: str = "draw",
    other_melds: Sequence[str] = (),
    red_threes: Sequence[str] = ("", ""),
    deal: int = 1,
    **memory: Any,
) -> Table:
    """Seat 0 is to act and the other player has no cards: the pile from the bottom up, the stock in the order of drawing.

    Memory is named with `_` for hyphens and belongs to seat 0.
    """
    cells = rulebook.layout.blank()
    cells[PHASE], cells[TURN], cells[DEALER] = phase, 0, 1
    cells[DEAL_NUMBER], cells[TOTALS] = deal, (0, 0)
    read = rulebook.faces.read
    laid = [tuple(tuple(sorted(read(m.split()))) for m in side) for side in (melds, other_melds)]
    values: dict[str, Sequence[Any]] = {
        "hand": (tuple(sorted(read(hand.split()))),),
        "pile": (read(pile.split()),),
        "stock": (read(stock.split()[::-1]),),
        "melds": laid,
        "laid-threes": [tuple(sorted(read(threes.split()))) for threes in red_threes],
        "opened": [bool(side) for side in laid],
    }
    values |= {name.replace("_", "-"): (value,) for name, value in memory.items()}
    for name, owned in values.items():
        for owner, value in enumerate(owned):
            cells[rulebook.layout[name].first + owner] = value
    return Table(tuple(cells))


def dealt(rulebook: Rulebook, hands: Sequence[str], stock: str) -> Table:
    """A deal begun from these hands and this stock, in the order of drawing; seat 1 is the dealer."""
    read = rulebook.faces.read
    cards = {"hand": [read(hand.split()) for hand in hands], "stock": [read(stock.split()[::-1])]}
    return begin(rulebook, cards, dealer=1)


def dealt_with_feet(rulebook: Rulebook, hands: Sequence[str], stock: str, feet: Sequence[str]) -> Table:
    """A deal begun from the hands and feet of the first seats, the others having none, and this stock, in the order of drawing; the
    last seat is the dealer."""
    read, seats = rulebook.faces.read, rulebook.layout.seats
    cards = {
        name: [read(bag.split()) for bag in [*held, *[""] * (seats - len(held))]]
        for name, held in (("hand", hands), ("foot", feet))
    }
    return begin(rulebook, cards | {"stock": [read(stock.split()[::-1])]}, dealer=seats - 1)


def after(rulebook: Rulebook, start: Table, *actions: Mapping[str, Any], seat: int = 0) -> Table:
    """The table after acts of one seat, each of which must be legal."""
    now = start
    for action in actions:
        verdict, now = step(rulebook, now, act_from_action(rulebook, seat, action))
        assert verdict.legal, (action, [tag.line for tag in verdict.lines], verdict.why)
    return now


def legal(rulebook: Rulebook, start: Table, *actions: Mapping[str, Any]) -> bool:
    """Whether the last of these acts of seat 0 is legal; those before it must be."""
    now = after(rulebook, start, *actions[:-1])
    return step(rulebook, now, act_from_action(rulebook, 0, actions[-1]))[0].legal


def lines_of(rulebook: Rulebook, start: Table, action: Mapping[str, Any]) -> set[str]:
    """The clauses that an act of seat 0 rests on, or that refuse it."""
    verdict, _ = step(rulebook, start, act_from_action(rulebook, 0, action))
    return {tag.clause for tag in verdict.lines}


def cards(rulebook: Rulebook, now: Table, place: str, owner: int = 0) -> list[str]:
    """The cards of a place."""
    return rulebook.faces.spell(now.cells[rulebook.layout[place].first + owner])


def scores(now: Table) -> tuple[int, ...]:
    """The scores of a deal that has ended."""
    assert now.cells[ENDED] is not None
    result: tuple[int, ...] = now.cells[SCORES]
    return result


def ended(now: Table) -> Any:
    """How the deal ended, or none."""
    return now.cells[ENDED]
