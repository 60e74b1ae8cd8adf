"""What effects do to a position, one after another: the meaning of `then`, `at`, `whenever` and of the lines that score."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from meldspec.book.core import Cell, Core, Tag
from meldspec.book.sheet import EffectLine, Loop, Standing
from meldspec.definition.expressions import Expressions, World
from meldspec.definition.words import NEW_MELD, Cards, Cells, as_cards, bag
from meldspec.table.faults import STANDING_LIMIT, restless
from meldspec.table.table import ENDED, MATCH, SCORES, TOTALS, TURN


def with_cell(cells: Cells, number: int, value: Any) -> Cells:
    """The cells with another value in one of them."""
    return (*cells[:number], value, *cells[number + 1 :])


def taken(there: Cards, wanted: Cards) -> tuple[Cards, Cards]:
    """Those of the wanted cards that are there, and the cards left; of equal cards in a row the uppermost is taken."""
    due = Counter(wanted)
    moved: list[int] = []
    left: list[int] = []
    for card in reversed(there):
        due[card] -= 1
        (moved if due[card] >= 0 else left).append(card)
    return tuple(reversed(moved)), tuple(reversed(left))


def end(cells: Cells, cell: int, how: tuple[Any, ...]) -> Cells:
    """An end of the deal or of the match; the first one stands."""
    return with_cell(cells, cell, how) if cells[cell] is None else cells


def unscored(cells: Cells) -> Cells:
    """A deal that has been scored, as it stood before; any other position as it is."""
    if cells[SCORES] is None:
        return cells
    totals = tuple(total - score for total, score in zip(cells[TOTALS], cells[SCORES], strict=True))
    return with_cell(with_cell(cells, TOTALS, totals), SCORES, None)


class Effects(Expressions):
    """What lines do, beside what expressions are worth."""

    def rounds(self, loop: Loop | None, world: World) -> Iterator[World]:
        """`for each X in LIST`: the world with every thing of the list in turn, the list being that of the beginning."""
        if loop is None:
            yield world
        else:
            yield from (world.knowing(**{loop.var: thing}) for thing in self.value(loop.source, world))

    def befall(self, lines: Sequence[EffectLine], world: World) -> Cells:
        """Effects in the order of the book, each seeing what the earlier ones did; an end of the deal in their midst stops them."""
        # What befalls after the end (the passing to another deal, the judging of the match) is not cut short by it.
        begun_over = world.cells[ENDED] is not None
        cells = world.cells
        for line in self.selection.chosen(lines):
            for each in self.rounds(line.loop, world.at(cells)):
                here = each.at(cells)
                if cells[ENDED] is not None and not begun_over:
                    return cells
                if line.when is None or self.value(line.when, here):
                    cells = self.happen(line, here)
        return cells

    def happen(self, line: EffectLine, world: World) -> Cells:
        """One effect."""
        match line.verb:
            case "draw" | "move" | "move all":
                return self.carry(line, world)
            case "lay":
                return self.lay(line, world)
            case "join":
                return self.join(line, world)
            case "join to":
                return self.join_to(line, world)
            case "becomes":
                return with_cell(world.cells, self.cell_of(line.parts[0], world), self.value(line.parts[1], world))
            case "raise":
                event = self.sheet.events.get(line.word, [])
                return self.befall(event, self.world(world.cells, player=world.names.get("player")))
            case "settle":
                return self.settled(world.cells)
            case "end deal":
                return end(world.cells, ENDED, (line.word, self.operand(line, world)))
            case _:
                return end(world.cells, MATCH, (self.operand(line, world),))

    def operand(self, line: EffectLine, world: World) -> Any:
        """Who the end of the deal or match is for, if anybody."""
        return self.value(line.parts[0], world) if line.parts else None

    def cell_of(self, target: Core, world: World) -> int:
        """The number of the cell that an effect changes."""
        assert isinstance(target, Cell)
        return self.index(target.name, None if target.owner is None else self.value(target.owner, world))

    # ── cards change places ────────────────────────────────────────────────────────────────────────────────────────────

    def carry(self, line: EffectLine, world: World) -> Cells:
        """`draw N from ROW to PLACE` · `move CARDS from PLACE to PLACE` · `move all from PLACE to PLACE`"""
        source, place = (self.cell_of(part, world) for part in line.parts[-2:])
        there: Cards = world.cells[source]
        match line.verb:
            case "draw":
                number = max(0, self.value(line.parts[0], world))
                moved, left = there[::-1][:number], there[: max(0, len(there) - number)]
            case "move":
                moved, left = taken(there, as_cards(self.value(line.parts[0], world)))
            case _:
                moved, left = there, ()
        cells = with_cell(world.cells, source, left)
        return self.put(cells, place, self.form(line.parts[-1]), moved)

    def put(self, cells: Cells, place: int, form: str, cards: Cards) -> Cells:
        """Cards added to a place: on a row one after another, the last comes to lie on top."""
        there = (*cells[place], *cards)
        return with_cell(cells, place, there if form == "row" else bag(there))

    def lay(self, line: EffectLine, world: World) -> Cells:
        """`lay PLAYS from PLACE onto GROUPS`: new melds behind the others in the order listed, the rest where they say."""
        source, groups = (self.cell_of(part, world) for part in line.parts[1:])
        cells = world.cells
        for to, cards, _ in self.value(line.parts[0], world):
            cells = with_cell(cells, source, taken(cells[source], cards)[1])
            melds: tuple[Cards, ...] = cells[groups]
            if isinstance(to, str):
                cells = self.put(cells, self.own(to, world.names["player"]), self.layout[to].form, cards)
            elif to == NEW_MELD:
                cells = with_cell(cells, groups, (*melds, bag(cards)))
            else:
                cells = with_cell(cells, groups, with_cell(melds, to, bag((*melds[to], *cards))))
        return cells

    def join(self, line: EffectLine, world: World) -> Cells:
        """`join MELDS`: of the melds picked the first takes the cards of the others, which go; those behind them close up."""
        groups = self.cell_of(line.parts[1], world)
        picked = self.value(line.parts[0], world)
        melds: tuple[Cards, ...] = world.cells[groups]
        there = [number for number, meld in enumerate(melds) if meld in picked]
        if len(there) < 2:
            return world.cells
        one = bag(card for number in there for card in melds[number])
        kept = ((number, meld) for number, meld in enumerate(melds) if number not in there[1:])
        return with_cell(world.cells, groups, tuple(one if number == there[0] else meld for number, meld in kept))

    def join_to(self, line: EffectLine, world: World) -> Cells:
        """`join MELD to MELD`: of two melds that the act names the one of the lower number takes the cards of the other."""
        groups = self.cell_of(line.parts[2], world)
        melds: tuple[Cards, ...] = world.cells[groups]
        low, high = sorted(self.value(part, world)[0] for part in line.parts[:2])
        if not low < high < len(melds):
            return world.cells
        both = with_cell(melds, low, bag((*melds[low], *melds[high])))
        return with_cell(world.cells, groups, (*both[:high], *both[high + 1 :]))

    # ── standing rules and the end ─────────────────────────────────────────────────────────────────────────────────────

    def settled(self, cells: Cells) -> Cells:
        """The position in which no standing rule has anything more to do, or in which the deal has ended: a fixed point.

        The first rule that applies acts, then all are looked at again, from the first on.
        Raises EngineDefect where the standing rules act for ever.
        """
        for _ in range(STANDING_LIMIT):
            found = self.first_standing(cells) if cells[ENDED] is None else None
            if found is None:
                return cells
            cells = found[1]
        found = self.first_standing(cells)
        raise restless(None if found is None else found[0].tag.line)

    def first_standing(self, cells: Cells) -> tuple[Standing, Cells] | None:
        """The first standing rule whose condition holds, and what it does; none where no condition holds."""
        for rule in self.selection.chosen(self.sheet.standing):
            for here in self.rounds(rule.loop, self.world(cells)):
                if self.value(rule.condition, here):
                    return rule, self.befall(rule.effects, here)
        return None

    def closed(self, cells: Cells) -> Cells:
        """A deal that has ended, scored and the match judged; any other position as it is."""
        if cells[ENDED] is None:
            return cells
        cells = with_cell(cells, TURN, None)
        scores = self.scores(cells)
        # The lines that judge the match look at totals in which this deal is counted.
        cells = with_cell(cells, SCORES, scores)
        cells = with_cell(cells, TOTALS, tuple(a + b for a, b in zip(cells[TOTALS], scores, strict=True)))
        if cells[MATCH] is not None:
            return cells
        return self.befall(self.sheet.events.get("judging", []), self.world(cells))

    def points(self, cells: Cells) -> Iterator[tuple[Tag, int, int]]:
        """Every line that gives points, the side it gives them, and how many, once for each thing it counts."""
        cells = unscored(cells)
        for side in range(self.layout.sides):
            for line in self.selection.chosen(self.sheet.awards):
                for world in self.rounds(line.loop, self.world(cells, side=side)):
                    if line.when is None or self.value(line.when, world):
                        yield line.tag, side, line.sign * self.value(line.points, world)

    def scores(self, cells: Cells) -> tuple[int, ...]:
        """The points of each side in a deal that has ended."""
        given = list(self.points(cells))
        return tuple(sum(points for _, of, points in given if of == side) for side in range(self.layout.sides))
