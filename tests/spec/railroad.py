"""Positions of Railroad Canasta, set out by hand: seat 0 is to act, everybody alone unless there are partners."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.engine.playing import step

from meldspec.engine.deal import begin
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.engine.verdict import Verdict
from meldspec.protocol.actions import act_from_action
from meldspec.protocol.fields import to_json
from meldspec.protocol.observe import observation
from meldspec.table.table import DEAL_NUMBER, DEALER, PHASE, TOTALS, TURN, Table

from .positions import Action, by_question, sheet_of

RED, BLACK = "QC QC QD QD QH QH QS", "JC JC JD JD JH 2C JK"
WILD, SEVENS = "2C 2D 2H 2S 2C JK JK", "7C 7C 7D 7D 7H 7H 7S"
ALL_FOUR = (RED, BLACK, WILD, SEVENS)
"""A canasta of each kind."""


def railroad(players: int = 2, members: int = 1, heaps: int = 2, jokers: int = 2, **readings: str) -> Rulebook:
    """The rulebook of Railroad; a reading is named by its question, dots and hyphens written as `__` and `_`."""
    chosen = by_question(readings)
    options = {"players": players, "members": members, "heaps": heaps, "jokers-a-pack": jokers}
    return make_rulebook(sheet_of("railroad"), options, chosen)


def read_so(question: str, reading: str, players: int = 2) -> Rulebook:
    """The rulebook of Railroad, everybody alone, with one question read as told."""
    return make_rulebook(sheet_of("railroad"), {"players": players}, {question: reading})


def draw(heap: int = 1, second: int = 1) -> Action:
    """A card from one heap and one from another; 0 names none."""
    named = {"heap": heap, "second": second}
    return {"type": "draw"} | {name: number for name, number in named.items() if number}


def bagged(read: Callable[[list[str]], tuple[int, ...]], spelt: str) -> tuple[int, ...]:
    """Cards as they lie in a bag."""
    return tuple(sorted(read(spelt.split())))


def table(
    rulebook: Rulebook,
    hand: str,
    foot: str = "",
    melds: Sequence[str] = (),
    pile: str = "6C",
    heaps: Sequence[str] = ("4C 5C 6C 8C", "9C TC JC KC"),
    phase: str = "play",
    hands: Sequence[str] = (),
    others: Sequence[Sequence[str]] = (),
    feet: Sequence[str] = (),
    threes: Sequence[str] = (),
    totals: Sequence[int] = (),
    deal: int = 1,
    **memory: Any,
) -> Table:
    """Seat 0 is to act; `hands`, `feet` and `others` are those of the seats and sides after it, `threes` the laid red threes.

    The pile is told from the bottom, a heap in the order of drawing; memory that is no list is of seat 0 or its side.
    """
    layout, read = rulebook.layout, rulebook.faces.read
    cells = layout.blank()
    cells[PHASE], cells[TURN], cells[DEALER], cells[DEAL_NUMBER] = phase, 0, layout.seats - 1, deal
    cells[TOTALS] = tuple(totals) or (0,) * layout.sides
    laid = [tuple(bagged(read, meld) for meld in side) for side in (melds, *others)]
    values: dict[str, Sequence[Any]] = {
        "hand": [bagged(read, cards) for cards in (hand, *hands)],
        "foot": [bagged(read, cards) for cards in (foot, *feet)],
        "heap": [read(cards.split()[::-1]) for cards in heaps[: layout["heap"].count]],
        "pile": [read(pile.split())],
        "melds": laid,
        "laid-threes": [bagged(read, cards) for cards in threes],
        "opened": [bool(side) for side in laid],
        "obtained": [phase == "play"],
    }
    values |= {name.replace("_", "-"): value if isinstance(value, list) else [value] for name, value in memory.items()}
    for name, owned in values.items():
        for owner, value in enumerate(owned):
            cells[layout[name].first + owner] = value
    return Table(tuple(cells))


def dealt(
    rulebook: Rulebook, hands: Sequence[str], heaps: Sequence[str], feet: Sequence[str] = (), totals: Sequence[int] = ()
) -> Table:
    """A deal begun from these hands, kitties and heaps, told in the order of drawing; seat 0 has the first turn."""
    read = rulebook.faces.read
    seats = rulebook.layout.seats
    cards = {
        "hand": [read(hand.split()) for hand in hands],
        "foot": [read(foot.split()) for foot in (*feet, *[""] * (seats - len(feet)))],
        "heap": [read(heap.split()[::-1]) for heap in heaps],
    }
    return begin(rulebook, cards, dealer=seats - 1, totals=totals)


def tell(rulebook: Rulebook, now: Table, action: Action, seat: int = 0) -> tuple[Verdict, Table]:
    """The verdict on an act, and the table after it."""
    return step(rulebook, now, act_from_action(rulebook, seat, action))


def done(rulebook: Rulebook, now: Table, *acts: Action | tuple[int, Action]) -> Table:
    """The table after acts of seat 0, or of the seats named, each of which must be legal."""
    for act in acts:
        seat, action = act if isinstance(act, tuple) else (0, act)
        verdict, now = tell(rulebook, now, action, seat)
        assert verdict.legal, (action, [tag.line for tag in verdict.lines], verdict.why)
    return now


def allowed(rulebook: Rulebook, now: Table, *acts: Action | tuple[int, Action]) -> bool:
    """Whether the last of some acts is legal; those before it must be."""
    now = done(rulebook, now, *acts[:-1])
    seat, action = acts[-1] if isinstance(acts[-1], tuple) else (0, acts[-1])
    return tell(rulebook, now, action, seat)[0].legal


def seen(rulebook: Rulebook, now: Table) -> dict[str, Any]:
    """What is to be seen on the table."""
    shown: dict[str, Any] = to_json(observation(rulebook, now))
    return shown
