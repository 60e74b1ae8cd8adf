"""The cards of a position: read from their spellings, held against the pack, and those that nobody knows filled in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Undetermined, determined
from meldspec.language.problems import Diagnostic, did_you_mean
from meldspec.position.marked import Marked, Path
from meldspec.table.faults import RulesFault

PRETTY = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "10": "T", "JOKER": "JK"}
"""How people spell what the protocol spells otherwise."""
SPELT = "a card of the pack, as KD, TS or JK"


@dataclass(frozen=True)
class Hole:
    """So many cards that nobody knows, in one cell, on a row below those known there; of the faces of `among`.

    `felt` is the cell where it is tried whether a card would stay: the same one, or the hand that a card is drawn to.
    """

    path: Path
    cell: int
    form: str
    count: int
    among: frozenset[int]
    felt: int


@dataclass
class Cards:
    """The pack of a rulebook and what a file says of it; problems are gathered.

    `filled` are the cards that holes are filled with, by their paths: given, where another rulebook has filled them before.
    """

    marked: Marked
    rulebook: Rulebook
    problems: list[Diagnostic]
    filled: dict[Path, tuple[int, ...]] = field(default_factory=dict)
    used: Counter[int] = field(default_factory=Counter)
    holes: list[Hole] = field(default_factory=list)

    def read(self, value: Any, path: Path) -> tuple[int, ...]:
        """The faces of cards written as a list or as a text with spaces, in their order."""
        names = value.split() if isinstance(value, str) else value
        faces = [self.face(name, (*path, number)) for number, name in enumerate(names) if name is not None]
        return tuple(face for face in faces if face is not None)

    def face(self, name: str, path: Path) -> int | None:
        """One card; one that the pack does not have, or not so often, becomes a problem."""
        faces = self.rulebook.faces
        face = faces.by_name.get(name)
        if face is None:
            mend = mended(name, faces.by_name)
            self.problems.append(self.marked.problem("unknown-card", path, f"'{name}'", SPELT, mend))
            return None
        self.used[face] += 1
        if self.used[face] == faces.counts[face] + 1:
            found = f"'{name}' once more than there are"
            expected = f"at most {faces.counts[face]} of it in the whole position"
            self.problems.append(self.marked.problem("card-too-many", path, found, expected))
        return face

    def hole(self, path: Path, cell: int, form: str, count: int, among: str = "cards", felt: int | None = None) -> None:
        """Leave room for cards that nobody knows; `among` is a set of the rules that they are of."""
        members = self.rulebook.faces.sets[among]
        self.holes.append(Hole(path, cell, form, count, members, cell if felt is None else felt))

    def unseen(self) -> Counter[int]:
        """The cards of the pack that the file does not name."""
        pack = Counter(dict(enumerate(self.rulebook.faces.counts)))
        return pack - self.used

    def fill(self, cells: list[Any]) -> None:
        """Fill all holes with unseen cards, always the same for the same file.

        Cards that stay where they are put come first: no rule acts on them by itself, and nothing that is shown changes.
        """
        left = self.unseen()
        wanted = sum(hole.count for hole in self.holes)
        if wanted > left.total():
            largest = max(self.holes, key=lambda hole: hole.count)
            found, expected = f"{wanted} unknown cards in all", f"at most {left.total()}: no more of the pack is left"
            self.problems.append(self.marked.problem("card-too-many", largest.path, found, expected))
            return
        # Those of few faces first: cards of any face would use up what only they can be filled with.
        for hole in sorted(self.holes, key=lambda hole: len(hole.among)):
            room = [face for face in left.elements() if face in hole.among]
            if len(room) < hole.count:
                found, expected = f"{hole.count} unknown cards", f"at most {len(room)}: no more of them are left"
                self.problems.append(self.marked.problem("card-too-many", hole.path, found, expected))
                continue
            chosen = self.filled.get(hole.path, ())
            # Under another reading the same unknown cards are taken again, so that only the reading differs.
            if len(chosen) != hole.count or Counter(chosen) - left:
                chosen = tuple(self.quiet_first(cells, hole, room)[: hole.count])
            self.filled[hole.path] = chosen
            left -= Counter(chosen)
            put(cells, hole.cell, hole.form, chosen)

    def quiet_first(self, cells: list[Any], hole: Hole, faces: Sequence[int]) -> list[int]:
        """Cards in an order that is always the same, those that nothing happens to first."""
        # Seeded by their number alone: the same file is always filled alike, on every machine.
        mixed = list(faces)
        Random(len(mixed)).shuffle(mixed)
        quiet = {face: self.quiet(cells, hole, face) for face in set(mixed)}
        return sorted(mixed, key=lambda face: not quiet[face])

    def quiet(self, cells: list[Any], hole: Hole, face: int) -> bool:
        """Whether a card would stay in a cell, and nothing that is shown would change by it."""
        referee = Referee(self.rulebook)
        tried = list(cells)
        put(tried, hole.felt, hole.form if hole.felt == hole.cell else "cards", [face])
        if determined(referee.shown(tuple(tried))) != determined(referee.shown(tuple(cells))):
            return False
        held = tried[hole.felt].count(face)
        try:
            settled = referee.settled(tuple(tried))
        except RulesFault:
            # Better any other card than one with which the standing rules cannot be carried out.
            return False
        return not isinstance(settled, Undetermined) and bool(settled[hole.felt].count(face) >= held)


def put(cells: list[Any], cell: int, form: str, faces: Sequence[int]) -> None:
    """Put cards into a cell, on a row below those that lie there; the first of them comes to lie uppermost."""
    if form == "row":
        cells[cell] = tuple(reversed(faces)) + cells[cell]
    else:
        cells[cell] = tuple(sorted((*cells[cell], *faces)))


def mended(name: str, known: dict[str, int]) -> str:
    """What a misspelt card was perhaps meant to be."""
    plain = name.upper()
    for pretty, letter in PRETTY.items():
        plain = plain.replace(pretty, letter)
    for guess in (plain, plain[::-1]):
        if guess in known:
            return f"write '{guess}'"
    return did_you_mean(plain, known)
