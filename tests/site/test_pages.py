"""The pages of a small site, as they are read."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from shutil import copy

import pytest

from meldspec.book.library import library_of
from meldspec.cli._shared import Rules
from meldspec.cli.docs import everything
from meldspec.compare.cells import Asked
from meldspec.compare.games import Row, Table, TableCell
from meldspec.data import folder
from meldspec.language.parse import parse
from meldspec.site.case_pages import EMPTY
from meldspec.site.checks import wrong_pages
from meldspec.site.pages import site_files
from meldspec.site.site_map import SiteMap, books_of

from .conftest import BOOKS, HAND

CORPUS = folder("conformance") / "corpus"
GOLDEN = Path(__file__).resolve().parent / "golden"
GOLDENS = {
    "slap/10-snap.md": "chapter.md",
    "slap/20-hurry.md": "broken-lines.md",
    "slap/index.md": "index.md",
    "slap/contents.md": "contents.md",
    "slap/words.md": "words.md",
    "slap/questions.md": "questions.md",
    "sources.md": "sources.md",
    "ids.md": "ids.md",
    "profiles.md": "profiles.md",
    "clauses.json": "clauses.json",
    "nav.yml": "nav.yml",
}
"""A page of the small site → the file it is compared with."""


@pytest.mark.parametrize(("path", "golden"), GOLDENS.items())
def test_page_is_as_it_was(path: str, golden: str, files: dict[str, str], goldens: bool) -> None:
    """A page reads as it did when somebody last looked at it."""
    if goldens:
        (GOLDEN / golden).write_text(files[path], encoding="utf-8")
    assert files[path] == (GOLDEN / golden).read_text(encoding="utf-8")


def test_same_pages_twice(material: SiteMap) -> None:
    """Writing the pages twice gives the same bytes."""
    assert site_files(material, HAND) == site_files(material, HAND)


def digest_of_pages(corpus: Path) -> str:
    """The digest of the pages of all books, with the cases of a corpus."""
    site = replace(everything(Rules(), corpus), reports=())
    return sha256(repr(site_files(site, {})).encode()).hexdigest()


def test_same_pages_whatever_the_hashes(tmp_path: Path) -> None:
    """Two runs of the program, whose sets and dictionaries come in other orders, write the same pages."""
    # Of one chapter alone: cases are most of the pages, and all of one kind.
    (tmp_path / "manzana").mkdir()
    copy(CORPUS / "manzana" / "turn.jsonl", tmp_path / "manzana")
    script = f"from pathlib import Path; from {__name__} import digest_of_pages; print(digest_of_pages(Path({str(tmp_path)!r})))"
    # It parses the rules itself; this process may have the trees that some other one made, and has hashes of its own.
    env = os.environ | {"PYTHONHASHSEED": "1", "MELDSPEC_CACHE": "off"}
    printed = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, check=True).stdout
    assert printed.decode().strip() == digest_of_pages(tmp_path)


def test_inherited_clause_is_printed_in_full(files: dict[str, str]) -> None:
    """A variant prints a clause it inherits with its lines, and says where it is from."""
    page = files["slap/10-snap.md"]
    assert 'id="snap.cards:3"' in page
    assert 'from <a href="../snap/10-snap.html#snap.cards">Snap</a>' in page


def test_what_no_table_has_stands_with_its_clause(material: SiteMap) -> None:
    """A line on what no table has is printed below the lines of its clause, with its words leading to what they mean."""
    text = (BOOKS / "snap.rules").read_text("utf-8")
    told = text.replace(
        "    award 1 for each card in won", '    award 1 for each card in won\n  never "No card is left." no cards in heap and over'
    )
    books = books_of(library_of([parse(told, "snap"), parse((BOOKS / "slap.rules").read_text("utf-8"), "slap")]))
    page = site_files(replace(material, books=books), HAND)["snap/10-snap.md"]
    never = page.partition('<div class="lines nevers">')[2].partition("</div>")[0]
    assert "<b>never</b>" in never
    assert "No card is left." in never
    assert ">heap</a>" in never


def test_base_book_tells_who_does_otherwise(files: dict[str, str]) -> None:
    """The base book says which variant replaces or drops a clause."""
    page = files["snap/10-snap.md"]
    assert 'replaced in <a href="../slap/10-snap.html#snap.calling">Slap</a>' in page
    assert 'dropped in <a href="../slap/index.html#dropped-snap.laying">Slap</a>' in page


def test_marks_in_prose_stay_what_they_are(files: dict[str, str]) -> None:
    """An asterisk in a sentence of the rules is printed and makes nothing slanted."""
    assert r"alike in rank \*and\* none" in files["slap/10-snap.md"]


def test_words_lead_to_their_lines(files: dict[str, str]) -> None:
    """A term in a formal line leads to the line that says what it means."""
    assert '<b>require</b> <a href="#snap.calling:2">alike</a>' in files["slap/10-snap.md"]
    assert '<a href="10-snap.html#snap.cards:7">won</a>' in files["slap/20-hurry.md"]


def test_site_without_a_corpus(without_cases: SiteMap) -> None:
    """Before there are any cases the pages are written without them."""
    assert 'class="cases"' not in site_files(without_cases, HAND)["slap/10-snap.md"]


def test_a_changed_clause_has_what_stood_there_before(files: dict[str, str]) -> None:
    """Below a replaced clause what it has replaced is told, and its lines lead to where they stand."""
    page = files["slap/10-snap.md"]
    before = page.partition('<details class="before">')[2].partition("</details>")[0]
    assert "Replaced from Snap" in before
    assert 'href="../snap/10-snap.html#snap.calling:' in before and 'id="' not in before


def test_a_clause_says_who_uses_its_words(files: dict[str, str]) -> None:
    """A clause that declares a word names the clauses whose lines use it."""
    page = files["slap/10-snap.md"]
    cards = page.partition("{ #snap.cards ")[2].partition("\n## ")[0]
    assert '<b>Used by</b> <a title="snap.calling" href="#snap.calling">' in cards


def test_a_source_is_named_with_paragraph_and_address(files: dict[str, str], material: SiteMap) -> None:
    """What a clause rests on is named with its paragraphs, and with its page where it has one."""
    cited = [one.source for article in material.books["slap"].articles.values() for one in article.clause.cites]
    assert {"sheet", "elsewhere"} <= {*cited}
    text = files["slap/10-snap.md"] + files["slap/20-hurry.md"]
    assert 'href="../sources.html#sheet.' in text
    assert '(<a href="https://example.org/slap">its page</a>)' in text


def test_rules_of_ones_own_need_no_page_by_hand(material: SiteMap) -> None:
    """Where nobody has written a page by hand the site begins with the books, and every link leads somewhere."""
    files = site_files(material, {})
    assert list(wrong_pages(material, files)) == []
    assert 'href="slap/index.html"' in files["index.md"] and json.loads(files["nav.yml"])["nav"][0] == {"Start": "index.md"}


def test_every_page_has_its_place(files: dict[str, str]) -> None:
    """Every page stands in the order of the pages once, those written by hand included."""
    order = json.dumps(json.loads(files["nav.yml"]))
    # The frame of the pages of cases is no page that anybody reads.
    assert [path for path in files if path.endswith(".md") and path != f"{EMPTY}.md" and order.count(f'"{path}"') != 1] == []


def test_nothing_is_fetched_from_elsewhere(files: dict[str, str]) -> None:
    """No page asks another host for a picture, a style or a script."""
    asking = ("<img", '<script src="http', '<link rel="stylesheet" href="http', "<iframe", "](http", "url(", "@import")
    assert [(path, word) for path, text in files.items() for word in asking if word in text] == []


def test_the_table_of_games_leads_to_clauses_and_questions(material: SiteMap) -> None:
    """A cell of the table leads to the clause that it comes from, by its printed number, and to what is left open there."""
    assert "compare.md" not in site_files(material, HAND)
    row = Row("calling", "Calling", (Asked("says", "snap.calling"),), ("snap.calling",))
    cell = TableCell(("Slap!",), ("snap.calling",), ("snap.calling.late",))
    cells = {("calling", "slap"): cell, ("calling", "snap"): TableCell(())}
    titles = {"snap": "Snap", "slap": "Slap"}
    files = HAND | site_files(replace(material, table=Table((row,), titles, cells)), HAND)
    page = files["compare.md"]
    assert '<td>–</td><td>Slap! [<a title="snap.calling: Slapping" href="slap/10-snap.html#snap.calling">1.2</a>' in page
    assert 'href="slap/10-snap.html#snap.calling.late">?</a>]' in page
    assert list(wrong_pages(material, files)) == []
    assert "compare.md" in files["nav.yml"]
