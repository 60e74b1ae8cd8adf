"""The table of all games: each row asks every book the same, and each cell is made from the book's own lines.

What a row asks for is data (`spec/compare.yaml`), so no game is known here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from meldspec.book.sheet import Sheet
from meldspec.compare.cells import ASKED, Asked, Choices, said
from meldspec.compare.conventions import unknown_names
from meldspec.language.problems import DataError, did_you_mean
from meldspec.sources.shaped_yaml import NAME, TEXT, list_of, map_of, record, shaped, text_of
from meldspec.table.selection import Selection, select

PART = {"type": "object", "minProperties": 1, "maxProperties": 1, **record(**dict.fromkeys(ASKED, TEXT))}
BOX, CARD = "box", "card"
"""Where a row may stand beside the table: in the box above the rules of a game, on its card for the table."""
SHAPE = map_of(
    record(
        "title",
        "cell",
        title=TEXT,
        clauses=list_of(TEXT),
        only_with=list_of(PART),
        cell=list_of(PART),
        on=list_of({"enum": [BOX, CARD]}),
        sheet=list_of(PART),
    ),
    NAME,
    least=1,
)
"""A map of rows: each has a title, what its cells are made of, what a game must have to be asked, the clauses led to, where it
stands beside the table, and what its cells are made of there."""


class TableError(DataError):
    """A table that cannot be made; the message says what is wrong with which row."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its name, its title, what its cells are made of, in order, the clauses that they lead to, what a game must have
    some of to be asked at all, where it stands beside the table, and what it is made of there, if not of the same."""

    name: str
    title: str
    asked: tuple[Asked, ...]
    clauses: tuple[str, ...] = ()
    only_with: tuple[Asked, ...] = ()
    on: tuple[str, ...] = ()
    sheet: tuple[Asked, ...] = ()


@dataclass(frozen=True, slots=True)
class TableCell:
    """What one book says to one row: its texts, the clauses that it comes from, and those questions of theirs that are open.

    Without texts, `unknown` are the names that were looked for and that the book does not use, so that nothing can be told of it;
    without these too it has nothing of the kind.
    """

    texts: tuple[str, ...]
    clauses: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """All its texts as one."""
        return "; ".join(self.texts)

    @property
    def as_sentences(self) -> str:
        """All its texts as one, those that are sentences set side by side."""
        return "".join(text if text == self.texts[-1] else f"{text} " if text.endswith(".") else f"{text}; " for text in self.texts)

    @property
    def untold(self) -> str:
        """What stands in place of its texts where there are none."""
        return f"not told: no {', no '.join(self.unknown)}" if self.unknown else "–"


@dataclass(frozen=True)
class Table:
    """The rows, the books by name with their titles, and a cell for each of both; and what stands in the box and on the card of
    each book, by `box` or `card` and its name."""

    rows: tuple[Row, ...]
    titles: Mapping[str, str]
    cells: Mapping[tuple[str, str], TableCell] = field(default_factory=dict)
    beside: Mapping[tuple[str, str], tuple[tuple[Row, TableCell], ...]] = field(default_factory=dict)


def read_rows(path: Path) -> tuple[Row, ...]:
    """The rows of a YAML file.

    Raises TableError for what is no YAML or not of the shape above.
    """
    file = f"{path.parent.name}/{path.name}"
    expected = f"rows with title, cell and perhaps clauses and only-with, cells of {', '.join(ASKED)}"
    found = shaped(file, text_of(path, file, TableError), SHAPE, expected, TableError)
    return tuple(
        Row(
            name,
            row["title"],
            _asked(row["cell"]),
            tuple(row.get("clauses", ())),
            _asked(row.get("only-with", ())),
            tuple(row.get("on", ())),
            _asked(row.get("sheet", ())),
        )
        for name, row in found.items()
    )


def _asked(parts: Sequence[Mapping[str, str]]) -> tuple[Asked, ...]:
    # Each part of a cell is a map of one entry.
    return tuple(Asked(*entry) for part in parts for entry in part.items())


def make_table(rows: Sequence[Row], sheets: Mapping[str, Sheet], own: bool = True) -> Table:
    """The table of some books, default readings in force; `own` rows were written for these very books.

    Raises TableError for a row of their own that asks for something that none of the books has.
    """
    cells: dict[tuple[str, str], TableCell] = {}
    beside: dict[tuple[str, str], tuple[tuple[Row, TableCell], ...]] = {}
    for name, sheet in sheets.items():
        selection = select(sheet)
        beside |= {(place, name): told_beside(place, rows, selection) for place in (BOX, CARD)}
        for row in rows:
            cells[row.name, name] = _cell(row, row.asked, selection)
    if own:
        _check(rows, sheets, cells)
    return Table(tuple(rows), {name: sheet.book.title for name, sheet in sheets.items()}, cells, beside)


def told_beside(place: str, rows: Sequence[Row], selection: Selection, choices: Choices = ()) -> tuple[tuple[Row, TableCell], ...]:
    """The rows of a box or a card with what one game says to them, under some readings and, where they are named, some options;
    without those to which it says nothing."""
    found = ((row, _cell(row, row.sheet or row.asked, selection, choices)) for row in rows if place in row.on)
    return tuple((row, cell) for row, cell in found if cell.texts)


def _cell(row: Row, parts: Sequence[Asked], selection: Selection, choices: Choices = ()) -> TableCell:
    """What one book says to one row."""
    if row.only_with and not any(said(one, selection, choices).texts for one in row.only_with):
        return TableCell(())
    texts: dict[str, None] = {}
    book = selection.sheet.book
    entries = book.by_id()
    clauses = {clause: None for clause in row.clauses if clause in entries}
    for asked in parts:
        found = said(asked, selection, choices)
        texts |= dict.fromkeys(text for text in found.texts if text)
        clauses |= dict.fromkeys(found.clauses)
    order = [clause for clause in entries if clause in clauses]
    questions = tuple(f"{clause}.{q.name}" for clause in order for q in entries[clause].clause.questions)
    # Where a book says nothing, nothing of it is left open either.
    if not texts:
        return TableCell((), tuple(order), (), unknown_names(parts, selection.sheet))
    return TableCell(tuple(texts), tuple(order), questions)


def _check(rows: Sequence[Row], sheets: Mapping[str, Sheet], cells: Mapping[tuple[str, str], TableCell]) -> None:
    """A row must lead to clauses that some book has, and some book must have something to say to it."""
    known = {clause for sheet in sheets.values() for clause in sheet.book.by_id()}
    for row in rows:
        for clause in row.clauses:
            if clause not in known:
                mend = did_you_mean(clause, known)
                raise TableError(f"the row '{row.name}' leads to the clause '{clause}', which no book has{mend and '; ' + mend}")
        # One game may well lack what a row asks for; where all do, the row is misspelt.
        if not any(cells[row.name, name].texts for name in sheets):
            raise TableError(f"no book says anything to the row '{row.name}': {', '.join(map(str, row.asked))}")
