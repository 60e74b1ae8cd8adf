"""What the rules remember in a position, as its file says: the names of memories, their values in words, and how they are read."""

from collections.abc import Iterable
from typing import Any

from meldspec.engine.rulebook import Rulebook
from meldspec.language.problems import counted, did_you_mean
from meldspec.position.cards import Draft
from meldspec.position.marked import Path
from meldspec.table.table import CellRange

NOBODY = "nobody"
UNKNOWN = "unknown"
"""What an entry of a list says that tells nothing of its owner."""
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


def memories(rulebook: Rulebook) -> list[CellRange]:
    """All memories of a rulebook, in the order of the book."""
    return [r for r in rulebook.layout.ranges if r.form in WANTED]


def _described(range_: CellRange) -> str:
    """A memory as a hint names it: `opened (of each side: yes or no)`."""
    owner = f"of each {range_.owner}: " if range_.owner else ""
    return f"{range_.name} ({owner}{WANTED[range_.form]})"


def word(form: str, value: Any) -> str:
    """A value of memory as a file says it."""
    if form == "kept cards":
        return counted(len(value), "card")
    if form == "kept groups":
        return counted(len(value), "meld")
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


def read_memory(draft: Draft) -> set[int]:
    """Set what the file says of memory; gives the cells it speaks of."""
    told: set[int] = set()
    known = {r.name: r for r in memories(draft.rulebook)}
    for name, value in draft.marked.value.get("memory", {}).items():
        if name in known:
            told |= _read_one(draft, known[name], value)
        # A memory that only another reading has is passed over: the same file is read under all of them.
        elif name not in draft.rulebook.sheet.symbols.keeps:
            offered = ", ".join(_described(r) for r in known.values()) or "none in these rules"
            places = {place.name for place in draft.rulebook.layout.places()}
            mend = f"write {name} under places, where its cards are told" if name in places else did_you_mean(name, known)
            draft.note("unknown-memory", ("memory", name), "no memory of these rules", f"one of: {offered}", mend)
    return told


def _read_one(draft: Draft, range_: CellRange, value: Any) -> set[int]:
    """One memory, of the table or of each owner; gives the cells it speaks of."""
    path: Path = ("memory", range_.name)
    if range_.owner and not (isinstance(value, list) and len(value) == range_.count):
        expected = f"a list of {range_.count}, for each {range_.owner} {WANTED[range_.form]}"
        draft.note("wrong-value", path, _shown(value), expected)
        return set()
    told = {n: entry for n, entry in enumerate(value if range_.owner else [value]) if not range_.owner or entry != UNKNOWN}
    for number, entry in told.items():
        known = _value(draft.rulebook, range_.form, entry)
        if known is WRONG:
            draft.note("wrong-value", (*path, number) if range_.owner else path, _shown(entry), WANTED[range_.form])
        else:
            draft.cells[range_.first + number] = known
    return {range_.first + number for number in told}


def _value(rulebook: Rulebook, form: str, entry: Any) -> Any:
    """One value as the table keeps it; WRONG where it is none."""
    match form:
        case "truth":
            return entry if isinstance(entry, bool) else WRONG
        case "kept groups" | "kept cards":
            held = _groups(rulebook, entry if form == "kept groups" else [entry])
            return held if held is WRONG or form == "kept groups" else held[0]
        case "player" | "side" if entry in (None, NOBODY):
            return None
    whole = isinstance(entry, int) and not isinstance(entry, bool)
    most = {"player": rulebook.layout.seats, "side": rulebook.layout.sides}.get(form)
    return entry if whole and (most is None or 0 <= entry < most) else WRONG


def _groups(rulebook: Rulebook, entry: Any) -> Any:
    """Melds (or cards) as they were."""
    melds = [meld.split() if isinstance(meld, str) else meld for meld in entry] if isinstance(entry, list) else []
    if not isinstance(entry, list) or not all(isinstance(meld, list) and all(isinstance(c, str) for c in meld) for meld in melds):
        return WRONG
    # Their cards may lie elsewhere by now, so they are only spelt as the pack spells them, and not counted against it.
    try:
        return tuple(tuple(sorted(rulebook.faces.read(meld))) for meld in melds)
    except ValueError:
        return WRONG


def _shown(value: Any) -> str:
    """A value of a file as a message shows it."""
    return {True: "yes", False: "no", None: NOBODY}[value] if value is None or isinstance(value, bool) else repr(value)
