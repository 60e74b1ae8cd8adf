"""Everything that anybody may do in a position, with nothing left out in silence.

Acts with one play are listed one by one. Of acts with several plays there may be thousands, nearly all of which are acts of the
list with something laid besides; so those are listed of which no part would do, as the opening for which it takes two melds, and
the others are counted (decision 0028).
"""

from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import combinations, islice

from meldspec.engine.candidates import EVERY, play_sets, with_plays
from meldspec.engine.compile.record import CompiledAct
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import determined
from meldspec.language.immutable import Immutable, mutable
from meldspec.position.position import Position
from meldspec.ruling.told import of_known_cards
from meldspec.table.table import TURN, Act, Cells, Play, Table

TRIED = 3_000
"""So many choices of plays are tried for each sort of act before it is told that not all were."""
COUNTED = 500
"""So many that only lay more than a listed act are tried, to tell how many there are."""
Key = tuple[tuple[str, tuple[int, ...]], ...]
"""Plays as the rules tell them apart."""


class Rest(Immutable):
    """What is not listed of one sort of act of a seat: `more` acts that lay more than a listed one, or at least so many; and from
    how many plays on acts were not all tried (none where all were)."""

    more: int
    at_least: bool
    untried_from: int | None


class Choices(Immutable):
    """What is legal, by seat and by the name of the act: `single` with at most one play, `several` with more of which no part would
    be legal, and the `rest` of those sorts of which something is left out; `unseen` are the seats whose hand nobody knows, and of
    which nothing is told that they might do with it."""

    single: dict[int, dict[str, list[Act]]] = field(default_factory=dict)
    several: dict[int, dict[str, list[Act]]] = field(default_factory=dict)
    rest: dict[int, dict[str, Rest]] = field(default_factory=dict)
    unseen: set[int] = field(default_factory=set)

    def seats(self) -> list[int]:
        """The seats of which anything is told."""
        return sorted(self.single.keys() | self.several.keys() | self.rest.keys() | self.unseen)

    def names(self, seat: int) -> list[str]:
        """The sorts of acts of which anything is told of a seat."""
        return list(dict.fromkeys(name for part in (self.single, self.several, self.rest) for name in part.get(seat, {})))


def choices(position: Position) -> Choices:
    """Everything legal in a position."""
    found = choices_at(position.rulebook, position.table)
    for seat in {*found.seats(), position.table.cells[TURN]}:
        if ("hands", seat) in position.made_up and not position.table.over():
            _leave_out_cards(position, found, seat)
    return found


def _leave_out_cards(position: Position, found: Choices, seat: int) -> None:
    """Leave out what a seat might do with cards that nobody knows, and note that it is left out."""
    for part in (found.single, found.several):
        listed = {name: list(of_known_cards(position, acts)) for name, acts in part.pop(seat, {}).items()}
        if kept := {name: acts for name, acts in listed.items() if acts}:
            part[seat] = kept
    found.unseen.add(seat)
    found.rest.pop(seat, None)


def choices_at(rulebook: Rulebook, table: Table) -> Choices:
    """Everything legal on a table."""
    referee, cells, found = Referee(rulebook), table.cells, Choices()
    for act in determined(referee.all_legal_acts(table)):
        found.single.setdefault(act.seat, {}).setdefault(act.name, []).append(act)
    if table.over():
        return found
    for seat in range(rulebook.layout.seats):
        for line in rulebook.acts.values():
            if line.plays and line.early(referee, cells, seat):
                _several(_Tries(referee, cells, line, seat), found)
    return found


def _several(tries: "_Tries", found: Choices) -> None:
    """Note the acts of one sort with several plays."""
    listed = list(tries.needed())
    if listed:
        found.several.setdefault(tries.seat, {})[tries.line.name] = listed
    rest = tries.rest()
    if rest.more or rest.untried_from is not None:
        found.rest.setdefault(tries.seat, {})[tries.line.name] = rest


@mutable
class _Tries:
    """Tries the acts of one sort and seat, one choice of plays after another, the smallest first; cards that the rules cannot tell
    apart are not tried again."""

    referee: Referee
    cells: Cells
    line: CompiledAct
    seat: int
    legal: set[Key] = field(default_factory=set)
    untried_from: int | None = None

    def needed(self) -> Iterator[Act]:
        """The legal acts with several plays of which no part is legal."""
        tried = 0
        for plays in self.plays(pruned=True):
            if self.covered(plays):
                continue
            if tried == TRIED:
                self.untried_from = len(plays)
                return
            tried += 1
            acts = list(self.legal_acts(plays))
            if acts:
                self.legal.add(self.key(plays))
            if len(plays) > 1:
                yield from acts

    def rest(self) -> Rest:
        """How many more there are: those that lay something besides."""
        besides = (plays for plays in self.plays(pruned=False) if len(plays) > 1 and self.covered(plays))
        number = sum(1 for plays in islice(besides, COUNTED) for _ in self.legal_acts(plays))
        return Rest(number, next(besides, None) is not None, self.untried_from)

    def plays(self, pruned: bool) -> Iterator[tuple[Play, ...]]:
        """Every choice of plays by growing size; `pruned`: what a legal act would do with something besides is passed over."""
        assert self.line.plays is not None
        grows = self.grows if pruned else None
        return play_sets(self.referee, self.line.plays, self.cells, self.seat, EVERY, looks=False, grows=grows)

    def grows(self, plays: tuple[Play, ...]) -> bool:
        """Whether plays that are added could make an act of which no part is legal."""
        return self.key(plays) not in self.legal and not self.covered(plays)

    def key(self, plays: Sequence[Play]) -> Key:
        """Plays as the rules tell them apart, in an order of their own."""
        classes, tops = self.referee.rulebook.faces.classes, self.referee.rulebook.tops(self.cells)
        # A card on top of a row stands for itself, as where acts are enumerated: numbers below nought are no classes.
        alike = ((str(to), tuple(sorted(-1 - c if c in tops else classes[c] for c in cards))) for to, cards in plays)
        return tuple(sorted(alike))

    def covered(self, plays: Sequence[Play]) -> bool:
        """Whether some of the plays alone make a legal act."""
        parts = (part for size in range(len(plays)) for part in combinations(plays, size))
        return any(self.key(part) in self.legal for part in parts)

    def legal_acts(self, plays: tuple[Play, ...]) -> Iterator[Act]:
        """The legal acts that make just these plays."""
        for act in with_plays(self.referee, self.line, self.cells, self.seat, plays):
            after = self.referee.after(self.cells, act, fits=True)
            if after is not None and determined(after):
                yield act
