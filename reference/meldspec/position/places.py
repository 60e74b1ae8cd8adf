"""Where the cards of a position lie: the fields of its file, put into the cells of a table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from meldspec.book.line_index import line_index
from meldspec.language.problems import did_you_mean
from meldspec.position.cards import Cards
from meldspec.position.marked import Path
from meldspec.protocol.heaps import split
from meldspec.protocol.observe import KEYS, OF_SIDES, key_of, shown_ranges
from meldspec.table.layout import TURN, CellRange


@dataclass
class Lying:
    """Puts cards into `cells`; what is wrong in the fields `broken` has been taken out of `value`."""

    cards: Cards
    value: dict[str, Any]
    broken: set[str]
    cells: list[Any]
    filled: set[str] = field(default_factory=set)

    def problem(self, code: str, path: Path, found: str, expected: str, mend: str = "") -> None:
        """Note something that is wrong."""
        self.cards.problems.append(self.cards.marked.problem(code, path, found, expected, mend))

    def lie(self) -> None:
        """All cards."""
        for key in KEYS[""]:
            if key == "stock" and key in self.value:
                self.stock(self.value[key])
            elif key in self.value:
                self.row(key, self.value[key])
        for key in KEYS["player"]:
            self.seats(key)
        self.sides()
        for name, value in self.value.get("places", {}).items():
            self.by_name(name, value)
        # Last, since it is told by what lies nowhere else.
        if "stock" not in self.value and "stock" not in self.broken:
            self.rest()
        if self.value.get("complete") and not self.cards.problems and sum(hole.count for hole in self.cards.holes) != self.free():
            pack = sum(self.cards.rulebook.faces.counts)
            found = f"{pack - self.free() + sum(hole.count for hole in self.cards.holes)} cards"
            self.problem("not-complete", ("complete",), found, f"all {pack} of the pack")

    def free(self) -> int:
        """How many cards the file does not name."""
        return self.cards.unseen().total()

    def range_of(self, key: str, owner: str, path: Path) -> CellRange | None:
        """The first place that a field fills; a field for which the rules have none is a problem."""
        ranges = shown_ranges(self.cards.rulebook, key)
        fit = next((r for r in ranges if r.owner == owner or (r.owner, owner) == ("number", "")), None)
        if fit is None and ranges:
            mend = f"write it under places as '{ranges[0].name}'"
            found = f"cards of each {owner}" if owner else "cards of the table"
            self.problem("no-place", path, found, f"no such field: here each {ranges[0].owner or 'table'} has its own", mend)
        elif fit is None:
            expected = f"no such field: {self.cards.rulebook.name} has no such place"
            self.problem("no-place", path, "cards", expected, "leave it out")
        else:
            self.filled.add(fit.name)
        return fit

    def row(self, key: str, value: Any) -> None:
        """The pile, told from the bottom."""
        range_ = self.range_of(key, "", (key,))
        if range_ is None:
            return
        if isinstance(value, dict):
            self.cells[range_.first] = self.cards.read([value["top"]], (key, "top"))
            self.cards.hole((key,), range_.first, range_.form, value["count"] - 1)
        else:
            self.one(range_, 0, value, (key,))

    def stock(self, value: Any) -> None:
        """The stock, told in the order in which it is drawn, heap after heap where it lies in several."""
        range_ = self.range_of("stock", "", ("stock",))
        if range_ is None:
            return
        known = () if isinstance(value, int) else self.cards.read(value, ("stock",))
        listed: tuple[int | None, ...] = (None,) * value if isinstance(value, int) else known
        try:
            heaps = split(range_, listed, self.value.get("heaps"))
        except ValueError as wrong:
            self.problem("wrong-value", ("heaps",), str(wrong), "for each heap how many cards it has, from the first one on")
            return
        for number, heap in enumerate(heaps):
            if isinstance(value, int) and heap:
                path: Path = ("stock",) if len(heap) == value else ("heaps", number)
                self.cards.hole(path, range_.first + number, "row", len(heap), felt=self.drawing_hand())
            elif heap:
                self.cells[range_.first + number] = tuple(card for card in reversed(heap) if card is not None)

    def rest(self) -> None:
        """Without a word of the stock, it is all that lies nowhere else."""
        stocks = shown_ranges(self.cards.rulebook, "stock")
        count = self.free() - sum(hole.count for hole in self.cards.holes)
        if stocks and count > 0 and not self.broken:
            self.cards.hole(("stock",), stocks[0].first, "row", count, felt=self.drawing_hand())

    def drawing_hand(self) -> int | None:
        """The cell of the hand to which cards will be drawn."""
        hands = shown_ranges(self.cards.rulebook, "hands")
        return hands[0].first + (self.cells[TURN] or 0) % self.cards.rulebook.layout.seats if hands else None

    def seats(self, key: str) -> None:
        """Hands or feet."""
        if key not in self.value:
            if key == "hands" and key not in self.broken and shown_ranges(self.cards.rulebook, key):
                self.problem("missing-field", (), "no 'hands'", "hands: for each seat its cards, or how many there are")
            return
        self.owned(key, "player", self.value[key], (key,))

    def owned(self, key: str, owner: str, values: list[Any], path: Path) -> None:
        """A list with an entry for each owner."""
        # Empty lists say nothing: who writes `feet: [0, 0]` for a game without feet says what is so.
        range_ = self.range_of(key, owner, path) if any(values) or key == "hands" else None
        if range_ is None:
            return
        if len(values) != range_.count:
            self.problem("wrong-value", path, f"a list of {len(values)}", f"a list of {range_.count}, one for each {owner}")
            return
        for number, value in enumerate(values):
            self.one(range_, number, value, (*path, number))

    def sides(self) -> None:
        """What lies before each side."""
        values = self.value.get("sides", [])
        if values and len(values) != self.cards.rulebook.layout.sides:
            found, expected = f"a list of {len(values)}", f"a list of {self.cards.rulebook.layout.sides}, one for each side"
            self.problem("wrong-value", ("sides",), found, expected)
            return
        for number, side in enumerate(values):
            for key in OF_SIDES if side else ():
                if side.get(key):
                    range_ = self.range_of(key, "side", ("sides", number, key))
                    if range_ is not None:
                        self.one(range_, number, side[key], ("sides", number, key))

    def by_name(self, name: str, value: Any) -> None:
        """Cards in a place told by the name that the rules give it."""
        path: Path = ("places", name)
        ranges = {r.name: r for r in self.cards.rulebook.layout.places()}
        if name not in ranges:
            if name not in self.cards.rulebook.sheet.symbols.places:
                expected = "one of: " + ", ".join(ranges)
                self.problem("no-place", path, "no place of these rules", expected, did_you_mean(name, ranges))
        elif name in self.filled:
            mend = f"leave it out: its field is {key_of(ranges[name])}"
            self.problem("twice", path, "a place that is told already", "every place once", mend)
        elif not ranges[name].owner:
            self.one(ranges[name], 0, value, path)
        elif not isinstance(value, list) or len(value) != ranges[name].count:
            found = f"a list of {len(value)}" if isinstance(value, list) else "no list"
            self.problem("wrong-value", path, found, f"a list of {ranges[name].count}, one for each {ranges[name].owner}")
        else:
            for number, entry in enumerate(value):
                self.one(ranges[name], number, entry, (*path, number))

    def one(self, range_: CellRange, number: int, value: Any, path: Path, felt: int | None = None) -> None:
        """The cards of one cell: a number of unknown ones, cards, or melds."""
        cell = range_.first + number
        if value is None:
            return
        if isinstance(value, int):
            among = self.set_of(range_, value, path)
            if among:
                self.cards.hole(path, cell, range_.form, value, among, felt)
        elif range_.form == "groups":
            self.cells[cell] = tuple(self.meld(cards, (*path, n)) for n, cards in enumerate(value) if cards)
        else:
            cards = self.cards.read(value, path)
            self.cells[cell] = cards if range_.form == "row" else tuple(sorted(cards))

    def set_of(self, range_: CellRange, count: int, path: Path) -> str:
        """The set of cards that unknown ones are of: what is laid before a side is never just anything."""
        if range_.owner != "side":
            return "cards"
        name = range_.shown.replace("_", "-")
        if name in self.cards.rulebook.faces.sets:
            return name
        if count:
            self.problem("wrong-value", path, f"{count} unknown cards", "the cards themselves, for they lie face up")
        return ""

    def meld(self, value: Any, path: Path) -> tuple[int, ...]:
        """One meld, which must be of some kind."""
        before = len(self.cards.problems)
        cards = tuple(sorted(self.cards.read(value, path)))
        if len(self.cards.problems) == before and self.cards.rulebook.kind_of(cards) is None:
            words = line_index(self.cards.rulebook.sheet.book).words
            lines = [f"{tag.line} '{words[tag.line]}'" for tag in self.cards.rulebook.compiled.kinds.refusals(cards)]
            found = " ".join(self.cards.rulebook.faces.spell(cards)) + ", which is a meld of no kind"
            self.problem("no-meld", path, found, "; ".join(lines) or "a meld of some kind")
        return cards
