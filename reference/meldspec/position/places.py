"""Where the cards of a position lie: the fields of its file, put into the cells of a table."""

from dataclasses import field
from itertools import combinations
from typing import Any

from meldspec.book.line_index import line_index
from meldspec.engine.runtime import without
from meldspec.language.immutable import mutable
from meldspec.language.problems import did_you_mean
from meldspec.position.cards import Draft
from meldspec.position.marked import Path
from meldspec.protocol.observe import CARDS, KEYS, OF_SIDES, key_of, shown_ranges, split
from meldspec.table.table import TURN, CellRange

FEW = 2
"""So many cards are taken away at most to see which kind a meld was meant to be."""


@mutable
class PlaceReader(Draft):
    """Puts the cards of a file into the cells of its draft; `read_ranges` are the places whose field has been read."""

    read_ranges: set[str] = field(default_factory=set)

    def read_places(self) -> None:
        """All cards."""
        value = self.marked.value
        for key in KEYS[""]:
            if key in value:
                (self.stock if key == "stock" else self.row)(key, value[key])
        for key in KEYS["player"]:
            self.seats(key)
        self.sides()
        for name, held in value.get("places", {}).items():
            self.by_name(name, held)
        # Last, since it is told by what lies nowhere else.
        if "stock" not in value and not self.broken:
            self.rest()
        if value.get("complete") and not self.problems and (missing := self.unseen_nowhere()):
            pack = sum(self.rulebook.faces.counts)
            self.note("not-complete", ("complete",), f"{pack - missing} cards", f"all {pack} of the pack")

    def range_of(self, key: str, owner: str, path: Path) -> CellRange | None:
        """The first place that a field fills; a field for which the rules have none is a problem."""
        ranges = shown_ranges(self.rulebook, key)
        fit = next((r for r in ranges if r.owner == owner or (r.owner, owner) == ("number", "")), None)
        if fit is not None:
            self.read_ranges.add(fit.name)
        elif ranges:
            found = f"cards of each {owner}" if owner else "cards of the table"
            expected = f"no such field: here each {ranges[0].owner or 'table'} has its own"
            self.note("no-place", path, found, expected, f"write it under places as '{ranges[0].name}'")
        else:
            self.note("no-place", path, "cards", f"no such field: {self.rulebook.name} has no such place", "leave it out")
        return fit

    def row(self, key: str, value: Any) -> None:
        """A row such as the pile, told from the bottom, or by its top card, those known right below it, and how many there are."""
        range_ = self.range_of(key, "", (key,))
        if range_ is not None and isinstance(value, dict):
            known = self.read(value.get("below") or (), (key, "below")) + self.read([value["top"]], (key, "top"))
            self.cells[range_.first] = known
            if len(known) > value["count"]:
                self.note("wrong-value", (key, "count"), str(value["count"]), f"at least {len(known)}: so many cards are named")
            # Whoever takes the pile takes all of it to the hand.
            probes = (range_.first, *self.drawing_hand())
            self.leave_open((key,), range_.first, range_.form, max(value["count"] - len(known), 0), probes=probes)
        elif range_ is not None:
            self.cell(range_, 0, value, (key,))

    def stock(self, key: str, value: Any) -> None:
        """The stock, told in the order in which it is drawn, heap after heap where it lies in several."""
        range_ = self.range_of(key, "", (key,))
        if range_ is None:
            return
        if isinstance(value, int) and value > sum(self.rulebook.faces.counts):
            # More than there are is told as such, and is not laid out first.
            self.leave_open((key,), range_.first, "row", value)
            return
        listed: tuple[int | None, ...] = (None,) * value if isinstance(value, int) else self.read(value, (key,))
        try:
            heaps = split(range_, listed, self.marked.value.get("heaps"))
        except ValueError as wrong:
            self.note("wrong-value", ("heaps",), str(wrong), "for each heap how many cards it has, from the first one on")
            return
        for number, heap in enumerate(heaps):
            if isinstance(value, int) and heap:
                path: Path = (key,) if len(heap) == value else ("heaps", number)
                self.leave_open(path, range_.first + number, "row", len(heap), probes=self.drawing_hand())
            elif heap:
                self.cells[range_.first + number] = heap[::-1]

    def rest(self) -> None:
        """Without a word of the stock, it is all that lies nowhere else."""
        stocks, count = shown_ranges(self.rulebook, "stock"), self.unseen_nowhere()
        if stocks and count > 0:
            self.leave_open(("stock",), stocks[0].first, "row", count, probes=self.drawing_hand())

    def drawing_hand(self) -> tuple[int, ...]:
        """The cell of the hand to which cards will be drawn, if players have hands."""
        # A turn of no seat of the table has been told of already; it must only not lead to a cell of something else.
        return self.hand_of((self.cells[TURN] or 0) % self.rulebook.layout.seats)

    def hand_of(self, seat: int) -> tuple[int, ...]:
        """The cell of the hand of a seat, if players have hands."""
        return tuple(range_.first + seat for range_ in shown_ranges(self.rulebook, "hands")[:1])

    def seats(self, key: str) -> None:
        """Hands or feet."""
        values = self.marked.value.get(key)
        if values is None:
            if key == "hands" and key not in self.broken and shown_ranges(self.rulebook, key):
                self.note("missing-field", (), "no 'hands'", "hands: for each seat its cards, or how many there are")
        # Empty lists say nothing: who writes `feet: [0, 0]` for a game without feet says what is so.
        elif (any(values) or key == "hands") and (range_ := self.range_of(key, "player", (key,))) is not None:
            self.owned(range_, values, (key,))

    def owned(self, range_: CellRange, values: Any, path: Path) -> None:
        """A list with an entry for each owner of a place."""
        if self.has_length(values, range_.count, range_.owner, path):
            for number, value in enumerate(values):
                self.cell(range_, number, value, (*path, number))
        else:
            self.only_spelt(values, path)

    def sides(self) -> None:
        """What lies before each side."""
        values = self.marked.value.get("sides", [])
        if values and self.has_length(values, self.rulebook.layout.sides, "side", ("sides",)):
            given = ((number, side, key) for number, side in enumerate(values) if side for key in OF_SIDES if side.get(key))
            for number, side, key in given:
                range_ = self.range_of(key, "side", ("sides", number, key))
                if range_ is not None:
                    self.cell(range_, number, side[key], ("sides", number, key))
        elif values:
            self.only_spelt([list(side.values()) for side in values if side], ("sides",))

    def only_spelt(self, value: Any, path: Path) -> None:
        """Cards of which it is not known whose they are: at least they are cards."""
        if isinstance(value, str):
            self.read(value, path)
        for number, entry in enumerate(value) if isinstance(value, list) else ():
            self.only_spelt(entry, (*path, number))

    def by_name(self, name: str, value: Any) -> None:
        """Cards in a place told by the name that the rules give it."""
        path: Path = ("places", name)
        ranges = {r.name: r for r in self.rulebook.layout.places()}
        if name not in ranges:
            # A place that only another reading has is passed over: the same file is read under all of them.
            if name not in self.rulebook.sheet.symbols.places:
                self.note("no-place", path, "no place of these rules", "one of: " + ", ".join(ranges), did_you_mean(name, ranges))
        elif name in self.read_ranges:
            mend = f"leave it out: its field is {key_of(ranges[name])}"
            self.note("twice", path, "a place that is told already", "every place once", mend)
        elif ranges[name].owner:
            self.owned(ranges[name], value, path)
        else:
            self.cell(ranges[name], 0, value, path)

    def cell(self, range_: CellRange, number: int, value: Any, path: Path) -> None:
        """The cards of one cell: a number of unknown ones, cards, or melds."""
        cell = range_.first + number
        if value is None:
            return
        if isinstance(value, int):
            if among := self.set_of(range_, value, path):
                # A foot is taken up to the hand some time.
                probes = (cell, *self.hand_of(number)) if key_of(range_) == "feet" else ()
                self.leave_open(path, cell, range_.form, value, among, probes)
        elif range_.form == "groups" and len(value) > 1 and all(len(self.names(cards)) == 1 for cards in value):
            mend = f"put brackets round a meld: [{' '.join(name for cards in value for name in self.names(cards))}]"
            self.note("wrong-value", path, f"{len(value)} melds of one card each", "melds, each the cards that lie together", mend)
        elif range_.form == "groups":
            self.cells[cell] = tuple(self.meld(cards, (*path, n)) for n, cards in enumerate(value) if cards)
        else:
            cards = self.read(value, path)
            self.cells[cell] = cards if range_.form == "row" else tuple(sorted(cards))

    def names(self, cards: Any) -> list[str]:
        """Cards as they are written, one by one."""
        return cards.split() if isinstance(cards, str) else list(cards or ())

    def set_of(self, range_: CellRange, count: int, path: Path) -> str:
        """The set of cards that unknown ones are of: what lies face up before a side is never just anything."""
        if range_.owner != "side" or not (range_.shown or range_.told == CARDS):
            return "cards"
        name = range_.shown.replace("_", "-")
        if name in self.rulebook.faces.sets:
            return name
        if count:
            self.note("wrong-value", path, f"{count} unknown cards", "the cards themselves, for they lie face up")
        return ""

    def meld(self, value: Any, path: Path) -> tuple[int, ...]:
        """One meld, which must be of some kind."""
        before = len(self.problems)
        cards = tuple(sorted(self.read(value, path)))
        # Of a meld with a card that could not be read nothing can be said.
        if len(self.problems) == before and self.rulebook.kind_of(cards) is None:
            found = " ".join(self.rulebook.faces.spell(cards)) + ", which is a meld of no kind"
            self.note("no-meld", path, found, *self.nearest(cards))
        return cards

    def nearest(self, cards: tuple[int, ...]) -> tuple[str, str]:
        """The kinds that cards come nearest to, by the lines that they do not fulfil, and the cards that are in the way."""
        kinds, words = self.rulebook.compiled.kinds, line_index(self.rulebook.sheet).words

        def missed(name: str, some: tuple[int, ...]) -> list[str]:
            return [tag.line for tag, fits in zip(kinds.tags[name], kinds.checks[name], strict=True) if not fits(some)]

        # The fewer cards must go until only the fewest lines are not fulfilled, the nearer; then what is nearer whatever goes.
        sizes = range(len(cards), max(len(cards) - FEW, 1) - 1, -1)
        lacks = {name: [min(len(missed(name, one)) for one in combinations(cards, n)) for n in sizes] for name in kinds.checks}
        far = {name: (min(gone + lack for gone, lack in enumerate(lacks[name])), sum(lacks[name])) for name in lacks}
        near = [name for name in far if far[name] == min(far.values())]
        told = [f"of kind {name}: " + "; ".join(f"{line} '{words[line]}'" for line in missed(name, cards)) for name in near]
        whole = next((some for size in sizes for some in combinations(cards, size) if self.rulebook.kind_of(some)), None)
        gone = self.rulebook.faces.spell(without(cards, whole)) if whole else []
        mend = f"take {' and '.join(gone)} out, for the others are of kind {self.rulebook.kind_of(whole)}" if whole else ""
        return " or ".join(told) or "a meld of some kind", mend
