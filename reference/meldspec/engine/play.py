"""An act carried out: who, may, does, next; the quick way, without reasons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from meldspec.engine.acts import misfit
from meldspec.table.act import Act
from meldspec.table.layout import ENDED, MATCH, SCORES, TOTALS, TURN
from meldspec.table.table import Cells
from meldspec.table.values import NO_CARDS, BasedPlay, Groups, Play

if TYPE_CHECKING:
    from meldspec.engine.rulebook import Rulebook


def with_bases(plays: tuple[Play, ...], melds: Groups) -> tuple[BasedPlay, ...]:
    """Plays with the cards that lie where each goes: what a play makes is told by how things stood before the act."""
    return tuple([(to, cards, melds[to] if isinstance(to, int) and to >= 0 else NO_CARDS) for to, cards in plays])


def bound(rulebook: Rulebook, cells: Cells, act: Act) -> list[Any]:
    """The values of an act's fields as its lines see them: an index of a play as the play."""
    values: list[Any] = []
    plays: tuple[Any, ...] = ()
    for field, value in zip(rulebook.acts[act.name].fields, act.values, strict=True):
        if field.type == "plays":
            plays = value = with_bases(value, cells[field.melds_cell(act.seat)])
        values.append(plays[value] if field.type == "play" and value is not None else value)
    return values


def later(rulebook: Rulebook, cells: Cells, act: Act, values: list[Any]) -> Callable[[], Cells]:
    """The position after the act, worked out when first asked for."""
    known: list[Cells] = []

    def afterwards() -> Cells:
        if not known:
            known.append(carried_out(rulebook, cells, act, values))
        return known[0]

    return afterwards


def carried_out(rulebook: Rulebook, cells: Cells, act: Act, values: list[Any]) -> Cells:
    """The cells after an act's effects and the standing rules, scored if the deal has ended."""
    after = list(moved(rulebook, cells, act.name, act.seat, values))
    if after[ENDED] is not None:
        close(rulebook, after)
    return tuple(after)


def moved(rulebook: Rulebook, cells: Cells, name: str, seat: int, values: list[Any]) -> Cells:
    """The cells after an act's effects and the standing rules, not yet scored."""
    after = list(cells)
    rulebook.acts[name].do(rulebook.search, after, seat, *values)
    rulebook.compiled.settle(rulebook.search, after)
    return tuple(after)


def close(rulebook: Rulebook, cells: list[Any]) -> None:
    """Score a deal that has ended, and judge the match."""
    awards, judging = rulebook.compiled.awards, rulebook.compiled.events.get("judging")
    sides = range(rulebook.layout.sides)
    cells[TURN] = None
    cells[SCORES] = tuple(sum(sum(award.points(rulebook.search, cells, side)) for award in awards) for side in sides)
    cells[TOTALS] = tuple(a + b for a, b in zip(cells[TOTALS], cells[SCORES], strict=True))
    if judging is not None and cells[MATCH] is None:
        judging(rulebook.search, cells)


def legal(rulebook: Rulebook, cells: Cells, act: Act) -> Cells | None:
    """The cells after an act where it is legal, else none: the quick way, without reasons."""
    line = rulebook.acts[act.name]
    if misfit(rulebook, line, cells, act.seat, act.values):
        return None
    values = bound(rulebook, cells, act)
    afterwards = later(rulebook, cells, act, values)
    if not line.quick(rulebook.search, cells, act.seat, *values, afterwards):
        return None
    return afterwards()
