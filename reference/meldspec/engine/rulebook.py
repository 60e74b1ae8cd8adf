"""A rulebook: a book with options and readings chosen, compiled so that acts can be judged and carried out at once; and a library.

A rulebook is a pure function of (variant, options, readings) and holds no open question; a library keeps those that it made.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import Any, Self, TypeVar

from meldspec.book.core import Tag
from meldspec.book.derived import Derived
from meldspec.book.flat import Book
from meldspec.book.kept_sheet import keep_sheet, recalled_sheet
from meldspec.book.library import Books, read_library
from meldspec.book.line_index import CitedLine, cited, line_index
from meldspec.book.sheet import Line, Sheet
from meldspec.engine.compile.cells import layout_of, numbered_by
from meldspec.engine.compile.kept import Kept
from meldspec.engine.compile.load import Loader
from meldspec.engine.compile.record import Compiled, CompiledAct, LookAhead
from meldspec.engine.meld_enumeration import Shape, shapes_of
from meldspec.language import lines
from meldspec.language.immutable import mutable
from meldspec.language.problems import Diagnostic, RulesError
from meldspec.table.cards import faces_of, signs, suits_matter
from meldspec.table.selection import Selection, select

T = TypeVar("T")
CELL_LINES = (lines.Sides, lines.PlaceLine, lines.Keep)
"""The declarations that the cells of a table are made of."""
CARD_LINES = (lines.Deck, lines.Cards, lines.Order, lines.Worth)
"""The declarations that the faces of the cards are made of, besides the signs that lines name."""
RULEBOOKS = 256
"""So many rulebooks of one book are kept, most of which share nearly all with each other: a ruling asks for one for every other
reading that may bear on it."""


class Rulebook(Derived):
    """A book under options and readings: the lines in force (`selection`), the cards (`faces`), the cells of a table (`layout`) and
    the lines as functions (`compiled`). A value: it remembers nothing of any position, and any number of referees may use it;
    what is `derived` of it are facts of the rules."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self.sheet = selection.sheet
        self.name = self.sheet.book.name
        self.options, self.readings = selection.options, selection.readings
        # Most readings leave cards, cells and kinds as they are.
        kept, chosen = self.sheet.derived(Kept), selection.chosen
        cards = kept.key(selection, *(line for sort in CARD_LINES for _, line in selection.declared(sort)))
        cells = kept.key(selection, *(line for sort in CELL_LINES for _, line in selection.declared(sort)))
        self._cards = ("faces", cards, *signs(selection), suits_matter(selection))
        self._kinds = kept.key(selection, *chosen(self.sheet.kinds))
        self.faces = kept.made(self._cards, lambda: faces_of(selection))
        self.layout = kept.made(("layout", cells), lambda: layout_of(selection))
        # Where the cells are, which is alike for most readings that have other memories.
        self._cells = kept.key(selection, *numbered_by(selection))
        loader = Loader(selection, self.faces, self.layout)
        self.function, self.question, self.about, self.condition = loader.function, loader.question, loader.about, loader.condition
        self.applies = loader.applies
        self._loader = loader
        self._early: dict[str, Callable[[LookAhead, Sequence[Any], int], bool]] = {}
        self.kind_of = loader.kinds.of
        self.rows = tuple(r for r in self.layout.places() if r.form == "row")
        self._row_cells = tuple(r.first + n for r in self.rows for n in range(r.count))

    # Not before it is asked for: of most other readings a ruling asks no more than what a few of their lines say.
    @cached_property
    def compiled(self) -> Compiled:
        """The lines in force as functions."""
        return self._loader.compiled

    def early(self, name: str) -> Callable[[LookAhead, Sequence[Any], int], bool]:
        """Whether some act of a sort may be legal, as a function of look-ahead, cells and seat; the act is not compiled for it."""
        if name not in self._early:
            self._early[name] = self._loader.early(name)
        return self._early[name]

    @cached_property
    def laying(self) -> Mapping[str, bool]:
        """The acts in force, in the order of the book, and of each whether it lays plays."""
        acts = self.selection.chosen(self.sheet.acts)
        return {act.name: any(field.type == "plays" for field in act.fields) for act in acts}

    @cached_property
    def acts(self) -> Mapping[str, CompiledAct]:
        """The acts in force, in the order of the book; what befalls the table by itself is not compiled for them."""
        return self._loader.acts

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """What melds of the kinds in force are enumerated by."""
        key = ("shapes", self._cards, self._kinds)
        return self.sheet.derived(Kept).made(key, lambda: shapes_of(self.selection, self.faces))

    def shared(self, sort: str, lines: Iterable[Line], make: Callable[[], T]) -> T:
        """What is told of some lines, as of another rulebook of the book in which they are `alike`."""
        return self.sheet.derived(Kept).made((sort, self.alike(*lines)), make)

    def alike(self, *lines: Line) -> Hashable:
        """The same for all rulebooks of the book in which some lines, and acts, cells, cards and kinds as far as they speak of
        them, say the same."""
        kept = self.sheet.derived(Kept)
        kinds = self._kinds if any(map(kept.of_kinds, lines)) else None
        return tuple(self.laying), self._cells, self._cards, kinds, kept.key(self.selection, *lines)

    @cached_property
    def looks(self) -> object:
        """The same for all rulebooks of the book under which a table looks alike: in which cells, cards and kinds say the same."""
        return self.sheet.derived(Kept).made(("looks", self._cells, self._cards, self._kinds), object)

    def tops(self, cells: Sequence[Any]) -> tuple[int, ...]:
        """The cards on top of rows."""
        return tuple([cells[number][-1] for number in self._row_cells if cells[number]])

    def under(self, question: str, reading: str) -> "Rulebook":
        """The rulebook under another reading of one question."""
        readings = self.readings | {question: reading}
        # To find out that the options go together takes longer than all else, and few books have a reading that bears on it.
        if self.sheet.derived(_readings_bar_options):
            return make_rulebook(self.sheet, self.options, readings)
        return _kept(Selection(self.sheet, self.options, readings))

    def questions(self) -> Mapping[str, lines.Question]:
        """The questions that its book leaves open, by their ids; `readings` has the answers chosen."""
        return self.sheet.book.questions()

    def cited(self, tags: Iterable[Tag]) -> tuple[CitedLine, ...]:
        """Lines of its book (those of a verdict, or of points) with their words, their clause and what that cites."""
        return cited(line_index(self.sheet), tags)

    def spelling(self, card: Any) -> str:
        """A card as the protocol spells it; what is no card, as it came."""
        return self.faces.names[card] if isinstance(card, int) else str(card)


def _last_made(sheet: Sheet) -> dict[tuple[Any, ...], Rulebook]:
    """The rulebooks of one sheet that were asked for last; they are kept with the sheet, and go with it."""
    return {}


def make_rulebook(sheet: Sheet, options: Mapping[str, int] | None = None, readings: Mapping[str, str] | None = None) -> Rulebook:
    """The rulebook of a sheet under options and readings, defaults where none are named; compiled once for the last `RULEBOOKS`.

    Raises ChoiceError for an option or reading that the book does not offer.
    """
    return _kept(select(sheet, options, readings))


def _kept(selection: Selection) -> Rulebook:
    """The rulebook of a selection, as it was made before."""
    kept = selection.sheet.derived(_last_made)
    # Both are told in the order of the book, all of them.
    key = selection.settings, tuple(selection.readings.values())
    # Entered again at the end, so that the first one is the one that nobody has asked for the longest.
    rulebook = kept[key] = kept.pop(key) if key in kept else Rulebook(selection)
    if len(kept) > RULEBOOKS:
        del kept[next(iter(kept))]
    return rulebook


def _readings_bar_options(sheet: Sheet) -> bool:
    """Whether some reading of a question decides which options go together."""
    needs = [line for line in sheet.declared if isinstance(line.node, lines.OptionsNeed)]
    return any(line.tag.question or sheet.derived(Kept).hangs_on(line) for line in needs)


@mutable
class Library:
    """Books by name, and the rulebooks that were made of them. What nobody asks for any more goes with the library; of each book
    only so many rulebooks are kept (see `make_rulebook`)."""

    books: Books
    sheets: dict[str, Sheet] = field(default_factory=dict, init=False)
    made: set[str] = field(default_factory=set, init=False)

    @classmethod
    def read(cls, folder: Path | None = None) -> Self:
        """The library of a folder of rules texts; that of the project where none is given. Raises RulesError for malformed text."""
        return cls(read_library(folder))

    def sheet(self, name: str) -> Sheet:
        """The resolved book of that name; raises RulesError where there is none, or where its text is wrong."""
        if name not in self.sheets:
            known = name in self.books.texts
            self.sheets[name] = (recalled_sheet(name, self.books.origin(name)) if known else None) or self._resolved(name)
        return self.sheets[name]

    def _resolved(self, name: str) -> Sheet:
        """The book of that name, resolved now."""
        # Imported here, since most books were resolved before, and it takes as long to import this as to recall one.
        from meldspec.book.make_sheet import make_sheet

        problems: list[Diagnostic] = []
        sheet = make_sheet(self.books.book(name), problems)
        if problems:
            raise RulesError(problems)
        sheet.origin = self.books.origin(name)
        self.made.add(name)
        return sheet

    def book(self, name: str) -> Book:
        """The flat book of that name: that of its sheet where there is one; raises RulesError where there is no such book."""
        return self.sheets[name].book if name in self.sheets else self.books.book(name)

    def rulebook(self, name: str, options: Mapping[str, Any] | None = None, readings: Mapping[str, str] | None = None) -> Rulebook:
        """The rulebook of a book under options and readings, defaults where none are named.

        Raises RulesError as `sheet` does, and ChoiceError for options or readings that the book does not offer.
        """
        return make_rulebook(self.sheet(name), options, readings)

    def with_sheet(self, name: str, sheet: Sheet) -> "Library":
        """The same books, with another sheet in the place of one; nothing of it is kept for the next run."""
        other = Library(self.books)
        other.sheets |= {**self.sheets, name: sheet}
        return other

    def keep(self) -> None:
        """Keep for the next run what was resolved and compiled in this one."""
        for name in sorted(self.made):
            keep_sheet(self.sheets[name])
        self.made.clear()
        for sheet in self.sheets.values():
            sheet.derived(Kept).between_runs.keep()

    def defaults(self, name: str) -> dict[str, str]:
        """The default reading of every question of a book."""
        return {question: asked.default for question, asked in self.book(name).questions().items()}

    def unseen(self, name: str) -> frozenset[str]:
        """The questions of a book that are held against nobody, since nobody at a table can see how they are read."""
        return frozenset(question for question, asked in self.book(name).questions().items() if asked.kind == "unseen")

    def of_programs(self, name: str) -> frozenset[tuple[str, str]]:
        """The readings of a book that only programs have, and no publication, each with its question."""
        questions = self.book(name).questions().items()
        return frozenset((question, one.name) for question, asked in questions for one in asked.readings if one.witness)

    def own_acts(self, name: str) -> frozenset[tuple[str, str]]:
        """The readings of a book with an act of their own, which programs learn for it alone, each with its question."""
        said = self.book(name).formal()
        learnt = (tag for tag, node in said if isinstance(node, lines.Learn) and node.sort == "acts")
        return frozenset((tag.question, tag.reading) for tag in learnt if tag.question)

    def readings(self, name: str) -> dict[str, tuple[str, ...]]:
        """The readings of every question of a book, the default first."""
        found = {}
        for question, asked in self.book(name).questions().items():
            others = (reading.name for reading in asked.readings if reading.name != asked.default)
            found[question] = (asked.default, *others)
        return found
