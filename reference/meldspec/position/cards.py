"""A table in the making: the pack of a rulebook, what a file says of its cards, and the unknown ones that are filled in."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import field
from random import Random
from typing import Any

from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import determined
from meldspec.language.immutable import Immutable, mutable
from meldspec.language.problems import did_you_mean
from meldspec.position.marked import Path, Problems

PRETTY = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "10": "T", "JOKER": "JK"}
"""How people spell what the protocol spells otherwise."""
SPELT = "a card of the pack, as KD, TS or JK"


class UnknownCards(Immutable):
    """So many cards that nobody knows, in one cell, on a row below those known there; of the faces of `among`.

    `probes` are the cells where it is tried whether a card would stay: the same one, and the hand that it may come to.
    """

    path: Path
    cell: int
    form: str
    count: int
    among: frozenset[int]
    probes: tuple[int, ...]


@mutable
class Draft(Problems):
    """A table in the making, of one file under one rulebook: its cells so far, the cards of the pack that are used, where these
    are `lying`, and the unknown ones. What was wrong in the fields `broken` has been taken out of the file's value.

    `filled` are the cards that unknown ones were taken to be, by their paths: given, where another rulebook has filled them before.
    """

    rulebook: Rulebook
    broken: Collection[str]
    filled: dict[Path, tuple[int, ...]]
    cells: list[Any]
    used: Counter[int] = field(default_factory=Counter)
    lying: dict[int, list[Path]] = field(default_factory=dict)
    unknown: list[UnknownCards] = field(default_factory=list)

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
            self.note("unknown-card", path, f"'{name}'", SPELT, meant(name, faces.by_name))
            return None
        self.used[face] += 1
        self.lying.setdefault(face, []).append(path[:-1])
        # Told once for each face, at the first card too many: the rest of a long list would say the same again.
        if self.used[face] == faces.counts[face] + 1:
            expected = f"at most {faces.counts[face]} of it in the whole position"
            others = " and ".join(dict.fromkeys(map(self.marked.called, self.lying[face][:-1])))
            self.note("card-too-many", path, f"'{name}' once more than there are; the others lie in {others}", expected)
        return face

    def leave_open(self, path: Path, cell: int, form: str, count: int, among: str = "cards", probes: Collection[int] = ()) -> None:
        """Leave room for cards that nobody knows; `among` is a set of the rules that they are of."""
        members = self.rulebook.faces.sets[among]
        self.unknown.append(UnknownCards(path, cell, form, count, members, tuple(probes) or (cell,)))

    def unseen(self) -> Counter[int]:
        """The cards of the pack that the file does not name."""
        return Counter(dict(enumerate(self.rulebook.faces.counts))) - self.used

    def unseen_nowhere(self) -> int:
        """How many cards the file neither names nor leaves room for."""
        return self.unseen().total() - sum(unknown.count for unknown in self.unknown)

    def fill(self) -> None:
        """Fill all room with unseen cards, always the same for the same file.

        Cards that stay where they are put come first: no rule acts on them by itself, and nothing that is shown changes.
        """
        left = self.unseen()
        wanted = sum(unknown.count for unknown in self.unknown)
        if wanted > left.total():
            largest = max(self.unknown, key=lambda unknown: unknown.count)
            expected = f"at most {left.total()}: no more of the pack is left"
            rooms = ", ".join(f"{one.count} of {self.marked.called(one.path)}" for one in self.unknown)
            several = f": {rooms}" if len(self.unknown) > 1 else ""
            self.note("card-too-many", largest.path, f"{wanted} unknown cards in all{several}", expected)
            return
        # Those of few faces first: cards of any face would use up what only they can be filled with. The stock comes last: what
        # would not stay in a hand has room in its depths.
        for unknown in sorted(self.unknown, key=lambda unknown: (len(unknown.among), unknown.path[0] in ("stock", "heaps"))):
            room = [face for face in left.elements() if face in unknown.among]
            if len(room) < unknown.count:
                expected = f"at most {len(room)}: no more of them are left"
                self.note("card-too-many", unknown.path, f"{unknown.count} unknown cards", expected)
                continue
            chosen = self.filled.get(unknown.path, ())
            # Under another reading the same unknown cards are taken again, so that only the reading differs.
            if len(chosen) != unknown.count or Counter(chosen) - left:
                chosen = tuple(self.inert_first(unknown, room)[: unknown.count])
            self.filled[unknown.path] = chosen
            left -= Counter(chosen)
            _put(self.cells, unknown.cell, unknown.form, chosen)

    def inert_first(self, unknown: UnknownCards, faces: Sequence[int]) -> list[int]:
        """Cards in an order that is always the same, those that nothing happens to first."""
        # Seeded by their number alone: the same file is always filled alike, on every machine.
        mixed = list(faces)
        Random(len(mixed)).shuffle(mixed)
        # Cards that no rule tells apart stay alike.
        alike = self.rulebook.faces.classes
        one_of_each = {alike[face]: face for face in sorted(set(mixed), reverse=True)}
        inert = self._inert(unknown, one_of_each.values())
        return sorted(mixed, key=lambda face: one_of_each[alike[face]] not in inert)

    def _inert(self, unknown: UnknownCards, faces: Iterable[int]) -> set[int]:
        """The cards that would stay where they lie and where they may come to, and by which nothing that is shown would change."""
        referee, now = Referee(self.rulebook), tuple(self.cells)
        shown = determined(referee.shown(now))

        def stays(cell: int, face: int) -> bool:
            after = list(now)
            _put(after, cell, unknown.form if cell == unknown.cell else "cards", [face])
            tried = tuple(after)
            return determined(referee.shown(tried)) == shown and referee.stays(tried, cell, face)

        return {face for face in faces if all(stays(cell, face) for cell in unknown.probes)}


def _put(cells: list[Any], cell: int, form: str, faces: Sequence[int]) -> None:
    """Put cards into a cell, on a row below those that lie there; the first of them comes to lie uppermost."""
    if form == "row":
        cells[cell] = tuple(reversed(faces)) + cells[cell]
    else:
        cells[cell] = tuple(sorted((*cells[cell], *faces)))


def spelt_otherwise(name: str, known: Collection[str]) -> str:
    """The card that people spell so, as the pack spells it; nothing where it is none."""
    plain = _plain(name)
    # Turned round, too: many write the suit before the rank.
    return next((guess for guess in (plain, plain[::-1]) if guess in known), "")


def meant(name: str, known: Collection[str]) -> str:
    """What a misspelt card was perhaps meant to be."""
    guess = spelt_otherwise(name, known)
    return f"write '{guess}'" if guess else did_you_mean(_plain(name), known)


def _plain(name: str) -> str:
    """The letters and signs of a card as those that the pack spells it with."""
    plain = name.upper()
    for pretty, letter in PRETTY.items():
        plain = plain.replace(pretty, letter)
    return plain
