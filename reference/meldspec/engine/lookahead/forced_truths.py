"""Pass "truths": what is known to be remembered once cards have been laid, in whatever acts, such as that a foot has been earned.

An act sets a truth when some play's result is such. Whoever lays all of some cards makes a last play onto each meld, and its result
is the meld as it lies in the end; so if each act that may lay it would set the truth then, the truth is set. Sound where nothing
else that may be done gives it another value, and where melds change by plays alone (`Query` asks both).
Cost: one call for each meld and act, kept for the query. Without it hands of 130 cards in Railroad are given up where a foot waits:
every way to lay what going out needs also earns the foot, which keeps the player in.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from meldspec.book.core import Cell, Const, Core, Each, Op, Var
from meldspec.book.fold import YES
from meldspec.book.reach import Names
from meldspec.book.sheet import EffectLine, below
from meldspec.engine.lookahead.weakening import Reader, Requirement, requirement
from meldspec.engine.rulebook import Rulebook
from meldspec.table.selection import folded
from meldspec.table.table import NEW, Bag, Cells

OWN = (None, Var("player", "player"), Var("side", "side"), Op("side", (Var("player", "player"),), "side"))
"""Who owns what is the player's own."""


class Setting(NamedTuple):
    """What an act may make of a cell: which value, if that is told, and what of a play makes it sure, if anything does."""

    name: str
    value: object
    such: Requirement | None


def settings(rulebook: Rulebook, reader: Reader, effects: Iterable[EffectLine], plays: str) -> Iterator[Setting]:
    """What the effects of an act may make of each cell."""
    for line in effects:
        value: object = None
        such: Requirement | None = None
        match line:
            case EffectLine(_, "becomes", (Cell(owner=owner), Const(constant)), loop=None) if (
                owner in OWN and line.when is not None
            ):
                value = constant
                match folded(line.when, reader.selection):
                    case Each("some", var, Var(name), said) if name == plays and _of_result(var, said):
                        such = requirement(rulebook, reader, YES, said, (var,))
        yield from (Setting(name, value, such) for name in sorted(reader.writes([line]).everything()))


def _of_result(var: str, said: Core) -> bool:
    """Whether something is said of a play's result alone."""
    nodes = list(below(said))
    results = [node for node in nodes if isinstance(node, Op) and node.op == "result" and isinstance(node.args[0], Var)]
    return len(results) == sum(isinstance(node, Var) and node.name == var for node in nodes)


class ForcedTruths:
    """Tells of the melds of one question; `acts` may lay them, and `written` may become anything otherwise."""

    def __init__(self, acts: Sequence[Sequence[Setting]], written: Names, changing: Names, cells: Cells, seat: int) -> None:
        self.cells, self.seat = cells, seat
        self.known: dict[Bag, dict[str, object]] = {}
        self.told: dict[str, tuple[object, list[list[Requirement]]]] = {}
        for name in {one.name for some in acts for one in some} - written:
            values = {one.value for some in acts for one in some if one.name == name}
            such = [[o.such for o in some if o.name == name and o.such and o.such.told_by(changing)] for some in acts]
            # Were one act to set another value, or to do so in a way that is not told, the order of acts would matter.
            if len(values) == 1 and None not in values and all(such):
                self.told[name] = (values.pop(), such)

    def of(self, meld: Bag) -> dict[str, object]:
        """The truths that are set once a meld lies there that has been laid, by their names."""
        if meld not in self.known:
            # Only the result is looked at (`_of_result`), so it does not matter what the last play added to it.
            play = (NEW, meld, ())
            self.known[meld] = {
                name: value
                for name, (value, acts) in self.told.items()
                if all(any(such.holds(self.cells, self.seat, play) for such in some) for some in acts)
            }
        return self.known[meld]
