"""What effects do to a position, one after another: the plain meaning of `then`, `whenever` and `at`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from meldspec.book.core import Cell, Core
from meldspec.book.sheet import EffectLine, Loop, Standing
from meldspec.definition.words import NEW_MELD, Cards, Cells, as_cards, bag
from meldspec.table.faults import STANDING_LIMIT, restless
from meldspec.table.layout import ENDED, MATCH, SCORES, TOTALS, TURN

if TYPE_CHECKING:
    from meldspec.definition.interpreter import Walk, World

Taken = tuple[Cards, Cards]
"""Cards that were taken from a place, and those left there."""


def with_cell(cells: Cells, number: int, value: Any) -> Cells:
    """The cells with another value in one of them."""
    return (*cells[:number], value, *cells[number + 1 :])


def rounds(walk: Walk, loop: Loop | None, world: World) -> Iterator[World]:
    """`for each X in LIST`: the world with every thing of the list in turn, the list being that of the beginning."""
    if loop is None:
        yield world
    else:
        yield from (world.knowing(**{loop.var: thing}) for thing in walk.value(loop.source, world))


def befall(walk: Walk, lines: Iterable[EffectLine], world: World) -> Cells:
    """Effects in the order of the book, each seeing what the earlier ones did; an end of the deal in their midst stops them."""
    begun_over = world.cells[ENDED] is not None
    cells = world.cells
    for line in walk.selection.chosen(lines):
        for each in rounds(walk, line.loop, world.at(cells)):
            here = each.at(cells)
            if cells[ENDED] is not None and not begun_over:
                return cells
            if line.when is None or walk.value(line.when, here):
                cells = happen(walk, line, here)
    return cells


def happen(walk: Walk, line: EffectLine, world: World) -> Cells:
    """One effect."""
    match line.verb:
        case "draw" | "move" | "move all":
            return carry(walk, line, world)
        case "lay":
            return lay(walk, line, world)
        case "join":
            return join(walk, line, world)
        case "becomes":
            return with_cell(world.cells, cell_of(walk, line.parts[0], world), walk.value(line.parts[1], world))
        case "raise":
            event = walk.sheet.events.get(line.word, [])
            return befall(walk, event, walk.world(world.cells, player=world.names.get("player")))
        case "settle":
            return settled(walk, world.cells)
        case "end deal":
            return end(world.cells, ENDED, (line.word, operand(walk, line, world)))
        case _:
            return end(world.cells, MATCH, (operand(walk, line, world),))


def operand(walk: Walk, line: EffectLine, world: World) -> Any:
    """Who the end of the deal or match is for, if anybody."""
    return walk.value(line.parts[0], world) if line.parts else None


def end(cells: Cells, cell: int, how: tuple[Any, ...]) -> Cells:
    """An end; the first one stands."""
    return with_cell(cells, cell, how) if cells[cell] is None else cells


def cell_of(walk: Walk, target: Core, world: World) -> int:
    """The number of the cell that an effect changes."""
    assert isinstance(target, Cell)
    return walk.index(target.name, None if target.owner is None else walk.value(target.owner, world))


# ── cards change places ────────────────────────────────────────────────────────────────────────────────────────────────


def carry(walk: Walk, line: EffectLine, world: World) -> Cells:
    """`draw N from ROW to PLACE` · `move CARDS from PLACE to PLACE` · `move all from PLACE to PLACE`"""
    source, place = (cell_of(walk, part, world) for part in line.parts[-2:])
    there: Cards = world.cells[source]
    match line.verb:
        case "draw":
            number = max(0, walk.value(line.parts[0], world))
            moved, left = there[::-1][:number], there[: max(0, len(there) - number)]
        case "move":
            moved, left = taken(there, as_cards(walk.value(line.parts[0], world)))
        case _:
            moved, left = there, ()
    cells = with_cell(world.cells, source, left)
    return put(walk, cells, place, walk.form(line.parts[-1]), moved)


def taken(there: Cards, wanted: Cards) -> Taken:
    """Those of the wanted cards that are there, and the rest; of equal cards in a row the uppermost is taken."""
    due = Counter(wanted)
    moved: list[int] = []
    left: list[int] = []
    for card in reversed(there):
        due[card] -= 1
        (moved if due[card] >= 0 else left).append(card)
    return tuple(reversed(moved)), tuple(reversed(left))


def put(walk: Walk, cells: Cells, place: int, form: str, cards: Cards) -> Cells:
    """Cards added to a place: on a row one after another, the last comes to lie on top."""
    there = (*cells[place], *cards)
    return with_cell(cells, place, there if form == "row" else bag(there))


def lay(walk: Walk, line: EffectLine, world: World) -> Cells:
    """`lay PLAYS from PLACE onto GROUPS`: new melds behind the others in the order listed, the rest where they say."""
    source, groups = (cell_of(walk, part, world) for part in line.parts[1:])
    cells = world.cells
    for to, cards, _ in walk.value(line.parts[0], world):
        cells = with_cell(cells, source, taken(cells[source], cards)[1])
        melds: tuple[Cards, ...] = cells[groups]
        if isinstance(to, str):
            cells = put(walk, cells, walk.own(to, world.names["player"]), walk.layout[to].form, cards)
        elif to == NEW_MELD:
            cells = with_cell(cells, groups, (*melds, bag(cards)))
        else:
            cells = with_cell(cells, groups, with_cell(melds, to, bag((*melds[to], *cards))))
    return cells


def join(walk: Walk, line: EffectLine, world: World) -> Cells:
    """`join MELDS`: of the melds picked the first takes the cards of the others, which go; those behind them close up."""
    groups = cell_of(walk, line.parts[1], world)
    picked = walk.value(line.parts[0], world)
    melds: tuple[Cards, ...] = world.cells[groups]
    there = [number for number, meld in enumerate(melds) if meld in picked]
    if len(there) < 2:
        return world.cells
    one = bag(card for number in there for card in melds[number])
    kept = ((number, meld) for number, meld in enumerate(melds) if number not in there[1:])
    return with_cell(world.cells, groups, tuple(one if number == there[0] else meld for number, meld in kept))


# ── standing rules and the end ─────────────────────────────────────────────────────────────────────────────────────────


def settled(walk: Walk, cells: Cells) -> Cells:
    """The position in which no standing rule has anything more to do, or in which the deal has ended.

    Raises EngineDefect where the standing rules act for ever.
    """
    for _ in range(STANDING_LIMIT):
        found = first_standing(walk, cells) if cells[ENDED] is None else None
        if found is None:
            return cells
        cells = found[1]
    found = first_standing(walk, cells)
    raise restless([] if found is None else [found[0].tag.line])


def first_standing(walk: Walk, cells: Cells) -> tuple[Standing, Cells] | None:
    """The first standing rule whose condition holds, and what it does; none where no condition holds."""
    for rule in walk.selection.chosen(walk.sheet.standing):
        for here in rounds(walk, rule.loop, walk.world(cells)):
            if walk.value(rule.condition, here):
                return rule, befall(walk, rule.effects, here)
    return None


def unscored(cells: Cells) -> Cells:
    """A deal that has been scored, as it stood before; any other position as it is."""
    if cells[SCORES] is None:
        return cells
    totals = tuple(total - score for total, score in zip(cells[TOTALS], cells[SCORES], strict=True))
    return with_cell(with_cell(cells, TOTALS, totals), SCORES, None)


def closed(walk: Walk, cells: Cells) -> Cells:
    """A deal that has ended, scored and the match judged; any other position as it is."""
    if cells[ENDED] is None:
        return cells
    cells = with_cell(cells, TURN, None)
    scores = walk.scores(cells)
    cells = with_cell(cells, SCORES, scores)
    cells = with_cell(cells, TOTALS, tuple(a + b for a, b in zip(cells[TOTALS], scores, strict=True)))
    if cells[MATCH] is not None:
        return cells
    return befall(walk, walk.sheet.events.get("judging", []), walk.world(cells))
