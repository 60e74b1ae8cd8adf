"""Which lines of the rules wrote what an answer has otherwise."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from meldspec.book.core import Come, Const, CouldAct, Tag
from meldspec.book.sheet import EffectLine
from meldspec.corpus.expect import Step
from meldspec.definition.expressions import World
from meldspec.definition.interpreter import Interpreter
from meldspec.definition.words import Cells
from meldspec.engine.referee import Points, Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.protocol.comparison import Difference, differences
from meldspec.protocol.messages import DealRequest
from meldspec.protocol.observe import dealt_of_request, observation
from meldspec.table.table import Act, Table

AROUND = frozenset({"raise", "settle"})
"""Effects that only let others happen."""
LOOKS = 1_000
"""So many acts may be tried for what an effect asks: the definition tries everything, and knows no bound of its own."""


@dataclass(frozen=True)
class Write:
    """What one effect of a line changed."""

    tag: Tag
    before: Cells
    after: Cells


class Watched(Interpreter):
    """The meaning of a book, carrying out an act or a deal and noting what each line does on the way."""

    def __init__(self, rulebook: Rulebook) -> None:
        super().__init__(rulebook.selection, rulebook.faces, rulebook.layout, self._legal)
        self.referee = Referee(rulebook)
        self.writes: list[Write] = []
        self.looking = False
        self.looks = 0

    def happen(self, line: EffectLine, world: World) -> Cells:
        """One effect, noted if it changes anything."""
        after = super().happen(line, world)
        if not self.looking and line.verb not in AROUND and after != world.cells:
            self.writes.append(Write(line.tag, world.cells, after))
        return after

    def asked(self, core: Come | CouldAct, world: World, answer: Callable[[], bool]) -> bool:
        """A question about what could be done; what is tried for it is not done."""
        before, self.looking = self.looking, True
        try:
            return super().asked(core, world, answer)
        finally:
            self.looking = before

    def further(self, world: World) -> Iterator[tuple[Act, Cells]]:
        """The next legal acts of the player. Raises Unanswered where too many have been tried."""
        for one in super().further(world):
            self.looks += 1
            if self.looks > LOOKS:
                raise Unanswered("too many acts would have to be tried")
            yield one

    def _legal(self, name: str, cells: Cells, seat: int) -> list[Act]:
        """The acts of a sort that are legal, which the engine finds sooner than whoever tries everything."""
        return [act for act, _ in self.referee.legal_acts(cells, seat) if act.name == name]


def writes_of(rulebook: Rulebook, step: Step) -> list[Write]:
    """What each line did in a step, in order; nothing in one that is a position, or asks a question, or is refused, and in one of
    which it is not known, since an effect hangs on what could be done by too many acts."""
    watched = Watched(rulebook)
    try:
        if step.act is not None and step.before is not None:
            watched.carry_out(step.before.cells, step.act)
        elif isinstance(step.request, DealRequest):
            request = step.request
            watched.begin(dealt_of_request(rulebook, request), request.dealer, request.match.deal, request.match.totals)
    except Unanswered:
        return []
    return watched.writes


def writers(rulebook: Rulebook, step: Step, found: Sequence[Difference]) -> tuple[Tag, ...]:
    """The lines that last wrote what differs, in the order in which they did so, each once; none where the rules leave all that as
    it was."""
    wanted = {one.where for one in found}
    seen: list[Tag] = []
    for write in reversed(writes_of(rulebook, step)):
        before, after = (observation(rulebook, Table(cells)) for cells in (write.before, write.after))
        changed = [one.where for one in differences(before, after)]
        wrote = {one for one in wanted if any(_meet(one, other) for other in changed)}
        if wrote:
            seen.append(write.tag)
            wanted -= wrote
    return tuple(dict.fromkeys(reversed(seen)))


def _meet(one: str, other: str) -> bool:
    """Whether of two places of an observation one lies in the other."""
    return one.startswith(other) or other.startswith(one)


# ── scores ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def scorers(rulebook: Rulebook, table: Table, expected: Sequence[int], found: Sequence[int]) -> tuple[Tag, ...]:
    """The lines of which one alone, left out or counted otherwise, would explain what a score lacks or has too much; none where no
    single line does."""
    missing, given = _missing(expected, found), _given(rulebook, table)
    return tuple(tag for tag, points in given.items() if all(_explains(points, side, lack) for side, lack in enumerate(missing)))


def moved(rulebook: Rulebook, table: Table, expected: Sequence[int], found: Sequence[int]) -> tuple[Tag, ...]:
    """The lines of which one alone would explain the scores if what it gives a side, all of it or one thing, were given to another;
    none where one side lacks something that no other has."""
    missing = _missing(expected, found)
    if sum(missing) or not any(missing):
        return ()

    def explains(points: Sequence[Points], side: int, lack: int) -> bool:
        others = (other for other in range(len(missing)) if other != side)
        return _explains(points, side, lack) or any(_explains(points, other, -lack) for other in others)

    given = _given(rulebook, table)
    return tuple(tag for tag, points in given.items() if all(explains(points, side, lack) for side, lack in enumerate(missing)))


def _missing(expected: Sequence[int], found: Sequence[int]) -> list[int]:
    """What each side is short of, below zero where it has too much."""
    return [mine - other for mine, other in zip(expected, found, strict=False)]


def _given(rulebook: Rulebook, table: Table) -> dict[Tag, list[Points]]:
    """What each line gives at the end of a deal."""
    given: dict[Tag, list[Points]] = {}
    for one in Referee(rulebook).points(table):
        given.setdefault(one.tag, []).append(one)
    return given


def awards_of(rulebook: Rulebook, clauses: Sequence[str], expected: Sequence[int], found: Sequence[int]) -> tuple[Tag, ...]:
    """The lines of some clauses that give as many points as a score differs in, whether they give them here or not."""
    lacking = {*map(abs, _missing(expected, found))}
    awards = (line for line in rulebook.selection.chosen(rulebook.sheet.awards) if line.tag.clause in clauses)
    worth = ((line.tag, line.points.value) for line in awards if isinstance(line.points, Const))
    return tuple(tag for tag, points in worth if isinstance(points, int) and abs(points) in lacking)


def _explains(given: Sequence[Points], side: int, lack: int) -> bool:
    """Whether what a line gives a side explains what the side lacks: all of it, one thing of it, or the same once more, or with the
    other sign."""
    mine = [points for one in given if one.side == side for points in one.points]
    return lack == 0 or lack in set(_changes(mine))


def _changes(mine: Sequence[int]) -> Iterator[int]:
    total = sum(mine)
    yield from (total, -total, 2 * total)
    for points in mine:
        yield from (points, -points)
