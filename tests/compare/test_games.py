"""The table of all games: each cell comes of the rules, and changes when they do."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from tests.cli.quick_snap import QUICK, SNAP
from tests.engine.variants import shelf as all_books

from meldspec.book.library import library_of
from meldspec.compare.cells import Asked
from meldspec.compare.games import Row, Table, TableError, make_table, read_rows, told_beside
from meldspec.data import folder
from meldspec.engine.rulebook import Library
from meldspec.language.parse import parse
from meldspec.table.selection import select


def shelf(snap: str = SNAP, quick: str = QUICK) -> Library:
    """Snap and its quicker variant."""
    return Library(library_of([parse(snap, "snap.rules"), parse(quick, "quick.rules")]))


def texts(source: str, word: str, books: Library | None = None, name: str = "quick") -> tuple[str, ...]:
    """What a book says to one source of a cell; nothing where it has nothing to say."""
    books = books or shelf()
    row = Row("it", "It", (Asked("titles", "*"), Asked(source, word)))
    titles = tuple(entry.clause.title for entry in books.books.book(name).entries)
    cell = make_table([row], {name: books.sheet(name)}).cells["it", name]
    assert cell.texts[: len(titles)] == titles
    return cell.texts[len(titles) :]


@pytest.mark.parametrize(
    ("source", "word", "told"),
    [
        ("seats", "sides", ("2 each alone",)),
        ("pack", "cards", ("12",)),
        ("pack", "kings", ()),
        ("pack", "none-such", ()),
        ("dealt", "hands", ("6",)),
        ("dealt", "feet", ()),
        ("points", "snap.calling", ("+1 for each card in won",)),
        ("lines", "snap.calling", ("move all from heap to won",)),
        ("endings", "deal", ("out (The end)",)),
        ("says", "snap.calling", ("Whoever is quicker takes the heap.",)),
        ("says", "snap.none", ()),
        ("term", "luck", ()),
        ("kinds", "all", ()),
        ("permits", "snap", ()),
    ],
)
def test_a_cell_tells_what_the_book_says(source: str, word: str, told: tuple[str, ...]) -> None:
    """Each source of a cell is answered from the book's own lines, or not at all."""
    assert texts(source, word) == told


def test_sizes_are_counted_and_not_read() -> None:
    """Where fewer cards are dealt and the pack is smaller, the cells say so."""
    fewer = shelf(SNAP.replace("draw 6 from", "draw 4 from").replace("in C D H S", "in C D H"))
    assert texts("dealt", "hands", fewer) == ("4",)
    assert texts("pack", "cards", fewer) == ("9",)


def test_points_of_other_readings_are_left_out() -> None:
    """What is scored under another reading only is not told."""
    assert texts("points", "snap.end") == ()


def test_terms_are_told_by_what_they_mean() -> None:
    """A term that rests on others is told with these put in, and without what a plain no makes idle."""
    more = """\
  define luck: lucky or unlucky or no
  define lucky: at least 3 cards in heap
  define unlucky: not yes
  to snap
    forbid when luck
"""
    books = shelf(quick=QUICK.replace("  question last misprint", more + "  question last misprint"))
    assert texts("term", "luck", books) == ("at least 3 cards in heap",)


@cache
def table() -> Table:
    """The project's own table."""
    books = all_books()
    return make_table(read_rows(folder("spec") / "compare.yaml"), {name: books.sheet(name) for name in books.books.names()})


def test_the_projects_table_holds_what_players_know() -> None:
    """Cells that every player of ordinary Canasta and Manzana can check are right."""
    found = table()
    known = {
        ("players", "canasta"): "2 each alone; 4 on 2 sides",
        ("pack", "canasta"): "108",
        ("pack", "manzana"): "54",
        ("jokers", "canasta"): "4",
        ("hand", "canasta"): "15 (2 players); 11 (4 players)",
        ("hand", "manzana"): "7",
        ("foot", "canasta"): "",
        ("wilds", "manzana"): "jokers, deuces",
        ("freezing", "canasta"): "some wild in the pile or some red-threes in the pile",
        ("minimum", "manzana"): "30",
    }
    assert {key: found.cells[key].text for key in known} == known
    assert "+500 for each meld in melds when meld is natural-canasta" in found.cells["canastas", "canasta"].texts


def test_what_stands_beside_the_table() -> None:
    """The box of Pennies has its minimum step by step and its going out in words; two at ordinary Canasta are told the hand of
    fifteen alone."""
    found = {row.name: cell.as_sentences for row, cell in table().beside["box", "pennies"]}
    assert found["players"] == "6 on 2 sides"
    assert (found["pack"], found["jokers"], found["hand"], found["foot"]) == ("216", "8", "13", "11")
    assert found["minimum"] == "total below 0: 15; below 5000: 50; below 10000: 90; below 15000: 120; otherwise 150"
    assert found["going-out"].startswith("Nobody goes out unless the side has a canasta of each type")
    assert "foot" not in {row.name for row, _ in table().beside["box", "canasta"]}
    selection = select(all_books().sheet("canasta"), {"players": 2})
    told = told_beside("box", table().rows, selection, [selection.options])
    assert {row.name: cell.text for row, cell in told if row.name in ("players", "hand")} == {
        "players": "2 each alone",
        "hand": "15",
    }


def test_the_minimum_follows_the_reading() -> None:
    """Who plays Pennies with the smaller steps of the printed books has them in the box."""
    selection = select(all_books().sheet("pennies"), {}, {"opening.minimum.bands": "five-hundred"})
    told = {row.name: cell.text for row, cell in told_beside("box", table().rows, selection)}
    assert told["minimum"] == "total below 0: 15; below 500: 50; below 1000: 90; below 1500: 120; otherwise 150"


def test_cells_lead_to_their_clauses_and_open_questions() -> None:
    """A cell names the clauses that it comes from and the questions that are left open in them."""
    cell = table().cells["freezing", "canasta"]
    assert cell.clauses == ("pile.frozen",)
    assert "pile.frozen.black-three" in cell.questions
    assert table().cells["foot", "canasta"].questions == ()


def test_a_row_that_leads_nowhere_is_refused() -> None:
    """A row for a clause that no book has, or that no book answers, is refused with its name."""
    sheets = {"snap": shelf().sheet("snap")}
    with pytest.raises(TableError, match=r"'it' leads to the clause 'snap\.cads', which no book has; did you mean 'snap\.cards'"):
        make_table([Row("it", "It", (Asked("pack", "cards"),), ("snap.cads",))], sheets)
    with pytest.raises(TableError, match="no book says anything to the row 'it': term luck"):
        make_table([Row("it", "It", (Asked("term", "luck"),))], sheets)


def test_a_dropped_clause_says_that_there_is_no_such_rule() -> None:
    """What Quick Snap drops it does without, and so its cell is empty; what it never had the cell names."""
    books = shelf()
    rows = [
        Row("laying", "Laying", (Asked("says", "snap.laying"),)),
        Row("luck", "Luck", (Asked("term", "luck"), Asked("set", "wild"))),
    ]
    cells = make_table(rows, {"quick": books.sheet("quick")}, own=False).cells
    assert (cells["laying", "quick"].unknown, cells["laying", "quick"].untold) == ((), "–")
    assert cells["luck", "quick"].unknown == ("term luck", "set wild")
    assert cells["luck", "quick"].untold == "not told: no term luck, no set wild"


def test_no_cell_of_the_projects_table_is_empty_for_a_name() -> None:
    """Where the project's table has a dash the game has no such rule: no Foot in Canasta, no melds of black threes in Manzana."""
    empty = {key for key, cell in table().cells.items() if not cell.texts}
    assert {key for key, cell in table().cells.items() if cell.unknown} == set()
    assert ("black-threes", "manzana") in empty and ("foot-pick-up", "canasta") in empty


@pytest.mark.parametrize("text", ["it: {title: It}", "it: {title: It, cell: [{guess: 7}]}", "it: [", "{}"])
def test_misshapen_rows_are_refused(tmp_path: Path, text: str) -> None:
    """Rows that are no YAML, or not of the shape, are refused with their file."""
    path = tmp_path / "compare.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(TableError, match=r"compare\.yaml"):
        read_rows(path)
