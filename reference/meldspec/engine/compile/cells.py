"""Where the places and memories of a book have their cells.

A reading that remembers something of its own adds a memory. Were its cells amid the others, all that is written and told of lines
would have to be made anew under it; so every memory that any reading has gets its cells under all of them, behind the places.
"""

from collections.abc import Iterator, Mapping

from meldspec.book.core import Const
from meldspec.book.sheet import Declared, Sheet
from meldspec.language import lines
from meldspec.table.selection import ChoiceError, Selection, folded, seats_and_sides
from meldspec.table.table import CellRange, Layout, lay_out

STARTS = {"row": (), "bag": (), "cards": (), "groups": (), "truth": False, "number": 0, "player": None, "side": None}
FORMS = {"row": "row", "bag": "cards", "groups": "groups"}
KEPT = {"cards": "kept cards", "groups": "kept groups"}
"""The forms of memories that are not called like their type; what groups were is no place where cards lie."""
Sort = tuple[str, str]
"""Whose a memory is, and of what type."""


def layout_of(selection: Selection) -> Layout:
    """The cells of the places and memories in force, and of the memories that other readings have."""
    wanted: list[CellRange] = []
    for node, line in selection.declared(lines.PlaceLine):
        count = max((selection.number(line) or 0) - node.low + 1, 0) if node.owner == "number" else 1
        form, start = FORMS[node.form], STARTS[node.form]
        wanted.append(CellRange(node.name, node.owner, form, start, node.shown, count, node.low, told=node.told))
    memories = {keep.name: _memory(keep, _start(keep, line, selection)) for keep, line in selection.declared(lines.Keep)}
    known = {keep.name: _memory(keep, STARTS[keep.type]) for keep, _ in _keeps(selection.sheet)} | memories
    return lay_out(*seats_and_sides(selection), [*wanted, *known.values()], known.keys() - memories.keys())


def numbered_by(selection: Selection) -> list[Declared]:
    """The declarations in force that the numbers of the cells hang on: which sides and places there are, and of what sort each
    memory is that is not of the same sort under all readings."""
    sorts = selection.sheet.derived(_sorts)
    placing = [line for sort in (lines.Sides, lines.PlaceLine) for _, line in selection.declared(sort)]
    return placing + [line for keep, line in selection.declared(lines.Keep) if len(sorts[keep.name]) > 1]


def _memory(keep: lines.Keep, start: object) -> CellRange:
    return CellRange(keep.name, keep.owner, KEPT.get(keep.type, keep.type), start)


def _start(keep: lines.Keep, line: Declared, selection: Selection) -> object:
    """What a memory starts as."""
    start = None if line.value is None else folded(line.value, selection)
    if start is not None and not isinstance(start, Const):
        raise ChoiceError(f"{selection.sheet.book.name}: what '{keep.name}' starts as is not settled by options ({line.tag.line})")
    return STARTS[keep.type] if start is None else start.value


def _keeps(sheet: Sheet) -> Iterator[tuple[lines.Keep, Declared]]:
    """The memories of a sheet under all its readings, in the order of the book."""
    return ((line.node, line) for line in sheet.declared if isinstance(line.node, lines.Keep))


def _sorts(sheet: Sheet) -> Mapping[str, set[Sort]]:
    """Of what sorts each memory is under the readings of its book."""
    found: dict[str, set[Sort]] = {}
    for keep, _ in _keeps(sheet):
        found.setdefault(keep.name, set()).add((keep.owner, keep.type))
    return found
