"""The lowest and the highest score that cards could give which a file leaves open, where the rules count each card by itself.

Told from the lines that give points: where one adds up what single cards of an open place are worth, or counts them, the score is a
sum over cards, and its bounds are those of dealing the cards that are left among the open places. A line that asks anything else of
such a place, as whether there is some card, has no such bounds, and is named.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from meldspec.book.core import Call, Cell, Core, Each, Op
from meldspec.book.sheet import AwardLine
from meldspec.engine.referee import Referee
from meldspec.engine.verdict import Undetermined
from meldspec.language.immutable import Immutable
from meldspec.position.cards import UnknownCards
from meldspec.position.position import Position
from meldspec.protocol.observe import STOCK
from meldspec.ruling.dealt_cheaply import least
from meldspec.table.table import ENDED, PHASE, SCORES, TURN, Bag, Cells, Table

TAKES_THE_REST = (STOCK, "heaps")
"""Fields whose open cards are whatever is left: no line counts them, and they hold any card."""


class OpenScore(Immutable):
    """What open cards leave of a score: the least and the most that each side may have, by the clauses that count them; no bounds
    where those clauses do not count each card by itself, or where the act that ends the deal moves the cards. `counting` are all
    clauses that look at such cards in any way: what they give is not known."""

    clauses: tuple[str, ...]
    counting: tuple[str, ...]
    lowest: tuple[int, ...] | None = None
    highest: tuple[int, ...] | None = None


def open_score(position: Position, ended: Table, scores: Sequence[int]) -> OpenScore | None:
    """What the open cards of a position leave of the score of the table on which its deal has ended; none where nothing hangs on
    them."""
    unknown = [one for one in position.unknown if one.path[0] not in TAKES_THE_REST]
    counting = _Counting(position, ended.cells, unknown)
    named = _clauses(counting.awards)
    moved = any(position.given[one.cell] != ended.cells[one.cell] for one in unknown)
    if moved or (counting.gaining and counting.awards):
        return OpenScore((), named)
    if not counting.awards or (not counting.apart and not counting.differs):
        return None
    clauses = _clauses(counting.apart or counting.awards)
    if counting.apart:
        return OpenScore(clauses, named)
    sample = counting.given(ended.cells)
    bounds = [counting.bounds(side) for side in range(len(scores))]
    lowest = tuple(score - mine + low for score, mine, (low, _) in zip(scores, sample, bounds, strict=True))
    highest = tuple(score - mine + high for score, mine, (_, high) in zip(scores, sample, bounds, strict=True))
    return None if lowest == highest else OpenScore(clauses, named, lowest, highest)


def open_cells(position: Position, cells: Cells) -> frozenset[int]:
    """The cells in which cards lie at the end that nobody knows: those that a file leaves open, and those that came by such cards
    since."""
    lay = list(position.given)
    for one in position.unknown:
        lay[one.cell] = _less(lay[one.cell], position.made_up.get(one.path, ()))
    places = position.rulebook.layout.places()
    known = {cell: Counter(cards_in(r.form, lay[cell])) for r in places for cell in r.cells}
    ends = {cell: Counter(cards_in(r.form, cells[cell])) for r in places for cell in r.cells}
    left = sum((known[cell] - ends[cell] for cell in ends), Counter[int]())
    gaining = (cell for cell in ends if (ends[cell] - known[cell]) - left)
    return frozenset((*(one.cell for one in position.unknown), *gaining))


def _clauses(lines: Iterable[AwardLine]) -> tuple[str, ...]:
    """The clauses of some lines, each once."""
    return tuple(dict.fromkeys(line.tag.clause for line in lines))


class _Counting:
    """What the lines that look at some open places give for the cards in them."""

    def __init__(self, position: Position, cells: Cells, unknown: Sequence[UnknownCards]) -> None:
        self.rulebook, self.referee, self.unknown = position.rulebook, Referee(position.rulebook), unknown
        self.reach, self.bodies = self.rulebook.selection.reach, self.rulebook.selection.bodies
        self.gaining = open_cells(position, cells) - {one.cell for one in position.unknown}
        opened = self.gaining.union(one.cell for one in unknown)
        self.names = {r.name for r in self.rulebook.layout.places() if opened.intersection(r.cells)}
        self.empty = list(cells)
        for one in position.unknown:
            self.empty[one.cell] = _less(cells[one.cell], position.made_up.get(one.path, ()))
        self.empty[SCORES] = None

    @cached_property
    def awards(self) -> list[AwardLine]:
        """The lines that give points and look at an open place."""
        lines = self.rulebook.selection.chosen(self.rulebook.sheet.awards)
        return [line for line in lines if self.reach.looked_at(line).cells & self.names]

    @cached_property
    def apart(self) -> list[AwardLine]:
        """Those of them that do not count each card by itself."""
        return [line for line in self.awards if not self._adds_up(line)]

    @cached_property
    def differs(self) -> bool:
        """Whether some card in some place makes a difference to some side."""
        return any(any(row.values()) for rows in self.worth for row in rows)

    # ── what a line says ───────────────────────────────────────────────────────────────────────────────────────────────

    def _asks(self, *cores: Core | None) -> bool:
        """Whether expressions look at an open place."""
        return bool(self.reach.reads(*cores).cells & self.names)

    def _adds_up(self, line: AwardLine) -> bool:
        """Whether a line is a sum over the cards of open places."""
        return not self._asks(line.when, line.loop.source if line.loop else None) and self._sum(line.points)

    def _sum(self, core: Core) -> bool:
        """Whether a number is a sum over the cards of open places."""
        if not self._asks(core):
            return True
        match core:
            case Op("plus" | "minus", args):
                return all(map(self._sum, args))
            case Op("times", (left, right)):
                return (not self._asks(left) and self._sum(right)) or (not self._asks(right) and self._sum(left))
            case Op("worth" | "number", (cards,)):
                return self._some(cards)
            case Op("choose", args):
                return all(not self._asks(arg) if arg.type == "truth" else self._sum(arg) for arg in args)
            case Each("sum", _, source, body):
                return not self._asks(source) and self._sum(body)
            case Call(name, args):
                return not self._asks(*(arg for _, arg in args)) and self._sum(self.bodies[name])
        return False

    def _some(self, core: Core) -> bool:
        """Whether an expression is cards of open places, each of which is among them or not whatever the others are."""
        if not self._asks(core):
            return True
        match core:
            case Cell(_, owner, type):
                return type in ("cards", "row") and not self._asks(owner)
            case Op("with", args):
                return all(map(self._some, args))
            case Op("filter", (chosen, cards)):
                return not self._asks(chosen) and self._some(cards)
            case Call(name, args):
                return not self._asks(*(arg for _, arg in args)) and self._some(self.bodies[name])
        return False

    # ── what cards give ────────────────────────────────────────────────────────────────────────────────────────────────

    def given(self, cells: Sequence[Any]) -> list[int]:
        """What these lines give to each side on a table."""
        tags = {line.tag for line in self.awards}
        counted = [award for award in self.rulebook.compiled.awards if award.line.tag in tags]
        sides = range(self.rulebook.layout.sides)
        return [sum(sum(award.points(self.referee, cells, side)) for award in counted) for side in sides]

    @cached_property
    def left(self) -> Counter[int]:
        """The cards that lie nowhere else, by face."""
        known = (face for r in self.rulebook.layout.places() for held in r.values(self.empty) for face in cards_in(r.form, held))
        return Counter(dict(enumerate(self.rulebook.faces.counts))) - Counter(known)

    @cached_property
    def worth(self) -> list[list[dict[int, int]]]:
        """For each side and open place what each card that may lie there gives."""
        nothing, rows = self.given(self.empty), [list[dict[int, int]]() for _ in range(self.rulebook.layout.sides)]
        for one in self.unknown:
            gives = {face: self.given(cells) for face, cells in self._with_one(one)}
            for side, row in enumerate(rows):
                row.append({face: found[side] - nothing[side] for face, found in gives.items()})
        return rows

    def _with_one(self, one: UnknownCards) -> Iterator[tuple[int, list[Any]]]:
        """The table with one more card in an open place, for each card that would stay there."""
        for face in self.left:
            if face in one.among:
                cells = list(self.empty)
                cells[one.cell] = tuple(sorted((*cells[one.cell], face)))
                if self._stays(one.cell, face, cells):
                    yield face, cells

    def _stays(self, cell: int, face: int, cells: Sequence[Any]) -> bool:
        """Whether a card stays where it lies while the deal goes on, as no red three does: only then it lies there at the end."""
        before = list(cells)
        before[ENDED], before[PHASE], before[TURN] = None, self.rulebook.sheet.symbols.phases[-1], 0
        settled = self.referee.settled(tuple(before))
        return isinstance(settled, Undetermined) or bool(settled[cell].count(face) >= cells[cell].count(face))

    def bounds(self, side: int) -> tuple[int, int]:
        """The least and the most that these lines give to a side."""
        demands, rows = [one.count for one in self.unknown], self.worth[side]
        nothing = self.given(self.empty)[side]
        dearest = least(demands, [{face: -worth for face, worth in row.items()} for row in rows], self.left)
        return nothing + least(demands, rows, self.left), nothing - dearest


def _less(held: Bag, cards: Iterable[int]) -> Bag:
    """Cards without some of them."""
    return tuple(sorted((Counter(held) - Counter(cards)).elements()))


def cards_in(form: str, held: Any) -> Iterable[int]:
    """The cards that lie in one place."""
    return (face for group in held for face in group) if form == "groups" else held
