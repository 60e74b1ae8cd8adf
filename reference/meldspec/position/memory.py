"""What the rules remember in a position: as the file says, or as every way to such a position would have left it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from meldspec.book.sheet import EffectLine
from meldspec.engine.play import bound
from meldspec.engine.rulebook import Rulebook
from meldspec.language.problems import Diagnostic, did_you_mean
from meldspec.position.marked import Marked, Path
from meldspec.table.act import Act
from meldspec.table.faults import EngineDefect
from meldspec.table.layout import ENDED, PHASE, TURN, CellRange
from meldspec.table.values import NEW, Play

NOBODY = "nobody"
WANTED = {
    "truth": "yes or no",
    "number": "a whole number",
    "player": "a seat or nobody",
    "side": "a side or nobody",
    "kept cards": "a list of cards, as [KC, KH, 9D]",
    "kept groups": "a list of melds, as [KC KH KS, 9D 9H 9S]",
}
"""The forms of memories, and what a file says of each."""
Cells = list[Any]
WRONG = object()
FEW = 2
"""Cards that a hand has where it only matters that it has some."""


def memories(rulebook: Rulebook) -> list[CellRange]:
    """All memories of a rulebook, in the order of the book."""
    return [r for r in rulebook.layout.ranges if r.form in WANTED]


def described(range_: CellRange) -> str:
    """A memory as a hint names it: `opened (of each side: yes or no)`."""
    owner = f"of each {range_.owner}: " if range_.owner else ""
    return f"{range_.name} ({owner}{WANTED[range_.form]})"


def word(form: str, value: Any) -> str:
    """A value of memory as a file says it."""
    if form == "kept cards":
        return f"{len(value)} card{'' if len(value) == 1 else 's'}"
    if form == "kept groups":
        return f"{len(value)} meld{'' if len(value) == 1 else 's'}"
    return ("yes" if value else "no") if form == "truth" else NOBODY if value is None else str(value)


def named(ranges: Iterable[CellRange], cells: Iterable[int]) -> list[tuple[CellRange, int, str]]:
    """Those cells of some ranges, with their range, their owner's number, and their name in a file: `opened[0]`."""
    wanted = set(cells)
    return [
        (range_, n, f"{range_.name}[{n}]" if range_.owner else range_.name)
        for range_ in dict.fromkeys(ranges)
        for n in range(range_.count)
        if range_.first + n in wanted
    ]


# ── as the file says ────────────────────────────────────────────────────────────────────────────────────────


def read_memory(marked: Marked, rulebook: Rulebook, cells: Cells, problems: list[Diagnostic]) -> set[int]:
    """Set what the file says of memory; gives the cells it speaks of.

    A memory of another reading than the one in force is passed over.
    """
    told: set[int] = set()
    known = {r.name: r for r in memories(rulebook)}
    for name, value in marked.value.get("memory", {}).items():
        path: Path = ("memory", name)
        if name in known:
            told |= _read_one(marked, rulebook, known[name], value, cells, problems)
        elif name not in rulebook.sheet.symbols.keeps:
            offered = ", ".join(described(r) for r in known.values()) or "none in these rules"
            mend = did_you_mean(name, known)
            problems.append(marked.problem("unknown-memory", path, "no memory of these rules", f"one of: {offered}", mend))
    return told


def _read_one(
    marked: Marked, rulebook: Rulebook, range_: CellRange, value: Any, cells: Cells, problems: list[Diagnostic]
) -> set[int]:
    """One memory, of the table or of each owner."""
    path: Path = ("memory", range_.name)
    values = [value]
    if range_.owner:
        if not isinstance(value, list) or len(value) != range_.count:
            expected = f"a list of {range_.count}, for each {range_.owner} {WANTED[range_.form]}"
            problems.append(marked.problem("wrong-value", path, _shown(value), expected))
            return set()
        values = value
    for number, entry in enumerate(values):
        known = _value(rulebook, range_.form, entry)
        if known is WRONG:
            where = (*path, number) if range_.owner else path
            problems.append(marked.problem("wrong-value", where, _shown(entry), WANTED[range_.form]))
        else:
            cells[range_.first + number] = known
    return set(range(range_.first, range_.first + range_.count))


def _value(rulebook: Rulebook, form: str, entry: Any) -> Any:
    """One value as the table keeps it."""
    if form == "truth":
        return entry if isinstance(entry, bool) else WRONG
    if form == "kept groups":
        return _groups(rulebook, entry)
    if form == "kept cards":
        held = _groups(rulebook, [entry])
        return held if held is WRONG else held[0]
    if form != "number" and entry in (None, NOBODY):
        return None
    whole = isinstance(entry, int) and not isinstance(entry, bool)
    most = {"player": rulebook.layout.seats, "side": rulebook.layout.sides}.get(form)
    return entry if whole and (most is None or 0 <= entry < most) else WRONG


def _groups(rulebook: Rulebook, entry: Any) -> Any:
    """Melds (or cards) as they were; their cards may lie elsewhere by now, so they are not held against the pack."""
    melds = [meld.split() if isinstance(meld, str) else meld for meld in entry] if isinstance(entry, list) else []
    if not isinstance(entry, list) or not all(isinstance(meld, list) and all(isinstance(c, str) for c in meld) for meld in melds):
        return WRONG
    try:
        return tuple(tuple(sorted(rulebook.faces.read(meld))) for meld in melds)
    except ValueError:
        return WRONG


def _shown(value: Any) -> str:
    return {True: "yes", False: "no", None: NOBODY}[value] if value is None or isinstance(value, bool) else repr(value)


# ── as every way there would have left it ───────────────────────────────────────────────────────────────────


def derived(rulebook: Rulebook, cells: Cells, told: set[int]) -> dict[int, Any]:
    """Truths and seats of memory that all acts agree on which could have led to what lies on the table.

    Looked at, each by itself: the melds of a side, laid in an earlier turn; the phase; the way in which the deal ended.
    """
    found: dict[int, Any] = {}
    for owner in range(rulebook.layout.sides):
        found |= _agreed(rulebook, cells, _after_laying(rulebook, cells, owner))
    based = list(cells)
    for cell, value in found.items():
        based[cell] = value
    found |= _agreed(rulebook, based, _leading_here(rulebook, based))
    return {cell: value for cell, value in found.items() if cell not in told}


def _agreed(rulebook: Rulebook, cells: Cells, outcomes: Iterable[Cells]) -> dict[int, Any]:
    """What has changed in memory, the same in every outcome."""
    ranges = [r for r in memories(rulebook) if r.form != "number"]
    kept = [n for r in ranges for n in range(r.first, r.first + r.count)]
    changes = [{(n, after[n]) for n in kept if after[n] != cells[n]} for after in outcomes]
    return dict(sorted(set.intersection(*changes))) if changes else {}


def _after_laying(rulebook: Rulebook, cells: Cells, side: int) -> Iterator[Cells]:
    """The table after a player of a side has laid its melds, by any act that can, and has ended the turn."""
    laying = [name for name, act in rulebook.acts.items() if any(f.type == "plays" for f in act.fields)]
    ending = _passing_on(rulebook)
    for range_ in rulebook.layout.places():
        melds = cells[range_.first + side] if range_.form == "groups" and range_.owner == "side" else ()
        if not melds:
            continue
        plays = tuple((NEW, meld) for meld in melds)
        cards = tuple(card for meld in melds for card in meld)
        for seat in range(side, rulebook.layout.seats, rulebook.layout.sides):
            before = _thinned(rulebook, cells)
            before[range_.first + side], before[TURN] = (), seat
            for held in _hands(rulebook, seat):
                before[held] = tuple(sorted(cards + cards[:FEW]))
            for laid in _done(rulebook, before, seat, plays, laying):
                if laid[range_.first + side]:
                    few = _thinned(rulebook, laid)
                    yield from (a for a in _done(rulebook, few, seat, (), ending) if a[TURN] not in (seat, None))


def _passing_on(rulebook: Rulebook) -> list[str]:
    """The acts that may change whose turn it is; the others need not be tried where that is wanted."""
    reader, effects = rulebook.search.outlook.reader, rulebook.sheet.effects
    lines = {name: effects.get(name, []) for name in rulebook.acts}
    return [n for n in lines if _settles(rulebook, lines[n]) or "turn" in reader.writes(lines[n]).everything()]


def _settles(rulebook: Rulebook, lines: Iterable[EffectLine]) -> bool:
    """Whether effects let the standing rules act, by themselves or by an event."""
    events = rulebook.sheet.events
    return any(
        line.verb == "settle" or (line.verb == "raise" and _settles(rulebook, events.get(line.word, [])))
        for line in rulebook.selection.chosen(lines)
    )


def _hands(rulebook: Rulebook, seat: int) -> Iterator[int]:
    """The cells of a seat's own bags."""
    return (r.first + seat for r in rulebook.layout.places() if (r.owner, r.form) == ("player", "cards"))


def _thinned(rulebook: Rulebook, cells: Cells) -> Cells:
    """The cells with a few cards in each hand: effects ask whether a hand is empty, and look ahead the faster the less it has."""
    thinned = list(cells)
    for seat in range(rulebook.layout.seats):
        for held in _hands(rulebook, seat):
            thinned[held] = thinned[held][:FEW]
    return thinned


def _leading_here(rulebook: Rulebook, cells: Cells) -> Iterator[Cells]:
    """The table after any act that leads to its phase and turn, or to the end it has had."""
    wanted = (cells[ENDED], cells[PHASE], cells[TURN])
    for phase, seat in product(rulebook.sheet.symbols.phases[1:], range(rulebook.layout.seats)):
        if wanted[0] is not None or phase != wanted[1] or seat != wanted[2]:
            for before in _just_before(rulebook, cells, seat):
                before[ENDED], before[PHASE], before[TURN] = None, phase, seat
                for after in _done(rulebook, before, seat, ()):
                    if _same_stand((after[ENDED], after[PHASE], after[TURN]), wanted):
                        yield after


def _just_before(rulebook: Rulebook, cells: Cells, seat: int) -> Iterator[Cells]:
    """The table before an act of a seat: as it is, and with cards on each row that is empty now, since they may have come to the
    hand by that very act."""
    yield _thinned(rulebook, cells)
    filled = _thinned(rulebook, cells)
    cards = tuple(card for held in _hands(rulebook, seat) for card in filled[held])[:FEW]
    rows = [r.first + n for r in rulebook.layout.places() if r.form == "row" and r.shown for n in range(r.count)]
    empty = [row for row in rows if not filled[row]]
    for row in empty:
        filled[row] = cards
    if empty and cards:
        yield filled


def final(rulebook: Rulebook, cells: Cells) -> set[int]:
    """The cells of memory that acts change only where they end the deal: while it goes on they are at their start."""
    ranges = memories(rulebook)
    kept = [n for r in ranges for n in range(r.first, r.first + r.count)]
    changed: dict[bool, set[int]] = {True: set(), False: set()}
    for phase, seat, emptied in product(rulebook.sheet.symbols.phases[1:], range(rulebook.layout.seats), (False, True)):
        before = _thinned(rulebook, cells)
        before[ENDED], before[PHASE], before[TURN] = None, phase, seat
        for held in _hands(rulebook, seat) if emptied else ():
            before[held] = ()
        for after in _done(rulebook, before, seat, ()):
            changed[after[ENDED] is not None].update(n for n in kept if after[n] != before[n])
    return changed[True] - changed[False]


def _same_stand(left: tuple[Any, ...], right: tuple[Any, ...]) -> bool:
    """Whether two tables have ended alike, or are at the same point of the same turn."""
    return left[0] == right[0] and (right[0] is not None or left[1:] == right[1:])


def _done(
    rulebook: Rulebook, cells: Cells, seat: int, plays: tuple[Play, ...], acts: Iterable[str] | None = None
) -> Iterator[Cells]:
    """The table after every act of a seat (or those of some sorts), legal or not, each with such plays and any simple values: of
    numbers those that the rules offer."""
    hand = next((card for cell in _hands(rulebook, seat) for card in cells[cell]), 0)
    values = {
        "plays": (plays,),
        "play": (0 if plays else None,),
        "card": (hand,),
        "player": tuple(range(rulebook.layout.seats)),
        "truth": (True, False),
    }
    for name in rulebook.acts if acts is None else acts:
        line = rulebook.acts[name]
        numbers = {f.name: f.offered(rulebook.search, tuple(cells), seat) for f in line.fields if f.type == "number" and f.sourced}
        for chosen in product(*(values.get(f.type) or numbers.get(f.name) or (0,) for f in line.fields)):
            after = list(cells)
            try:
                line.do(rulebook.search, after, seat, *bound(rulebook, tuple(cells), Act(name, seat, chosen)))
            except EngineDefect:
                continue
            yield after
