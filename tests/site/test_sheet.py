"""A game on paper: one file with all that it needs, as its book has it or as a table plays it."""

from __future__ import annotations

import re

import pytest

from meldspec.book.library import library_of
from meldspec.compare.games import Row, TableCell
from meldspec.language.parse import parse
from meldspec.site.printed import printed
from meldspec.site.reading import read
from meldspec.site.sheet import Club, Sheet, defaults_of, edition, made_of, shared
from meldspec.site.sheet_html import LARGEST, NO_ICON, SMALLEST, card_html, sheet_html, type_of
from meldspec.site.sheet_text import WIDTH, card_text, sheet_text

from .conftest import BOOKS


def slap(club: Club | None = None, title: str = "Slap", **readings: str) -> Sheet:
    """Slap on paper; readings by the name of the question."""
    texts = [(BOOKS / f"{name}.rules").read_text("utf-8") for name in ("snap", "slap")]
    library = library_of([parse(texts[0], "snap"), parse(texts[1].replace('"Slap"', f'"{title}"'), "slap")])
    books = {name: printed(library.book(name)) for name in library.names()}
    chosen = {f"snap.calling.{name}": reading for name, reading in readings.items()}
    digest = made_of(books["slap"].book, *defaults_of(books["slap"].book))
    return Sheet(read(books["slap"], books, chosen), (), (), "meldspec 7, 1 May 2030", digest, club)


def test_it_holds_all_that_it_needs() -> None:
    """A sheet that is sent around asks nobody for anything, and has every rule under its name."""
    html = sheet_html(slap())
    assert html.count(NO_ICON) == 1
    assert not re.search(r"<link(?! rel=\"icon\" href=\"data:,\">)|<script|@import|url\(|src=|https?:", html)
    assert re.findall(r'class="passage" id="([^"]+)"', html) == ["snap.cards", "snap.calling", "hurry.lay"]
    assert "Nobody lays in turn here." in html


def test_the_sheet_of_the_site_leads_back_to_its_game() -> None:
    """Whoever opens the sheet or the card on the site finds the way back above it; one that is sent around has none."""
    for made in (sheet_html, card_html):
        assert '<nav><a href="index.html">Back to Slap</a></nav>' in made(slap(), "index.html").replace("\n", "")
        assert "<nav>" not in made(slap())
    assert "body > nav { display: none; }" in sheet_html(slap()).partition("@media print")[2]


def test_open_doubts_are_marked_and_settled_ones_are_not() -> None:
    """On the sheet of the book a doubt is open; on that of a table it is settled, and marked only where it is not the default."""
    asked = "May the player who has no card left slap? <b>{}</b>"
    assert f'<span class="mark">?</span> {asked.format("Yes.")}' in sheet_html(slap())
    settled = sheet_html(slap(Club({"players": 2})))
    assert f'<p class="doubt">{asked.format("Yes.")}</p>' in settled and "▸" not in settled.partition("</style>")[2]
    otherwise = sheet_html(slap(Club({"players": 2}), late="may-not"))
    assert otherwise.count(f"▸ {asked.format('No.')}") == 1
    assert f'<span class="mark">▸</span> {asked.format("No.")}' in otherwise
    assert "<b>Options:</b> players 2." in otherwise


def test_the_foot_says_when_and_of_what_it_was_made() -> None:
    """Version, date and digest are on every side, and on the card."""
    sheet = slap()
    assert sheet.foot == f"Slap · meldspec 7, 1 May 2030 · {sheet.made_of}"
    assert f'@bottom-left {{ content: "{sheet.foot}"; }}' in sheet_html(sheet)
    assert sheet.foot in card_html(sheet).partition("</style>")[2]
    assert card_text(sheet).endswith(f"{sheet.foot}\n") and sheet_text(sheet).endswith(f"{sheet.foot}\n")


def test_a_title_stays_within_the_style() -> None:
    """Whatever a game is called ends neither the style nor the text in it."""
    html = sheet_html(slap(title="Slap </style><b>& co' \\\\ 7"))
    assert html.count("</style>") == 1
    foot = html.partition("@bottom-left { content: ")[2].partition("; }")[0]
    assert "\\3c /style" in foot or "</style" not in foot


def test_the_digest_is_of_what_is_played() -> None:
    """The same choices have the same digest, in whatever order they are told; another option or reading has another."""
    book = slap().read.book.book
    options, readings = defaults_of(book)
    whole = made_of(book, options, readings)
    assert made_of(book, dict(reversed(options.items())), dict(reversed(readings.items()))) == whole
    assert made_of(book, options, {**readings, "snap.calling.late": "may-not"}) != whole
    assert made_of(book, {**options, "players": 3}, readings) != whole


def test_the_link_has_only_what_is_otherwise() -> None:
    """What is as by default goes without saying, so that the link is short."""
    book = slap().read.book.book
    options, readings = defaults_of(book)
    assert (shared(book, options, readings).options, shared(book, options, readings).readings) == ({}, {})
    mine = shared(book, {**options, "players": 3}, {**readings, "snap.calling.late": "may-not"})
    assert (mine.options, mine.readings) == ({"players": 3}, {"snap.calling.late": "may-not"})


def test_text_fits_a_terminal() -> None:
    """No line of the text is longer than a terminal but the link, which would lead nowhere if it were broken."""
    link = "https://example.org/desk.html#v1." + "A" * 100
    text = sheet_text(slap(Club({"players": 2}, "Strict", link), late="may-not"))
    assert [line for line in text.splitlines() if len(line) > WIDTH and link not in line] == []
    assert "Readings: Strict." in text and "▸ May the player who has no card left slap? No." in text
    assert "Not in this game: Laying in turn. Nobody lays in turn here." in " ".join(text.replace("|", "").split())


def test_the_type_shrinks_with_what_is_said() -> None:
    """A short game is set large, and no game smaller than can be read."""
    assert type_of(slap()) == LARGEST
    long = slap(title="Slap")
    many = Sheet(long.read, tuple(_row(count) for count in range(400)), (), "", "", None)
    assert SMALLEST <= type_of(many) < LARGEST


def _row(count: int) -> tuple[Row, TableCell]:
    return Row(f"row{count}", "A title", ()), TableCell(("What is said of it, in a sentence of some length, as sentences are.",))


@pytest.mark.parametrize(("told", "date"), [("0", "1 January 1970"), ("1900000000", "17 March 2030")])
def test_the_date_is_told_by_the_environment(told: str, date: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever makes the pages again as they were says when that was."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", told)
    assert edition().endswith(f", {date}")
