"""Tables that no game comes to, and that a rule asks about: those to which its look-ahead would lead from the table of a turn.

A line that forbids to end a turn without a card decides, by looking ahead, that the last cards are not laid; so the table at which
it says something is never come to by legal acts, and a search that asks it at tables of games alone would not know that it matters.
"""

from collections.abc import Iterator
from contextlib import suppress

from meldspec.book.sheet import Line
from meldspec.corpus.search.playout import Proposal, Turn
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.table.faults import RulesFault
from meldspec.table.table import Act, Cells, Table

ASKED = 3
"""Of so many acts that a line which looks ahead refuses, it is looked at a table what that line tries."""
TRIED = 60
"""So many acts at most are tried by each of two rulebooks for one of them."""


class Watched(Referee):
    """A referee whose look-ahead notes what it tries: the tables, the acts, and the tables after those that are legal."""

    def __init__(self, rulebook: Rulebook) -> None:
        super().__init__(rulebook, TRIED)
        self.seen: list[tuple[Cells, Act, Cells | None]] = []

    def tried(self, cells: Cells, act: Act, fits: bool = False) -> Cells | None:
        """As ever, and noted."""
        after = super().tried(cells, act, fits)
        self.seen.append((cells, act, after))
        return after


def looks_ahead(rulebook: Rulebook, line: Line) -> bool:
    """Whether a line asks what further acts could bring about."""
    return bool(rulebook.selection.reach.looked_at(line).asks)


class TablesAhead:
    """What the look-ahead of two rulebooks tries from the table of a turn, as turns of their own."""

    def __init__(self, rulebooks: tuple[Rulebook, Rulebook]) -> None:
        self.rulebooks = rulebooks
        both = rulebooks[0].acts.keys() & rulebooks[1].acts.keys()
        self.plain = [name for name in sorted(both) if not rulebooks[0].acts[name].fields]
        self.looking = {
            line.tag.line
            for rulebook in rulebooks
            for line in rulebook.selection.chosen(rulebook.sheet.judges)
            if looks_ahead(rulebook, line)
        }
        self._last: tuple[Turn | None, list[Turn]] = None, []

    def turns(self, turn: Turn) -> list[Turn]:
        """Each table and act that is tried once; what is legal there is played."""
        # A hunt asks several things of one turn.
        if self._last[0] is not turn:
            self._last = turn, list(self._turns(turn))
        return self._last[1]

    def _turns(self, turn: Turn) -> Iterator[Turn]:
        seen = dict[tuple[Cells, Act], Cells | None]()
        for act in self._asked(turn):
            for rulebook in self.rulebooks:
                for cells, tried, after in _tried(rulebook, turn.table, act):
                    if cells != turn.table.cells:
                        seen[cells, tried] = seen.get((cells, tried)) or after
        # What is sure to be refused is not tried, and a line may be near to saying something else of it.
        for cells, seat in {cells: tried.seat for cells, tried in seen}.items():
            for name in self.plain:
                seen.setdefault((cells, Act(name, seat)), None)
        for (cells, tried), after in seen.items():
            table = Table(cells)
            yield Turn(table, (Proposal(tried, None),), None if after is None else tried, table if after is None else Table(after))

    def _asked(self, turn: Turn) -> list[Act]:
        """Acts that are refused by looking ahead, and the one that is played."""
        judged = ((one.act, one.verdict) for one in turn.proposals if one.verdict is not None and not one.verdict.legal)
        refused = [act for act, verdict in judged if any(tag.line in self.looking for tag in verdict.lines)]
        return [*refused[:ASKED], *([] if turn.act is None else [turn.act])]


def _tried(rulebook: Rulebook, table: Table, act: Act) -> list[tuple[Cells, Act, Cells | None]]:
    """What a rulebook tries in judging an act and in carrying it out, as far as it comes."""
    referee = Watched(rulebook)
    # It is enough what was tried until then, of an act that these rules do not know nothing.
    with suppress(RulesFault, KeyError):
        referee.play(table, act)
    return referee.seen
